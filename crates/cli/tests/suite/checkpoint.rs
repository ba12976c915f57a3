//! Long solves are saved on the way and go on where they were.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{TemporaryFile, command, keys, run};

fn solve(arguments: &[&str]) -> Value {
    run(&[&["solve", "--json"], arguments].concat()).only_report()
}

/// A report without what depends on the clock and on how memory was handed out.
fn timeless(mut report: Value) -> Value {
    for key in ["seconds", "bytes"] {
        report[key] = json!(null);
    }
    report
}

/// The second line of the file.
fn header(file: &TemporaryFile) -> Value {
    let bytes = std::fs::read(file.name()).unwrap();
    let line = bytes.split(|byte| *byte == b'\n').nth(1).expect("there is a second line");
    serde_json::from_slice(line).expect("the second line is JSON")
}

#[test]
fn a_resumed_solve_is_the_one_that_was_never_interrupted() {
    let cases: [&[&str]; 5] = [
        &["connect4", "--algorithm", "ubfm", "--evaluator", "noise"],
        &["chess", "--moves", "e2e4 e7e5 e1e2", "--algorithm", "ubfm", "--evaluator", "noise"],
        &["hexapawn:5x5", "--algorithm", "descent", "--seed", "7", "--decision", "plain"],
        &["dodgem:4", "--algorithm", "random"],
        &["tictactoe", "--strong"],
    ];
    for case in cases {
        let file = TemporaryFile::new("save");
        let part = solve(&[case, &["--checkpoint", file.name(), "--iterations", "700"]].concat());
        assert_eq!((&part["stop"], &part["iterations"]), (&json!("iterations"), &json!(700)), "{case:?}");
        assert_eq!(header(&file)["iterations"], 700);
        let whole = solve(&[case, &["--iterations", "1500"]].concat());
        let resumed = solve(&["--resume", file.name(), "--iterations", "1500"]);
        assert_eq!(timeless(resumed.clone()), timeless(whole), "{case:?}");
        assert_eq!(header(&file)["iterations"], resumed["iterations"]);
    }
}

#[test]
fn a_finished_solve_answers_at_once() {
    let file = TemporaryFile::new("save");
    let solved = solve(&["hexapawn:3x3", "--algorithm", "ubfm", "--checkpoint", file.name()]);
    let again = solve(&["--resume", file.name()]);
    assert_eq!(solved["value"], -1);
    assert_eq!(timeless(again), timeless(solved));
    // A ledger knows what was proven and has to look at the root again.
    let solved = solve(&["hexapawn:5x5", "--checkpoint", file.name()]);
    let again = solve(&["--resume", file.name()]);
    assert_eq!((&again["value"], &again["best_move"]), (&solved["value"], &solved["best_move"]));
    let more = again["expansions"].as_u64().unwrap() - solved["expansions"].as_u64().unwrap();
    assert!(more < 100, "{more} expansions more");
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}

#[test]
fn limits_and_time_count_over_all_slices() {
    let file = TemporaryFile::new("save");
    let search = ["connect4", "--algorithm", "ubfm", "--evaluator", "noise"];
    let arguments = [&search[..], &["--checkpoint", file.name(), "--every", "100ms"]].concat();
    let begin = Instant::now();
    let report = solve(&[&arguments[..], &["--time", "450ms"]].concat());
    assert!(begin.elapsed() >= Duration::from_millis(450));
    assert_eq!(report["stop"], "time");
    assert!(report["seconds"].as_f64().unwrap() >= 0.45, "{report}");
    assert!(header(&file)["milliseconds"].as_u64().unwrap() >= 450);
    // The time that was used up counts for a search that continues.
    let resumed = solve(&["--resume", file.name(), "--time", "450ms"]);
    assert_eq!((&resumed["stop"], &resumed["iterations"]), (&json!("time"), &report["iterations"]));
    assert!(resumed["seconds"].as_f64().unwrap() >= 0.45, "{resumed}");
    // Slices do not show in the counts. No more was paid for than every evaluation and every iteration.
    let done = |count: &str| report[count].as_u64().unwrap();
    let limit = (done("evaluations") + done("iterations") + 5000).to_string();
    let resumed = solve(&["--resume", file.name(), "--every", "100ms", "--evaluations", &limit]);
    let whole = solve(&[&search[..], &["--evaluations", &limit]].concat());
    assert_eq!(timeless(resumed), timeless(whole));
}

/// Whatever moment the machine stops at, there is a whole checkpoint.
#[test]
fn a_killed_solve_loses_no_more_than_the_last_interval() {
    for wait in [250, 430, 610] {
        let file = TemporaryFile::new("save");
        let search = ["connect4", "--algorithm", "ubfm", "--evaluator", "noise"];
        let keeping = ["--every", "100ms", "--checkpoint", file.name()];
        let mut child = command(&[&["solve"], &search[..], &keeping].concat()).spawn().unwrap();
        while !std::path::Path::new(file.name()).exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let done = header(&file)["iterations"].as_u64().unwrap();
        assert!(done > 0, "nothing was saved within {wait} ms");
        let limit = (done + 1000).to_string();
        let resumed = solve(&["--resume", file.name(), "--iterations", &limit]);
        let whole = solve(&[&search[..], &["--iterations", &limit]].concat());
        assert_eq!(timeless(resumed), timeless(whole));
    }
}

#[test]
fn what_cannot_be_trusted_is_refused() {
    let file = TemporaryFile::new("save");
    solve(&["connect4:4x4", "--checkpoint", file.name(), "--iterations", "50"]);
    let sound = std::fs::read(file.name()).unwrap();
    let refused = |bytes: &[u8], part: &str| {
        let other = TemporaryFile::new("save");
        std::fs::write(other.name(), bytes).unwrap();
        let ran = run(&["solve", "--resume", other.name()]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{part}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.contains("is refused") && ran.err.contains(part), "{}", ran.err);
    };
    for place in [60, sound.len() / 2, sound.len() - 5] {
        let mut damaged = sound.clone();
        damaged[place] ^= 8;
        refused(&damaged, "damaged");
        refused(&sound[..place], "damaged");
    }
    refused(b"", "not a version 1 checkpoint");
    refused(b"a letter to a friend, and a rather long one at that", "not a version 1 checkpoint");
    refused(&[b"unbounded checkpoint 2", &sound[22..]].concat(), "not a version 1 checkpoint");
    let proof = TemporaryFile::new("cert");
    solve(&["hexapawn:3x3", "--certificate", proof.name()]);
    refused(&std::fs::read(proof.name()).unwrap(), "not a version 1 checkpoint");
}

#[test]
fn wrong_usage_is_refused_before_the_search_begins() {
    let file = TemporaryFile::new("save");
    for (arguments, part) in [
        (
            &["tictactoe", "--algorithm", "random-move", "--checkpoint", file.name()][..],
            "random-move has no checkpoints",
        ),
        (&["tictactoe", "--checkpoint", "no-such-directory/save"], "cannot write the checkpoint"),
        (&["--resume", "no-such-file"], "cannot read `no-such-file`"),
        (&["tictactoe", "--resume", "save"], "--resume"),
        (&["--resume", "save", "--algorithm", "descent"], "--algorithm"),
        (&["tictactoe", "--checkpoint", "save", "--every", "1ms"], "at least 100ms"),
        (&["tictactoe", "--threads", "0"], "from 1 to 1024"),
        (&["tictactoe", "--threads", "5000"], "from 1 to 1024"),
        (&[], "<GAME>"),
    ] {
        let ran = run(&[&["solve"], arguments].concat());
        assert!(ran.complaint().contains(part), "{arguments:?}: {}", ran.err);
    }
    assert!(!std::path::Path::new(file.name()).exists());
    assert_eq!(keys(&solve(&["tictactoe", "--threads", "2"])), keys(&solve(&["tictactoe"])));
}
