//! The trace of a search.

use engine::TraceRow;

use files::NewFile;

use crate::Failure;

/// A line of JSON for every iteration.
pub struct Trace {
    file: NewFile,
    /// What went wrong, if anything: then the search should end.
    pub failed: Option<files::Error>,
}

impl Trace {
    /// Begins a trace.
    pub fn open(name: &str) -> Result<Trace, Failure> {
        Ok(Trace { file: NewFile::named(name, "trace").map_err(Failure::name)?, failed: None })
    }

    /// Writes a row, unless an earlier one could not be written.
    pub fn write(&mut self, row: TraceRow) {
        if self.failed.is_none() {
            let line = serde_json::to_string(&row).expect("a row of numbers has a JSON form");
            self.failed = self.file.put((line + "\n").as_bytes()).err();
        }
    }

    /// The trace is complete.
    pub fn close(self) -> Result<(), Failure> {
        match self.failed {
            Some(error) => Err(error.into()),
            None => Ok(self.file.finish()?),
        }
    }
}
