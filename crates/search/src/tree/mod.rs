//! The partial tree: what is kept of the states that were explored, in flat arrays.
//!
//! Only expanded states are nodes. An unexpanded child is its value and its move in its parent's child
//! list: nothing changes it but another worker's word, and its selection count is 0. An expanded child is a link. Resolved children
//! never change either; the best of them stands for all. A node that several parents share is a node once.

mod forget;
pub mod grow;
mod links;
mod node;
mod save;
mod table;

use game::{Key, Player};

pub use links::Link;
pub use node::{Leaf, NodeId};
pub use table::prefetch;

use crate::label::{Label, Rank};
use links::Links;
use node::Node;
use table::Table;

/// A child as it is when its parent is expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Child {
    /// Not expanded, with this estimate.
    Leaf(f32),
    /// Expanded before, through another parent.
    Known(NodeId),
    /// Terminal and therefore resolved, with this rank.
    Settled(Rank),
}

/// Where a child is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the child list, not expanded.
    Leaf,
    /// Behind this link of its parent.
    Link(u32),
}

/// An unresolved child, as a walk sees it from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its place in the child list.
    pub index: u32,
    /// Its (c, v).
    pub rank: Rank,
    /// n(s, s').
    pub selections: u32,
    /// Where to find it.
    pub place: Place,
}

impl Candidate {
    /// Whether a walk goes here rather than there: better (c, v), then fewer selections, then the earlier move.
    #[inline]
    pub fn goes_before(&self, other: &Candidate, player: Player) -> bool {
        if self.rank != other.rank {
            player.prefers(self.rank, other.rank)
        } else {
            (self.selections, self.index) < (other.selections, other.index)
        }
    }
}

/// A look at all children of a node.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// The best unresolved child.
    pub best: Option<Candidate>,
    /// The second best unresolved child.
    pub rival: Option<Candidate>,
    /// The (c, v) of the best resolved child.
    pub settled: Rank,
}

impl Survey {
    /// Before anybody has looked.
    pub const NONE: Survey = Survey { best: None, rival: None, settled: Rank::LOWEST };

    #[inline]
    fn consider(&mut self, candidate: Candidate, player: Player) {
        let goes_before = |other: &Candidate| candidate.goes_before(other, player);
        if self.best.as_ref().is_none_or(goes_before) {
            // The old best, if there was one, goes before the old rival.
            self.rival = self.best.replace(candidate);
        } else if self.rival.as_ref().is_none_or(goes_before) {
            self.rival = Some(candidate);
        }
    }

    /// (c, v) of the second best unresolved child.
    #[inline]
    pub fn rival_rank(&self, player: Player) -> Rank {
        self.rival.map_or(Rank::nothing(player), |rival| rival.rank)
    }

    /// (c, v) of the node itself: the best of all its children.
    #[inline]
    pub fn rank(&self, player: Player) -> Rank {
        self.best.map_or(self.settled, |best| best.rank.or_better(self.settled, player))
    }
}

/// The partial tree of a game with moves `M`.
#[derive(Debug)]
pub struct Tree<M> {
    nodes: Vec<Node>,
    table: Table,
    links: Links,
    /// The child lists, one behind the other: estimates (NaN where the child is no leaf any more) ...
    values: Vec<f32>,
    /// ... and moves.
    moves: Vec<M>,
}

/// Marks a child in the list of estimates that is not, or no longer, a leaf.
const TAKEN: f32 = f32::NAN;

impl<M: Copy> Tree<M> {
    pub fn new() -> Tree<M> {
        Tree {
            nodes: Vec::new(),
            table: Table::new(),
            links: Links::default(),
            values: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The node of an expanded state.
    #[inline]
    pub fn find(&self, key: Key) -> Option<NodeId> {
        self.table.find(key, &self.nodes)
    }

    /// Announces that [`Tree::find`] will be asked for this key.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    /// Reserves room for as many nodes as fit into so many bytes, if that can be had. A tree that grows step by step
    /// has its nodes twice whenever they are moved.
    pub fn reserve(&mut self, bytes: usize) {
        let more = (bytes / size_of::<Node>()).saturating_sub(self.nodes.len());
        // Who cannot have it grows step by step all the same.
        let _ = self.nodes.try_reserve_exact(more);
    }

    /// Announces that the walk is about to enter the child behind a link.
    #[inline]
    pub fn announce(&self, id: NodeId, slot: u32) {
        let child = self.node(self.links_of(id)[slot as usize].child);
        self.links.prefetch(child.links);
        prefetch(&self.values, child.first as usize);
        prefetch(&self.moves, child.first as usize);
    }

    /// Adds an expanded state, or a terminal one, which has no children. Its label is the caller's business.
    pub fn insert(&mut self, key: Key, turn: Player, moves: &[M], children: &[Child]) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let mut node = Node::new(key, turn);
        node.first = self.values.len() as u32;
        node.children = children.len() as u32;
        node.looked_up = id.0;
        grow::make_room(&mut self.values, children.len());
        grow::make_room(&mut self.moves, children.len());
        self.moves.extend_from_slice(moves);
        for (index, &child) in (0..).zip(children) {
            let value = match child {
                Child::Leaf(value) => value,
                Child::Known(child) => {
                    node.links = self.links.push(node.links, node.link_count, Link::new(index, child));
                    node.link_count += 1;
                    TAKEN
                }
                Child::Settled(rank) => {
                    node.settle(rank);
                    TAKEN
                }
            };
            self.values.push(value);
        }
        node.front = front(&self.values[node.first as usize..], turn);
        grow::make_room(&mut self.nodes, 1);
        self.nodes.push(node);
        self.table.insert_last(&self.nodes);
        id
    }

    /// c, v and r of a node.
    #[inline]
    pub fn label(&self, id: NodeId) -> Label {
        self.node(id).label()
    }

    #[inline]
    pub fn set_label(&mut self, id: NodeId, label: Label) {
        self.node_mut(id).set_label(label);
    }

    /// Looks at all children of a node. Expanded ones are looked at afresh: another parent may have changed
    /// them since. Those found resolved are settled for good.
    #[inline]
    pub fn survey(&mut self, id: NodeId) -> Survey {
        let (node, links) = self.node_and_links(id);
        for link in links.iter() {
            if !link.is_settled() {
                table::prefetch(&self.nodes, link.child.index());
            }
        }
        let (player, count) = (node.turn, node.link_count);
        let mut survey = Survey { best: None, rival: None, settled: Rank::nothing(player) };
        for leaf in node.front {
            if leaf.is_some() {
                let candidate =
                    Candidate { index: leaf.index, rank: leaf.rank(), selections: 0, place: Place::Leaf };
                survey.consider(candidate, player);
            }
        }
        for slot in 0..count {
            let link = self.links_of(id)[slot as usize];
            if link.is_settled() {
                continue;
            }
            let label = self.label(link.child);
            if label.resolved {
                self.settle(id, slot, label.rank());
            } else {
                let candidate = Candidate {
                    index: link.index(),
                    rank: label.rank(),
                    selections: link.selections,
                    place: Place::Link(slot),
                };
                survey.consider(candidate, player);
            }
        }
        survey.settled = self.node(id).settled();
        survey
    }

    /// Remembers that the child behind a link is resolved with this rank.
    pub fn settle(&mut self, id: NodeId, slot: u32, rank: Rank) {
        self.link_mut(id, slot).settle();
        self.node_mut(id).settle(rank);
    }

    /// The (c, v) of the best resolved child.
    #[inline]
    pub fn settled(&self, id: NodeId) -> Rank {
        self.node(id).settled()
    }

    /// Turns an unexpanded child into a link, because it is expanded now. Returns the link's slot.
    pub fn link(&mut self, id: NodeId, index: u32, child: NodeId) -> u32 {
        let node = &self.nodes[id.index()];
        let (links, slot) = (node.links, node.link_count);
        let list = node.first as usize..(node.first + node.children) as usize;
        let links = self.links.push(links, slot, Link::new(index, child));
        let node = &mut self.nodes[id.index()];
        (node.links, node.link_count) = (links, slot + 1);
        take(node, &mut self.values[list], index);
        slot
    }

    /// Remembers that an unexpanded child is resolved with this rank.
    pub fn settle_leaf(&mut self, id: NodeId, index: u32, rank: Rank) {
        let list = self.list(id);
        let node = &mut self.nodes[id.index()];
        take(node, &mut self.values[list], index);
        node.settle(rank);
    }

    /// Somebody else knows better what an unexpanded child is worth.
    pub fn set_leaf(&mut self, id: NodeId, index: u32, value: f32) {
        let list = self.list(id);
        let node = &mut self.nodes[id.index()];
        let values = &mut self.values[list];
        values[index as usize] = value;
        node.front = front(values, node.turn);
    }

    /// Adds to n(s, s').
    #[inline]
    pub fn add_selections(&mut self, id: NodeId, slot: u32, count: u32) {
        let link = self.link_mut(id, slot);
        link.selections = link.selections.saturating_add(count);
    }

    /// The move to a child.
    #[inline]
    pub fn move_to(&self, id: NodeId, index: u32) -> M {
        self.moves[(self.node(id).first + index) as usize]
    }

    /// All moves, in the order of the child list.
    pub fn moves(&self, id: NodeId) -> &[M] {
        &self.moves[self.list(id)]
    }

    /// The links to expanded children, in the order in which they came.
    #[inline]
    pub fn links_of(&self, id: NodeId) -> &[Link] {
        let node = self.node(id);
        self.links.list(node.links, node.link_count)
    }

    /// The children that are not expanded and not resolved, in the order of the child list.
    pub fn leaves(&self, id: NodeId) -> impl Iterator<Item = Leaf> + '_ {
        let values = &self.values[self.list(id)];
        (0..).zip(values).filter(|(_, value)| !value.is_nan()).map(|(index, &value)| Leaf { index, value })
    }

    /// Whether a child may have been expanded through another parent since this was last asked: there are
    /// unexpanded children, and there were expansions.
    #[inline]
    pub fn must_look_up(&mut self, id: NodeId) -> bool {
        let now = self.nodes.len() as u32 - 1;
        let node = self.node_mut(id);
        node.front[0].is_some() && std::mem::replace(&mut node.looked_up, now) != now
    }

    /// How many states are expanded.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many children are stored, in all child lists together.
    pub fn stored_children(&self) -> usize {
        self.values.len()
    }

    /// How many states are kept: the root, and every child of an expanded state, be it expanded or not.
    pub fn stored_states(&self) -> usize {
        self.stored_children() + usize::from(!self.nodes.is_empty())
    }

    /// The memory held, all included.
    pub fn bytes(&self) -> usize {
        grow::bytes(&self.nodes)
            + grow::bytes(&self.values)
            + grow::bytes(&self.moves)
            + self.links.bytes()
            + self.table.bytes()
    }

    /// The memory that is needed to go on with one more expansion of at most `children` children; `None`
    /// if the numbers of nodes or children would not fit.
    pub fn bytes_to_expand(&self, children: usize) -> Option<usize> {
        let fits =
            self.values.len() + children < u32::MAX as usize && self.nodes.len() + 1 < u32::MAX as usize;
        fits.then(|| {
            grow::bytes_with(&self.nodes, 1)
                + grow::bytes_with(&self.values, children)
                + grow::bytes_with(&self.moves, children)
                + self.links.bytes_with(2 * children)
                + self.table.bytes_to_insert()
        })
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    #[inline]
    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    #[inline]
    fn node_and_links(&self, id: NodeId) -> (&Node, &[Link]) {
        let node = self.node(id);
        (node, self.links.list(node.links, node.link_count))
    }

    #[inline]
    fn link_mut(&mut self, id: NodeId, slot: u32) -> &mut Link {
        let node = &self.nodes[id.index()];
        &mut self.links.list_mut(node.links, node.link_count)[slot as usize]
    }

    #[inline]
    fn list(&self, id: NodeId) -> std::ops::Range<usize> {
        let node = self.node(id);
        node.first as usize..(node.first + node.children) as usize
    }
}

/// Takes a child out of the leaves of its parent.
#[inline]
fn take(node: &mut Node, values: &mut [f32], index: u32) {
    values[index as usize] = TAKEN;
    if index == node.front[0].index {
        node.front = [node.front[1], best_leaf(values, node.turn, node.front[1])];
    } else if index == node.front[1].index {
        node.front[1] = best_leaf(values, node.turn, node.front[0]);
    }
}

/// The best two leaves of a child list for this player, the earlier one first among equals.
#[inline]
fn front(values: &[f32], player: Player) -> [Leaf; 2] {
    let best = best_leaf(values, player, Leaf::NONE);
    [best, best_leaf(values, player, best)]
}

/// The best leaf apart from one, the earlier one among equals.
#[inline]
fn best_leaf(values: &[f32], player: Player, apart_from: Leaf) -> Leaf {
    let (before, behind) = match apart_from.is_some() {
        true => (&values[..apart_from.index as usize], &values[apart_from.index as usize + 1..]),
        false => (values, &values[..0]),
    };
    let (a, b) = (best_value(before, player), best_value(behind, player));
    let (value, among, offset) =
        if player.prefers(b, a) { (b, behind, apart_from.index + 1) } else { (a, before, 0) };
    match (0..).zip(among).find(|(_, other)| **other == value) {
        Some((index, &value)) => Leaf { index: offset + index, value },
        None => Leaf::NONE,
    }
}

/// The best of the values, an infinity if there is none. Taken children are NaN, and comparisons with NaN
/// are false. Eight lanes side by side make vector instructions of it.
#[inline]
fn best_value(values: &[f32], player: Player) -> f32 {
    match player {
        Player::First => best_of(values, f32::NEG_INFINITY, |value, best| value > best),
        Player::Second => best_of(values, f32::INFINITY, |value, best| value < best),
    }
}

#[inline]
fn best_of(values: &[f32], nothing: f32, better: impl Fn(f32, f32) -> bool) -> f32 {
    const LANES: usize = 8;
    let pick = |best: f32, value: f32| if better(value, best) { value } else { best };
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [nothing; LANES];
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = pick(*lane, value);
        }
    }
    lanes.iter().chain(rest).fold(nothing, |best, &value| pick(best, value))
}
