//! When does the next iteration take the same way down?
//!
//! A best-first walk leaves a state for another one only when values change their order somewhere on its
//! path. Each level of the path knows the best of the other children, so that an open interval follows for
//! the value below in which no level would choose otherwise. As long as the value stays inside, the next
//! iteration may begin where the last one ended.
//!
//! Where the value meets an end of the interval, selections decide: the child goes on being chosen until it has been
//! selected as often as its rival.

use game::Player;

use crate::label::Rank;

/// An interval of ranks, each end of which is outside from some iteration on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    low: End,
    high: End,
}

/// An end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The rank of the rival.
    pub rank: Rank,
    /// The first iteration after which a tie is decided for the rival.
    pub until: u64,
}

impl End {
    /// A tie with this rank is always outside.
    const fn open(rank: Rank) -> End {
        End { rank, until: 0 }
    }

    /// The one that leaves the player less room: the better one, or the one that is outside earlier.
    #[inline]
    fn or_tighter(self, other: End, player: Player) -> End {
        if self.rank == other.rank {
            End { until: self.until.min(other.until), ..self }
        } else if player.prefers(other.rank, self.rank) {
            other
        } else {
            self
        }
    }
}

impl Window {
    /// Everything: nothing above the root could choose otherwise.
    pub const ALL: Window = Window { low: End::open(Rank::LOWEST), high: End::open(Rank::HIGHEST) };

    /// Whether the way to a state of this rank stays the same after this iteration.
    #[inline]
    pub fn contains(self, rank: Rank, iteration: u64) -> bool {
        let Window { low, high } = self;
        (low.rank < rank || (low.rank == rank && iteration < low.until))
            && (rank < high.rank || (rank == high.rank && iteration < high.until))
    }

    /// The window of a child that `player` has chosen, in a state with this window. `rival` is the best of
    /// the other unresolved children: the child must stay better. `settled` is the best of the resolved
    /// ones: the state is never worth less than that to the player.
    #[inline]
    #[must_use]
    pub fn below(self, player: Player, rival: End, settled: Rank) -> Window {
        let (lowest, highest) = (End::open(Rank::LOWEST), End::open(Rank::HIGHEST));
        match player {
            Player::First => Window {
                // A settled value above the lower end keeps the state inside however low the child falls.
                low: rival.or_tighter(if settled > self.low.rank { lowest } else { self.low }, player),
                high: if settled < self.high.rank { self.high } else { lowest },
            },
            Player::Second => Window {
                low: if settled > self.low.rank { self.low } else { highest },
                high: rival.or_tighter(if settled < self.high.rank { highest } else { self.high }, player),
            },
        }
    }
}
