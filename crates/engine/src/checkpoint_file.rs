//! A checkpoint that is written again and again while a session thinks.

use std::path::Path;
use std::time::Duration;

use files::{Lock, NewFile};

use crate::checkpoint::CheckpointError;
use crate::{Error, Session};

/// Saves a session to a file, and keeps other processes away from it as long as it lives.
///
/// A checkpoint that cannot be written does not end the search: the next one may succeed, and the answer is worth having
/// without it.
pub struct CheckpointFile {
    /// The file; `-` is standard output.
    name: String,
    every: Duration,
    /// Why the last checkpoint could not be written.
    failure: Option<Error>,
    _lock: Option<Lock>,
}

impl CheckpointFile {
    /// Locks the file, which need not exist.
    pub fn lock(name: &str, every: Duration) -> Result<CheckpointFile, files::Error> {
        let lock = if name == "-" { None } else { Some(Lock::hold(Path::new(name), "checkpoint")?) };
        Ok(CheckpointFile { name: name.to_owned(), every, failure: None, _lock: lock })
    }

    /// How often the session is to be saved.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// Saves the session for the first time, before it has done anything: a name that cannot be written and an algorithm
    /// that cannot be saved are errors, and a full disk is a [failure](CheckpointFile::failure).
    pub fn begin(&mut self, session: &mut dyn Session) -> Result<(), Error> {
        let file = NewFile::named(&self.name, "checkpoint")?;
        match fill(file, session) {
            Err(error @ Error::Write(_)) => {
                self.failure = Some(error);
                Ok(())
            }
            done => done,
        }
    }

    /// Saves the session as it is now. Says whether something went wrong that had not gone wrong before.
    pub fn save(&mut self, session: &mut dyn Session) -> bool {
        let file = NewFile::named(&self.name, "checkpoint").map_err(Error::from);
        let failure = file.and_then(|file| fill(file, session)).err();
        let is_new = failure.is_some() && self.failure.is_none();
        self.failure = failure;
        is_new
    }

    /// Why the last checkpoint could not be written, if it could not.
    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    /// The end. The file is as it was left by the last checkpoint that could be written.
    pub fn close(self) -> Result<(), Error> {
        self.failure.map_or(Ok(()), Err)
    }
}

/// Writes a session to a file. Whatever cannot be written is an error about the file.
fn fill(mut file: NewFile, session: &mut dyn Session) -> Result<(), Error> {
    session.save(&mut file).map_err(|error| match error {
        Error::Checkpoint(CheckpointError::File(error)) => file.wrong(error).into(),
        error => error,
    })?;
    Ok(file.finish()?)
}
