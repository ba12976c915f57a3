//! Limits of writing and verifying.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why a walk ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The time is up.
    #[error("the time is up")]
    Time,
    /// There is no memory left to continue.
    #[error("the memory is too small")]
    Memory,
    /// Another limit of the search that helps is reached.
    #[error("the limits of the search are reached")]
    Limits,
    /// The caller asked for it.
    #[error("it was interrupted")]
    Interrupted,
}

/// How long a walk may go on, and how much it may hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The end of the time.
    pub deadline: Option<Instant>,
    /// Bytes.
    pub memory: Option<usize>,
    /// Ends the walk when it becomes true.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Whether a walk may continue and hold this number of bytes.
    pub fn check(&self, bytes: usize) -> Result<(), Halt> {
        if self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            Err(Halt::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(Halt::Time)
        } else if self.memory.is_some_and(|memory| bytes > memory) {
            Err(Halt::Memory)
        } else {
            Ok(())
        }
    }
}
