//! The solvers: proof-number search, which goes where a proof or a disproof seems to need the fewest further answers.
//!
//! A question has two answers, a game three values: `passes` asks twice. [`pns`] keeps everything that it generates,
//! [`ProofSearch`] what fits into a [ledger](crate::ledger), with any number of workers.

mod calibrate;
mod children;
mod df_pn;
mod graph;
mod passes;
pub mod pns;
mod run;
mod search;

pub use search::{Method, ProofSearch};
