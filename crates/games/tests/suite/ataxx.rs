//! Ataxx: how games end, what no record reaches, and texts.

use game::history::History;
use game::laws::exhaustive_value;
use game::{Game, Outcome, Player};
use games::ataxx::Ataxx;

use crate::laws::check_from;
use crate::{line, unshared};

fn read(position: &str) -> History<Ataxx> {
    History::new(Ataxx::start()).parse_position(position).unwrap()
}

fn after(position: &str, moves: &str) -> History<Ataxx> {
    line::after(read(position), moves)
}

const START: &str = "x5o/7/7/7/7/7/o5x x";

#[test]
fn it_obeys_the_laws() {
    check_from("ataxx", "", 20_000, 1);
    check_from("ataxx", "x5o/7/2-1-2/7/2-1-2/7/o5x x", 20_000, 1);
    check_from("ataxx", "x--o---/7/----1--/---o---/x--1---/7/o---x-- o", 5_000, 1);
}

#[test]
fn a_clone_turns_its_neighbours_and_keeps_its_source() {
    let state = after("7/7/7/3oo2/2x4/7/7 x", "d3");
    assert_eq!(state.position(), "7/7/7/3xx2/2xx3/7/7 o");
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::First)), "no stones are left");
    assert_eq!(state.score(), 1.0 + 4.0 / 49.0);
}

#[test]
fn a_jump_leaves_its_source() {
    let state = after("7/7/7/3oo2/2x4/7/6o x", "c3e3");
    assert_eq!(state.board().position(), "7/7/7/3xx2/4x2/7/6o o");
    assert_eq!(state.position(), "7/7/7/3oo2/2x4/7/6o x moves c3e3");
}

#[test]
fn any_repetition_ends_the_game() {
    let circle = "g1g3 a1a3 g3g1 a3a1";
    let state = after(START, circle);
    assert_eq!((state.outcome(), state.score()), (Some(Outcome::Draw), 0.0));
    assert_eq!(state.position(), format!("{START} moves {circle}"));
    let ahead = after("x5o/7/7/7/7/7/o4xx x", "f1f3 a1a3 f3f1 a3a1");
    assert_eq!(ahead.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(ahead.score(), 1.0 + 1.0 / 49.0);
    assert!(ahead.parse_move("f2").unwrap_err().to_string().contains("over"));
}

#[test]
fn a_player_without_a_move_passes() {
    let walled = read("x-3--/--3--/5--/5--/5--/4---/4--o x");
    assert_eq!(walled.count_moves(&mut Vec::new()), 5, "stones jump over walls");
    let shut = read("xo-3o/oo-4/---4/7/7/7/7 x");
    assert_eq!(shut.count_moves(&mut Vec::new()), 1);
    assert_eq!(shut.parse_move("pass").unwrap(), shut.parse_move("0000").unwrap());
    assert!(shut.parse_move("b6").is_err());
    let passed = after("xo-3o/oo-4/---4/7/7/7/7 x", "pass");
    assert_eq!((passed.turn(), passed.outcome()), (Player::Second, None));
    assert!(passed.parse_move("pass").is_err(), "it has other moves");
}

#[test]
fn the_game_ends_when_nobody_can_move() {
    // The empty cells at the right are out of reach of both players.
    let state = read("xo--3/ox--3/----3/-------/-------/-------/------- x");
    assert_eq!((state.outcome(), state.score()), (Some(Outcome::Draw), 0.0));
    let full = read("xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo o");
    assert_eq!(full.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn sharing_states_does_not_change_values() {
    let wall = "-------/-------/-------/-------/-------";
    // The gain of the player to move, which is the same for both players.
    for (rows, gain) in [
        ("x1o----/3----", 1),
        ("x1o----/2-----", 1),
        ("xo1----/3----", 1),
        ("x-1----/1-o----", 1),
        ("x2o---/-------", 1),
        ("x3o--/-------", -1),
    ] {
        for player in Player::BOTH {
            let state = read(&format!("{rows}/{wall} {}", ["x", "o"][player.index()]));
            assert_eq!(exhaustive_value(&state), gain * player.sign(), "{rows}");
            assert_eq!(unshared::value(&state), gain * player.sign(), "{rows}");
        }
    }
}

#[test]
fn texts_in_other_forms_are_read() {
    let start = History::new(Ataxx::start());
    assert_eq!(start.position(), START);
    assert_eq!(read("x5o/7/7/7/7/7/o5x x 0 1"), start);
    assert_eq!(read("X.....O|.......|.......|.......|.......|.......|O.....X X"), start);
    assert_eq!(read("x5o/7/2-1-2/7/2#1#2/7/o5x o").position(), "x5o/7/2-1-2/7/2-1-2/7/o5x o");
    assert_eq!(start.parse_move("g1g2").unwrap(), start.parse_move("G2").unwrap());
    assert_eq!(start.parse_move("g1e3").unwrap(), start.parse_move(" g1e3 ").unwrap());
    assert!(start.parse_move("a1g2").is_err(), "there is no stone next to g2 on a1");
}

#[test]
fn wrong_texts_are_refused() {
    for (text, message) in [
        ("", "empty"),
        ("x5o/7/7/7/7/7/o5x w", "character 19: the side to move"),
        ("x5o/7/7/7/7/7/o5x x 0 1 2", "character 25: unexpected `2`"),
        ("x5o/7/7/7/7/7/o5x x 0 -1", "character 23: unexpected `-1`"),
        ("x5o/7/7/7/7/o5x x", "less than 7"),
        ("x5o/7/7/7/7/7/o5x/7 x", "character 19: the board has more than 7"),
        ("x6o/7/7/7/7/7/o5x x", "character 3: the board has more than 7"),
        ("x4o/7/7/7/7/7/o5x x", "character 4: row 1 from the top has 6 cells"),
        ("x5ö/7/7/7/7/7/o5x x", "character 3: `ö`"),
    ] {
        let error = History::new(Ataxx::start()).parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
