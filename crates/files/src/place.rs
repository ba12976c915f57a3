//! Where a file of this name is, behind symbolic links.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// More links in a row than any system follows.
const MAX_LINKS: usize = 40;

/// What a name stands for.
pub enum Place {
    /// A file that is there or not, in a directory, behind all links.
    File(PathBuf),
    /// A pipe, a device, or an open file of a process: nothing that another file could take the place of.
    Special,
}

/// Follows symbolic links to the file itself, so that it is replaced and the links stay.
pub fn find(path: &Path) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => return Ok(Place::Special),
        _ => {}
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            return match path.file_name() {
                Some(_) => Ok(Place::File(path)),
                None => Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file")),
            };
        };
        // `/dev/stdout` and `/dev/fd/1` lead to a link of the process that says which file it has open.
        if fs::canonicalize(directory(&path)).is_ok_and(|directory| directory.starts_with("/proc")) {
            return Ok(Place::Special);
        }
        path.pop();
        path.push(target);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The directory of a file.
pub fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
