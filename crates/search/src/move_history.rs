//! Which moves have been good elsewhere: the history heuristic (Schaeffer 1983).

use std::hash::{Hash, Hasher};

use game::Player;
use game::key::mix;

/// So many counters for each player. Moves that share one by chance share their fame.
const COUNTERS: usize = 4096;

/// How much work a move has saved anywhere in the tree, for each player.
pub struct History(Box<[[u32; COUNTERS]; 2]>);

impl History {
    pub fn new() -> History {
        History(Box::new([[0; COUNTERS]; 2]))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Makes room for what comes: the fame of the past counts half.
    pub fn fade(&mut self) {
        self.0.as_flattened_mut().iter_mut().for_each(|count| *count /= 2);
    }

    /// How much a move has saved so far.
    #[inline]
    pub fn of<M: Hash>(&self, player: Player, m: M) -> u32 {
        self.0[player.index()][counter(m)]
    }

    /// Credits a move that made a cut: the deeper the search it saved, the more.
    pub fn credit<M: Hash>(&mut self, player: Player, m: M, depth: u32) {
        let count = &mut self.0[player.index()][counter(m)];
        *count += (depth * depth).min(MOST_CREDIT);
        if *count > MOST_FAME {
            self.fade();
        }
    }
}

const MOST_CREDIT: u32 = 1 << 16;
const MOST_FAME: u32 = 1 << 30;

/// The counter of a move.
#[inline]
fn counter<M: Hash>(m: M) -> usize {
    let mut words = Words(0);
    m.hash(&mut words);
    // The upper bits of the product depend on all bits of the move.
    (words.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - COUNTERS.ilog2())) as usize
}

/// Moves are a few bytes: putting them side by side is all the hashing they need.
struct Words(u64);

impl Hasher for Words {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }
    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(16) ^ word;
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn finish(&self) -> u64 {
        mix(self.0)
    }
}
