//! The class of Unbounded Minimax-based algorithms, in its fast implementation: the same search as
//! [`crate::reference`].
//!
//! `walk` is the iteration, [`policy`] the two free choices, `window` determines how far up the next
//! iteration has to start, and `finding` extracts the result. Several workers share one tree (`run`); the
//! followers resolve states that the leader's proof needs (`assignments`).

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
