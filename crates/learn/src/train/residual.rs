//! Training of residual networks: all stays on the device that computes.

use std::borrow::Cow;

use burn::tensor::{Device, Tensor, TensorData};

use super::adam::{MEAN_DECAY, SQUARE_DECAY, rate_of_step};
use super::{Adam, Training};
use crate::network::{Parameters, Tensors, Tower, numbers};
use crate::samples::Samples;

/// A residual network in training.
pub struct ResidualTrainer {
    device: Device,
    network: Tensors,
    /// What Adam remembers of each part.
    steps: u64,
    means: Vec<Tensor<1>>,
    squares: Vec<Tensor<1>>,
}

impl ResidualTrainer {
    /// Trains these parameters from where they are, with the memory of an optimiser.
    pub fn new(parameters: &Parameters<Tower>, adam: &Adam) -> ResidualTrainer {
        let (device, tower) = (Device::default(), parameters.shape());
        ResidualTrainer {
            network: Tensors::new(parameters, &device),
            steps: adam.steps,
            means: tower.split(&adam.mean, &device),
            squares: tower.split(&adam.square, &device),
            device,
        }
    }
}

impl Training for ResidualTrainer {
    fn step(&mut self, batch: &Samples, rate: f32) -> f32 {
        if batch.is_empty() {
            return 0.0;
        }
        let leaves = self.network.parts.iter().map(|part| part.clone().autodiff().require_grad());
        let network = self.network.with_parts(leaves.collect());
        let input = network.input(batch.len(), &self.device, |state, features| {
            features.extend(batch.features(state).iter().map(|&feature| u32::from(feature)));
        });
        let targets: Vec<f32> = (0..batch.len()).map(|state| batch.target(state)).collect();
        let targets = Tensor::<1>::from_data(TensorData::new(targets, [batch.len()]), &self.device);
        let errors = network.values(input.autodiff()) - targets.autodiff();
        let loss = (errors.clone() * errors).mean();
        let mut gradients = loss.backward();

        self.steps += 1;
        let rate = rate_of_step(self.steps, rate);
        let memory = self.means.iter_mut().zip(&mut self.squares);
        for ((leaf, part), (mean, square)) in network.parts.iter().zip(&mut self.network.parts).zip(memory) {
            let gradient = leaf.grad_remove(&mut gradients).expect("every part has a say in the value");
            *square =
                square.clone() * SQUARE_DECAY + gradient.clone() * gradient.clone() * (1.0 - SQUARE_DECAY);
            *mean = mean.clone() * MEAN_DECAY + gradient * (1.0 - MEAN_DECAY);
            *part = part.clone() - mean.clone() * rate / (square.clone().sqrt() + 1e-8);
        }
        loss.into_scalar()
    }

    fn loss(&self, batch: &Samples) -> f32 {
        if batch.is_empty() {
            return 0.0;
        }
        let input = self.network.input(batch.len(), &self.device, |state, features| {
            features.extend(batch.features(state).iter().map(|&feature| u32::from(feature)));
        });
        let targets: Vec<f32> = (0..batch.len()).map(|state| batch.target(state)).collect();
        let targets = Tensor::<1>::from_data(TensorData::new(targets, [batch.len()]), &self.device);
        let errors = self.network.values(input) - targets;
        (errors.clone() * errors).mean().into_scalar()
    }

    fn numbers(&self) -> Cow<'_, [f32]> {
        joined(&self.network.parts).into()
    }

    fn memory(&self) -> Cow<'_, Adam> {
        let (mean, square) = (joined(&self.means), joined(&self.squares));
        Cow::Owned(Adam { steps: self.steps, mean, square, row_steps: Vec::new() })
    }
}

/// The numbers of all parts, one behind the other.
fn joined(parts: &[Tensor<1>]) -> Vec<f32> {
    parts.iter().flat_map(|part| numbers(part.clone())).collect()
}
