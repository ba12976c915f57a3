//! The solvers: proof-number searches, which expand the state that seems to need the fewest further
//! expansions for a proof or a disproof.
//!
//! A question has two answers, a game has three values: `passes` asks up to two questions. [`pns`] keeps
//! everything that it generates in memory, [`ProofSearch`] what fits into a ledger, with any
//! number of workers.

mod calibrate;
mod children;
mod df_pn;
mod graph;
mod passes;
pub mod pns;
mod run;
mod search;

pub use search::{Method, ProofSearch};
