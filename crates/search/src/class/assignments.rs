//! Assignments: the states that followers resolve for the leader, away from the leader's own line.
//!
//! A proof has to refute every move of the losing player. Where the leader follows one move of the player
//! that seems to lose, the proof needs the other moves as well. Followers resolve these in the meantime, and
//! the leader avoids them as long as there are alternatives. All workers share one tree, so no state is
//! expanded twice.

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Key, Player};
use parking_lot::{Mutex, MutexGuard};

use crate::class::knowledge::{Access, Forgotten};
use crate::class::parent::Parent;
use crate::class::walk::{Walk, back_up_from, ledger_key};
use crate::label::{Completion, Label};
use crate::tree::{Candidate, NodeId, Place, Tree};

/// A state for a follower to resolve.
#[derive(Clone)]
pub struct Assignment<G> {
    pub state: G,
    /// The key of the state in the ledger.
    pub key: Key,
    /// The states on the path to it, by their keys and players to move. Once one of them is resolved, the
    /// assignment is obsolete.
    above: Vec<(Key, Player)>,
    /// Its index among the children of the last of these.
    index: u32,
}

/// The assignments of all followers.
pub struct Assignments<G>(Vec<Slot<G>>);

struct Slot<G> {
    /// The lower half of the assignment's key; 0 while the follower has no assignment.
    key: AtomicU64,
    assignment: Mutex<Option<Assignment<G>>>,
}

impl<G> Slot<G> {
    fn lock(&self) -> MutexGuard<'_, Option<Assignment<G>>> {
        self.assignment.lock()
    }
}

impl<G: Game> Assignments<G> {
    /// Idle followers.
    pub fn new(followers: usize) -> Self {
        let slot = || Slot { key: AtomicU64::new(0), assignment: Mutex::new(None) };
        Assignments(std::iter::repeat_with(slot).take(followers).collect())
    }

    /// Whether a follower is assigned the state with this key.
    #[inline]
    pub fn include(&self, key: Key) -> bool {
        self.0.iter().any(|slot| slot.key.load(Ordering::Relaxed) == key.low())
    }

    /// Whether there are no followers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The best child that is not assigned to a follower.
    #[cold]
    pub fn best_other(&self, parent: &Parent<'_, G>, completion: Completion) -> Option<Candidate> {
        parent.best_of(|&child| !self.include(ledger_key(&parent.after(child), completion)))
    }

    /// The keys of the nodes of all assigned states.
    pub fn roots(&self) -> Vec<Key> {
        self.0.iter().filter_map(|slot| Some(slot.lock().as_ref()?.state.sharing_key())).collect()
    }

    /// Whether a follower is idle.
    pub fn has_idle(&self) -> bool {
        self.include(Key::default())
    }

    /// The assignment of a follower, if it has one.
    pub fn of(&self, follower: usize) -> Option<Assignment<G>> {
        self.0[follower].lock().clone()
    }

    /// Removes the assignment with this key from a follower, which has completed it or cannot complete it.
    pub fn finish(&self, follower: usize, key: Key) {
        let slot = &self.0[follower];
        let mut assignment = slot.lock();
        // The leader may have assigned another state in the meantime.
        if assignment.as_ref().is_some_and(|assignment| assignment.key == key) {
            slot.key.store(0, Ordering::Relaxed);
            *assignment = None;
        }
    }
}

/// A state on the line of best children, its node, and the index of the next child on the line.
type Step<G> = (G, NodeId, u32);

impl<G: Game> Walk<G> {
    /// Collects the results of the followers: links the assigned states to their parents, and backs up the
    /// paths from them to the root.
    pub fn collect(&mut self, assignments: &Assignments<G>, access: &mut Access<'_>) {
        self.come_back(access);
        for slot in &assignments.0 {
            let assignment = slot.lock().clone();
            // Results that were dropped from the tree are not an error: they are found again.
            let _ = assignment.map_or(Ok(()), |assignment| self.collect_one(&assignment, access));
        }
    }

    fn collect_one(&self, assignment: &Assignment<G>, access: &mut Access<'_>) -> Result<(), Forgotten> {
        let child = access.tree.find(assignment.state.sharing_key());
        let parent = assignment.above.last().and_then(|(key, _)| access.tree.find(*key));
        if let (Some(parent), Some(child)) = (parent, child)
            && self.is_leaf(parent, assignment.index, access)
        {
            self.link(parent, assignment.index, child, access)?;
        }
        for (key, player) in assignment.above.iter().rev() {
            let Some(node) = access.tree.find(*key) else { break };
            let mut hold = access.tree.hold(node);
            let survey = hold.survey();
            let (rank, resolved) = back_up_from(&survey, hold.label(), *player, self.completion);
            hold.set_label(Label { exact: rank.exact(), value: rank.value(), resolved });
        }
        Ok(())
    }

    fn is_leaf(&self, node: NodeId, index: u32, access: &Access<'_>) -> bool {
        access.tree.hold(node).leaves().any(|leaf| leaf.index == index)
    }

    /// Gives a new assignment to each follower whose assignment is missing or obsolete.
    pub fn assign(&mut self, assignments: &Assignments<G>, access: &mut Access<'_>) {
        self.collect(assignments, access);
        let line = self.best_line(&access.tree);
        let is_resolved = |(key, _): &(Key, Player)| {
            access.tree.find(*key).is_some_and(|node| access.tree.label(node).resolved)
        };
        for slot in &assignments.0 {
            if slot.lock().as_ref().is_none_or(|assignment| assignment.above.iter().any(is_resolved)) {
                let assignment = self.next_assignment(&line, assignments, access);
                let mut current = slot.lock();
                slot.key.store(
                    assignment.as_ref().map_or(0, |assignment| assignment.key.low()),
                    Ordering::Relaxed,
                );
                *current = assignment;
            }
        }
    }

    /// The line of best unresolved children from the root.
    fn best_line(&self, tree: &Tree) -> Vec<Step<G>> {
        let (mut line, mut state) = (Vec::new(), self.root.clone());
        let mut next = tree.find(state.sharing_key());
        while let Some(node) = next {
            let parent = Parent { tree, node, state: &state };
            let Some(best) = parent.best_of(|_| true) else { break };
            next = match best.place {
                Place::Link { child, .. } => Some(child),
                Place::Leaf => None,
            };
            let child = parent.after(best);
            line.push((std::mem::replace(&mut state, child), node, best.index));
        }
        line
    }

    /// The best state next to the line that is neither assigned nor proven: preferably after a move of the
    /// player that seems to lose, and as near to the root as possible.
    fn next_assignment(
        &self,
        line: &[Step<G>],
        assignments: &Assignments<G>,
        access: &Access<'_>,
    ) -> Option<Assignment<G>> {
        let tree = &access.tree;
        let seems_lost = |step: &&Step<G>| f32::from(step.0.turn().sign()) * tree.label(step.1).value < 0.0;
        let steps = line.iter().filter(seems_lost).chain(line.iter().filter(|step| !seems_lost(step)));
        for (state, node, via) in steps {
            let mut ahead = state.clone();
            ahead.play(tree.move_to(*node, *via));
            // A mirror image of the next state on the line would duplicate the work of the leader.
            let own = ledger_key(&ahead, self.completion);
            let parent = Parent { tree, node: *node, state };
            let is_free = |candidate: &Candidate| {
                let key = ledger_key(&parent.after(*candidate), self.completion);
                key != own && !assignments.include(key) && access.ledger.gain(key).is_none()
            };
            if let Some(best) = parent.best_of(is_free) {
                let child = parent.after(best);
                let above = line.iter().map(|(state, ..)| (state.sharing_key(), state.turn()));
                let depth = line.iter().take_while(|step| step.1 != *node).count();
                let above = above.take(depth + 1).collect();
                let key = ledger_key(&child, self.completion);
                return Some(Assignment { key, state: child, above, index: best.index });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use game::{Clock, Sharing, TerminalFunction, Width};
    use games::breakthrough::Breakthrough;

    use super::*;
    use crate::class::knowledge::Knowledge;
    use crate::class::policy::Ubfm;
    use crate::expand::Timed;
    use crate::parallel::Shared;
    use game::evaluate::{Evaluator, Noise, Own};

    /// A leader after some iterations, with one follower that has an assignment.
    fn leader(known: &Shared<Knowledge>) -> (Walk<Breakthrough>, Assignments<Breakthrough>) {
        let mut walk = Walk::new(Breakthrough::start(6, 6), Completion::On, TerminalFunction::SCORE, 0);
        let (mut access, assignments) = (Access::new(known), Assignments::new(1));
        for _ in 0..2_000 {
            walk.iterate(&mut Ubfm, by(&Noise { seed: 1 }, &Clock::never()), &assignments, &mut access)
                .unwrap();
        }
        walk.assign(&assignments, &mut access);
        (walk, assignments)
    }

    fn by<'a, G: Game>(evaluator: &'a dyn Evaluator<G>, clock: &'a Clock<'a>) -> Timed<'a, G> {
        Timed { evaluator, clock }
    }

    #[test]
    fn the_leader_collects_what_a_follower_has_found() {
        let known = Shared::new(Knowledge::new(Width::Pair));
        let (mut walk, assignments) = leader(&known);
        let assignment = assignments.of(0).unwrap();
        let mut access = Access::new(&known);
        let mut follower = Walk::new(assignment.state, Completion::On, TerminalFunction::SCORE, 1);
        for _ in 0..2_000 {
            follower
                .iterate(
                    &mut Ubfm,
                    by(&Noise { seed: 1 }, &Clock::never()),
                    &Assignments::new(0),
                    &mut access,
                )
                .unwrap();
        }
        follower.come_back(&mut access);
        walk.collect(&assignments, &mut access);
        let parent = access.tree.find(assignment.above.last().unwrap().0).unwrap();
        let child = access.tree.find(assignment.state.sharing_key()).unwrap();
        assert!(
            access.tree.hold(parent).links().iter().any(|link| link.child == child),
            "the state is linked to its parent"
        );
        for (key, player) in &assignment.above {
            let mut hold = access.tree.hold(access.tree.find(*key).unwrap());
            let value = hold.survey().rank(*player).value();
            assert_eq!(hold.label().value, value, "the whole path is backed up");
        }
    }

    /// The initial position is symmetric, so first moves on the left and on the right lead to mirror images.
    #[test]
    fn followers_are_not_assigned_mirror_images_of_the_leaders_line() {
        let known = Shared::new(Knowledge::new(Width::Pair));
        let (mut walk, assignments) = (
            Walk::new(Breakthrough::start(3, 7), Completion::Sighted, TerminalFunction::SCORE, 0),
            Assignments::new(1),
        );
        let mut access = Access::new(&known);
        for iterations in 1..500 {
            walk.iterate(&mut Ubfm, by(&Own, &Clock::never()), &Assignments::new(0), &mut access).unwrap();
            walk.assign(&assignments, &mut access);
            let assignment = assignments.of(0).expect("there is more than one move");
            for (state, node, via) in walk.best_line(&access.tree) {
                let mut ahead = state;
                ahead.play(access.tree.move_to(node, via));
                assert_ne!(ahead.canonical_key(), assignment.key, "after {iterations} iterations");
            }
            assignments.finish(0, assignment.key);
        }
    }
}
