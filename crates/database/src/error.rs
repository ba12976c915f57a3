//! Why a database is rejected, or could not be written.

/// What is wrong with a file, or why it could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// The file is not a database, or has another version.
    #[error("not a version 1 database: {0}")]
    Foreign(String),
    /// The contents have changed since the file was written.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The rules of the game have changed since the file was written.
    #[error("the database is for version {found} of the rules of {game}; this program has version {known}")]
    Rules {
        /// The game's name.
        game: String,
        /// The version in the file.
        found: u32,
        /// The version of this program.
        known: u32,
    },
    /// What defines the game has changed since the file was written.
    #[error(transparent)]
    Redefined(#[from] game::Redefined),
    /// There are more states than fit into memory.
    #[error("the memory limit of {} MiB holds only {states} states, and more are reachable", memory >> 20)]
    Full {
        /// The memory limit in bytes.
        memory: usize,
        /// The number of states that fit.
        states: usize,
    },
    /// A time limit was reached, or the caller interrupted.
    #[error("{reason} after {states} states")]
    Stopped {
        /// The reason.
        reason: &'static str,
        /// The number of states whose value was known by then.
        states: usize,
    },
}

impl From<sealed::Error> for Error {
    fn from(error: sealed::Error) -> Error {
        match error {
            sealed::Error::File(error) => Error::File(error),
            sealed::Error::Foreign(reason) => Error::Foreign(reason),
            sealed::Error::Checksum => Error::Damaged("checksum mismatch".to_owned()),
        }
    }
}
