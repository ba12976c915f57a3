//! What is certain of a state: its gain lies between two bounds, and is known when they meet.

use crate::{Outcome, Player};

/// The gain of player 1 under best play lies within these bounds.
///
/// With wins and losses alone a proof is a yes or no. A draw is a proof from two sides: not less and not more.
/// Bounds keep the two sides apart: "at least a draw" is half of an answer, and two halves that come from
/// different children make a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Player 1 can reach this.
    pub at_least: i8,
    /// Player 2 can keep player 1 from more.
    pub at_most: i8,
}

impl Bounds {
    /// Nothing is certain.
    pub const ANY: Bounds = Bounds { at_least: -1, at_most: 1 };

    /// The gain is known.
    #[inline]
    pub const fn exactly(gain: i8) -> Bounds {
        Bounds { at_least: gain, at_most: gain }
    }

    /// The game is over.
    #[inline]
    pub fn of(outcome: Outcome) -> Bounds {
        Bounds::exactly(outcome.gain())
    }

    /// This player is sure to win.
    #[inline]
    pub fn win(player: Player) -> Bounds {
        Bounds::exactly(player.sign())
    }

    /// The gain, if only one is possible.
    #[inline]
    pub fn gain(self) -> Option<i8> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Both are true of the same state.
    #[inline]
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { at_least: self.at_least.max(other.at_least), at_most: self.at_most.min(other.at_most) }
    }

    /// What a player can reach who may choose between the two.
    #[inline]
    #[must_use]
    pub fn or(self, other: Bounds, player: Player) -> Bounds {
        let better = |a: i8, b: i8| if player.prefers(b, a) { b } else { a };
        Bounds {
            at_least: better(self.at_least, other.at_least),
            at_most: better(self.at_most, other.at_most),
        }
    }

    /// What follows for a state where this player moves, with these children: minimax of both bounds.
    /// Nothing follows from no children.
    #[inline]
    pub fn back_up(player: Player, children: impl Iterator<Item = Bounds>) -> Bounds {
        children.reduce(|a, b| a.or(b, player)).unwrap_or(Bounds::ANY)
    }

    /// Whether a child with these bounds can still give its parent, where `player` moves, more than what
    /// the player is sure of there. A resolved child never can, and an unresolved parent always has a
    /// child that can.
    #[inline]
    pub fn may_improve(self, parent: Bounds, player: Player) -> bool {
        match player {
            Player::First => self.at_most > parent.at_least,
            Player::Second => self.at_least < parent.at_most,
        }
    }
}
