//! The commands that look at a game: `games`, `show`, `perft`, `replay`, `bench`, and the help of all.

use serde_json::json;

use crate::common::{keys, run, texts};

const VERBS: [&str; 21] = [
    "games",
    "algorithms",
    "show",
    "perft",
    "replay",
    "solve",
    "verify",
    "certificate",
    "lookup",
    "analyse",
    "compare",
    "play",
    "convert",
    "serve",
    "bench",
    "review",
    "learn",
    "networks",
    "match",
    "completions",
    "man",
];

#[test]
fn every_help_shows_an_example_and_json() {
    for verb in VERBS {
        for flag in ["--help", "-h"] {
            let help = run(&[verb, flag]);
            assert!(help.text().contains("Example: unbounded "), "{verb} {flag}: {}", help.out);
            assert!(help.text().contains("--json"), "{verb} {flag}: {}", help.out);
            assert_eq!(help.err, "");
        }
        assert!(run(&["--help"]).text().contains(verb), "{verb}");
    }
    assert!(run(&["--help"]).text().contains("Example: unbounded "));
    assert!(run(&["--version"]).text().starts_with("unbounded "));
}

/// What a help shows works when it is typed, apart from those that take long by nature.
#[test]
fn the_examples_of_the_helps_work() {
    for verb in ["games", "show", "perft", "replay"] {
        let help = run(&[verb, "--help"]);
        let example = help.text().lines().find_map(|line| line.strip_prefix("Example: unbounded "));
        // Every other part stands in quotes.
        let parts = example.expect("there is an example").split('"').enumerate();
        let words: Vec<&str> = parts
            .flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        assert_ne!(run(&words).text(), "", "{words:?}");
    }
}

#[test]
fn without_a_command_there_is_the_help_and_code_2() {
    let ran = run(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("Usage: unbounded <COMMAND>"), "{}", ran.err);
}

#[test]
fn games_lists_every_game_with_a_line_each() {
    let object = run(&["games", "--json"]).only_json();
    assert_eq!(keys(&object), ["games"]);
    let table = run(&["games"]);
    let games = object["games"].as_array().unwrap();
    assert_eq!(table.text().lines().count(), 1 + games.len());
    for (game, line) in games.iter().zip(table.out.lines().skip(1)) {
        assert_eq!(keys(game), ["name", "samples", "summary", "variants"]);
        let (name, summary) = (game["name"].as_str().unwrap(), game["summary"].as_str().unwrap());
        assert!(line.starts_with(name) && line.ends_with(summary), "{line}");
        // Whatever the list shows can be opened.
        for sample in texts(&game["samples"]) {
            assert_eq!(run(&["show", sample]).code, Some(0), "{sample}");
        }
    }
    for name in ["tictactoe", "mnk", "connect4", "hexapawn", "nim", "domineering", "hex", "othello"] {
        assert!(games.iter().any(|game| game["name"] == name), "{name}");
    }
    assert!(table.out.contains("connect4[:CxR]"), "{}", table.out);
}

#[test]
fn show_draws_the_position() {
    let start = run(&["show", "tictactoe"]);
    for part in ["3  . . .  3", "position  .../.../... x", "to move   X\n", "9: a1 b1"] {
        assert!(start.text().contains(part), "{part}: {}", start.out);
    }
    let over = run(&["show", "tictactoe", "--moves", "a1 a2 b1 b2 c1"]);
    assert!(over.text().contains("X wins (1-0)"), "{}", over.out);
    assert!(!over.text().contains("moves"), "{}", over.out);
}

#[test]
fn show_gives_json() {
    let object = run(&["show", "tictactoe", "--position", ".../.x./o.. x", "--moves", "c3", "--json"]);
    let object = object.only_json();
    assert_eq!(keys(&object), ["game", "moves", "picture", "position", "result", "turn"]);
    assert_eq!(object["position"], "..x/.x./o.. o");
    assert_eq!((&object["turn"], &object["result"]), (&json!(2), &json!(null)));
    assert_eq!(texts(&object["moves"]), ["b1", "c1", "a2", "c2", "a3", "b3"]);
}

#[test]
fn a_position_may_begin_with_empty_cells() {
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let object = run(&["show", "othello:8", "--position", board, "--json"]).only_json();
    assert!(object["position"].as_str().unwrap().starts_with("..xxxxx."), "{object}");
}

#[test]
fn a_position_that_is_shown_can_be_read() {
    let first = run(&["show", "breakthrough", "--moves", "b2b3 g7g6", "--json"]).only_json();
    let again = run(&["show", "breakthrough", "--position", first["position"].as_str().unwrap(), "--json"])
        .only_json();
    assert_eq!(first, again);
}

#[test]
fn perft_counts_lines() {
    let perft = |arguments: &[&str]| {
        let object = run(&[&["perft", "--json"], arguments].concat()).only_json();
        assert_eq!(keys(&object), ["depth", "game", "nodes", "seconds"]);
        (object["nodes"].as_u64().unwrap(), object)
    };
    let (nodes, object) = perft(&["breakthrough", "--depth", "4"]);
    assert_eq!((nodes, &object["game"], &object["depth"]), (256_036, &json!("breakthrough"), &json!(4)));
    assert!(object["seconds"].as_f64().unwrap() >= 0.0);
    assert_eq!(perft(&["tictactoe", "--depth", "0"]).0, 1);
    assert_eq!(perft(&["tictactoe", "--depth", "2", "--turns"]).0, 72);
    assert_eq!(perft(&["tictactoe", "--depth", "2", "--moves", "b2 a1"]).0, 42);
    assert_eq!(perft(&["tictactoe", "--depth", "2", "--position", "o../.x./... x"]).0, 42);
    assert_eq!(perft(&["tictactoe", "--depth", "3", "--moves", "a1 a2 b1 b2 c1"]).0, 0);
    assert!(run(&["perft", "tictactoe", "--depth", "3"]).text().starts_with("504 lines of depth 3 in "));
}

#[test]
fn replay_checks_a_record() {
    let object = run(&["replay", "tictactoe", "--moves", "a1 a2 b1 b2 c1", "--json"]).only_json();
    assert_eq!(object, json!({"counts": [9, 8, 7, 6, 5], "result": "1-0", "position": ".../oo./xxx o"}));
    let object = run(&["replay", "tictactoe", "--position", "xo./.../... x", "--moves", "b2", "--json"]);
    assert_eq!(object.only_json()["counts"], json!([7]));
    assert_eq!(object.only_json()["result"], json!(null));
    let draw = "a1 b1 c1 b2 a2 c2 b3 a3 c3";
    assert_eq!(run(&["replay", "tictactoe", "--moves", draw, "--json"]).only_json()["result"], "1/2");
    let text = run(&["replay", "tictactoe", "--moves", "b2 a1"]);
    assert!(text.text().contains("   2  a1       one of 8"), "{}", text.out);
    assert!(text.text().contains("to move   X"), "{}", text.out);
}

#[test]
fn bench_measures_each_game() {
    let arguments = ["bench", "--games", "connect4 hex:4,noswap", "--children", "2k"];
    let object = run(&[&arguments[..], &["--json"]].concat()).only_json();
    assert_eq!(keys(&object), ["rows"]);
    let rows = object["rows"].as_array().unwrap();
    assert_eq!(
        rows.iter().map(|row| row["game"].as_str().unwrap()).collect::<Vec<_>>(),
        ["connect4", "hex:4,noswap"]
    );
    for row in rows {
        assert_eq!(
            keys(row),
            [
                "bare_per_second",
                "bytes_per_child",
                "evaluations_per_second",
                "game",
                "iterations_per_second",
                "ratio",
                "stored_children"
            ]
        );
        assert!(row["stored_children"].as_u64().unwrap() >= 2000, "{row}");
        assert!(row["ratio"].as_f64().unwrap() > 0.0, "{row}");
    }
    let table = run(&arguments);
    for part in ["ratio", "bytes/child", "connect4", "hex:4,noswap"] {
        assert!(table.text().contains(part), "{part}: {}", table.out);
    }
}
