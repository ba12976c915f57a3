//! When does the next iteration take the same way down?
//!
//! A best-first walk leaves a state for another one only when values change their order somewhere on its
//! path. Each level of the path knows the best of the other children, so that an open interval follows for
//! the value below in which no level would choose otherwise. As long as the value stays inside, the next
//! iteration may begin where the last one ended.
//!
//! Where the value meets an end of the interval, selections decide: the child goes on being chosen until it has been
//! selected as often as its rival. A policy that does not go by values alone also says for how many iterations its choice
//! holds at all ([`Pick`]).

use game::Player;

use crate::class::policy::Pick;
use crate::label::Rank;

/// An interval of ranks, each end of which is outside from some iteration on, and all of it in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    low: End,
    high: End,
    /// The first iteration after which it is of no use.
    until: u64,
}

/// How long a choice stays the same: a [`Pick`], with iterations counted from the first one of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// What the rank of the child must stay better than.
    rival: End,
    /// The first iteration after which it ends in any case.
    until: u64,
}

impl Promise {
    /// What a policy promises in this iteration.
    #[inline]
    pub fn of(pick: &Pick, iteration: u64) -> Promise {
        let rival = End { rank: pick.better_than, until: iteration.saturating_add(pick.ties) };
        Promise { rival, until: iteration.saturating_add(pick.again) }
    }

    /// No choice has been made.
    pub const NONE: Promise = Promise { rival: End { rank: Rank::LOWEST, until: 0 }, until: 0 };

    /// Whether the player still chooses the child after this iteration, now that the child has this rank.
    #[inline]
    pub fn holds(self, player: Player, rank: Rank, iteration: u64) -> bool {
        let Promise { rival, until } = self;
        let is_preferred = player.prefers(rank, rival.rank);
        iteration < until && (is_preferred || (rank == rival.rank && iteration < rival.until))
    }
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
    pub const ALL: Window =
        Window { low: End::open(Rank::LOWEST), high: End::open(Rank::HIGHEST), until: u64::MAX };

    /// Whether the way to a state of this rank stays the same after this iteration.
    #[inline]
    pub fn contains(self, rank: Rank, iteration: u64) -> bool {
        let Window { low, high, until } = self;
        iteration < until
            && (low.rank < rank || (low.rank == rank && iteration < low.until))
            && (rank < high.rank || (rank == high.rank && iteration < high.until))
    }

    /// The window of a child that `player` has chosen with this promise, in a state with this window. `others` is the best
    /// of all other children: the state is never worth less than that to the player.
    #[inline]
    #[must_use]
    pub fn below(self, player: Player, promise: Promise, others: Rank) -> Window {
        let (lowest, highest) = (End::open(Rank::LOWEST), End::open(Rank::HIGHEST));
        let (rival, until) = (promise.rival, self.until.min(promise.until));
        match player {
            Player::First => Window {
                // Another child above the lower end keeps the state inside however low this one falls.
                low: rival.or_tighter(if others > self.low.rank { lowest } else { self.low }, player),
                high: if others < self.high.rank { self.high } else { lowest },
                until,
            },
            Player::Second => Window {
                low: if others > self.low.rank { self.low } else { highest },
                high: rival.or_tighter(if others < self.high.rank { highest } else { self.high }, player),
                until,
            },
        }
    }
}
