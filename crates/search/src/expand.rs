//! Expansion, the unit of work: all children generated once, looked up once, evaluated in one batch.

use game::children::{Family, Look};
use game::{ChildGenerator, Clock, Cut, Game, Key, TerminalFunction};

use crate::label::{Completion, Label, finite};
use crate::tree::{Child, NodeId, Tree};
use game::evaluate::Evaluator;

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

/// A copy of a state, in the memory of one that is not needed any more if there is one.
#[inline]
pub fn copy<G: Game>(state: &G, spare: &mut Vec<G>) -> G {
    match spare.pop() {
        Some(mut copy) => {
            copy.clone_from(state);
            copy
        }
        None => state.clone(),
    }
}

/// An evaluator, and the clock of the worker that asks it.
pub struct Timed<'a, G: Game> {
    pub evaluator: &'a dyn Evaluator<G>,
    pub clock: &'a Clock<'a>,
}

impl<G: Game> Clone for Timed<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Timed<'_, G> {}

/// Expansions, one after the other. The clock may cut one short, which is then of no use: a tree gets whole families only. Buffers are kept from one to the next: nothing here allocates in the long run.
pub struct Expander<G: Game> {
    generator: Box<dyn ChildGenerator<G>>,
    /// f_t
    terminal: TerminalFunction,
    /// The children at first sight ...
    family: Family<G::Move>,
    /// ... and as the tree stores them.
    children: Vec<Child>,
    /// Of those that wait to be evaluated: their places in the child list ...
    places: Vec<u32>,
    /// ... which of them are new ...
    new: Vec<u32>,
    /// ... and what they are worth.
    values: Vec<f32>,
    /// Children found to be expanded.
    found: Vec<(u32, NodeId)>,
    /// The largest number of children so far.
    pub most_children: usize,
}

impl<G: Game> Expander<G> {
    /// An expander of states of this game, with this f_t.
    pub fn new(root: &G, terminal: TerminalFunction) -> Self {
        Expander {
            generator: root.child_generator(),
            terminal,
            family: Family::default(),
            children: Vec::new(),
            places: Vec::new(),
            new: Vec::new(),
            values: Vec::new(),
            found: Vec::new(),
            most_children: 0,
        }
    }

    /// A state without children.
    pub fn clear(&mut self) {
        self.family.clear();
        self.children.clear();
        self.places.clear();
    }

    /// Generates the children of a state. Those that need no search have their label, the others wait as
    /// leaves with their keys. `announce` sees every key as early as possible.
    #[inline]
    pub fn generate(
        &mut self,
        state: &G,
        completion: Completion,
        clock: &Clock<'_>,
        mut announce: impl FnMut(Key),
    ) -> Result<(), Cut> {
        self.clear();
        let look = if completion == Completion::Sighted { Look::Sight } else { Look::Rules };
        self.generator.generate(state, look(self.terminal), &mut self.family, clock)?;
        self.family.keys.iter().for_each(|&key| announce(key));
        self.most_children = self.most_children.max(self.family.children.len());
        if self.family.keys.len() == self.family.children.len() {
            // No child is settled, which is so nearly everywhere.
            self.children.resize(self.family.children.len(), Child::Leaf(0.0));
            self.places.extend(0..self.family.children.len() as u32);
            return Ok(());
        }
        self.children.reserve(self.family.children.len());
        for (index, child) in (0..).zip(&self.family.children) {
            let label = match child.outcome {
                Some(outcome) => Some(completion.terminal(outcome, child.value)),
                None => child.bounds.gain().map(Label::exactly),
            };
            self.children.push(match label {
                Some(label) if label.resolved => Child::Settled(label.rank()),
                Some(label) => Child::Leaf(label.value),
                None => {
                    self.places.push(index);
                    Child::Leaf(0.0)
                }
            });
        }
        Ok(())
    }

    /// Takes the children that are expanded already out of the leaves.
    #[inline]
    fn look_up(&mut self, tree: &Tree) {
        self.new.clear();
        for (number, (&key, &place)) in (0..).zip(self.family.keys.iter().zip(&self.places)) {
            match tree.find(key) {
                Some(id) => self.children[place as usize] = Child::Known(id),
                None => self.new.push(number),
            }
        }
        if self.new.len() < self.places.len() {
            self.generator.keep(&self.new);
            for (kept, &number) in self.new.iter().enumerate() {
                self.places[kept] = self.places[number as usize];
            }
            self.places.truncate(self.new.len());
        }
    }

    /// Evaluates the leaves. Returns how many states were evaluated for that.
    #[inline]
    pub fn evaluate(&mut self, state: &G, by: Timed<'_, G>) -> Result<usize, Cut> {
        self.values.clear();
        self.values.resize(self.places.len(), 0.0);
        let Expander { generator, values, .. } = self;
        let mut evaluations = 0;
        by.clock.in_slices(values.len(), |leaves| {
            evaluations += generator.evaluate(state, leaves.clone(), by.evaluator, &mut values[leaves]);
        })?;
        for (&place, &value) in self.places.iter().zip(&self.values) {
            self.children[place as usize] = Child::Leaf(finite(value));
        }
        Ok(evaluations)
    }

    /// A pessimistic and an optimistic estimate of each leaf.
    pub fn bounds(
        &mut self,
        state: &G,
        by: Timed<'_, G>,
        spread: f32,
        bounds: &mut [[f32; 2]],
    ) -> Result<(), Cut> {
        by.clock.in_slices(bounds.len(), |leaves| {
            self.generator.bounds(state, leaves.clone(), by.evaluator, spread, &mut bounds[leaves]);
        })
    }

    /// Expands a state that is not terminal: [`Expander::moves`] and [`Expander::children`] are then what
    /// the tree stores. Returns the number of evaluations.
    #[inline]
    pub fn expand(
        &mut self,
        state: &G,
        completion: Completion,
        tree: &Tree,
        by: Timed<'_, G>,
    ) -> Result<usize, Cut> {
        self.generate(state, completion, by.clock, |key| tree.prefetch(key))?;
        self.look_up(tree);
        self.evaluate(state, by)
    }

    /// Looks the leaves of a node up in the tree, to find those that were expanded through another parent.
    pub fn find_leaves(&mut self, state: &G, node: NodeId, tree: &Tree) {
        let Family { moves, keys, .. } = &mut self.family;
        moves.clear();
        keys.clear();
        self.places.clear();
        self.places.extend(tree.hold(node).leaves().map(|leaf| leaf.index));
        moves.extend(self.places.iter().map(|&index| tree.move_to::<G::Move>(node, index)));
        self.generator.sharing_keys(state, moves, keys);
        keys.iter().for_each(|&key| tree.prefetch(key));
        let found = |(&place, &key): (&u32, &Key)| Some((place, tree.find(key)?));
        self.found.clear();
        self.found.extend(self.places.iter().zip(&*keys).filter_map(found));
    }

    /// What [`Expander::find_leaves`] found: places in the child list and nodes.
    pub fn found(&self) -> &[(u32, NodeId)] {
        &self.found
    }

    /// The moves of the state that was expanded last.
    pub fn moves(&self) -> &[G::Move] {
        &self.family.moves
    }

    /// The children of the state that was expanded last, in the order of their moves.
    pub fn children(&self) -> &[Child] {
        &self.children
    }

    /// The places in the child list of the leaves.
    pub fn leaves(&self) -> &[u32] {
        &self.places
    }

    /// Their keys, before any of them is looked up.
    pub fn keys(&self) -> &[Key] {
        &self.family.keys
    }

    /// The values of the leaves that were evaluated last.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}
