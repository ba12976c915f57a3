//! Networks trained on games that are solved exactly know who wins in states that they have not seen.

use std::collections::{HashMap, HashSet};

use game::{AnyState, Features, Game, Key, Rng, Sharing};
use learn::network::{Incremental, Parameters, Shape};
use learn::samples::Samples;
use learn::train::Trainer;

/// Different states of random games.
const STATES: usize = 200_000;
const BATCH: usize = 256;

/// The gain of player 1 under best play, by the rules alone.
fn gain(state: &AnyState, known: &mut HashMap<Key, i8>) -> i8 {
    if let Some(outcome) = state.outcome() {
        return outcome.gain();
    }
    if let Some(&gain) = known.get(&state.canonical_key()) {
        return gain;
    }
    let (player, mut best) = (state.turn(), None);
    for (_, child) in search::children(state) {
        let gain = gain(&child, known);
        if best.is_none_or(|best| player.prefers(gain, best)) {
            best = Some(gain);
        }
        if gain == player.sign() {
            break;
        }
    }
    let best = best.expect("a state that is not terminal has children");
    known.insert(state.canonical_key(), best);
    best
}

/// States that are not terminal, all different, in the order in which random games came to them.
fn states(start: &AnyState) -> Vec<AnyState> {
    let (mut rng, mut seen, mut states) = (Rng::new(1), HashSet::new(), Vec::new());
    let (mut state, mut moves) = (start.clone(), Vec::new());
    while states.len() < STATES {
        if state.outcome().is_some() {
            state = start.clone();
        }
        if seen.insert(state.canonical_key()) {
            states.push(state.clone());
        }
        moves.clear();
        state.moves(&mut moves);
        state.play(rng.pick(&moves));
    }
    states
}

/// The gain that is nearest to a value, of those that there are in the game.
fn nearest(value: f32, gains: &HashSet<i8>) -> Option<i8> {
    let distance = |gain: i8| (value - f32::from(gain)).abs();
    gains.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
}

/// The part of held-back states whose winner, or draw, a trained network predicts.
fn right_signs(game: &str, steps: usize) -> f64 {
    let start = games::start(game).unwrap();
    let mut known = HashMap::new();
    let states = states(&start);
    let gains: Vec<i8> = states.iter().map(|state| gain(state, &mut known)).collect();
    let (mut samples, mut buffer) = (Samples::default(), Vec::new());
    let is_held_back = |index: usize| index.is_multiple_of(10);
    for (index, state) in states.iter().enumerate().filter(|(index, _)| !is_held_back(*index)) {
        for image in [vec![state.clone()], state.symmetries()].concat() {
            samples.push_state(&image, f32::from(gains[index]), &mut buffer);
        }
    }
    let shape = Shape::usual(start.feature_count());
    let mut trainer = Trainer::fresh(Parameters::new(shape, 1));
    let (mut rng, mut batch) = (Rng::new(2), Samples::default());
    for step in 0..steps {
        batch.clear();
        for _ in 0..BATCH {
            let index = rng.below(samples.len());
            batch.push(samples.features(index), samples.target(index));
        }
        trainer.step(&batch, 2e-3 * (1.0 - step as f32 / steps as f32));
    }
    let network = Incremental::new(trainer.parameters());
    assert!(off_by(&network, trainer.parameters(), &states[..1000]) < 0.02);
    let possible: HashSet<i8> = gains.iter().copied().collect();
    let is_right = |index: usize| nearest(network.value(&states[index]), &possible) == Some(gains[index]);
    let right: Vec<bool> = (0..states.len()).filter(|&index| is_held_back(index)).map(is_right).collect();
    let part = right.iter().filter(|right| **right).count() as f64 / right.len() as f64;
    println!("{:.2} % of {} states right", 100.0 * part, right.len());
    part
}

/// How far the integers of a search are from the floats of training.
fn off_by(network: &Incremental, parameters: &Parameters, states: &[AnyState]) -> f32 {
    let difference = |state: &AnyState| {
        let mut features = Vec::new();
        state.features(&mut features);
        (network.value(state) - parameters.value(&features)).abs()
    };
    let worst = states.iter().map(difference).fold(0.0, f32::max);
    println!("integers are off by {worst} at most");
    worst
}

#[test]
fn connect_four_5x4() {
    // The only one with draws.
    assert!(right_signs("connect4:5x4", 24_000) >= 0.95);
}

#[test]
fn breakthrough_3x6() {
    assert!(right_signs("breakthrough:3x6", 8_000) >= 0.95);
}

#[test]
fn hex_4x4() {
    assert!(right_signs("hex:4,noswap", 8_000) >= 0.95);
}
