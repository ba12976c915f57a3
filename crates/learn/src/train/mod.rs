//! Training: gradients of a mini-batch, and steps of Adam.

mod adam;
mod gradient;
#[cfg(feature = "residual")]
mod residual;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::network::{Architecture, Level, NoResidual, Parameters};
use crate::samples::Samples;
pub use adam::Adam;
use gradient::{Shard, Turned};
#[cfg(feature = "residual")]
pub use residual::ResidualTrainer;

/// A batch is always cut into so many parts, whose gradients are added in their order: however many threads
/// share the work, the result is the same.
const SHARDS: usize = 4;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainOptions {
    /// The step of Adam.
    pub rate: f32,
    /// Samples in a mini-batch.
    pub batch: usize,
    /// How far the network that plays follows the one in training after each round: 1 is all the way, less is a
    /// mean over rounds, which is steadier.
    pub follow: f32,
}

impl Default for TrainOptions {
    fn default() -> Self {
        TrainOptions { rate: 1e-3, batch: 256, follow: 0.3 }
    }
}

/// A network of any kind in training.
pub trait Training: Send + Sync {
    /// One step of Adam down the gradient of the mean squared error. Returns that error, before the step.
    fn step(&mut self, batch: &Samples, rate: f32) -> f32;
    /// The numbers of the network as it is now.
    fn numbers(&self) -> Cow<'_, [f32]>;
    /// The memory of the optimiser.
    fn memory(&self) -> Cow<'_, Adam>;
}

/// Trains a network of any kind from where it is, with the memory of an optimiser, on so many threads.
pub fn training(
    parameters: Parameters<Architecture>,
    adam: Adam,
    threads: usize,
) -> Result<Box<dyn Training>, NoResidual> {
    match parameters.shape().clone() {
        Architecture::Incremental(shape) => {
            Ok(Box::new(Trainer::new(parameters.with_layout(shape), adam, threads)))
        }
        #[cfg(feature = "residual")]
        Architecture::Residual(tower) => {
            Ok(Box::new(ResidualTrainer::new(&parameters.with_layout(tower), &adam)))
        }
        #[cfg(not(feature = "residual"))]
        Architecture::Residual(_) => Err(NoResidual),
    }
}

/// An incremental network in training.
pub struct Trainer {
    parameters: Parameters,
    adam: Adam,
    shards: Vec<Shard>,
    turned: Turned,
    level: Level,
    threads: usize,
}

impl Trainer {
    /// Trains these parameters from where they are, with the memory of an optimiser, on so many threads.
    pub fn new(parameters: Parameters, adam: Adam, threads: usize) -> Trainer {
        let shards = (0..SHARDS).map(|_| Shard::new(parameters.shape())).collect();
        Trainer {
            parameters,
            adam,
            shards,
            turned: Turned::default(),
            level: Level::best(),
            threads: threads.clamp(1, SHARDS),
        }
    }

    /// Trains these parameters from the beginning.
    pub fn fresh(parameters: Parameters, threads: usize) -> Trainer {
        let adam = Adam::new(parameters.shape());
        Trainer::new(parameters, adam, threads)
    }

    /// The network as it is now.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The memory of the optimiser.
    pub fn adam(&self) -> &Adam {
        &self.adam
    }

    /// One step of Adam down the gradient of the mean squared error. Returns that error, before the step.
    pub fn step(&mut self, batch: &Samples, rate: f32) -> f32 {
        let loss = self.gradient(batch);
        let [total, ..] = &mut self.shards[..] else { return loss };
        self.adam.step(&mut self.parameters, total, rate, self.level);
        loss
    }

    /// Leaves the gradient of the mean squared error in the first shard. Returns that error.
    fn gradient(&mut self, batch: &Samples) -> f32 {
        self.turned.follow(&self.parameters);
        let Trainer { parameters, shards, turned, level, threads, .. } = self;
        let (parameters, turned, level) = (&*parameters, &*turned, *level);
        let part = batch.len().div_ceil(SHARDS);
        let work = |shard: &mut Shard, number: usize| {
            let range = (number * part).min(batch.len())..((number + 1) * part).min(batch.len());
            shard.learn(parameters, turned, batch, range, level);
        };
        if *threads == 1 {
            shards.iter_mut().enumerate().for_each(|(number, shard)| work(shard, number));
        } else {
            let each = SHARDS.div_ceil(*threads);
            std::thread::scope(|scope| {
                for (group, shards) in shards.chunks_mut(each).enumerate() {
                    let work = &work;
                    scope.spawn(move || {
                        shards.iter_mut().enumerate().for_each(|(i, shard)| work(shard, group * each + i));
                    });
                }
            });
        }
        let [total, others @ ..] = &mut shards[..] else { return 0.0 };
        others.iter_mut().for_each(|other| total.add(other, level));
        total.take_loss() / batch.len().max(1) as f32
    }
}

impl Training for Trainer {
    fn step(&mut self, batch: &Samples, rate: f32) -> f32 {
        self.step(batch, rate)
    }

    fn numbers(&self) -> Cow<'_, [f32]> {
        Cow::Borrowed(self.parameters.numbers())
    }

    fn memory(&self) -> Cow<'_, Adam> {
        Cow::Borrowed(&self.adam)
    }
}

#[cfg(test)]
mod tests;
