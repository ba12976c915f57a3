//! What the suite remembers of the states it has seen, to hold their keys against equality.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use crate::{Game, Key};

/// How many different states are remembered; then the memory begins anew.
const MAX_STATES: usize = 20_000;

/// States in the order of their coming, and where to find them by each of their keys and by their hash.
pub(super) struct Memory<G> {
    states: Vec<(G, Key)>,
    by_key: HashMap<Key, usize>,
    by_sharing_key: HashMap<Key, usize>,
    by_canonical_key: HashMap<Key, usize>,
    by_hash: HashMap<u64, usize>,
    hasher: RandomState,
}

impl<G> Default for Memory<G> {
    fn default() -> Self {
        let (states, by_key, by_sharing_key, by_canonical_key, by_hash, hasher) = Default::default();
        Memory { states, by_key, by_sharing_key, by_canonical_key, by_hash, hasher }
    }
}

impl<G: Game> Memory<G> {
    /// Compares a state with those that share a key or the hash with it, then remembers it.
    pub(super) fn key_and_equality_agree(&mut self, state: &G) -> Result<(), String> {
        let (key, sharing, hash) = (state.key(), state.sharing_key(), self.hasher.hash_one(state));
        let other = |index: Option<&usize>| index.map(|&index| &self.states[index]);
        if other(self.by_sharing_key.get(&sharing)).is_some_and(|(other, _)| other != state) {
            return Err("a different state has the same sharing key".into());
        }
        let alike = |(other, _): &(G, Key)| {
            let kind = |state: &G| (state.turn(), state.outcome(), state.count_moves(&mut Vec::new()));
            kind(other) == kind(state)
        };
        if !other(self.by_canonical_key.get(&state.canonical_key())).is_none_or(alike) {
            return Err("a state of another kind has the same canonical key".into());
        }
        let same_key = other(self.by_key.get(&key));
        if same_key.is_some_and(|(other, _)| other != state) {
            return Err("a different state has the same key".into());
        }
        let same_hash = other(self.by_hash.get(&hash));
        if same_hash.is_some_and(|(other, other_key)| other == state && *other_key != key) {
            return Err("an equal state has a different key".into());
        }
        if same_key.is_some() && same_hash.is_none() {
            return Err("an equal state has a different hash".into());
        }
        if same_key.is_none() || !self.by_sharing_key.contains_key(&sharing) {
            self.remember(state, key, sharing, hash);
        }
        Ok(())
    }

    fn remember(&mut self, state: &G, key: Key, sharing: Key, hash: u64) {
        if self.states.len() == MAX_STATES {
            self.states.clear();
            self.by_key.clear();
            self.by_sharing_key.clear();
            self.by_canonical_key.clear();
            self.by_hash.clear();
        }
        let index = self.states.len();
        self.states.push((state.clone(), key));
        self.by_key.insert(key, index);
        self.by_sharing_key.insert(sharing, index);
        self.by_canonical_key.insert(state.canonical_key(), index);
        self.by_hash.insert(hash, index);
    }
}
