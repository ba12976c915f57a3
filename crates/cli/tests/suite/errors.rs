//! Wrong usage: one clear sentence that names the place, exit code 2, never a panic.

use crate::common::{TemporaryFile, run};

/// The complaint must contain all of `parts`.
#[track_caller]
fn complains(arguments: &[&str], parts: &[&str]) {
    let ran = run(arguments);
    let complaint = ran.complaint();
    for part in parts {
        assert!(complaint.contains(part), "{arguments:?}: no {part:?} in {complaint:?}");
    }
}

#[test]
fn a_wrong_game() {
    for verb in ["show", "replay", "solve", "analyse", "play"] {
        complains(&[verb, "conect4"], &["conect4", "did you mean `connect4`?"]);
    }
    complains(&["perft", "hexx:4", "--depth", "2"], &["`hexx`", "`hex`"]);
    complains(&["bench", "--games", "connect4 chekers"], &["chekers"]);
    complains(&["show", "parcheesi"], &["parcheesi", "unbounded games"]);
    complains(&["show", ""], &["no game called ``"]);
    complains(&["show", "tictactoe\nand more"], &["tictactoe and more"]);
    complains(&["show"], &["<GAME>"]);
}

#[test]
fn a_wrong_variant() {
    complains(&["show", "hex:99"], &["hex:99", "from 1 to 19"]);
    complains(&["show", "hex:4,swapless"], &["hex:4,swapless"]);
    complains(&["show", "mnk:3x3"], &["mnk:3x3", "WxHxK"]);
    complains(&["show", "mnk:3x3x99999999999999999999"], &["mnk:3x3x9999"]);
    complains(&["show", "connect4:big"], &["connect4:big", "COLUMNSxROWS"]);
    complains(&["show", "tictactoe:4"], &["tictactoe has no variants"]);
    complains(&["show", "nim:3-x-5"], &["nim:3-x-5"]);
    complains(&["show", "othello:7"], &["othello:7"]);
}

#[test]
fn a_wrong_position() {
    for verb in ["show", "replay", "solve", "analyse", "play"] {
        complains(&[verb, "tictactoe", "--position", ".../.z./... x"], &["character 6", "`z`"]);
    }
    complains(&["perft", "othello", "--depth", "1", "--position", "xx"], &["position `xx`", "8"]);
    complains(&["show", "tictactoe", "--position", ""], &["empty"]);
    complains(&["show", "connect4", "--position", "é"], &["é"]);
}

#[test]
fn a_wrong_move_is_named_with_its_ply_and_what_was_legal() {
    for verb in ["show", "replay", "solve", "analyse", "play"] {
        complains(&[verb, "tictactoe", "--moves", "b2 b2"], &["ply 2", "`b2`", "a1 b1 c1 a2 c2 a3 b3 c3"]);
    }
    complains(&["perft", "tictactoe", "--depth", "1", "--moves", "zz"], &["ply 1", "`zz`"]);
    complains(&["replay", "breakthrough", "--moves", "a1a2"], &["ply 1", "a2a3", "22 in all"]);
    complains(&["replay", "tictactoe", "--moves", "a1 a2 b1 b2 c1 c2"], &["ply 6", "`c2`", "over"]);
}

#[test]
fn a_wrong_file() {
    complains(&["show", "graph"], &["graph:FILE.json"]);
    complains(&["show", "graph:no-such-file.json"], &["no-such-file.json"]);
    let directory = std::env::temp_dir();
    complains(&["show", &format!("graph:{}", directory.display())], &["cannot read"]);
    let graphs = [
        "",
        "nonsense",
        "[]",
        "{}",
        // A child that does not exist, a cycle, and lists of different lengths.
        r#"{"player":[1],"children":[[7]],"gain":[0],"score":[0],"eval":[0]}"#,
        r#"{"player":[1,2],"children":[[1],[0]],"gain":[0,0],"score":[0,0],"eval":[0,0]}"#,
        r#"{"player":[1,2],"children":[[1]],"gain":[0],"score":[0],"eval":[0]}"#,
        r#"{"player":[3],"children":[[]],"gain":[0],"score":[0],"eval":[0]}"#,
    ];
    for graph in graphs {
        let file = TemporaryFile::with("json", graph);
        complains(&["solve", &format!("graph:{}", file.name())], &[file.name()]);
    }
    complains(&["solve", "tictactoe", "--trace", "no-such-directory/rows"], &["no-such-directory/rows"]);
    complains(&["solve", "tictactoe", "--trace", ""], &["trace"]);
    complains(&["solve", "tictactoe", "--trace", &directory.display().to_string()], &["trace"]);
}

#[test]
fn a_wrong_algorithm_or_evaluator() {
    for verb in ["solve", "analyse", "play"] {
        complains(&[verb, "tictactoe", "--algorithm", "magic"], &["magic", "ubfm", "descent"]);
        complains(&[verb, "tictactoe", "--evaluator", "magic"], &["magic", "zero", "noise"]);
    }
    complains(
        &["solve", "tictactoe", "--algorithm", "ubfm-basic", "--strong", "--iterations", "9"],
        &["ubfm-basic", "strong"],
    );
    complains(&["solve", "tictactoe", "--decision", "brave"], &["brave", "safe, plain"]);
    complains(&["play", "tictactoe", "--first", "robot"], &["robot", "human, engine"]);
}

#[test]
fn algorithms_without_completion_need_a_limit() {
    for algorithm in ["ubfm-basic", "descent-basic"] {
        let arguments = ["solve", "tictactoe", "--algorithm", algorithm];
        complains(&arguments, &[algorithm, "--time", "--iterations", "--evaluations"]);
        // Memory is not a limit here: a search that walks in place needs none.
        complains(&[&arguments[..], &["--memory", "1MiB"]].concat(), &[algorithm]);
    }
}

#[test]
fn a_wrong_flag() {
    complains(&["solve", "tictactoe", "--iteration", "3"], &["'--iteration'", "'--iterations'"]);
    complains(&["show", "tictactoe", "--colour"], &["'--colour'", "see --help"]);
    complains(&["show", "tictactoe", "hex"], &["'hex'"]);
    complains(&["sovle", "tictactoe"], &["'sovle'", "'solve'"]);
    complains(&["perft", "tictactoe"], &["--depth"]);
    complains(&["solve", "tictactoe", "--time"], &["--time"]);
    complains(&["games", "--json=3"], &["--json"]);
}

#[test]
fn a_wrong_number() {
    for (flag, value, hint) in [
        ("--iterations", "many", "1000, 10k, 2M or 1e7"),
        ("--iterations", "-3", "1000, 10k, 2M or 1e7"),
        ("--evaluations", "1.5x", "1000, 10k, 2M or 1e7"),
        ("--time", "3parsec", "10s, 500ms, 2m or 1h"),
        ("--time", "-3", "negative"),
        ("--time", "", "10s, 500ms, 2m or 1h"),
        ("--memory", "much", "4GiB, 512MiB or 2GB"),
        ("--memory", "-1", "4GiB, 512MiB or 2GB"),
        ("--seed", "lucky", "1000"),
    ] {
        for verb in ["solve", "analyse", "play"] {
            complains(&[verb, "tictactoe", flag, value], &[&format!("'{value}'"), flag, hint]);
        }
    }
    complains(&["perft", "tictactoe", "--depth", "-1"], &["'-1'", "--depth", "whole number"]);
    complains(&["perft", "tictactoe", "--depth", "deep"], &["'deep'", "--depth", "whole number"]);
    complains(&["analyse", "tictactoe", "--top", "all"], &["'all'", "--top"]);
    complains(&["bench", "--children", "0"], &["'0'", "--children", "at least 1"]);
}
