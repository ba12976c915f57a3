//! How a ledger becomes larger, and smaller: a little at a time, in place.
//!
//! Entries lie in the order of their keys, bucket by bucket, so that growing carries them all towards the end. What lies
//! in the last tenth goes to where nothing has been before; that leaves room for what lies before it, and so on. Everybody
//! has to wait meanwhile, so as many workers as there are workers carry small [`Blocks`] of it side by side.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::record::{Direction, Packed};
use super::{BYTES, Ledger, SLOTS};
use crate::memory::pages::{lengthen, prefer_large};
use crate::parallel::fork_join;

/// The share of slots in use above which a table grows, and how much it grows.
const FULL: (usize, usize) = (4, 5);
const GROWTH: usize = 9;

/// Buckets of a block, and how many blocks are worth a helper.
const BLOCK: usize = 1 << 8;
const BLOCKS_PER_WORKER: usize = 1 << 5;

/// From how many places to how many.
#[derive(Clone, Copy)]
struct Change {
    old: usize,
    new: usize,
}

impl Change {
    /// Where the first entry goes that is at home in this place. Nobody is at home behind the last one.
    fn first_home(self, place: usize) -> usize {
        if place < self.old { Direction::first_of(place, self.old).place(self.new) } else { self.new }
    }
}

/// A growing table, from its end to its beginning, in blocks that any hand may carry. A block is put down where others lay
/// that were further behind; it waits until they are gone.
struct Blocks {
    change: Change,
    /// The next block that nobody has taken.
    next: AtomicUsize,
    is_done: Box<[AtomicBool]>,
}

impl Blocks {
    fn new(change: Change) -> Blocks {
        // Further in front an entry moves by less than a block.
        let near = BLOCK * change.old / (change.new - change.old);
        let count = (change.old + 1).saturating_sub(near) / BLOCK;
        let is_done = (0..count).map(|_| AtomicBool::new(false)).collect();
        Blocks { change, next: AtomicUsize::new(0), is_done }
    }

    fn count(&self) -> usize {
        self.is_done.len()
    }

    /// So many buckets in front belong to no block.
    fn rest(&self) -> usize {
        self.places(self.count()).end
    }

    /// The buckets of a block.
    fn places(&self, number: usize) -> Range<usize> {
        let end = self.change.old + 1 - number * BLOCK;
        end.saturating_sub(BLOCK)..end
    }

    /// The next block to carry.
    fn take(&self) -> Option<usize> {
        Some(self.next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < self.count())
    }

    /// Waits until nothing of the blocks before this one lies here any more. They have been taken, and wait only for
    /// others before them.
    fn wait_until_free(&self, places: Range<usize>, number: usize) {
        let behind = |place: usize| (self.change.old + 1).saturating_sub(place).div_ceil(BLOCK);
        for before in behind(places.end).saturating_sub(1)..behind(places.start).min(number) {
            while !self.is_done[before].load(Ordering::Acquire) {
                std::thread::yield_now();
            }
        }
    }

    /// A block has been carried.
    fn finish(&self, number: usize) {
        self.is_done[number].store(true, Ordering::Release);
    }
}

impl Ledger {
    /// Whether the table would be better off if it were larger, and may be.
    #[inline]
    pub fn wants_to_grow(&self) -> bool {
        let full = self.len() * FULL.1 > self.places() * SLOTS * FULL.0;
        full && self.bytes() + (self.places() / GROWTH) * BYTES <= self.limit
    }

    /// Makes the table a little larger.
    pub fn grow(&mut self) {
        if !self.wants_to_grow() {
            return;
        }
        let change = Change { old: self.places(), new: self.places() + self.places() / GROWTH };
        self.reserve(change.new - change.old);
        lengthen(&mut self.buckets, change.new - change.old, self.workers);
        let blocks = Blocks::new(change);
        let helpers = (blocks.count() / BLOCKS_PER_WORKER).min(self.workers - 1);
        let work = || self.carry(&blocks);
        let (own, others) = fork_join((0..helpers).map(|_| work), work);
        let strays: Vec<_> = own.into_iter().chain(others.into_iter().flatten()).collect();
        self.sweep((0..blocks.rest()).rev(), change, |home, place| home >= place);
        strays.into_iter().for_each(|(home, packed)| self.put_down(home, packed));
    }

    pub(super) fn shrink(&mut self, new: usize) {
        let old = self.places();
        // What is put down may send others on, up to two places behind its home.
        self.sweep(0..=old, Change { old, new }, |home, place| home + 1 < place);
        self.buckets.truncate(new + 1);
        self.buckets.shrink_to_fit();
    }

    /// Makes room for more buckets, at once for as many as there may ever be, else for as many again: while the table
    /// moves elsewhere everybody waits, and it is there twice. Room that was never written to takes no memory.
    fn reserve(&mut self, more: usize) {
        let (held, room) = (self.buckets.len(), self.buckets.capacity());
        if room - held < more {
            let most = (self.limit / BYTES).max(held + more) - held;
            if self.buckets.try_reserve_exact(most).is_err() {
                self.buckets.reserve_exact(more.max(held));
            }
            prefer_large(&self.buckets);
        }
    }

    /// What one hand does: it carries block after block. Returns what goes to buckets that another hand may write to,
    /// with its home.
    fn carry(&self, blocks: &Blocks) -> Vec<(usize, Packed)> {
        let change = blocks.change;
        let mut strays = Vec::new();
        while let Some(number) = blocks.take() {
            let block = blocks.places(number);
            let (first, last) = (change.first_home(block.start), change.first_home(block.end));
            blocks.wait_until_free(first..last + 1, number);
            for place in block {
                self.lift(place, change.old, |direction, packed| {
                    let home = direction.place(change.new);
                    // Where its bucket is full an entry lies in the next one, and may send another one further on.
                    if first < home && home + 1 < last {
                        self.put_down(home, packed);
                    } else {
                        strays.push((home, packed));
                    }
                });
            }
            blocks.finish(number);
        }
        strays
    }

    /// Carries bucket by bucket. An entry is put down as soon as its new home is ready: given that and the last place
    /// that was emptied.
    fn sweep(
        &self,
        places: impl Iterator<Item = usize>,
        change: Change,
        is_ready: impl Fn(usize, usize) -> bool,
    ) {
        let mut moving = Vec::new();
        for place in places {
            self.lift(place, change.old, |direction, packed| {
                moving.push((direction.place(change.new), packed))
            });
            moving.retain(|&(home, packed)| {
                let is_ready = is_ready(home, place);
                if is_ready {
                    self.put_down(home, packed);
                }
                !is_ready
            });
        }
    }

    /// Takes all entries out of a bucket of so many.
    fn lift(&self, place: usize, places: usize, mut each: impl FnMut(Direction, Packed)) {
        // A displaced entry is at home one place before the one where it lies.
        let own = Direction::first_of(place, places);
        let before = Direction::first_of(place.saturating_sub(1), places);
        for slot in &self.buckets[place].0 {
            let packed = slot.load();
            if packed.is_some() {
                slot.store(Packed::default());
                each(packed.direction(if packed.is_displaced() { before } else { own }), packed);
            }
        }
    }

    /// Puts an entry into its new home.
    fn put_down(&self, home: usize, packed: Packed) {
        if !self.insert(home, packed) {
            self.used.subtract(1);
        }
    }
}
