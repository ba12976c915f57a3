//! Weights rounded to integers, so that sums are exact and every machine finds the same.

use super::incremental::ceiling;
use super::parameters::Parameters;
use super::shape::{Part, Shape};

/// The weights of a network as a search uses them.
#[derive(Clone, Debug)]
pub struct Quantised {
    pub shape: Shape,
    /// The first layer, a row for each feature, and what it begins with.
    pub rows: Vec<i16>,
    pub bias: Vec<i32>,
    /// The largest unit of the first layer.
    pub ceiling: i16,
    /// The second layer in the order of [`super::kernel::second_layer`], and what it begins with.
    pub second: Vec<i16>,
    pub second_bias: Vec<i32>,
    /// What 1 in a sum of the second layer is worth.
    pub unit: f32,
    pub third: Vec<f32>,
    pub third_bias: Vec<f32>,
    pub value: Vec<f32>,
    pub value_bias: f32,
}

/// 1 in the first layer, if no weight is too large for it: units then have 13 bits.
pub(super) const FIRST_SCALE: f32 = 2048.0;
/// The finest grid of the second layer.
pub(super) const SECOND_SCALE: f32 = 32768.0;

impl Quantised {
    pub fn of(parameters: &Parameters) -> Quantised {
        let shape = *parameters.shape();
        let part = |part| parameters.part(part);
        let first_scale =
            scale(FIRST_SCALE, |scale| largest(part(Part::Rows)) * scale <= f32::from(i16::MAX));
        let ceiling = ceiling(first_scale);
        let [width, second] = shape.size(Part::Second);
        // The sums must fit, with every unit as large as it can be.
        let heaviest = |outputs: &[f32]| {
            let weight =
                |output: usize| outputs.iter().skip(output).step_by(second).map(|w| w.abs()).sum::<f32>();
            (0..second)
                .map(|output| weight(output) + part(Part::SecondBias)[output].abs())
                .fold(0.0, f32::max)
        };
        let (weight, sum) = (largest(part(Part::Second)), heaviest(part(Part::Second)));
        let second_scale = scale(SECOND_SCALE, |scale| {
            weight * scale <= f32::from(i16::MAX) && sum * scale * f32::from(ceiling) < 2e9
        });
        let sum_scale = first_scale * second_scale;
        let rounded = |scale: f32| move |&number: &f32| (number * scale).round() as i16;
        let rounded_sum = |scale: f32| move |&number: &f32| (number * scale).round() as i32;
        debug_assert!(width % 2 == 0, "layers are multiples of the lanes");
        Quantised {
            shape,
            rows: part(Part::Rows).iter().map(rounded(first_scale)).collect(),
            bias: part(Part::RowBias).iter().map(rounded_sum(first_scale)).collect(),
            ceiling,
            second: paired(part(Part::Second), second, second_scale),
            second_bias: part(Part::SecondBias).iter().map(rounded_sum(sum_scale)).collect(),
            unit: 1.0 / sum_scale,
            third: part(Part::Third).to_vec(),
            third_bias: part(Part::ThirdBias).to_vec(),
            value: part(Part::Value).to_vec(),
            value_bias: part(Part::ValueBias)[0],
        }
    }
}

/// The largest of these numbers, whatever their signs.
pub(super) fn largest(numbers: &[f32]) -> f32 {
    numbers.iter().fold(0.0, |a: f32, b| a.max(b.abs()))
}

/// The weights of a layer with this number of outputs, those of two inputs side by side for each output.
pub(super) fn paired(weights: &[f32], outputs: usize, scale: f32) -> Vec<i16> {
    let pairs = weights.chunks_exact(2 * outputs).flat_map(|rows| {
        let (a, b) = rows.split_at(outputs);
        a.iter().zip(b).flat_map(|(a, b)| [*a, *b])
    });
    pairs.map(|weight| (weight * scale).round() as i16).collect()
}

/// The largest power of two up to `finest` that fits. Powers of two keep every rounded number as it is.
pub(super) fn scale(finest: f32, fits: impl Fn(f32) -> bool) -> f32 {
    let mut scale = finest;
    while !fits(scale) && scale > 1e-30 {
        scale /= 2.0;
    }
    scale
}
