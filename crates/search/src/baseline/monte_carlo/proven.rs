//! The table of proven states, shared by all paths to a state.

use game::Key;

/// A hash table from keys to gains, with open addressing. A proof stays valid whatever is searched next, so
/// entries are never removed.
#[derive(Debug)]
pub struct Proven {
    /// The upper 126 bits of the key and, in the two lowest, the gain plus two; 0 is a free slot.
    slots: Vec<u128>,
    used: usize,
}

/// The bits of the gain.
const GAIN: u128 = 3;

impl Proven {
    const MIN_SLOTS: usize = 1 << 10;

    pub fn new() -> Proven {
        Proven { slots: Vec::new(), used: 0 }
    }

    /// The gain of a state, if it is proven.
    #[inline]
    pub fn find(&self, key: Key) -> Option<i8> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.index(key)];
        (slot != 0).then_some((slot & GAIN) as i8 - 2)
    }

    /// Stores a gain, unless the table would have to grow beyond `max_bytes` bytes.
    pub fn insert(&mut self, key: Key, gain: i8, max_bytes: usize) {
        if 4 * (self.used + 1) > 3 * self.slots.len() {
            let larger = (2 * self.slots.len()).max(Proven::MIN_SLOTS);
            if larger * size_of::<u128>() > max_bytes {
                return;
            }
            let slots = std::mem::replace(&mut self.slots, vec![0; larger]);
            for slot in slots.into_iter().filter(|slot| *slot != 0) {
                let index = self.index(Key(slot));
                self.slots[index] = slot;
            }
        }
        let index = self.index(key);
        self.used += usize::from(self.slots[index] == 0);
        self.slots[index] = (key.0 & !GAIN) | (i128::from(gain) + 2) as u128;
    }

    /// The slot of a key, or the free slot where it would be inserted.
    #[inline]
    fn index(&self, key: Key) -> usize {
        let mut index = ((u128::from(key.high()) * self.slots.len() as u128) >> 64) as usize;
        while self.slots[index] != 0 && (self.slots[index] ^ key.0) & !GAIN != 0 {
            index = if index + 1 == self.slots.len() { 0 } else { index + 1 };
        }
        index
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u128>()
    }
}
