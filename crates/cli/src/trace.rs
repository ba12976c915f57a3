//! The trace of a search.

use std::io::Write;

use engine::TraceRow;

use crate::Failure;
use crate::new_file::NewFile;

/// A line of JSON for every iteration.
pub struct Trace {
    file: NewFile,
    /// Why nobody can read on, if that is so.
    pub failed: Option<std::io::Error>,
}

impl Trace {
    /// Begins a trace.
    pub fn open(name: &str) -> Result<Trace, Failure> {
        Ok(Trace { file: NewFile::create(name, "trace")?, failed: None })
    }

    /// Writes a row, unless an earlier one could not be written.
    pub fn write(&mut self, row: TraceRow) {
        if self.failed.is_none() {
            let line = serde_json::to_string(&row).expect("a row of numbers has a JSON form");
            self.failed = writeln!(self.file, "{line}").err();
        }
    }

    /// The trace is complete.
    pub fn close(self) -> Result<(), Failure> {
        match self.failed {
            Some(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            Some(error) => Err(error.into()),
            None => self.file.finish(),
        }
    }
}
