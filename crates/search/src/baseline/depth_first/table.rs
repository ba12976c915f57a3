//! The transposition table: what has been found out about states, for when they are met again.

use game::Key;

use super::backup::{Backed, Certainty, Window};

/// What is known of one state: bounds of its value at a depth, and the move to try first.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The whole key in two halves (as one number it would cost its alignment): a proof must not rest on luck.
    key: [u64; 2],
    lower: f32,
    upper: f32,
    /// How many moves deep the search was; 0 if this entry is empty.
    depth: u16,
    /// The place of the best move among the legal ones.
    best: u16,
    /// What the two bounds rest on.
    of_lower: Certainty,
    of_upper: Certainty,
    /// In which search it was written last.
    age: u8,
}

impl Entry {
    const EMPTY: Entry = Entry {
        key: [0; 2],
        lower: f32::NEG_INFINITY,
        upper: f32::INFINITY,
        depth: 0,
        best: 0,
        of_lower: Certainty::Proven,
        of_upper: Certainty::Proven,
        age: 0,
    };

    /// Where the best move is in the list of legal moves.
    #[inline]
    pub fn best(&self) -> usize {
        usize::from(self.best)
    }

    /// Whether a bound that rests on this counts at a depth. The value at one depth says nothing of the value
    /// at another one, unless all lines had ended before.
    #[inline]
    fn counts(&self, certainty: Certainty, depth: u32) -> bool {
        let known = u32::from(self.depth);
        known == depth || known < depth && certainty.holds_deeper()
    }

    /// What a search to this depth with this window would say, if that is known.
    #[inline]
    pub fn answer(&self, depth: u32, window: Window) -> Option<Backed> {
        let (has_lower, has_upper) = (self.counts(self.of_lower, depth), self.counts(self.of_upper, depth));
        if has_lower && self.lower >= window.beta {
            Some(Backed { value: self.lower, certainty: self.of_lower })
        } else if has_upper && self.upper <= window.alpha {
            Some(Backed { value: self.upper, certainty: self.of_upper })
        } else if has_lower && has_upper && self.lower == self.upper {
            Some(Backed { value: self.lower, certainty: self.of_lower.min(self.of_upper) })
        } else {
            None
        }
    }
}

/// Two entries share a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

const BUCKET: usize = size_of::<Bucket>();

/// A table begins with so many buckets, if its limit allows.
const FIRST_BUCKETS: usize = 256;

/// A table of bounded size, which grows as it fills.
pub struct Table {
    buckets: Vec<Bucket>,
    /// Bytes that must never be exceeded, not even while the table grows.
    limit: usize,
    filled: usize,
    age: u8,
}

impl Table {
    /// An empty table that takes no room yet.
    pub fn new() -> Table {
        Table { buckets: Vec::new(), limit: 0, filled: 0, age: 0 }
    }

    /// Sets how many bytes there may be at most. A table that is larger starts anew.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        if self.buckets.is_empty() || self.bytes() > bytes {
            let most = (bytes / BUCKET).max(1);
            *self = Table {
                buckets: vec![Bucket([Entry::EMPTY; 2]); FIRST_BUCKETS.min(most)],
                limit: bytes,
                filled: 0,
                age: self.age,
            };
        }
    }

    /// Says that another search begins: what earlier ones wrote is replaced first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// How many states it knows.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.buckets.capacity() * BUCKET
    }

    #[inline]
    fn home(&self, key: Key) -> usize {
        ((u128::from(key.high()) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of the state with this key.
    #[inline]
    pub fn find(&self, key: Key) -> Option<Entry> {
        let halves = [key.high(), key.low()];
        let bucket = self.buckets.get(self.home(key))?;
        bucket.0.iter().find(|entry| entry.key == halves && entry.depth > 0).copied()
    }

    /// Writes down what a search with this window found.
    #[inline]
    pub fn store(&mut self, key: Key, depth: u32, window: Window, found: Backed, best: usize) {
        let halves = [key.high(), key.low()];
        let (home, age) = (self.home(key), self.age);
        let bucket = &mut self.buckets[home].0;
        let place = match bucket.iter().position(|entry| entry.key == halves) {
            Some(place) => place,
            None => usize::from(worth(&bucket[1], age) < worth(&bucket[0], age)),
        };
        let entry = &mut bucket[place];
        self.filled += usize::from(entry.depth == 0);
        if entry.key != halves {
            *entry = Entry { key: halves, ..Entry::EMPTY };
        }
        if !entry.counts(entry.of_lower, depth) {
            (entry.lower, entry.of_lower) = (f32::NEG_INFINITY, Certainty::Proven);
        }
        if !entry.counts(entry.of_upper, depth) {
            (entry.upper, entry.of_upper) = (f32::INFINITY, Certainty::Proven);
        }
        // A bound that is as tight and rests on more stays.
        if found.value > window.alpha && (found.value, found.certainty) > (entry.lower, entry.of_lower) {
            (entry.lower, entry.of_lower) = (found.value, found.certainty);
        }
        if found.value < window.beta && (-found.value, found.certainty) > (-entry.upper, entry.of_upper) {
            (entry.upper, entry.of_upper) = (found.value, found.certainty);
        }
        (entry.depth, entry.best, entry.age) = (depth as u16, best as u16, age);
        if 4 * self.filled > 3 * 2 * self.buckets.len() {
            self.grow();
        }
    }

    /// Doubles the table, if the old and the new one fit into the limit together.
    #[cold]
    fn grow(&mut self) {
        let buckets = 2 * self.buckets.len();
        if (buckets + self.buckets.len()) * BUCKET > self.limit {
            return;
        }
        let larger = vec![Bucket([Entry::EMPTY; 2]); buckets];
        let old = std::mem::replace(&mut self.buckets, larger);
        for entry in old.iter().flat_map(|bucket| bucket.0).filter(|entry| entry.depth > 0) {
            let key = Key(u128::from(entry.key[0]) << 64 | u128::from(entry.key[1]));
            let home = self.home(key);
            let bucket = &mut self.buckets[home].0;
            // The home of a key is in the same order as before: the entries of a bucket part or stay together.
            bucket[usize::from(bucket[0].depth > 0)] = entry;
        }
    }
}

/// What an entry is worth keeping for: first that the present search wrote it, then how much work it was.
#[inline]
fn worth(entry: &Entry, age: u8) -> u32 {
    u32::from(entry.age == age) << 16 | u32::from(entry.depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Window = Window::OPEN;

    #[test]
    fn a_value_counts_at_its_own_depth_and_a_proof_at_every_greater_one() {
        let mut table = Table::new();
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
        let mut table = Table::new();
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
        let mut table = Table::new();
        let limit = 100_000;
        table.set_limit(limit);
        table.store(Key::of(0), 9, OPEN, Backed::estimated(0.5), 0);
        for number in 1..10_000 {
            table.store(Key::of(number), 2, OPEN, Backed::estimated(0.5), 0);
            assert!(table.bytes() <= limit);
        }
        assert!(table.bytes() > limit / 4);
        assert!(table.find(Key::of(0)).is_some());
        assert!(table.len() <= 2 * table.buckets.len());
        table.set_limit(1_000);
        assert!(table.find(Key::of(0)).is_none() && table.bytes() <= 1_000);
    }
}
