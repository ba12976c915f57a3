//! Dropping what can no longer be reached, or is not worth its place, in place.

use game::Key;

use super::links::{Link, Links};
use super::node::{Node, NodeId};
use super::table::Table;
use super::{Tree, front, grow};
use crate::label::Label;

impl<M: Copy> Tree<M> {
    /// Keeps the nodes below the one with this key (all that links lead to) and drops the others.
    pub fn keep_only_below(&mut self, root: Key) {
        self.keep(root, |_, _| true);
    }

    /// Forgets what lies below links that were selected less often than this, and below resolved states. An
    /// expanded child that is forgotten is a leaf again, with the value that it had reached. What the moves
    /// of the root are worth is kept.
    pub fn forget_seldom(&mut self, root: Key, least: u32) {
        let root = self.find(root);
        let key = root.map_or(Key::default(), |root| self.node(root).key);
        let resolved: Vec<bool> = self.nodes.iter().map(|node| node.label().resolved).collect();
        self.keep(key, |id, link| {
            Some(id) == root || (!resolved[id.index()] && !link.is_settled() && link.selections >= least)
        });
    }

    /// Keeps the nodes that wanted links lead to from the one with this key, and drops the others. Nodes keep
    /// their order, so that everything moves towards the front of its array.
    fn keep(&mut self, root: Key, wants: impl Fn(NodeId, &Link) -> bool) {
        let kept = self.below(root, &wants);
        let mut number = vec![NodeId::default(); self.nodes.len()];
        for (new, old) in (0..).zip(kept.iter().enumerate().filter(|(_, keep)| **keep)) {
            number[old.0] = NodeId(new);
        }
        let labels: Vec<Label> = self.nodes.iter().map(Node::label).collect();
        let mut links = Links::default();
        let (mut end, mut children_end) = (0, 0);
        for (old, _) in kept.iter().enumerate().filter(|(_, keep)| **keep) {
            let mut node = self.nodes[old].clone();
            let list = node.first as usize..(node.first + node.children) as usize;
            self.values.copy_within(list.clone(), children_end);
            self.moves.copy_within(list.clone(), children_end);
            let values = &mut self.values[children_end..children_end + list.len()];
            node.first = children_end as u32;
            children_end += list.len();
            let old_links = self.links.list(node.links, node.link_count);
            (node.links, node.link_count) = (0, 0);
            for link in old_links {
                let label = labels[link.child.index()];
                if wants(NodeId(old as u32), link) {
                    let link = Link { child: number[link.child.index()], ..*link };
                    node.links = links.push(node.links, node.link_count, link);
                    node.link_count += 1;
                } else if label.resolved {
                    node.settle(label.rank());
                } else {
                    values[link.index() as usize] = label.value;
                }
            }
            node.front = front(values, node.turn);
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

    /// Marks the node with this key and all nodes that wanted links lead to from it.
    fn below(&self, root: Key, wants: impl Fn(NodeId, &Link) -> bool) -> Vec<bool> {
        let mut marked = vec![false; self.nodes.len()];
        let mut open: Vec<NodeId> = self.find(root).into_iter().collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut marked[id.index()], true) {
                open.extend(self.links_of(id).iter().filter(|link| wants(id, link)).map(|link| link.child));
            }
        }
        marked
    }
}
