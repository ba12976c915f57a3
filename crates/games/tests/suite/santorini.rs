//! Santorini: what no record reaches.

use game::perft::Unit;
use game::{Game, Outcome, Player, Rng, Sight};
use games::santorini::Santorini;

use crate::laws::check_from;

fn at(position: &str) -> Santorini {
    Santorini::start().parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn texts(state: &Santorini) -> Vec<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&m| state.move_text(m)).collect();
    texts.sort();
    texts
}

fn play(state: &Santorini, moves: &str) -> Santorini {
    let mut state = *state;
    for text in moves.split_whitespace() {
        let m = state.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", state.position()));
        state.play(m);
    }
    state
}

#[test]
fn the_game_obeys_the_laws() {
    check_from("santorini", "", 30_000, 1);
}

#[test]
fn workers_are_placed_in_any_order_and_are_not_told_apart() {
    let start = Santorini::start();
    assert_eq!(start.position(), "00000/00000/00000/00000/00000 1");
    let placed = play(&start, "e3,d3");
    assert_eq!(placed, play(&start, "d3,e3"));
    assert_eq!(placed.position(), "00000/00000/00000/00000/00000 P1:d3,e3 2");
    assert_eq!(placed.count_moves(&mut Vec::new()), 253);
    assert!(placed.parse_move("d3,a1").is_err());
    let state = at("00010/00120/00111/00000/00000 P1:d3,e5 P2:c4,b4 2");
    assert_eq!(state, at("00010|00120|00111|00000|00000 p2:b4,c4 p1:e5,d3 2"));
    assert_eq!(state.perft(3, Unit::Decision), 211_968);
}

#[test]
fn a_worker_climbs_one_level_and_jumps_down_any() {
    // The worker on a1 stands on level 1: it may go to level 2 on b1, not to level 3 on a2, nor to the dome.
    let state = at("00000/00000/00000/34000/12000 P1:a1,e5 P2:d4,e3 1");
    let from_a1: Vec<String> = texts(&state).into_iter().filter(|text| text.starts_with("a1-")).collect();
    assert_eq!(from_a1, ["a1-b1/a1", "a1-b1/a2", "a1-b1/c1", "a1-b1/c2"]);
    let up = play(&state, "a1-b1/a1");
    assert_eq!(up.position(), "00000/00000/00000/34000/22000 P1:b1,e5 P2:e3,d4 2");
    // From level 2 the top is in reach, and the climb ends the game without a building.
    let up = play(&up, "d4-c4/b4");
    assert!(texts(&up).contains(&"b1-a2".to_owned()));
    assert!(!texts(&up).iter().any(|text| text.starts_with("b1-a2/") || text.starts_with("b1-b2")));
    assert!(texts(&up).contains(&"b1-c1/b1".to_owned()));
    let won = play(&up, "b1-a2");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
    assert!(won.score() > 1.8, "{}", won.score());
    assert_eq!(at(&won.position()).outcome(), won.outcome());
}

/// Only a climb is written without a building.
#[test]
fn climbs_to_the_top_are_seen() {
    let (mut rng, mut moves, mut seen) = (Rng::new(3), Vec::new(), 0);
    for _ in 0..200 {
        let mut state = Santorini::start();
        while state.outcome().is_none() {
            let is_climb = |text: &String| text.contains('-') && !text.contains('/');
            let climbs: Vec<String> = texts(&state).into_iter().filter(is_climb).collect();
            match state.winning_move() {
                Some(m) => assert!(climbs.contains(&state.move_text(m)), "{}", state.position()),
                None => assert!(climbs.is_empty(), "{climbs:?} at {}", state.position()),
            }
            seen += climbs.len();
            moves.clear();
            state.moves(&mut moves);
            state.play(rng.pick(&moves));
        }
        assert_eq!(state.winning_move(), None);
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_blocked_player_loses() {
    let state = at("00000/00000/00000/22000/02200 P1:a1,e5 P2:d4,e3 1");
    assert_eq!(state.outcome(), None);
    // Both workers of player 1 stand in corners between towers that are too high or complete.
    let blocked = at("00020/00024/00000/24000/02000 P1:a1,e5 P2:d3,e3 1");
    assert_eq!((blocked.outcome(), texts(&blocked).len()), (Some(Outcome::Win(Player::Second)), 0));
    let other = at("00020/00024/00000/24000/02000 P1:a1,e5 P2:d3,e3 2");
    assert_eq!(other.outcome(), None);
    // Other workers block, too.
    let blocked = at("00000/00000/00000/20000/02000 P1:a1,b2 P2:d3,e3 1");
    assert!(texts(&blocked).iter().all(|text| text.starts_with("b2-")));
}

#[test]
fn wrong_texts_are_refused() {
    for (text, message) in [
        ("", "the position is empty"),
        ("00000/00000/00000/00000 1", "five rows of five numbers"),
        ("00000/00000/00000/00000/0000é 1", "character 29: `é` is not a height"),
        ("00000/00500/00000/00000/00000 1", "character 9: `5` is not a height"),
        ("00000/00000/00000/00000/00000 3", "character 31: the side to move"),
        ("00000/00000/00000/00000/00000 1 1", "character 33: unexpected `1`"),
        ("00000/00000/00000/00000/00000 P1:a1 2", "character 34: `a1` are not two cells"),
        ("00000/00000/00000/00000/00000 P1:a1,a9 2", "are not two cells"),
        ("00000/00000/00000/00000/00000 P1:a1,a1 2", "no room for a worker on a1"),
        ("00000/00000/00000/00000/40000 P1:a1,a2 2", "no room for a worker on a1"),
        ("00000/00000/00000/00000/00000 P1:a1,a2 P1:b1,b2 2", "character 40: unexpected"),
        ("00000/00000/00000/00000/00000 P1:a1,a2 1", "workers are missing"),
        ("00000/00000/00000/00000/00000 P2:a1,a2 1", "workers are missing"),
        ("00000/00000/00000/00000/00000 2", "workers are missing"),
        ("00000/00000/00000/00000/00030 1", "before anything is built"),
        ("44444/44444/44444/44444/40044 1", "workers are missing"),
        ("00000/00000/00000/00000/30300 P1:a1,a2 P2:c1,c2 1", "both players"),
    ] {
        let error = Santorini::start().parse_position(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let placed = at("00000/00000/00000/00000/00000 P1:a1,a2 P2:b1,b2 1");
    for text in ["", ",", "a1", "a1-a3", "a1,a3", "a2-a3/b2", "a1-a2/b3", "é"] {
        assert!(placed.parse_move(text).is_err(), "{text}");
    }
}
