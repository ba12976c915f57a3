//! The part of the game that [`super::pns`] stores: a graph whose states know their parents.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use game::children::Keys;
use game::{Bounds, Key, Player};

use super::children::ProofChild;
use crate::ledger::memory::ProofMemory;
use crate::ledger::numbers::{Numbers, Question};

/// The index of a state in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateId(u32);

/// A state that was generated.
struct State<M> {
    key: Key,
    proven: Bounds,
    numbers: Numbers,
    /// The player to move. It is set when the state is expanded.
    player: Player,
    /// The moves and the states they lead to. Empty if the state is not expanded, or is decided and has
    /// released its children.
    children: Box<[(M, StateId)]>,
    /// The parents, one entry for each move that leads here.
    parents: Vec<StateId>,
}

/// All states that a search stores.
pub struct Graph<M> {
    states: Vec<State<M>>,
    /// Free indices.
    free: Vec<StateId>,
    ids: ByKey<StateId>,
    /// What was proven of states that are no longer stored. Later searches may meet them again, and a proof
    /// is expensive.
    remembered: ByKey<Bounds>,
    /// The total number of entries in all lists of children.
    links: usize,
    root: StateId,
    pub question: Question,
}

type ByKey<T> = HashMap<Key, T, BuildHasherDefault<KeyHasher>>;

/// Keys are uniformly distributed, so half of a key is a good hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key is written as one number");
    }
}

/// The graph belongs to one question, and so do its numbers.
impl<M: Copy> ProofMemory for Graph<M> {
    fn keys(&self) -> Keys {
        Keys::Sharing
    }

    fn known(&self, key: Key, _: Question) -> (Bounds, Option<Numbers>) {
        match self.ids.get(&key) {
            Some(&id) => (self.state(id).proven, Some(self.state(id).numbers)),
            None => (self.remembered.get(&key).copied().unwrap_or(Bounds::ANY), None),
        }
    }
}

impl<M: Copy> Graph<M> {
    /// A graph that consists of a root.
    pub fn new(root: Key, question: Question) -> Graph<M> {
        let mut graph = Graph {
            states: Vec::new(),
            free: Vec::new(),
            ids: HashMap::default(),
            remembered: HashMap::default(),
            links: 0,
            root: StateId(0),
            question,
        };
        graph.restart(root, question);
        graph
    }

    /// Restarts with another root or question. What is proven is kept, because it holds for every question.
    pub fn restart(&mut self, root: Key, question: Question) {
        for state in std::mem::take(&mut self.states) {
            remember(&mut self.remembered, state.key, state.proven);
        }
        self.free.clear();
        self.ids.clear();
        self.links = 0;
        self.question = question;
        self.root = self.insert(root, Bounds::ANY, Numbers([1, 1]));
    }

    pub fn root(&self) -> StateId {
        self.root
    }

    fn state(&self, id: StateId) -> &State<M> {
        &self.states[id.0 as usize]
    }

    fn state_mut(&mut self, id: StateId) -> &mut State<M> {
        &mut self.states[id.0 as usize]
    }

    pub fn is_expanded(&self, id: StateId) -> bool {
        !self.state(id).children.is_empty()
    }

    /// The children with their current bounds and numbers.
    pub fn children(&self, id: StateId) -> impl Iterator<Item = ProofChild<M>> {
        self.state(id).children.iter().map(|&(m, child)| {
            let State { key, proven, numbers, .. } = *self.state(child);
            ProofChild { m, key, proven, numbers }
        })
    }

    /// The move of an expanded state with the least number for the player to move, and the child it leads to.
    pub fn cheapest(&self, id: StateId) -> Option<(M, StateId)> {
        let State { player, children, .. } = self.state(id);
        children.iter().copied().min_by_key(|&(_, child)| self.state(child).numbers.of(*player))
    }

    /// Adds the children of a state and backs up.
    pub fn expand(&mut self, id: StateId, player: Player, children: &[ProofChild<M>]) {
        let linked: Box<[(M, StateId)]> = children
            .iter()
            .map(|child| {
                let known = self.ids.get(&child.key).copied();
                let to = known.unwrap_or_else(|| self.insert(child.key, child.proven, child.numbers));
                self.state_mut(to).parents.push(id);
                (child.m, to)
            })
            .collect();
        self.links += linked.len();
        let state = self.state_mut(id);
        (state.player, state.children) = (player, linked);
        self.back_up_from(id);
    }

    fn insert(&mut self, key: Key, proven: Bounds, numbers: Numbers) -> StateId {
        let (children, parents) = Default::default();
        let state = State { key, proven, numbers, player: Player::First, children, parents };
        let id = match self.free.pop() {
            Some(id) => {
                *self.state_mut(id) = state;
                id
            }
            None => {
                self.states.push(state);
                StateId((self.states.len() - 1) as u32)
            }
        };
        self.ids.insert(key, id);
        id
    }

    /// Backs up a state and, as long as something changes, all of its ancestors. A decided state releases its
    /// children; only the root keeps them, as moves to choose from.
    fn back_up_from(&mut self, id: StateId) {
        let mut changed = VecDeque::from([id]);
        while let Some(id) = changed.pop_front() {
            // It may have been released while it was in the queue.
            if !self.is_expanded(id) {
                continue;
            }
            let player = self.state(id).player;
            let proven = Bounds::back_up(player, self.children(id).map(|child| child.proven));
            let numbers = Numbers::back_up(player, self.children(id).map(|child| child.numbers));
            let state = self.state_mut(id);
            // An earlier question may have proven more than the children do.
            let proven = proven.and(state.proven);
            if (state.proven, state.numbers) == (proven, numbers) {
                continue;
            }
            (state.proven, state.numbers) = (proven, numbers);
            changed.extend(state.parents.iter().copied());
            if self.question.winner(proven).is_some() && id != self.root {
                self.release_children(id);
            }
        }
    }

    /// Removes the children of a state, and all states that are then without a parent.
    fn release_children(&mut self, id: StateId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let children = std::mem::take(&mut self.state_mut(id).children);
            self.links -= children.len();
            for &(_, child) in &children {
                let parents = &mut self.state_mut(child).parents;
                if let Some(index) = parents.iter().position(|&parent| parent == id) {
                    parents.swap_remove(index);
                }
                if parents.is_empty() {
                    open.push(child);
                }
            }
            if self.state(id).parents.is_empty() {
                let State { key, proven, .. } = *self.state(id);
                remember(&mut self.remembered, key, proven);
                self.ids.remove(&key);
                self.free.push(id);
            }
        }
    }

    /// Makes another state the root and removes what is not below it. Returns `false` if the state is not
    /// stored, or is decided and has no children left.
    pub fn move_root(&mut self, key: Key) -> bool {
        let Some(&id) = self.ids.get(&key).filter(|&&id| self.is_expanded(id)) else { return false };
        let old = std::mem::replace(&mut self.root, id);
        if old != id {
            // The links to the new root are cut; otherwise the states above it would keep it as a child.
            for parent in std::mem::take(&mut self.state_mut(id).parents) {
                let children = &self.state(parent).children;
                let kept: Box<[_]> = children.iter().copied().filter(|&(_, child)| child != id).collect();
                self.links -= children.len() - kept.len();
                self.state_mut(parent).children = kept;
            }
            self.release_children(old);
        }
        true
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len() - self.free.len()
    }

    /// The memory in use after adding `more` children to one state, in bytes.
    pub fn bytes_with(&self, more: usize) -> usize {
        let states =
            next_capacity(self.states.len() + more.saturating_sub(self.free.len()), self.states.capacity());
        let ids = next_capacity(self.ids.len() + more, self.ids.capacity());
        // Per state two lists, each with the overhead of an allocation; per link one entry in each kind of
        // list.
        states * (size_of::<State<M>>() + 2 * 16)
            + ids * (size_of::<(Key, StateId)>() + 1)
            + self.remembered.capacity() * (size_of::<(Key, Bounds)>() + 1)
            + (self.links + more) * (size_of::<(M, StateId)>() + 4 * size_of::<StateId>())
            + self.free.capacity() * size_of::<StateId>()
    }
}

/// Stores proven bounds, if anything is proven.
fn remember(remembered: &mut ByKey<Bounds>, key: Key, proven: Bounds) {
    if proven != Bounds::ANY {
        remembered.insert(key, proven);
    }
}

/// The capacity of an array that doubles when it is full.
fn next_capacity(length: usize, capacity: usize) -> usize {
    if length <= capacity { capacity } else { length.max(2 * capacity) }
}
