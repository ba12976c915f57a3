//! All moves as first: a simulation tells something about every move that was played in it, as if it had
//! been played at once.

use std::hash::{Hash, Hasher};

use game::Player;
use game::key::mix;

use super::Step;
use super::tree::Tree;

/// The moves of a simulation, in the tree and behind it.
#[derive(Debug)]
pub struct Trail<M> {
    moves: Vec<(Player, M)>,
    /// What each player played from some point on.
    played: [MoveSet<M>; 2],
}

impl<M: Copy + Eq + Hash> Trail<M> {
    pub fn new() -> Trail<M> {
        Trail { moves: Vec::new(), played: [MoveSet::new(), MoveSet::new()] }
    }

    pub fn clear(&mut self) {
        self.moves.clear();
    }

    #[inline]
    pub fn push(&mut self, player: Player, m: M) {
        self.moves.push((player, m));
    }

    /// Adds the result to every child on the path whose move the same player played there or later. The
    /// path is that of the simulation: its n-th step is where the n-th move was played.
    pub fn back_up(&mut self, path: &[Step], result: f32, tree: &mut Tree<M>) {
        self.played.iter_mut().for_each(MoveSet::clear);
        let mut rest = self.moves.len();
        for (ply, step) in path.iter().enumerate().rev() {
            while rest > ply {
                rest -= 1;
                let (player, m) = self.moves[rest];
                self.played[player.index()].insert(m);
            }
            let (statistics, moves) = tree.amaf_mut(step.id);
            let played = &self.played[step.turn.index()];
            for (amaf, m) in statistics.iter_mut().zip(moves) {
                if played.contains(m) {
                    amaf.visits += 1;
                    amaf.total += result;
                }
            }
        }
    }
}

/// A set of moves that is cleared in no time.
#[derive(Debug)]
struct MoveSet<M> {
    /// A move, and the round in which it came. The length is a power of two.
    slots: Vec<Option<(u32, M)>>,
    round: u32,
    used: usize,
}

impl<M: Copy + Eq + Hash> MoveSet<M> {
    fn new() -> MoveSet<M> {
        MoveSet { slots: vec![None; 64], round: 0, used: 0 }
    }

    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        // After four thousand million rounds old moves would look like new ones.
        if self.round == 0 {
            self.slots.fill(None);
        }
    }

    /// Where a move is, or the free slot where it belongs.
    #[inline]
    fn place(&self, m: &M) -> usize {
        let mut hasher = MoveHasher(0);
        m.hash(&mut hasher);
        let mask = self.slots.len() - 1;
        let mut place = hasher.finish() as usize & mask;
        while self.slots[place].is_some_and(|(round, other)| round == self.round && other != *m) {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    fn contains(&self, m: &M) -> bool {
        self.slots[self.place(m)].is_some_and(|(round, _)| round == self.round)
    }

    #[inline]
    fn insert(&mut self, m: M) {
        let place = self.place(&m);
        if self.slots[place].is_none_or(|(round, _)| round != self.round) {
            self.slots[place] = Some((self.round, m));
            self.used += 1;
            if 2 * self.used > self.slots.len() {
                self.grow();
            }
        }
    }

    fn grow(&mut self) {
        let larger = vec![None; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        for entry in old.into_iter().flatten().filter(|(round, _)| *round == self.round) {
            let place = self.place(&entry.1);
            self.slots[place] = Some(entry);
        }
    }
}

/// Moves are a few bytes: mixing them once is enough.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(16) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
