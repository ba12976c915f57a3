//! Estimates after an exchange.

use std::sync::atomic::{AtomicUsize, Ordering};

use game::evaluate::Noise;
use game::quiet::Quiet;
use game::{AnyState, Evaluator, Game, Player, Rng, Sight, TerminalFunction};

const TERMINAL: TerminalFunction = TerminalFunction::SCORE;

/// Counts what it evaluates.
struct Counting<'a, E>(E, &'a AtomicUsize);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Counting<'_, E> {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        self.1.fetch_add(children.len(), Ordering::Relaxed);
        self.0.evaluate(parent, children, values);
    }
}

/// The lead of White in pieces, as the position writes them: a queen is nine pawns.
struct Material;

impl<G: Game> Evaluator<G> for Material {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        for (child, value) in children.iter().zip(values) {
            let text = child.position();
            let board = text.split(' ').next().unwrap_or_default();
            let worth = |piece: char| match piece.to_ascii_lowercase() {
                'q' => 9.0,
                'r' => 5.0,
                'b' | 'n' => 3.0,
                'p' => 1.0,
                _ => 0.0,
            };
            let lead = |piece: char| if piece.is_uppercase() { worth(piece) } else { -worth(piece) };
            *value = board.chars().map(lead).sum::<f32>() / 100.0;
        }
    }
}

fn noise(state: &AnyState) -> f32 {
    let mut value = [0.0];
    Noise { seed: 3 }.evaluate(state, std::slice::from_ref(state), &mut value);
    value[0]
}

fn children(state: &AnyState) -> Vec<AnyState> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let after = |m| {
        let mut child = state.clone();
        child.play(m);
        child
    };
    moves.into_iter().map(after).collect()
}

/// By definition, without leaving anything out.
fn settled(state: &AnyState, depth: u32) -> f32 {
    if let Some(outcome) = state.outcome() {
        return TERMINAL.value(state, outcome);
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let is_forcing: Vec<bool> = moves.iter().map(|&m| state.is_forcing(m)).collect();
    let stop = noise(state);
    if depth == 0 || !is_forcing.contains(&true) {
        return stop;
    }
    let replies = children(state).into_iter().zip(&is_forcing).filter(|(_, forcing)| **forcing);
    let values = replies.map(|(reply, _)| settled(&reply, depth - 1));
    let values = values.chain(is_forcing.contains(&false).then_some(stop));
    let better = |a: f32, b: f32| if state.turn().prefers(b, a) { b } else { a };
    values.reduce(better).unwrap()
}

#[test]
fn forcing_moves_are_followed_as_defined() {
    for (game, depth) in [
        ("chess", 2),
        ("xiangqi", 3),
        ("draughts:international", 4),
        ("ataxx", 1),
        ("surakarta", 3),
        ("arimaa", 2),
        ("breakthrough", 3),
    ] {
        let (mut rng, mut changed, mut forced) = (Rng::new(5), 0, 0);
        for _ in 0..3 {
            let mut state = games::start(game).unwrap();
            for _ in 0..60 {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let leaves: Vec<(usize, AnyState)> = children(&state)
                    .into_iter()
                    .enumerate()
                    .filter(|(_, child)| child.outcome().is_none())
                    .collect();
                let states: Vec<AnyState> = leaves.iter().map(|(_, child)| child.clone()).collect();
                let (count, mut values) = (AtomicUsize::new(0), vec![0.0; states.len()]);
                let quiet = Quiet::new(Counting(Noise { seed: 3 }, &count), depth, TERMINAL);
                let counted = quiet.evaluate_counting(&state, &states, &mut values);
                assert_eq!(counted, count.into_inner(), "{game}");
                for ((index, child), value) in leaves.iter().zip(values) {
                    let is_forced = state.is_forcing(moves[*index]);
                    let by_definition = if is_forced { settled(child, depth) } else { noise(child) };
                    assert_eq!(
                        value,
                        by_definition,
                        "{game}: {} after {}",
                        child.position(),
                        state.position()
                    );
                    forced += usize::from(is_forced);
                    changed += usize::from(value != noise(child));
                }
                state.play(rng.pick(&moves));
            }
        }
        assert!(forced > 0 && changed > 0 && changed <= forced, "{game}: {changed} of {forced}");
    }
}

#[test]
fn a_protected_pawn_is_not_worth_a_queen() {
    let start = games::start("chess").unwrap();
    // The pawn on d5 is protected by the pawn on e6, the one on a7 by nothing.
    let state = start.parse_position("4k3/p7/4p3/3p4/8/8/8/3QK3 w - - 0 1").unwrap();
    let after = |text: &str| {
        let mut child = state.clone();
        child.play(state.parse_move(text).unwrap());
        child
    };
    let values = |depth: u32| {
        let mut values = [0.0; 2];
        Quiet::new(Material, depth, TERMINAL).evaluate(&state, &[after("d1d5"), after("d1d4")], &mut values);
        values
    };
    assert_eq!(values(0), [0.07, 0.06]);
    assert_eq!(values(1), [-0.02, 0.06]);
    assert_eq!(state.turn(), Player::First);
}
