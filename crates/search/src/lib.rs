//! The search algorithms: the class of Unbounded Minimax-based algorithms with completion.
//!
//! A reader of the paper (Q. Cohen-Solal, *Completeness of Unbounded Best-First Minimax and Descent Minimax*)
//! finds the three values of a state in [`label`], the iteration (Algorithm 4) in `walk`, the two free
//! choices in [`policy`], the decisions in [`decide`]. The partial tree is in `tree`, behind a small
//! interface.

pub mod bare;
pub mod budget;
pub mod decide;
pub mod evaluate;
mod expand;
pub mod label;
pub mod policy;
mod search;
mod tree;
mod walk;
mod window;

pub use budget::{Budget, Stop};
pub use decide::{Choice, Decision};
pub use evaluate::Evaluator;
pub use label::{Completion, Label, Rank};
pub use policy::{Policy, Visit};
pub use search::Search;
pub use tree::{Candidate, Place};
pub use walk::Counts;
