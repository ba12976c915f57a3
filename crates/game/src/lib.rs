//! What a game is.
//!
//! A [`Game`] is a state of a finite two-player game of perfect information together with its rules: whose
//! turn it is, which moves there are, and how it ended. Everything else in `unbounded` (solving, analysis,
//! playing) needs nothing more. The rest of this crate is what games are made of: sets of cells ([`bits`]),
//! named cells and board texts ([`grid`]), keys ([`key`]), pictures ([`view`]), the history that repetition
//! rules look at ([`history`]), and the [`laws`] that every game obeys.

mod about;
mod any;
pub mod bits;
mod bounds;
pub mod children;
pub mod code;
mod colour_swap;
pub mod evaluate;
mod game;
pub mod grid;
pub mod history;
pub mod key;
mod lattice;
pub mod laws;
mod listing;
pub mod perft;
mod planes;
mod player;
mod shared;
mod text;
pub mod view;

pub use about::{About, Visitor, expect_no_variant, split_name};
pub use any::{AnyMove, AnyState, Rules};
pub use bounds::Bounds;
pub use children::ChildGenerator;
pub use code::{Code, Width};
pub use colour_swap::ColourSwap;
pub use evaluate::Evaluator;
pub use game::Game;
pub use key::{Key, Rng};
pub use lattice::{Lattice, Site, Tiling};
pub use listing::Listing;
pub use planes::Planes;
pub use player::{Outcome, Player};
pub use shared::Shared;
pub use text::TextError;
pub use view::View;
