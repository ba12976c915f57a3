//! An expanded state with its node, to go to its children.

use game::Game;
use game::children::{Keys, Standing};

use crate::tree::{Candidate, NodeId, Tree};

/// An expanded state and its node.
pub struct Parent<'a, G> {
    pub tree: &'a Tree,
    pub node: NodeId,
    pub state: &'a G,
}

impl<G: Game> Parent<'_, G> {
    /// The state of a child.
    pub fn after(&self, child: Candidate) -> G {
        let mut after = self.state.clone();
        after.play(self.tree.move_to(self.node, child.index));
        after
    }

    /// The same in the memory of a state that is not needed any more, and what the walk asks of it.
    #[inline]
    pub fn after_in(&self, child: Candidate, keys: Keys, spare: &mut Vec<G>) -> (G, Standing) {
        let mut after = spare.pop().unwrap_or_else(|| self.state.clone());
        let standing = after.advance(self.state, self.tree.move_to(self.node, child.index), keys);
        (after, standing)
    }

    /// The best of the unresolved children that are wanted: by (c, v), then by fewer selections, then the earlier one.
    pub fn best_of(&self, wants: impl Fn(&Candidate) -> bool) -> Option<Candidate> {
        let (player, mut all) = (self.state.turn(), Vec::new());
        self.tree.hold(self.node).list_unresolved(&mut all);
        let wanted = all.into_iter().filter(wants);
        wanted.reduce(|best, other| if other.goes_before(&best, player) { other } else { best })
    }
}
