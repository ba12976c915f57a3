//! Expansion, the unit of work: all children generated once, looked up once, evaluated in one batch.

use game::{Bounds, Game, Key};

use crate::evaluate::Evaluator;
use crate::label::{Completion, Label, finite};
use crate::tree::{Child, NodeId, Tree};
use crate::truth;

/// Every move of a state with where it leads.
pub fn children<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let after = |m| {
        let mut child = state.clone();
        child.play(m);
        (m, child)
    };
    moves.into_iter().map(after).collect()
}

/// Buffers for expansions. They are kept from one to the next: nothing here allocates in the long run.
pub struct Expander<G: Game> {
    moves: Vec<G::Move>,
    /// What is certain after each of them, if one look at the state tells.
    prospects: Vec<Bounds>,
    children: Vec<Child>,
    /// The children to evaluate ...
    leaves: Vec<G>,
    /// ... their keys and their places in the child list, one for one ...
    keys: Vec<Key>,
    places: Vec<u32>,
    /// ... and what they are worth.
    values: Vec<f32>,
    /// Children found to be expanded.
    found: Vec<(u32, NodeId)>,
    /// The largest number of children so far.
    pub most_children: usize,
}

impl<G: Game> Expander<G> {
    pub fn new() -> Self {
        Expander {
            moves: Vec::new(),
            prospects: Vec::new(),
            children: Vec::new(),
            leaves: Vec::new(),
            keys: Vec::new(),
            places: Vec::new(),
            values: Vec::new(),
            found: Vec::new(),
            most_children: 0,
        }
    }

    /// A state without children.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.children.clear();
        self.leaves.clear();
        self.keys.clear();
        self.places.clear();
        self.prospects.clear();
    }

    /// Generates the children of a state. Those that need no search have their label, the others wait as
    /// leaves with their keys. `announce` sees every key as early as possible.
    #[inline]
    pub fn generate(&mut self, state: &G, completion: Completion, mut announce: impl FnMut(Key)) {
        self.clear();
        state.moves(&mut self.moves);
        if completion == Completion::Sighted {
            state.prospects(&self.moves, &mut self.prospects);
        }
        for (index, &m) in (0..).zip(&self.moves) {
            // Played where it will stay: most children are leaves.
            self.leaves.push(state.clone());
            let child = self.leaves.last_mut().expect("a child was pushed a moment ago");
            child.play(m);
            let prospect = || Some(Label::exactly(self.prospects.get(index as usize)?.gain()?));
            // The end of the game first: it has a value of its own.
            self.children.push(match truth::label(child, completion).or_else(prospect) {
                Some(label) => {
                    self.leaves.pop();
                    if label.resolved { Child::Settled(label.rank()) } else { Child::Leaf(label.value) }
                }
                None => {
                    let key = child.sharing_key();
                    announce(key);
                    self.keys.push(key);
                    self.places.push(index);
                    Child::Leaf(0.0)
                }
            });
        }
        self.most_children = self.most_children.max(self.moves.len());
    }

    /// Takes the children that are expanded already out of the leaves.
    #[inline]
    fn look_up(&mut self, tree: &Tree<G::Move>) {
        let mut kept = 0;
        for i in 0..self.leaves.len() {
            let place = self.places[i];
            match tree.find(self.keys[i]) {
                Some(id) => self.children[place as usize] = Child::Known(id),
                None => {
                    if kept < i {
                        self.leaves.swap(kept, i);
                        self.places[kept] = place;
                    }
                    kept += 1;
                }
            }
        }
        self.leaves.truncate(kept);
    }

    /// Evaluates the leaves in one batch. Returns how many there were.
    #[inline]
    pub fn evaluate(&mut self, state: &G, evaluator: &dyn Evaluator<G>) -> usize {
        self.values.clear();
        self.values.resize(self.leaves.len(), 0.0);
        evaluator.evaluate(state, &self.leaves, &mut self.values);
        for (&place, &value) in self.places.iter().zip(&self.values) {
            self.children[place as usize] = Child::Leaf(finite(value));
        }
        self.leaves.len()
    }

    /// Expands a state that is not terminal: [`Expander::moves`] and [`Expander::children`] are then what
    /// the tree stores. Returns the number of evaluations.
    #[inline]
    pub fn expand(
        &mut self,
        state: &G,
        completion: Completion,
        tree: &Tree<G::Move>,
        evaluator: &dyn Evaluator<G>,
    ) -> usize {
        self.generate(state, completion, |key| tree.prefetch(key));
        self.look_up(tree);
        self.evaluate(state, evaluator)
    }

    /// Looks the leaves of a node up in the tree, to find those that were expanded through another parent.
    pub fn find_leaves(&mut self, state: &G, node: NodeId, tree: &Tree<G::Move>) {
        self.keys.clear();
        self.places.clear();
        self.places.extend(tree.hold(node).leaves().map(|leaf| leaf.index));
        let moves = tree.moves(node);
        for &index in &self.places {
            let mut child = state.clone();
            child.play(moves[index as usize]);
            let key = child.sharing_key();
            tree.prefetch(key);
            self.keys.push(key);
        }
        let found = |(&place, &key): (&u32, &Key)| Some((place, tree.find(key)?));
        self.found.clear();
        self.found.extend(self.places.iter().zip(&self.keys).filter_map(found));
    }

    /// What [`Expander::find_leaves`] found: places in the child list and nodes.
    pub fn found(&self) -> &[(u32, NodeId)] {
        &self.found
    }

    /// The moves of the state that was expanded last.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The children of the state that was expanded last, in the order of their moves.
    pub fn children(&self) -> &[Child] {
        &self.children
    }

    /// The children that are not terminal, and their places in the child list.
    pub fn leaves(&self) -> (&[G], &[u32]) {
        (&self.leaves, &self.places)
    }

    /// The values of the leaves that were evaluated last.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}
