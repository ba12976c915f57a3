//! Adam, lazily: a row of the first layer whose feature was off in the whole batch stays as it is, and so does
//! what is remembered of its gradients.

use super::SHARDS;
use super::gradient::Shard;
use crate::network::kernel::{self, SimdLevel};
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
    /// The steps of each row that counts its own, see [`Layout::lazy_rows`].
    pub row_steps: Vec<u32>,
}

pub(super) const MEAN_DECAY: f32 = 0.9;
pub(super) const SQUARE_DECAY: f32 = 0.999;

impl Adam {
    /// Nothing remembered.
    pub fn new(layout: &impl Layout) -> Adam {
        let zeros = vec![0.0; layout.numbers()];
        Adam { steps: 0, mean: zeros.clone(), square: zeros, row_steps: vec![0; layout.lazy_rows()] }
    }

    /// One step against the sum of these gradients, which are empty then.
    pub fn step(
        &mut self,
        parameters: &mut Parameters,
        shards: &mut [Shard; SHARDS],
        rate: f32,
        level: SimdLevel,
    ) {
        self.steps += 1;
        let rate = rate_of_step(self.steps, rate);
        let width = parameters.shape().width;
        let gradients = shards.each_mut().map(Shard::gradient);
        let (numbers, means, squares) = (parameters.numbers_mut(), &mut *self.mean, &mut *self.square);
        Run { numbers, means, squares, gradients, width }.step(rate, level);
    }
}

/// A run of numbers, in blocks of `width`, with all that a step needs of it.
struct Run<'a> {
    numbers: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    /// The gradient of each shard, and which of its blocks are not 0.
    gradients: [(&'a mut [f32], &'a mut [bool]); SHARDS],
    width: usize,
}

/// The number of blocks that are worth another thread.
const WORTH_A_THREAD: usize = 32;

impl Run<'_> {
    fn blocks(&self) -> usize {
        self.numbers.len().div_ceil(self.width)
    }

    /// Halves are stepped side by side. A number needs no other one, and gradients are added in the order of the shards:
    /// the result does not depend on the number of threads.
    fn step(mut self, rate: f32, level: SimdLevel) {
        let blocks = self.blocks();
        if blocks > WORTH_A_THREAD {
            let (front, back) = self.split_at(blocks / 2);
            rayon::join(|| front.step(rate, level), || back.step(rate, level));
        } else {
            (0..blocks).for_each(|block| self.step_block(block, rate, level));
        }
    }

    fn step_block(&mut self, block: usize, rate: f32, level: SimdLevel) {
        let start = block * self.width;
        let range = start..(start + self.width).min(self.numbers.len());
        let [(total, is_touched), others @ ..] = &mut self.gradients;
        let total = &mut total[range.clone()];
        let mut has_gradient = std::mem::take(&mut is_touched[block]);
        for (gradient, is_touched) in others {
            if std::mem::take(&mut is_touched[block]) {
                kernel::take_over(level, &mut gradient[range.clone()], total);
                has_gradient = true;
            }
        }
        if has_gradient {
            let (means, squares) = (&mut self.means[range.clone()], &mut self.squares[range.clone()]);
            let settings = [MEAN_DECAY, SQUARE_DECAY, rate];
            kernel::adam(level, &mut self.numbers[range], total, means, squares, settings);
        }
    }

    fn split_at(self, block: usize) -> (Self, Self) {
        let Run { numbers, means, squares, gradients, width } = self;
        let at = block * width;
        let ((numbers, more_numbers), (means, more_means), (squares, more_squares)) =
            (numbers.split_at_mut(at), means.split_at_mut(at), squares.split_at_mut(at));
        let mut halves = gradients.map(|(gradient, is_touched)| {
            let ((gradient, more_gradient), (is_touched, more_touched)) =
                (gradient.split_at_mut(at), is_touched.split_at_mut(block));
            [(gradient, is_touched), (more_gradient, more_touched)]
        });
        let [gradients, more_gradients] =
            [0, 1].map(|half| halves.each_mut().map(|halves| std::mem::take(&mut halves[half])));
        (
            Run { numbers, means, squares, gradients, width },
            Run {
                numbers: more_numbers,
                means: more_means,
                squares: more_squares,
                gradients: more_gradients,
                width,
            },
        )
    }
}

/// The rate of a step, counted from 1: in the beginning the means lean to the zeros that they began with.
pub(super) fn rate_of_step(step: u64, rate: f32) -> f32 {
    let rest = |decay: f32| 1.0 - power(f64::from(decay), step) as f32;
    rate * rest(SQUARE_DECAY).sqrt() / rest(MEAN_DECAY)
}

/// The rates of the first steps, for rows that each count their own.
pub(super) struct Rates {
    rate: f32,
    of_steps: Vec<f32>,
}

impl Rates {
    /// Rows with more steps are few enough to compute them.
    const FIRST: u64 = 1 << 12;

    /// The rates of steps where a late one has this rate.
    pub fn new(rate: f32) -> Rates {
        Rates { rate, of_steps: (1..=Self::FIRST).map(|step| rate_of_step(step, rate)).collect() }
    }

    /// The same, made anew only if the rate is another one.
    pub fn follow(&mut self, rate: f32) {
        if self.rate != rate {
            *self = Rates::new(rate);
        }
    }

    /// See [`rate_of_step`].
    pub fn of_step(&self, step: u32) -> f32 {
        let known = self.of_steps.get(step as usize - 1);
        known.copied().unwrap_or_else(|| rate_of_step(u64::from(step), self.rate))
    }
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
