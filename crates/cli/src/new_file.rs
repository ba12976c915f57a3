//! Files that get their name only when they are complete.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::Failure;

/// A file in the making. A pipe or a device is written to as it is; `-` is standard output.
pub struct NewFile {
    out: BufWriter<Box<dyn Write>>,
    /// The name that is written to, and the final one.
    names: Option<(String, String)>,
}

impl NewFile {
    /// Begins a file. `what` tells people what it is, such as `trace`.
    pub fn create(name: &str, what: &str) -> Result<NewFile, Failure> {
        if name == "-" {
            return Ok(NewFile { out: BufWriter::new(Box::new(std::io::stdout())), names: None });
        }
        let wrong =
            |error: &dyn Display| Failure::Usage(format!("cannot write the {what} `{name}`: {error}"));
        if name.is_empty() || Path::new(name).is_dir() {
            return Err(wrong(&"this is not the name of a file"));
        }
        let exists_otherwise = Path::new(name).exists() && !Path::new(name).is_file();
        let written = if exists_otherwise { name.to_owned() } else { format!("{name}.partial") };
        let file = File::create(&written).map_err(|error| wrong(&error))?;
        let names = Some((written, name.to_owned()));
        Ok(NewFile { out: BufWriter::new(Box::new(file)), names })
    }

    /// The file is complete and gets its name. A reader that has gone away is no failure.
    pub fn finish(mut self) -> Result<(), Failure> {
        match self.out.flush() {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            done => done?,
        }
        if let Some((written, name)) = &self.names
            && written != name
        {
            std::fs::rename(written, name)?;
        }
        Ok(())
    }

    /// The file will never be complete: nothing is left of it.
    pub fn discard(self) {
        if let Some((written, name)) = &self.names
            && written != name
        {
            // Whoever took it away already has done the work.
            let _ = std::fs::remove_file(written);
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
