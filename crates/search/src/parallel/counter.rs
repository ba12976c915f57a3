//! A count that all workers keep together.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A count in cache lines of its own. Otherwise every worker would have to fetch the read-only data beside it again
/// whenever one of them counts.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Counter(AtomicUsize);

impl Counter {
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
