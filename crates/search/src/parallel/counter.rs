//! A counter that all workers share.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A counter in its own cache lines. Otherwise every increment would evict the read-only data next to it from
/// the caches of the other workers.
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
