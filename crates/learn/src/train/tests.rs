use game::Rng;

use super::*;
use crate::network::Shape;

const SHAPE: Shape = Shape { features: 40, width: 64, hidden: [16, 16] };

fn batch(samples: usize, seed: u64) -> Samples {
    let mut rng = Rng::new(seed);
    let mut batch = Samples::default();
    for _ in 0..samples {
        let mut features: Vec<u16> = (0..8).map(|_| rng.below(SHAPE.features) as u16).collect();
        features.sort_unstable();
        features.dedup();
        batch.push(&features, if features[0] < 4 { 1.0 } else { -0.7 });
    }
    batch
}

fn loss(parameters: &Parameters, batch: &Samples) -> f64 {
    let error = |index: usize| {
        let features: Vec<u32> = batch.features(index).iter().map(|&feature| feature.into()).collect();
        f64::from(parameters.value(&features) - batch.target(index))
    };
    (0..batch.len()).map(|index| error(index).powi(2)).sum::<f64>() / batch.len() as f64
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let batch = batch(30, 5);
    let mut trainer = Trainer::fresh(Parameters::new(SHAPE, 2));
    let found = trainer.gradient(&batch);
    assert!((f64::from(found) - loss(trainer.parameters(), &batch)).abs() < 1e-5);
    let mut gradient = vec![0.0; SHAPE.len()];
    for shard in &mut trainer.shards {
        gradient.iter_mut().zip(shard.gradient().0).for_each(|(sum, part)| *sum += *part);
    }
    // Along directions that move one part each, where the slope is much larger than what floats lose.
    let mut rng = Rng::new(1);
    for part in crate::network::Part::ALL {
        let range = SHAPE.range(part);
        let direction: Vec<f32> =
            gradient[range.clone()].iter().map(|slope| slope.signum() * rng.below(100) as f32).collect();
        let expected: f64 =
            gradient[range.clone()].iter().zip(&direction).map(|(a, b)| f64::from(a * b)).sum();
        let length = 4e-4 / expected.abs().max(1e-3);
        let moved = |times: f64| {
            let mut parameters = trainer.parameters().clone();
            let numbers = &mut parameters.numbers_mut()[range.clone()];
            numbers.iter_mut().zip(&direction).for_each(|(n, d)| *n += (times * f64::from(*d)) as f32);
            loss(&parameters, &batch)
        };
        let measured = (moved(length) - moved(-length)) / (2.0 * length);
        let off = (measured - expected).abs() / expected.abs();
        assert!(off < 0.02, "{part:?}: {measured} measured, {expected} expected");
    }
}

#[test]
fn any_number_of_threads_and_any_level_trains_the_same() {
    let train = |threads: usize, level: SimdLevel| {
        let parameters = Parameters::new(SHAPE, 3);
        let mut trainer = Trainer { level, ..Trainer::fresh(parameters) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let train = || (0..20).map(|seed| trainer.step(&batch(33, seed), 1e-2)).collect();
        let losses: Vec<f32> = pool.install(train);
        (losses, trainer.parameters().clone(), trainer.adam().clone())
    };
    let expected = train(1, SimdLevel::PLAIN);
    for threads in 1..=4 {
        for level in SimdLevel::available() {
            assert!(train(threads, level) == expected, "{threads} threads, {level:?}");
        }
    }
}

#[test]
fn training_fits_what_it_sees() {
    let batch = batch(200, 8);
    let mut trainer = Trainer::fresh(Parameters::new(SHAPE, 3));
    for _ in 0..300 {
        trainer.step(&batch, 3e-3);
    }
    assert!(loss(trainer.parameters(), &batch) < 1e-2);
}

#[test]
fn rows_of_features_that_are_off_stay_as_they_are() {
    let mut batch = Samples::default();
    batch.push(&[1, 3], 1.0);
    let before = Parameters::new(SHAPE, 3);
    let mut trainer = Trainer::fresh(before.clone());
    trainer.step(&batch, 1e-2);
    let row = |parameters: &Parameters, feature: usize| {
        parameters.numbers()[feature * SHAPE.width..][..SHAPE.width].to_vec()
    };
    assert_eq!(row(trainer.parameters(), 2), row(&before, 2));
    assert_ne!(row(trainer.parameters(), 3), row(&before, 3));
}
