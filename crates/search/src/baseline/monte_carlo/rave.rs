//! All moves as first (AMAF): the result of a simulation also counts for the moves played later in it, as if
//! they had been played first.

use std::hash::{Hash, Hasher};

use game::Player;
use game::key::mix;

use super::Step;
use super::tree::Tree;

/// The moves of a simulation, in the tree and in the random game.
#[derive(Debug)]
pub struct Trail<M> {
    moves: Vec<(Player, M)>,
    /// What each player has played from some ply on.
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

    /// Adds the result to every child of a node on the path whose move the same player played there or later.
    /// `path` must be that of the simulation: the n-th move was played at its n-th node.
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

/// A set of moves that can be cleared in constant time.
#[derive(Debug)]
struct MoveSet<M> {
    /// A move, and the round in which it was inserted. The length is a power of two.
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
        // The round number has wrapped around: entries of earlier rounds must not look current.
        if self.round == 0 {
            self.slots.fill(None);
        }
    }

    /// The slot of a move, or the free slot where it would be inserted.
    #[inline]
    fn slot(&self, m: &M) -> usize {
        let mut hasher = MoveHasher(0);
        m.hash(&mut hasher);
        let mask = self.slots.len() - 1;
        let mut slot = hasher.finish() as usize & mask;
        while self.slots[slot].is_some_and(|(round, other)| round == self.round && other != *m) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn contains(&self, m: &M) -> bool {
        self.slots[self.slot(m)].is_some_and(|(round, _)| round == self.round)
    }

    #[inline]
    fn insert(&mut self, m: M) {
        let slot = self.slot(&m);
        if self.slots[slot].is_none_or(|(round, _)| round != self.round) {
            self.slots[slot] = Some((self.round, m));
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
            let slot = self.slot(&entry.1);
            self.slots[slot] = Some(entry);
        }
    }
}

/// A hasher for moves. They are a few bytes long, so mixing them once is enough.
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
