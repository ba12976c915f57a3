//! Gomoku: five or more in a row. Outer-Open, as the Computer Olympiad plays it: the first stone on the two outer lines.

use game::{About, TextError, Visitor};

use crate::in_a_row::{Setup, parse_side};

/// Gomoku in the list.
pub const ABOUT: About = About {
    name: "gomoku",
    variants: "N, N,free",
    summary: "five or more in a row on 15x15; the first stone is on the two outer lines, with `free` anywhere",
    samples: &["gomoku", "gomoku:6", "gomoku:10", "gomoku:19", "gomoku:1"],
};

/// Opens a board of `N` x `N`; nothing is 15. `free` lets the first stone be anywhere.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let (side, is_free) =
        match variant.strip_suffix("free").map(|side| side.strip_suffix(',').unwrap_or(side)) {
            Some(side) => (side, true),
            None => (variant, false),
        };
    let side = parse_side(ABOUT.name, side, 15)?;
    let standard = Setup::new(side, side, 5);
    Ok(if is_free { standard } else { Setup { open_lines: 2, ..standard } }.open(visitor))
}
