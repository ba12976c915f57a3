//! Training: gradients of a mini-batch, and steps of Adam.

mod adam;
mod gradient;
mod patterns;
#[cfg(feature = "residual")]
mod residual;

use std::borrow::Cow;
use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::network::{Architecture, NoResidual, Parameters, SimdLevel};
use crate::samples::Samples;
pub use adam::Adam;
use gradient::{Shard, Turned};
pub use patterns::PatternTrainer;
#[cfg(feature = "residual")]
pub use residual::ResidualTrainer;

/// A batch is always cut into this number of parts, whose gradients are added in their order: however many threads of a
/// [`rayon`] pool share the work, the result is the same.
const SHARDS: usize = 4;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainOptions {
    /// The step of Adam.
    pub rate: f32,
    /// After this number of samples the step is a half of it, after twice as many a third, and so on; 0 is never.
    #[serde(skip_serializing_if = "is_zero")]
    pub half_rate_samples: u64,
    /// How fast the weights of a pattern network decay: by so much times the step of Adam in each step.
    #[serde(skip_serializing_if = "is_zero")]
    pub decay: f32,
    /// Samples in a mini-batch.
    pub batch: usize,
    /// How far the network that plays follows the one in training after each round: 1 is all the way, less is a
    /// mean over rounds, which is steadier.
    pub follow: f32,
}

impl Default for TrainOptions {
    fn default() -> Self {
        TrainOptions { rate: 1e-3, half_rate_samples: 0, decay: 0.0, batch: 256, follow: 0.3 }
    }
}

impl TrainOptions {
    /// The step of Adam after this number of samples.
    pub fn rate_after(&self, samples: u64) -> f32 {
        match self.half_rate_samples {
            0 => self.rate,
            half => self.rate / (1.0 + samples as f32 / half as f32),
        }
    }
}

/// Defaults are not written, so that builds that do not know the option read these files.
fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A network of any kind in training.
pub trait Training: Send + Sync {
    /// One step of Adam down the gradient of the mean squared error. Returns that error, before the step.
    fn step(&mut self, batch: &Samples, rate: f32) -> f32;
    /// The mean squared error, without learning from it.
    fn loss(&self, batch: &Samples) -> f32;
    /// The numbers of the network as it is now.
    fn numbers(&self) -> Cow<'_, [f32]>;
    /// The memory of the optimiser.
    fn memory(&self) -> Cow<'_, Adam>;
}

/// Trains a network of any kind from where it is, with the memory of an optimiser.
pub fn training(
    parameters: Parameters<Architecture>,
    adam: Adam,
    options: &TrainOptions,
) -> Result<Box<dyn Training>, NoResidual> {
    match parameters.shape().clone() {
        Architecture::Patterns(patterns) => {
            let parameters = parameters.with_layout(*patterns);
            Ok(Box::new(PatternTrainer::new(parameters, adam, options.decay)))
        }
        Architecture::Incremental(shape) => Ok(Box::new(Trainer::new(parameters.with_layout(shape), adam))),
        #[cfg(feature = "residual")]
        Architecture::Residual(tower) => {
            Ok(Box::new(ResidualTrainer::new(&parameters.with_layout(tower), &adam)))
        }
        #[cfg(not(feature = "residual"))]
        Architecture::Residual(_) => Err(NoResidual),
    }
}

/// The mean squared error of estimates by the features of states.
fn mean_squared_error(batch: &Samples, value: impl Fn(&[u32]) -> f32) -> f32 {
    let mut features = Vec::new();
    let error = |index: usize| {
        features.clear();
        features.extend(batch.features(index).iter().map(|&feature| u32::from(feature)));
        (value(&features) - batch.target(index)).powi(2)
    };
    (0..batch.len()).map(error).sum::<f32>() / batch.len().max(1) as f32
}

/// What many steps come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepsDone {
    /// Samples seen.
    pub samples: u64,
    /// The sum of the losses, one a step.
    pub losses: f64,
}

/// Steps with these numbers. `draw` fills the batch of a step, and does so while the step before is under way.
pub fn train_steps(
    training: &mut dyn Training,
    rate: f32,
    steps: Range<u64>,
    draw: impl Fn(u64, &mut Samples) + Sync,
) -> StepsDone {
    let (mut batch, mut next, mut done) = (Samples::default(), Samples::default(), StepsDone::default());
    draw(steps.start, &mut batch);
    for step in steps {
        let (loss, ()) = rayon::join(|| training.step(&batch, rate), || draw(step + 1, &mut next));
        done.samples += batch.len() as u64;
        done.losses += f64::from(loss);
        std::mem::swap(&mut batch, &mut next);
    }
    done
}

/// An incremental network in training.
pub struct Trainer {
    parameters: Parameters,
    adam: Adam,
    shards: [Shard; SHARDS],
    turned: Turned,
    level: SimdLevel,
}

impl Trainer {
    /// Trains these parameters from where they are, with the memory of an optimiser.
    pub fn new(parameters: Parameters, adam: Adam) -> Trainer {
        let shards = std::array::from_fn(|_| Shard::new(parameters.shape()));
        Trainer { parameters, adam, shards, turned: Turned::default(), level: SimdLevel::best() }
    }

    /// Trains these parameters from the beginning.
    pub fn fresh(parameters: Parameters) -> Trainer {
        let adam = Adam::new(parameters.shape());
        Trainer::new(parameters, adam)
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
        self.adam.step(&mut self.parameters, &mut self.shards, rate, self.level);
        loss
    }

    /// Leaves the gradient of the mean squared error in the shards, a part in each. Returns that error.
    fn gradient(&mut self, batch: &Samples) -> f32 {
        self.turned.follow(&self.parameters);
        let Trainer { parameters, shards, turned, level, .. } = self;
        let (parameters, turned, level) = (&*parameters, &*turned, *level);
        let part = batch.len().div_ceil(SHARDS);
        shards.par_iter_mut().enumerate().for_each(|(number, shard)| {
            let range = (number * part).min(batch.len())..((number + 1) * part).min(batch.len());
            shard.learn(parameters, turned, batch, range, level);
        });
        let errors: f32 = shards.iter_mut().map(Shard::take_loss).sum();
        errors / batch.len().max(1) as f32
    }
}

impl Training for Trainer {
    fn step(&mut self, batch: &Samples, rate: f32) -> f32 {
        self.step(batch, rate)
    }

    fn loss(&self, batch: &Samples) -> f32 {
        mean_squared_error(batch, |features| self.parameters.value(features))
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
