//! The common API: games, algorithms and evaluators by name.
//!
//! ```
//! use engine::{Budget, Registry, Settings};
//!
//! let registry = Registry::standard();
//! let start = registry.open("tictactoe")?;
//! let mut session = start.session(&Settings::for_solving())?;
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
mod catalogue;
mod certificates;
mod checkpoint;
mod checkpoint_file;
pub mod clock;
mod context;
mod database;
mod default_player;
mod error;
mod evaluator;
mod heading;
mod learning;
mod level;
mod position;
pub mod quantity;
mod registry;
mod report;
pub mod review;
mod session;
mod shipped;
mod shortest;
mod strategy;

pub use crate::checkpoint::CheckpointError;
pub use crate::database::{Database, DatabaseEntry, DatabaseMove, Explored};
pub use algorithm::{Algorithm, Family};
pub use available::default_memory;
pub use certificate::{Halt, Header, Limits, Size};
pub use checkpoint_file::CheckpointFile;
pub use default_player::{Basis, DEFAULT, DefaultPlayer, Evidence, MeasuredPlayer, measured_players};
pub use error::Error;
pub use evaluator::{EVERY_EVALUATOR, EvaluatorInfo, EvaluatorSetup};
pub use game::perft::Unit;
pub use game::scene;
pub use game::{About, Outcome, Player, TerminalValue, View, suggest_key};
pub use learn::Clock;
pub use learn::learner::{Event, GamePlayed, LearnOptions, NetworkKind, Progress, RoundDone};
pub use learning::{Learner, file_name, read_network};
pub use level::Level;
pub use position::{Position, Replay};
pub use registry::Registry;
pub use report::{Decided, MoveReport, MoveValue, Report, Shortest, TraceRow};
pub use search::options;
pub use search::policy::Member;
pub use search::{Budget, Decision, OptionInfo, Options, ProofNumbers, Stop, Timing};
pub use search::{Explaining, explain_threads_without_memory, map_large_arrays};
pub use session::{Pauses, Session, Settings, Snapshots, Watch};
pub use shipped::{all_shipped, data_directory, network_directories, shipped};
pub use strategy::{Reply, Source, Strategy, Verified};
