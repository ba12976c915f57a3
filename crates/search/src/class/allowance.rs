//! How much more a worker may add to the tree.

use crate::tree::Tree;

/// The most expansions that a worker makes before it looks at the memory in use again.
const MAX_BATCH: u32 = 64;

/// The memory limit of a tree as one worker applies it. How much is in use changes with every expansion of every worker, and
/// what one processor has just written is slow to read for another, so workers take expansions in batches.
pub struct Allowance {
    /// Bytes that the tree may hold.
    pub memory: usize,
    /// How many workers share them.
    workers: usize,
    /// So many more expansions fit, even if all others use up theirs.
    left: u32,
}

impl Allowance {
    pub fn new(memory: usize, workers: usize) -> Self {
        Allowance { memory, workers, left: 0 }
    }

    /// Whether so many expansions of at most `children` children by each worker fit into the memory.
    pub fn fits(&self, expansions: u32, children: usize, tree: &Tree) -> bool {
        let expansions = expansions as usize * self.workers;
        tree.bytes_to_expand(children, expansions).is_some_and(|bytes| bytes <= self.memory)
    }

    /// Takes one expansion of at most `children` children, if there is memory for it.
    #[inline]
    pub fn take(&mut self, children: usize, tree: &Tree) -> bool {
        if self.left == 0 {
            self.left = [MAX_BATCH, 1].into_iter().find(|&more| self.fits(more, children, tree)).unwrap_or(0);
        }
        let has_one = self.left > 0;
        self.left = self.left.saturating_sub(1);
        has_one
    }
}
