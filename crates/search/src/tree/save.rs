//! Saving a tree and loading it again.
//!
//! Nodes are written in their order, each with its links and the estimates of its children. Moves are not
//! written: loading replays all states from the root, generates their moves again and compares every key. A
//! tree of another game, another position or other rules is thus rejected.

use std::io::{self, Read, Write};

use game::{Code, Game, Key, Player};

use super::links::{Link, Links};
use super::moves::byte_range;
use super::node::{NOTHING, Node, NodeId};
use super::{Hold, Parts, Tree, front};
use crate::bytes::{Bytes, invalid_data};
use crate::label::Label;

impl Tree {
    /// Writes the tree. Every node must be reachable from the root through links.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.len() as u32).write(out)?;
        for id in (0..self.len() as u32).map(NodeId) {
            self.hold(id).save(self.node(id).key, out)?;
        }
        Ok(())
    }

    /// Reads what [`Tree::save`] has written for a search of `root`.
    pub fn load<G: Game>(root: &G, from: &mut dyn Read) -> io::Result<Tree> {
        let mut saved = Saved::default();
        let nodes = u32::read(from)?;
        for _ in 0..nodes {
            saved.load_node(nodes, from)?;
        }
        let moves = if nodes > 0 { saved.replay(root)? } else { Vec::new() };
        let Saved { nodes, links, values } = saved;
        Ok(Tree::of(Parts { nodes, values, moves, width: root.move_width() }, links))
    }

    /// The largest number of children of any node.
    pub fn most_children(&self) -> usize {
        let nodes = (0..self.len() as u32).map(|id| self.child_count(NodeId(id)));
        nodes.max().unwrap_or(0)
    }
}

/// A saved tree, without its moves.
#[derive(Default)]
struct Saved {
    nodes: Vec<Node>,
    links: Links,
    values: Vec<f32>,
}

impl Saved {
    fn load_node(&mut self, nodes: u32, from: &mut dyn Read) -> io::Result<()> {
        let (mut node, link_count) = Node::load(from)?;
        let first = self.values.len();
        node.first = u32::try_from(first).map_err(|_| invalid_data("there are too many children"))?;
        if link_count > node.children {
            return Err(invalid_data("a state has more links than children"));
        }
        let mut links = Vec::new();
        for _ in 0..link_count {
            let link = Link::load(from)?;
            if link.child.0 >= nodes || link.index() >= node.children {
                return Err(invalid_data("a link leads nowhere"));
            }
            links.push(link);
        }
        for _ in 0..node.children {
            // A child that is not a leaf may be any NaN; estimates must be finite.
            let value = f32::read(from)?;
            if value.is_infinite() {
                return Err(invalid_data("an estimate is infinite"));
            }
            self.values.push(value);
        }
        let is_leaf = |link: &Link| !self.values[first + link.index() as usize].is_nan();
        if links.iter().any(is_leaf) {
            return Err(invalid_data("a child is both a link and a leaf"));
        }
        *node.links.get_mut() = self.links.add(&links);
        let (head, body) = node.parts();
        body.link_count = link_count;
        body.looked_up = u32::MAX;
        body.front = front(&self.values[first..], head.turn());
        self.nodes.push(node);
        Ok(())
    }

    /// Plays from the root along all links and generates the moves of every state. Returns the encoded moves.
    fn replay<G: Game>(&mut self, root: &G) -> io::Result<Vec<u8>> {
        let start = self.nodes.iter().position(|node| node.key == root.sharing_key());
        let start = start.ok_or_else(|| invalid_data("it belongs to another position"))?;
        let mut seen = vec![false; self.nodes.len()];
        seen[start] = true;
        let (mut open, mut moves, mut count) = (vec![(root.clone(), start)], Vec::new(), 0);
        let width = root.move_width();
        let mut all = vec![0; self.values.len() * width.bytes()];
        while let Some((state, id)) = open.pop() {
            moves.clear();
            state.moves(&mut moves);
            let node = &self.nodes[id];
            if node.head().turn() != state.turn() || node.children as usize != moves.len() {
                return Err(invalid_data("a state has other moves than the saved one"));
            }
            for (index, m) in node.list().zip(&moves) {
                all[byte_range(index, width)].copy_from_slice(&width.pack(m.code())[..width.bytes()]);
            }
            for link in self.links.of(&node.hold()) {
                let mut child = state.clone();
                child.play(moves[link.index() as usize]);
                if child.sharing_key() != self.nodes[link.child.index()].key {
                    return Err(invalid_data("a move leads to another state than the saved one"));
                }
                if !std::mem::replace(&mut seen[link.child.index()], true) {
                    open.push((child, link.child.index()));
                }
            }
            count += 1;
        }
        if count == self.nodes.len() { Ok(all) } else { Err(invalid_data("a state is unreachable")) }
    }
}

impl Hold<'_> {
    fn save(&self, key: Key, out: &mut dyn Write) -> io::Result<()> {
        let label = self.label();
        key.0.write(out)?;
        (self.held.head.turn() as u8).write(out)?;
        label.exact.write(out)?;
        label.value.write(out)?;
        u8::from(label.resolved).write(out)?;
        self.held.head.settled_exact().write(out)?;
        self.held.settled_value.write(out)?;
        (self.values().len() as u32).write(out)?;
        self.held.link_count.write(out)?;
        for link in self.links() {
            link.save(out)?;
        }
        for &value in self.values() {
            value.write(out)?;
        }
        Ok(())
    }
}

impl Link {
    fn save(self, out: &mut dyn Write) -> io::Result<()> {
        self.child.0.write(out)?;
        self.selections.write(out)?;
        self.tagged_index.write(out)
    }

    fn load(from: &mut dyn Read) -> io::Result<Link> {
        let (child, selections) = (NodeId(u32::read(from)?), u32::read(from)?);
        Ok(Link { child, selections, tagged_index: u32::read(from)? })
    }
}

impl Node {
    /// A node without its children, and the number of its links.
    fn load(from: &mut dyn Read) -> io::Result<(Node, u32)> {
        let key = Key(u128::read(from)?);
        let turn = match u8::read(from)? {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err(invalid_data("the player to move is neither 1 nor 2")),
        };
        let mut node = Node::new(key, turn);
        let (exact, value, resolved) = (i8::read(from)?, f32::read(from)?, u8::read(from)?);
        let (settled_exact, settled_value) = (i8::read(from)?, f32::read(from)?);
        let settled_is_sound = matches!(settled_exact, NOTHING | -1..=1);
        if !matches!(exact, -1..=1) || !settled_is_sound || !(value + settled_value).is_finite() {
            return Err(invalid_data("a value is out of range"));
        }
        let (mut head, body) = node.parts();
        head.set_label(Label { exact, value, resolved: resolved != 0 });
        head.set_settled_exact(settled_exact);
        body.settled_value = settled_value;
        node.set_head(head);
        node.children = u32::read(from)?;
        Ok((node, u32::read(from)?))
    }
}
