//! Why a certificate is refused.

use game::TextError;

use crate::Halt;

/// What is wrong with a file, or why none could be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// The file is not a certificate, or has another version.
    #[error("not a certificate of version 1 or 2: {0}")]
    Format(String),
    /// Its bytes are not those that were written.
    #[error("the file is damaged: its checksum does not fit")]
    Checksum,
    /// The game has changed since.
    #[error("the proof is about version {found} of the rules of {game}; this program plays version {known}")]
    Rules {
        /// The game's name.
        game: String,
        /// The version in the file.
        found: u32,
        /// The version of this program.
        known: u32,
    },
    /// What defines the game has changed since.
    #[error(transparent)]
    Redefined(#[from] game::Redefined),
    /// The position in the file is not one of the game.
    #[error("the position `{text}`: {error}")]
    Position {
        /// The position.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// The strategy names a move that does not exist.
    #[error("there is no move {index} in `{position}`, which has {moves}")]
    NoSuchMove {
        /// Which move, counted from 0.
        index: usize,
        /// How many there are.
        moves: usize,
        /// Where.
        position: String,
    },
    /// The strategy leads to an end that breaks the promise.
    #[error(
        "the strategy leads to `{position}`, where the game ends {result}: that is not what was promised"
    )]
    Broken {
        /// The end.
        position: String,
        /// Its result.
        result: &'static str,
    },
    /// The proof needs a rule that the game does not have.
    #[error("the proof uses the rule `{rule}`, which this program does not know for {game}")]
    UnknownRule {
        /// The game's name.
        game: String,
        /// The rule in the file.
        rule: String,
    },
    /// A proof by the rule of the game does not hold.
    #[error("`{position}` is not proven by the rule of the game: {error}")]
    Rule {
        /// Where.
        position: String,
        /// What is wrong with the proof.
        error: TextError,
    },
    /// No move is known that keeps the promise.
    #[error("no proven move is known in `{position}`")]
    Unknown {
        /// Where.
        position: String,
    },
    /// The strategy is shorter or longer than the game.
    #[error("the strategy {0}")]
    Length(&'static str),
    /// A limit was reached.
    #[error(transparent)]
    Halt(#[from] Halt),
}

impl From<sealed::Error> for Error {
    fn from(error: sealed::Error) -> Error {
        match error {
            sealed::Error::File(error) => Error::File(error),
            sealed::Error::Foreign(reason) => Error::Format(reason),
            sealed::Error::Checksum => Error::Checksum,
        }
    }
}
