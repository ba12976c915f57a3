//! The states that a walk has been to, by fingerprints.

use std::array;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

use game::Game;

/// Bytes of a slot of a set: a fingerprint and a mark.
const SLOT: usize = 17;

/// How many sets there are. A set that grows is there twice for a moment: with many of them that is a small part.
const SETS: usize = 64;

/// Distinguishes states by 128 bits.
///
/// A state is known by its text, which the game reads back as the same state, and the text by a hash under keys that
/// are drawn at random. So the author of a file cannot know of two states that would be mistaken for each other, as
/// might be possible with keys that are part of the program.
#[derive(Default)]
pub struct Fingerprints([RandomState; 2]);

impl Fingerprints {
    /// The fingerprint of a state.
    pub fn of<G: Game>(&self, state: &G) -> u128 {
        let text = state.position();
        let [high, low] = self.0.each_ref().map(|keys| keys.hash_one(&text));
        u128::from(high) << 64 | u128::from(low)
    }
}

/// A set of states that takes little room.
pub struct Visited {
    fingerprints: Fingerprints,
    sets: [HashSet<u128, BuildHasherDefault<Random>>; SETS],
    /// Bytes of all sets.
    bytes: usize,
}

impl Visited {
    /// No states.
    pub(crate) fn none() -> Visited {
        Visited {
            fingerprints: Fingerprints::default(),
            sets: array::from_fn(|_| HashSet::default()),
            bytes: 0,
        }
    }

    /// Whether the walk has been to a state.
    pub fn has<G: Game>(&self, state: &G) -> bool {
        let print = self.fingerprints.of(state);
        self.sets[place(print)].contains(&print)
    }

    /// Adds a state. Returns whether it is new.
    pub(crate) fn add<G: Game>(&mut self, state: &G) -> bool {
        let print = self.fingerprints.of(state);
        let set = &mut self.sets[place(print)];
        let before = bytes(set);
        let is_new = set.insert(print);
        self.bytes += bytes(set) - before;
        is_new
    }

    /// Bytes that are held while one more state is added.
    pub(crate) fn bytes_to_add(&self) -> usize {
        self.bytes + 2 * self.bytes / SETS
    }
}

/// Which of the sets a fingerprint belongs to.
fn place(print: u128) -> usize {
    (print >> 64) as usize % SETS
}

/// Seven slots of eight are in use before a set grows.
fn bytes(set: &HashSet<u128, BuildHasherDefault<Random>>) -> usize {
    set.capacity().div_ceil(7) * 8 * SLOT
}

/// Fingerprints are random already.
#[derive(Default)]
struct Random(u64);

impl Hasher for Random {
    fn write(&mut self, _: &[u8]) {
        unreachable!("fingerprints are numbers");
    }

    fn write_u128(&mut self, print: u128) {
        self.0 = print as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
