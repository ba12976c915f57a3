//! Connect6: one stone, then two a turn; six or more in a row win.

use game::{About, TextError, Visitor};

use crate::in_a_row::{Setup, Turn, parse_side};

/// Connect6 in the list.
pub const ABOUT: About = About {
    name: "connect6",
    variants: "N",
    summary: "six or more in a row on 19x19; one stone in the first turn, then two",
    samples: &["connect6", "connect6:6", "connect6:8", "connect6:11", "connect6:1"],
};

/// Opens a board of `N` x `N`; nothing is 19.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let side = parse_side(ABOUT.name, variant, 19)?;
    Ok(Setup { turn: Turn::Pair, ..Setup::new(side, side, 6) }.open(visitor))
}
