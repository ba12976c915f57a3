//! How a ledger becomes larger, and smaller: a little at a time, in place.
//!
//! Entries lie in the order of their keys, bucket by bucket, so that growing carries them all towards the end. What lies
//! in the last ninth goes to where nothing has been before; that leaves room for the last ninth of the rest, and so on.
//! All workers carry such a block together, each a part of it: they would have to wait otherwise.

use std::ops::Range;

use super::entry::{Direction, Packed};
use super::{BYTES, Bucket, Ledger, SLOTS};
use crate::pages::prefer_large;

/// The share of slots in use above which a table grows, and how much it grows.
const FULL: (usize, usize) = (7, 9);
const GROWTH: usize = 8;

/// So many buckets are worth a helper.
const WORTH_A_HAND: usize = 1 << 13;

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
        self.buckets.resize_with(change.new + 1, Bucket::default);
        let mut end = change.old + 1;
        loop {
            // A displaced entry is at home one place before the one where it lies.
            let start = (end * change.old).div_ceil(change.new) + 1;
            if start >= end {
                break;
            }
            self.carry(start..end, change);
            end = start;
        }
        self.sweep((0..end).rev(), change, |home, place| home >= place);
    }

    pub(super) fn shrink(&mut self, new: usize) {
        let old = self.places();
        self.sweep(0..=old, Change { old, new }, |home, place| home < place);
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

    /// Carries a block of buckets to where nothing lies any more, each hand a part of it.
    fn carry(&self, block: Range<usize>, change: Change) {
        let hands = (block.len() / WORTH_A_HAND).clamp(1, self.hands);
        let border = |hand: usize| block.start + block.len() * hand / hands;
        let part = |hand: usize| self.carry_part(border(hand)..border(hand + 1), change);
        let strays: Vec<_> = std::thread::scope(|scope| {
            let part = &part;
            let helpers: Vec<_> = (1..hands).map(|hand| scope.spawn(move || part(hand))).collect();
            let own = part(0);
            let others = helpers.into_iter().flat_map(|helper| helper.join().expect("a helper panicked"));
            own.into_iter().chain(others).collect()
        });
        strays.into_iter().for_each(|(home, packed)| self.put_down(home, packed));
    }

    /// Carries one hand's part. Returns what goes to buckets that a neighbour may write to, with its home.
    fn carry_part(&self, part: Range<usize>, change: Change) -> Vec<(usize, Packed)> {
        let (first, last) = (change.first_home(part.start), change.first_home(part.end));
        let mut strays = Vec::new();
        for place in part {
            self.lift(place, change.old, |direction, packed| {
                let home = direction.place(change.new);
                // Where its bucket is full an entry lies in the next one.
                if first < home && home < last {
                    self.put_down(home, packed);
                } else {
                    strays.push((home, packed));
                }
            });
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
        for slot in &self.buckets[place].0 {
            let packed = slot.load();
            if packed.is_some() {
                slot.store(Packed::default());
                each(packed.direction(place, places), packed);
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
