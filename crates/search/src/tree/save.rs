//! Writing a tree down and reading it again.
//!
//! Nodes are written in their order, each with its links and the estimates of its children. Moves are not:
//! they are generated again when the states are replayed from the root, and every key is compared on the
//! way. So a tree of another game, of another position or of other rules is noticed.

use std::io::{self, Read, Write};

use game::{Game, Key, Player};

use super::links::Link;
use super::node::{NOTHING, Node, NodeId};
use super::table::Table;
use super::{Tree, front};
use crate::bytes::{Bytes, misfit};
use crate::label::Label;

impl<M: Copy> Tree<M> {
    /// Writes the tree. Every node must be one that links lead to from the root.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.nodes.len() as u32).write(out)?;
        for (index, node) in (0..).zip(&self.nodes) {
            node.save(out)?;
            for link in self.links_of(NodeId(index)) {
                link.save(out)?;
            }
            for &value in &self.values[self.list(NodeId(index))] {
                value.write(out)?;
            }
        }
        Ok(())
    }

    /// Reads what [`Tree::save`] wrote of a search of `root`.
    pub fn load<G: Game<Move = M>>(root: &G, from: &mut dyn Read) -> io::Result<Tree<M>> {
        let mut tree = Tree::new();
        let nodes = u32::read(from)?;
        for _ in 0..nodes {
            tree.load_node(nodes, from)?;
        }
        tree.table = Table::of(&tree.nodes);
        if nodes > 0 {
            tree.replay(root)?;
        }
        Ok(tree)
    }

    fn load_node(&mut self, nodes: u32, from: &mut dyn Read) -> io::Result<()> {
        let (mut node, link_count) = Node::load(from)?;
        let first = self.values.len();
        node.first = u32::try_from(first).map_err(|_| misfit("there are too many children"))?;
        node.looked_up = u32::MAX;
        if link_count > node.children {
            return Err(misfit("a state has more links than children"));
        }
        for length in 0..link_count {
            let link = Link::load(from)?;
            if link.child.0 >= nodes || link.index() >= node.children {
                return Err(misfit("a link leads nowhere"));
            }
            node.links = self.links.push(node.links, length, link);
            node.link_count += 1;
        }
        for _ in 0..node.children {
            // A taken child is any NaN, everything else a number that takes part in comparisons.
            let value = f32::read(from)?;
            if value.is_infinite() {
                return Err(misfit("an estimate is infinite"));
            }
            self.values.push(value);
        }
        for link in self.links.list(node.links, node.link_count) {
            if !self.values[first + link.index() as usize].is_nan() {
                return Err(misfit("a child is a link and a leaf at once"));
            }
        }
        node.front = front(&self.values[first..], node.turn);
        self.nodes.push(node);
        Ok(())
    }

    /// Plays from the root along the links, and generates the moves of every state on the way.
    fn replay<G: Game<Move = M>>(&mut self, root: &G) -> io::Result<()> {
        let start = self.find(root.sharing_key()).ok_or_else(|| misfit("the position is another one"))?;
        let mut met = vec![false; self.nodes.len()];
        met[start.index()] = true;
        let (mut open, mut moves, mut count) = (vec![(root.clone(), start)], Vec::new(), 0);
        while let Some((state, id)) = open.pop() {
            moves.clear();
            state.moves(&mut moves);
            let list = self.list(id);
            if self.node(id).turn != state.turn() || list.len() != moves.len() {
                return Err(misfit("a state has other moves"));
            }
            if let Some(&any) = moves.first() {
                // The first time this makes room for the moves of all states.
                self.moves.resize(self.values.len(), any);
                self.moves[list].copy_from_slice(&moves);
            }
            for link in self.links_of(id) {
                let mut child = state.clone();
                child.play(moves[link.index() as usize]);
                if child.sharing_key() != self.node(link.child).key {
                    return Err(misfit("a move leads to another state"));
                }
                if !std::mem::replace(&mut met[link.child.index()], true) {
                    open.push((child, link.child));
                }
            }
            count += 1;
        }
        if count == self.nodes.len() { Ok(()) } else { Err(misfit("a state cannot be reached")) }
    }

    /// The largest number of children of a state.
    pub fn most_children(&self) -> usize {
        self.nodes.iter().map(|node| node.children as usize).max().unwrap_or(0)
    }
}

impl Link {
    fn save(self, out: &mut dyn Write) -> io::Result<()> {
        self.child.0.write(out)?;
        self.selections.write(out)?;
        self.place.write(out)
    }

    fn load(from: &mut dyn Read) -> io::Result<Link> {
        let (child, selections) = (NodeId(u32::read(from)?), u32::read(from)?);
        Ok(Link { child, selections, place: u32::read(from)? })
    }
}

impl Node {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let label = self.label();
        self.key.0.write(out)?;
        (self.turn as u8).write(out)?;
        label.exact.write(out)?;
        label.value.write(out)?;
        u8::from(label.resolved).write(out)?;
        self.settled_exact.write(out)?;
        self.settled_value.write(out)?;
        self.children.write(out)?;
        self.link_count.write(out)
    }

    /// A node without its children, and how many links it has.
    fn load(from: &mut dyn Read) -> io::Result<(Node, u32)> {
        let key = Key(u128::read(from)?);
        let turn = match u8::read(from)? {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err(misfit("there is no third player")),
        };
        let mut node = Node::new(key, turn);
        let (exact, value, resolved) = (i8::read(from)?, f32::read(from)?, u8::read(from)?);
        node.set_label(Label { exact, value, resolved: resolved != 0 });
        (node.settled_exact, node.settled_value) = (i8::read(from)?, f32::read(from)?);
        node.children = u32::read(from)?;
        let settled_is_sound = matches!(node.settled_exact, NOTHING | -1..=1);
        if !matches!(exact, -1..=1) || !settled_is_sound || !(value + node.settled_value).is_finite() {
            return Err(misfit("a value is out of range"));
        }
        Ok((node, u32::read(from)?))
    }
}
