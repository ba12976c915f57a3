//! Where the workers are, so that they keep out of each other's way.

use std::sync::atomic::{AtomicU16, Ordering};

use game::Key;

/// How many workers are below which state, roughly: states share counters by chance.
pub struct Crowd(Box<[AtomicU16]>);

/// Some times as many as there are states on the ways of all workers, and still in a cache.
const COUNTERS: usize = 1 << 13;

impl Crowd {
    pub fn new() -> Crowd {
        Crowd((0..COUNTERS).map(|_| AtomicU16::new(0)).collect())
    }

    fn counter(&self, key: Key) -> &AtomicU16 {
        &self.0[key.low() as usize % COUNTERS]
    }

    /// A worker goes to a state.
    pub fn enter(&self, key: Key) {
        self.counter(key).fetch_add(1, Ordering::Relaxed);
    }

    /// And leaves it again.
    pub fn leave(&self, key: Key) {
        self.counter(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether somebody is there.
    pub fn is_at(&self, key: Key) -> bool {
        self.counter(key).load(Ordering::Relaxed) > 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}
