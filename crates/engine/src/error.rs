//! What can be wrong with what a user asks for.

use std::path::PathBuf;

use game::TextError;

use crate::checkpoint::CheckpointError;

/// A wrong name, position, move or setting, in one sentence that names the place, or a file that cannot be used. What is
/// behind it is its [source](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such game.
    #[error("there is no game called `{name}`{}", suggest(.near, "`unbounded games` lists them"))]
    Game {
        /// The name that was asked for.
        name: String,
        /// A game whose name is similar.
        near: Option<String>,
    },
    /// A game, but not this variant of it.
    #[error("game `{name}`: {error}")]
    Variant {
        /// The full name that was asked for.
        name: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// A position that cannot be read.
    #[error("position `{text}`: {error}")]
    Position {
        /// The text of the position.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// A move that cannot be read or is not legal.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which move of a record, counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: TextError,
    },
    /// No such algorithm.
    #[error("there is no algorithm called `{name}`{}", suggest(.near, &format!("there are {known}")))]
    Algorithm {
        /// The name that was asked for.
        name: String,
        /// An algorithm whose name is similar.
        near: Option<String>,
        /// All names.
        known: String,
    },
    /// No such evaluator.
    #[error("there is no evaluator called `{name}`{}", suggest(.near, &format!("there are {known}")))]
    Evaluator {
        /// The name that was asked for.
        name: String,
        /// An evaluator whose name is similar.
        near: Option<String>,
        /// All names.
        known: String,
    },
    /// A certificate that is refused, or cannot be written.
    #[error(transparent)]
    Certificate(#[from] certificate::Error),
    /// A checkpoint that is refused, or cannot be written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A database that is refused, or cannot be written.
    #[error(transparent)]
    Database(#[from] ::database::Error),
    /// A network that is refused.
    #[error("cannot use the network `{}`", file.display())]
    Network {
        /// The file.
        file: PathBuf,
        /// Why.
        source: learn::network::FileError,
    },
    /// No network comes with the project for this game.
    #[error("there is no network for {game} yet; `unbounded learn {game}` makes one")]
    NoNetwork {
        /// The game.
        game: String,
    },
    /// A checkpoint of a learner that is refused.
    #[error("cannot go on from the checkpoint `{}`", file.display())]
    Learner {
        /// The file.
        file: PathBuf,
        /// Why.
        source: learn::learner::CheckpointError,
    },
    /// A file that cannot be written, or is in use.
    #[error(transparent)]
    Write(#[from] files::Error),
    /// A proof is asked for where there is none.
    #[error("nothing is proven yet")]
    Unproven,
    /// Settings that contradict each other.
    #[error("{0}")]
    Settings(String),
}

impl Error {
    /// Whether a limit or the caller ended the work.
    pub fn is_halt(&self) -> bool {
        matches!(self, Error::Certificate(::certificate::Error::Halt(_)))
    }
}

/// The name that was meant, or what else there is to say.
fn suggest(near: &Option<String>, otherwise: &str) -> String {
    match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!("; {otherwise}"),
    }
}
