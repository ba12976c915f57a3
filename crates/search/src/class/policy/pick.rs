//! What a policy answers when it is asked for the priority child.

use game::Game;

use super::Visit;
use crate::label::Rank;
use crate::tree::Candidate;

/// The child that an iteration goes to, and how long the policy would choose it again.
///
/// The second part is a promise about the following iterations: the policy would choose the same child as long as nothing
/// changes but this child, whose (c, v) changes with what is found below it, and whose n grows by one per iteration. The
/// walk stays below a child without asking again while the promise holds. A promise that is too short costs time;
/// one that is too long makes another algorithm of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The child.
    pub child: Candidate,
    /// The promise ends when the player to move does not prefer the (c, v) of the child to this any more.
    pub better_than: Rank,
    /// In this number of iterations after this one it is enough that the (c, v) of the child equals `better_than`.
    pub ties: u64,
    /// The promise ends after this number of iterations in any case.
    pub again: u64,
}

impl Pick {
    /// This child in this iteration, without a promise.
    pub fn once(child: Candidate) -> Pick {
        Pick { child, better_than: child.rank, ties: 0, again: 0 }
    }

    /// The best child by [`Visit::best`], as long as that is the best: until it is worse than the second best, or as good
    /// and selected more often.
    pub fn best<G: Game>(at: &Visit<'_, G>) -> Pick {
        let child = at.best();
        let (better_than, ties) = match at.second_best() {
            None => (Rank::nothing(at.player()), 0),
            Some(rival) => {
                let ties = u64::from(rival.selections) + u64::from(child.index < rival.index);
                (rival.rank, ties.saturating_sub(u64::from(child.selections) + 1))
            }
        };
        Pick { child, better_than, ties, again: u64::MAX }
    }
}

impl From<Candidate> for Pick {
    fn from(child: Candidate) -> Pick {
        Pick::once(child)
    }
}
