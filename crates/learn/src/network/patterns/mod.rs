//! Pattern networks: groups of cells are looked up as a whole, and every place of the board shares their rows.
//!
//! ```text
//! features and patterns -> sum of their rows -> two dense layers, chosen by the stage of the game -> value
//! ```
//!
//! A state is seen by the side to move where the game has a [colour swap](game::ColourSwap). The [`Board`] says what is
//! on a cell (its *symbol*); a [`Pattern`] is a block or a line of cells, and its symbols on some cells choose a row.
//! The sum of all rows is the first layer, so a move changes it by the few rows of the patterns that it touches
//! ([`Extractor`]). All that follows is as in [`super::Incremental`]. One unit of the first layer for each stage also
//! goes straight into the value: the sum of what patterns are worth.

mod board;
mod extract;
mod images;
mod inference;
mod layout;
mod quantise;
mod shape;
#[cfg(test)]
mod tests;

pub use board::{Board, Swap};
pub(crate) use extract::Base;
pub(crate) use images::Images;
pub use inference::PatternNetwork;
pub(crate) use layout::Part;
pub use layout::{PatternOptions, Patterns};
pub use shape::Pattern;
