//! The class of Unbounded Minimax-based algorithms, made fast: the same search as [`crate::reference`].
//!
//! `walk` is the iteration, [`policy`] the two free choices, `window` tells how far up the next iteration has to begin,
//! and `finding` what the search says in the end. Several workers share one tree (`run`); the followers resolve states
//! that the leader's proof will need (`assignments`).

mod again;
mod allowance;
mod assignments;
mod explored;
mod finding;
mod here;
mod knowledge;
mod level;
mod parent;
pub mod policy;
mod run;
mod search;
mod walk;
mod window;

pub use search::Search;
