//! The value of every reachable state in a file, and looking it up.

use serde_json::{Value, json};

use crate::common::{TemporaryFile, keys, run};

/// Writes a database and returns the report.
fn write(file: &TemporaryFile, arguments: &[&str]) -> Value {
    run(&[&["solve", "--strong", "--database", file.name(), "--json"], arguments].concat()).only_json()
}

fn look_up(file: &TemporaryFile, arguments: &[&str]) -> Value {
    run(&[&["lookup", file.name(), "--json"], arguments].concat()).only_json()
}

#[test]
fn every_position_is_found_with_its_value() {
    let file = TemporaryFile::new("db");
    for (game, lines) in [
        ("tictactoe", &["", "b2", "b2 b1", "a1 b2", "a1 a2 b1 b2 c1"][..]),
        ("connect4:4x4", &["", "1", "2 2 3", "4 3 2 1"]),
        ("hexapawn:3x3", &["", "a1a2", "b1b2"]),
        ("nim:1-2-4", &[""]),
    ] {
        let report = write(&file, &[game]);
        let solved = run(&["solve", game, "--strong", "--json"]).only_json();
        assert_eq!(keys(&report), keys(&solved), "the report is one like any other");
        for key in ["value", "resolved", "stop", "game", "position", "strong"] {
            assert_eq!(report[key], solved[key], "{game}: {key}");
        }
        assert_eq!(report["line"][0], report["best_move"], "{report}");
        for line in lines {
            let entry = look_up(&file, &["--moves", line]);
            assert_eq!(keys(&entry), ["best_move", "game", "moves", "position", "value"]);
            let solved = run(&["solve", game, "--moves", line, "--strong", "--json"]).only_json();
            assert_eq!((&entry["value"], &entry["position"]), (&solved["value"], &solved["position"]));
            let expected = solved["moves"].as_array().unwrap();
            assert_eq!(entry["moves"].as_array().unwrap().len(), expected.len());
            for m in entry["moves"].as_array().unwrap() {
                let known = expected.iter().find(|known| known["move"] == m["move"]).unwrap();
                assert_eq!(m["value"], known["c"], "{game} {line}: {m}");
            }
            if !expected.is_empty() {
                assert_eq!(entry["moves"][0]["value"], entry["value"], "{entry}");
                assert_eq!(entry["moves"][0]["move"], entry["best_move"], "{entry}");
            }
            let position = entry["position"].as_str().unwrap();
            assert_eq!(look_up(&file, &["--position", position]), entry);
        }
    }
}

#[test]
fn the_table_is_for_people() {
    let file = TemporaryFile::new("db");
    assert_eq!(write(&file, &["tictactoe"])["states"], 5478);
    let text = run(&["lookup", file.name(), "--moves", "b2 b1"]);
    for part in ["value       1: X wins", "best move   ", "5478 states", "a1    win", "b3    draw"] {
        assert!(text.text().contains(part), "{part}: {}", text.out);
    }
    let over = run(&["lookup", file.name(), "--moves", "a1 a2 b1 b2 c1"]);
    assert!(over.text().contains("none: the game is over"), "{}", over.out);
    let text = run(&["solve", "tictactoe", "--strong", "--database", file.name()]);
    assert!(text.text().contains("enumeration"), "{}", text.out);
}

#[test]
fn what_cannot_be_trusted_or_found_is_refused() {
    let file = TemporaryFile::new("db");
    write(&file, &["tictactoe", "--moves", "b2"]);
    let sound = std::fs::read(file.name()).unwrap();
    for (line, part) in [("z9", "ply 1"), ("a1 a1", "ply 2")] {
        assert!(run(&["lookup", file.name(), "--moves", line]).complaint().contains(part));
    }
    let unknown = run(&["lookup", file.name(), "--position", ".../.../... x"]);
    assert!(unknown.complaint().contains("does not reach"), "{}", unknown.err);
    assert!(run(&["lookup", "no-such-file"]).complaint().contains("cannot read"));
    for place in [30, 90, sound.len() / 2, sound.len() - 1] {
        let mut damaged = sound.clone();
        damaged[place] ^= 4;
        std::fs::write(file.name(), damaged).unwrap();
        let refused = run(&["lookup", file.name()]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""), "{place}");
        assert!(refused.err.contains("is refused: the file is damaged"), "{}", refused.err);
    }
    for content in ["", "a letter to a friend, and a rather long one at that"] {
        let letter = TemporaryFile::with("db", content);
        let refused = run(&["lookup", letter.name()]);
        assert_eq!(refused.code, Some(1));
        assert!(refused.err.contains("not a version 1 database"), "{}", refused.err);
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let file = TemporaryFile::new("db");
    let arguments = ["solve", "connect4:5x4", "--strong", "--database", file.name()];
    for (limit, part) in [
        (["--memory", "1MiB"], "memory limit of 1 MiB holds only"),
        (["--time", "20ms"], "the time limit was reached"),
    ] {
        let ran = run(&[&arguments[..], &limit[..]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{}", ran.err);
        assert!(ran.err.contains("no database was written") && ran.err.contains(part), "{}", ran.err);
        assert!(!std::path::Path::new(file.name()).exists());
        assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
    }
    for (arguments, part) in [
        (&["solve", "tictactoe", "--database", file.name()][..], "--strong"),
        (&["solve", "tictactoe", "--strong", "--database", file.name(), "--shortest"], "--shortest"),
        (&["solve", "tictactoe", "--strong", "--database", "/"], "cannot write the database"),
    ] {
        let ran = run(arguments);
        assert!(ran.complaint().contains(part), "{}", ran.err);
    }
    let ran =
        run(&["solve", "tictactoe", "--strong", "--database", file.name(), "--progress", "json", "--json"]);
    assert_eq!(ran.only_json()["value"], json!(0));
}
