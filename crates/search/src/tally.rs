//! A count that workers keep together.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A count in cache lines of its own: what stands beside it, and is only read, would else be fetched again by
/// every worker whenever one of them counts.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Tally(AtomicUsize);

impl Tally {
    #[inline]
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    #[inline]
    pub fn add(&self, count: usize) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    #[inline]
    pub fn subtract(&self, count: usize) {
        self.0.fetch_sub(count, Ordering::Relaxed);
    }
}
