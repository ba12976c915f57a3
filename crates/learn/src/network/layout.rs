//! What the numbers of a network are, whatever its kind: parts with names and sizes, one behind the other.

use std::fmt::{self, Debug, Display};

use game::Rng;
use serde::{Deserialize, Serialize};

use super::patterns::Patterns;
use super::shape::Shape;
use super::tower::Tower;

/// One part of a network's numbers, as a file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartSize {
    /// Its name.
    pub name: String,
    /// How many there are in each dimension.
    pub size: Vec<usize>,
}

impl PartSize {
    /// How many numbers it has.
    pub fn numbers(&self) -> usize {
        self.size.iter().product()
    }
}

/// The sizes of a network: all that its numbers need to mean something.
pub trait Layout: Clone + Debug + Display + PartialEq {
    /// Binary features, see [`game::Features::feature_count`].
    fn features(&self) -> usize;

    /// What is wrong with these sizes, if something is. The other methods are for sizes without a fault.
    fn fault(&self) -> Option<String>;

    /// The parts, in the order in which they lie.
    fn parts(&self) -> Vec<PartSize>;

    /// The numbers of a network that has learned nothing.
    fn initial(&self, rng: &mut Rng) -> Vec<f32>;

    /// How many rows of the first layer are trained only where they are on, each with a count of its steps.
    fn lazy_rows(&self) -> usize {
        0
    }

    /// How many numbers there are in all.
    fn numbers(&self) -> usize {
        self.parts().iter().map(PartSize::numbers).sum()
    }
}

/// The kinds of networks, each with its sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Architecture {
    /// Patterns that share their rows over the board: see [`super::PatternNetwork`]. Boxed for its size.
    Patterns(Box<Patterns>),
    /// A wide first layer that follows the changes of a state: see [`super::Incremental`].
    Incremental(Shape),
    /// Convolutions over the planes of a board.
    Residual(Tower),
}

impl Layout for Architecture {
    fn features(&self) -> usize {
        match self {
            Architecture::Patterns(patterns) => patterns.features(),
            Architecture::Incremental(shape) => shape.features(),
            Architecture::Residual(tower) => tower.features(),
        }
    }

    fn fault(&self) -> Option<String> {
        match self {
            Architecture::Patterns(patterns) => patterns.fault(),
            Architecture::Incremental(shape) => shape.fault(),
            Architecture::Residual(tower) => tower.fault(),
        }
    }

    fn parts(&self) -> Vec<PartSize> {
        match self {
            Architecture::Patterns(patterns) => patterns.parts(),
            Architecture::Incremental(shape) => shape.parts(),
            Architecture::Residual(tower) => tower.parts(),
        }
    }

    fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        match self {
            Architecture::Patterns(patterns) => patterns.initial(rng),
            Architecture::Incremental(shape) => shape.initial(rng),
            Architecture::Residual(tower) => tower.initial(rng),
        }
    }

    fn lazy_rows(&self) -> usize {
        match self {
            Architecture::Patterns(patterns) => patterns.lazy_rows(),
            Architecture::Incremental(_) | Architecture::Residual(_) => 0,
        }
    }
}

impl Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Architecture::Patterns(patterns) => Display::fmt(patterns, f),
            Architecture::Incremental(shape) => Display::fmt(shape, f),
            Architecture::Residual(tower) => Display::fmt(tower, f),
        }
    }
}

/// How large the numbers of a layer with this number of inputs are at first, so that its units are about as large as its
/// inputs.
pub(super) fn bound(inputs: usize) -> f32 {
    (6.0 / inputs as f32).sqrt()
}

/// A number within (-1, 1).
pub(super) fn uniform(rng: &mut Rng) -> f32 {
    ((rng.next_u64() >> 40) as f32 - 8_388_607.5) / 8_388_608.0
}
