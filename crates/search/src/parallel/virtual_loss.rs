//! Virtual loss: states that a worker is searching are less attractive to other workers, so that workers
//! spread out.

use std::sync::atomic::{AtomicU16, Ordering};

use game::Key;

/// An approximate count of the workers below each state: states whose keys collide share a counter.
pub struct VirtualLoss(Box<[AtomicU16]>);

/// Several times the number of states on the paths of all workers, but small enough for the cache.
const COUNTERS: usize = 1 << 13;

impl VirtualLoss {
    pub fn new() -> VirtualLoss {
        VirtualLoss((0..COUNTERS).map(|_| AtomicU16::new(0)).collect())
    }

    fn counter(&self, key: Key) -> &AtomicU16 {
        &self.0[key.low() as usize % COUNTERS]
    }

    /// A worker enters a state.
    pub fn enter(&self, key: Key) {
        self.counter(key).fetch_add(1, Ordering::Relaxed);
    }

    /// A worker leaves a state that it entered.
    pub fn leave(&self, key: Key) {
        self.counter(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether a worker is in this state or below it. Collisions may cause a false positive.
    pub fn is_at(&self, key: Key) -> bool {
        self.counter(key).load(Ordering::Relaxed) > 0
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}
