//! What cannot be written, and what cannot be proven: the answer is printed, the file is named, the exit code says which.
#![cfg(unix)]

use std::process::Stdio;

use crate::common::{Ran, Scratch, TemporaryFile, command, run};

/// Runs the command where no file may grow beyond this number of KiB.
fn run_within(kibibytes: u32, arguments: &[&str]) -> Ran {
    let program = command(arguments);
    let limit = format!("ulimit -f {}; exec \"$0\" \"$@\"", 2 * kibibytes);
    std::process::Command::new("sh")
        .args(["-c", &limit])
        .arg(program.get_program())
        .args(program.get_args())
        .stdin(Stdio::null())
        .output()
        .expect("the shell starts")
        .into()
}

#[test]
fn a_checkpoint_that_cannot_grow_does_not_cost_the_answer() {
    let file = TemporaryFile::new("save");
    let solve = ["solve", "connect4:4x4", "--algorithm", "ubfm", "--checkpoint", file.name(), "--json"];
    let ran = run_within(64, &solve);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("the answer is printed");
    assert_eq!((&report["resolved"], &report["value"]), (&true.into(), &0.into()));
    let last = ran.err.lines().last().unwrap();
    assert!(
        last.starts_with(&format!("unbounded: cannot write the checkpoint `{}`: ", file.name())),
        "{last}"
    );
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
    // The first checkpoint was small: it is still there, and sound.
    assert_eq!(run(&["solve", "--resume", file.name(), "--json"]).only_report()["value"], 0);
}

#[test]
fn certificates_and_databases_that_cannot_grow_are_named() {
    let scratch = Scratch::new("small-disk");
    let file = scratch.name("proof");
    let ran = run_within(4, &["solve", "connect4:5x5", "--certificate", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("draw (proven)"), "{}", ran.out);
    let reason = format!("unbounded: no certificate was written: cannot write the certificate `{file}`: ");
    assert!(ran.err.starts_with(&reason), "{}", ran.err);
    let ran = run_within(16, &["solve", "tictactoe", "--strong", "--database", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let reason = format!("unbounded: no database was written: cannot write the database `{file}`: ");
    assert!(ran.err.starts_with(&reason), "{}", ran.err);
    let ran = run_within(1, &["solve", "connect4:4x4", "--algorithm", "ubfm", "--trace", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("value"), "{}", ran.out);
    assert!(ran.err.starts_with(&format!("unbounded: cannot write the trace `{file}`: ")), "{}", ran.err);
    assert_eq!(std::fs::read_dir(&scratch.0).unwrap().count(), 0, "something is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_does_not_cost_the_answer() {
    for (flag, what) in [("--checkpoint", "checkpoint"), ("--trace", "trace")] {
        let ran = run(&["solve", "hexapawn:3x3", "--algorithm", "ubfm", flag, "/dev/full"]);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.out.starts_with("value"), "{}", ran.out);
        let last = ran.err.lines().last().unwrap();
        assert_eq!(
            last,
            format!("unbounded: cannot write the {what} `/dev/full`: No space left on device (os error 28)")
        );
    }
    let ran = run(&["solve", "tictactoe", "--certificate", "/dev/full"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.out.contains("draw (proven)") && ran.err.contains("`/dev/full`: No space left"),
        "{}",
        ran.err
    );
    let printed = command(&["games"]).stdout(std::fs::File::create("/dev/full").unwrap()).output().unwrap();
    assert_eq!(printed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&printed.stderr).contains("cannot write to standard output: No space"));
}

#[test]
fn a_network_and_a_report_that_cannot_be_written_are_named() {
    let scratch = Scratch::new("unwritable");
    let (out, config) =
        (scratch.name("run"), scratch.write("config.toml", "width = 64\nhidden = [16, 16]\n"));
    let learn = ["learn", "connect4:4x4", "--out", &out, "--config", &config, "--games", "8", "--pairs", "0"];
    let ran = run_within(2, &learn);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{}", ran.err);
    assert!(
        ran.err.contains(&format!("cannot write the network `{out}/network.safetensors`: ")),
        "{}",
        ran.err
    );
    let players = ["--players", "ubfm", "random-move", "--evaluations", "20", "--games", "4"];
    let matched = [&["match", "tictactoe"], &players[..], &["--out", "/dev/null/none"]].concat();
    assert!(run(&matched).complaint().contains("/dev/null/none"));
}

#[test]
fn the_exit_code_tells_a_proof_from_none() {
    run(&["solve", "tictactoe"]).text();
    let ran = run(&["solve", "connect4", "--iterations", "10"]);
    assert!(ran.unproven().contains("not proven, stopped by: iterations"), "{}", ran.out);
    assert_eq!(ran.err, "");
    assert_eq!(run(&["analyse", "connect4", "--iterations", "10"]).code, Some(0));
    let help = run(&["solve", "--help"]);
    assert!(help.text().contains("Exit code: 0"), "{}", help.out);
}

/// Runs the command with so many KiB of addresses.
#[cfg(target_os = "linux")]
fn run_with_addresses(kibibytes: u32, arguments: &[&str]) -> Ran {
    let limit = format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &limit, env!("CARGO_BIN_EXE_unbounded")]).args(arguments).stdin(Stdio::null());
    shell.output().expect("the shell starts").into()
}

/// However few addresses there are: a result, or a sentence.
#[cfg(target_os = "linux")]
#[test]
fn a_small_address_space_is_used_or_complained_about() {
    let solve = |algorithm, threads| {
        [
            "solve",
            "connect4:5x4",
            "--algorithm",
            algorithm,
            "--threads",
            threads,
            "--evaluations",
            "300k",
            "--json",
        ]
    };
    let commands = [
        solve("ubfm", "1"),
        solve("ubfm", "8"),
        solve("alpha-beta", "8"),
        solve("auto", "8"),
        solve("mcts-solver", "1"),
    ];
    let mut results = 0;
    // With less than 30 MB the system cannot load the program itself.
    for kibibytes in [35_000, 45_000, 70_000, 100_000, 200_000, 400_000] {
        for arguments in &commands {
            let ran = run_with_addresses(kibibytes, arguments);
            match ran.code {
                Some(0 | 3) => results += 1,
                Some(1 | 2) => assert!(
                    ran.err.starts_with("unbounded: ") && ran.err.lines().count() == 1,
                    "{arguments:?} with {kibibytes} KiB: {}",
                    ran.err
                ),
                code => panic!("{arguments:?} with {kibibytes} KiB: {code:?} {}", ran.err),
            }
        }
    }
    assert!(results > 15, "{results} results");
    let refused = run_with_addresses(200_000, &["solve", "connect4", "--memory", "1GiB"]);
    assert!(refused.complaint().contains("ulimit -v"), "{}", refused.err);
}
