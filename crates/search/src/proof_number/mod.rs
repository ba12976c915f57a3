//! Proof-number search: go where a proof or a disproof seems to need the fewest further answers.
//!
//! A question has two answers, a game three values: `passes` asks twice. [`pns`] keeps everything it
//! generates, [`proof`] what fits into a ledger, with as many workers as there are.

mod calibrate;
mod graph;
mod hive;
pub(crate) mod ledger;
mod numbers;
mod passes;
pub mod pns;
pub mod proof;
mod sprout;
mod way;
