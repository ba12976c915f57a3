//! Why a database is refused, or not written.

/// What is wrong with a file, or why there is none.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is no database at all, or of another version.
    #[error("this is no database of version 1: {0}")]
    Foreign(String),
    /// Its bytes are not those that were written.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The game has changed since.
    #[error("it is about version {found} of the rules of {game}; this program plays version {known}")]
    Rules {
        /// The game's name.
        game: String,
        /// The version in the file.
        found: u32,
        /// The version of this program.
        known: u32,
    },
    /// There are too many states.
    #[error("more states can be reached than fit into the memory of {} MiB, which holds {states}", memory >> 20)]
    Full {
        /// The limit in bytes.
        memory: usize,
        /// How many states it holds.
        states: usize,
    },
    /// The time was up, or somebody interrupted.
    #[error("{reason} after {states} states")]
    Stopped {
        /// Why.
        reason: &'static str,
        /// How many states had their value by then.
        states: usize,
    },
}

impl From<sealed::Error> for Error {
    fn from(error: sealed::Error) -> Error {
        match error {
            sealed::Error::File(error) => Error::File(error),
            sealed::Error::Foreign(reason) => Error::Foreign(reason),
            sealed::Error::Checksum => Error::Damaged("its checksum does not fit".to_owned()),
        }
    }
}
