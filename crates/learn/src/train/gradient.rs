//! The gradient of the squared error, one sample after the other.

use std::ops::Range;

use crate::network::kernel::{self, SimdLevel};
use crate::network::{CEILING, LEAK, Parameters, Part, Shape, leaky, squash, squash_slope};
use crate::samples::Samples;

/// A part of a batch: its gradient and the layers of the sample at hand.
pub struct Shard {
    shape: Shape,
    gradient: Vec<f32>,
    /// The blocks of `width` numbers that have a gradient: the rows of features, and what is behind them.
    touched: Vec<bool>,
    loss: f32,
    first: Vec<f32>,
    second: Vec<f32>,
    third: Vec<f32>,
    to_first: Vec<f32>,
    to_second: Vec<f32>,
    to_third: Vec<f32>,
    /// The units of each layer that are not 0.
    alive: [Vec<u32>; 2],
}

/// The weights of the dense layers by their outputs, for the way back: made anew for every batch.
#[derive(Default)]
pub struct Turned {
    second: Vec<f32>,
    third: Vec<f32>,
    zeros: Vec<f32>,
}

impl Turned {
    /// Follows the parameters.
    pub fn follow(&mut self, parameters: &Parameters) {
        let turn = |part: Part, to: &mut Vec<f32>| {
            let [rows, columns] = parameters.shape().size(part);
            to.clear();
            to.extend((0..rows * columns).map(|i| parameters.part(part)[i % rows * columns + i / rows]));
        };
        turn(Part::Second, &mut self.second);
        turn(Part::Third, &mut self.third);
        self.zeros.resize(parameters.shape().width.max(parameters.shape().hidden[0]), 0.0);
    }
}

impl Shard {
    pub fn new(shape: &Shape) -> Shard {
        let Shape { width, hidden: [second, third], .. } = *shape;
        Shard {
            shape: *shape,
            gradient: vec![0.0; shape.len()],
            touched: vec![false; shape.len().div_ceil(width)],
            loss: 0.0,
            first: vec![0.0; width],
            second: vec![0.0; second],
            third: vec![0.0; third],
            to_first: vec![0.0; width],
            to_second: vec![0.0; second],
            to_third: vec![0.0; third],
            alive: [Vec::new(), Vec::new()],
        }
    }

    /// Adds the gradient of these samples of a batch, each with its share of the mean.
    pub fn learn(
        &mut self,
        parameters: &Parameters,
        turned: &Turned,
        batch: &Samples,
        range: Range<usize>,
        level: SimdLevel,
    ) {
        let share = 2.0 / batch.len().max(1) as f32;
        self.touched[self.shape.features..].fill(!range.is_empty());
        for index in range {
            let (features, target) = (batch.features(index), batch.target(index));
            let sum = self.forward(parameters, features, level);
            let error = squash(sum) - target;
            self.loss += error * error;
            self.backward(parameters, turned, features, share * error * squash_slope(sum), level);
        }
    }

    /// The layers of a sample. Returns the sum that becomes its value.
    fn forward(&mut self, parameters: &Parameters, features: &[u16], level: SimdLevel) -> f32 {
        let part = |part| parameters.part(part);
        kernel::sum_float_rows(level, part(Part::RowBias), part(Part::Rows), features, &mut self.first);
        kernel::cut_off(level, CEILING, &mut self.first);
        find_alive(&self.first, &mut self.alive[0]);
        let (weights, bias) = (part(Part::Second), part(Part::SecondBias));
        kernel::sparse_dense(level, &self.first, &self.alive[0], weights, bias, &mut self.second);
        self.second.iter_mut().for_each(|unit| *unit = leaky(*unit));
        find_alive(&self.second, &mut self.alive[1]);
        kernel::dense(level, &self.second, part(Part::Third), part(Part::ThirdBias), &mut self.third);
        self.third.iter_mut().for_each(|unit| *unit = leaky(*unit));
        kernel::dot(&self.third, part(Part::Value)) + part(Part::ValueBias)[0]
    }

    /// Adds to the gradient what a sample says whose last sum should go down by `slope`.
    fn backward(
        &mut self,
        parameters: &Parameters,
        turned: &Turned,
        features: &[u16],
        slope: f32,
        level: SimdLevel,
    ) {
        let Shard {
            shape,
            gradient,
            touched,
            first,
            second,
            third,
            to_first,
            to_second,
            to_third,
            alive,
            ..
        } = self;
        let shape = *shape;
        gradient[shape.range(Part::ValueBias).start] += slope;
        kernel::add_scaled(level, third, slope, &mut gradient[shape.range(Part::Value)]);
        for ((to, &unit), &weight) in to_third.iter_mut().zip(&*third).zip(parameters.part(Part::Value)) {
            *to = slope * weight * leak(unit);
        }
        let mut dense = |inputs: &[f32], alive: &[u32], to: &[f32], weights: Part, bias: Part| {
            kernel::add_scaled(level, to, 1.0, &mut gradient[shape.range(bias)]);
            kernel::add_products(level, inputs, alive, to, &mut gradient[shape.range(weights)]);
        };
        dense(second, &alive[1], to_third, Part::Third, Part::ThirdBias);
        kernel::dense(level, to_third, &turned.third, &turned.zeros[..shape.hidden[0]], to_second);
        to_second.iter_mut().zip(&*second).for_each(|(to, &unit)| *to *= leak(unit));
        dense(first, &alive[0], to_second, Part::Second, Part::SecondBias);
        kernel::dense(level, to_second, &turned.second, &turned.zeros[..shape.width], to_first);
        kernel::cut_off_back(level, CEILING, first, to_first);
        kernel::add_scaled(level, to_first, 1.0, &mut gradient[shape.range(Part::RowBias)]);
        kernel::add_to_rows(level, to_first, features, &mut gradient[shape.range(Part::Rows)]);
        features.iter().for_each(|&feature| touched[usize::from(feature)] = true);
    }

    /// The sum of squared errors since this was last asked.
    pub fn take_loss(&mut self) -> f32 {
        std::mem::take(&mut self.loss)
    }

    /// The gradient, and for each of its blocks of `width` numbers whether it is not 0.
    pub fn gradient(&mut self) -> (&mut [f32], &mut [bool]) {
        (&mut self.gradient, &mut self.touched)
    }
}

/// The slope of [`leaky`], seen from its result.
#[inline]
pub(super) fn leak(unit: f32) -> f32 {
    if unit > 0.0 { 1.0 } else { LEAK }
}

/// The places of what is not 0. Written without branches: which units are alive cannot be foreseen.
pub(super) fn find_alive(units: &[f32], places: &mut Vec<u32>) {
    places.resize(units.len(), 0);
    let mut count = 0;
    for (place, &unit) in (0..).zip(units) {
        places[count] = place;
        count += usize::from(unit != 0.0);
    }
    places.truncate(count);
}
