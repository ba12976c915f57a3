//! Move ordering: the earlier a good move is searched, the more of the others are cut.

use std::hash::Hash;

use game::Player;

use crate::move_history::History;

/// The killer moves of a ply: moves that recently caused cuts, the latest first.
#[derive(Clone, Copy, Debug)]
pub struct Killers<M>([Option<M>; 2]);

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Killers([None, None])
    }
}

impl<M: Copy + Eq> Killers<M> {
    /// Whether this move is the latest one.
    #[inline]
    pub fn is_latest(&self, m: M) -> bool {
        self.0[0] == Some(m)
    }

    /// Credits a move that caused a cut.
    pub fn credit(&mut self, m: M) {
        if self.0[0] != Some(m) {
            self.0 = [Some(m), self.0[0]];
        }
    }
}

/// The order of the moves of one state, as indices into the list of legal moves.
#[derive(Debug, Default)]
pub struct Order {
    /// The indices. During sorting, the upper bits hold the sort key.
    indices: Vec<u64>,
    /// The number of indices at the front that are in their final position.
    sorted: usize,
}

/// An upper bound on the length of a list of moves.
const MAX_MOVES: u64 = 1 << 16;

impl Order {
    /// Starts with the moves at these indices, in this order.
    #[inline]
    pub fn reset(&mut self, indices: impl Iterator<Item = usize>) {
        self.indices.clear();
        self.indices.extend(indices.map(|index| index as u64));
        self.sorted = 0;
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.indices.capacity() * size_of::<u64>()
    }

    /// The number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Moves the table move to the front, if it is in the list. If it causes a cut, the others need not be
    /// sorted.
    #[inline]
    pub fn put_first(&mut self, index: usize) {
        if let Some(at) = self.indices.iter().position(|&other| other as usize == index) {
            self.indices[..=at].rotate_right(1);
            self.sorted = 1;
        }
    }

    /// Moves the move of this rank to the end. The moves must be sorted.
    pub fn postpone(&mut self, rank: usize) {
        self.indices[rank..].rotate_left(1);
    }

    /// The index of the move of this rank.
    #[inline]
    pub fn index(&self, rank: usize) -> usize {
        self.indices[rank] as usize
    }

    /// Sorts the moves from this rank on, unless they are sorted already: by decreasing credit, and in the
    /// previous order among equals.
    #[inline]
    pub fn sort_from<M: Copy + Eq + Hash>(&mut self, rank: usize, credit: &MoveCredit<'_, M>) {
        if rank < self.sorted {
            return;
        }
        let rest = &mut self.indices[rank..];
        for (position, index) in (0..).zip(rest.iter_mut()) {
            let credit = u64::from(credit.of(credit.moves[*index as usize]));
            *index += (credit * MAX_MOVES + (MAX_MOVES - 1 - position)) * MAX_MOVES;
        }
        rest.sort_unstable_by(|a, b| b.cmp(a));
        rest.iter_mut().for_each(|index| *index %= MAX_MOVES);
        self.sorted = self.indices.len();
    }
}

/// What other states have revealed about the moves of a state.
pub struct MoveCredit<'a, M> {
    pub moves: &'a [M],
    pub player: Player,
    pub killers: Killers<M>,
    pub history: &'a History,
}

impl<M: Copy + Eq + Hash> MoveCredit<'_, M> {
    #[inline]
    fn of(&self, m: M) -> u32 {
        if self.killers.0[0] == Some(m) {
            u32::MAX
        } else if self.killers.0[1] == Some(m) {
            u32::MAX - 1
        } else {
            self.history.of(self.player, m)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_ordered_by_table_killers_history_and_generation() {
        let moves: Vec<u16> = (100..108).collect();
        let mut history = History::new();
        history.credit(Player::First, 103, 4);
        history.credit(Player::First, 106, 5);
        history.credit(Player::Second, 101, 9);
        let mut killers = Killers::default();
        killers.credit(107);
        killers.credit(105);
        let credit = MoveCredit { moves: &moves, player: Player::First, killers, history: &history };
        let mut order = Order::default();
        order.reset(0..8);
        order.put_first(4);
        let indices: Vec<usize> = (0..8)
            .map(|rank| {
                order.sort_from(rank, &credit);
                order.index(rank)
            })
            .collect();
        assert_eq!(indices, [4, 5, 7, 6, 3, 0, 1, 2]);
    }
}
