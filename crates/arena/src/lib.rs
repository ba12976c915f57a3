//! Matches between players: plans, their execution, and statistics of the results.
//!
//! A [`plan::Plan`] is laid out by [`schedule::Schedule`] as numbered pairs of matches (one opening, both seats) and
//! cut into shards. [`run::run`] plays shards on all cores, [`directory::Directory`] keeps them, and
//! [`standing::Standing`] evaluates them. [`tournament::Tournament`] does all that in one call.
//!
//! [`learning::LearningRun`] lets a network learn, and measures its strength in matches.

mod contestant;
pub mod directory;
pub mod duel;
mod error;
pub mod learning;
mod machine;
pub mod opening;
pub mod plan;
pub mod player;
pub mod plot;
pub mod record;
pub mod report;
pub mod run;
pub mod schedule;
pub mod shard;
mod shard_file;
pub mod sheet;
pub mod standing;
pub mod statistics;
pub mod table;
pub mod tournament;

pub use error::Error;
