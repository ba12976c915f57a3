//! What all workers of a search know, and how each of them gets at it.

use game::Width;

use crate::ledger::Ledger;
use crate::parallel;
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

/// One worker's access to it.
pub type Access<'a> = parallel::Access<'a, Knowledge>;

impl Access<'_> {
    /// Makes room for an expansion of so many children, and for the links of a state with so many.
    #[cold]
    pub fn make_room(&mut self, children: usize) -> Result<(), Forgotten> {
        let age = self.tree.age;
        self.change(
            |knowledge| !knowledge.tree.has_room(children),
            |knowledge| knowledge.tree.make_room(children),
        );
        if self.tree.age == age { Ok(()) } else { Err(Forgotten) }
    }
}
