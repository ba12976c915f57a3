//! What followers do for the leader: each resolves a state that the proof will need, out of the leader's way.
//!
//! Whoever loses has to be refuted whatever it plays. So where the leader follows one move of the player who seems
//! to lose, the other moves are as much part of the proof. Followers resolve them meanwhile, and the leader keeps
//! away from them as long as there is something else to do.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Game, Key};

use crate::label::Completion;
use crate::policy::Visit;
use crate::proof_number::ledger::Ledger;
use crate::tree::{Candidate, NodeId, Place, Survey};
use crate::walk::{Walk, ledger_key};

/// A state to resolve.
#[derive(Clone)]
pub struct Errand<G> {
    pub state: G,
    /// The key under which the ledger keeps what is resolved of it.
    pub key: Key,
    /// The keys of the states on the way to it: when one of them is resolved, it is of no use any more.
    above: Vec<Key>,
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
        self.errand.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// Sends followers on errands who have nothing to do, or nothing that is of use any more.
    pub fn send(&mut self, errands: &Errands<G>, ledger: &Ledger) {
        self.come_back();
        let line = self.best_line();
        let is_resolved = |key: &Key| self.tree.find(*key).is_some_and(|node| self.tree.label(node).resolved);
        for post in &errands.0 {
            if post.lock().as_ref().is_none_or(|errand| errand.above.iter().any(is_resolved)) {
                let errand = self.next_errand(&line, errands, ledger);
                let mut place = post.lock();
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
            let is_free = |candidate: &Candidate| {
                let key = ledger_key(&self.after(state, *node, *candidate), self.completion);
                candidate.index != *via && !errands.include(key) && ledger.gain(key).is_none()
            };
            if let Some(best) = self.best_of(state, *node, is_free) {
                let child = self.after(state, *node, best);
                let above = line.iter().map(|(state, ..)| state.sharing_key());
                let depth = line.iter().take_while(|turn| turn.1 != *node).count();
                let above = above.take(depth + 1).collect();
                return Some(Errand { key: ledger_key(&child, self.completion), state: child, above });
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
