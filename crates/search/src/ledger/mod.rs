//! The ledger: what all workers together know of states, within a given number of bytes.
//!
//! Sixteen bytes a state, in buckets of eight; where a bucket is full, in the next one, and where that is full, too, one of
//! those at home there goes one further: a table that grows keeps nineteen of twenty. Workers read and write
//! without locks: an entry is two words, and the one is mixed with the other, so that what two workers write at
//! once belongs to no state at all ([`record`]). Facts can be lost that way, never made up.
//!
//! The table grows a little at a time, so that it is well filled at any time ([`growth`]). When it may not grow any
//! more, the entry that took the least effort makes room: the states below a proven one go before it.

mod growth;
pub mod memory;
pub mod numbers;
pub mod record;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use game::children::Keys;
use game::{Bounds, Key};

use crate::bytes::{Bytes, misfit};
use crate::memory::pages::prefetch;
use crate::parallel::Counter;
use memory::ProofMemory;
use numbers::{Numbers, Question};
use record::{Direction, LEAST_PLACES, Packed, Record};

/// Entries of a bucket.
const SLOTS: usize = 8;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    facts: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> Packed {
        Packed { check: self.check.load(Ordering::Relaxed), facts: self.facts.load(Ordering::Relaxed) }
    }

    #[inline]
    fn store(&self, packed: Packed) {
        self.check.store(packed.check, Ordering::Relaxed);
        self.facts.store(packed.facts, Ordering::Relaxed);
    }
}

/// Two cache lines side by side.
#[derive(Default)]
#[repr(align(128))]
struct Bucket([Slot; SLOTS]);

const BYTES: usize = size_of::<Bucket>();

/// What is known of states, by key.
pub struct Ledger {
    buckets: Vec<Bucket>,
    /// The largest number of bytes.
    limit: usize,
    used: Counter,
    /// So many workers lend a hand when the table grows.
    workers: usize,
}

impl Ledger {
    pub fn new() -> Ledger {
        let mut buckets = Vec::new();
        buckets.resize_with(LEAST_PLACES + 1, Bucket::default);
        Ledger { buckets, limit: usize::MAX, used: Counter::default(), workers: 1 }
    }

    /// From now on the ledger holds no more than this, or else the least that it can. What took the least
    /// effort goes if it held more.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        let fits = (bytes / BYTES).saturating_sub(1).max(LEAST_PLACES);
        if self.places() > fits {
            self.shrink(fits);
        }
    }

    /// From now on so many workers write to the ledger.
    pub fn set_workers(&mut self, workers: usize) {
        self.workers = workers;
    }

    /// Where the entry of a key is, if there is one.
    #[inline]
    fn home(&self, key: Key) -> usize {
        Direction::of(key).place(self.places())
    }

    /// How many buckets are somebody's home: the last one only takes displaced entries.
    #[inline]
    fn places(&self) -> usize {
        self.buckets.len() - 1
    }

    /// The bucket at home here, and the next one if that is full: slots are taken from the front.
    #[inline]
    fn buckets(&self, home: usize) -> impl Iterator<Item = (&Bucket, bool)> {
        let own = &self.buckets[home];
        let next = own.0[SLOTS - 1].load().is_some().then(|| (&self.buckets[home + 1], true));
        std::iter::once((own, false)).chain(next)
    }

    /// The slot of a key and what is in it, if it is there, and whether in the next bucket.
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

    /// What is known of a state.
    #[inline]
    pub fn find(&self, key: Key) -> Option<Record> {
        self.slot(key).map(|(_, packed, _)| packed.entry())
    }

    /// Remembers an entry. What was proven of the state before stays proven.
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

    /// Puts an entry into a free slot, which may have to be cleared first, or else into that of the entry that took the
    /// least effort. Returns whether a slot was free.
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
        effort == 0
    }

    /// Moves an entry that is at home in a full bucket to a free slot of the next one. Returns where it was.
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

    /// Remembers the proven gain of a state that took so much effort.
    pub fn store_gain(&self, key: Key, gain: i8, effort: u32) {
        let (question, numbers) = (Question::WIN, Numbers::INFINITE);
        self.store(key, Record { proven: Bounds::exactly(gain), question, numbers, effort });
    }

    /// How many states are known.
    pub fn len(&self) -> usize {
        self.used.get()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BYTES
    }

    /// Writes everything.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.buckets.len() as u64).write(out)?;
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            let Packed { check, facts } = slot.load();
            check.write(out)?;
            facts.write(out)?;
        }
        Ok(())
    }

    /// Reads what was written.
    pub fn load(input: &mut dyn Read) -> io::Result<Ledger> {
        let count = u64::read(input)? as usize;
        if count <= LEAST_PLACES {
            return Err(misfit("the table is smaller than any can be"));
        }
        let mut ledger =
            Ledger { buckets: Vec::new(), limit: usize::MAX, used: Counter::default(), workers: 1 };
        // One by one: a wrong count ends with the file, not with all memory taken.
        for _ in 0..count {
            let bucket = Bucket::default();
            for slot in &bucket.0 {
                let packed = Packed { check: u64::read(input)?, facts: u64::read(input)? };
                ledger.used.add(usize::from(packed.is_some()));
                slot.store(packed);
            }
            ledger.buckets.push(bucket);
        }
        Ok(ledger)
    }
}

/// Mirror images share an entry: no move is remembered that would have to be turned round.
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

/// What is proven in a ledger, without the numbers.
pub struct Facts<'a>(pub &'a Ledger);

impl ProofMemory for Facts<'_> {
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

    /// A ledger that may grow as it likes, with so many states in it.
    fn grown(states: u64) -> Ledger {
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
    fn a_growing_table_keeps_most_of_it_in_few_bytes() {
        let states = 300_000;
        let ledger = grown(states);
        let kept = count_known(&ledger, states);
        assert_eq!(kept, ledger.len());
        assert!(kept as u64 > states * 94 / 100, "{kept} of {states}");
        assert!(ledger.bytes() <= 24 * kept, "{} bytes for {kept} states", ledger.bytes());
    }

    /// Large enough for helpers to be called.
    #[test]
    fn many_hands_lose_no_more_than_one() {
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
    fn a_full_table_keeps_what_took_the_most_effort() {
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
    fn a_table_shrinks_to_a_new_limit_without_losing_what_fits() {
        let mut ledger = grown(100_000);
        let before = count_known(&ledger, 100_000);
        ledger.set_limit(ledger.bytes() * 9 / 10);
        assert!(count_known(&ledger, 100_000) > before * 8 / 10);
        ledger.set_limit(0);
        assert_eq!(ledger.bytes(), (LEAST_PLACES + 1) * BYTES);
        assert!(count_known(&ledger, 100_000) > LEAST_PLACES * SLOTS * 9 / 10);
        assert_eq!(ledger.len(), count_known(&ledger, 100_000));
    }

    #[test]
    fn a_saved_table_comes_back() {
        let ledger = grown(50_000);
        let mut bytes = Vec::new();
        ledger.save(&mut bytes).unwrap();
        let back = Ledger::load(&mut bytes.as_slice()).unwrap();
        assert_eq!(back.len(), ledger.len());
        assert_eq!(count_known(&back, 50_000), count_known(&ledger, 50_000));
        assert!(Ledger::load(&mut &bytes[..bytes.len() - 1]).is_err());
        bytes[..8].fill(0);
        assert!(Ledger::load(&mut bytes.as_slice()).is_err());
    }

    #[test]
    fn many_workers_never_make_anything_up() {
        let ledger = grown(0);
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
