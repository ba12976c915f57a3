//! The transposition table: what has been found out about states, for when they are met again.
//!
//! Workers read and write side by side, without locks ([`Packed`]). Only who makes the table larger needs it for
//! itself ([`Access`]).

mod access;
mod entry;

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Key;

use super::backup::{Backed, Window};
use crate::memory::pages::prefer_large;
use crate::parallel::Counter;
use crate::parallel::fork_join;
pub use access::Access;
use entry::{Packed, TableEntry};

#[derive(Default)]
struct Slot([AtomicU64; 4]);

impl Slot {
    #[inline]
    fn load(&self) -> Packed {
        let [high, low, bounds, rest] = &self.0;
        let read = |word: &AtomicU64| word.load(Ordering::Relaxed);
        Packed { checks: [read(high), read(low)], bounds: read(bounds), rest: read(rest) }
    }

    #[inline]
    fn store(&self, packed: Packed) {
        let Packed { checks: [high, low], bounds, rest } = packed;
        for (word, value) in self.0.iter().zip([high, low, bounds, rest]) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

/// Two entries share a line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

const BUCKET: usize = size_of::<Bucket>();

const _: () = assert!(BUCKET == 64);

/// A table begins with so many buckets, if its limit allows.
const FIRST_BUCKETS: usize = 256;

/// A table of bounded size, which grows as it fills.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Bytes that must never be exceeded, not even while the table grows.
    limit: usize,
    age: u8,
    filled: Counter,
    /// So many workers lend a hand when the table grows.
    workers: usize,
}

/// So many buckets are worth a helper.
const BUCKETS_PER_WORKER: usize = 1 << 12;

fn empty(count: usize) -> Vec<Bucket> {
    let mut buckets = Vec::with_capacity(count);
    prefer_large(&buckets);
    buckets.resize_with(count, Bucket::default);
    buckets
}

impl TranspositionTable {
    /// An empty table that takes no room yet.
    pub fn new() -> TranspositionTable {
        TranspositionTable { buckets: Vec::new(), limit: 0, age: 0, filled: Counter::default(), workers: 1 }
    }

    /// Sets how many bytes there may be at most. A table that is larger starts anew.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        if self.buckets.is_empty() || self.bytes() > bytes {
            let most = (bytes / BUCKET).max(1);
            self.buckets = empty(FIRST_BUCKETS.min(most));
            self.filled = Counter::default();
        }
    }

    /// From now on so many workers write to the table.
    pub fn set_workers(&mut self, workers: usize) {
        self.workers = workers;
    }

    /// Says that another search begins: what earlier ones wrote is replaced first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// How many states it knows.
    pub fn len(&self) -> usize {
        self.filled.get()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.buckets.capacity() * BUCKET
    }

    #[inline]
    fn home(&self, key: Key) -> usize {
        home(key, self.buckets.len())
    }

    /// What is known of the state with this key.
    #[inline]
    pub fn find(&self, key: Key) -> Option<TableEntry> {
        let bucket = self.buckets.get(self.home(key))?;
        let found = bucket.0.iter().map(Slot::load).find(|packed| packed.key() == key && packed.is_some());
        found.map(Packed::entry)
    }

    /// Writes down what a search with this window found.
    #[inline]
    pub fn store(&self, key: Key, depth: u32, window: Window, found: Backed, best: usize) {
        let slots = &self.buckets[self.home(key)].0;
        let packed = [slots[0].load(), slots[1].load()];
        let known = packed.iter().position(|packed| packed.key() == key && packed.is_some());
        let (place, mut entry) = match known {
            Some(place) => (place, packed[place].entry()),
            None => (usize::from(packed[1].worth(self.age) < packed[0].worth(self.age)), TableEntry::EMPTY),
        };
        if !packed[place].is_some() {
            self.filled.add(1);
        }
        entry.learn(depth, window, found, best, self.age);
        slots[place].store(Packed::new(key, &entry));
    }

    /// Whether the table would be better off if it were larger, and the old and the new one fit into the limit
    /// together.
    #[inline]
    pub fn wants_to_grow(&self) -> bool {
        4 * self.filled.get() > 3 * 2 * self.buckets.len() && 3 * self.bytes() <= self.limit
    }

    /// Doubles the table, if it wants to grow. Everybody waits meanwhile, so all workers lend a hand.
    #[cold]
    pub fn grow(&mut self) {
        if !self.wants_to_grow() {
            return;
        }
        let old = std::mem::take(&mut self.buckets);
        let workers = (old.len() / BUCKETS_PER_WORKER).clamp(1, self.workers);
        let part = old.len().div_ceil(workers);
        let buckets = 2 * old.len();
        let mut larger = Vec::with_capacity(buckets);
        prefer_large(&larger);
        let mut parts = old.chunks(part).zip(larger.spare_capacity_mut().chunks_mut(2 * part));
        let own = parts.next();
        let (own, others) = fork_join(parts.map(|(old, new)| move || spread(old, new, buckets)), || {
            own.map_or(0, |(old, new)| spread(old, new, buckets))
        });
        // SAFETY: each bucket of the old table has been written as two of the new one, from the first on.
        unsafe { larger.set_len(buckets) };
        self.buckets = larger;
        // Counted anew: workers who took the same free slot at once have both counted it.
        self.filled = Counter::default();
        self.filled.add(own + others.into_iter().sum::<usize>());
    }
}

/// Makes two buckets of each, where there are so many in the end. The home of a key is in the same order as before, so that
/// entries go to the one or the other. Returns how many there are.
fn spread(old: &[Bucket], new: &mut [MaybeUninit<Bucket>], buckets: usize) -> usize {
    let mut filled = 0;
    for (bucket, new) in old.iter().zip(new.chunks_exact_mut(2)) {
        let pair = [Bucket::default(), Bucket::default()];
        for packed in bucket.0.iter().map(Slot::load).filter(|packed| packed.is_some()) {
            let [first, second] = &pair[home(packed.key(), buckets) % 2].0;
            let slot = if first.load().is_some() { second } else { first };
            slot.store(packed);
            filled += 1;
        }
        new.iter_mut().zip(pair).for_each(|(new, bucket)| _ = new.write(bucket));
    }
    filled
}

/// The place of a key, where there are so many buckets.
#[inline]
fn home(key: Key, buckets: usize) -> usize {
    ((u128::from(key.high()) * buckets as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::depth_first::backup::Certainty;
    use crate::parallel::Shared;

    const OPEN: Window = Window::OPEN;

    #[test]
    fn a_value_counts_at_its_own_depth_and_a_proof_at_every_greater_one() {
        let mut table = TranspositionTable::new();
        table.set_limit(1 << 20);
        let proven = Backed { value: 0.0, certainty: Certainty::Proven };
        table.store(Key::of(1), 3, OPEN, Backed::estimated(0.5), 7);
        table.store(Key::of(2), 3, OPEN, proven, 7);
        for depth in 2..5 {
            let answer = |number| table.find(Key::of(number)).unwrap().answer(depth, OPEN);
            assert_eq!(answer(1), (depth == 3).then_some(Backed::estimated(0.5)));
            assert_eq!(answer(2), (depth >= 3).then_some(proven));
        }
        assert_eq!(table.find(Key::of(2)).unwrap().best(), 7);
        assert!(table.find(Key::of(3)).is_none());
    }

    #[test]
    fn two_bounds_make_a_value() {
        let mut table = TranspositionTable::new();
        table.set_limit(0);
        let estimate = Backed::estimated(0.25);
        let window = Window { alpha: 0.0, beta: 0.25 };
        table.store(Key::of(1), 2, window, estimate, 0);
        let entry = table.find(Key::of(1)).unwrap();
        assert_eq!((entry.answer(2, OPEN), entry.answer(2, window)), (None, Some(estimate)));
        table.store(Key::of(1), 2, Window { alpha: 0.25, beta: 0.5 }, estimate, 0);
        assert_eq!(table.find(Key::of(1)).unwrap().answer(2, OPEN), Some(estimate));
    }

    #[test]
    fn it_grows_within_its_limit_and_forgets_what_was_least_work() {
        let mut table = TranspositionTable::new();
        let limit = 100_000;
        table.set_limit(limit);
        table.store(Key::of(0), 9, OPEN, Backed::estimated(0.5), 0);
        for number in 1..10_000 {
            table.store(Key::of(number), 2, OPEN, Backed::estimated(0.5), 0);
            table.grow();
            assert!(table.bytes() <= limit);
        }
        assert!(table.bytes() > limit / 4);
        assert!(table.find(Key::of(0)).is_some());
        assert!(table.len() <= 2 * table.buckets.len());
        table.set_limit(1_000);
        assert!(table.find(Key::of(0)).is_none() && table.bytes() <= 1_000);
    }

    /// Large enough for helpers to be called.
    #[test]
    fn what_is_known_stays_known_when_it_grows() {
        for workers in [1, 3] {
            let mut table = TranspositionTable::new();
            table.set_limit(64 << 20);
            table.set_workers(workers);
            let (mut known, mut growths) = (0, 0);
            for number in 0..200_000 {
                table.store(Key::of(number), 2, OPEN, Backed::estimated(number as f32), 0);
                if table.wants_to_grow() {
                    let find = |table: &TranspositionTable| {
                        (0..=number).map(|number| table.find(Key::of(number))).collect::<Vec<_>>()
                    };
                    let before = find(&table);
                    table.grow();
                    assert!(find(&table) == before, "{number} with {workers} workers");
                    known = before.iter().flatten().count();
                    growths += 1;
                    assert_eq!(known, table.len());
                }
            }
            assert!(known > 40_000 && growths > 5, "{known} {growths}");
        }
    }

    #[test]
    fn many_workers_never_make_anything_up() {
        let mut shared = Shared::new(TranspositionTable::new());
        shared.get_mut().set_limit(4 << 20);
        shared.get_mut().set_workers(4);
        // What is true of a state follows from its number and the depth.
        let truth = |number: u64, depth: u32| Backed::estimated((number * 31 % 17 + u64::from(depth)) as f32);
        let work = |worker: u64| {
            let mut table = Access::new(&shared);
            for round in 0..200_000_u64 {
                let (number, depth) = ((round * 7 + worker * 13) % 20_000, 2 + (round % 3) as u32);
                table.store(Key::of(number), depth, OPEN, truth(number, depth), depth as usize);
                table.make_room();
                let other = (round * 11 + worker) % 20_000;
                let Some(entry) = table.find(Key::of(other)) else { continue };
                for depth in 2..5 {
                    if let Some(answer) = entry.answer(depth, OPEN) {
                        assert_eq!((answer, entry.best()), (truth(other, depth), depth as usize));
                    }
                }
            }
        };
        fork_join((1..4).map(|worker| move || work(worker)), || work(0));
        assert!(shared.read().bytes() > FIRST_BUCKETS * BUCKET, "it has grown meanwhile");
    }
}
