//! One door for everybody: games, algorithms and evaluators by name.
//!
//! ```
//! use engine::{Budget, Registry, Settings};
//!
//! let registry = Registry::standard();
//! let start = registry.open("tictactoe")?;
//! let mut session = start.session(&Settings::default())?;
//! let report = session.think(&Budget::default(), &mut engine::Watch::default());
//! assert_eq!(report.value, Some(0)); // a draw
//! # Ok::<(), engine::Error>(())
//! ```
//!
//! A front end (the command line, a protocol, a browser) sees positions and sessions without their types:
//! [`Position`] is a state of some game, [`Session`] a search that goes along with a game.

mod algorithm;
mod all_moves;
mod available;
pub mod bench;
mod checkpoint;
mod database;
mod error;
mod evaluator;
mod heading;
mod keeper;
mod learning;
mod position;
mod proof;
pub mod quantity;
mod registry;
mod report;
mod session;
mod shortest;
mod strategy;

pub use crate::checkpoint::CheckpointError;
pub use crate::database::{Database, Entry, EntryMove, Explored};
pub use algorithm::{ALGORITHMS, Algorithm, Family};
pub use available::default_memory;
pub use certificate::{Halt, Header, Limits, Size};
pub use error::Error;
pub use evaluator::{EVALUATORS, EVERY_EVALUATOR, EvaluatorInfo};
pub use game::perft::Unit;
pub use game::{About, Outcome, Player, TerminalValue, View};
pub use keeper::Keeper;
pub use learn::Clock;
pub use learn::learner::{Event, GamePlayed, LearnOptions, NetworkKind, Progress, RoundDone};
pub use learning::{Student, all_shipped, file_name, read_network, shipped};
pub use position::{Position, Replay};
pub use registry::Registry;
pub use report::{Decided, MoveReport, MoveValue, Report, Shortest, TraceRow};
pub use search::map_large_arrays;
pub use search::options;
pub use search::{Budget, Decision, OptionInfo, Options, ProofNumbers, Stop, Timing};
pub use session::{Pauses, Session, Settings, Snapshots, Watch};
pub use strategy::{Reply, Source, Strategy, Verified};
