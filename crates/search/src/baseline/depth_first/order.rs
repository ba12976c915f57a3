//! Which move to look at first: the sooner a good one comes, the more of the others need no look.

use std::hash::Hash;

use game::Player;

use crate::move_history::History;

/// Moves that refuted something lately in states as far from the root, the last one first.
#[derive(Clone, Copy, Debug)]
pub struct Killers<M>([Option<M>; 2]);

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Killers([None, None])
    }
}

impl<M: Copy + Eq> Killers<M> {
    /// Whether this move was the last one.
    #[inline]
    pub fn is_latest(&self, m: M) -> bool {
        self.0[0] == Some(m)
    }

    /// Credits a move that made a cut.
    pub fn credit(&mut self, m: M) {
        if self.0[0] != Some(m) {
            self.0 = [Some(m), self.0[0]];
        }
    }
}

/// The order of the moves of one state: places in the list of legal moves.
#[derive(Debug, Default)]
pub struct Order {
    /// Places. While they are sorted, what speaks for a move stands above its place.
    places: Vec<u64>,
    /// How many of them, from the front, are where they belong.
    sorted: usize,
}

/// A list of moves is shorter than this.
const PLACES: u64 = 1 << 16;

impl Order {
    /// The moves at these places, in this order until something is known.
    #[inline]
    pub fn begin(&mut self, places: impl Iterator<Item = usize>) {
        self.places.clear();
        self.places.extend(places.map(|place| place as u64));
        self.sorted = 0;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u64>()
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Puts the move of the table in front, if it is one of them. The others need no order if it makes a cut.
    #[inline]
    pub fn put_first(&mut self, place: usize) {
        if let Some(at) = self.places.iter().position(|&other| other as usize == place) {
            self.places[..=at].rotate_right(1);
            self.sorted = 1;
        }
    }

    /// Lets the move of this rank wait until all others have been looked at. They must be sorted.
    pub fn postpone(&mut self, rank: usize) {
        self.places[rank..].rotate_left(1);
    }

    /// The place of a move, the rank-th so far.
    #[inline]
    pub fn place(&self, rank: usize) -> usize {
        self.places[rank] as usize
    }

    /// Sorts the moves from this rank on, if nobody has yet: the most famous first, and among equals the one
    /// that stood in front.
    #[inline]
    pub fn sort_from<M: Copy + Eq + Hash>(&mut self, rank: usize, credit: &MoveCredit<'_, M>) {
        if rank < self.sorted {
            return;
        }
        let rest = &mut self.places[rank..];
        for (stand, place) in (0..).zip(rest.iter_mut()) {
            let credit = u64::from(credit.of(credit.moves[*place as usize]));
            *place += (credit * PLACES + (PLACES - 1 - stand)) * PLACES;
        }
        rest.sort_unstable_by(|a, b| b.cmp(a));
        rest.iter_mut().for_each(|place| *place %= PLACES);
        self.sorted = self.places.len();
    }
}

/// What is known of the moves of a state from elsewhere.
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
    fn the_table_move_then_killers_then_history_then_as_generated() {
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
        order.begin(0..8);
        order.put_first(4);
        let places: Vec<usize> = (0..8)
            .map(|rank| {
                order.sort_from(rank, &credit);
                order.place(rank)
            })
            .collect();
        assert_eq!(places, [4, 5, 7, 6, 3, 0, 1, 2]);
    }
}
