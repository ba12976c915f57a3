//! Which files of the server a page may name: those below the directory that was named at start.

use std::path::{Component, Path, PathBuf};

/// A directory that pages may look into, or none.
#[derive(Clone, Debug, Default)]
pub struct Below {
    root: Option<PathBuf>,
}

impl Below {
    /// The files below this directory, which must exist.
    pub fn new(directory: Option<&Path>) -> std::io::Result<Below> {
        Ok(Below { root: directory.map(Path::canonicalize).transpose()? })
    }

    /// The directory.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The path of a file or directory by its name below the directory.
    pub fn find(&self, name: &str) -> Result<PathBuf, String> {
        let root = self.root.as_deref().ok_or("this server was not started with a directory of files")?;
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        let missing = || format!("there is no `{name}` in the directory of this server");
        if name.is_empty() || !Path::new(name).components().all(is_plain) {
            return Err(missing());
        }
        // A link may lead out of the directory.
        let path = root.join(name).canonicalize().map_err(|_| missing())?;
        if path.starts_with(root) { Ok(path) } else { Err(missing()) }
    }

    /// The name of a game, where one that is a file is found below the directory.
    pub fn game(&self, name: &str) -> Result<String, String> {
        match name.strip_prefix("graph:") {
            Some(file) => Ok(format!("graph:{}", self.find(file)?.display())),
            None => Ok(name.to_owned()),
        }
    }

    /// The name of an evaluator, in the same way.
    pub fn evaluator(&self, name: &str) -> Result<String, String> {
        match name.split_once(':') {
            Some(("network", file)) => Ok(format!("network:{}", self.find(file)?.display())),
            _ if name.contains([':', '/', '\\']) => {
                Err(format!("there is no evaluator `{name}` on this server"))
            }
            _ => Ok(name.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_beyond_the_directory_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let inner = directory.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("a.json"), "{}").unwrap();
        std::fs::write(directory.path().join("secret"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(directory.path().join("secret"), inner.join("link")).unwrap();
        let below = Below::new(Some(&inner)).unwrap();
        assert!(below.find("a.json").is_ok() && below.game("graph:a.json").is_ok());
        for name in ["../secret", "/etc/passwd", "link", "", ".", "missing", "./a.json"] {
            assert!(below.find(name).is_err(), "{name}");
        }
        let nothing = Below::default();
        assert!(
            nothing.game("graph:/etc/passwd").is_err() && nothing.evaluator("network:/etc/passwd").is_err()
        );
        assert!(nothing.evaluator("mix(network:/etc/passwd)").is_err());
        assert_eq!(nothing.game("hex:5").unwrap(), "hex:5");
        assert_eq!(nothing.evaluator("mobility").unwrap(), "mobility");
    }
}
