//! What can be wrong with what a user asks for.

use game::TextError;

/// A wrong name, position, move or setting, in one sentence that names the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No such game.
    #[error("there is no game called `{name}`{}", suggest(.near))]
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
    #[error("there is no algorithm called `{name}`; there are {known}")]
    Algorithm {
        /// The name that was asked for.
        name: String,
        /// All names.
        known: String,
    },
    /// No such evaluator.
    #[error("there is no evaluator called `{name}`; there are {known}")]
    Evaluator {
        /// The name that was asked for.
        name: String,
        /// All names.
        known: String,
    },
    /// A certificate that is refused, or cannot be written.
    #[error("{0}")]
    Certificate(String),
    /// A limit of writing or verifying a certificate was reached.
    #[error("{0}")]
    Halt(certificate::Halt),
    /// A checkpoint that is refused, or cannot be written.
    #[error("{0}")]
    Checkpoint(String),
    /// A database that is refused, or cannot be written.
    #[error("{0}")]
    Database(String),
    /// A network that is refused, or cannot be written.
    #[error("{0}")]
    Network(String),
    /// Settings that contradict each other.
    #[error("{0}")]
    Settings(String),
}

fn suggest(near: &Option<String>) -> String {
    match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None => "; `unbounded games` lists them".to_owned(),
    }
}
