//! What all workers of a search know, and how each of them accesses it.

use game::Width;

use crate::ledger::Ledger;
use crate::parallel;
use crate::tree::Tree;

/// The knowledge that the workers share.
pub struct Knowledge {
    /// The partial tree.
    pub tree: Tree,
    /// The proven states, including those whose nodes were dropped from the tree. Mirror images may share an
    /// entry.
    pub ledger: Ledger,
}

impl Knowledge {
    /// Empty knowledge for a game whose moves have this width.
    pub fn new(width: Width) -> Self {
        Knowledge { tree: Tree::new(width), ledger: Ledger::new() }
    }

    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.ledger.bytes()
    }
}

/// Nodes were dropped in the meantime, so node ids have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forgotten;

/// One worker's access to the knowledge.
pub type Access<'a> = parallel::Access<'a, Knowledge>;

impl Access<'_> {
    /// Makes room for an expansion with this many children, and for the links of a state with this many.
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
