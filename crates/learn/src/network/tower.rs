//! How large a `residual` network is, and where the features of a state go in its input.
//!
//! ```text
//! planes -> 3x3 convolution -> blocks -> 1x1 convolution -> dense layer -> value
//! block:   x + convolution(relu(convolution(x))), then relu
//! ```

use std::fmt::{self, Display};

use game::{Game, Planes, Rng};
use serde::{Deserialize, Serialize};

use super::layout::{Layout, PartSize, bound, uniform};

/// Cells that a convolution sees along each direction.
pub const KERNEL: usize = 3;

/// Channels of the 1x1 convolution at the end of the tower.
pub const HEAD: usize = 8;

/// Units of the dense layer before the value.
pub const HIDDEN: usize = 64;

/// Larger boards, and towers of more blocks or channels, are refused.
const LARGEST: usize = 1 << 16;

/// Networks with more numbers are refused.
const MAX_NUMBERS: usize = 1 << 30;

/// The sizes of a `residual` network that a learner may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TowerOptions {
    /// Residual blocks, one on top of the other.
    pub blocks: usize,
    /// Channels of each convolution.
    pub channels: usize,
}

impl Default for TowerOptions {
    fn default() -> Self {
        TowerOptions { blocks: 4, channels: 32 }
    }
}

/// The sizes of a `residual` network. It ends in one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tower {
    /// Binary features, see [`game::Features::feature_count`].
    pub features: usize,
    /// Planes of features, see [`Planes`]. A feature behind them fills a plane of its own.
    pub planes: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// The place of each cell of a plane.
    pub places: Vec<Option<u16>>,
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of each convolution.
    pub channels: usize,
}

impl Tower {
    /// A tower over the board of a game.
    pub fn new<G: Game>(start: &G, options: TowerOptions) -> Tower {
        let Planes { count: planes, rows, columns, places } = start.planes();
        let TowerOptions { blocks, channels } = options;
        Tower { features: start.feature_count(), planes, rows, columns, places, blocks, channels }
    }

    /// Places of the board.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn features_in_planes(&self) -> usize {
        self.planes * self.places.len()
    }

    /// Planes of the input: those of the game, one for each feature of the whole state, and one that shows where
    /// the board is, as a convolution sees nothing but zeros beyond its edge.
    pub fn inputs(&self) -> usize {
        self.planes + (self.features - self.features_in_planes()) + 1
    }

    /// Writes the input of a state with these features on, which had been zeros.
    pub fn lay_out(&self, features: &[u32], input: &mut [f32]) {
        let (cells, in_planes) = (self.cells(), self.features_in_planes());
        self.fill(self.inputs() - 1, input);
        for &feature in features {
            let feature = feature as usize;
            if feature >= in_planes {
                self.fill(self.planes + feature - in_planes, input);
            } else if let Some(place) = self.places[feature % self.places.len()] {
                input[feature / self.places.len() * cells + usize::from(place)] = 1.0;
            }
        }
    }

    fn fill(&self, plane: usize, input: &mut [f32]) {
        let plane = &mut input[plane * self.cells()..][..self.cells()];
        self.places.iter().flatten().for_each(|&place| plane[usize::from(place)] = 1.0);
    }

    fn board_fault(&self) -> Option<String> {
        if self.features == 0 {
            return Some("the game does not describe its states by features".to_owned());
        }
        let in_planes = self.planes.checked_mul(self.places.len());
        let cells = self.rows.checked_mul(self.columns);
        let fits = in_planes.is_some_and(|count| count <= self.features)
            && cells.is_some_and(|cells| {
                cells <= LARGEST && self.places.iter().flatten().all(|&place| usize::from(place) < cells)
            });
        (!fits || self.features > LARGEST).then(|| "its features do not lie on its board".to_owned())
    }
}

impl Layout for Tower {
    fn features(&self) -> usize {
        self.features
    }

    fn fault(&self) -> Option<String> {
        if let Some(fault) = self.board_fault() {
            return Some(fault);
        }
        let Tower { blocks, channels, .. } = *self;
        if blocks == 0 || channels == 0 || blocks > LARGEST || channels > LARGEST {
            return Some(format!("{blocks} blocks of {channels} channels do not make a tower"));
        }
        // All factors are below 2^17, so that nothing is too large to be counted in 64 bits.
        let [channels, inputs, blocks, cells] =
            [channels, self.inputs(), blocks, self.cells()].map(|n| n as u64);
        let convolutions = channels * 9 * inputs.max(channels);
        let is_large = convolutions > MAX_NUMBERS as u64
            || convolutions * 2 * blocks > MAX_NUMBERS as u64
            || cells * (HEAD * HIDDEN) as u64 > MAX_NUMBERS as u64;
        is_large.then(|| format!("{blocks} blocks of {channels} channels have too many numbers"))
    }

    fn parts(&self) -> Vec<PartSize> {
        let layer = |name: &str, size: &[usize], units: usize| {
            [("weight", size.to_vec()), ("bias", vec![units])]
                .map(|(part, size)| PartSize { name: format!("{name}.{part}"), size })
        };
        let convolution =
            |name: &str, inputs: usize| layer(name, &[self.channels, inputs, KERNEL, KERNEL], self.channels);
        let block = |block: usize| {
            ["first", "second"].map(|name| convolution(&format!("blocks.{block}.{name}"), self.channels))
        };
        let mut parts = Vec::from(convolution("input", self.inputs()));
        parts.extend((0..self.blocks).flat_map(block).flatten());
        parts.extend(layer("head", &[HEAD, self.channels, 1, 1], HEAD));
        parts.extend(layer("dense", &[HEAD * self.cells(), HIDDEN], HIDDEN));
        parts.extend(layer("value", &[HIDDEN, 1], 1));
        parts
    }

    /// Every block begins as what passes its input on, so that a tower of any height learns from the first step.
    fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(self.numbers());
        for PartSize { name, size } in self.parts() {
            let bound = match size[..] {
                [_, channels, rows, columns] if !name.ends_with("second.weight") => {
                    bound(channels * rows * columns)
                }
                [inputs, 1] => 0.1 * bound(inputs),
                [inputs, _] => bound(inputs),
                _ => 0.0,
            };
            numbers.extend((0..size.iter().product()).map(|_| bound * uniform(rng)));
        }
        numbers
    }
}

impl Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tower { rows, columns, blocks, channels, .. } = self;
        write!(f, "residual {}x{rows}x{columns}, {blocks} blocks of {channels} channels", self.inputs())
    }
}

#[cfg(test)]
mod tests {
    use games::connect4::Connect4;

    use super::*;

    fn tower() -> Tower {
        Tower::new(&Connect4::<u64>::start(4, 4), TowerOptions { blocks: 1, channels: 2 })
    }

    #[test]
    fn features_are_laid_out_on_the_board() {
        let tower = tower();
        assert_eq!((tower.inputs(), tower.rows, tower.columns), (4, 4, 4));
        let mut input = vec![0.0; tower.inputs() * tower.cells()];
        // The second cell of the second column, counted with the spare cell of the first; second to move.
        tower.lay_out(&[20 + 6, 40], &mut input);
        let planes: Vec<f32> = input.chunks_exact(16).map(|plane| plane.iter().sum()).collect();
        assert_eq!(planes, [0.0, 1.0, 16.0, 16.0]);
        assert_eq!(input[16 + 5], 1.0);
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        assert_eq!(tower().fault(), None);
        assert!(Tower { blocks: 0, ..tower() }.fault().is_some());
        assert!(Tower { channels: 60_000, ..tower() }.fault().is_some());
        assert!(Tower { rows: usize::MAX, ..tower() }.fault().is_some());
        assert!(Tower { planes: 3, ..tower() }.fault().is_some());
        assert!(Tower { rows: 2, ..tower() }.fault().is_some());
    }
}
