//! What all workers of a search know, and how each of them gets at it.

use std::ops::Deref;

use parking_lot::RwLockReadGuard;

use crate::gate::Gate;
use crate::proof_number::ledger::Ledger;
use crate::tree::Tree;

/// What the workers know together.
pub struct Knowledge<M> {
    /// The partial tree.
    pub tree: Tree<M>,
    /// What is resolved, in the tree or in parts of it that are forgotten, for a state and its mirror images.
    pub ledger: Ledger,
}

impl<M: Copy> Knowledge<M> {
    pub fn new() -> Self {
        Knowledge { tree: Tree::new(), ledger: Ledger::new() }
    }

    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.ledger.bytes()
    }
}

/// Something was forgotten meanwhile, so that nodes have other numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forgotten;

/// The place of one worker beside the others.
pub struct Desk<'a, M> {
    gate: &'a Gate<Knowledge<M>>,
    inside: Option<RwLockReadGuard<'a, Knowledge<M>>>,
}

impl<'a, M: Copy> Desk<'a, M> {
    /// Whoever has a desk must not ask for another.
    pub fn new(gate: &'a Gate<Knowledge<M>>) -> Self {
        Desk { gate, inside: Some(gate.enter()) }
    }

    /// Makes room for an expansion of so many children, and for the links of a state with so many.
    #[cold]
    pub fn make_room(&mut self, children: usize) -> Result<(), Forgotten> {
        let age = self.tree.age;
        self.inside = None;
        self.gate.change(
            |knowledge| !knowledge.tree.has_room(children),
            |knowledge| knowledge.tree.make_room(children),
        );
        self.inside = Some(self.gate.enter());
        if self.tree.age == age { Ok(()) } else { Err(Forgotten) }
    }
}

impl<M> Deref for Desk<'_, M> {
    type Target = Knowledge<M>;

    #[inline]
    fn deref(&self) -> &Knowledge<M> {
        self.inside.as_deref().expect("a worker leaves its desk only while room is made")
    }
}
