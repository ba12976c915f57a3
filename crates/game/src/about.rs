//! What a list of games says about each.

use crate::{Game, TextError};

/// One line of a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name, in front of the colon.
    pub name: &'static str,
    /// What may stand behind the colon, empty if nothing.
    pub variants: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// Full names of some variants, the usual one first: examples for people, and what the laws run over.
    pub samples: &'static [&'static str],
}

/// Something to do with a game whose type is only known when its name is read.
pub trait Visitor {
    /// What comes out.
    type Output;
    /// Called with the start of the game.
    fn visit<G: Game>(self, start: G) -> Self::Output;
}

/// Splits a full name such as `hex:4,noswap` into the name and the variant, which may be empty.
pub fn split_name(full: &str) -> (&str, &str) {
    full.split_once(':').unwrap_or((full, ""))
}

/// Refuses a variant where a game has none.
pub fn expect_no_variant(name: &str, variant: &str) -> Result<(), TextError> {
    if variant.is_empty() {
        Ok(())
    } else {
        Err(TextError::new(format!("{name} has no variants, not `{variant}`")))
    }
}
