//! What a network sees of a state.

use crate::view::RowOne;
use crate::{ColourSwap, Lattice, Planes, Tiling};

/// A state as numbers for evaluation functions that are learned, and its images under the symmetries of the board,
/// which are worth as much. All of it is optional.
pub trait Features: Sized {
    /// How many features there are in this variant: 0 if the game does not describe its states.
    fn feature_count(&self) -> usize {
        0
    }

    /// Appends the features that are on in this state, each below [`Features::feature_count`] and at most once,
    /// in any order: a piece on a cell, the side to move, counters where they matter. Equal features mean
    /// equal states as far as an evaluation is concerned. A move changes few of them.
    fn features(&self, _out: &mut Vec<u32>) {}

    /// Where the features lie on the board, the same for all states of a variant. The default is a board of one
    /// cell: it says nothing about neighbours.
    fn planes(&self) -> Planes {
        Planes::grid(self.feature_count(), 1, 1)
    }

    /// Which cells of the [planes](Features::planes) are neighbours, where they are drawn and what they are called, the
    /// same for all states of a variant. The default is a board of squares whose first row is at the bottom.
    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Squares, RowOne::Bottom)
    }

    /// How features change when the colours are exchanged, the same for all states of a variant, where the rules are
    /// the same for both sides.
    fn colour_swap(&self) -> Option<ColourSwap> {
        None
    }

    /// The images of this state, other than itself, under the symmetries of the board that leave the game as
    /// it is: the same player to move, as many moves, the same outcome.
    fn symmetries(&self) -> Vec<Self> {
        Vec::new()
    }
}
