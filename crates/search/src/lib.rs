//! The search algorithms: the class of Unbounded Minimax-based algorithms with completion.
//!
//! A reader of the paper (Q. Cohen-Solal, *Completeness of Unbounded Best-First Minimax and Descent Minimax*)
//! finds the three values of a state in [`label`], the iteration (Algorithm 4) in `walk`, the two free
//! choices in [`policy`], the decisions in [`decide`]. The partial tree is in `tree`, behind a small
//! interface.

mod allowance;
pub mod bare;
pub mod baseline;
pub mod budget;
pub mod bytes;
mod crew;
mod crowd;
pub mod decide;
mod errands;
pub mod evaluate;
mod expand;
mod explored;
mod finding;
mod gate;
mod hands;
mod knowledge;
pub mod label;
mod move_history;
pub mod options;
mod pages;
pub mod policy;
pub mod proof_number;
mod search;
mod searcher;
pub mod shortest;
mod spin;
mod tally;
mod tree;
mod truth;
mod walk;
mod window;

pub use budget::{Budget, Counts, Meter, Stop};
pub use decide::{Choice, Decision};
pub use evaluate::Evaluator;
pub use expand::children;
pub use label::{Completion, Label, Rank};
pub use options::{OptionInfo, Options};
pub use policy::{Policy, Visit};
pub use search::Search;
pub use searcher::{Finding, ProofNumbers, Searcher, Setup, Snapshots, Trace, Watch};
pub use tree::{Candidate, Place};
