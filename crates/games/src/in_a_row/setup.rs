//! The parameters of a game of the family.

use game::bits::{Bits, Wide};
use game::{TextError, Visitor};

use super::InARow;

/// Cells that the largest board may have.
pub const MAX_CELLS: usize = Wide::<6>::SIZE;

/// How many stones a turn has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One.
    Single,
    /// Two, but one in the first turn.
    Pair,
}

/// The parameters of a game of the family.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board; at most [`MAX_CELLS`] cells in all.
    pub rows: usize,
    /// How many in a line win.
    pub length: usize,
    /// How many stones a turn has.
    pub turn: Turn,
    /// The first stone must be on one of this many outer lines.
    pub open_lines: usize,
}

impl Setup {
    /// A board of these columns and rows, a stone a turn, anywhere.
    pub fn new(columns: usize, rows: usize, length: usize) -> Setup {
        Setup { columns, rows, length, turn: Turn::Single, open_lines: usize::MAX }
    }

    /// Hands the start to `visitor`, with sets of cells that are just wide enough.
    pub fn open<V: Visitor>(self, visitor: V) -> V::Output {
        match self.columns * self.rows {
            ..=64 => visitor.visit(InARow::<u64>::start(self)),
            65..=128 => visitor.visit(InARow::<u128>::start(self)),
            129..=256 => visitor.visit(InARow::<Wide<4>>::start(self)),
            _ => visitor.visit(InARow::<Wide<6>>::start(self)),
        }
    }
}

/// Reads the side of a square board, `usual` if the variant is empty.
pub fn parse_side(name: &str, variant: &str, usual: usize) -> Result<usize, TextError> {
    match variant.parse() {
        _ if variant.is_empty() => Ok(usual),
        Ok(side @ 1..=19) => Ok(side),
        _ => Err(TextError::new(format!("{name} is played on 1 to 19 columns and rows, not `{variant}`"))),
    }
}
