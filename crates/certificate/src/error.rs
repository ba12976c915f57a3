//! Why a certificate is rejected.

use game::TextError;

/// What is wrong with a file, or why it could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read or written.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// The file is not a certificate, or has another version.
    #[error("not a version 1 certificate: {0}")]
    Format(String),
    /// The contents have changed since the file was written.
    #[error("the file is damaged: checksum mismatch")]
    Checksum,
    /// The rules of the game have changed since the file was written.
    #[error("the proof is for version {found} of the rules of {game}; this program has version {known}")]
    Rules {
        /// The game's name.
        game: String,
        /// The version in the file.
        found: u32,
        /// The version of this program.
        known: u32,
    },
    /// The position in the file is not a position of the game.
    #[error("the position `{text}`: {error}")]
    Position {
        /// The position.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// The strategy contains a move that does not exist.
    #[error("there is no move number {index} in `{position}`, which has {moves} moves")]
    NoSuchMove {
        /// The index of the move.
        index: usize,
        /// The number of moves.
        moves: usize,
        /// The position.
        position: String,
    },
    /// The strategy leads to an end of the game that does not fulfil its promise.
    #[error("the strategy does not keep its promise: it leads to `{position}`, where the game ends {result}")]
    Broken {
        /// The final position.
        position: String,
        /// The result of the game.
        result: &'static str,
    },
    /// The search knows no proven move in a position.
    #[error("no proven move is known in `{position}`")]
    Unknown {
        /// The position.
        position: String,
    },
    /// The strategy is shorter or longer than the game requires.
    #[error("the strategy {0}")]
    Length(&'static str),
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
