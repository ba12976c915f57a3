//! `unbounded review`: the values and the mistakes of a finished game.

use crate::common::{Scratch, keys, run};

/// A scholar's mate.
const MATE: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";

#[test]
fn a_blunder_is_found_with_the_better_move() {
    let review = run(&["review", "chess", "--moves", MATE, "--evaluations", "20k", "--json"]).only_json();
    assert_eq!(keys(&review), ["algorithm", "evaluator", "game", "position", "result", "start", "turns"]);
    assert_eq!((&review["algorithm"], &review["result"]), (&"ubfm".into(), &"1-0".into()));
    let turns = review["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 7);
    assert_eq!(keys(&turns[0]), ["after", "before", "best", "judgement", "move", "player"]);
    let blunder = &turns[5];
    assert_eq!((&blunder["move"], &blunder["player"]), (&"g8f6".into(), &2.into()));
    assert_eq!(blunder["judgement"], "blunder");
    assert_eq!(blunder["after"]["proven"], 1, "White mates");
    assert_ne!(blunder["best"], "g8f6");
    assert_eq!(turns[6]["judgement"], serde_json::Value::Null);
}

#[test]
fn a_review_is_written_for_people_and_drawn() {
    let scratch = Scratch::new("review");
    let plot = scratch.name("review.svg");
    let arguments = ["review", "tictactoe", "--moves", "b2 b1 a1 c3 a2 a3 c2 1-0", "--algorithm", "ubfm"];
    let ran = run(&[&arguments[..], &["--plot", &plot]].concat());
    let text = ran.text();
    for part in [
        "   2  O       b1",
        "blunder: ",
        " was better (draw); X wins",
        "X           no mistakes\n",
        "O           1 blunder\n",
        "result      X wins (1-0)\n",
        "reviewed    by ubfm with evaluator auto\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let drawn = std::fs::read_to_string(&plot).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("value for X"), "{drawn}");
}

/// Several decisions of one player are one turn.
#[test]
fn turns_are_reviewed_as_wholes() {
    let moves = "a2-b2/b3 a3-a4/a3";
    let arguments =
        ["review", "amazons:4x4", "--moves", moves, "--algorithm", "ubfm", "--evaluations", "300"];
    let review = run(&[&arguments[..], &["--json"]].concat()).only_json();
    let turns = review["turns"].as_array().unwrap();
    assert_eq!((turns.len(), &turns[0]["move"]), (2, &"a2-b2/b3".into()));
    assert!(turns[0]["best"].as_str().unwrap().contains('/'), "{turns:?}");
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    assert!(run(&["review", "chess"]).complaint().contains("give its moves with --moves"));
    assert!(run(&["review", "chess", "--moves", "e2e5"]).complaint().contains("ply 1: `e2e5`"));
    let ran = run(&["review", "tictactoe", "--moves", "b2", "--plot", "/nowhere/plot.svg"]);
    assert!(ran.complaint().contains("plot"), "{}", ran.err);
}
