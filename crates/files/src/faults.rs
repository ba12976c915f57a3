//! Where writing can fail: every step that asks the system to change a file goes through here.
//!
//! In a product build these functions are the plain calls. With the feature `faults`, which only tests turn on, the
//! environment variable `UNBOUNDED_FAULT` makes one step fail, so that a test can try what happens at each of them. Its
//! value is a kind and the number of the step, counted from 1 over the whole run:
//!
//! | value | what happens at step 7 |
//! |---|---|
//! | `error:7` | it fails with an input/output error |
//! | `torn:7` | the same, but if it is a write, half of its bytes are written |
//! | `full:7` | the disk is full from here on: nothing is created, written or synced any more |
//! | `kill:7` | the process dies; if it is a write, half of its bytes are written |

use std::io::{self, Write};

/// A step that may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A new file.
    Create,
    /// Bytes behind those that are there.
    #[cfg(feature = "faults")]
    Write,
    /// What was written is brought to the disk.
    Sync,
    /// The file gets its name.
    Rename,
}

/// Passes bytes to a file, or to the fault that awaits them.
pub fn write(file: &mut impl Write, bytes: &[u8]) -> io::Result<usize> {
    #[cfg(feature = "faults")]
    if let Some(fault) = injected::next(Step::Write) {
        fault.cut_short(file, bytes)?;
        return Err(fault.strike(Step::Write));
    }
    file.write(bytes)
}

/// Must be called before every other step.
pub fn before(step: Step) -> io::Result<()> {
    #[cfg(feature = "faults")]
    if let Some(fault) = injected::next(step) {
        return Err(fault.strike(step));
    }
    let _ = step;
    Ok(())
}

#[cfg(feature = "faults")]
mod injected {
    use std::io::{self, Write};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::Step;

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Kind {
        Error,
        Torn,
        Full,
        Kill,
    }

    /// What goes wrong, and at which step.
    pub struct Fault {
        kind: Kind,
        at: u64,
    }

    static FAULT: LazyLock<Option<Fault>> = LazyLock::new(|| {
        let text = std::env::var("UNBOUNDED_FAULT").ok()?;
        Some(Fault::read(&text).unwrap_or_else(|| panic!("UNBOUNDED_FAULT is like torn:7, not {text}")))
    });

    static STEPS: AtomicU64 = AtomicU64::new(0);

    /// Counts a step. Returns the fault if this is where it happens.
    pub fn next(step: Step) -> Option<&'static Fault> {
        let number = STEPS.fetch_add(1, Ordering::Relaxed) + 1;
        // A full disk still renames.
        let goes_on = |fault: &Fault| fault.kind == Kind::Full && number > fault.at && step != Step::Rename;
        FAULT.as_ref().filter(|fault| number == fault.at || goes_on(fault))
    }

    impl Fault {
        fn read(text: &str) -> Option<Fault> {
            let (kind, at) = text.split_once(':')?;
            let kind = match kind {
                "error" => Kind::Error,
                "torn" => Kind::Torn,
                "full" => Kind::Full,
                "kill" => Kind::Kill,
                _ => return None,
            };
            Some(Fault { kind, at: at.parse().ok()? })
        }

        /// Writes what is still written of these bytes.
        pub fn cut_short(&self, file: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
            match self.kind {
                Kind::Error | Kind::Full => Ok(()),
                Kind::Torn | Kind::Kill => file.write_all(&bytes[..bytes.len() / 2]),
            }
        }

        /// Says on standard error that it happens now. The caller gets the error that the system would give.
        pub fn strike(&self, step: Step) -> io::Error {
            eprintln!("fault: {step:?}");
            match self.kind {
                Kind::Error | Kind::Torn => io::Error::other("injected fault"),
                Kind::Full => io::ErrorKind::StorageFull.into(),
                Kind::Kill => std::process::abort(),
            }
        }
    }
}
