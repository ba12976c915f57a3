//! What a depth-first proof-number search remembers, within a given number of bytes.

use game::{Bounds, Key};

use super::numbers::{Numbers, Question};

/// What is remembered of a state. What is proven holds for every question, numbers for their own only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: Key,
    pub proven: Bounds,
    pub question: Question,
    pub numbers: Numbers,
    /// Expansions that it took to know this; 0 marks a free slot.
    pub effort: u32,
}

const _: () = assert!(size_of::<Entry>() == 32);

impl Entry {
    const FREE: Entry = Entry {
        key: Key(0),
        proven: Bounds::ANY,
        question: Question::WIN,
        numbers: Numbers::INFINITE,
        effort: 0,
    };
}

/// Slots in a bucket: an entry lies in the bucket of its key, or nowhere.
const BUCKET: usize = 4;

/// A table that grows up to a limit. Then the entry of a bucket that took the least effort makes room. Nothing
/// but time is lost: whoever needs the entry finds it out again.
pub struct Table {
    buckets: Vec<[Entry; BUCKET]>,
    used: usize,
    /// The largest number of bytes, while the table is copied to a larger one, too.
    limit: usize,
}

impl Table {
    pub fn new() -> Table {
        Table { buckets: vec![[Entry::FREE; BUCKET]], used: 0, limit: usize::MAX }
    }

    /// From now on the table holds no more than this, or else a single bucket.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        if self.bytes() > bytes {
            // There may be no room for two tables: what was known is given up.
            self.buckets = vec![[Entry::FREE; BUCKET]; (bytes / BYTES).max(1)];
            self.used = 0;
        }
    }

    pub fn find(&self, key: Key) -> Option<&Entry> {
        self.buckets[self.home(key)].iter().find(|entry| entry.key == key && entry.effort > 0)
    }

    /// What is proven of a state, and its numbers if they are about this question.
    pub fn known(&self, key: Key, question: Question) -> (Bounds, Option<Numbers>) {
        match self.find(key) {
            Some(entry) => (entry.proven, (entry.question == question).then_some(entry.numbers)),
            None => (Bounds::ANY, None),
        }
    }

    /// Remembers an entry. What was proven of the state before stays proven.
    pub fn store(&mut self, mut entry: Entry) {
        self.grow_if_full();
        let home = self.home(entry.key);
        let bucket = &mut self.buckets[home];
        let same = bucket.iter().position(|old| old.effort > 0 && old.key == entry.key);
        let place = match same {
            Some(place) => {
                let old = bucket[place];
                entry.proven = entry.proven.and(old.proven);
                entry.effort = entry.effort.saturating_add(old.effort);
                place
            }
            None => {
                let place = (0..BUCKET).min_by_key(|&place| bucket[place].effort).unwrap_or(0);
                self.used += usize::from(bucket[place].effort == 0);
                place
            }
        };
        bucket[place] = entry;
    }

    fn home(&self, key: Key) -> usize {
        ((u128::from(key.high()) * self.buckets.len() as u128) >> 64) as usize
    }

    /// A larger table as long as old and new fit into the limit together.
    fn grow_if_full(&mut self) {
        let old = self.buckets.len();
        if self.used * 3 < old * BUCKET * 2 {
            return;
        }
        let new = (2 * old).min((self.limit / BYTES).saturating_sub(old));
        if new <= old {
            return;
        }
        let entries = std::mem::replace(&mut self.buckets, vec![[Entry::FREE; BUCKET]; new]);
        self.used = 0;
        for entry in entries.into_iter().flatten().filter(|entry| entry.effort > 0) {
            let home = self.home(entry.key);
            let bucket = &mut self.buckets[home];
            // Keys of at most two old buckets meet here, and hardly ever too many of them.
            if let Some(slot) = bucket.iter_mut().min_by_key(|slot| slot.effort) {
                self.used += usize::from(slot.effort == 0);
                *slot = entry;
            }
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.buckets.capacity() * BYTES
    }
}

const BYTES: usize = size_of::<[Entry; BUCKET]>();
