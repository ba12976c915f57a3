//! The memory limit of the tree, divided into batches of expansions per worker.

use crate::tree::Tree;

/// The maximum number of expansions that a worker makes between two checks of the memory in use.
const MAX_BATCH: u32 = 64;

/// The memory limit of a tree as one worker applies it. Every expansion of every worker changes the memory in
/// use, and reading what another processor has just written is slow, so workers check the limit once per
/// batch of expansions.
pub struct Allowance {
    /// The memory that the tree may use, in bytes.
    pub memory: usize,
    /// The number of workers that share it.
    workers: usize,
    /// The number of further expansions that fit even if every other worker uses up its own batch.
    left: u32,
}

impl Allowance {
    pub fn new(memory: usize, workers: usize) -> Self {
        Allowance { memory, workers, left: 0 }
    }

    /// Whether this many expansions by each worker, of at most `children` children each, fit into the memory.
    pub fn fits(&self, expansions: u32, children: usize, tree: &Tree) -> bool {
        let expansions = expansions as usize * self.workers;
        tree.bytes_to_expand(children, expansions).is_some_and(|bytes| bytes <= self.memory)
    }

    /// Takes one expansion of at most `children` children out of the batch. Returns whether there is memory
    /// for it.
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
