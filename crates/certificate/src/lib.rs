//! Certificates: strategies that prove the value of a position, and a verifier that knows only the rules.
//!
//! A proof of "this player gets at least that" is a [`strategy`]: one move in each of the player's
//! states, all replies of the opponent, and ends that keep the promise. A win is one such promise; a draw
//! is two, one of each player. [`write()`] asks somebody (a search) for the moves and writes them to a
//! [file](mod@file); [`verify`] reads them back and checks every one of them. Nothing here has heard of a search.

mod error;
pub mod file;
pub mod strategy;

pub use error::Error;
pub use file::{Header, Size, verify, write};
pub use strategy::Promise;
