use game::{Features, Game, Rng};
use search::Evaluator;

use super::*;
use crate::network::{Layout, PatternNetwork, PatternOptions, PatternPart as Part};

const GAME: &str = "clobber:5x4";

fn parameters(seed: u64) -> Parameters<Patterns> {
    let sizes = PatternOptions { width: 64, hidden: [16, 16], stages: 2 };
    let mut parameters = Parameters::new(Patterns::new(&games::start(GAME).unwrap(), sizes, 2.0), seed);
    // Nothing at its kink or at 0: rows of patterns begin there.
    let mut rng = Rng::new(seed);
    let numbers = parameters.numbers_mut().iter_mut().filter(|number| **number == 0.0);
    numbers.for_each(|number| *number = (rng.below(2001) as f32 - 1000.0) / 10_000.0);
    parameters
}

fn trainer(seed: u64) -> PatternTrainer {
    let parameters = parameters(seed);
    let adam = Adam::new(parameters.shape());
    PatternTrainer::new(parameters, adam, 0.0)
}

/// States of random games. What they are worth depends on how many stones are left, as it does for all their images.
fn batch(count: usize, seed: u64) -> Samples {
    let (mut rng, mut samples, mut buffer) = (Rng::new(seed), Samples::default(), Vec::new());
    let start = games::start(GAME).unwrap();
    let (mut state, mut moves) = (start.clone(), Vec::new());
    while samples.len() < count {
        buffer.clear();
        state.features(&mut buffer);
        let target = (buffer.len() % 3) as f32 - 1.0;
        samples.push_state(&state, 0.9 * target, &mut buffer);
        moves.clear();
        state.moves(&mut moves);
        if moves.is_empty() { state = start.clone() } else { state.play(rng.pick(&moves)) }
    }
    samples
}

/// The mean squared error of the images that the trainer will choose, computed plainly.
fn loss(trainer: &PatternTrainer, parameters: &Parameters<Patterns>, batch: &Samples) -> f64 {
    let (seed, mut features) = (mix(trainer.adam.steps), Vec::new());
    let error = |index: usize| {
        let state = batch.features(index);
        let image = Rng::new(seed ^ index as u64).below(trainer.images.of(state));
        trainer.images.image(state, image, &mut features);
        f64::from(parameters.value_of(&features) - batch.target(index)).powi(2)
    };
    (0..batch.len()).map(error).sum::<f64>() / batch.len() as f64
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let (mut trainer, batch) = (trainer(3), batch(64, 5));
    let plain = loss(&trainer, &trainer.parameters, &batch);
    assert!((f64::from(trainer.gradient(&batch)) - plain).abs() < 1e-5, "the same error");
    let layout = trainer.parameters.shape().clone();
    let behind = layout.range(Part::Rows).end;
    let [first, others @ ..] = &mut trainer.shards;
    others.iter_mut().for_each(|other| first.take_over(other, SimdLevel::PLAIN));
    let mut gradient = vec![0.0; layout.numbers()];
    gradient[behind..].copy_from_slice(&first.dense);
    let width = layout.sizes.width;
    for (&row, numbers) in first.rows.rows.iter().zip(first.rows.numbers.chunks_exact(width)) {
        gradient[row as usize * width..][..width].copy_from_slice(numbers);
    }
    // Along directions that move one part each, where the slope is much larger than what floats lose.
    let mut rng = Rng::new(1);
    for part in Part::ALL {
        let range = layout.range(part);
        let slopes = &gradient[range.clone()];
        let direction: Vec<f32> = slopes.iter().map(|slope| slope.signum() * rng.below(100) as f32).collect();
        let expected: f64 = slopes.iter().zip(&direction).map(|(a, b)| f64::from(a * b)).sum();
        let length = 4e-4 / expected.abs().max(1e-3);
        let moved = |times: f64| {
            let mut parameters = trainer.parameters.clone();
            let numbers = &mut parameters.numbers_mut()[range.clone()];
            numbers.iter_mut().zip(&direction).for_each(|(n, d)| *n += (times * f64::from(*d)) as f32);
            loss(&trainer, &parameters, &batch)
        };
        let measured = (moved(length) - moved(-length)) / (2.0 * length);
        let off = (measured - expected).abs() / expected.abs();
        assert!(off < 0.02, "{part:?}: {measured} measured, {expected} expected");
    }
}

#[test]
fn any_number_of_threads_and_any_level_trains_the_same() {
    let train = |threads: usize, level: SimdLevel| {
        let mut trainer = PatternTrainer { level, ..trainer(3) };
        let pool = crate::team(threads).unwrap();
        let losses: Vec<f32> =
            pool.install(|| (0..10).map(|seed| trainer.step(&batch(33, seed), 1e-2)).collect());
        (losses, trainer.parameters.numbers().to_vec(), trainer.adam.clone())
    };
    let expected = train(1, SimdLevel::PLAIN);
    for threads in 1..=3 {
        for level in SimdLevel::available() {
            assert!(train(threads, level) == expected, "{threads} threads, {level:?}");
        }
    }
}

#[test]
fn training_fits_what_it_sees_from_all_sides() {
    let (mut trainer, batch) = (trainer(3), batch(60, 8));
    (0..400).for_each(|_| {
        trainer.step(&batch, 3e-3);
    });
    let plain = loss(&trainer, &trainer.parameters, &batch);
    assert!(plain < 0.05, "{plain}");
    let (network, start) = (PatternNetwork::new(&trainer.parameters), games::start(GAME).unwrap());
    let mut values = [0.0];
    network.evaluate(&start, std::slice::from_ref(&start), &mut values);
    assert!(values[0].is_finite());
}

#[test]
fn rows_that_are_off_stay_as_they_are_and_others_count_their_steps() {
    let mut trainer = trainer(3);
    let before = trainer.parameters.numbers().to_vec();
    let mut one = Samples::default();
    one.push_state(&games::start(GAME).unwrap(), 1.0, &mut Vec::new());
    (0..3).for_each(|_| {
        trainer.step(&one, 1e-3);
    });
    let width = trainer.parameters.shape().sizes.width;
    let moved: Vec<bool> = (before.chunks_exact(width).zip(trainer.parameters.numbers().chunks_exact(width)))
        .map(|(before, now)| before != now)
        .take(trainer.parameters.shape().rows())
        .collect();
    for (row, &steps) in trainer.adam.row_steps.iter().enumerate() {
        assert_eq!(moved[row], steps > 0, "{row}");
    }
    let most = trainer.adam.row_steps.iter().max();
    assert!(most == Some(&3) && moved.iter().any(|moved| !moved), "{most:?}");
}

#[test]
fn weights_decay_where_they_are_asked_to() {
    let norm = |decay: f32| {
        let mut trainer = PatternTrainer { decay, ..trainer(3) };
        (0..20).for_each(|seed| {
            trainer.step(&batch(20, seed), 1e-3);
        });
        trainer.parameters.numbers().iter().map(|n| f64::from(n * n)).sum::<f64>()
    };
    assert!(norm(1.0) < norm(0.0));
}
