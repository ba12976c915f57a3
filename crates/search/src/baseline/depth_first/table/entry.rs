//! The entries of the transposition table, packed into four words.

use game::{Bounds, Key};

use crate::baseline::depth_first::backup::{Backed, Certainty, Window, at_least, at_most};

/// What is known about a state: bounds of its value at a depth, and the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableEntry {
    lower: f32,
    upper: f32,
    /// The depth of the search in plies; 0 if this entry is empty.
    depth: u16,
    /// The index of the best move among the legal moves.
    best: u16,
    /// The certainty of each bound.
    of_lower: Certainty,
    of_upper: Certainty,
    /// The age of the table when the entry was last written.
    age: u8,
}

impl TableEntry {
    /// An entry that knows nothing.
    pub const EMPTY: TableEntry = TableEntry {
        lower: f32::NEG_INFINITY,
        upper: f32::INFINITY,
        depth: 0,
        best: 0,
        of_lower: Certainty::Proven,
        of_upper: Certainty::Proven,
        age: 0,
    };

    /// The index of the best move among the legal moves.
    #[inline]
    pub fn best(&self) -> usize {
        usize::from(self.best)
    }

    /// What it proves of the gain, at whatever depth it was found.
    pub fn proven(&self) -> Bounds {
        Bounds {
            at_least: if self.of_lower == Certainty::Proven { at_least(self.lower) } else { -1 },
            at_most: if self.of_upper == Certainty::Proven { at_most(self.upper) } else { 1 },
        }
    }

    /// Whether a bound with this certainty holds at this depth. A value at one depth says nothing about
    /// another depth, unless no line reached the horizon.
    #[inline]
    fn counts(&self, certainty: Certainty, depth: u32) -> bool {
        let known = u32::from(self.depth);
        known == depth || known < depth && certainty.holds_deeper()
    }

    /// The result of a search to this depth with this window, if it is known.
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

    /// Adds the result of a search to this depth with this window.
    #[inline]
    pub fn update(&mut self, depth: u32, window: Window, found: Backed, best: usize, age: u8) {
        if !self.counts(self.of_lower, depth) {
            (self.lower, self.of_lower) = (f32::NEG_INFINITY, Certainty::Proven);
        }
        if !self.counts(self.of_upper, depth) {
            (self.upper, self.of_upper) = (f32::INFINITY, Certainty::Proven);
        }
        // An equal bound replaces the old one only if its certainty is higher.
        if found.value > window.alpha && (found.value, found.certainty) > (self.lower, self.of_lower) {
            (self.lower, self.of_lower) = (found.value, found.certainty);
        }
        if found.value < window.beta && (-found.value, found.certainty) > (-self.upper, self.of_upper) {
            (self.upper, self.of_upper) = (found.value, found.certainty);
        }
        (self.depth, self.best, self.age) = (depth as u16, best as u16, age);
    }
}

/// An entry as it is stored: two data words, and both halves of the key XORed with a mask that depends on the
/// data. The key is stored in full, so that proofs do not depend on the absence of collisions. Words from
/// different writes, as a race between two workers may leave them, match no key: a race can lose an entry,
/// but never make one up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    pub checks: [u64; 2],
    pub bounds: u64,
    pub rest: u64,
}

const BEST: u32 = 16;
const OF_LOWER: u32 = 32;
const OF_UPPER: u32 = 40;
const AGE: u32 = 48;

impl Packed {
    #[inline]
    pub fn new(key: Key, entry: &TableEntry) -> Packed {
        let bounds = u64::from(entry.lower.to_bits()) | u64::from(entry.upper.to_bits()) << 32;
        let rest = u64::from(entry.depth)
            | u64::from(entry.best) << BEST
            | (entry.of_lower as u64) << OF_LOWER
            | (entry.of_upper as u64) << OF_UPPER
            | u64::from(entry.age) << AGE;
        let [high, low] = mask(bounds, rest);
        Packed { checks: [key.high() ^ high, key.low() ^ low], bounds, rest }
    }

    /// The key of the state.
    #[inline]
    pub fn key(self) -> Key {
        let [high, low] = mask(self.bounds, self.rest);
        Key(u128::from(self.checks[0] ^ high) << 64 | u128::from(self.checks[1] ^ low))
    }

    /// Whether the slot is in use.
    #[inline]
    pub fn is_some(self) -> bool {
        self.rest as u16 > 0
    }

    /// Unpacks the entry.
    #[inline]
    pub fn entry(self) -> TableEntry {
        TableEntry {
            lower: f32::from_bits(self.bounds as u32),
            upper: f32::from_bits((self.bounds >> 32) as u32),
            depth: self.rest as u16,
            best: (self.rest >> BEST) as u16,
            of_lower: certainty((self.rest >> OF_LOWER) as u8),
            of_upper: certainty((self.rest >> OF_UPPER) as u8),
            age: (self.rest >> AGE) as u8,
        }
    }

    /// The replacement priority: entries of the current search first, then deeper ones.
    #[inline]
    pub fn priority(self, age: u8) -> u32 {
        u32::from((self.rest >> AGE) as u8 == age) << 16 | u32::from(self.rest as u16)
    }
}

/// The masks for the two halves of the key.
#[inline]
fn mask(bounds: u64, rest: u64) -> [u64; 2] {
    [bounds ^ rest, bounds.rotate_left(17) ^ rest]
}

#[inline]
fn certainty(code: u8) -> Certainty {
    match code {
        0 => Certainty::Estimated,
        1 => Certainty::Selective,
        _ => Certainty::Proven,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_different_writes_match_no_key() {
        let mut writes = Vec::new();
        for number in 1..=2 {
            for (depth, value, best) in [(3, 0.5, 1), (4, 0.5, 1), (4, -0.5, 1), (4, -0.5, 2)] {
                let mut entry = TableEntry::EMPTY;
                entry.update(depth, Window::OPEN, Backed::estimated(value), best, 7);
                writes.push((Key::of(number), Packed::new(Key::of(number), &entry)));
            }
        }
        let mut torn = 0;
        for &(one, a) in &writes {
            assert_eq!(a.key(), one);
            assert_eq!(Packed::new(one, &a.entry()), a);
            for &(other, b) in &writes {
                for words in 0..16 {
                    let from = |word: u32| if words >> word & 1 == 0 { a } else { b };
                    let seen = Packed {
                        checks: [from(0).checks[0], from(1).checks[1]],
                        bounds: from(2).bounds,
                        rest: from(3).rest,
                    };
                    if [one, other].contains(&seen.key()) {
                        let is_whole = |(key, packed): &(Key, Packed)| {
                            (*key, packed.bounds, packed.rest) == (seen.key(), seen.bounds, seen.rest)
                        };
                        assert!(writes.iter().any(is_whole), "{a:?} {b:?}");
                    } else {
                        torn += 1;
                    }
                }
            }
        }
        assert!(torn > 500, "{torn}");
    }
}
