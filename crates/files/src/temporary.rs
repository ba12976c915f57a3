//! Temporary files: named after the file that they become, the host and the process, and removed when that process is
//! gone.
//!
//! The process that writes a temporary file holds a lock on it as long as it lives, and the system gives the lock back
//! when it dies, however it dies. So a temporary file of this host whose lock is free has no owner, and is removed when
//! the same file is written again. Locks need not work between hosts: a file of another host is removed only if it has
//! not been touched for a week.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::faults::{self, Step};

/// How temporary names end.
const ENDING: &str = ".partial";

/// So long a name is kept in the name of a temporary file, which must not become too long for the file system.
const LONGEST_NAME: usize = 150;

/// Characters of a temporary name that are drawn at random.
const RANDOM: usize = 8;

/// After this time a temporary file of another host is taken to have no owner.
const FORGOTTEN: Duration = Duration::from_secs(7 * 24 * 3600);

/// The name of this host, in letters, digits and underscores.
static HOST: LazyLock<String> = LazyLock::new(|| {
    let name = gethostname::gethostname();
    let name = name.to_string_lossy();
    name.chars().take(32).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
});

/// The front part of all temporary names of a file.
fn front(name: &OsStr) -> OsString {
    let mut front = match name.len() {
        ..=LONGEST_NAME => name.to_owned(),
        _ => name.to_string_lossy().chars().take(LONGEST_NAME / 4).collect::<String>().into(),
    };
    front.push(".");
    front
}

/// A new temporary file for the file of this name, with the permissions that it would get anyway, and locked.
pub fn create(directory: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    let mut prefix = front(name);
    prefix.push(format!("{}-{}-", *HOST, std::process::id()));
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    faults::before(Step::Create)?;
    loop {
        let file = builder.tempfile_in(directory)?;
        // Between the two another process may have found it without a lock, and removed it.
        match file.as_file().try_lock() {
            Ok(()) if is_linked(file.as_file())? => return Ok(file),
            // Not every file system has locks: then nothing is ever removed.
            Err(TryLockError::Error(_)) => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
        }
    }
}

/// Whether an open file still has a name.
#[cfg(unix)]
fn is_linked(file: &File) -> io::Result<bool> {
    Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) > 0)
}

/// Whether an open file still has a name: elsewhere it cannot lose it.
#[cfg(not(unix))]
fn is_linked(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Gives a temporary file the permissions of the file that it takes the place of.
pub fn take_permissions(file: &File, of: &Path) -> io::Result<()> {
    let wanted: Option<Permissions> = fs::metadata(of).ok().map(|old| old.permissions());
    match wanted {
        Some(wanted) if wanted != file.metadata()?.permissions() => file.set_permissions(wanted),
        _ => Ok(()),
    }
}

/// Removes the temporary files in a directory that their processes have left behind, those of the file of this name or
/// those of all files. What cannot be removed stays.
pub fn remove_stale(directory: &Path, name: Option<&OsStr>) {
    let front = name.map(front);
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let rest = match &front {
            Some(front) => name.strip_prefix(front.as_encoded_bytes()),
            None => Some(name),
        };
        if let Some(host) = rest.and_then(|rest| host(rest)) {
            // A name is all that is lost if two processes do this at the same time.
            let _ = remove_if_stale(&entry.path(), host == HOST.as_bytes());
        }
    }
}

/// The host in a temporary name.
fn host(name: &[u8]) -> Option<&[u8]> {
    let middle = name.strip_suffix(ENDING.as_bytes())?;
    let middle = middle.rsplit(|&byte| byte == b'.').next()?;
    let mut parts = middle.split(|&byte| byte == b'-');
    let (host, process, random) = (parts.next()?, parts.next()?, parts.next()?);
    let is_ours = parts.next().is_none()
        && !host.is_empty()
        && !process.is_empty()
        && process.iter().all(u8::is_ascii_digit)
        && random.len() == RANDOM;
    is_ours.then_some(host)
}

fn remove_if_stale(path: &Path, is_of_this_host: bool) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    let is_forgotten = || found.modified()?.elapsed().map_err(io::Error::other).map(|age| age > FORGOTTEN);
    if !found.is_file() || !(is_of_this_host || is_forgotten()?) {
        return Ok(());
    }
    let file = OpenOptions::new().write(true).open(path)?;
    if file.try_lock().is_ok() { fs::remove_file(path) } else { Ok(()) }
}
