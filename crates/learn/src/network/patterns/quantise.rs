//! Weights rounded to integers, so that sums are exact and every machine finds the same.

use super::layout::{Part, Patterns};
use crate::network::incremental::ceiling;
use crate::network::parameters::Parameters;
use crate::network::quantise::{FIRST_SCALE, SECOND_SCALE, largest, paired, scale};

/// The weights of a pattern network as a search uses them.
#[derive(Debug)]
pub struct Quantised {
    /// The first layer, a row for each feature and each pattern, and what it begins with.
    pub rows: Vec<i16>,
    pub bias: Vec<i32>,
    /// The largest unit of the first layer.
    pub ceiling: i16,
    /// What 1 in a sum of the first layer is worth.
    pub first_unit: f32,
    /// The layers behind it, for each stage of the game.
    pub stages: Vec<Stage>,
}

/// The layers of one stage.
#[derive(Debug)]
pub struct Stage {
    /// The second layer in the order of [`crate::network::kernel::integer::second_layer`], and what it begins with.
    pub second: Vec<i16>,
    pub second_bias: Vec<i32>,
    /// What 1 in a sum of the second layer is worth.
    pub second_unit: f32,
    pub third: Vec<f32>,
    pub third_bias: Vec<f32>,
    pub value: Vec<f32>,
    pub value_bias: f32,
}

impl Quantised {
    pub fn of(parameters: &Parameters<Patterns>) -> Quantised {
        let layout = parameters.shape();
        let part = |part| &parameters.numbers()[layout.range(part)];
        let first_scale =
            scale(FIRST_SCALE, |scale| largest(part(Part::Rows)) * scale <= f32::from(i16::MAX));
        let ceiling = ceiling(first_scale);
        Quantised {
            rows: part(Part::Rows).iter().map(|number| (number * first_scale).round() as i16).collect(),
            bias: part(Part::RowBias).iter().map(|number| (number * first_scale).round() as i32).collect(),
            ceiling,
            first_unit: 1.0 / first_scale,
            stages: (0..layout.sizes.stages)
                .map(|stage| Stage::of(parameters, stage, first_scale, ceiling))
                .collect(),
        }
    }
}

impl Stage {
    fn of(parameters: &Parameters<Patterns>, stage: usize, first_scale: f32, ceiling: i16) -> Stage {
        let layout = parameters.shape();
        let part = |part| &parameters.numbers()[layout.of_stage(part, stage)];
        let (second, bias) = (part(Part::Second), part(Part::SecondBias));
        let outputs = bias.len();
        // The sums must fit, with every unit as large as it can be.
        let weight =
            |output: usize| second.iter().skip(output).step_by(outputs).map(|w| w.abs()).sum::<f32>();
        let heaviest = (0..outputs).map(|output| weight(output) + bias[output].abs()).fold(0.0, f32::max);
        let second_scale = scale(SECOND_SCALE, |scale| {
            largest(second) * scale <= f32::from(i16::MAX) && heaviest * scale * f32::from(ceiling) < 2e9
        });
        let sum_scale = first_scale * second_scale;
        Stage {
            second: paired(second, outputs, second_scale),
            second_bias: bias.iter().map(|number| (number * sum_scale).round() as i32).collect(),
            second_unit: 1.0 / sum_scale,
            third: part(Part::Third).to_vec(),
            third_bias: part(Part::ThirdBias).to_vec(),
            value: part(Part::Value).to_vec(),
            value_bias: part(Part::ValueBias)[0],
        }
    }
}
