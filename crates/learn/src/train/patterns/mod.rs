//! Training of pattern networks: a state is seen as one of its images, and only the rows that are on take a step.

mod gradient;
mod step;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use game::Rng;
use game::key::mix;
use rayon::prelude::*;

use super::adam::Rates;
use super::{Adam, SHARDS, Training, mean_squared_error};
use crate::network::{Images, Parameters, Patterns, SimdLevel};
use crate::samples::Samples;
use gradient::{Shard, Turned};

/// A pattern network in training.
pub struct PatternTrainer {
    parameters: Parameters<Patterns>,
    adam: Adam,
    rates: Rates,
    /// How fast weights decay, see [`super::TrainOptions::decay`].
    decay: f32,
    images: Images,
    shards: [Shard; SHARDS],
    turned: Turned,
    level: SimdLevel,
}

impl PatternTrainer {
    /// Trains these parameters from where they are, with the memory of an optimiser.
    pub fn new(parameters: Parameters<Patterns>, adam: Adam, decay: f32) -> PatternTrainer {
        PatternTrainer {
            images: Images::new(&parameters.shape().board),
            shards: std::array::from_fn(|_| Shard::new(parameters.shape())),
            turned: Turned::default(),
            level: SimdLevel::best(),
            parameters,
            adam,
            rates: Rates::new(0.0),
            decay,
        }
    }

    /// Leaves the gradient of the mean squared error in the shards, a part in each. Returns that error.
    fn gradient(&mut self, batch: &Samples) -> f32 {
        self.turned.follow(&self.parameters);
        let seed = mix(self.adam.steps);
        let PatternTrainer { parameters, images, shards, turned, level, .. } = self;
        let (parameters, images, turned, level) = (&*parameters, &*images, &*turned, *level);
        let part = batch.len().div_ceil(SHARDS);
        let share = 2.0 / batch.len().max(1) as f32;
        shards.par_iter_mut().enumerate().for_each(|(number, shard)| {
            let mut features = Vec::new();
            for index in (number * part).min(batch.len())..((number + 1) * part).min(batch.len()) {
                let state = batch.features(index);
                let image = Rng::new(seed ^ index as u64).below(images.of(state));
                images.image(state, image, &mut features);
                shard.learn(parameters, turned, &features, batch.target(index), share, level);
            }
        });
        let errors: f32 = shards.iter_mut().map(Shard::take_loss).sum();
        errors / batch.len().max(1) as f32
    }
}

impl Training for PatternTrainer {
    fn step(&mut self, batch: &Samples, rate: f32) -> f32 {
        let loss = self.gradient(batch);
        let PatternTrainer { adam, parameters, shards, rates, .. } = self;
        step::step(adam, parameters, shards, rates, [rate, self.decay], self.level);
        loss
    }

    fn loss(&self, batch: &Samples) -> f32 {
        mean_squared_error(batch, |features| self.parameters.value_of(features))
    }

    fn numbers(&self) -> Cow<'_, [f32]> {
        Cow::Borrowed(self.parameters.numbers())
    }

    fn memory(&self) -> Cow<'_, Adam> {
        Cow::Borrowed(&self.adam)
    }
}
