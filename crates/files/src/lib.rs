//! Files that are complete or not there, and locks on their names.
//!
//! [`NewFile`] is a file in the making: it is written under a temporary name in the same directory and gets its own name
//! when it is complete, so that a reader, a crash or a full disk never leaves half a file under that name. [`write()`]
//! does it in one call, [`write_if_absent`] lets the first of several processes win. [`Lock`] keeps two processes from
//! writing the same file by turns.

mod error;
mod faults;
mod lock;
mod new_file;
mod place;
mod temporary;

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

pub use error::Error;
use faults::Step;
pub use lock::{Lock, remove_stale_locks};
pub use new_file::NewFile;
pub use temporary::remove_stale;

/// Writes a file. `what` says what it is in errors, such as `network`.
pub fn write(path: &Path, what: &'static str, bytes: &[u8]) -> Result<(), Error> {
    let mut file = NewFile::create(path, what)?;
    file.put(bytes)?;
    file.finish()
}

/// Writes a file whose bytes come from a function. If that fails, nothing is left of the file.
pub fn write_with<T>(
    path: &Path,
    what: &'static str,
    body: impl FnOnce(&mut NewFile) -> io::Result<T>,
) -> Result<T, Error> {
    let mut file = NewFile::create(path, what)?;
    let result = body(&mut file).map_err(|error| file.wrong(error))?;
    file.finish()?;
    Ok(result)
}

/// Writes a file unless there is one already, and says whether it did. Of several processes that write the same file at
/// the same time one succeeds; what the others wrote is dropped.
pub fn write_if_absent(path: &Path, what: &'static str, bytes: &[u8]) -> Result<bool, Error> {
    let mut file = NewFile::begin(path, what)?;
    file.put(bytes)?;
    file.finish_if_absent()
}

/// Appends to a file, which need not exist.
pub fn append(path: &Path, what: &'static str, bytes: &[u8]) -> Result<(), Error> {
    append_to(path, bytes).map_err(|error| Error::write(what, path, error))
}

fn append_to(path: &Path, bytes: &[u8]) -> io::Result<()> {
    faults::before(Step::Create)?;
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let mut rest = bytes;
    while !rest.is_empty() {
        rest = &rest[faults::write(&mut file, rest)?..];
    }
    Ok(())
}
