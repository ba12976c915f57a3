//! Resizing a ledger in place, in small steps.
//!
//! Entries are stored in the order of their keys, bucket by bucket, so growing moves all of them towards the
//! end. The entries of the last tenth move to buckets that were just added; that makes room for the entries
//! before them, and so on. No worker can use the ledger meanwhile, so all workers move small [`Blocks`] of
//! buckets in parallel.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::record::{KeyPrefix, Packed};
use super::{BYTES, Ledger, SLOTS};
use crate::memory::heap;
use crate::memory::pages::{lengthen, prefer_large};
use crate::parallel::fork_join;

/// The share of used slots above which a ledger grows, as a fraction.
const FULL: (usize, usize) = (4, 5);
/// A ledger grows by one part in this many.
const GROWTH: usize = 9;

/// Buckets per block.
const BLOCK: usize = 1 << 8;
/// One more worker moves blocks per this many blocks.
const BLOCKS_PER_WORKER: usize = 1 << 5;

/// A change of the number of home buckets.
#[derive(Clone, Copy)]
struct Resize {
    old: usize,
    new: usize,
}

impl Resize {
    /// The new home of the first key prefix whose old home is this bucket. The last bucket is not a home.
    fn first_home(self, bucket: usize) -> usize {
        if bucket < self.old { KeyPrefix::first_in(bucket, self.old).home(self.new) } else { self.new }
    }
}

/// The blocks of a growing ledger, from its end to its beginning, for workers to claim. The entries of a
/// block move to buckets of blocks behind it, so its worker waits until those blocks have been emptied.
struct Blocks {
    resize: Resize,
    /// The next unclaimed block.
    next: AtomicUsize,
    is_done: Box<[AtomicBool]>,
}

impl Blocks {
    fn new(resize: Resize) -> Blocks {
        // Entries before this bucket move by less than the length of a block, so they are not moved in
        // blocks.
        let near = BLOCK * resize.old / (resize.new - resize.old);
        let count = (resize.old + 1).saturating_sub(near) / BLOCK;
        let is_done = (0..count).map(|_| AtomicBool::new(false)).collect();
        Blocks { resize, next: AtomicUsize::new(0), is_done }
    }

    fn count(&self) -> usize {
        self.is_done.len()
    }

    /// The number of buckets at the beginning that belong to no block.
    fn remaining(&self) -> usize {
        self.buckets(self.count()).end
    }

    /// The buckets of a block.
    fn buckets(&self, block: usize) -> Range<usize> {
        let end = self.resize.old + 1 - block * BLOCK;
        end.saturating_sub(BLOCK)..end
    }

    /// Claims the next block for the calling worker.
    fn claim(&self) -> Option<usize> {
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&block| block < self.count())
    }

    /// Waits until the blocks claimed before `block` have left these buckets. A worker has claimed each of
    /// them and waits only for blocks claimed even earlier, so there is no deadlock.
    fn wait_until_free(&self, buckets: Range<usize>, block: usize) {
        let behind = |bucket: usize| (self.resize.old + 1).saturating_sub(bucket).div_ceil(BLOCK);
        for earlier in behind(buckets.end).saturating_sub(1)..behind(buckets.start).min(block) {
            while !self.is_done[earlier].load(Ordering::Acquire) {
                std::thread::yield_now();
            }
        }
    }

    /// Marks a block as moved.
    fn finish(&self, block: usize) {
        self.is_done[block].store(true, Ordering::Release);
    }
}

impl Ledger {
    /// Whether the ledger is so full that it should grow, and its limit allows it.
    #[inline]
    pub fn wants_to_grow(&self) -> bool {
        let full = self.len() * FULL.1 > self.homes() * SLOTS * FULL.0;
        full && self.bytes() + (self.homes() / GROWTH) * BYTES <= self.limit
    }

    /// Makes the ledger one step larger, if it [wants to](Ledger::wants_to_grow).
    pub fn grow(&mut self) {
        if !self.wants_to_grow() {
            return;
        }
        let resize = Resize { old: self.homes(), new: self.homes() + self.homes() / GROWTH };
        self.reserve(resize.new - resize.old);
        lengthen(&mut self.buckets, resize.new - resize.old, self.workers);
        let blocks = Blocks::new(resize);
        let others = (blocks.count() / BLOCKS_PER_WORKER).min(self.workers - 1);
        let work = || self.move_blocks(&blocks);
        let (own, others) = fork_join((0..others).map(|_| work), work);
        let deferred: Vec<_> = own.into_iter().chain(others.into_iter().flatten()).collect();
        self.move_one_by_one((0..blocks.remaining()).rev(), resize, |home, emptied| home >= emptied);
        deferred.into_iter().for_each(|(home, packed)| self.reinsert(home, packed));
    }

    /// Reduces the number of home buckets.
    pub(super) fn shrink(&mut self, new: usize) {
        let old = self.homes();
        // Reinserting an entry may displace another one, up to two buckets behind the home of the first.
        self.move_one_by_one(0..=old, Resize { old, new }, |home, emptied| home + 1 < emptied);
        self.buckets.truncate(new + 1);
        self.buckets.shrink_to_fit();
    }

    /// Reserves capacity for more buckets: for as many as the limit allows, or, if that fails, for at least
    /// as many as there are. A reallocation stops all workers and needs the memory twice, whereas capacity
    /// that was never written to takes no memory.
    fn reserve(&mut self, more: usize) {
        let (len, capacity) = (self.buckets.len(), self.buckets.capacity());
        if capacity - len < more {
            let max_more = (self.limit / BYTES).max(len + more) - len;
            if heap::attempt(|| self.buckets.try_reserve_exact(max_more)).is_err() {
                self.buckets.reserve_exact(more.max(len));
            }
            prefer_large(&self.buckets);
        }
    }

    /// The work of one worker: moves block after block. Returns, with their new homes, the entries for
    /// buckets that another worker may write to; the caller has to reinsert them.
    fn move_blocks(&self, blocks: &Blocks) -> Vec<(usize, Packed)> {
        let resize = blocks.resize;
        let mut deferred = Vec::new();
        while let Some(block) = blocks.claim() {
            let buckets = blocks.buckets(block);
            let (first, last) = (resize.first_home(buckets.start), resize.first_home(buckets.end));
            blocks.wait_until_free(first..last + 1, block);
            for bucket in buckets {
                self.take_all(bucket, resize.old, |prefix, packed| {
                    let home = prefix.home(resize.new);
                    // If the home is full, the entry goes to the next bucket, and may displace another one to
                    // the next.
                    if first < home && home + 1 < last {
                        self.reinsert(home, packed);
                    } else {
                        deferred.push((home, packed));
                    }
                });
            }
            blocks.finish(block);
        }
        deferred
    }

    /// Moves the entries of these buckets on one thread, in this order. An entry is reinserted as soon as
    /// `is_free` holds for its new home and the bucket that was emptied last.
    fn move_one_by_one(
        &self,
        buckets: impl Iterator<Item = usize>,
        resize: Resize,
        is_free: impl Fn(usize, usize) -> bool,
    ) {
        let mut waiting = Vec::new();
        for bucket in buckets {
            self.take_all(bucket, resize.old, |prefix, packed| {
                waiting.push((prefix.home(resize.new), packed))
            });
            waiting.retain(|&(home, packed)| {
                let is_free = is_free(home, bucket);
                if is_free {
                    self.reinsert(home, packed);
                }
                !is_free
            });
        }
    }

    /// Removes all entries of a bucket, given the number of home buckets, and passes them to `each`.
    fn take_all(&self, bucket: usize, homes: usize, mut each: impl FnMut(KeyPrefix, Packed)) {
        // The home of a displaced entry is the bucket before.
        let own = KeyPrefix::first_in(bucket, homes);
        let before = KeyPrefix::first_in(bucket.saturating_sub(1), homes);
        for slot in &self.buckets[bucket].0 {
            let packed = slot.load();
            if packed.is_some() {
                slot.store(Packed::default());
                each(packed.prefix(if packed.is_displaced() { before } else { own }), packed);
            }
        }
    }

    /// Inserts an entry that was taken out before. It may replace another one.
    fn reinsert(&self, home: usize, packed: Packed) {
        if !self.insert(home, packed) {
            self.used.subtract(1);
        }
    }
}
