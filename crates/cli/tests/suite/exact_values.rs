//! More than the value: every move, the shortest win, and the progress of a long search.

use serde_json::{Value, json};

use crate::common::{keys, run, texts};

fn solve(arguments: &[&str]) -> Value {
    run(&[&["solve", "--json"], arguments].concat()).only_report()
}

/// The proven value of a position after a move, by a solve of its own.
fn value_after(game: &str, moves: &str, m: &str) -> Value {
    solve(&[game, "--moves", format!("{moves} {m}").trim()])["value"].clone()
}

#[test]
fn every_move_has_its_value() {
    for (game, moves) in
        [("tictactoe", "b2 b1"), ("connect4:4x4", "2"), ("hexapawn:3x3", ""), ("nim:1-2-4", "")]
    {
        for algorithm in ["ubfm", "descent", "df-pn", "alpha-beta"] {
            let report = solve(&[game, "--moves", moves, "--all-moves", "--algorithm", algorithm]);
            let list = report["all_moves"].as_array().unwrap();
            assert_eq!(list.len(), report["moves"].as_array().unwrap().len());
            for m in list {
                assert_eq!(keys(m), ["line", "move", "value"]);
                let text = m["move"].as_str().unwrap();
                assert_eq!(
                    m["value"],
                    value_after(game, moves, text),
                    "{game} {moves} {text} by {algorithm}"
                );
                assert!(m["line"][0].as_str().unwrap().starts_with(text), "{m}");
            }
            assert_eq!(list[0]["value"], report["value"], "the best move comes first: {report}");
        }
    }
    assert!(solve(&["tictactoe"]).get("all_moves").is_none());
}

#[test]
fn the_moves_are_listed_for_people() {
    let text = run(&["solve", "tictactoe", "--moves", "b2 b1", "--all-moves"]);
    let rows: Vec<&str> = text.text().lines().skip_while(|line| !line.starts_with("move")).collect();
    assert_eq!(rows.len(), 8, "{}", text.out);
    assert!(rows[1].contains("  win  "), "{}", text.out);
    let lost = run(&["solve", "hexapawn:3x3", "--all-moves"]);
    assert!(lost.text().lines().filter(|line| line.contains("  loss  ")).count() == 3, "{}", lost.out);
}

#[test]
fn moves_that_the_limits_leave_open_have_no_value() {
    let report = solve(&["connect4", "--all-moves", "--iterations", "200"]);
    let list = report["all_moves"].as_array().unwrap();
    assert_eq!(list.len(), 7);
    assert!(list.iter().all(|m| m["value"] == json!(null)), "{report}");
    let over = solve(&["tictactoe", "--moves", "a1 a2 b1 b2 c1", "--all-moves"]);
    assert_eq!(over["all_moves"], json!([]));
}

#[test]
fn the_shortest_win_is_found() {
    let mate = ["chess", "--position", "8/8/8/KQ4P1/p2PkpP1/P4p2/5P2/8 b - - 0 1", "--shortest"];
    let report = solve(&[&mate[..], &["--algorithm", "pns"]].concat());
    assert_eq!(keys(&report["shortest"]), ["at_least", "line", "moves", "plies"]);
    assert_eq!((&report["shortest"]["plies"], &report["shortest"]["moves"]), (&json!(6), &json!(3)));
    assert_eq!(texts(&report["shortest"]["line"]).len(), 6);
    assert_eq!(report["line_length"], 6);
    assert_eq!((&report["line"], &report["best_move"]), (&report["shortest"]["line"], &report["line"][0]));
    let text = run(&[&["solve", "--algorithm", "pns"], &mate[..]].concat());
    assert!(text.text().contains("shortest    White mates in 3, 6 plies\n"), "{}", text.out);

    // 30 stones, and the player to move wins with the 21st of its own.
    let moves = "1 5 6 5 2 3 2 1 4 2 4 1 1 1 4 6 2 4 2 2 4 5 6 1 5 4 7 3 3 7";
    let report = solve(&["connect4", "--moves", moves, "--shortest"]);
    assert_eq!((&report["shortest"]["plies"], &report["shortest"]["moves"]), (&json!(11), &json!(6)));
    let line = texts(&report["shortest"]["line"]).join(" ");
    let end = run(&["replay", "connect4", "--moves", &format!("{moves} {line}"), "--json"]).only_json();
    assert_eq!(end["result"], "1-0");
    // Three moves lose in any case, and the defence is as long as it can be.
    let report = solve(&["hexapawn:3x3", "--shortest"]);
    assert_eq!(report["shortest"]["plies"], texts(&report["shortest"]["line"]).len());
    // A draw has no length.
    let draw = solve(&["tictactoe", "--shortest"]);
    assert_eq!((draw.get("shortest"), &draw["line_length"]), (None, &json!(null)));
}

#[test]
fn a_search_for_the_shortest_win_keeps_to_its_time() {
    // Proven at once, while the search for the shortest win would take hours.
    let game = ["nim:12-13-14-15", "--evaluator", "zero", "--algorithm", "df-pn"];
    let report = solve(&[&game[..], &["--shortest", "--time", "5s"]].concat());
    assert_eq!((&report["value"], &report["shortest"]["plies"]), (&json!(-1), &json!(null)));
    assert!(report["shortest"]["at_least"].as_u64().unwrap() > 2, "{report}");
    assert_eq!(report["shortest"]["line"], json!([]));
}

#[test]
fn progress_is_told_as_asked_for() {
    let arguments = ["solve", "connect4", "--evaluator", "noise", "--time", "1400ms", "--json"];
    let ran = run(&[&arguments[..], &["--progress", "json"]].concat());
    ran.only_report();
    let lines: Vec<Value> = ran.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!lines.is_empty());
    for line in &lines {
        assert_eq!(
            keys(line),
            [
                "best_move",
                "bytes",
                "estimate",
                "iterations",
                "line",
                "moves",
                "moves_resolved",
                "nodes",
                "proof_numbers",
                "seconds",
                "states",
                "states_per_second"
            ]
        );
        let numbers = &line["proof_numbers"];
        assert!(numbers["proof"].as_u64() > Some(0) && numbers["disproof"].as_u64() > Some(0), "{line}");
        assert!(line["states_per_second"].as_f64().unwrap() > 0.0, "{line}");
    }
    for style in ["none", "auto"] {
        assert_eq!(run(&[&arguments[..], &["--progress", style]].concat()).err, "");
    }
    let wrong = run(&["solve", "tictactoe", "--progress", "loud"]);
    assert!(wrong.complaint().contains("loud"), "{}", wrong.err);
}
