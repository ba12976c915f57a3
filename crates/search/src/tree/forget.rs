//! Dropping nodes that are unreachable or not worth their memory, in place.

use game::Key;

use super::links::{Link, Links};
use super::moves::byte_ranges;
use super::node::{Node, NodeId, settle};
use super::table::NodeTable;
use super::{Parts, Tree, front};
use crate::label::Label;
use crate::memory::grow;

/// The memory that it takes to forget, per node: its label, its new number, whether it is kept, and whether it is
/// resolved.
pub const BYTES_PER_NODE: usize = size_of::<Label>() + size_of::<NodeId>() + 2 * size_of::<bool>();

impl Tree {
    /// Keeps the nodes that links lead to from the nodes with these keys, and drops all others.
    pub fn keep_only_below(&mut self, roots: &[Key]) {
        self.keep(roots, |_, _| true);
    }

    /// Drops what is below resolved states and below links that were selected fewer than `least` times. An
    /// expanded child that is dropped becomes a leaf again, with the value that it had reached. The children
    /// of the roots are kept.
    pub fn forget_seldom(&mut self, roots: &[Key], least: u32) {
        let before = self.len();
        let kept: Vec<NodeId> = roots.iter().filter_map(|&root| self.find(root)).collect();
        let resolved: Vec<bool> = (0..self.len()).map(|id| self.label(NodeId(id as u32)).resolved).collect();
        self.keep(roots, |id, link| {
            kept.contains(&id) || (!resolved[id.index()] && !link.is_settled() && link.selections >= least)
        });
        self.evicted += (before - self.len()) as u64;
    }

    /// Keeps the nodes that wanted links lead to from the nodes with these keys, and drops all others. Nodes
    /// keep their order, so all data moves towards the front of its array.
    fn keep(&mut self, roots: &[Key], wants: impl Fn(NodeId, &Link) -> bool) {
        let kept = self.below(roots, &wants);
        let mut number = vec![NodeId::default(); self.len()];
        for (new, old) in (0..).zip(kept.iter().enumerate().filter(|(_, keep)| **keep)) {
            number[old.0] = NodeId(new);
        }
        self.table = NodeTable::for_nodes(0);
        let Parts { mut nodes, mut values, mut moves, width } = self.take_apart();
        let labels: Vec<Label> = nodes.iter().map(Node::label).collect();
        let (mut links, mut old_links, mut wanted) = (Links::default(), Vec::new(), Vec::new());
        let (mut end, mut children_end) = (0, 0);
        for (old, _) in kept.iter().enumerate().filter(|(_, keep)| **keep) {
            let list = nodes[old].list();
            values.copy_within(list.clone(), children_end);
            moves.copy_within(byte_ranges(list.clone(), width), children_end * width.bytes());
            let list = children_end..children_end + list.len();
            let node = &mut nodes[old];
            node.first = children_end as u32;
            children_end += list.len();
            old_links.clear();
            old_links.extend_from_slice(self.links.of(&node.hold()));
            wanted.clear();
            let (mut head, body) = node.parts();
            for &link in &old_links {
                let label = labels[link.child.index()];
                if wants(NodeId(old as u32), &link) {
                    wanted.push(Link { child: number[link.child.index()], ..link });
                } else if label.resolved {
                    settle(&mut head, body, label.rank());
                } else {
                    values[list.start + link.index() as usize] = label.value;
                }
            }
            body.front = front(&values[list], head.turn());
            // The leaves must be looked up again: a state may stay expanded although the link to it was
            // dropped.
            body.looked_up = u32::MAX;
            body.link_count = wanted.len() as u32;
            node.set_head(head);
            *node.links.get_mut() = links.add(&wanted);
            nodes.swap(end, old);
            end += 1;
        }
        nodes.truncate(end);
        values.truncate(children_end);
        moves.truncate(children_end * width.bytes());
        grow::release_excess(&mut nodes);
        grow::release_excess(&mut values);
        grow::release_excess(&mut moves);
        self.links = Links::default();
        let (age, evicted) = (self.age + 1, self.evicted);
        *self = Tree { age, evicted, ..Tree::of(Parts { nodes, values, moves, width }, links) };
    }

    /// Marks the nodes with these keys and all nodes that wanted links lead to from them.
    fn below(&self, roots: &[Key], wants: impl Fn(NodeId, &Link) -> bool) -> Vec<bool> {
        let mut marked = vec![false; self.len()];
        let mut open: Vec<NodeId> = roots.iter().filter_map(|&root| self.find(root)).collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut marked[id.index()], true) {
                let hold = self.hold(id);
                open.extend(hold.links().iter().filter(|link| wants(id, link)).map(|link| link.child));
            }
        }
        marked
    }
}
