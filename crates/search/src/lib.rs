//! The search algorithms: the class of Unbounded Minimax-based algorithms with completion.
//!
//! Start with [`mod@reference`]: Algorithm 4 of the paper (Q. Cohen-Solal, *Completeness of Unbounded
//! Best-First Minimax and Descent Minimax*, arXiv 2603.24572) on one page, recursive and slow.
//!
//! [`Search`] is the fast implementation of the same algorithm. [`label`] defines the three values of a
//! state, `class::walk` the iteration, [`policy`] the two free choices, [`decide`] the choice of the move to
//! play, and `tree` the partial tree. The tests compare both implementations iteration by iteration.
//! [`solver`] holds the proof-number solvers and [`baseline`] the algorithms from the literature; neither
//! belongs to the class.

pub mod bare;
pub mod baseline;
pub mod budget;
pub mod bytes;
pub mod class;
pub mod decide;
mod expand;
pub mod label;
mod ledger;
mod memory;
mod move_history;
pub mod options;
mod parallel;
pub mod range;
pub mod reference;
mod searcher;
pub mod shortest;
pub mod solver;
mod static_proof;
mod tree;

pub use budget::{Budget, Counts, Meter, Stop};
pub use class::Search;
pub use class::policy::{self, Pick, Policy, Visit};
pub use decide::{Choice, Decision};
pub use expand::children;
pub use game::evaluate;
pub use game::evaluate::Evaluator;
pub use game::{TerminalFunction, TerminalValue, Timing};
pub use label::{Completion, Label, Rank};
pub use memory::heap::{Explaining, explain_threads_without_memory, map_large_arrays};
pub use options::{OptionInfo, Options, Values};
pub use searcher::{Finding, ProofNumbers, Searcher, Setup, Snapshots, Trace, Watch};
pub use tree::Candidate;
