//! The gradient of the squared error, one sample after the other.

use crate::network::kernel::{self, SimdLevel};
use crate::network::{Base, CEILING, Parameters, PatternPart as Part, Patterns, leaky};
use crate::train::gradient::{find_alive, leak};

/// A part of a batch: its gradient and the layers of the sample at hand.
pub struct Shard {
    /// The gradient of the rows that are on somewhere.
    pub rows: RowGradient,
    /// The gradient of all numbers behind the rows.
    pub dense: Vec<f32>,
    loss: f32,
    base: Base,
    on: Vec<u32>,
    slots: Vec<u32>,
    first: Vec<f32>,
    second: Vec<f32>,
    third: Vec<f32>,
    to_first: Vec<f32>,
    to_second: Vec<f32>,
    to_third: Vec<f32>,
    /// The units of each layer that are not 0.
    alive: [Vec<u32>; 2],
}

/// The gradient of some rows, one behind the other in the order in which they were met.
pub struct RowGradient {
    /// The rows.
    pub rows: Vec<u32>,
    /// Their gradients.
    pub numbers: Vec<f32>,
    /// The place of each row of the network among them, or [`RowGradient::NOWHERE`].
    places: Vec<u32>,
    width: usize,
}

impl RowGradient {
    const NOWHERE: u32 = u32::MAX;

    fn new(rows: usize, width: usize) -> RowGradient {
        RowGradient { rows: Vec::new(), numbers: Vec::new(), places: vec![Self::NOWHERE; rows], width }
    }

    /// The place of a row, which begins with zeros.
    #[inline]
    pub fn place(&mut self, row: u32) -> u32 {
        let place = &mut self.places[row as usize];
        if *place == Self::NOWHERE {
            *place = self.rows.len() as u32;
            self.rows.push(row);
            self.numbers.resize(self.numbers.len() + self.width, 0.0);
        }
        *place
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.rows.iter().for_each(|&row| self.places[row as usize] = Self::NOWHERE);
        self.rows.clear();
        self.numbers.clear();
    }
}

/// The weights of the dense layers by their outputs, for the way back: made anew for every batch.
#[derive(Default)]
pub struct Turned {
    second: Vec<Vec<f32>>,
    third: Vec<Vec<f32>>,
    zeros: Vec<f32>,
}

impl Turned {
    /// Follows the parameters.
    pub fn follow(&mut self, parameters: &Parameters<Patterns>) {
        let layout = parameters.shape();
        let [second, third] = layout.sizes.hidden;
        let turn = |part: Part, columns: usize, to: &mut Vec<Vec<f32>>| {
            to.resize_with(layout.sizes.stages, Vec::new);
            for (stage, to) in to.iter_mut().enumerate() {
                let numbers = &parameters.numbers()[layout.of_stage(part, stage)];
                let rows = numbers.len() / columns;
                to.clear();
                to.extend((0..numbers.len()).map(|i| numbers[i % rows * columns + i / rows]));
            }
        };
        turn(Part::Second, second, &mut self.second);
        turn(Part::Third, third, &mut self.third);
        self.zeros.resize(layout.sizes.width.max(second), 0.0);
    }
}

impl Shard {
    pub fn new(layout: &Patterns) -> Shard {
        let ([second, third], width) = (layout.sizes.hidden, layout.sizes.width);
        let rows = layout.range(Part::Rows);
        Shard {
            rows: RowGradient::new(rows.len() / width, width),
            dense: vec![0.0; layout.range(Part::ValueBias).end - rows.end],
            loss: 0.0,
            base: layout.extractor().base(),
            on: Vec::new(),
            slots: Vec::new(),
            first: vec![0.0; width],
            second: vec![0.0; second],
            third: vec![0.0; third],
            to_first: vec![0.0; width],
            to_second: vec![0.0; second],
            to_third: vec![0.0; third],
            alive: [Vec::new(), Vec::new()],
        }
    }

    /// Adds `share` of the gradient of a state with these features, which is worth so much for player 1.
    pub fn learn(
        &mut self,
        parameters: &Parameters<Patterns>,
        turned: &Turned,
        features: &[u32],
        target: f32,
        share: f32,
        level: SimdLevel,
    ) {
        let layout = parameters.shape();
        let view = layout.extractor().view(features);
        let stage = layout.extractor().read(features, view, &mut self.base, &mut self.on);
        let sum = self.forward(parameters, stage, level);
        let error = layout.squash(sum) - view.sign() * target;
        self.loss += error * error;
        self.backward(parameters, turned, stage, share * error * layout.squash_slope(sum), level);
    }

    /// The layers of a sample. Returns the sum that becomes its value.
    fn forward(&mut self, parameters: &Parameters<Patterns>, stage: usize, level: SimdLevel) -> f32 {
        let layout = parameters.shape();
        let part = |part| &parameters.numbers()[layout.of_stage(part, stage)];
        kernel::sum_numbered_rows(level, part(Part::RowBias), part(Part::Rows), &self.on, &mut self.first);
        let direct = self.first[layout.direct(stage)];
        kernel::cut_off(level, CEILING, &mut self.first);
        find_alive(&self.first, &mut self.alive[0]);
        let (weights, bias) = (part(Part::Second), part(Part::SecondBias));
        kernel::sparse_dense(level, &self.first, &self.alive[0], weights, bias, &mut self.second);
        self.second.iter_mut().for_each(|unit| *unit = leaky(*unit));
        find_alive(&self.second, &mut self.alive[1]);
        kernel::dense(level, &self.second, part(Part::Third), part(Part::ThirdBias), &mut self.third);
        self.third.iter_mut().for_each(|unit| *unit = leaky(*unit));
        direct + (kernel::dot(&self.third, part(Part::Value)) + part(Part::ValueBias)[0])
    }

    /// Adds to the gradient what a sample says whose last sum should go down by `slope`.
    fn backward(
        &mut self,
        parameters: &Parameters<Patterns>,
        turned: &Turned,
        stage: usize,
        slope: f32,
        level: SimdLevel,
    ) {
        let layout = parameters.shape();
        let behind = layout.range(Part::Rows).end;
        let range = |part: Part| {
            let range = layout.of_stage(part, stage);
            range.start - behind..range.end - behind
        };
        let Shard { dense: gradient, first, second, third, to_first, to_second, to_third, alive, .. } = self;
        gradient[range(Part::ValueBias).start] += slope;
        kernel::add_scaled(level, third, slope, &mut gradient[range(Part::Value)]);
        let value = &parameters.numbers()[layout.of_stage(Part::Value, stage)];
        for ((to, &unit), &weight) in to_third.iter_mut().zip(&*third).zip(value) {
            *to = slope * weight * leak(unit);
        }
        let mut dense = |inputs: &[f32], alive: &[u32], to: &[f32], weights: Part, bias: Part| {
            kernel::add_scaled(level, to, 1.0, &mut gradient[range(bias)]);
            kernel::add_products(level, inputs, alive, to, &mut gradient[range(weights)]);
        };
        dense(second, &alive[1], to_third, Part::Third, Part::ThirdBias);
        kernel::dense(level, to_third, &turned.third[stage], &turned.zeros[..second.len()], to_second);
        to_second.iter_mut().zip(&*second).for_each(|(to, &unit)| *to *= leak(unit));
        dense(first, &alive[0], to_second, Part::Second, Part::SecondBias);
        kernel::dense(level, to_second, &turned.second[stage], &turned.zeros[..first.len()], to_first);
        kernel::cut_off_back(level, CEILING, first, to_first);
        to_first[layout.direct(stage)] += slope;
        kernel::add_scaled(level, to_first, 1.0, &mut gradient[range(Part::RowBias)]);
        self.slots.clear();
        self.slots.extend(self.on.iter().map(|&row| self.rows.place(row)));
        kernel::add_to_numbered_rows(level, to_first, &self.slots, &mut self.rows.numbers);
    }

    /// The sum of squared errors since this was last asked.
    pub fn take_loss(&mut self) -> f32 {
        std::mem::take(&mut self.loss)
    }

    /// Takes the gradient of another part over.
    pub fn take_over(&mut self, other: &mut Shard, level: SimdLevel) {
        kernel::take_over(level, &mut other.dense, &mut self.dense);
        let width = self.rows.width;
        for (index, &row) in other.rows.rows.iter().enumerate() {
            let place = self.rows.place(row) as usize;
            let numbers = &mut other.rows.numbers[index * width..][..width];
            kernel::take_over(level, numbers, &mut self.rows.numbers[place * width..][..width]);
        }
        other.rows.clear();
    }
}
