//! `unbounded solve` and `unbounded analyse`.

use serde_json::{Value, json};

use crate::common::{TemporaryFile, keys, run, texts};

/// What the object of a search holds.
const REPORT: [&str; 25] = [
    "algorithm",
    "best_move",
    "bytes",
    "depth",
    "estimate",
    "evaluations",
    "evaluator",
    "expansions",
    "game",
    "iterations",
    "line",
    "line_length",
    "moves",
    "nodes",
    "options",
    "position",
    "proves",
    "reason",
    "resolved",
    "seconds",
    "states",
    "stop",
    "strong",
    "terminal",
    "value",
];

fn solve(arguments: &[&str]) -> Value {
    run(&[&["solve", "--json"], arguments].concat()).only_report()
}

#[test]
fn every_complete_algorithm_solves() {
    // Draws, and wins of either player.
    for (game, value) in [("tictactoe", 0), ("hex:3,noswap", 1), ("hexapawn:3x3", -1)] {
        for algorithm in ["ubfm", "descent", "random"] {
            for evaluator in ["auto", "zero", "noise", "mobility"] {
                let report = solve(&[game, "--algorithm", algorithm, "--evaluator", evaluator]);
                assert_eq!(keys(&report), REPORT);
                assert_eq!((&report["game"], &report["algorithm"]), (&json!(game), &json!(algorithm)));
                assert_eq!(report["value"], value, "{report}");
                assert_eq!((&report["resolved"], &report["stop"]), (&json!(true), &json!("resolved")));
                assert_eq!(report["line"][0], report["best_move"], "{report}");
            }
        }
    }
}

/// The line is one that can be played, and its end is the value that was promised.
#[test]
fn the_line_leads_to_the_proven_result() {
    for (game, result) in [("tictactoe", "1/2"), ("nim:3-4-5", "1-0"), ("hexapawn:3x3", "0-1")] {
        let line = texts(&solve(&[game])["line"]).join(" ");
        assert_eq!(
            run(&["replay", game, "--moves", &line, "--json"]).only_json()["result"],
            result,
            "{line}"
        );
    }
}

#[test]
fn strong_solving_resolves_every_move() {
    let report = solve(&["tictactoe", "--moves", "b2 b1", "--strong"]);
    assert_eq!((&report["value"], &report["strong"]), (&json!(1), &json!(true)));
    assert!(report["moves"].as_array().unwrap().iter().all(|m| m["r"] == true), "{report}");
    let weak = solve(&["tictactoe", "--moves", "b2 b1"]);
    assert_eq!((&weak["value"], &weak["strong"]), (&json!(1), &json!(false)));
}

#[test]
fn algorithms_without_completion_prove_nothing() {
    for algorithm in ["ubfm-basic", "descent-basic"] {
        let report = solve(&["tictactoe", "--algorithm", algorithm, "--evaluations", "5000"]);
        assert_eq!((&report["resolved"], &report["value"]), (&json!(false), &json!(null)));
        assert_eq!(report["stop"], "evaluations");
        assert!(report["best_move"].is_string(), "{report}");
    }
}

#[test]
fn a_finished_game_has_its_value_and_no_move() {
    let arguments = ["tictactoe", "--moves", "a1 a2 b1 b2 c1"];
    let report = solve(&arguments);
    assert_eq!((&report["value"], &report["best_move"]), (&json!(1), &json!(null)));
    for verb in ["solve", "analyse"] {
        let text = run(&[&[verb], &arguments[..]].concat());
        assert!(text.text().contains("best move   none: the game is over"), "{}", text.out);
    }
}

#[test]
fn limits_stop_the_search_with_the_best_answer() {
    for (flag, limit, count) in [
        ("--iterations", "300", "iterations"),
        ("--evaluations", "2k", "evaluations"),
        ("--time", "50ms", "time"),
    ] {
        let report = solve(&["connect4", "--evaluator", "noise", flag, limit]);
        assert_eq!((&report["stop"], &report["resolved"]), (&json!(count), &json!(false)));
        assert!(report["best_move"].is_string() && report["estimate"].is_number(), "{report}");
    }
    assert_eq!(solve(&["connect4", "--iterations", "300"])["iterations"], 300);
    assert_eq!(solve(&["connect4", "--time", "0s"])["iterations"], 0);
    let none = run(&["solve", "connect4", "--iterations", "0"]);
    assert!(none.unproven().contains("best move   none: nothing has been searched yet"), "{}", none.out);
}

#[test]
fn the_memory_limit_is_kept() {
    let limits = ["--evaluator", "noise", "--memory", "2MiB", "--evaluations", "100k"];
    for game in ["connect4", "hex:11", "breakthrough"] {
        for algorithm in ["auto", "ubfm", "descent", "random"] {
            let report = solve(&[&[game, "--algorithm", algorithm], &limits[..]].concat());
            assert_eq!((&report["stop"], &report["resolved"]), (&json!("evaluations"), &json!(false)));
            assert!(report["best_move"].is_string(), "{report}");
            assert!(report["bytes"].as_u64().unwrap() <= 2 << 20, "{report}");
        }
    }
    let text = run(&["solve", "connect4", "--algorithm", "pns", "--memory", "2MiB"]);
    assert!(text.unproven().contains("not proven, stopped by: memory, estimate"), "{}", text.out);
}

#[test]
fn the_same_seed_and_counts_give_the_same_bytes() {
    for algorithm in ["ubfm", "descent", "random"] {
        for limit in [["--iterations", "20k"], ["--evaluations", "100k"]] {
            let bytes = |seed: &str| {
                let flags = ["--algorithm", algorithm, "--evaluator", "noise", "--seed", seed];
                let mut report = solve(&[&["connect4"], &flags[..], &limit[..]].concat());
                report["seconds"] = json!(null);
                report.to_string()
            };
            assert_eq!(bytes("1"), bytes("1"), "{algorithm}");
            assert_ne!(bytes("1"), bytes("2"), "{algorithm}");
        }
    }
}

#[test]
fn the_trace_is_that_of_the_reference() {
    let cases = include_str!("../../../search/tests/data/random_dags.jsonl");
    let cases = cases.lines().step_by(25).map(|line| serde_json::from_str::<Value>(line).unwrap());
    for case in cases {
        let file = TemporaryFile::with("json", &case["game"].to_string());
        let game = format!("graph:{}", file.name());
        for trace in case["traces"].as_array().unwrap() {
            let name = trace["algorithm"].as_str().unwrap();
            let expected = trace["iterations"].as_array().unwrap();
            let limit = expected.len().to_string();
            let mut arguments = vec!["solve", &game, "--iterations", &limit, "--trace", "-", "--json"];
            arguments.extend(["--algorithm", name.trim_end_matches("-strong")]);
            arguments.extend(name.ends_with("-strong").then_some("--strong"));
            let ran = run(&arguments);
            let mut rows: Vec<Value> =
                ran.out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
            let report = rows.pop().expect("the report is the last line");
            assert_eq!(report, ran.report());
            assert_eq!(report["best_move"], trace["decision"].to_string(), "{name}");
            assert_eq!(rows.len(), expected.len(), "{name}");
            for (row, expected) in rows.iter().zip(expected) {
                assert_eq!(keys(row), ["c", "expansions", "r", "v"]);
                for key in ["expansions", "c", "r"] {
                    assert_eq!(row[key], expected[key], "{name}: {row}, {expected}");
                }
                let difference = row["v"].as_f64().unwrap() - expected["v"].as_f64().unwrap();
                assert!(difference.abs() < 1e-4, "{name}: {row}, {expected}");
            }
        }
    }
}

#[test]
fn the_trace_goes_to_a_file() {
    let file = TemporaryFile::new("jsonl");
    let report = solve(&["tictactoe", "--algorithm", "ubfm", "--trace", file.name()]);
    assert_eq!(file.read().lines().count() as u64, report["iterations"].as_u64().unwrap());
    let last: Value = serde_json::from_str(file.read().lines().last().unwrap()).unwrap();
    assert_eq!((&last["r"], &last["c"]), (&json!(1), &report["value"]));
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
    // Once more over the old file, and the text for people stays on standard output.
    let ran = run(&["solve", "tictactoe", "--iterations", "3", "--trace", file.name()]);
    assert!(ran.unproven().starts_with("value"), "{}", ran.out);
    assert_eq!(file.read().lines().count(), 3);
}

/// A device cannot be replaced by another file.
#[cfg(unix)]
#[test]
fn the_trace_leaves_devices_alone() {
    assert_eq!(solve(&["tictactoe", "--iterations", "9", "--trace", "/dev/null"])["iterations"], 9);
    use std::os::unix::fs::FileTypeExt;
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn solve_speaks_to_people() {
    let text = run(&["solve", "tictactoe"]);
    for part in ["value       0: draw (proven)", "best move   ", "line        ", "iterations", "states"] {
        assert!(text.text().contains(part), "{part}: {}", text.out);
    }
    assert_eq!(text.err, "", "no progress outside of a terminal");
}

#[test]
fn analyse_tells_of_every_move() {
    let arguments = ["analyse", "tictactoe", "--moves", "b2 a1", "--iterations", "9"];
    let report = run(&[&arguments[..], &["--json"]].concat()).only_json();
    assert_eq!(keys(&report), REPORT);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    for m in moves {
        assert_eq!(keys(m), ["c", "move", "n", "r", "v"]);
    }
    let text = run(&arguments);
    for part in ["3  . . .  3", "move", "value ", "best move ", "line ", "9 iterations"] {
        assert!(text.text().contains(part), "{part}: {}", text.out);
    }
    for m in moves {
        assert!(text.out.contains(&format!(" {} ", m["move"].as_str().unwrap())), "{}", text.out);
    }
    let chosen = format!(">  {}", report["best_move"].as_str().unwrap());
    assert!(text.out.lines().any(|line| line.starts_with(&chosen)), "{}", text.out);
    assert!(text.out.contains(report["reason"].as_str().unwrap()), "{}", text.out);
    let short = run(&[&arguments[..], &["--top", "2"]].concat());
    assert!(short.text().contains("... and 5 more"), "{}", short.out);
}

/// The words about the choice are true of the numbers.
#[test]
fn the_reason_fits_the_numbers() {
    for iterations in 1..60 {
        let limit = iterations.to_string();
        let report = run(&["analyse", "tictactoe", "--evaluator", "noise", "--iterations", &limit, "--json"]);
        let report = report.only_json();
        let n = |m: &Value| m["n"].as_u64().unwrap();
        let moves = report["moves"].as_array().unwrap();
        let (chosen, others): (Vec<_>, Vec<_>) = moves.iter().partition(|m| m["move"] == report["best_move"]);
        if report["reason"].as_str().unwrap().ends_with("more than any other") {
            assert!(others.iter().all(|m| n(m) < n(chosen[0])), "{report}");
        }
    }
}
