//! Adam, lazily: a row of the first layer whose feature was off in the whole batch stays as it is, and so does
//! what is remembered of its gradients.

use super::gradient::Shard;
use crate::network::kernel::{self, Level};
use crate::network::{Layout, Parameters};

/// What Adam remembers.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Steps so far.
    pub steps: u64,
    /// The running mean of the gradient, for each number.
    pub mean: Vec<f32>,
    /// The running mean of its square.
    pub square: Vec<f32>,
}

pub(super) const MEAN_DECAY: f32 = 0.9;
pub(super) const SQUARE_DECAY: f32 = 0.999;

impl Adam {
    /// Nothing remembered.
    pub fn new(layout: &impl Layout) -> Adam {
        let zeros = vec![0.0; layout.numbers()];
        Adam { steps: 0, mean: zeros.clone(), square: zeros }
    }

    /// One step against the gradient, which is empty then.
    pub fn step(&mut self, parameters: &mut Parameters, gradient: &mut Shard, rate: f32, level: Level) {
        self.steps += 1;
        let rate = rate_of_step(self.steps, rate);
        let (mean, square) = (&mut self.mean, &mut self.square);
        gradient.take_gradient(|range, gradient| {
            let numbers = &mut parameters.numbers_mut()[range.clone()];
            let (mean, square) = (&mut mean[range.clone()], &mut square[range]);
            kernel::adam(level, numbers, gradient, mean, square, [MEAN_DECAY, SQUARE_DECAY, rate]);
        });
    }
}

/// The rate of a step, counted from 1: in the beginning the means lean to the zeros that they began with.
pub(super) fn rate_of_step(step: u64, rate: f32) -> f32 {
    let rest = |decay: f32| 1.0 - power(f64::from(decay), step) as f32;
    rate * rest(SQUARE_DECAY).sqrt() / rest(MEAN_DECAY)
}

/// By multiplication alone, which every machine rounds alike.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 && base > 1e-30 {
        if exponent % 2 == 1 {
            result *= base;
        }
        base *= base;
        exponent /= 2;
    }
    if exponent > 0 { 0.0 } else { result }
}
