//! A walk through all that a search has explored.

use std::ops::ControlFlow;

use game::Game;

use crate::class::knowledge::Access;
use crate::class::walk::Walk;
use crate::label::Label;
use crate::tree::{NodeId, Tree};

impl<G: Game> Walk<G> {
    /// Shows every expanded state that links lead to from one of these, with its label, and every terminal child
    /// of such a state, until `see` has seen enough.
    pub fn visit_labels(
        &mut self,
        from: &[G],
        access: &mut Access<'_>,
        mut see: impl FnMut(&G, Label) -> ControlFlow<()>,
    ) {
        self.come_back(access);
        let tree = &access.tree;
        let mut seen = vec![false; tree.len()];
        for start in from {
            let Some(node) = tree.find(start.sharing_key()) else { continue };
            if !seen[node.index()] && self.visit_below(tree, start, node, &mut seen, &mut see).is_break() {
                return;
            }
        }
    }

    fn visit_below(
        &self,
        tree: &Tree,
        start: &G,
        node: NodeId,
        seen: &mut [bool],
        see: &mut impl FnMut(&G, Label) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut waits: Vec<bool> = Vec::new();
        seen[node.index()] = true;
        let mut open = vec![(start.clone(), node)];
        while let Some((state, node)) = open.pop() {
            see(&state, tree.label(node))?;
            let after = |index: u32| {
                let mut child = state.clone();
                child.play(tree.move_to(node, index));
                child
            };
            waits.clear();
            waits.resize(tree.child_count(node), false);
            let hold = tree.hold(node);
            for link in hold.links() {
                waits[link.index() as usize] = true;
                if !std::mem::replace(&mut seen[link.child.index()], true) {
                    open.push((after(link.index()), link.child));
                }
            }
            hold.leaves().for_each(|leaf| waits[leaf.index as usize] = true);
            drop(hold);
            // What is neither a link nor a leaf was settled at first sight: the end of the game, or a proof.
            for (index, _) in (0..).zip(&waits).filter(|(_, waits)| !**waits) {
                let child = after(index);
                if let Some(outcome) = child.outcome() {
                    let value = self.terminal.value(&child, outcome);
                    see(&child, self.completion.terminal(outcome, value))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
