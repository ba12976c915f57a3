//! Files that the user names to be read.

use std::fs::File;

use engine::Error;

use crate::{Failure, in_one_line};

/// Opens a file.
pub fn open(name: &str) -> Result<File, Failure> {
    File::open(name).map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))
}

/// A file that can be read, but not used.
pub fn refused(name: &str, error: &Error) -> Failure {
    Failure::Failed(format!("`{name}` is refused: {}", in_one_line(error)))
}
