//! Certificates: strategies that prove the value of a position, and a verifier that knows only the rules.
//!
//! A proof of "this player gets at least that" is a [`strategy`]: one move in each of the player's
//! states, all replies of the opponent, and ends that keep the promise. A win is one such promise; a draw
//! is two, one of each player. A game may also have a rule that proves a state without playing it out
//! ([`game::ProofRule`]); the verifier then trusts the checker of that rule, too. [`write()`] asks a [`Prover`] (a
//! search) for the moves and writes them to a [file](mod@file); [`verify`] reads them back and checks every one of
//! them. Nothing here has heard of a search.

mod error;
pub mod file;
mod halt;
mod numbers;
pub mod strategy;
mod visited;

pub use error::Error;
pub use file::{Header, Prover, Reader, Size, verify, write};
pub use halt::{Halt, Limits};
pub use strategy::WalkState;
pub use visited::{Fingerprints, Visited};
