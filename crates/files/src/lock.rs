//! Locks on names of files.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::faults::{self, Step};
use crate::place::{self, Place};

/// The right to write a file, for one process at a time. It ends with this value or with the process.
///
/// The file itself is replaced whenever it is written, so the lock is on an empty file beside it, with `.lock` at the end
/// of its name; that of a directory is in it. It keeps out other processes that ask for the lock, and nothing else.
#[derive(Debug)]
pub struct Lock {
    /// `None` where there is nothing to lock.
    held: Option<(File, PathBuf)>,
}

impl Lock {
    /// Takes the lock of a file, which need not exist, or of a directory, or says that another process has it. `what` says
    /// what it is in errors. There is no lock of a pipe or a device, and none where the file system has no locks.
    pub fn hold(path: &Path, what: &'static str) -> Result<Lock, Error> {
        let in_use = || Error::InUse { what, path: path.to_owned() };
        Lock::try_hold(path, what)?.ok_or_else(in_use)
    }

    /// Takes the lock; `None` if another process has it.
    pub fn try_hold(path: &Path, what: &'static str) -> Result<Option<Lock>, Error> {
        lock(path).map_err(|error| Error::write(what, path, error))
    }
}

fn lock(path: &Path) -> io::Result<Option<Lock>> {
    let Some(beside) = name_of_lock(path)? else { return Ok(Some(Lock { held: None })) };
    faults::before(Step::Create)?;
    loop {
        let file = OpenOptions::new().create(true).append(true).open(&beside)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(Some(Lock { held: None }));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The process that had the lock before may have removed the file in between.
        if is_named(&file, &beside)? {
            return Ok(Some(Lock { held: Some((file, beside)) }));
        }
    }
}

/// Removes the locks in a directory that their processes have left behind: empty files with a name like that of a lock,
/// which no process holds. What cannot be removed stays.
pub fn remove_stale_locks(directory: &Path) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for path in
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "lock"))
    {
        let _ = remove_if_free(path);
    }
}

fn remove_if_free(beside: PathBuf) -> io::Result<()> {
    let found = fs::symlink_metadata(&beside)?;
    if found.is_file() && found.len() == 0 {
        let file = OpenOptions::new().append(true).open(&beside)?;
        if file.try_lock().is_ok() && is_named(&file, &beside)? {
            drop(Lock { held: Some((file, beside)) });
        }
    }
    Ok(())
}

/// The file that is locked; `None` if there is nothing to lock.
fn name_of_lock(path: &Path) -> io::Result<Option<PathBuf>> {
    if path.is_dir() {
        return Ok(Some(path.join(".lock")));
    }
    Ok(match place::find(path)? {
        Place::Special => None,
        Place::File(file) => {
            let mut name = file.file_name().unwrap_or_default().to_owned();
            name.push(".lock");
            Some(file.with_file_name(name))
        }
    })
}

/// Whether this is the file that has the name.
#[cfg(unix)]
fn is_named(file: &File, name: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    match fs::metadata(name) {
        Ok(named) => Ok(place(named) == place(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether this is the file that has the name: it is never removed.
#[cfg(not(unix))]
fn is_named(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while the lock is held: a process that opened the file meanwhile finds out that it has no name.
        #[cfg(unix)]
        if let Some((_, name)) = &self.held {
            let _ = fs::remove_file(name);
        }
    }
}
