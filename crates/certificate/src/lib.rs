//! Certificates: strategies that prove the value of a position, and a verifier that depends on the rules
//! alone.
//!
//! A proof of "this player gets at least this result" is a [`strategy`]: one move in each state of the
//! player, all replies of the opponent, and terminal states that fulfil the promise. A win is proven by one
//! such promise, a draw by two, one for each player. [`write()`] gets the moves from the caller, usually a
//! search, and writes them to a [file](mod@file); [`verify`] reads them and checks each of them. This crate
//! does not depend on any search.

mod error;
pub mod file;
pub mod strategy;

pub use error::Error;
pub use file::{Header, Size, verify, write};
pub use strategy::Promise;
