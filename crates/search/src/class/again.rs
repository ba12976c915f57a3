//! The choices on the way of the last iteration, and which of them the next iteration makes again.
//!
//! A policy is asked again where its promise ([`Pick`](super::policy::Pick)) has ended, from the root down: that is what a
//! walk from the root would ask it. Above and between these levels it would answer the same as before.

use game::Game;

use crate::class::here::Here;
use crate::class::knowledge::Access;
use crate::class::policy::{Pick, Policy, Visit};
use crate::class::walk::Walk;
use crate::tree::Tree;

impl<G: Game> Walk<G> {
    /// Shows one of the levels to the policy.
    #[inline]
    pub(super) fn visit<T>(&self, at: usize, tree: &Tree, ask: impl FnOnce(&Visit<'_, G>) -> T) -> T {
        let here = Here::new(tree, &self.levels, at, self.counts.iterations, &self.backed_up, &self.lists);
        ask(&Visit::new(&self.levels[at].state, &here))
    }

    /// After an iteration: finds the level from which the next one may go another way. A window knows of all the choices
    /// above it, so only the levels whose way may change are backed up and looked at.
    #[inline]
    pub(super) fn find_due(&mut self) {
        self.due = self.levels.len().saturating_sub(1);
        while self.due > 0 {
            let child = &self.levels[self.due];
            if child.window.contains(child.rank.get(), self.counts.iterations) {
                break;
            }
            self.due -= 1;
            let above = &self.levels[self.due];
            above.rank.set(above.rank_above(child.rank.get()));
        }
        self.backed_up.set(self.due);
    }

    /// Asks the policy again at the levels where its promise has ended, from above. Where it makes another choice, the
    /// levels below are left, and the choice is returned.
    #[inline]
    pub(super) fn ask_again(&mut self, policy: &mut dyn Policy<G>, access: &mut Access<'_>) -> Option<Pick> {
        let done = self.counts.iterations - 1;
        for at in self.due..self.levels.len() - 1 {
            let (level, child) = (&self.levels[at], &self.levels[at + 1]);
            if !level.promise.holds(level.player, child.rank.get(), done) {
                self.write_down(at + 1, access);
                if self.levels[at].is_finished() {
                    self.leave_below(at, access);
                    return None;
                }
                let pick = self.visit(at, &access.tree, |visit| policy.priority_child(visit));
                if pick.child.index != self.levels[at + 1].index {
                    self.leave_below(at, access);
                    return Some(pick);
                }
                self.levels[at].go_to(&pick, self.counts.iterations);
            }
            self.levels[at + 1].window = self.levels[at].window_below();
        }
        None
    }

    /// Writes what a level has found so far where its parent looks for it: its label and its selections.
    fn write_down(&mut self, child: usize, access: &mut Access<'_>) {
        let (above, below) = self.levels.split_at_mut(child);
        let (above, child) = (above.last_mut().expect("a child has a parent"), &mut below[0]);
        access.tree.hold(child.node).set_label(child.label());
        let mut hold = access.tree.hold(above.node);
        let selections = self.counts.iterations - std::mem::replace(&mut child.since, self.counts.iterations);
        hold.add_selections(child.via, u32::try_from(selections).unwrap_or(u32::MAX));
        above.survey = hold.survey();
        above.set_others(child.index);
        // As before, unless other workers have found something.
        above.back_up_from_survey(hold.label(), self.completion);
    }

    /// Leaves all levels below this one.
    fn leave_below(&mut self, at: usize, access: &mut Access<'_>) {
        while self.levels.len() > at + 1 {
            self.leave(self.counts.iterations - 1, access);
        }
    }
}
