//! The transposition table.
//!
//! Workers read and write concurrently without locks ([`Packed`]). Only enlarging the table needs exclusive
//! access ([`Access`]).

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

/// Two entries per cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

const BUCKET: usize = size_of::<Bucket>();

const _: () = assert!(BUCKET == 64);

/// The initial number of buckets, if the limit allows it.
const INITIAL_BUCKETS: usize = 256;

/// A table with a memory limit. It grows as it fills up.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The memory limit in bytes. It also holds while the table grows.
    limit: usize,
    age: u8,
    filled: Counter,
    /// How many entries were replaced by those of other states.
    evicted: Counter,
    /// The number of workers that copy entries when the table grows.
    workers: usize,
}

/// One more worker copies entries per this many buckets.
const BUCKETS_PER_WORKER: usize = 1 << 12;

fn empty(count: usize) -> Vec<Bucket> {
    let mut buckets = Vec::with_capacity(count);
    prefer_large(&buckets);
    buckets.resize_with(count, Bucket::default);
    buckets
}

impl TranspositionTable {
    /// An empty table that uses no memory yet.
    pub fn new() -> TranspositionTable {
        TranspositionTable {
            buckets: Vec::new(),
            limit: 0,
            age: 0,
            filled: Counter::default(),
            evicted: Counter::default(),
            workers: 1,
        }
    }

    /// Sets the memory limit. A table that exceeds it is cleared.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        if self.buckets.is_empty() || self.bytes() > bytes {
            let most = (bytes / BUCKET).max(1);
            self.buckets = empty(INITIAL_BUCKETS.min(most));
            self.filled = Counter::default();
        }
    }

    /// Sets the number of workers that use the table from now on.
    pub fn set_workers(&mut self, workers: usize) {
        self.workers = workers;
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub fn increment_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The number of states in the table.
    pub fn len(&self) -> usize {
        self.filled.get()
    }

    /// How many entries were replaced by those of other states.
    pub fn evicted(&self) -> u64 {
        self.evicted.get() as u64
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.capacity() * BUCKET
    }

    #[inline]
    fn home(&self, key: Key) -> usize {
        home(key, self.buckets.len())
    }

    /// What is known about the state with this key.
    #[inline]
    pub fn find(&self, key: Key) -> Option<TableEntry> {
        let bucket = self.buckets.get(self.home(key))?;
        let found = bucket.0.iter().map(Slot::load).find(|packed| packed.key() == key && packed.is_some());
        found.map(Packed::entry)
    }

    /// Stores the result of a search to this depth with this window.
    #[inline]
    pub fn store(&self, key: Key, depth: u32, window: Window, found: Backed, best: usize) {
        let slots = &self.buckets[self.home(key)].0;
        let packed = [slots[0].load(), slots[1].load()];
        let known = packed.iter().position(|packed| packed.key() == key && packed.is_some());
        let (index, mut entry) = match known {
            Some(index) => (index, packed[index].entry()),
            None => {
                (usize::from(packed[1].priority(self.age) < packed[0].priority(self.age)), TableEntry::EMPTY)
            }
        };
        if !packed[index].is_some() {
            self.filled.add(1);
        } else if known.is_none() {
            self.evicted.add(1);
        }
        entry.update(depth, window, found, best, self.age);
        slots[index].store(Packed::new(key, &entry));
    }

    /// Whether the table is so full that it should grow, and the old and the new table fit into the limit
    /// together.
    #[inline]
    pub fn wants_to_grow(&self) -> bool {
        4 * self.filled.get() > 3 * 2 * self.buckets.len() && 3 * self.bytes() <= self.limit
    }

    /// Doubles the table, if it [wants to](TranspositionTable::wants_to_grow) grow. No worker can use it
    /// meanwhile, so all workers copy entries.
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
        let (own, others) = fork_join(parts.map(|(old, new)| move || split(old, new, buckets)), || {
            own.map_or(0, |(old, new)| split(old, new, buckets))
        });
        // SAFETY: the parts cover all old buckets, and `split` has written two new buckets for each of them,
        // which makes `buckets` in total, from the first on.
        unsafe { larger.set_len(buckets) };
        self.buckets = larger;
        // The entries are counted again: workers that filled the same slot at the same time have both counted
        // it.
        self.filled = Counter::default();
        self.filled.add(own + others.into_iter().sum::<usize>());
    }
}

/// Splits each bucket into two, given the new number of buckets. Homes keep their order, so an entry goes to
/// one of these two. Returns the number of entries.
fn split(old: &[Bucket], new: &mut [MaybeUninit<Bucket>], buckets: usize) -> usize {
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

/// The home bucket of a key, given the number of buckets.
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
    fn an_estimate_holds_at_its_own_depth_and_a_proof_at_greater_depths_too() {
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
    fn two_equal_bounds_make_a_value() {
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
    fn the_table_grows_within_its_limit_and_replaces_shallow_entries_first() {
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

    /// The table grows large enough for several workers to copy its entries.
    #[test]
    fn growth_keeps_all_entries() {
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
    fn parallel_writes_never_produce_a_wrong_entry() {
        let mut shared = Shared::new(TranspositionTable::new());
        shared.get_mut().set_limit(4 << 20);
        shared.get_mut().set_workers(4);
        // The value of a state is a function of its number and the depth.
        let backed_up =
            |number: u64, depth: u32| Backed::estimated((number * 31 % 17 + u64::from(depth)) as f32);
        let work = |worker: u64| {
            let mut table = Access::new(&shared);
            for round in 0..200_000_u64 {
                let (number, depth) = ((round * 7 + worker * 13) % 20_000, 2 + (round % 3) as u32);
                table.store(Key::of(number), depth, OPEN, backed_up(number, depth), depth as usize);
                table.make_room();
                let other = (round * 11 + worker) % 20_000;
                let Some(entry) = table.find(Key::of(other)) else { continue };
                for depth in 2..5 {
                    if let Some(answer) = entry.answer(depth, OPEN) {
                        assert_eq!((answer, entry.best()), (backed_up(other, depth), depth as usize));
                    }
                }
            }
        };
        fork_join((1..4).map(|worker| move || work(worker)), || work(0));
        assert!(shared.read().bytes() > INITIAL_BUCKETS * BUCKET, "it has grown meanwhile");
    }
}
