//! What is proven of a state: its gain lies between two bounds, and is known when they meet.

use game::Player;

/// The least and the greatest gain of player 1 that are still possible.
///
/// With wins and losses alone a proof is a yes or no. A draw is a proof from two sides: not less and not
/// more. Bounds keep the two sides apart, so that one drawing move cuts off all moves that can at most draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub lower: i8,
    pub upper: i8,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Bounds = Bounds { lower: -1, upper: 1 };

    pub fn exactly(gain: i8) -> Bounds {
        Bounds { lower: gain, upper: gain }
    }

    /// The gain, if it is proven.
    #[inline]
    pub fn gain(self) -> Option<i8> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// A player without any move yet: anything is better.
    pub fn worst(player: Player) -> Bounds {
        Bounds::exactly(-player.sign())
    }

    /// What a player can reach who may choose between the two.
    #[inline]
    #[must_use]
    pub fn or(self, other: Bounds, player: Player) -> Bounds {
        match player {
            Player::First => {
                Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
            }
            Player::Second => {
                Bounds { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
            }
        }
    }

    /// Whether a child with these bounds can still give its parent, where `player` moves, more than what
    /// the player is sure of there. A resolved child never can, and an unresolved parent always has a
    /// child that can.
    #[inline]
    pub fn may_improve(self, parent: Bounds, player: Player) -> bool {
        match player {
            Player::First => self.upper > parent.lower,
            Player::Second => self.lower < parent.upper,
        }
    }

    /// Whether the player is sure to win.
    #[inline]
    pub fn is_win_for(self, player: Player) -> bool {
        self == Bounds::exactly(player.sign())
    }
}
