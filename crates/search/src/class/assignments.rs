//! What followers do for the leader: each resolves a state that the proof will need, away from the leader's own line.
//!
//! A proof has to refute every move of the losing player. So where the leader follows one move of the player who seems
//! to lose, the other moves are as much part of the proof. Followers resolve them meanwhile, and the leader keeps
//! away from them as long as there is something else to do. All workers share one tree, so that no state is expanded
//! twice.

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Key, Player};
use parking_lot::{Mutex, MutexGuard};

use crate::class::knowledge::{Access, Forgotten};
use crate::class::parent::Parent;
use crate::class::walk::{Walk, back_up_from, ledger_key};
use crate::label::{Completion, Label};
use crate::tree::{Candidate, NodeId, Place, Tree};

/// A state to resolve.
#[derive(Clone)]
pub struct Assignment<G> {
    pub state: G,
    /// The key under which the ledger keeps what is resolved of it.
    pub key: Key,
    /// The states on the way to it, by their keys and who is to move: when one of them is resolved, the assignment is
    /// of no use any more.
    above: Vec<(Key, Player)>,
    /// Its place among the children of the last of these.
    index: u32,
}

/// The assignments of all followers.
pub struct Assignments<G>(Vec<Slot<G>>);

struct Slot<G> {
    /// The lower half of the assignment's key; 0 if there is no assignment.
    key: AtomicU64,
    assignment: Mutex<Option<Assignment<G>>>,
}

impl<G> Slot<G> {
    fn lock(&self) -> MutexGuard<'_, Option<Assignment<G>>> {
        self.assignment.lock()
    }
}

impl<G: Game> Assignments<G> {
    /// So many followers with nothing to do yet.
    pub fn new(followers: usize) -> Self {
        let slot = || Slot { key: AtomicU64::new(0), assignment: Mutex::new(None) };
        Assignments(std::iter::repeat_with(slot).take(followers).collect())
    }

    /// Whether a follower is about to resolve the state with this key.
    #[inline]
    pub fn include(&self, key: Key) -> bool {
        self.0.iter().any(|slot| slot.key.load(Ordering::Relaxed) == key.low())
    }

    /// Whether there are no followers at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The best child that no follower is about to resolve.
    #[cold]
    pub fn best_other(&self, parent: &Parent<'_, G>, completion: Completion) -> Option<Candidate> {
        parent.best_of(|&child| !self.include(ledger_key(&parent.after(child), completion)))
    }

    /// The states that followers are to resolve, by the keys of their nodes.
    pub fn roots(&self) -> Vec<Key> {
        self.0.iter().filter_map(|slot| Some(slot.lock().as_ref()?.state.sharing_key())).collect()
    }

    /// Whether there is a follower who has nothing to do.
    pub fn has_idle(&self) -> bool {
        self.include(Key::default())
    }

    /// What a follower has to do.
    pub fn of(&self, follower: usize) -> Option<Assignment<G>> {
        self.0[follower].lock().clone()
    }

    /// A follower has done an assignment, or cannot do it.
    pub fn finish(&self, follower: usize, key: Key) {
        let slot = &self.0[follower];
        let mut assignment = slot.lock();
        // The leader may have changed the assignment meanwhile.
        if assignment.as_ref().is_some_and(|assignment| assignment.key == key) {
            slot.key.store(0, Ordering::Relaxed);
            *assignment = None;
        }
    }
}

/// A state of the best line, its node, and the place of the child that the line goes on with.
type Turn<G> = (G, NodeId, u32);

impl<G: Game> Walk<G> {
    /// Takes over what the followers have found so far: the states that they work on are linked to their parents, and the
    /// path from the root is backed up.
    pub fn collect(&mut self, assignments: &Assignments<G>, access: &mut Access<'_>) {
        self.come_back(access);
        for slot in &assignments.0 {
            let assignment = slot.lock().clone();
            // What was forgotten meanwhile is found again.
            let _ = assignment.map_or(Ok(()), |assignment| self.take_over(&assignment, access));
        }
    }

    fn take_over(&self, assignment: &Assignment<G>, access: &mut Access<'_>) -> Result<(), Forgotten> {
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

    /// Gives a new assignment to each follower that has none, or one that is of no use any more.
    pub fn assign(&mut self, assignments: &Assignments<G>, access: &mut Access<'_>) {
        self.collect(assignments, access);
        let line = self.best_line(&access.tree);
        let is_resolved = |(key, _): &(Key, Player)| {
            access.tree.find(*key).is_some_and(|node| access.tree.label(node).resolved)
        };
        for slot in &assignments.0 {
            if slot.lock().as_ref().is_none_or(|assignment| assignment.above.iter().any(is_resolved)) {
                let assignment = self.next_assignment(&line, assignments, access);
                let mut place = slot.lock();
                slot.key.store(
                    assignment.as_ref().map_or(0, |assignment| assignment.key.low()),
                    Ordering::Relaxed,
                );
                *place = assignment;
            }
        }
    }

    /// The line of the best unresolved children.
    fn best_line(&self, tree: &Tree) -> Vec<Turn<G>> {
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

    /// A state beside the line that no worker is busy with: as near to the root as possible, and a choice of the
    /// player who seems to lose if there is one.
    fn next_assignment(
        &self,
        line: &[Turn<G>],
        assignments: &Assignments<G>,
        access: &Access<'_>,
    ) -> Option<Assignment<G>> {
        let tree = &access.tree;
        let seems_lost = |turn: &&Turn<G>| f32::from(turn.0.turn().sign()) * tree.label(turn.1).value < 0.0;
        let turns = line.iter().filter(seems_lost).chain(line.iter().filter(|turn| !seems_lost(turn)));
        for (state, node, via) in turns {
            let mut ahead = state.clone();
            ahead.play(tree.move_to(*node, *via));
            // A mirror image of where the line goes would be what the leader does, once more.
            let own = ledger_key(&ahead, self.completion);
            let parent = Parent { tree, node: *node, state };
            let is_free = |candidate: &Candidate| {
                let key = ledger_key(&parent.after(*candidate), self.completion);
                key != own && !assignments.include(key) && access.ledger.gain(key).is_none()
            };
            if let Some(best) = parent.best_of(is_free) {
                let child = parent.after(best);
                let above = line.iter().map(|(state, ..)| (state.sharing_key(), state.turn()));
                let depth = line.iter().take_while(|turn| turn.1 != *node).count();
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
    use game::Width;
    use games::breakthrough::Breakthrough;

    use super::*;
    use crate::class::knowledge::Knowledge;
    use crate::class::policy::Ubfm;
    use crate::parallel::Shared;
    use game::evaluate::{Noise, Own};

    /// A leader after some iterations, and one follower with an assignment.
    fn leader(known: &Shared<Knowledge>) -> (Walk<Breakthrough>, Assignments<Breakthrough>) {
        let mut walk = Walk::new(Breakthrough::start(6, 6), Completion::On, 0);
        let (mut access, assignments) = (Access::new(known), Assignments::new(1));
        for _ in 0..2_000 {
            walk.iterate(&mut Ubfm, &Noise { seed: 1 }, &assignments, &mut access).unwrap();
        }
        walk.assign(&assignments, &mut access);
        (walk, assignments)
    }

    #[test]
    fn the_leader_takes_over_what_a_follower_has_found() {
        let known = Shared::new(Knowledge::new(Width::Pair));
        let (mut walk, assignments) = leader(&known);
        let assignment = assignments.of(0).unwrap();
        let mut access = Access::new(&known);
        let mut follower = Walk::new(assignment.state, Completion::On, 1);
        for _ in 0..2_000 {
            follower.iterate(&mut Ubfm, &Noise { seed: 1 }, &Assignments::new(0), &mut access).unwrap();
        }
        follower.come_back(&mut access);
        walk.collect(&assignments, &mut access);
        let parent = access.tree.find(assignment.above.last().unwrap().0).unwrap();
        let child = access.tree.find(assignment.state.sharing_key()).unwrap();
        assert!(
            access.tree.hold(parent).links().iter().any(|link| link.child == child),
            "it hangs on the tree"
        );
        for (key, player) in &assignment.above {
            let mut hold = access.tree.hold(access.tree.find(*key).unwrap());
            let value = hold.survey().rank(*player).value();
            assert_eq!(hold.label().value, value, "the whole way knows");
        }
    }

    /// Both sides of the board are alike in the beginning, and so are the first moves to the left and to the right.
    #[test]
    fn nobody_is_sent_to_the_mirror_image_of_what_the_leader_does() {
        let known = Shared::new(Knowledge::new(Width::Pair));
        let (mut walk, assignments) =
            (Walk::new(Breakthrough::start(3, 7), Completion::Sighted, 0), Assignments::new(1));
        let mut access = Access::new(&known);
        for iterations in 1..500 {
            walk.iterate(&mut Ubfm, &Own, &Assignments::new(0), &mut access).unwrap();
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
