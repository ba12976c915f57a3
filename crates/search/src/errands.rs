//! What followers do for the leader: each resolves a state that the proof will need, out of the leader's way.
//!
//! Whoever loses has to be refuted whatever it plays. So where the leader follows one move of the player who seems
//! to lose, the other moves are as much part of the proof. Followers resolve them meanwhile, and the leader keeps
//! away from them as long as there is something else to do. All of them work on the same tree, so that nobody expands
//! what somebody else has met on another way.

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Key, Player};
use parking_lot::{Mutex, MutexGuard};

use crate::knowledge::{Desk, Forgotten};
use crate::label::{Completion, Label};
use crate::policy::Visit;
use crate::tree::{Candidate, NodeId, Place, Survey, Tree};
use crate::walk::{Walk, back_up_from, ledger_key};

/// A state to resolve.
#[derive(Clone)]
pub struct Errand<G> {
    pub state: G,
    /// The key under which the ledger keeps what is resolved of it.
    pub key: Key,
    /// The states on the way to it, by their keys and who is to move: when one of them is resolved, the errand is
    /// of no use any more.
    above: Vec<(Key, Player)>,
    /// Its place among the children of the last of these.
    index: u32,
}

/// The errands of all followers.
pub struct Errands<G>(Vec<Post<G>>);

struct Post<G> {
    /// The lower half of the errand's key; 0 if there is no errand.
    key: AtomicU64,
    errand: Mutex<Option<Errand<G>>>,
}

impl<G> Post<G> {
    fn lock(&self) -> MutexGuard<'_, Option<Errand<G>>> {
        self.errand.lock()
    }
}

impl<G: Game> Errands<G> {
    /// So many followers with nothing to do yet.
    pub fn new(followers: usize) -> Self {
        let post = || Post { key: AtomicU64::new(0), errand: Mutex::new(None) };
        Errands(std::iter::repeat_with(post).take(followers).collect())
    }

    /// Whether somebody is about to resolve the state with this key.
    #[inline]
    pub fn include(&self, key: Key) -> bool {
        self.0.iter().any(|post| post.key.load(Ordering::Relaxed) == key.low())
    }

    /// Whether there are no followers at all.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The best child that nobody is about to resolve.
    #[cold]
    pub fn leave_alone(&self, visit: &Visit<'_, G>, completion: Completion) -> Option<Candidate> {
        visit.best_of(|&child| !self.include(ledger_key(&visit.after(child), completion)))
    }

    /// The states that followers are to resolve, by the keys of their nodes.
    pub fn roots(&self) -> Vec<Key> {
        self.0.iter().filter_map(|post| Some(post.lock().as_ref()?.state.sharing_key())).collect()
    }

    /// Whether there is a follower who has nothing to do.
    pub fn are_wanted(&self) -> bool {
        self.include(Key::default())
    }

    /// What a follower has to do.
    pub fn of(&self, follower: usize) -> Option<Errand<G>> {
        self.0[follower].lock().clone()
    }

    /// A follower has done an errand, or cannot do it.
    pub fn finish(&self, follower: usize, key: Key) {
        let post = &self.0[follower];
        let mut errand = post.lock();
        // The leader may have changed its mind meanwhile.
        if errand.as_ref().is_some_and(|errand| errand.key == key) {
            post.key.store(0, Ordering::Relaxed);
            *errand = None;
        }
    }
}

/// A state of the best line, its node, and the place of the child that the line goes on with.
type Turn<G> = (G, NodeId, u32);

impl<G: Game> Walk<G> {
    /// Looks what the followers have found so far: what they work on hangs on the tree from now on, and the way there
    /// is backed up.
    pub fn listen(&mut self, errands: &Errands<G>, desk: &mut Desk<'_>) {
        self.come_back(desk);
        for post in &errands.0 {
            let errand = post.lock().clone();
            // Whoever forgets something meanwhile finds it again.
            let _ = errand.map_or(Ok(()), |errand| self.take_over(&errand, desk));
        }
    }

    fn take_over(&self, errand: &Errand<G>, desk: &mut Desk<'_>) -> Result<(), Forgotten> {
        let child = desk.tree.find(errand.state.sharing_key());
        let parent = errand.above.last().and_then(|(key, _)| desk.tree.find(*key));
        if let (Some(parent), Some(child)) = (parent, child)
            && self.is_leaf(parent, errand.index, desk)
        {
            self.link(parent, errand.index, child, desk)?;
        }
        for (key, player) in errand.above.iter().rev() {
            let Some(node) = desk.tree.find(*key) else { break };
            let mut hold = desk.tree.hold(node);
            let survey = hold.survey();
            let (rank, resolved) = back_up_from(&survey, hold.label(), *player, self.completion);
            hold.set_label(Label { exact: rank.exact(), value: rank.value(), resolved });
        }
        Ok(())
    }

    fn is_leaf(&self, node: NodeId, index: u32, desk: &Desk<'_>) -> bool {
        desk.tree.hold(node).leaves().any(|leaf| leaf.index == index)
    }

    /// Sends followers on errands who have nothing to do, or nothing that is of use any more.
    pub fn send(&mut self, errands: &Errands<G>, desk: &mut Desk<'_>) {
        self.listen(errands, desk);
        let line = self.best_line(&desk.tree);
        let is_resolved = |(key, _): &(Key, Player)| {
            desk.tree.find(*key).is_some_and(|node| desk.tree.label(node).resolved)
        };
        for post in &errands.0 {
            if post.lock().as_ref().is_none_or(|errand| errand.above.iter().any(is_resolved)) {
                let errand = self.next_errand(&line, errands, desk);
                let mut place = post.lock();
                post.key.store(errand.as_ref().map_or(0, |errand| errand.key.low()), Ordering::Relaxed);
                *place = errand;
            }
        }
    }

    /// The line of the best unresolved children.
    fn best_line(&self, tree: &Tree) -> Vec<Turn<G>> {
        let (mut line, mut state) = (Vec::new(), self.root.clone());
        let mut next = tree.find(state.sharing_key());
        while let Some(node) = next {
            let visit = Visit { tree, node, survey: &Survey::NONE, state: &state };
            let Some(best) = visit.best_of(|_| true) else { break };
            next = match best.place {
                Place::Link { child, .. } => Some(child),
                Place::Leaf => None,
            };
            let child = visit.after(best);
            line.push((std::mem::replace(&mut state, child), node, best.index));
        }
        line
    }

    /// A state beside the line that nobody is busy with: as near to the root as possible, and a choice of the
    /// player who seems to lose if there is one.
    fn next_errand(&self, line: &[Turn<G>], errands: &Errands<G>, desk: &Desk<'_>) -> Option<Errand<G>> {
        let tree = &desk.tree;
        let seems_lost = |turn: &&Turn<G>| f32::from(turn.0.turn().sign()) * tree.label(turn.1).value < 0.0;
        let turns = line.iter().filter(seems_lost).chain(line.iter().filter(|turn| !seems_lost(turn)));
        for (state, node, via) in turns {
            let mut ahead = state.clone();
            ahead.play(tree.move_to(*node, *via));
            // A mirror image of where the line goes would be what the leader does, once more.
            let own = ledger_key(&ahead, self.completion);
            let visit = Visit { tree, node: *node, survey: &Survey::NONE, state };
            let is_free = |candidate: &Candidate| {
                let key = ledger_key(&visit.after(*candidate), self.completion);
                key != own && !errands.include(key) && desk.ledger.gain(key).is_none()
            };
            if let Some(best) = visit.best_of(is_free) {
                let child = visit.after(best);
                let above = line.iter().map(|(state, ..)| (state.sharing_key(), state.turn()));
                let depth = line.iter().take_while(|turn| turn.1 != *node).count();
                let above = above.take(depth + 1).collect();
                let key = ledger_key(&child, self.completion);
                return Some(Errand { key, state: child, above, index: best.index });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use game::{Sharing, Width};
    use games::breakthrough::Breakthrough;

    use super::*;
    use crate::gate::Gate;
    use crate::knowledge::Knowledge;
    use crate::policy::Ubfm;
    use game::evaluate::{Noise, Own};

    /// A leader who has looked around, and one follower, whom it has sent on an errand.
    fn leader(known: &Gate<Knowledge>) -> (Walk<Breakthrough>, Errands<Breakthrough>) {
        let mut walk = Walk::new(Breakthrough::start(6, 6), Completion::On, &Ubfm, 0);
        let (mut desk, errands) = (Desk::new(known), Errands::new(1));
        for _ in 0..2_000 {
            walk.iterate(&mut Ubfm, &Noise { seed: 1 }, &errands, &mut desk).unwrap();
        }
        walk.send(&errands, &mut desk);
        (walk, errands)
    }

    #[test]
    fn the_leader_takes_over_what_a_follower_has_found() {
        let known = Gate::new(Knowledge::new(Width::Pair));
        let (mut walk, errands) = leader(&known);
        let errand = errands.of(0).unwrap();
        let mut desk = Desk::new(&known);
        let mut follower = Walk::new(errand.state, Completion::On, &Ubfm, 1);
        for _ in 0..2_000 {
            follower.iterate(&mut Ubfm, &Noise { seed: 1 }, &Errands::new(0), &mut desk).unwrap();
        }
        follower.come_back(&mut desk);
        walk.listen(&errands, &mut desk);
        let parent = desk.tree.find(errand.above.last().unwrap().0).unwrap();
        let child = desk.tree.find(errand.state.sharing_key()).unwrap();
        assert!(
            desk.tree.hold(parent).links().iter().any(|link| link.child == child),
            "it hangs on the tree"
        );
        for (key, player) in &errand.above {
            let mut hold = desk.tree.hold(desk.tree.find(*key).unwrap());
            let value = hold.survey().rank(*player).value();
            assert_eq!(hold.label().value, value, "the whole way knows");
        }
    }

    /// Both sides of the board are alike in the beginning, and so are the first moves to the left and to the right.
    #[test]
    fn nobody_is_sent_to_the_mirror_image_of_what_the_leader_does() {
        let known = Gate::new(Knowledge::new(Width::Pair));
        let (mut walk, errands) =
            (Walk::new(Breakthrough::start(3, 7), Completion::Sighted, &Ubfm, 0), Errands::new(1));
        let mut desk = Desk::new(&known);
        for iterations in 1..500 {
            walk.iterate(&mut Ubfm, &Own, &Errands::new(0), &mut desk).unwrap();
            walk.send(&errands, &mut desk);
            let errand = errands.of(0).expect("there is more than one move");
            for (state, node, via) in walk.best_line(&desk.tree) {
                let mut ahead = state;
                ahead.play(desk.tree.move_to(node, via));
                assert_ne!(ahead.canonical_key(), errand.key, "after {iterations} iterations");
            }
            errands.finish(0, errand.key);
        }
    }
}
