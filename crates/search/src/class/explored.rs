//! Enumerating all states that a search has explored.

use std::ops::ControlFlow;

use game::Game;

use crate::class::knowledge::Access;
use crate::class::walk::Walk;
use crate::label::Label;
use crate::tree::{NodeId, Tree};

impl<G: Game> Walk<G> {
    /// Passes to `see` every expanded state that links lead to from these states, with its label, and every
    /// terminal child of such a state, until `see` breaks.
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
        let mut is_listed: Vec<bool> = Vec::new();
        seen[node.index()] = true;
        let mut open = vec![(start.clone(), node)];
        while let Some((state, node)) = open.pop() {
            see(&state, tree.label(node))?;
            let after = |index: u32| {
                let mut child = state.clone();
                child.play(tree.move_to(node, index));
                child
            };
            is_listed.clear();
            is_listed.resize(tree.child_count(node), false);
            let hold = tree.hold(node);
            for link in hold.links() {
                is_listed[link.index() as usize] = true;
                if !std::mem::replace(&mut seen[link.child.index()], true) {
                    open.push((after(link.index()), link.child));
                }
            }
            hold.leaves().for_each(|leaf| is_listed[leaf.index as usize] = true);
            drop(hold);
            // A child that is neither a link nor a leaf was settled when its parent was expanded: it is
            // terminal, or proven by the rules.
            for (index, _) in (0..).zip(&is_listed).filter(|(_, is_listed)| !**is_listed) {
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
