//! A step of Adam in which every row counts its own steps.

use super::gradient::Shard;
use crate::network::kernel::{self, SimdLevel};
use crate::network::{Parameters, PatternPart as Part, Patterns};
use crate::train::SHARDS;
use crate::train::adam::{Adam, MEAN_DECAY, Rates, SQUARE_DECAY, rate_of_step};

/// One step against the sum of these gradients, which are empty then, with a rate and a decay of the weights.
///
/// A row whose patterns were off in the whole batch stays as it is. What is remembered of the gradients of a row leans to
/// its zeros at the beginning according to the steps of that row, so that a rare row does not leap.
pub fn step(
    adam: &mut Adam,
    parameters: &mut Parameters<Patterns>,
    shards: &mut [Shard; SHARDS],
    rates: &mut Rates,
    [rate, decay]: [f32; 2],
    level: SimdLevel,
) {
    let [first, others @ ..] = shards;
    others.iter_mut().for_each(|other| first.take_over(other, level));
    let behind = parameters.shape().range(Part::Rows).end;
    let width = parameters.shape().sizes.width;
    let keep = 1.0 - rate * decay;
    adam.steps += 1;
    rates.follow(rate);
    let dense_rate = rate_of_step(adam.steps, rate);
    let numbers = parameters.numbers_mut();
    let mut move_numbers = |range: std::ops::Range<usize>, gradient: &mut [f32], rate: f32| {
        let numbers = &mut numbers[range.clone()];
        if keep < 1.0 {
            numbers.iter_mut().for_each(|number| *number *= keep);
        }
        let (mean, square) = (&mut adam.mean[range.clone()], &mut adam.square[range]);
        kernel::adam(level, numbers, gradient, mean, square, [MEAN_DECAY, SQUARE_DECAY, rate]);
    };
    move_numbers(behind..behind + first.dense.len(), &mut first.dense, dense_rate);
    let gradients = first.rows.numbers.chunks_exact_mut(width);
    for (&row, gradient) in first.rows.rows.iter().zip(gradients) {
        let row = row as usize;
        let steps = &mut adam.row_steps[row];
        *steps = steps.saturating_add(1);
        move_numbers(row * width..(row + 1) * width, gradient, rates.of_step(*steps));
    }
    first.rows.clear();
}
