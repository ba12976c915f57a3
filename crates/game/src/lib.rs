//! What a game is.
//!
//! A [`Game`] is a state of a finite two-player game of perfect information together with its rules: whose
//! turn it is, which moves there are, and how it ended. Everything else in `unbounded` (solving, analysis,
//! playing) needs nothing more, and is better with what a game may say besides: what it sees without a search
//! ([`Sight`]), which states share what is known of them ([`Sharing`]), and what a network sees ([`Features`]).
//! A game around another game [forwards](forward!) what it does not change. The rest of this crate is what games
//! are made of: sets of cells ([`bits`]), named cells and board texts ([`grid`]), keys ([`key`]), pictures
//! ([`view`], [`scene`]), the history that repetition rules look at ([`history`]), and the [`laws`] that every game obeys.

mod about;
mod any;
pub mod bits;
mod bounds;
pub mod children;
pub mod clock;
pub mod code;
mod colour_swap;
mod definition;
pub mod evaluate;
mod features;
mod forward;
mod game;
pub mod grid;
pub mod history;
pub mod key;
mod lattice;
pub mod laws;
mod listing;
mod machinery;
mod nearest;
pub mod perft;
mod planes;
mod player;
mod plies;
mod promise;
mod proof_rule;
pub mod quiet;
pub mod reading;
pub mod scene;
mod shared;
mod sharing;
mod sight;
mod terminal;
mod text;
pub mod view;

pub use about::{About, Visitor, expect_no_variant, split_name};
pub use any::{AnyMove, AnyState, DynGame};
pub use bounds::Bounds;
pub use children::ChildGenerator;
pub use clock::{Clock, Cut, Timing};
pub use code::{Code, Width};
pub use colour_swap::ColourSwap;
pub use definition::{Definition, Redefined};
pub use evaluate::Evaluator;
pub use features::Features;
pub use game::{Game, SEATS, combine_versions, listed_move};
pub use key::{Key, Rng};
pub use lattice::{Lattice, Site, Tiling};
pub use listing::Listing;
pub use machinery::Machinery;
pub use nearest::{nearest, suggest_key};
pub use planes::Planes;
pub use player::{Outcome, Player};
pub use promise::{Least, Promise};
pub use proof_rule::ProofRule;
pub use scene::Scene;
pub use shared::Shared;
pub use sharing::Sharing;
pub use sight::Sight;
pub use terminal::{TerminalFunction, TerminalValue};
pub use text::TextError;
pub use view::View;
