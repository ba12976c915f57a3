//! Chess: the draws that the past makes, texts, and forced mates.

use std::collections::HashMap;

use game::history::{Cyclic, History};
use game::{Game, Outcome, Player, Sight};
use games::chess::Chess;

use crate::laws::check_from;
use crate::line::after;
use crate::unshared;

type State = History<Chess>;

fn start() -> State {
    History::new(Chess::start())
}

fn at(fen: &str) -> State {
    start().parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.iter().map(|&m| state.move_text(m)).collect()
}

const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn endgames_obey_the_laws() {
    // Few pieces and no pawns: symmetries of all kinds, and draws of all kinds.
    check_from("chess", "8/8/3k4/8/2bn4/8/3R4/3K4 w - - 40 60", 10_000, 2);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let twice = after(start(), KNIGHTS_OUT_AND_BACK);
    assert_eq!(twice.outcome(), None);
    let thrice = after(twice, KNIGHTS_OUT_AND_BACK);
    assert_eq!(thrice.outcome(), Some(Outcome::Draw));
    assert_eq!(thrice.score(), 0.0);
    assert!(thrice.parse_move("e2e4").unwrap_err().to_string().contains("over"));
    let read = start().parse_position(&thrice.position()).unwrap();
    assert_eq!((&read, read.outcome()), (&thrice, Some(Outcome::Draw)));
}

#[test]
fn a_double_step_that_nobody_can_take_does_not_make_another_position() {
    let state = after(start(), "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1");
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_legal_en_passant_capture_makes_another_position() {
    let takeable = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1";
    let shuffle = "g8f6 g1f3 f6g8 f3g1";
    let thrice = after(at(takeable), &format!("e2e4 {shuffle} {shuffle}"));
    assert_eq!(thrice.outcome(), None, "the first of the three was another position");
    assert_eq!(
        after(thrice, "g8f6").outcome(),
        Some(Outcome::Draw),
        "the third time after the knight's move"
    );
    // A pawn that is pinned to its king cannot take.
    let pinned = "3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1";
    assert_eq!(after(at(pinned), &format!("e2e4 {shuffle} {shuffle}")).outcome(), Some(Outcome::Draw));
}

#[test]
fn fifty_moves_of_each_side_are_a_draw() {
    let state = after(at("8/8/4k3/8/8/4K3/8/R7 w - - 98 90"), "a1a2 e6d6");
    assert_eq!(state.outcome(), Some(Outcome::Draw));
    assert_eq!(state.position(), "8/8/4k3/8/8/4K3/8/R7 w - - 98 90 moves a1a2 e6d6");
    assert_eq!(at("8/8/3k4/8/8/4K3/R7/8 w - - 100 91").outcome(), Some(Outcome::Draw));
    let pawn = after(at("8/8/4k3/8/8/4K3/P7/8 w - - 99 90"), "a2a4");
    assert_eq!((pawn.outcome(), pawn.position().as_str()), (None, "8/8/4k3/8/P7/4K3/8/8 b - - 0 90"));
}

#[test]
fn the_clock_counts_a_hundred_plies() {
    let mut state = at("8/8/4k3/8/8/4K3/8/R7 w - - 0 1");
    let mut visits: HashMap<_, u32> = HashMap::new();
    for ply in 0..100 {
        assert_eq!(state.outcome(), None, "after {ply} plies");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let quiet_children = moves.iter().filter(|&&m| !state.board().irreversible(m)).map(|&m| {
            let mut child = state.clone();
            child.play(m);
            child
        });
        let unforced = quiet_children.filter(|child| child.board().outcome().is_none());
        let next = unforced.min_by_key(|child| visits.get(&child.board().repetition_key()).copied());
        state = next.expect("there is always a quiet move here");
        *visits.entry(state.board().repetition_key()).or_insert(0) += 1;
    }
    assert!(visits.values().all(|&times| times < 3));
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn mate_comes_before_the_fifty_moves() {
    let mate = after(at("7k/R7/8/8/8/8/8/1R5K w - - 99 80"), "b1b8");
    assert_eq!(mate.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(mate.score(), 1.0 + 4.0 / 32.0);
}

#[test]
fn stalemate_is_a_draw_of_the_board() {
    let state = after(at("7k/8/8/6Q1/8/8/8/K7 w - - 0 1"), "g5g6");
    assert_eq!(state.board().outcome(), Some(Outcome::Draw));
    assert_eq!((state.outcome(), state.score()), (Some(Outcome::Draw), 0.0));
}

#[test]
fn material_that_cannot_mate_is_a_draw_at_once() {
    for bare in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/N7 b - - 0 1",
        "8/8/4k3/8/8/4K3/8/b7 w - - 0 1",
        "8/8/4k3/8/1b6/4K3/8/B7 w - - 0 1",
        "8/8/b3k3/8/8/4K3/8/1B1B4 w - - 0 1",
    ] {
        let state = at(bare);
        assert_eq!(state.outcome(), Some(Outcome::Draw), "{bare}");
        assert_eq!(state.board().outcome(), None, "perft goes on: {bare}");
        assert!(texts(&state).is_empty());
    }
    for enough in [
        "8/8/4k3/8/b7/4K3/8/B7 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/NN6 w - - 0 1",
        "8/8/4k3/8/n7/4K3/8/N7 w - - 0 1",
        "8/8/4k3/8/n7/4K3/8/B7 w - - 0 1",
        "8/8/4k3/8/p7/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/R7 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/q7 w - - 0 1",
    ] {
        assert_eq!(at(enough).outcome(), None, "{enough}");
    }
    let captured = after(at("8/8/8/8/8/4k3/4r3/4K1N1 w - - 5 9"), "g1e2");
    assert_eq!(captured.outcome(), Some(Outcome::Draw));
    assert_eq!(after(at("8/8/8/8/8/5k2/4r3/4K3 w - - 5 9"), "e1d1").outcome(), None);
    assert_eq!(after(at("8/8/8/8/6k1/8/4r3/4K3 w - - 5 9"), "e1e2").outcome(), Some(Outcome::Draw));
}

#[test]
fn perft_goes_on_behind_the_draws() {
    let mut state = at("8/8/4k3/8/8/4K3/8/8 w - - 100 90");
    assert_eq!(state.perft(1, game::perft::Unit::Decision), 8);
    state.forget_past();
    state.play(state.parse_move("e3d3").unwrap());
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn castling_is_written_as_the_way_of_the_king() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7";
    let legal = texts(&at(fen));
    for text in ["e1g1", "e1c1", "h1h8", "a1a8"] {
        assert!(legal.contains(&text.to_owned()), "{text}");
    }
    assert!(!legal.contains(&"e1h1".to_owned()));
    assert_eq!(after(at(fen), "e1g1").position(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 7");
    assert_eq!(after(at(fen), "e1c1").position(), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 7");
    assert_eq!(after(at(fen), "E1C1 e8g8").position(), "r4rk1/8/8/8/8/8/8/2KR3R w - - 5 8");
    assert_eq!(after(at(fen), "e1g1 e8c8").position(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 8");
}

#[test]
fn a_lost_castling_right_closes_the_way_back() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7";
    assert_eq!(after(at(fen), "h1g1").position(), "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 4 7");
    assert_eq!(after(at(fen), "h1g1 e8e7 g1h1").position(), "r6r/4k3/8/8/8/8/8/R3K1R1 w Q - 5 8 moves g1h1");
    // Positions with the right and without it are not the same one.
    let circle = "h1g1 h8g8 g1h1 g8h8";
    let twice = after(at(fen), &format!("{circle} {circle}"));
    assert_eq!(twice.outcome(), None);
    assert_eq!(after(twice, "h1g1 h8g8").outcome(), Some(Outcome::Draw));
}

#[test]
fn en_passant_and_promotion_are_written_as_in_uci() {
    let state = after(at("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d7d5");
    assert_eq!(state.position(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(after(state, "e5d6").position(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    assert_eq!(
        after(start(), "e2e4").position(),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );

    let promotion = at("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let legal = texts(&promotion);
    for text in ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r", "a7b8b", "a7b8n"] {
        assert!(legal.contains(&text.to_owned()), "{text}");
    }
    assert_eq!(after(promotion.clone(), "a7b8n").position(), "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(promotion.parse_move("a7a8").is_err());
}

#[test]
fn the_clock_belongs_to_the_state_and_the_move_number_does_not() {
    let [one, other, later] =
        ["0 1", "0 9", "7 9"].map(|counters| at(&format!("4k3/8/8/8/8/8/P7/4K3 w - - {counters}")));
    assert_eq!((&one, one.key()), (&other, other.key()));
    assert_ne!(one, later);
    assert_ne!(one.key(), later.key());
    assert_eq!(one.board().repetition_key(), later.board().repetition_key());
}

#[test]
fn what_a_fen_leaves_out_is_the_usual() {
    let state = at("7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6");
    assert_eq!(state.position(), "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 0 1");
    assert_eq!(at("4k3/8/8/8/8/8/P7/4K3"), at("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
}

#[test]
fn wrong_positions_are_refused() {
    let error = |fen: &str| start().parse_position(fen).unwrap_err();
    assert_eq!(error("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1").place(), Some(9));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 x - - 0 1").place(), Some(20));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w Q - 0 1").place(), Some(23));
    assert_eq!(error("4k3/8/8/8/8/8/8/5K1R w K - 0 1").place(), Some(23));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - e3 0 1").place(), Some(24));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 101 1").place(), Some(26));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1").place(), Some(26));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 0").place(), Some(28));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1").place(), Some(30));
    assert!(error("4k3/8/8/8/8/8/4K3 w - - 0 1").to_string().contains("7 ranks"));
    assert!(error("4k3/8/8/9/8/8/8/4K3 w - - 0 1").to_string().contains("row 4"));
    assert!(error("8/8/8/8/8/8/8/4K3 w - - 0 1").to_string().contains("one king"));
    assert!(error("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").to_string().contains("in check"));
    assert!(error("").to_string().contains("empty"));
}

/// Whether White mates within this number of plies, whatever Black does.
fn mates_within(state: &State, plies: u32) -> bool {
    match state.outcome() {
        Some(outcome) => outcome == Outcome::Win(Player::First),
        None if plies == 0 => false,
        None => {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let mut children = moves.iter().map(|&m| {
                let mut child = state.clone();
                child.play(m);
                child
            });
            match state.turn() {
                Player::First => children.any(|child| mates_within(&child, plies - 1)),
                Player::Second => children.all(|child| mates_within(&child, plies - 1)),
            }
        }
    }
}

#[test]
fn forced_mates_are_as_long_as_composed() {
    assert!(mates_within(&at("7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6"), 1));
    let in_three = at("8/8/8/KQ4P1/p2PkpP1/P4p2/5P2/8 b - -");
    assert!(mates_within(&in_three, 6));
    assert!(!mates_within(&in_three, 4));
}

#[test]
fn sharing_equal_states_changes_no_value() {
    for (fen, expected) in [
        ("8/8/4k3/8/8/4K3/8/R7 w - - 96 90", 0),
        ("8/8/8/8/8/k7/2q5/K7 b - - 97 90", -1),
        ("6k1/R7/6K1/8/8/8/8/8 w - - 97 90", 1),
    ] {
        let state = at(fen);
        assert_eq!(
            (unshared::value(&state), game::laws::exhaustive_value(&state)),
            (expected, expected),
            "{fen}"
        );
    }
}

#[test]
fn captures_and_promotions_are_forcing() {
    let forcing = |fen: &str| {
        let state = at(fen);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.retain(|&m| state.is_forcing(m));
        let mut texts: Vec<String> = moves.iter().map(|&m| state.move_text(m)).collect();
        texts.sort();
        texts.join(" ")
    };
    assert_eq!(forcing("4k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1"), "a7a8b a7a8n a7a8q a7a8r e5d6");
    // Castling goes to the own rook, and captures nothing.
    assert_eq!(forcing("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "");
}

#[test]
fn a_player_who_is_not_in_check_can_pass() {
    let passed = start().pass().unwrap();
    assert_eq!((passed.turn(), texts(&passed).len()), (Player::Second, 20));
    assert_eq!(at("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").pass(), None);
}
