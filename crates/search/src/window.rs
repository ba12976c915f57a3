//! When does the next iteration take the same way down?
//!
//! A best-first walk leaves a state for another one only when values change their order somewhere on its
//! path. Each level of the path knows the best of the other children, so that an open interval follows for
//! the value below in which no level would choose otherwise. As long as the value stays inside, the next
//! iteration may begin where the last one ended.

use game::Player;

use crate::label::Rank;

/// An open interval of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    low: Rank,
    high: Rank,
}

impl Window {
    /// Everything: nothing above the root could choose otherwise.
    pub const ALL: Window = Window { low: Rank::LOWEST, high: Rank::HIGHEST };

    /// Whether the way to a state of this rank stays the same. A tie counts as outside, because then
    /// selection counts decide.
    #[inline]
    pub fn contains(self, rank: Rank) -> bool {
        self.low < rank && rank < self.high
    }

    /// The window of a child that `player` has chosen, in a state with this window. `rival` is the best of
    /// the other unresolved children: the child must stay better. `settled` is the best of the resolved
    /// ones: the state is never worth less than that to the player.
    #[inline]
    #[must_use]
    pub fn below(self, player: Player, rival: Rank, settled: Rank) -> Window {
        match player {
            Player::First => Window {
                // A settled value above the lower end keeps the state inside however low the child falls.
                low: rival.max(if settled > self.low { Rank::LOWEST } else { self.low }),
                high: if settled < self.high { self.high } else { Rank::LOWEST },
            },
            Player::Second => Window {
                low: if settled > self.low { self.low } else { Rank::HIGHEST },
                high: rival.min(if settled < self.high { Rank::HIGHEST } else { self.high }),
            },
        }
    }
}
