//! The levels of a walk: the states on its way down.

use std::cell::Cell;

use game::Player;

use crate::class::policy::Pick;
use crate::class::walk::back_up_from;
use crate::class::window::{Promise, Window};
use crate::label::{Completion, Label, Rank};
use crate::tree::{NodeId, Survey};

/// A state on the way down.
pub struct Level<G> {
    pub state: G,
    pub node: NodeId,
    pub player: Player,
    /// (c, v) and r as the last back-up left them.
    pub rank: Cell<Rank>,
    pub resolved: bool,
    /// The children when they were last looked at.
    pub survey: Survey,
    /// The best unresolved child apart from the one that the walk went to, if it went to one.
    pub others: Rank,
    /// How long the policy goes on to choose that one.
    pub promise: Promise,
    /// The ranks of this state for which the way to it stays the same.
    pub window: Window,
    /// Its place among the children of the level above ...
    pub index: u32,
    /// ... the link that leads here ...
    pub via: u32,
    /// ... and the first iteration that came this way and is not counted in that link.
    pub since: u64,
}

impl<G> Level<G> {
    /// Nothing remains to be done below: the state is resolved, or (without completion) terminal. Lemma 7: a walk ends in
    /// such a state or in a new one.
    pub fn is_finished(&self) -> bool {
        self.resolved || self.survey.best.is_none()
    }

    pub fn label(&self) -> Label {
        let rank = self.rank.get();
        Label { exact: rank.exact(), value: rank.value(), resolved: self.resolved }
    }

    /// (c, v) of the best child apart from the one that the walk went to.
    #[inline]
    pub fn best_other(&self) -> Rank {
        self.others.or_better(self.survey.settled, self.player)
    }

    /// (c, v) when the child that the walk went to has this one.
    #[inline]
    pub fn rank_above(&self, child: Rank) -> Rank {
        child.or_better(self.best_other(), self.player)
    }

    /// The walk goes to the child that the policy has picked in this iteration. Returns the window of the child.
    #[inline]
    pub fn go_to(&mut self, pick: &Pick, iteration: u64) -> Window {
        self.set_others(pick.child.index);
        self.promise = Promise::of(pick, iteration);
        self.window_below()
    }

    /// Finds the best of the unresolved children apart from the one that the walk goes to.
    #[inline]
    pub fn set_others(&mut self, child: u32) {
        let Survey { best, rival, .. } = self.survey;
        let other = best.filter(|best| best.index != child).or(rival);
        self.others = other.map_or(Rank::nothing(self.player), |other| other.rank);
    }

    /// The window of the child that the walk goes to.
    #[inline]
    pub fn window_below(&self) -> Window {
        self.window.below(self.player, self.promise, self.best_other())
    }

    /// Backs the state up, whose label this is in the tree, from a new look at its children.
    pub fn back_up_from_survey(&mut self, label: Label, completion: Completion) {
        let (rank, resolved) = back_up_from(&self.survey, label, self.player, completion);
        self.rank.set(rank);
        self.resolved = resolved;
    }
}

/// Backs up the levels above one that is backed up. The walk does that only when it needs to know.
pub fn back_up_above<G>(levels: &[Level<G>], backed_up: usize) {
    for child in (1..=backed_up).rev() {
        let above = &levels[child - 1];
        above.rank.set(above.rank_above(levels[child].rank.get()));
    }
}
