//! Networks trained on games that are solved exactly tell who wins in states that they have not seen.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use game::{Game, Rng};
use games::breakthrough::Breakthrough;
use games::connect4::Connect4;
use games::hex::Hex;
use learn::network::{Incremental, Parameters, Shape};
use learn::samples::Samples;
use learn::train::Trainer;
use search::evaluate::Zero;
use search::policy::Descent;
use search::{Budget, Completion, Evaluator, Search, Stop};

/// So many states are looked at, drawn from all that the start leads to.
const STATES: usize = 200_000;
const STEPS: usize = 6_000;
const BATCH: usize = 256;

/// States that are not terminal, each with its gain, in random order.
fn solved<G: Game>(start: &G) -> Vec<(G, i8)> {
    let mut search = Search::new(start.clone(), Box::new(Descent), Completion::Strong, Box::new(Zero));
    assert_eq!(search.run(&Budget::default(), &AtomicBool::new(false)), Stop::Resolved);
    let (mut states, mut rng, mut shown) = (Vec::new(), Rng::new(1), 0);
    search.visit_labels(std::slice::from_ref(start), |state, label| {
        if state.outcome().is_none() {
            // Each of the states shown so far is as likely to be kept.
            shown += 1;
            let place = rng.below(shown);
            if states.len() < STATES {
                states.push((state.clone(), label.exact));
            } else if place < STATES {
                states[place] = (state.clone(), label.exact);
            }
        }
        ControlFlow::Continue(())
    });
    for i in (1..states.len()).rev() {
        states.swap(i, rng.below(i + 1));
    }
    states
}

/// The part of held-back states whose sign a trained network tells.
fn right_signs<G: Game>(start: G) -> f64 {
    let states = solved(&start);
    let (held_back, seen) = states.split_at(states.len() / 10);
    let mut samples = Samples::default();
    let mut buffer = Vec::new();
    for (state, gain) in seen {
        samples.push_state(state, f32::from(*gain), &mut buffer);
    }
    let shape = Shape { width: 128, ..Shape::usual(start.feature_count()) };
    let mut trainer = Trainer::fresh(Parameters::new(shape, 1), 1);
    let (mut rng, mut batch) = (Rng::new(2), Samples::default());
    for step in 0..STEPS {
        batch.clear();
        for _ in 0..BATCH {
            let index = rng.below(samples.len());
            batch.push(samples.features(index), samples.target(index));
        }
        trainer.step(&batch, 3e-3 * (1.0 - step as f32 / STEPS as f32));
    }
    let network = Incremental::new(trainer.parameters());
    let is_right = |(state, gain): &&(G, i8)| {
        let mut value = [0.0];
        network.evaluate(state, std::slice::from_ref(state), &mut value);
        // A value closer to 0 than to a win says that it is a draw.
        let sign = if value[0].abs() < 0.5 { 0 } else { value[0].signum() as i8 };
        if states.iter().take(1000).any(|(_, gain)| *gain == 0) {
            sign == *gain
        } else {
            value[0] * f32::from(*gain) > 0.0
        }
    };
    let right = held_back.iter().filter(is_right).count() as f64 / held_back.len() as f64;
    println!("{} states, {:.2} % right", states.len(), 100.0 * right);
    right
}

#[test]
fn connect_four_5x4() {
    assert!(right_signs(Connect4::<u64>::start(5, 4)) >= 0.95);
}

#[test]
fn breakthrough_3x6() {
    assert!(right_signs(Breakthrough::start(3, 6)) >= 0.95);
}

#[test]
fn hex_4x4() {
    assert!(right_signs(Hex::<u64>::start(4, 4, false)) >= 0.95);
}
