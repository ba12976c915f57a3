//! What followers do for the leader: each resolves a state that the proof will need, out of the leader's way.
//!
//! Whoever loses has to be refuted whatever it plays. So where the leader follows one move of the player who seems
//! to lose, the other moves are as much part of the proof. Followers resolve them meanwhile, and the leader keeps
//! away from them as long as there is something else to do. A state that nobody resolves in time is searched all the
//! same: followers tell what it seems to be worth, and the leader believes who has looked longer than itself.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Game, Key, Player};

use crate::label::{Completion, Label};
use crate::policy::Visit;
use crate::proof_number::ledger::Ledger;
use crate::tree::{Candidate, Link, NodeId, Place, Survey};
use crate::walk::{Walk, ledger_key};

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
    /// What the follower has told of it; 0 if nothing yet.
    word: AtomicU64,
    errand: Mutex<Option<Errand<G>>>,
}

/// What a state seems to be worth to somebody who has made so many iterations from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word {
    pub value: f32,
    pub iterations: u32,
}

impl Word {
    fn pack(self) -> u64 {
        u64::from(self.iterations) << 32 | u64::from(self.value.to_bits())
    }

    fn unpack(bits: u64) -> Option<Word> {
        let word = Word { value: f32::from_bits(bits as u32), iterations: (bits >> 32) as u32 };
        (word.iterations > 0).then_some(word)
    }
}

impl<G> Post<G> {
    fn lock(&self) -> MutexGuard<'_, Option<Errand<G>>> {
        self.errand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game> Errands<G> {
    /// So many followers with nothing to do yet.
    pub fn new(followers: usize) -> Self {
        let post = || Post { key: AtomicU64::new(0), word: AtomicU64::new(0), errand: Mutex::new(None) };
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

    /// A follower tells what it has found so far on an errand.
    pub fn tell(&self, follower: usize, key: Key, word: Word) {
        let post = &self.0[follower];
        let errand = post.lock();
        // The leader may have changed its mind meanwhile.
        if errand.as_ref().is_some_and(|errand| errand.key == key) {
            post.word.store(word.pack(), Ordering::Relaxed);
        }
    }

    /// The best child that nobody is about to resolve.
    #[cold]
    pub fn leave_alone(&self, visit: &Visit<'_, G>, completion: Completion) -> Option<Candidate> {
        visit.best_of(|&child| !self.include(ledger_key(&visit.after(child), completion)))
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
    /// Listens to what the followers have found so far.
    pub fn listen(&mut self, errands: &Errands<G>) {
        self.come_back();
        for post in &errands.0 {
            let errand = post.lock().clone();
            if let (Some(errand), Some(word)) = (errand, Word::unpack(post.word.load(Ordering::Relaxed))) {
                self.believe(&errand, word);
            }
        }
    }

    /// Takes over what a state is worth to whoever has looked longer, and backs up the way to it.
    fn believe(&mut self, errand: &Errand<G>, word: Word) {
        let parent = errand.above.last().and_then(|(key, _)| self.tree.find(*key));
        let link = |node| (0..).zip(self.tree.links_of(node)).find(|(_, link)| link.index() == errand.index);
        match parent.map(|node| (node, link(node))) {
            Some((_, Some((_, &Link { child, selections, .. })))) => {
                let label = self.tree.label(child);
                if label.resolved || selections >= word.iterations {
                    return;
                }
                self.tree.set_label(child, Label { value: word.value, ..label });
            }
            Some((node, None)) if self.tree.leaves(node).any(|leaf| leaf.index == errand.index) => {
                self.tree.set_leaf(node, errand.index, word.value);
            }
            _ => return,
        }
        for (key, player) in errand.above.iter().rev() {
            let Some(node) = self.tree.find(*key) else { return };
            let survey = self.tree.survey(node);
            let (rank, resolved) = self.back_up_from(&survey, node, *player);
            let label = Label { exact: rank.exact(), value: rank.value(), resolved };
            self.tree.set_label(node, label);
        }
    }

    /// Sends followers on errands who have nothing to do, or nothing that is of use any more.
    pub fn send(&mut self, errands: &Errands<G>, ledger: &Ledger) {
        self.listen(errands);
        let line = self.best_line();
        let is_resolved = |(key, _): &(Key, Player)| {
            self.tree.find(*key).is_some_and(|node| self.tree.label(node).resolved)
        };
        for post in &errands.0 {
            if post.lock().as_ref().is_none_or(|errand| errand.above.iter().any(is_resolved)) {
                let errand = self.next_errand(&line, errands, ledger);
                let mut place = post.lock();
                post.word.store(0, Ordering::Relaxed);
                post.key.store(errand.as_ref().map_or(0, |errand| errand.key.low()), Ordering::Relaxed);
                *place = errand;
            }
        }
    }

    /// The line of the best unresolved children.
    fn best_line(&self) -> Vec<Turn<G>> {
        let (mut line, mut state) = (Vec::new(), self.root.clone());
        let mut next = self.tree.find(state.sharing_key());
        while let Some(node) = next {
            let Some(best) = self.best_of(&state, node, |_| true) else { break };
            next = match best.place {
                Place::Link(slot) => Some(self.tree.links_of(node)[slot as usize].child),
                Place::Leaf => None,
            };
            let child = self.after(&state, node, best);
            line.push((std::mem::replace(&mut state, child), node, best.index));
        }
        line
    }

    /// A state beside the line that nobody is busy with: as near to the root as possible, and a choice of the
    /// player who seems to lose if there is one.
    fn next_errand(&self, line: &[Turn<G>], errands: &Errands<G>, ledger: &Ledger) -> Option<Errand<G>> {
        let seems_lost =
            |turn: &&Turn<G>| f32::from(turn.0.turn().sign()) * self.tree.label(turn.1).value < 0.0;
        let turns = line.iter().filter(seems_lost).chain(line.iter().filter(|turn| !seems_lost(turn)));
        for (state, node, via) in turns {
            let mut ahead = state.clone();
            ahead.play(self.tree.move_to(*node, *via));
            // A mirror image of where the line goes would be what the leader does, once more.
            let own = ledger_key(&ahead, self.completion);
            let is_free = |candidate: &Candidate| {
                let key = ledger_key(&self.after(state, *node, *candidate), self.completion);
                key != own && !errands.include(key) && ledger.gain(key).is_none()
            };
            if let Some(best) = self.best_of(state, *node, is_free) {
                let child = self.after(state, *node, best);
                let above = line.iter().map(|(state, ..)| (state.sharing_key(), state.turn()));
                let depth = line.iter().take_while(|turn| turn.1 != *node).count();
                let above = above.take(depth + 1).collect();
                let key = ledger_key(&child, self.completion);
                return Some(Errand { key, state: child, above, index: best.index });
            }
        }
        None
    }

    /// The best unresolved child that is wanted.
    fn best_of(&self, state: &G, node: NodeId, wants: impl Fn(&Candidate) -> bool) -> Option<Candidate> {
        let is_resolved = |child: &Candidate| match child.place {
            Place::Link(slot) => self.tree.label(self.tree.links_of(node)[slot as usize].child).resolved,
            Place::Leaf => false,
        };
        let visit = Visit { tree: &self.tree, node, survey: &Survey::NONE, state };
        visit.best_of(|child| !is_resolved(child) && wants(child))
    }

    fn after(&self, state: &G, node: NodeId, child: Candidate) -> G {
        Visit { tree: &self.tree, node, survey: &Survey::NONE, state }.after(child)
    }
}

#[cfg(test)]
mod tests {
    use games::breakthrough::Breakthrough;

    use super::*;
    use crate::evaluate::{Noise, Own};
    use crate::policy::Ubfm;
    use crate::walk::Common;

    /// A leader who has looked around, and one follower, whom it has sent on an errand.
    fn leader() -> (Walk<Breakthrough>, Errands<Breakthrough>) {
        let mut walk = Walk::new(Breakthrough::start(6, 6), Completion::On, &Ubfm);
        let (ledger, errands) = (Ledger::new(), Errands::new(1));
        for _ in 0..2_000 {
            let common = Common { ledger: &ledger, errands: &errands };
            walk.iterate(&mut Ubfm, &Noise { seed: 1 }, common).unwrap();
        }
        walk.send(&errands, &ledger);
        (walk, errands)
    }

    #[test]
    fn the_leader_believes_who_has_looked_longer() {
        let (mut walk, errands) = leader();
        let errand = errands.of(0).unwrap();
        let &(key, player) = errand.above.last().unwrap();
        let parent = walk.tree.find(key).unwrap();
        let before = walk.tree.label(parent);
        // Better for whoever chooses there than anything that the leader has seen.
        let value = 10.0 * f32::from(player.sign());
        errands.tell(0, errand.key, Word { value, iterations: 1 });
        walk.listen(&errands);
        assert_eq!(walk.tree.label(parent), before, "one glance is no news");
        errands.tell(0, errand.key, Word { value, iterations: 1_000_000 });
        walk.listen(&errands);
        assert_eq!(walk.tree.label(parent).value, value);
        for (key, player) in &errand.above {
            let node = walk.tree.find(*key).unwrap();
            let survey = walk.tree.survey(node);
            let (rank, _) = walk.back_up_from(&survey, node, *player);
            assert_eq!(walk.tree.label(node).value, rank.value(), "the whole way knows");
        }
    }

    /// Both sides of the board are alike in the beginning, and so are the first moves to the left and to the right.
    #[test]
    fn nobody_is_sent_to_the_mirror_image_of_what_the_leader_does() {
        let (mut walk, errands, ledger) = (
            Walk::new(Breakthrough::start(3, 7), Completion::Sighted, &Ubfm),
            Errands::new(1),
            Ledger::new(),
        );
        for iterations in 1..500 {
            let common = Common { ledger: &ledger, errands: &Errands::new(0) };
            walk.iterate(&mut Ubfm, &Own, common).unwrap();
            walk.send(&errands, &ledger);
            let errand = errands.of(0).expect("there is more than one move");
            let line = walk.best_line();
            for (state, node, via) in &line {
                let mut ahead = *state;
                ahead.play(walk.tree.move_to(*node, *via));
                assert_ne!(ahead.canonical_key(), errand.key, "after {iterations} iterations");
            }
            errands.finish(0, errand.key);
        }
    }

    #[test]
    fn what_is_told_of_another_errand_is_not_heard() {
        let (mut walk, errands) = leader();
        let (before, key) = (walk.root_label(), errands.of(0).unwrap().key);
        errands.tell(0, Key::default(), Word { value: 10.0, iterations: 1_000_000 });
        errands.finish(0, key);
        errands.tell(0, key, Word { value: 10.0, iterations: 1_000_000 });
        walk.listen(&errands);
        assert_eq!(walk.root_label(), before);
    }
}
