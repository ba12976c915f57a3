//! The length of a win matches its definition on random graphs, and known results on positions.

use std::sync::atomic::AtomicBool;

use game::{Game, Player, Rng};
use games::chess::Chess;
use games::connect4::Connect4;
use games::graph::{Description, Graph, State};
use search::shortest::{Length, Patience, shortest_win};

use crate::model::{Shape, random_graph};

fn shortest<G: Game>(root: &G, winner: Player) -> Length<G::Move> {
    let interrupt = AtomicBool::new(false);
    shortest_win(root, winner, &Patience { time: None, memory: 1 << 26, interrupt: &interrupt }, &mut |_| {})
}

fn after<G: Game>(state: &G, m: G::Move) -> G {
    let mut child = state.clone();
    child.play(m);
    child
}

/// The number of plies until `winner` wins, by the definition; `None` if there is no win.
fn by_definition(state: &State, winner: Player) -> Option<u32> {
    if let Some(outcome) = state.outcome() {
        return (outcome.gain() == winner.sign()).then_some(0);
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let below = moves.iter().map(|&m| by_definition(&after(state, m), winner));
    let best = match state.turn() == winner {
        true => below.flatten().min()?,
        false => below.collect::<Option<Vec<_>>>()?.into_iter().max()?,
    };
    Some(1 + best)
}

#[test]
fn the_length_matches_the_definition_on_random_graphs() {
    let mut rng = Rng::new(4);
    let mut wins = 0;
    for round in 0..3000 {
        let shape = if round % 2 == 0 { Shape::Graded } else { Shape::Skipping };
        let states = 2 + rng.below(40);
        let root = Graph::new(random_graph(rng.next_u64(), states, shape)).unwrap().start();
        for winner in Player::BOTH {
            let exact = by_definition(&root, winner);
            let found = shortest(&root, winner);
            assert_eq!(found.plies, exact, "round {round}");
            let Some(plies) = exact else { continue };
            wins += 1;
            assert_eq!((found.at_least, found.line.len()), (plies, plies as usize));
            // Every move on the line brings the win one ply closer.
            let mut state = root.clone();
            for (left, &m) in (0..plies).rev().zip(&found.line) {
                state.play(m);
                assert_eq!(by_definition(&state, winner), Some(left));
            }
        }
    }
    assert!(wins > 500, "{wins}");
}

#[test]
fn known_chess_mates_have_their_length() {
    let start = game::history::History::new(Chess::start());
    // Positive: the side to move mates in this many moves. Negative: it is mated in this many.
    for (position, mate) in [
        ("7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 0 1", 1),
        ("8/8/8/KQ4P1/p2PkpP1/P4p2/5P2/8 b - - 0 1", -3_i32),
        ("3R1n2/1p3B2/1Pkbr1r1/p6b/P3P1p1/2p1B3/8/2KR4 b - - 0 1", -4),
    ] {
        let root = start.parse_position(position).unwrap();
        let winner = if mate > 0 { root.turn() } else { root.turn().other() };
        let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
        assert_eq!(shortest(&root, winner).plies, Some(plies as u32), "{position}");
    }
}

/// Late positions of Connect Four: the columns played, and the score by an independent solver, which is 22
/// minus the number of the winner's stones at the end, from the point of view of the player to move.
#[test]
fn connect_four_wins_have_the_length_of_their_score() {
    for line in include_str!("../data/connect4_late.txt").lines() {
        let (columns, score) = line.split_once(' ').unwrap();
        let score: i32 = score.parse().unwrap();
        let mut root = Connect4::<u64>::start(7, 6);
        for column in columns.chars() {
            root.play(root.parse_move(&column.to_string()).unwrap());
        }
        let winner = if score > 0 { root.turn() } else { root.turn().other() };
        // The winner has played half of the stones so far, and one more if it moved first and the loser is to
        // move.
        let played = columns.len() as i32;
        let stones_now = if winner == Player::First { (played + 1) / 2 } else { played / 2 };
        let to_play = 22 - score.abs() - stones_now;
        let plies = 2 * to_play - i32::from(root.turn() == winner);
        assert_eq!(shortest(&root, winner).plies, Some(plies as u32), "{line}");
    }
}

#[test]
fn a_search_that_runs_out_of_time_returns_a_bound() {
    let start = Connect4::<u64>::start(7, 6);
    let interrupt = AtomicBool::new(false);
    let patience =
        Patience { time: Some(std::time::Duration::from_millis(50)), memory: 1 << 20, interrupt: &interrupt };
    let found = shortest_win(&start, Player::First, &patience, &mut |_| {});
    assert_eq!(found.plies, None);
    assert!((7..41).contains(&found.at_least), "{found:?}");
}

/// A game of this many plies with a single winning line: at each ply, one of two moves ends the game in a
/// draw.
fn corridor(plies: usize) -> State {
    let end = 2 * plies;
    let is_on_line = |s: usize| s.is_multiple_of(2);
    let children =
        |s: usize| if is_on_line(s) && s < end { vec![s as u32 + 1, s as u32 + 2] } else { Vec::new() };
    let gains: Vec<f64> = (0..=end).map(|s| if s == end { 1.0 } else { 0.0 }).collect();
    let description = Description {
        player: vec![1; end + 1],
        children: (0..=end).map(children).collect(),
        gain: gains.clone(),
        score: gains,
        eval: Vec::new(),
    };
    Graph::new(description).unwrap().start()
}

#[test]
fn very_long_wins_do_not_panic() {
    assert_eq!(shortest(&corridor(300), Player::First).plies, Some(300));
    let found = shortest(&corridor(5000), Player::First);
    assert_eq!(found.plies, None);
    assert!(found.at_least > 1000, "{}", found.at_least);
}
