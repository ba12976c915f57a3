//! The ledger of proven states: what all workers know about states, within a memory limit.
//!
//! An entry takes 16 bytes, a bucket holds eight entries. An entry whose home bucket is full is stored in the
//! next one; if that is full as well, one of the entries at home there is displaced by one bucket. A growing
//! table thus keeps about 19 of 20 entries. Workers read and write without locks: an entry is two words,
//! its data and half of the key XORed with the data, so that two words from different writes match no key
//! ([`record`]). A race can therefore lose an entry, but never make one up.
//!
//! The table grows in small steps, so that it is always well filled ([`growth`]). When its limit does not
//! allow it to grow any more, a new entry replaces the one with the least effort: an entry below a proven
//! state goes before the proven state itself.

mod growth;
pub mod memory;
pub mod numbers;
pub mod record;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use game::children::Keys;
use game::{Bounds, Key};

use crate::bytes::{Bytes, invalid_data};
use crate::memory::pages::prefetch;
use crate::parallel::Counter;
use memory::ProofMemory;
use numbers::{Numbers, Question};
use record::{KeyPrefix, MIN_HOMES, Packed, Record};

/// Entries per bucket.
const SLOTS: usize = 8;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> Packed {
        Packed { check: self.check.load(Ordering::Relaxed), data: self.data.load(Ordering::Relaxed) }
    }

    #[inline]
    fn store(&self, packed: Packed) {
        self.check.store(packed.check, Ordering::Relaxed);
        self.data.store(packed.data, Ordering::Relaxed);
    }
}

/// Two adjacent cache lines.
#[derive(Default)]
#[repr(align(128))]
struct Bucket([Slot; SLOTS]);

const BYTES: usize = size_of::<Bucket>();

/// What is known about states, by key.
pub struct Ledger {
    buckets: Vec<Bucket>,
    /// The memory limit in bytes.
    limit: usize,
    used: Counter,
    /// How many entries were replaced by others.
    evicted: Counter,
    /// The number of workers that move entries when the table grows.
    workers: usize,
}

impl Ledger {
    pub fn new() -> Ledger {
        let mut buckets = Vec::new();
        buckets.resize_with(MIN_HOMES + 1, Bucket::default);
        Ledger {
            buckets,
            limit: usize::MAX,
            used: Counter::default(),
            evicted: Counter::default(),
            workers: 1,
        }
    }

    /// Sets the memory limit, in bytes, or the minimum size if that is larger. If the table has to shrink,
    /// the entries with the least effort are dropped.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        let fits = (bytes / BYTES).saturating_sub(1).max(MIN_HOMES);
        if self.homes() > fits {
            self.shrink(fits);
        }
    }

    /// Sets the number of workers that use the ledger from now on.
    pub fn set_workers(&mut self, workers: usize) {
        self.workers = workers;
    }

    /// The home bucket of a key: where its entry is stored, unless it is displaced.
    #[inline]
    fn home(&self, key: Key) -> usize {
        KeyPrefix::of(key).home(self.homes())
    }

    /// The number of home buckets. The last bucket is not a home; it only takes displaced entries.
    #[inline]
    fn homes(&self) -> usize {
        self.buckets.len() - 1
    }

    /// The home bucket, and the next one if the home is full. Slots are filled from the front.
    #[inline]
    fn buckets(&self, home: usize) -> impl Iterator<Item = (&Bucket, bool)> {
        let own = &self.buckets[home];
        let next = own.0[SLOTS - 1].load().is_some().then(|| (&self.buckets[home + 1], true));
        std::iter::once((own, false)).chain(next)
    }

    /// The slot that holds the entry of a key, the entry, and whether it is displaced.
    #[inline]
    fn slot(&self, key: Key) -> Option<(&Slot, Packed, bool)> {
        for (bucket, is_displaced) in self.buckets(self.home(key)) {
            for slot in &bucket.0 {
                let packed = slot.load();
                if packed.is_of(key) && packed.is_some() {
                    return Some((slot, packed, is_displaced));
                }
            }
        }
        None
    }

    /// What is known about a state.
    #[inline]
    pub fn find(&self, key: Key) -> Option<Record> {
        self.slot(key).map(|(_, packed, _)| packed.entry())
    }

    /// Stores an entry. Bounds that were proven before are kept.
    pub fn store(&self, key: Key, mut entry: Record) {
        if let Some((slot, old, is_displaced)) = self.slot(key) {
            let old = old.entry();
            entry.proven = entry.proven.and(old.proven);
            entry.effort = entry.effort.saturating_add(old.effort);
            slot.store(Packed::new(key, &entry, is_displaced));
        } else if self.insert(self.home(key), Packed::new(key, &entry, false)) {
            self.used.add(1);
        }
    }

    /// Stores an entry in a free slot, if there is one or if displacing an entry frees one, and otherwise in
    /// the slot of the entry with the least effort. Returns whether a slot was free.
    fn insert(&self, home: usize, packed: Packed) -> bool {
        let mut least = (&self.buckets[home].0[0], u64::MAX, false);
        for (bucket, is_displaced) in self.buckets(home) {
            for slot in &bucket.0 {
                let effort = slot.load().effort();
                if effort < least.1 {
                    least = (slot, effort, is_displaced);
                    if effort == 0 {
                        break;
                    }
                }
            }
        }
        let (slot, effort, is_displaced) = least;
        if effort > 0
            && let Some(slot) = self.clear_slot(home + 1)
        {
            slot.store(packed.displaced(true));
            return true;
        }
        slot.store(packed.displaced(is_displaced));
        if effort > 0 {
            self.evicted.add(1);
        }
        effort == 0
    }

    /// Frees a slot of a full bucket by displacing one of the entries at home there. Returns the slot.
    fn clear_slot(&self, home: usize) -> Option<&Slot> {
        let free = self.buckets.get(home + 1)?.0.iter().find(|slot| !slot.load().is_some())?;
        let is_at_home = |packed: &Packed| packed.is_some() && !packed.is_displaced();
        let at_home = |slot| Some((slot, Slot::load(slot))).filter(|(_, packed)| is_at_home(packed));
        let (slot, packed) = self.buckets[home].0.iter().find_map(at_home)?;
        free.store(packed.displaced(true));
        Some(slot)
    }

    /// The gain of a state, if it is proven.
    #[inline]
    pub fn gain(&self, key: Key) -> Option<i8> {
        self.find(key)?.proven.gain()
    }

    /// Stores the proven gain of a state, and the effort that it took.
    pub fn store_gain(&self, key: Key, gain: i8, effort: u32) {
        let (question, numbers) = (Question::WIN, Numbers::INFINITE);
        self.store(key, Record { proven: Bounds::exactly(gain), question, numbers, effort });
    }

    /// The number of states with an entry.
    pub fn len(&self) -> usize {
        self.used.get()
    }

    /// How many entries were replaced by others.
    pub fn evicted(&self) -> u64 {
        self.evicted.get() as u64
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BYTES
    }

    /// Writes the whole ledger.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.buckets.len() as u64).write(out)?;
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            let Packed { check, data } = slot.load();
            check.write(out)?;
            data.write(out)?;
        }
        Ok(())
    }

    /// Reads what [`Ledger::save`] has written.
    pub fn load(input: &mut dyn Read) -> io::Result<Ledger> {
        let count = u64::read(input)? as usize;
        if count <= MIN_HOMES {
            return Err(invalid_data("the ledger is too small"));
        }
        let mut ledger = Ledger { buckets: Vec::new(), ..Ledger::new() };
        // The buckets are not allocated in advance, so that a wrong count leads to an end-of-file error, not
        // to an allocation of all memory.
        for _ in 0..count {
            let bucket = Bucket::default();
            for slot in &bucket.0 {
                let packed = Packed { check: u64::read(input)?, data: u64::read(input)? };
                ledger.used.add(usize::from(packed.is_some()));
                slot.store(packed);
            }
            ledger.buckets.push(bucket);
        }
        Ok(ledger)
    }
}

/// Mirror images share an entry. That is safe because an entry holds no move, which would have to be
/// mirrored.
impl ProofMemory for Ledger {
    #[inline]
    fn keys(&self) -> Keys {
        Keys::Canonical
    }

    #[inline]
    fn announce(&self, key: Key) {
        prefetch(&self.buckets[self.home(key)]);
    }

    #[inline]
    fn known(&self, key: Key, question: Question) -> (Bounds, Option<Numbers>) {
        match self.find(key) {
            Some(entry) => (entry.proven, (entry.question == question).then_some(entry.numbers)),
            None => (Bounds::ANY, None),
        }
    }
}

/// A view of a ledger that returns what is proven, and no proof numbers.
pub struct ProvenOnly<'a>(pub &'a Ledger);

impl ProofMemory for ProvenOnly<'_> {
    #[inline]
    fn keys(&self) -> Keys {
        self.0.keys()
    }

    #[inline]
    fn announce(&self, key: Key) {
        self.0.announce(key);
    }

    #[inline]
    fn known(&self, key: Key, question: Question) -> (Bounds, Option<Numbers>) {
        (self.0.known(key, question).0, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::fork_join;

    fn entry(gain: i8, effort: u32) -> Record {
        Record { proven: Bounds::exactly(gain), question: Question::WIN, numbers: Numbers([1, 1]), effort }
    }

    fn gain(number: u64) -> i8 {
        (number % 3) as i8 - 1
    }

    /// A ledger without a limit, with entries for this many states.
    fn unlimited(states: u64) -> Ledger {
        let mut ledger = Ledger::new();
        for number in 0..states {
            ledger.store(Key::of(number), entry(gain(number), 1 + (number % 1000) as u32));
            ledger.grow();
        }
        ledger
    }

    fn count_known(ledger: &Ledger, states: u64) -> usize {
        let known = |number: &u64| {
            let found = ledger.find(Key::of(*number));
            found.inspect(|found| assert_eq!(found.proven, Bounds::exactly(gain(*number)))).is_some()
        };
        (0..states).filter(known).count()
    }

    #[test]
    fn a_growing_ledger_keeps_most_entries_in_little_memory() {
        let states = 300_000;
        let ledger = unlimited(states);
        let kept = count_known(&ledger, states);
        assert_eq!(kept, ledger.len());
        assert!(kept as u64 > states * 94 / 100, "{kept} of {states}");
        assert!(ledger.bytes() <= 24 * kept, "{} bytes for {kept} states", ledger.bytes());
    }

    /// The ledger grows large enough for several workers to move its entries.
    #[test]
    fn growth_by_several_workers_loses_no_more_entries_than_growth_by_one() {
        let states = 1_200_000;
        let kept = [1, 3].map(|workers| {
            let mut ledger = Ledger::new();
            ledger.set_workers(workers);
            for number in 0..states {
                ledger.store(Key::of(number), entry(gain(number), 1 + (number % 1000) as u32));
                ledger.grow();
            }
            let kept = count_known(&ledger, states);
            assert_eq!(kept, ledger.len());
            kept
        });
        assert!(kept[0].abs_diff(kept[1]) < states as usize / 1_000, "{kept:?} of {states}");
    }

    #[test]
    fn a_full_ledger_keeps_the_entries_with_the_most_effort() {
        let states = 400_000;
        let mut ledger = Ledger::new();
        ledger.set_limit(1 << 20);
        for number in 0..states {
            ledger.store(Key::of(number), entry(gain(number), 1 + (number % 1000) as u32));
            ledger.grow();
        }
        assert!(ledger.bytes() <= 1 << 20);
        let known = |range: std::ops::Range<u64>| {
            (0..states)
                .filter(|number| range.contains(&(number % 1000)))
                .filter(|number| ledger.find(Key::of(*number)).is_some())
                .count()
        };
        assert!(known(900..1000) > 10 * known(0..100));
        assert!(count_known(&ledger, states) <= ledger.len());
    }

    #[test]
    fn shrinking_keeps_the_entries_that_fit() {
        let mut ledger = unlimited(100_000);
        let before = count_known(&ledger, 100_000);
        ledger.set_limit(ledger.bytes() * 9 / 10);
        assert!(count_known(&ledger, 100_000) > before * 8 / 10);
        ledger.set_limit(0);
        assert_eq!(ledger.bytes(), (MIN_HOMES + 1) * BYTES);
        assert!(count_known(&ledger, 100_000) > MIN_HOMES * SLOTS * 9 / 10);
        assert_eq!(ledger.len(), count_known(&ledger, 100_000));
    }

    #[test]
    fn a_saved_ledger_is_restored() {
        let ledger = unlimited(50_000);
        let mut bytes = Vec::new();
        ledger.save(&mut bytes).unwrap();
        let restored = Ledger::load(&mut bytes.as_slice()).unwrap();
        assert_eq!(restored.len(), ledger.len());
        assert_eq!(count_known(&restored, 50_000), count_known(&ledger, 50_000));
        assert!(Ledger::load(&mut &bytes[..bytes.len() - 1]).is_err());
        bytes[..8].fill(0);
        assert!(Ledger::load(&mut bytes.as_slice()).is_err());
    }

    #[test]
    fn parallel_writes_never_produce_a_wrong_entry() {
        let ledger = unlimited(0);
        let work = |worker: u64| {
            for round in 0..200_000_u64 {
                let number = (round * 7 + worker * 13) % 50_000;
                ledger.store(Key::of(number), entry(gain(number), 1 + (round % 50) as u32));
                let other = (round * 11 + worker) % 50_000;
                if let Some(found) = ledger.find(Key::of(other)) {
                    assert_eq!(found.proven, Bounds::exactly(gain(other)));
                }
            }
        };
        fork_join((1..4).map(|worker| move || work(worker)), || work(0));
    }
}
