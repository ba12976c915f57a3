//! How large a network is, and where each of its parts lies among its numbers.

use std::ops::Range;

use game::Rng;
use serde::{Deserialize, Serialize};

use super::layout::{Layout, PartSize, bound, uniform};

/// The lanes that all kernels work on side by side: layers are multiples of it.
pub const LANES: usize = 16;

/// The units of the first layer that are summed together: it is a multiple of this.
pub const WIDE: usize = 64;

/// Larger layers are refused: samples store features in 16 bits.
const LARGEST: usize = 1 << 16;

/// The sizes of the layers of an `incremental` network. It ends in one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Binary features, see [`game::Features::feature_count`].
    pub features: usize,
    /// Units of the first layer.
    pub width: usize,
    /// Units of the two dense layers behind it.
    pub hidden: [usize; 2],
}

/// One part of a network's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first layer: a row of `width` for each feature.
    Rows,
    /// What the first layer begins with.
    RowBias,
    /// The second layer: `hidden[0]` numbers for each unit of the first.
    Second,
    /// What the second layer begins with.
    SecondBias,
    /// The third layer: `hidden[1]` numbers for each unit of the second.
    Third,
    /// What the third layer begins with.
    ThirdBias,
    /// The value: a number for each unit of the third layer.
    Value,
    /// What the value begins with.
    ValueBias,
}

impl Part {
    /// All parts, in the order in which they lie.
    pub const ALL: [Part; 8] = [
        Part::Rows,
        Part::RowBias,
        Part::Second,
        Part::SecondBias,
        Part::Third,
        Part::ThirdBias,
        Part::Value,
        Part::ValueBias,
    ];

    /// Its name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Part::Rows => "first.weight",
            Part::RowBias => "first.bias",
            Part::Second => "second.weight",
            Part::SecondBias => "second.bias",
            Part::Third => "third.weight",
            Part::ThirdBias => "third.bias",
            Part::Value => "value.weight",
            Part::ValueBias => "value.bias",
        }
    }
}

impl Shape {
    /// The default for this number of features: 256 units, then twice 32.
    pub fn usual(features: usize) -> Shape {
        Shape { features, width: 256, hidden: [32, 32] }
    }

    /// What is wrong with these sizes, if something is.
    pub fn fault(&self) -> Option<String> {
        if self.features == 0 {
            return Some("the game does not describe its states by features".to_owned());
        }
        let layers = [(self.width, WIDE), (self.hidden[0], LANES), (self.hidden[1], LANES)];
        if let Some((layer, of)) = layers.iter().find(|(layer, of)| *layer == 0 || layer % of != 0) {
            return Some(format!("a layer has {layer} units, which is not a multiple of {of}"));
        }
        let sizes = [self.features, self.width, self.hidden[0], self.hidden[1]];
        if let Some(size) = sizes.iter().find(|&&size| size > LARGEST) {
            return Some(format!("{size} is too large a layer"));
        }
        let is_large = self.features as u64 * self.width as u64 >= 1 << 30
            || self.width as u64 * self.hidden[0] as u64 >= 1 << 28;
        is_large.then(|| "so many numbers do not fit into memory".to_owned())
    }

    /// The rows and columns of a part; a bias has one row.
    pub fn size(&self, part: Part) -> [usize; 2] {
        let Shape { features, width, hidden: [second, third] } = *self;
        match part {
            Part::Rows => [features, width],
            Part::RowBias => [1, width],
            Part::Second => [width, second],
            Part::SecondBias => [1, second],
            Part::Third => [second, third],
            Part::ThirdBias => [1, third],
            Part::Value => [third, 1],
            Part::ValueBias => [1, 1],
        }
    }

    /// Where a part lies.
    pub fn range(&self, part: Part) -> Range<usize> {
        let length = |part: Part| self.size(part).iter().product::<usize>();
        let before = Part::ALL.iter().take_while(|&&other| other != part);
        let start = before.map(|&part| length(part)).sum();
        start..start + length(part)
    }

    /// How many numbers there are in all.
    pub fn len(&self) -> usize {
        self.range(Part::ValueBias).end
    }

    /// Whether there are none, which never is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Layout for Shape {
    fn features(&self) -> usize {
        self.features
    }

    fn fault(&self) -> Option<String> {
        self.fault()
    }

    fn parts(&self) -> Vec<PartSize> {
        let part = |part: Part| PartSize { name: part.name().to_owned(), size: self.size(part).to_vec() };
        Part::ALL.map(part).into()
    }

    fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut numbers = vec![0.0; self.len()];
        // Of all features, a sixth is on in most games.
        let rows = (6.0 / (self.features as f32 / 6.0).max(8.0)).sqrt() / 2.0;
        let fan_in = |part: Part| bound(self.size(part)[0]);
        let bounds = [
            (Part::Rows, rows),
            (Part::RowBias, 0.1),
            (Part::Second, fan_in(Part::Second)),
            (Part::Third, fan_in(Part::Third)),
            (Part::Value, 0.1 * fan_in(Part::Value)),
        ];
        for (part, bound) in bounds {
            for number in &mut numbers[self.range(part)] {
                *number = bound * uniform(rng);
            }
        }
        numbers
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shape { features, width, hidden: [second, third] } = self;
        write!(f, "incremental {features}-{width}-{second}-{third}-1")
    }
}
