//! What the ledger says of a state, in two words.

use game::{Bounds, Key};

use crate::ledger::numbers::{INFINITE, Numbers, Question};

/// What is known of a state. What is proven holds for every question, numbers for their own only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub proven: Bounds,
    pub question: Question,
    pub numbers: Numbers,
    /// Expansions that it took to know this, at least 1.
    pub effort: u32,
}

/// Bits of the key's [`Direction`] that lie next to the facts. The others are told by the place in the table,
/// and the lower half of the key is kept whole: 96 bits in all.
const KEY_BITS: u32 = 26;
/// So many places are the least with which that is true.
pub const LEAST_PLACES: usize = 1 << (32 - KEY_BITS);

/// The upper bits of a key, which say where its entry is: the larger, the further behind, in a table of any
/// size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(u32);

impl Direction {
    #[inline]
    pub fn of(key: Key) -> Direction {
        Direction((key.high() >> 32) as u32)
    }

    /// The first one at home in this place, where there are so many.
    #[inline]
    pub fn first_of(place: usize, places: usize) -> Direction {
        Direction(((place as u64) << 32).div_ceil(places as u64) as u32)
    }

    /// The place, where there are so many.
    #[inline]
    pub fn place(self, places: usize) -> usize {
        ((u64::from(self.0) * places as u64) >> 32) as usize
    }
}

/// An entry as it is kept: the word of facts, and a word of the key that is mixed with it. A mixture of two
/// entries, written by two workers at once, does not belong to any key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    pub check: u64,
    pub facts: u64,
}

const PROVEN: u32 = KEY_BITS;
const QUESTION: u32 = PROVEN + 4;
const DISPLACED: u32 = QUESTION + 1;
const NUMBERS: [u32; 2] = [DISPLACED + 1, DISPLACED + 1 + NUMBER_BITS];
const NUMBER_BITS: u32 = 13;
const EFFORT: u32 = NUMBERS[1] + NUMBER_BITS;

const _: () = assert!(EFFORT == 58);

impl Packed {
    /// The entry of a key, in its own bucket or displaced to the next one.
    pub fn new(key: Key, entry: &Record, is_displaced: bool) -> Packed {
        let Bounds { at_least, at_most } = entry.proven;
        let facts = key_part(key)
            | ((at_least + 1) as u64) << PROVEN
            | ((at_most + 1) as u64) << (PROVEN + 2)
            | u64::from(entry.question == Question::WIN) << QUESTION
            | u64::from(is_displaced) << DISPLACED
            | number_code(entry.numbers.0[0]) << NUMBERS[0]
            | number_code(entry.numbers.0[1]) << NUMBERS[1]
            | effort_code(entry.effort) << EFFORT;
        Packed { check: key.low() ^ facts, facts }
    }

    /// Whether this is the entry of the key.
    #[inline]
    pub fn is_of(self, key: Key) -> bool {
        self.check ^ self.facts == key.low() && self.facts & mask(KEY_BITS) == key_part(key)
    }

    /// Whether the slot is in use: every entry took some effort.
    #[inline]
    pub fn is_some(self) -> bool {
        self.facts != 0
    }

    /// The same entry in its own bucket or in the next one.
    pub fn displaced(self, is_displaced: bool) -> Packed {
        let facts = self.facts & !(1 << DISPLACED) | u64::from(is_displaced) << DISPLACED;
        Packed { check: self.check ^ self.facts ^ facts, facts }
    }

    /// What it says.
    pub fn entry(self) -> Record {
        let bits = |from: u32, count: u32| self.facts >> from & mask(count);
        let question = if bits(QUESTION, 1) == 1 { Question::WIN } else { Question::DRAW };
        Record {
            proven: Bounds { at_least: bits(PROVEN, 2) as i8 - 1, at_most: bits(PROVEN + 2, 2) as i8 - 1 },
            question,
            numbers: Numbers(NUMBERS.map(|from| number(bits(from, NUMBER_BITS)))),
            effort: effort(self.effort()),
        }
    }

    /// A measure of the effort that grows with it.
    #[inline]
    pub fn effort(self) -> u64 {
        self.facts >> EFFORT
    }

    /// Whether it lies in the bucket after its own.
    #[inline]
    pub fn is_displaced(self) -> bool {
        self.facts >> DISPLACED & 1 == 1
    }

    /// The direction of the key, given the first one at home in the same place.
    #[inline]
    pub fn direction(self, Direction(first): Direction) -> Direction {
        let step = (self.facts as u32).wrapping_sub(first) & mask(KEY_BITS) as u32;
        Direction(first + step)
    }
}

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

fn key_part(key: Key) -> u64 {
    u64::from(Direction::of(key).0) & mask(KEY_BITS)
}

/// Numbers up to this are kept as they are, larger ones to nine binary digits.
const EXACT: u32 = 1 << 9;

fn number_code(number: u32) -> u64 {
    match number {
        INFINITE => mask(NUMBER_BITS),
        ..EXACT => u64::from(number),
        _ => {
            let shift = number.ilog2() - 8;
            u64::from(EXACT + (shift - 1) * (EXACT / 2) + (number >> shift) - EXACT / 2)
        }
    }
}

fn number(code: u64) -> u32 {
    let code = code as u32;
    match code {
        ..EXACT => code,
        _ if u64::from(code) == mask(NUMBER_BITS) => INFINITE,
        _ => {
            let (shift, digits) = ((code - EXACT) / (EXACT / 2) + 1, (code - EXACT) % (EXACT / 2));
            (EXACT / 2 + digits) << shift
        }
    }
}

/// Twice the binary logarithm, and 1 more.
fn effort_code(effort: u32) -> u64 {
    let effort = effort.max(1);
    let log = effort.ilog2();
    let upper_half = log > 0 && effort >> (log - 1) & 1 == 1;
    u64::from((1 + 2 * log + u32::from(upper_half)).min(63))
}

fn effort(code: u64) -> u32 {
    let (log, half) = ((code.saturating_sub(1) / 2) as u32, code.is_multiple_of(2));
    (1 << log) + if half && log > 0 { 1 << (log - 1) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_went_but_for_the_last_digits() {
        for number in [0, 1, 7, 1023, 1024, 1025, 4095, 99_999, u32::MAX / 2, u32::MAX - 1, INFINITE] {
            let entry = Record {
                proven: Bounds { at_least: 0, at_most: 1 },
                question: Question::DRAW,
                numbers: Numbers([number, 3]),
                effort: 96,
            };
            let key = Key::of(u64::from(number) + 17);
            let packed = Packed::new(key, &entry, false);
            assert!(packed.is_some() && packed.is_of(key) && !packed.is_of(Key::of(1)));
            let back = packed.entry();
            assert_eq!((back.proven, back.question, back.effort), (entry.proven, entry.question, 96));
            let [a, b] = back.numbers.0;
            assert_eq!((b, a == INFINITE), (3, number == INFINITE));
            assert!(a <= number && number - a <= number / 256, "{number} became {a}");
        }
    }

    #[test]
    fn efforts_keep_their_order() {
        let codes: Vec<u64> = [1, 2, 3, 4, 6, 8, 1000, 1 << 20, u32::MAX].map(effort_code).to_vec();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
        assert!(codes[0] > 0 && *codes.last().unwrap() < 64);
    }

    /// All that a reader can see while workers write to a slot is one word of some write and the other word of
    /// some write. Here are all pairs of several writes, of one state and of others, in its own bucket or
    /// displaced: a pair is an entry only if both words are of one write, or say the same.
    #[test]
    fn half_of_one_entry_and_half_of_another_belong_to_no_key() {
        let mut writes = vec![(Key::of(0), Packed::default())];
        for number in 1..=3 {
            for (effort, gain) in [(1, 1), (9, 1), (9, 0), (9, -1)] {
                for is_displaced in [false, true] {
                    let entry = Record {
                        proven: Bounds::exactly(gain),
                        question: Question::WIN,
                        numbers: Numbers([effort, INFINITE]),
                        effort,
                    };
                    writes.push((Key::of(number), Packed::new(Key::of(number), &entry, is_displaced)));
                }
            }
        }
        let mut torn = 0;
        for (_, one) in &writes {
            for (key, other) in &writes {
                let seen = Packed { check: one.check, facts: other.facts };
                let is_whole = one == other;
                for read in (1..=3).map(Key::of) {
                    let is_believed = seen.is_some() && seen.is_of(read);
                    assert_eq!(is_believed, is_whole && read == *key, "{one:?} {other:?}");
                }
                torn += usize::from(!is_whole);
            }
        }
        assert_eq!(torn, writes.len() * (writes.len() - 1), "all writes differ");
    }
}
