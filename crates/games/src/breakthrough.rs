//! Breakthrough: two rows of pawns each, and the first pawn on the other side wins.

use game::{About, TextError, Visitor};

use crate::pawns::{self, Kind, Pawns};

/// Breakthrough in the list.
pub const ABOUT: About = About {
    name: "breakthrough",
    variants: "CxR",
    summary: "pawns step forward straight or diagonally and capture diagonally; the first on the last row wins",
    samples: &["breakthrough", "breakthrough:2x4", "breakthrough:3x6", "breakthrough:5x5"],
};

/// Two rows of pawns, which step diagonally, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoRows;

impl Kind for TwoRows {
    const DEFAULT_SIZE: (usize, usize) = (8, 8);
    const MIN_SIZE: (usize, usize) = (2, 4);
    const HOME_ROWS: usize = 2;
    const DIAGONAL_STEPS: bool = true;
}

/// A position of Breakthrough.
pub type Breakthrough = Pawns<TwoRows>;

/// Opens `CxR`, or 8x8.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    pawns::open::<TwoRows, V>(variant, visitor)
}
