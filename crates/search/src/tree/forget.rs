//! Dropping what can no longer be reached, in place.

use game::Key;

use super::links::Links;
use super::node::NodeId;
use super::table::Table;
use super::{Tree, grow};

impl<M: Copy> Tree<M> {
    /// Keeps the nodes below the one with this key (all that links lead to) and drops the others. Nodes
    /// keep their order, so that everything moves towards the front of its array.
    pub fn keep_only_below(&mut self, root: Key) {
        let kept = self.below(root);
        if kept.iter().all(|keep| *keep) {
            return;
        }
        let mut number = vec![NodeId::default(); self.nodes.len()];
        for (new, old) in (0..).zip(kept.iter().enumerate().filter(|(_, keep)| **keep)) {
            number[old.0] = NodeId(new);
        }
        let mut links = Links::default();
        let (mut end, mut children_end) = (0, 0);
        for (old, _) in kept.iter().enumerate().filter(|(_, keep)| **keep) {
            let mut node = self.nodes[old].clone();
            let list = node.first as usize..(node.first + node.children) as usize;
            self.values.copy_within(list.clone(), children_end);
            self.moves.copy_within(list.clone(), children_end);
            node.first = children_end as u32;
            children_end += list.len();
            let old_links = self.links.list(node.links, node.link_count);
            node.links = 0;
            for (length, link) in (0..).zip(old_links) {
                let mut link = *link;
                link.child = number[link.child.index()];
                node.links = links.push(node.links, length, link);
            }
            // The leaves have to be looked up again: a state may be expanded that no link leads to.
            node.looked_up = u32::MAX;
            self.nodes[end] = node;
            end += 1;
        }
        self.nodes.truncate(end);
        self.values.truncate(children_end);
        self.moves.truncate(children_end);
        self.links = links;
        self.table = Table::of(&self.nodes);
        grow::give_back(&mut self.nodes);
        grow::give_back(&mut self.values);
        grow::give_back(&mut self.moves);
    }

    /// Marks the node with this key and all nodes that links lead to from it.
    fn below(&self, root: Key) -> Vec<bool> {
        let mut marked = vec![false; self.nodes.len()];
        let mut open: Vec<NodeId> = self.find(root).into_iter().collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut marked[id.index()], true) {
                open.extend(self.links_of(id).iter().map(|link| link.child));
            }
        }
        marked
    }
}
