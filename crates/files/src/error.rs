//! What goes wrong with files.

use std::io;
use std::path::{Path, PathBuf};

/// Something that could not be done, with the file that it is about.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be written.
    #[error("cannot write the {what} `{}`", path.display())]
    Write {
        /// What kind of file it is.
        what: &'static str,
        /// Its name.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Another process holds the lock.
    #[error("the {what} `{}` is in use by another process", path.display())]
    InUse {
        /// What kind of file it is.
        what: &'static str,
        /// Its name.
        path: PathBuf,
    },
}

impl Error {
    pub(crate) fn write(what: &'static str, path: &Path, source: io::Error) -> Error {
        Error::Write { what, path: path.to_owned(), source }
    }

    /// Whether the file is a pipe whose reader has gone away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Write { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// For code that writes to a file through [`std::io::Write`]: the name of the file is kept.
impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        let kind = match &error {
            Error::Write { source, .. } => source.kind(),
            Error::InUse { .. } => io::ErrorKind::ResourceBusy,
        };
        io::Error::new(kind, error)
    }
}
