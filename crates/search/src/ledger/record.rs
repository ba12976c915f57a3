//! The entries of the ledger, packed into two words.

use game::{Bounds, Key};

use crate::ledger::numbers::{INFINITE, Numbers, Question};

/// What is known about a state. The proven bounds hold for every question, the numbers only for their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub proven: Bounds,
    pub question: Question,
    pub numbers: Numbers,
    /// The number of expansions that went into this knowledge, at least 1.
    pub effort: u32,
}

/// The number of low bits of the [`KeyPrefix`] that an entry stores. The other bits follow from its home
/// bucket, and the low half of the key is stored in full: 96 bits identify a state.
const KEY_BITS: u32 = 26;
/// The least number of home buckets for which the home determines the other bits.
pub const MIN_HOMES: usize = 1 << (32 - KEY_BITS);

/// The upper bits of a key, which determine the home bucket: the larger the prefix, the later the bucket, in
/// a table of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPrefix(u32);

impl KeyPrefix {
    #[inline]
    pub fn of(key: Key) -> KeyPrefix {
        KeyPrefix((key.high() >> 32) as u32)
    }

    /// The smallest prefix whose home is this bucket, given the number of home buckets.
    #[inline]
    pub fn first_in(home: usize, homes: usize) -> KeyPrefix {
        KeyPrefix(((home as u64) << 32).div_ceil(homes as u64) as u32)
    }

    /// The home bucket, given the number of home buckets.
    #[inline]
    pub fn home(self, homes: usize) -> usize {
        ((u64::from(self.0) * homes as u64) >> 32) as usize
    }
}

/// An entry as it is stored: a data word, and the low half of the key XORed with it. Two words from different
/// writes, as a race between two workers may leave them, match no key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    pub check: u64,
    pub data: u64,
}

const PROVEN: u32 = KEY_BITS;
const QUESTION: u32 = PROVEN + 4;
const DISPLACED: u32 = QUESTION + 1;
const NUMBERS: [u32; 2] = [DISPLACED + 1, DISPLACED + 1 + NUMBER_BITS];
const NUMBER_BITS: u32 = 13;
const EFFORT: u32 = NUMBERS[1] + NUMBER_BITS;

const _: () = assert!(EFFORT == 58);

impl Packed {
    /// The entry of a key, in its home bucket or displaced to the next one.
    pub fn new(key: Key, entry: &Record, is_displaced: bool) -> Packed {
        let Bounds { at_least, at_most } = entry.proven;
        let data = key_part(key)
            | ((at_least + 1) as u64) << PROVEN
            | ((at_most + 1) as u64) << (PROVEN + 2)
            | u64::from(entry.question == Question::WIN) << QUESTION
            | u64::from(is_displaced) << DISPLACED
            | number_code(entry.numbers.0[0]) << NUMBERS[0]
            | number_code(entry.numbers.0[1]) << NUMBERS[1]
            | effort_code(entry.effort) << EFFORT;
        Packed { check: key.low() ^ data, data }
    }

    /// Whether this is the entry of the key.
    #[inline]
    pub fn is_of(self, key: Key) -> bool {
        self.check ^ self.data == key.low() && self.data & mask(KEY_BITS) == key_part(key)
    }

    /// Whether the slot is in use. The effort of an entry is at least 1, so its data word is not 0.
    #[inline]
    pub fn is_some(self) -> bool {
        self.data != 0
    }

    /// The same entry, in its home bucket or displaced.
    pub fn displaced(self, is_displaced: bool) -> Packed {
        let data = self.data & !(1 << DISPLACED) | u64::from(is_displaced) << DISPLACED;
        Packed { check: self.check ^ self.data ^ data, data }
    }

    /// Unpacks the entry.
    pub fn entry(self) -> Record {
        let bits = |from: u32, count: u32| self.data >> from & mask(count);
        let question = if bits(QUESTION, 1) == 1 { Question::WIN } else { Question::DRAW };
        Record {
            proven: Bounds { at_least: bits(PROVEN, 2) as i8 - 1, at_most: bits(PROVEN + 2, 2) as i8 - 1 },
            question,
            numbers: Numbers(NUMBERS.map(|from| number(bits(from, NUMBER_BITS)))),
            effort: effort(self.effort()),
        }
    }

    /// A code for the effort. It grows with the effort.
    #[inline]
    pub fn effort(self) -> u64 {
        self.data >> EFFORT
    }

    /// Whether the entry is stored in the bucket after its home.
    #[inline]
    pub fn is_displaced(self) -> bool {
        self.data >> DISPLACED & 1 == 1
    }

    /// The prefix of the key, given the smallest prefix with the same home.
    #[inline]
    pub fn prefix(self, KeyPrefix(first): KeyPrefix) -> KeyPrefix {
        let step = (self.data as u32).wrapping_sub(first) & mask(KEY_BITS) as u32;
        KeyPrefix(first + step)
    }
}

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

fn key_part(key: Key) -> u64 {
    u64::from(KeyPrefix::of(key).0) & mask(KEY_BITS)
}

/// Numbers below this are stored exactly, larger ones rounded down to nine significant bits.
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

/// Twice the binary logarithm plus 1, in half steps.
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
    fn unpacking_restores_an_entry_up_to_rounding() {
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
    fn effort_codes_keep_the_order() {
        let codes: Vec<u64> = [1, 2, 3, 4, 6, 8, 1000, 1 << 20, u32::MAX].map(effort_code).to_vec();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
        assert!(codes[0] > 0 && *codes.last().unwrap() < 64);
    }

    /// A race lets a reader see one word of one write and the other word of another. This test tries all
    /// pairs from several writes, of the same state and of different states, at home or displaced: a pair is
    /// accepted only if both words are of the same write or equal.
    #[test]
    fn words_of_different_writes_match_no_key() {
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
                let seen = Packed { check: one.check, data: other.data };
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
