//! How large a pattern network is, and where its numbers lie.

use std::fmt::{self, Display};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use game::{Game, Rng};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::extract::Extractor;
use super::shape::Pattern;
use crate::network::layout::{Layout, PartSize, bound, uniform};
use crate::network::parameters::{CEILING, Parameters, leaky};
use crate::network::shape::{LANES, WIDE};

/// Larger layers and more stages are refused.
const LARGEST: usize = 1 << 12;

/// Networks with more numbers are refused.
const MAX_NUMBERS: usize = 1 << 28;

/// The sizes of a pattern network that a learner may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PatternOptions {
    /// Units of the first layer.
    pub width: usize,
    /// Units of the two dense layers behind it.
    pub hidden: [usize; 2],
    /// How many stages of the game have dense layers of their own.
    pub stages: usize,
}

impl Default for PatternOptions {
    fn default() -> Self {
        PatternOptions { width: 64, hidden: [32, 32], stages: 4 }
    }
}

/// The sizes of a pattern network, with the board that it is for. It ends in one value.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patterns {
    /// The board.
    pub board: Board,
    /// The groups of cells that are looked up as a whole.
    pub patterns: Vec<Pattern>,
    /// The sizes of the layers.
    pub sizes: PatternOptions,
    /// Values lie between this and its negative.
    pub scale: f32,
    /// All that follows from these, made where it is first asked for.
    #[serde(skip)]
    extractor: Arc<OnceLock<Result<Extractor, String>>>,
}

/// One part of the numbers of a pattern network. Those of stages lie one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first layer: a row for each feature, then those of the patterns.
    Rows,
    RowBias,
    Second,
    SecondBias,
    Third,
    ThirdBias,
    Value,
    ValueBias,
}

impl Part {
    pub(crate) const ALL: [Part; 8] = [
        Part::Rows,
        Part::RowBias,
        Part::Second,
        Part::SecondBias,
        Part::Third,
        Part::ThirdBias,
        Part::Value,
        Part::ValueBias,
    ];

    fn name(self) -> &'static str {
        match self {
            Part::Rows => "rows.weight",
            Part::RowBias => "rows.bias",
            Part::Second => "second.weight",
            Part::SecondBias => "second.bias",
            Part::Third => "third.weight",
            Part::ThirdBias => "third.bias",
            Part::Value => "value.weight",
            Part::ValueBias => "value.bias",
        }
    }
}

impl Patterns {
    /// A network for a game that begins here, with values between `scale` and its negative.
    pub fn new<G: Game>(start: &G, sizes: PatternOptions, scale: f32) -> Patterns {
        let board = Board::new(start);
        let patterns = Pattern::usual(&board);
        Patterns { board, patterns, sizes, scale, extractor: Arc::default() }
    }

    /// How many rows the first layer has: one for each feature, then those of the patterns.
    pub fn rows(&self) -> usize {
        self.extractor().rows()
    }

    /// What finds the rows of a state.
    pub(crate) fn extractor(&self) -> &Extractor {
        self.extracted().as_ref().expect("a layout without a fault has patterns that fit")
    }

    fn extracted(&self) -> &Result<Extractor, String> {
        self.extractor.get_or_init(|| Extractor::new(&self.board, &self.patterns, self.sizes.stages))
    }

    /// How many numbers a part has for each stage, in each of a number of rows.
    pub(crate) fn size(&self, part: Part) -> [usize; 2] {
        let PatternOptions { width, hidden: [second, third], stages } = self.sizes;
        match part {
            Part::Rows => [self.extractor().rows(), width],
            Part::RowBias => [1, width],
            Part::Second => [stages * width, second],
            Part::SecondBias => [stages, second],
            Part::Third => [stages * second, third],
            Part::ThirdBias => [stages, third],
            Part::Value => [stages, third],
            Part::ValueBias => [stages, 1],
        }
    }

    /// Where a part lies.
    pub(crate) fn range(&self, part: Part) -> Range<usize> {
        let length = |part: Part| self.size(part).iter().product::<usize>();
        let before = Part::ALL.iter().take_while(|&&other| other != part);
        let start = before.map(|&part| length(part)).sum();
        start..start + length(part)
    }

    /// Where the numbers of a stage lie in a part, all of them if the part is for every stage.
    pub(crate) fn of_stage(&self, part: Part, stage: usize) -> Range<usize> {
        let range = self.range(part);
        if matches!(part, Part::Rows | Part::RowBias) {
            return range;
        }
        let length = range.len() / self.sizes.stages;
        range.start + stage * length..range.start + (stage + 1) * length
    }

    /// The unit of the first layer that goes straight into the value at this stage.
    pub(crate) fn direct(&self, stage: usize) -> usize {
        self.sizes.width - self.sizes.stages + stage
    }

    fn sizes_fault(&self) -> Option<String> {
        let PatternOptions { width, hidden: [second, third], stages } = self.sizes;
        let layers = [(width, WIDE), (second, LANES), (third, LANES)];
        if let Some((layer, of)) = layers.iter().find(|(layer, of)| *layer == 0 || layer % of != 0) {
            return Some(format!("a layer has {layer} units, which is not a multiple of {of}"));
        }
        if let Some(size) = [width, second, third].into_iter().find(|&size| size > LARGEST) {
            return Some(format!("{size} is too large a layer"));
        }
        if !(1..=WIDE / 2).contains(&stages) {
            return Some(format!("there are 1 to {} stages, not {stages}", WIDE / 2));
        }
        (!(0.1..=10.0).contains(&self.scale)).then(|| format!("{} is no scale of values", self.scale))
    }
}

impl Layout for Patterns {
    fn features(&self) -> usize {
        self.board.features
    }

    fn fault(&self) -> Option<String> {
        if self.board.features == 0 {
            return Some("the game does not describe its states by features".to_owned());
        }
        let fault = self.board.fault().or_else(|| self.sizes_fault());
        let fault = fault.or_else(|| self.patterns.iter().find_map(Pattern::fault));
        let extracted = || self.extracted().as_ref().err().cloned();
        fault.or_else(extracted).or_else(|| {
            let numbers = self.extractor().rows() * self.sizes.width;
            (numbers > MAX_NUMBERS).then(|| "so many numbers do not fit into memory".to_owned())
        })
    }

    fn parts(&self) -> Vec<PartSize> {
        let part = |part: Part| PartSize { name: part.name().to_owned(), size: self.size(part).to_vec() };
        Part::ALL.map(part).into()
    }

    fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut numbers = vec![0.0; self.numbers()];
        let PatternOptions { width, hidden: [second, third], stages } = self.sizes;
        // Patterns begin at 0: what was never seen is worth nothing. Features distinguish the units from the first
        // step on; a sixth of them is on in most games.
        let features = (6.0 / (self.board.features as f32 / 6.0).max(8.0)).sqrt() / 2.0;
        let mut fill = |range: Range<usize>, bound: f32| {
            numbers[range].iter_mut().for_each(|number| *number = bound * uniform(rng));
        };
        fill(0..self.board.features * width, features);
        fill(self.range(Part::RowBias), 0.1);
        fill(self.range(Part::Second), bound(width));
        fill(self.range(Part::Third), bound(second));
        fill(self.range(Part::Value), 0.1 * bound(third));
        // What goes straight into the value begins at 0, too.
        let rows = &mut numbers[..self.board.features * width];
        rows.chunks_exact_mut(width).for_each(|row| row[width - stages..].fill(0.0));
        numbers[self.range(Part::RowBias)][width - stages..].fill(0.0);
        numbers
    }

    fn lazy_rows(&self) -> usize {
        self.extractor().rows()
    }
}

impl Parameters<Patterns> {
    /// The value, seen by player 1, of a state with these features on, with all digits that floats have.
    pub fn value_of(&self, features: &[u32]) -> f32 {
        let layout = self.shape();
        let (width, mut rows) = (layout.sizes.width, Vec::new());
        let mut base = layout.extractor().base();
        let view = layout.extractor().view(features);
        let stage = layout.extractor().read(features, view, &mut base, &mut rows);
        let of_stage = |part: Part| &self.numbers()[layout.of_stage(part, stage)];
        let mut sums = of_stage(Part::RowBias).to_vec();
        for &row in &rows {
            let row = &of_stage(Part::Rows)[row as usize * width..][..width];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let direct = sums[layout.direct(stage)];
        let units: Vec<f32> = sums.iter().map(|sum| sum.clamp(0.0, CEILING)).collect();
        let dense = |inputs: &[f32], weights: Part, bias: Part| -> Vec<f32> {
            let mut sums = of_stage(bias).to_vec();
            for (&input, weights) in inputs.iter().zip(of_stage(weights).chunks_exact(sums.len())) {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
            sums
        };
        let units: Vec<f32> = dense(&units, Part::Second, Part::SecondBias).into_iter().map(leaky).collect();
        let units: Vec<f32> = dense(&units, Part::Third, Part::ThirdBias).into_iter().map(leaky).collect();
        let sum = direct + dense(&units, Part::Value, Part::ValueBias)[0];
        view.sign() * layout.squash(sum)
    }
}

impl Patterns {
    /// The last sum becomes a value, seen by the side to move.
    #[inline]
    pub(crate) fn squash(&self, sum: f32) -> f32 {
        self.scale * sum / (1.0 + sum * sum).sqrt()
    }

    /// The slope of [`Patterns::squash`].
    #[inline]
    pub(crate) fn squash_slope(&self, sum: f32) -> f32 {
        let root = (1.0 + sum * sum).sqrt();
        self.scale / (root * root * root)
    }
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        (&self.board, &self.patterns, self.sizes, self.scale)
            == (&other.board, &other.patterns, other.sizes, other.scale)
    }
}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Patterns({self})")
    }
}

impl Display for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PatternOptions { width, hidden: [second, third], stages } = self.sizes;
        let rows = self.extracted().as_ref().map_or(0, Extractor::rows);
        write!(f, "patterns {rows}-{width}-{second}-{third}-1 in {stages} stages")
    }
}
