//! Ctrl-C, and readers that stop reading.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{Ran, Scratch, TemporaryFile, command, keys, run};

/// Starts the command, and interrupts it when it has searched for a while.
fn interrupt(arguments: &[&str]) -> Ran {
    let child = command(arguments).spawn().expect("the command starts");
    std::thread::sleep(Duration::from_millis(1000));
    send_interrupt(&child);
    child.wait_with_output().expect("the command ends").into()
}

fn send_interrupt(child: &Child) {
    send("INT", child);
}

fn send(signal: &str, child: &Child) {
    // Every shell has this built in, while not every system has the program.
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
    assert!(sent.expect("the shell starts").success());
}

/// Learns until a first round is done, with these signals ignored from the start as `nohup` and the background of a shell
/// do it, then sends them all.
fn learn_through(ignored: &str, sent: &[&str]) -> Ran {
    let scratch = Scratch::new(&format!("signals-{}", sent.join("-")));
    let out = scratch.name("run");
    let learn = format!(
        "{} learn tictactoe --out {out} --games 160 --pairs 0 --json",
        env!("CARGO_BIN_EXE_unbounded")
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' {ignored}; exec {learn}")]).stdin(Stdio::null());
    let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the shell starts");
    let log = scratch.0.join("run/log.jsonl");
    while std::fs::read(&log).unwrap_or_default().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    sent.iter().for_each(|signal| send(signal, &child));
    child.wait_with_output().expect("the command ends").into()
}

#[test]
fn an_ignored_signal_stays_ignored() {
    for signal in ["HUP", "INT"] {
        let ran = learn_through(signal, &[signal, signal]);
        assert_eq!(ran.only_json()["round"]["games"], 160, "after {signal}: {}", ran.err);
    }
    // One that is not ignored ends the work, and what is done is kept.
    let ran = learn_through("HUP", &["HUP", "TERM"]);
    assert!(ran.only_json()["round"]["games"].as_u64().unwrap() < 160, "{}", ran.out);
}

#[test]
fn an_interrupted_search_prints_the_best_answer_so_far() {
    for verb in ["solve", "analyse"] {
        // A time that would fail the test by itself if the interrupt were ignored.
        let ran = interrupt(&[verb, "connect4", "--evaluator", "noise", "--time", "1h", "--json"]);
        let report = if verb == "solve" { ran.only_report() } else { ran.only_json() };
        assert_eq!(report["stop"], "interrupted");
        assert_eq!(report["resolved"], false);
        assert!(report["best_move"].is_string(), "{report}");
        assert_eq!(ran.err, "");
    }
}

#[test]
fn an_interrupted_trace_is_complete_up_to_there() {
    let file = TemporaryFile::new("jsonl");
    let report = interrupt(&["solve", "hex:11", "--evaluator", "noise", "--trace", file.name(), "--json"]);
    let report = report.only_report();
    assert_eq!(report["stop"], "interrupted");
    assert_eq!(file.read().lines().count() as u64, report["iterations"].as_u64().unwrap());
}

#[test]
fn an_interrupted_solve_is_saved_as_it_was() {
    let file = TemporaryFile::new("save");
    let flags = ["--algorithm", "ubfm", "--evaluator", "noise", "--checkpoint", file.name()];
    let flags = [&flags[..], &["--every", "1h", "--json"]].concat();
    let report = interrupt(&[&["solve", "connect4"], &flags[..]].concat()).only_report();
    assert_eq!(report["stop"], "interrupted");
    let again = run(&["solve", "--resume", file.name(), "--iterations", "1", "--json"]).only_report();
    assert_eq!((&again["stop"], &again["iterations"]), (&"iterations".into(), &report["iterations"]));
    assert_eq!(again["moves"], report["moves"]);
}

#[test]
fn an_interrupted_enumeration_leaves_nothing_behind() {
    let file = TemporaryFile::new("db");
    let ran = interrupt(&["solve", "connect4", "--strong", "--database", file.name(), "--memory", "1GiB"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("interrupted after"), "{}", ran.err);
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}

/// A game whose value is known long before its certificate is written.
#[test]
fn an_interrupted_certificate_leaves_the_value_and_no_file() {
    let file = TemporaryFile::new("cert");
    let arguments = ["solve", "domineering:7x7", "--certificate", file.name(), "--json"];
    let mut child = command(&arguments).spawn().expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.contains("\"value\":1,"), "{line}");
    send_interrupt(&child);
    let ran = Ran::from(child.wait_with_output().expect("the command ends"));
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert_eq!(ran.err, "unbounded: no certificate was written: it was interrupted\n");
    assert!(!std::path::Path::new(file.name()).exists());
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}

#[test]
fn the_engine_moves_at_once_when_it_is_interrupted() {
    let arguments = ["play", "connect4", "--first", "engine", "--time", "1h", "--json"];
    let game = interrupt(&arguments).only_json();
    assert_eq!(game["moves"].as_array().unwrap().len(), 1);
}

#[test]
fn an_interrupted_bench_prints_what_it_has() {
    let arguments = ["bench", "--games", "connect4:3x3 connect4", "--children", "1e12", "--json"];
    let bench = interrupt(&arguments).only_json();
    assert_eq!(keys(&bench), ["rows"]);
    // The small game was exhausted long ago.
    assert_eq!(bench["rows"].as_array().unwrap().len(), 1, "{bench}");
}

/// Runs the command with a standard output whose reader stops after the first line.
fn read_one_line(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = command(arguments).spawn().expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    (child.wait().unwrap().code(), err)
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for arguments in [
        &["games"][..],
        &["solve", "--help"],
        &["play", "connect4", "--first", "engine", "--second", "engine", "--iterations", "50"],
        // And it ends a search that only works for its trace.
        &["solve", "connect4", "--evaluator", "noise", "--trace", "-"],
    ] {
        assert_eq!(read_one_line(arguments), (Some(0), String::new()), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Stdio::from(writer)
    };
    let games = command(&["games"]).stdout(closed()).output().unwrap();
    assert_eq!((games.status.code(), games.stderr.len()), (Some(0), 0));
    // Not even where the complaint itself cannot be said.
    let wrong = command(&["show", "parcheesi"]).stderr(closed()).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let play =
        command(&["play", "tictactoe", "--iterations", "9", "--json"]).stderr(closed()).output().unwrap();
    assert_eq!(play.status.code(), Some(0));
}

/// An engine that never answers is ended with the program, although it does not notice that its input has ended.
#[test]
#[cfg(target_os = "linux")]
fn foreign_engines_end_with_the_program() {
    let scratch = Scratch::new("foreign");
    let (script, file) = (scratch.name("engine.sh"), scratch.0.join("started"));
    std::fs::write(&script, format!("echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000\n", file.display()))
        .unwrap();
    let guest = format!("ugi(command='sh {script}', nodes=1)");
    let child = command(&["match", "nim", "--players", "ubfm", &guest]).spawn().expect("the command starts");
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let engine = std::fs::read_to_string(&file).unwrap();
    let command_line = format!("/proc/{}/cmdline", engine.trim());
    send_interrupt(&child);
    let ran: Ran = child.wait_with_output().expect("the command ends").into();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    // It is ended by a signal, which takes a moment.
    let is_gone = || !std::fs::read_to_string(&command_line).unwrap_or_default().contains("sleep");
    assert!((0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        is_gone()
    }));
}
