//! Hexapawn: one row of chess pawns each, without the double step.

use game::{About, TextError, Visitor};

use crate::pawns::{self, Kind, Pawns};

/// Hexapawn in the list.
pub const ABOUT: About = About {
    name: "hexapawn",
    variants: "CxR",
    summary: "chess pawns: reach the last row or leave the opponent without a move to win",
    samples: &["hexapawn:3x3", "hexapawn:1x3", "hexapawn:4x5", "hexapawn:8x8"],
};

/// One row of pawns, which go diagonally only to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneRow;

impl Kind for OneRow {
    const DEFAULT_SIZE: (usize, usize) = (3, 3);
    const MIN_SIZE: (usize, usize) = (1, 3);
    const HOME_ROWS: usize = 1;
    const DIAGONAL_STEPS: bool = false;
}

/// A position of Hexapawn.
pub type Hexapawn = Pawns<OneRow>;

/// Opens `CxR`, or 3x3.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    pawns::open::<OneRow, V>(variant, visitor)
}
