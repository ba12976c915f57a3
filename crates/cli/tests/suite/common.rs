//! Runs the command as a user would, and keeps what it said.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// What a run of the command left behind.
pub struct Ran {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            out: String::from_utf8(output.stdout).expect("standard output is text"),
            err: String::from_utf8(output.stderr).expect("standard error is text"),
            code: output.status.code(),
        }
    }
}

impl Ran {
    /// The object on the last line; the command must have succeeded.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.object()
    }

    fn object(&self) -> Value {
        let last = self.out.lines().last().expect("there is a line");
        let value: Value = serde_json::from_str(last).expect("the last line is JSON");
        assert!(value.is_object(), "{value}");
        value
    }

    /// The report of a `solve` on the last line; the exit code says whether it is a proof.
    #[track_caller]
    pub fn report(&self) -> Value {
        let report = self.object();
        let expected = if report["resolved"] == true { 0 } else { 3 };
        assert_eq!(self.code, Some(expected), "{}", self.err);
        report
    }

    /// The report of a `solve`, which must be the only line.
    #[track_caller]
    pub fn only_report(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "{}", self.out);
        self.report()
    }

    /// The object, which must be the only line.
    #[track_caller]
    pub fn only_json(&self) -> Value {
        assert_eq!(self.out.lines().count(), 1, "{}", self.out);
        self.json()
    }

    /// The text for people; the command must have succeeded.
    #[track_caller]
    pub fn text(&self) -> &str {
        self.text_with(0)
    }

    /// The text for people of a `solve` without a proof.
    #[track_caller]
    pub fn unproven(&self) -> &str {
        self.text_with(3)
    }

    #[track_caller]
    fn text_with(&self, code: i32) -> &str {
        assert_eq!(self.code, Some(code), "{}", self.err);
        assert!(!self.out.contains('\x1b'), "colours outside of a terminal: {:?}", self.out);
        &self.out
    }

    /// The one sentence of a complaint about wrong usage.
    #[track_caller]
    pub fn complaint(&self) -> &str {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err.trim_end().strip_prefix("unbounded: ").expect("a complaint says who complains")
    }
}

/// The command, not started yet.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unbounded"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    hear_signals(&mut command);
    command
}

/// Lets a command hear Ctrl-C even if these tests run in the background of a shell, where that is ignored.
#[cfg(unix)]
fn hear_signals(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    let hear = || {
        for signal in [libc::SIGINT, libc::SIGHUP] {
            // SAFETY: the default action of a signal needs no code of ours.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: between fork and exec nothing but `signal` is called, which is allowed there.
    unsafe { command.pre_exec(hear) };
}

#[cfg(not(unix))]
fn hear_signals(_: &mut Command) {}

/// Runs the command.
pub fn run(arguments: &[&str]) -> Ran {
    command(arguments).output().expect("the command starts").into()
}

/// Runs the command with `input` on standard input.
pub fn run_with_input(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("the command starts");
    // A session that ends early leaves the rest unread.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input);
    child.wait_with_output().expect("the command ends").into()
}

/// The keys of an object, in alphabetical order.
pub fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The texts of a list.
pub fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// A name of a file that does not exist yet, and is removed in the end.
pub struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// A new name.
    pub fn new(ending: &str) -> TemporaryFile {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        TemporaryFile(
            std::env::temp_dir().join(format!("unbounded-test-{}-{count}.{ending}", std::process::id())),
        )
    }

    /// A new file with this content.
    pub fn with(ending: &str, content: &str) -> TemporaryFile {
        let file = TemporaryFile::new(ending);
        std::fs::write(&file.0, content).expect("the file can be written");
        file
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.0.to_str().expect("the name is text")
    }

    /// The names of files beside it that begin with its name: temporary ones and locks that were left behind.
    pub fn left_behind(&self) -> Vec<PathBuf> {
        let beside =
            std::fs::read_dir(self.0.parent().expect("it is in a directory")).expect("it is readable");
        let beside = beside.map(|entry| entry.expect("it is readable").path());
        let belongs = |path: &PathBuf| {
            *path != self.0 && path.to_str().is_some_and(|path| path.starts_with(self.name()))
        };
        beside.filter(belongs).collect()
    }

    /// The content.
    pub fn read(&self) -> String {
        std::fs::read_to_string(&self.0).expect("the file can be read")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // Programs that a test killed could not clean up.
        for path in self.left_behind().iter().chain([&self.0]) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A directory that is gone when the test is over.
pub struct Scratch(pub PathBuf);

/// Where files need not reach a disk, if there is such a place: tests write thousands, and each write waits for the disk.
fn fast_temporary_directory() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

impl Scratch {
    /// An empty one.
    pub fn new(name: &str) -> Scratch {
        let path = fast_temporary_directory().join(format!("unbounded-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Writes a file and returns its name.
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.name(name)
    }

    /// The name of a file in it.
    pub fn name(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
