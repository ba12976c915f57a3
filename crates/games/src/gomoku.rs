//! Outer-Open Gomoku: five or more in a row, the first stone on the two outer lines.

use game::{About, TextError, Visitor};

use crate::in_a_row::{Setup, parse_side};

/// Gomoku in the list.
pub const ABOUT: About = About {
    name: "gomoku",
    variants: "N",
    summary: "five or more in a row on 15x15; the first stone is on the two outer lines",
    samples: &["gomoku", "gomoku:6", "gomoku:10", "gomoku:19", "gomoku:1"],
};

/// Opens a board of `N` x `N`; nothing is 15.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let side = parse_side(ABOUT.name, variant, 15)?;
    Ok(Setup { open_lines: 2, ..Setup::new(side, side, 5) }.open(visitor))
}
