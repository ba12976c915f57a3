//! The numbers of a network as they are trained, and its value computed with them, plainly.

use game::Rng;

use super::shape::{Part, Shape};

/// No unit of the first layer is larger: integers stand for units, and need an end.
pub const CEILING: f32 = 4.0;

/// What a dense layer leaves of a negative sum.
pub const LEAK: f32 = 0.05;

/// Values lie within (-2, 2), the scale of f_t.
const SCALE: f32 = 2.0;

/// All numbers of a network, part behind part.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    shape: Shape,
    numbers: Vec<f32>,
}

impl Parameters {
    /// A network that has learned nothing: pseudo-random numbers of this seed.
    pub fn new(shape: Shape, seed: u64) -> Parameters {
        let mut parameters = Parameters { shape, numbers: vec![0.0; shape.len()] };
        let mut rng = Rng::new(seed);
        // Of all features, a sixth is on in most games.
        let rows = (6.0 / (shape.features as f32 / 6.0).max(8.0)).sqrt() / 2.0;
        let fan_in = |part: Part| (6.0 / shape.size(part)[0] as f32).sqrt();
        let bounds = [
            (Part::Rows, rows),
            (Part::RowBias, 0.1),
            (Part::Second, fan_in(Part::Second)),
            (Part::Third, fan_in(Part::Third)),
            (Part::Value, 0.1 * fan_in(Part::Value)),
        ];
        for (part, bound) in bounds {
            for number in parameters.part_mut(part) {
                *number = bound * uniform(&mut rng);
            }
        }
        parameters
    }

    /// The network with these numbers, one for one as [`Shape::range`] says.
    pub fn from_numbers(shape: Shape, numbers: Vec<f32>) -> Result<Parameters, String> {
        if let Some(fault) = shape.fault() {
            return Err(fault);
        }
        if !shape.is_countable() || numbers.len() != shape.len() {
            return Err(format!("{} numbers do not make the network {shape}", numbers.len()));
        }
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err("a weight is not a finite number".to_owned());
        }
        Ok(Parameters { shape, numbers })
    }

    /// The sizes of the layers.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// One part.
    pub fn part(&self, part: Part) -> &[f32] {
        &self.numbers[self.shape.range(part)]
    }

    fn part_mut(&mut self, part: Part) -> &mut [f32] {
        let range = self.shape.range(part);
        &mut self.numbers[range]
    }

    /// Goes so far, from 0 to 1, to where others of the same shape are.
    pub fn follow(&mut self, others: &Parameters, far: f32) {
        for (number, other) in self.numbers.iter_mut().zip(&others.numbers) {
            // All the way means to be the same, to the last bit.
            *number = if far >= 1.0 { *other } else { *number + far * (other - *number) };
        }
    }

    /// All numbers.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// All numbers, to change them.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    /// The value of a state with these features on, with all digits that floats have.
    pub fn value(&self, features: &[u32]) -> f32 {
        let Shape { width, hidden: [second, third], .. } = self.shape;
        let mut sums = self.part(Part::RowBias).to_vec();
        for &feature in features {
            let row = &self.part(Part::Rows)[feature as usize * width..][..width];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let units: Vec<f32> = sums.iter().map(|sum| sum.clamp(0.0, CEILING)).collect();
        let layer = |inputs: &[f32], weights: Part, bias: Part, count: usize| {
            let mut sums = self.part(bias).to_vec();
            for (&input, weights) in inputs.iter().zip(self.part(weights).chunks_exact(count)) {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
            sums
        };
        let units = layer(&units, Part::Second, Part::SecondBias, second).into_iter().map(leaky);
        let units =
            layer(&units.collect::<Vec<_>>(), Part::Third, Part::ThirdBias, third).into_iter().map(leaky);
        squash(layer(&units.collect::<Vec<_>>(), Part::Value, Part::ValueBias, 1)[0])
    }
}

/// A number within (-1, 1).
fn uniform(rng: &mut Rng) -> f32 {
    ((rng.next_u64() >> 40) as f32 - 8_388_607.5) / 8_388_608.0
}

/// A sum of a dense layer becomes a unit.
#[inline]
pub fn leaky(sum: f32) -> f32 {
    if sum > 0.0 { sum } else { LEAK * sum }
}

/// The last sum becomes a value. Made of operations that every machine rounds alike, unlike a hyperbolic
/// tangent.
#[inline]
pub fn squash(sum: f32) -> f32 {
    SCALE * sum / (1.0 + sum * sum).sqrt()
}

/// The slope of [`squash`].
#[inline]
pub fn squash_slope(sum: f32) -> f32 {
    let root = (1.0 + sum * sum).sqrt();
    SCALE / (root * root * root)
}
