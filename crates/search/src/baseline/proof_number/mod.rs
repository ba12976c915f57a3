//! Proof-number search: go where a proof or a disproof seems to need the fewest further answers.
//!
//! A question has two answers, a game three values: `passes` asks twice. [`pns`] keeps everything it
//! generates, [`df_pn`] what fits into a table.

pub mod df_pn;
mod graph;
mod numbers;
mod passes;
pub mod pns;
mod sprout;
mod table;
