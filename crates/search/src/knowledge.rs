//! What all workers of a search know, and how each of them gets at it.

use std::ops::Deref;

use game::Width;
use parking_lot::RwLockReadGuard;

use crate::gate::Gate;
use crate::proof_number::ledger::Ledger;
use crate::tree::Tree;

/// What the workers know together.
pub struct Knowledge {
    /// The partial tree.
    pub tree: Tree,
    /// What is resolved, in the tree or in parts of it that are forgotten, for a state and its mirror images.
    pub ledger: Ledger,
}

impl Knowledge {
    /// Nothing is known of a game whose moves are this wide.
    pub fn new(width: Width) -> Self {
        Knowledge { tree: Tree::new(width), ledger: Ledger::new() }
    }

    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.ledger.bytes()
    }
}

/// Something was forgotten meanwhile, so that nodes have other numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forgotten;

/// The place of one worker beside the others.
pub struct Desk<'a> {
    gate: &'a Gate<Knowledge>,
    inside: Option<RwLockReadGuard<'a, Knowledge>>,
}

impl<'a> Desk<'a> {
    /// Whoever has a desk must not ask for another.
    pub fn new(gate: &'a Gate<Knowledge>) -> Self {
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

impl Deref for Desk<'_> {
    type Target = Knowledge;

    #[inline]
    fn deref(&self) -> &Knowledge {
        self.inside.as_deref().expect("a worker leaves its desk only while room is made")
    }
}
