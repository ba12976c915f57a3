//! Files that the user names to be read.

use std::fs::File;
use std::io::Read;

use engine::{Error, Registry};
use protocol::records::{Format, GameRecord};

use crate::{Failure, in_one_line};

/// Opens a file.
pub fn open(name: &str) -> Result<File, Failure> {
    File::open(name).map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))
}

/// A file that can be read, but not used.
pub fn refused(name: &str, error: &Error) -> Failure {
    Failure::Failed(format!("`{name}` is refused: {}", in_one_line(error)))
}

/// The games of a record, in this format or in the one that it seems to have. `-` is standard input.
pub fn records(
    name: &str,
    format: Option<Format>,
    game: Option<&str>,
    registry: &Registry,
) -> Result<Vec<GameRecord>, Failure> {
    let mut bytes = Vec::new();
    let read = match name {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes),
        name => open(name)?.read_to_end(&mut bytes),
    };
    read.map_err(|error| Failure::reading(&format!("`{name}`"), &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let wrong = |reason: String| Failure::Usage(format!("`{name}`: {reason}"));
    let format = format.or_else(|| Format::of_file(name, &text));
    let format =
        format.ok_or_else(|| wrong("this is no record in a format that is known here".to_owned()))?;
    format.read(&text, game, registry).map_err(|reason| wrong(format!("{format}: {reason}")))
}
