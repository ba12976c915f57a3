//! A file in the making.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::faults::{self, Step};
use crate::place::{self, Place};
use crate::{Error, temporary};

/// A file that gets its name when it is [finished](NewFile::finish). If it is dropped before, nothing is left of it, and
/// what had the name before keeps it.
///
/// It is written under a temporary name in the same directory, brought to the disk, and renamed. A symbolic link stays
/// one: the file that it leads to is replaced. Permissions are those of the file that is replaced, or those of any new
/// file. A pipe or a device is written to as it is. Every error names the file.
pub struct NewFile {
    out: BufWriter<Out>,
    what: &'static str,
    /// As the caller wrote it, for errors.
    name: PathBuf,
}

/// What is written to.
enum Out {
    Standard(Stdout),
    Special(File),
    Temporary { file: NamedTempFile, becomes: PathBuf },
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Standard(out) => out.write(bytes),
            Out::Special(file) => faults::write(file, bytes),
            Out::Temporary { file, .. } => faults::write(file.as_file_mut(), bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Standard(out) => out.flush(),
            Out::Special(file) => file.flush(),
            Out::Temporary { file, .. } => file.as_file_mut().flush(),
        }
    }
}

impl NewFile {
    /// Begins a file, after the temporary files are removed that dead processes left of it. `what` says what it is in
    /// errors, such as `trace`.
    pub fn create(path: &Path, what: &'static str) -> Result<NewFile, Error> {
        if let Ok(Place::File(file)) = place::find(path) {
            temporary::remove_stale(place::directory(&file), file.file_name());
        }
        NewFile::begin(path, what)
    }

    /// The same for a name that a user wrote, where `-` is standard output.
    pub fn named(name: &str, what: &'static str) -> Result<NewFile, Error> {
        match name {
            "-" => Ok(NewFile::to(Out::Standard(io::stdout()), Path::new("-"), what)),
            name => NewFile::create(Path::new(name), what),
        }
    }

    pub(crate) fn begin(path: &Path, what: &'static str) -> Result<NewFile, Error> {
        let out = Out::open(path).map_err(|error| Error::write(what, path, error))?;
        Ok(NewFile::to(out, path, what))
    }

    fn to(out: Out, name: &Path, what: &'static str) -> NewFile {
        NewFile { out: BufWriter::new(out), what, name: name.to_owned() }
    }

    /// Writes these bytes.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.out.write_all(bytes).map_err(|error| self.wrong(error))
    }

    /// The file is complete and gets its name.
    pub fn finish(self) -> Result<(), Error> {
        self.close(|file, path| file.persist(path).map(|_| ()).map_err(|error| error.error))
    }

    /// The file is complete and gets its name, unless another one has it. Says whether it did.
    pub fn finish_if_absent(self) -> Result<bool, Error> {
        let mut is_first = true;
        self.close(|file, path| match file.persist_noclobber(path) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                is_first = false;
                Ok(())
            }
            Err(error) => Err(error.error),
        })?;
        Ok(is_first)
    }

    fn close(self, name: impl FnOnce(NamedTempFile, &Path) -> io::Result<()>) -> Result<(), Error> {
        let NewFile { out, what, name: path } = self;
        let closed = out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|mut out| {
            out.flush()?;
            let Out::Temporary { file, becomes } = out else { return Ok(()) };
            temporary::take_permissions(file.as_file(), &becomes)?;
            faults::before(Step::Sync)?;
            file.as_file().sync_all()?;
            faults::before(Step::Rename)?;
            name(file, &becomes)?;
            faults::before(Step::Sync)?;
            sync_directory(place::directory(&becomes))
        });
        closed.map_err(|error| Error::write(what, &path, error))
    }

    /// An error on the way, with the name of this file if it does not have one yet.
    pub fn wrong(&self, error: io::Error) -> Error {
        error.downcast().unwrap_or_else(|error| Error::write(self.what, &self.name, error))
    }
}

impl Out {
    fn open(path: &Path) -> io::Result<Out> {
        match place::find(path)? {
            Place::Special => Ok(Out::Special(OpenOptions::new().append(true).open(path)?)),
            Place::File(becomes) => {
                let name = becomes.file_name().unwrap_or_default();
                let file = temporary::create(place::directory(&becomes), name)?;
                Ok(Out::Temporary { file, becomes })
            }
        }
    }
}

/// The new name outlives a power failure only when the directory is on the disk, too.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    // A directory may be writable and not readable, and some file systems know no such thing.
    let Ok(directory) = File::open(directory) else { return Ok(()) };
    match directory.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        done => done,
    }
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).map_err(|error| self.wrong(error).into())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| self.wrong(error).into())
    }
}
