//! The numbers of a network as they are trained, and its value computed with them, plainly.

use game::Rng;

use super::layout::{Architecture, Layout};
use super::patterns::Patterns;
use super::shape::{Part, Shape};
use super::tower::Tower;

/// No unit of the first layer is larger: integers stand for units, and need an end.
pub const CEILING: f32 = 4.0;

/// What a dense layer leaves of a negative sum.
pub const LEAK: f32 = 0.05;

/// Values lie within (-2, 2), the scale of f_t.
pub const SCALE: f32 = 2.0;

/// All numbers of a network, part behind part. The layout says which kinds of networks it can be: that of an
/// `incremental` one ([`Shape`]), of a `residual` one ([`Tower`]), or of any ([`Architecture`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters<L = Shape> {
    shape: L,
    numbers: Vec<f32>,
}

impl Parameters {
    /// One part.
    pub fn part(&self, part: Part) -> &[f32] {
        &self.numbers[self.shape.range(part)]
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

impl Parameters<Architecture> {
    /// The same numbers, for code that knows the kind.
    pub(crate) fn with_layout<L: Layout>(self, shape: L) -> Parameters<L> {
        Parameters { shape, numbers: self.numbers }
    }
}

impl From<Parameters<Shape>> for Parameters<Architecture> {
    fn from(Parameters { shape, numbers }: Parameters<Shape>) -> Self {
        Parameters { shape: Architecture::Incremental(shape), numbers }
    }
}

impl From<Parameters<Patterns>> for Parameters<Architecture> {
    fn from(Parameters { shape, numbers }: Parameters<Patterns>) -> Self {
        Parameters { shape: Architecture::Patterns(Box::new(shape)), numbers }
    }
}

impl From<Parameters<Tower>> for Parameters<Architecture> {
    fn from(Parameters { shape, numbers }: Parameters<Tower>) -> Self {
        Parameters { shape: Architecture::Residual(shape), numbers }
    }
}

impl<L: Layout> Parameters<L> {
    /// A network that has learned nothing: pseudo-random numbers of this seed.
    pub fn new(shape: L, seed: u64) -> Self {
        let numbers = shape.initial(&mut Rng::new(seed));
        Parameters { shape, numbers }
    }

    /// The network with these numbers, one for one as the layout says.
    pub fn from_numbers(shape: L, numbers: Vec<f32>) -> Result<Self, String> {
        if let Some(fault) = shape.fault() {
            return Err(fault);
        }
        if numbers.len() != shape.numbers() {
            return Err(format!("{} numbers do not make the network {shape}", numbers.len()));
        }
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err("a weight is not a finite number".to_owned());
        }
        Ok(Parameters { shape, numbers })
    }

    /// The sizes of the layers.
    pub fn shape(&self) -> &L {
        &self.shape
    }

    /// Goes so far, from 0 to 1, to where others of the same layout are.
    pub fn follow(&mut self, others: &[f32], far: f32) {
        for (number, other) in self.numbers.iter_mut().zip(others) {
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
