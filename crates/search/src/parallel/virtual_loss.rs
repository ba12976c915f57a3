//! Virtual loss: states where a worker is busy look worse to the others, so that workers spread out.

use std::sync::atomic::{AtomicU16, Ordering};

use game::Key;

/// How many workers are below which state, roughly: states share counters by chance.
pub struct VirtualLoss(Box<[AtomicU16]>);

/// Several times the number of states on the paths of all workers, and still small enough for a cache.
const COUNTERS: usize = 1 << 13;

impl VirtualLoss {
    pub fn new() -> VirtualLoss {
        VirtualLoss((0..COUNTERS).map(|_| AtomicU16::new(0)).collect())
    }

    fn counter(&self, key: Key) -> &AtomicU16 {
        &self.0[key.low() as usize % COUNTERS]
    }

    /// A worker goes to a state ...
    pub fn enter(&self, key: Key) {
        self.counter(key).fetch_add(1, Ordering::Relaxed);
    }

    /// ... and leaves it again.
    pub fn leave(&self, key: Key) {
        self.counter(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a worker is there.
    pub fn is_at(&self, key: Key) -> bool {
        self.counter(key).load(Ordering::Relaxed) > 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}
