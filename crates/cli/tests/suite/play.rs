//! `unbounded play`: games with a person who types, and games of the engine with itself.

use serde_json::{Value, json};

use crate::common::{Ran, keys, run, run_with_input, texts};

/// Plays tic-tac-toe with these lines typed; the engine sees to the end.
fn play(arguments: &[&str], typed: &[&str]) -> Ran {
    let lines: String = typed.iter().map(|line| format!("{line}\n")).collect();
    run_with_input(&[&["play", "tictactoe", "--iterations", "10k"], arguments].concat(), lines.as_bytes())
}

/// The record must be a game that the rules allow.
#[track_caller]
fn replays(game: &Value) {
    let (start, moves) = (game["start"].as_str().unwrap(), texts(&game["moves"]).join(" "));
    let arguments =
        ["replay", game["game"].as_str().unwrap(), "--position", start, "--moves", &moves, "--json"];
    let replay = run(&arguments).only_json();
    assert_eq!(replay["position"], game["position"]);
}

/// A person who tries the cells in a fixed order and takes the first that is free: a few of these orders
/// against the engine on either side.
#[test]
fn the_engine_never_loses_at_tictactoe() {
    let cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    for (seats, lost) in [(["--second", "engine"], "1-0"), (["--second", "human"], "0-1")] {
        for stride in [1, 2, 4, 5, 7, 8] {
            // A cell that is taken gets a complaint, and the next one is tried.
            let typed: Vec<&str> = (0..9).map(|i| cells[(4 + i * stride) % 9]).collect();
            let game = play(&[&seats[..], &["--json"]].concat(), &typed).only_json();
            assert!(game["result"].is_string(), "the game ended: {game}");
            assert_ne!(game["result"], lost, "{game}");
            replays(&game);
        }
    }
}

#[test]
fn the_record_comes_at_the_end() {
    let ran = play(&["--json"], &["b2", "quit"]);
    let game = ran.only_json();
    assert_eq!(keys(&game), ["game", "moves", "position", "result", "start"]);
    assert_eq!((&game["game"], &game["result"]), (&json!("tictactoe"), &json!(null)));
    assert_eq!(texts(&game["moves"])[0], "b2");
    assert_eq!(texts(&game["moves"]).len(), 2);
    replays(&game);
    // The conversation is on the other channel then.
    assert!(ran.err.contains("your move") && ran.err.contains("2  . x .  2"), "{}", ran.err);

    let text = play(&[], &["b2", "quit"]);
    assert!(text.text().contains("moves     b2 "), "{}", text.out);
    assert!(text.text().contains("position  "), "{}", text.out);
    assert_eq!(text.err, "");
}

#[test]
fn every_word_at_the_prompt_is_understood() {
    let ran = play(&[], &["help", "moves", "hint", "analyse", "", "resign"]);
    for word in ["moves", "hint", "analyse", "undo", "resign", "quit"] {
        assert!(ran.text().lines().any(|line| line.starts_with(word)), "{word}: {}", ran.out);
    }
    assert!(ran.out.contains("a1 b1 c1 a2 b2 c2 a3 b3 c3\n"), "{}", ran.out);
    assert!(ran.out.contains("(proven draw"), "{}", ran.out);
    assert!(ran.out.contains("value       0: draw (proven)"), "{}", ran.out);
    assert!(ran.out.contains("X resigns"), "{}", ran.out);
    assert_eq!(play(&["--json"], &["resign"]).only_json()["result"], "0-1");
    assert_eq!(play(&["--json", "--first", "engine"], &["resign"]).only_json()["result"], "1-0");
}

#[test]
fn wrong_entries_are_explained_and_asked_again() {
    let ran = play(&["--json"], &["z9", "a1 b1", "b2", "b2", "quit"]);
    assert_eq!(texts(&ran.only_json()["moves"]).len(), 2);
    assert!(ran.err.contains("`z9` is not a legal move here; legal: a1 b1"), "{}", ran.err);
    assert!(ran.err.contains("one turn at a time: `a1` is a whole one"), "{}", ran.err);
    assert!(ran.err.contains("`b2` is not a legal move here"), "{}", ran.err);
    // Not even text.
    let ran = run_with_input(&["play", "tictactoe", "--json"], b"\xff\xfe\nquit\n");
    assert_eq!(texts(&ran.only_json()["moves"]).len(), 0);
    assert!(ran.err.contains("is not a legal move here"), "{}", ran.err);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for typed in [&[][..], &["b2"]] {
        let ran = play(&["--json"], typed);
        assert_eq!(ran.only_json()["result"], json!(null));
        assert_eq!(texts(&ran.only_json()["moves"]).len(), 2 * typed.len());
    }
}

#[test]
fn undo_takes_back_the_last_move_of_a_person() {
    let game = play(&["--json"], &["b2", "undo", "a1", "quit"]).only_json();
    assert_eq!((texts(&game["moves"]).len(), texts(&game["moves"])[0]), (2, "a1"));
    replays(&game);
    // Between two people: the one move.
    let people = ["--json", "--first", "human", "--second", "human"];
    let game = play(&people, &["b2", "a1", "undo", "c3", "quit"]).only_json();
    assert_eq!(texts(&game["moves"]), ["b2", "c3"]);
    // Where no person has moved there is nothing to take back, and the engine's opening stays.
    for seats in [&["--json"][..], &["--json", "--first", "engine"]] {
        let ran = play(seats, &["undo", "quit"]);
        assert!(ran.err.contains("there is nothing to take back"), "{}", ran.err);
        assert_eq!(texts(&ran.only_json()["moves"]).len(), seats.len() / 3);
    }
}

#[test]
fn the_engine_plays_itself() {
    let both = ["--first", "engine", "--second", "engine"];
    let game = play(&[&both[..], &["--json"]].concat(), &[]).only_json();
    assert_eq!(game["result"], "1/2", "{game}");
    assert_eq!(texts(&game["moves"]).len(), 9);
    replays(&game);
    let text = play(&both, &[]);
    assert!(text.text().contains("draw (1/2)"), "{}", text.out);
    assert!(text.out.contains("O plays "), "{}", text.out);
}

#[test]
fn the_engine_says_when_it_has_proven_the_result() {
    let both = ["--first", "engine", "--second", "engine"];
    let text = play(&both, &[]);
    let announcements = text.text().matches("proven with best play: draw").count();
    assert_eq!(announcements, 1, "once, and not at every move: {}", text.out);
    // A blunder changes what is proven.
    let text = play(&["--moves", "b2 b1 a1"], &["quit"]);
    assert!(text.text().contains("proven with best play: X wins"), "{}", text.out);
}

#[test]
fn a_game_starts_where_it_is_told_to() {
    let game = play(&["--moves", "b2 a1", "--json"], &["c3", "quit"]).only_json();
    assert_eq!(game["start"], ".../.../... x");
    assert_eq!(texts(&game["moves"])[..3], ["b2", "a1", "c3"], "the record is complete");
    replays(&game);
    let over = play(&["--moves", "a1 a2 b1 b2 c1", "--json"], &[]).only_json();
    assert_eq!((&over["result"], &over["moves"]), (&json!("1-0"), &json!(["a1", "a2", "b1", "b2", "c1"])));
}

/// What no longer can be reached is dropped, so that a long game fits into little memory.
#[test]
fn a_whole_game_fits_into_little_memory() {
    let arguments = [
        "--first",
        "engine",
        "--second",
        "engine",
        "--evaluator",
        "noise",
        "--iterations",
        "20k",
        "--memory",
        "1MiB",
    ];
    let game = run(&[&["play", "connect4", "--json"], &arguments[..]].concat()).only_json();
    assert!(game["result"].is_string(), "{game}");
    let ran = run(&["play", "connect4", "--first", "engine", "--memory", "1KiB"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("the memory limit is too small"), "{}", ran.err);
}

#[test]
fn a_turn_of_several_decisions_has_one_budget() {
    let both = ["--first", "engine", "--second", "engine", "--json"];
    let arguments = ["play", "amazons:4x4", "--clock", "20s+1s"];
    let game = run(&[&arguments[..], &both].concat()).only_json();
    assert!(game["result"].is_string(), "the clocks suffice: {game}");
    replays(&game);
}

#[test]
fn the_engine_keeps_to_its_clock() {
    let both = ["--first", "engine", "--second", "engine"];
    let ran = run(&[&["play", "connect4:5x4", "--clock", "3s"], &both[..]].concat());
    assert!(!ran.text().contains("is over"), "{}", ran.out);
    let wrong = run(&["play", "chess", "--clock", "soon"]);
    assert!(wrong.complaint().contains("a clock is written like 5m+3s"), "{}", wrong.err);
}

#[test]
fn a_level_may_be_chosen() {
    let both = ["--first", "engine", "--second", "engine", "--json"];
    let game = |level: &str| run(&[&["play", "connect4", "--level", level], &both[..]].concat()).only_json();
    assert_eq!(game("1"), game("1"), "levels do not depend on the clock");
    assert!(game("1")["result"].is_string());
    assert!(run(&["play", "chess", "--level", "11"]).complaint().contains("levels are numbers from 1 to 10"));
    assert!(run(&["solve", "tictactoe", "--level", "3"]).complaint().contains("--level is for games"));
    assert!(run(&["play", "chess", "--level", "3", "--ponder"]).complaint().contains("--ponder"));
}
