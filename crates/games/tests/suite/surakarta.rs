//! Surakarta: the rules written down plainly, how games end, and texts.

use std::collections::BTreeSet;

use game::history::{Cyclic, History};
use game::laws::exhaustive_value;
use game::{Game, Outcome, Player, Rng};
use games::surakarta::Surakarta;

use crate::laws::check_from;
use crate::{line, unshared};

fn read(position: &str) -> History<Surakarta> {
    History::new(Surakarta::start()).parse_position(position).unwrap()
}

fn after(position: &str, moves: &str) -> History<Surakarta> {
    line::after(read(position), moves)
}

fn moves<G: Game>(state: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}

#[test]
fn it_obeys_the_laws() {
    check_from("surakarta", "", 20_000, 1);
}

/// A cell and a direction, by column and row from the bottom.
type Place = ((i32, i32), (i32, i32));

/// One cell on, around a loop where the board ends; `None` where there is no loop.
fn on(((c, r), (dc, dr)): Place) -> Option<Place> {
    let inside = |x: i32| (0..6).contains(&x);
    if inside(c + dc) && inside(r + dr) {
        return Some(((c + dc, r + dr), (dc, dr)));
    }
    // A line is left at one of its ends and the loop leads to the line that is as far from the same corner,
    // away from the edge at which it begins.
    let line = if dc != 0 { r } else { c };
    if line == 0 || line == 5 {
        return None;
    }
    let (begin, away, depth) = if line < 3 { (0, 1, line) } else { (5, -1, 5 - line) };
    let across = if dc + dr > 0 { 5 - depth } else { depth };
    Some(if dc != 0 { ((across, begin), (0, away)) } else { ((begin, across), (away, 0)) })
}

/// All moves of `mover` on rows from the bottom.
fn plain_moves(board: &[Vec<char>], mover: char) -> BTreeSet<String> {
    let at = |(c, r): (i32, i32)| board[r as usize][c as usize];
    let name = |(c, r): (i32, i32)| format!("{}{}", char::from(b'a' + c as u8), r + 1);
    let mut moves = BTreeSet::new();
    for from in (0..6).flat_map(|r| (0..6).map(move |c| (c, r))).filter(|&cell| at(cell) == mover) {
        for (dc, dr) in (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| (dc, dr))) {
            let to = (from.0 + dc, from.1 + dr);
            if (0..6).contains(&to.0) && (0..6).contains(&to.1) && at(to) == '.' {
                moves.insert(format!("{}-{}", name(from), name(to)));
            }
        }
        for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut place, mut passed_loop) = ((from, direction), false);
            while let Some(next) = on(place) {
                passed_loop |= next.1 != place.1;
                place = next;
                if place == (from, direction) {
                    break;
                }
                if at(place.0) != '.' && place.0 != from {
                    if at(place.0) != mover && passed_loop {
                        moves.insert(format!("{}x{}", name(from), name(place.0)));
                    }
                    break;
                }
            }
        }
    }
    moves
}

#[test]
fn moves_by_tracks_are_the_plain_moves() {
    let mut rng = Rng::new(8);
    for _ in 0..5_000 {
        let density = 1 + rng.below(15);
        let board: Vec<Vec<char>> = (0..6)
            .map(|_| {
                let cell = |_| if rng.below(16) < density { rng.pick(&['x', 'o']) } else { '.' };
                (0..6).map(cell).collect()
            })
            .collect();
        let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
        let state = read(&format!("{} x", rows.join("/")));
        let has = |symbol: char| board.iter().flatten().any(|&cell| cell == symbol);
        let plain = if has('o') { plain_moves(&board, 'x') } else { BTreeSet::new() };
        let found: BTreeSet<String> = moves(&state).into_iter().map(|m| state.move_text(m)).collect();
        assert_eq!(found, plain, "{}", state.position());
        assert_eq!(state.outcome().is_some(), plain.is_empty(), "{}", state.position());
    }
}

#[test]
fn a_piece_does_not_stand_in_its_own_way() {
    // From b2 to the left, around the loop at a1, up through b2 itself, and on to b4.
    assert!(read("6/6/1o4/6/1x4/6 x").parse_move("b2xb4").is_ok());
    // A way without a loop captures nothing.
    assert!(read("6/6/6/o5/6/x5 x").parse_move("a1xa3").is_err());
}

#[test]
fn any_repetition_ends_the_game() {
    let state = after("5o/6/6/6/6/x4x x", "a1-a2 f6-f5 a2-a1 f5-f6");
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(state.score(), 1.0 + 1.0 / 12.0);
    let even = after("5o/6/6/6/6/x5 x", "a1-a2 f6-f5 a2-a1 f5-f6");
    assert_eq!((even.outcome(), even.score()), (Some(Outcome::Draw), 0.0));
}

/// Plays quiet moves that do not end the game, and says whether there were enough of them.
fn wander(state: &mut History<Surakarta>, plies: usize, rng: &mut Rng) -> bool {
    for _ in 0..plies {
        let quiet = moves(state).into_iter().filter(|&m| {
            let mut child = state.clone();
            child.play(m);
            !state.board().irreversible(m) && child.outcome().is_none()
        });
        let quiet: Vec<_> = quiet.collect();
        if quiet.is_empty() {
            return false;
        }
        state.play(rng.pick(&quiet));
    }
    true
}

#[test]
fn fifty_plies_without_a_capture_end_the_game() {
    let mut state = read("oo4/6/6/6/6/5x x");
    assert!(wander(&mut state, 49, &mut Rng::new(1)));
    let quiet = moves(&state).into_iter().find(|&m| !state.board().irreversible(m)).unwrap();
    state.play(quiet);
    assert_eq!(state.past().quiet(), 50);
    assert_eq!(state.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn a_blocked_or_empty_side_ends_the_game() {
    let blocked = read("6/6/6/6/oo4/xo4 x");
    assert_eq!(blocked.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(blocked.score(), -1.0 - 2.0 / 12.0);
    assert!(blocked.parse_move("a1-a2").unwrap_err().to_string().contains("over"));
    assert_eq!(after("6/6/1o4/6/1x4/6 x", "b2xb4").outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn sharing_states_does_not_change_values() {
    // One piece each: a capture ends the game, and four plies are left before the past does.
    let mut values = BTreeSet::new();
    for seed in 0..20 {
        let mut state = read(["2o3/6/6/6/6/4x1 x", "6/1o4/6/6/3x2/6 o"][seed % 2]);
        if !wander(&mut state, 46, &mut Rng::new(seed as u64)) {
            continue;
        }
        let value = exhaustive_value(&state);
        assert_eq!(value, unshared::value(&state), "{}", state.position());
        values.insert(value);
    }
    assert!(values.len() > 1, "all values are the same");
}

#[test]
fn wrong_texts_are_refused() {
    let start = History::new(Surakarta::start());
    assert_eq!(start.position(), "oooooo/oooooo/6/6/xxxxxx/xxxxxx x");
    for (text, message) in [
        ("oooooo/oooooo/6/6/xxxxxx x", "less than 6"),
        ("oooooo/oooooo/6/6/xxxxxx/xxxxx- x", "character 31: `-`"),
        ("oooooo/oooooo/6/6/xxxxxx/xxxxxx y", "character 33: the side to move"),
        ("oooooo/oooooo/6/6/xxxxxx/xxxxxx x moves a2xa3", "character 41"),
    ] {
        let error = start.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
