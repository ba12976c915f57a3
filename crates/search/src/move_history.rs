//! The history heuristic (Schaeffer 1983): which moves have caused cuts elsewhere in the tree.

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use game::Player;
use game::key::mix;

/// The initial and the largest number of counters per player. A small search has no memory to spare for them,
/// and few moves to count. Moves whose hashes collide share a counter.
const COUNTERS: RangeInclusive<usize> = 256..=4096;
/// The average number of credits per counter at which the number of counters doubles.
const CREDITS: usize = 64;

/// For each player, how much work each move has saved anywhere in the tree.
pub struct History {
    credit: [Vec<u32>; 2],
    credits: usize,
}

impl History {
    pub fn new() -> History {
        History { credit: std::array::from_fn(|_| vec![0; *COUNTERS.start()]), credits: 0 }
    }

    fn counters(&self) -> usize {
        self.credit[0].len()
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.credit.iter().map(|credit| size_of_val(&credit[..])).sum()
    }

    /// Halves all credit, so that recent cuts weigh more than old ones.
    pub fn fade(&mut self) {
        self.credit.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// The credit of a move so far.
    #[inline]
    pub fn of<M: Hash>(&self, player: Player, m: M) -> u32 {
        let credit = &self.credit[player.index()];
        credit[counter(m, credit.len())]
    }

    /// Credits a move that caused a cut. The credit grows with the depth of the search that the cut saved.
    pub fn credit<M: Hash>(&mut self, player: Player, m: M, depth: u32) {
        self.credits += 1;
        if self.credits > CREDITS * self.counters() && self.counters() < *COUNTERS.end() {
            self.split_counters();
        }
        let credit = &mut self.credit[player.index()];
        let counters = credit.len();
        let count = &mut credit[counter(m, counters)];
        *count += (depth * depth).min(MAX_CREDIT_PER_CUT);
        if *count > MAX_CREDIT {
            self.fade();
        }
    }

    /// Doubles the number of counters. Moves that shared a counter each start from the common credit.
    fn split_counters(&mut self) {
        for credit in &mut self.credit {
            *credit = credit.iter().flat_map(|&count| [count; 2]).collect();
        }
    }
}

const MAX_CREDIT_PER_CUT: u32 = 1 << 16;
const MAX_CREDIT: u32 = 1 << 30;

/// The index of a move's counter, given the number of counters.
#[inline]
fn counter<M: Hash>(m: M, counters: usize) -> usize {
    let mut words = Words(0);
    m.hash(&mut words);
    // The upper bits of the product depend on all bits of the move.
    (words.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - counters.ilog2())) as usize
}

/// A hasher for moves. They are a few bytes long, so concatenating them is enough.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credit_survives_growth_and_growth_separates_moves_that_shared_a_counter() {
        let mut history = History::new();
        let small = history.bytes();
        history.credit(Player::First, 7_u8, 300);
        let credit = history.of(Player::First, 7_u8);
        assert!(credit > 0);
        for number in 0..300_000_u32 {
            history.credit(Player::Second, number % 50, 1);
        }
        assert_eq!(history.bytes(), 16 * small);
        assert_eq!(history.of(Player::First, 7_u8), credit);
        assert_eq!(history.of(Player::Second, 7_u32), 6_000);
        assert_eq!(history.of(Player::Second, 50_u32), 0);
    }
}
