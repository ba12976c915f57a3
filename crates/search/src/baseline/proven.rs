//! What is proven of a state: an interval of gains, from the rules alone.

use game::{Outcome, Player};

use crate::label::Label;

/// The gain of player 1 under best play lies within these bounds. An interval says more than (c, r): "at
/// least a draw" is half of an answer, and two halves that come from different children make a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Player 1 can reach this.
    pub at_least: i8,
    /// Player 2 can keep player 1 from more.
    pub at_most: i8,
}

impl Proven {
    /// Anything may come.
    pub const NOTHING: Proven = Proven { at_least: -1, at_most: 1 };

    /// The game is over.
    pub fn by_the_rules(outcome: Outcome) -> Proven {
        Proven { at_least: outcome.gain(), at_most: outcome.gain() }
    }

    /// The gain, if only one is possible.
    pub fn gain(self) -> Option<i8> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Both are true of the same state.
    #[must_use]
    pub fn and(self, other: Proven) -> Proven {
        Proven { at_least: self.at_least.max(other.at_least), at_most: self.at_most.min(other.at_most) }
    }

    /// What follows for a state with these children, of which there is at least one: minimax of both bounds.
    pub fn back_up(player: Player, children: impl Iterator<Item = Proven>) -> Proven {
        let better = |a: i8, b: i8| if player.prefers(b, a) { b } else { a };
        children
            .reduce(|a, b| Proven {
                at_least: better(a.at_least, b.at_least),
                at_most: better(a.at_most, b.at_most),
            })
            .unwrap_or(Proven::NOTHING)
    }

    /// c and r, with this estimate as v.
    pub fn label(self, value: f32) -> Label {
        let gain = self.gain();
        Label { exact: gain.unwrap_or(0), value, resolved: gain.is_some() }
    }
}
