//! The partial tree: what is kept of the states that were explored, in flat arrays.
//!
//! Only expanded states are nodes. An unexpanded child is its value and its move in its parent's child
//! list: nothing changes it, and its selection count is 0. An expanded child is a link. Resolved children
//! never change either; the best of them stands for all. A node that several parents share is a node once.
//!
//! Any number of workers read and write a tree side by side. The label of a node is one word, which anybody may read at
//! any time; the rest of it, with its links and its child list, belongs to whoever holds it ([`Tree::hold`]). What needs
//! more room than there is waits until somebody has the tree alone.

mod array;
mod forget;
mod front;
mod hold;
mod links;
mod moves;
mod node;
mod save;
mod survey;
mod table;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Code, Key, Player, Width};
use parking_lot::Mutex;

pub use hold::Hold;
pub use links::Link;
pub use node::NodeId;
pub use survey::{Candidate, Child, Place, Survey};

use crate::label::Label;
use crate::memory::grow;
use array::Array;
use front::{TAKEN, front};
use links::Links;
use moves::Moves;
use node::{Node, settle};
use table::NodeTable;

/// The partial tree.
#[derive(Debug)]
pub struct Tree {
    nodes: Array<Node>,
    table: NodeTable,
    links: Links,
    /// The child lists, one behind the other: estimates (NaN where the child is no leaf any more) ...
    values: Array<f32>,
    /// ... and moves.
    moves: Moves,
    /// How often something was forgotten: then nodes have other numbers.
    pub age: u64,
    lengths: Lengths,
    /// Whoever adds a node has the lock that its key chooses, so that no state is added twice.
    insert_locks: Box<[Lock; INSERT_LOCKS]>,
}

/// How much of the arrays is in use, in cache lines of its own: what stands beside it is read all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Lengths {
    /// Nodes in the upper half, children in the lower one: both are taken at once.
    both: AtomicU64,
}

/// How much of the arrays is in use.
#[derive(Clone, Copy)]
struct InUse {
    nodes: usize,
    children: usize,
}

impl Lengths {
    fn of(nodes: usize, children: usize) -> Lengths {
        Lengths { both: AtomicU64::new((nodes as u64) << 32 | children as u64) }
    }

    #[inline]
    fn get(&self) -> InUse {
        InUse::of(self.both.load(Ordering::Relaxed))
    }

    /// Takes room for a node and so many children behind all others if there is room for so much in all. Returns what
    /// was in use before.
    #[inline]
    fn take(&self, children: usize, room: InUse) -> Option<InUse> {
        let larger = |both: u64| {
            let used = InUse::of(both);
            let fits = used.nodes < room.nodes && used.children + children <= room.children;
            fits.then_some(both + (1 << 32) + children as u64)
        };
        self.both.fetch_update(Ordering::Relaxed, Ordering::Relaxed, larger).ok().map(InUse::of)
    }
}

impl InUse {
    #[inline]
    fn of(both: u64) -> InUse {
        InUse { nodes: (both >> 32) as usize, children: both as u32 as usize }
    }
}

/// How many workers can add a node at the same time, if their keys choose different locks.
const INSERT_LOCKS: usize = 16;

/// A lock in a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Lock(Mutex<()>);

/// What a tree is made of, for whoever has it alone.
struct Parts {
    nodes: Vec<Node>,
    values: Vec<f32>,
    /// The bytes of the moves, and how they are packed.
    moves: Vec<u8>,
    width: Width,
}

impl Tree {
    /// A tree of a game whose moves are this wide.
    pub fn new(width: Width) -> Tree {
        let parts = Parts { nodes: Vec::new(), values: Vec::new(), moves: Vec::new(), width };
        Tree::of(parts, Links::with_capacity(0))
    }

    fn of(parts: Parts, links: Links) -> Tree {
        let Parts { nodes, values, moves, width } = parts;
        let table = NodeTable::for_nodes(nodes.len());
        table.add_all(nodes.len(), |id| nodes[id.index()].key);
        let lengths = Lengths::of(nodes.len(), values.len());
        let (nodes, values, moves) = (Array::from(nodes), Array::from(values), Moves::of(width, moves));
        Tree { nodes, table, links, values, moves, age: 0, lengths, insert_locks: Box::default() }
    }

    /// Takes out what the tree is made of. What is left is not a tree: it has to be made anew.
    fn take_apart(&mut self) -> Parts {
        let (nodes, children) = (self.len(), self.stored_children());
        // SAFETY: so many have been written, and nobody writes meanwhile, as the tree is borrowed for good.
        unsafe {
            Parts {
                nodes: self.nodes.take(nodes),
                values: self.values.take(children),
                moves: self.moves.take(children),
                width: self.moves.width(),
            }
        }
    }

    /// The node of an expanded state.
    #[inline]
    pub fn find(&self, key: Key) -> Option<NodeId> {
        self.table.find(key, |id| self.node(id).key)
    }

    /// Announces that [`Tree::find`] will be asked for this key.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    /// Reserves room for as many nodes as fit into so many bytes, if that can be had. A tree that grows step by step
    /// has its nodes twice whenever they are moved.
    pub fn reserve(&mut self, bytes: usize) {
        let length = self.len();
        // SAFETY: so many have been written.
        let mut nodes = unsafe { self.nodes.take(length) };
        let more = (bytes / size_of::<Node>()).saturating_sub(length);
        // Who cannot have it grows step by step all the same.
        let _ = nodes.try_reserve_exact(more);
        self.nodes = Array::from(nodes);
    }

    /// Announces that the walk is about to enter a state.
    #[inline]
    pub fn announce(&self, id: NodeId) {
        let node = self.node(id);
        self.links.prefetch(node.links.load(Ordering::Relaxed));
        self.values.prefetch(node.first as usize);
        self.moves.prefetch(node.first as usize);
    }

    /// Adds an expanded state, or a terminal one, which has no children; where another worker has added it meanwhile,
    /// that one counts. The label of a terminal one is the caller's business. `None` if there is no room.
    pub fn insert<M: Code>(
        &self,
        key: Key,
        turn: Player,
        moves: &[M],
        children: &[Child],
        worker: usize,
    ) -> Option<NodeId> {
        let _alone = self.insert_locks[key.low() as usize >> 8 & (INSERT_LOCKS - 1)].0.lock();
        let known = self.find(key);
        if known.is_some() || self.table.is_full(self.len()) {
            return known;
        }
        let is_known = |child: &&Child| matches!(child, Child::Known(_));
        let link_count = children.iter().filter(is_known).count() as u32;
        let links = if link_count == 0 { 0 } else { self.links.claim(link_count, worker)? };
        let Some(before) = self.lengths.take(children.len(), self.room()) else {
            self.links.leave(links, link_count, worker);
            return None;
        };
        let (id, first) = (NodeId(before.nodes as u32), before.children);
        let mut node = Node::new(key, turn);
        (node.first, node.children) = (first as u32, children.len() as u32);
        let list = node.list();
        let (mut head, body) = node.parts();
        (body.looked_up, body.link_count) = (id.0, link_count);
        let mut slot = links as usize;
        // SAFETY: this room has been taken, and is nobody else's.
        unsafe { self.moves.write_list(first, moves) };
        for ((place, index), &child) in (first..).zip(0..).zip(children) {
            let value = match child {
                Child::Leaf(value) => value,
                Child::Known(child) => {
                    // SAFETY: the run is new, and nobody else's.
                    unsafe { self.links.write(slot, Link::new(index, child)) };
                    slot += 1;
                    TAKEN
                }
                Child::Settled(rank) => {
                    settle(&mut head, body, rank);
                    TAKEN
                }
            };
            // SAFETY: this room has been taken, and is nobody else's.
            unsafe { self.values.write(place, value) };
        }
        // SAFETY: they have just been written, and nobody else knows of them.
        body.front = front(unsafe { self.values.slice(list) }, turn);
        node.set_head(head);
        *node.links.get_mut() = links;
        // SAFETY: this room has been taken, and is nobody else's.
        unsafe { self.nodes.write(id.index(), node) };
        // From here on others find it.
        self.table.add(key, id);
        Some(id)
    }

    /// c, v and r of a node.
    #[inline]
    pub fn label(&self, id: NodeId) -> Label {
        self.node(id).label()
    }

    /// Looks into a node as soon as nobody else does.
    #[inline]
    pub fn hold(&self, id: NodeId) -> Hold<'_> {
        Hold::new(self, self.node(id))
    }

    /// The move to a child.
    #[inline]
    pub fn move_to<M: Code>(&self, id: NodeId, index: u32) -> M {
        let place = self.node(id).list().nth(index as usize).expect("a child has a place in the child list");
        // SAFETY: the moves of a node have been written before the node, and never change.
        M::from_code(unsafe { self.moves.get(place) })
    }

    /// How many children a node has.
    #[inline]
    pub fn child_count(&self, id: NodeId) -> usize {
        self.node(id).children as usize
    }

    /// All moves, in the order of the child list.
    pub fn moves<M: Code>(&self, id: NodeId) -> Vec<M> {
        (0..self.node(id).children).map(|index| self.move_to(id, index)).collect()
    }

    /// How many states are expanded.
    #[inline]
    pub fn len(&self) -> usize {
        self.lengths.get().nodes
    }

    /// How many children are stored, in all child lists together.
    #[inline]
    pub fn stored_children(&self) -> usize {
        self.lengths.get().children
    }

    /// How many states are kept: the root, and every child of an expanded state, be it expanded or not.
    pub fn stored_states(&self) -> usize {
        self.stored_children() + usize::from(self.len() > 0)
    }

    /// The memory held, all included.
    pub fn bytes(&self) -> usize {
        self.bytes_of_arrays(0, 0) + self.table.bytes()
    }

    /// The memory that is needed for so many more expansions of at most `children` children each; `None` if the numbers
    /// of nodes or children would not fit.
    pub fn bytes_to_expand(&self, children: usize, expansions: usize) -> Option<usize> {
        let children = children * expansions;
        let fits = self.stored_children() + children < u32::MAX as usize
            && self.len() + expansions < u32::MAX as usize
            && self.links.has_numbers(LINK_ROOM * children);
        let table = self.table.bytes_to_add(self.len() + expansions - 1);
        fits.then(|| self.bytes_of_arrays(expansions, children) + table)
    }

    fn bytes_of_arrays(&self, nodes: usize, children: usize) -> usize {
        let used = self.lengths.get();
        grow::bytes_of::<Node>(used.nodes + nodes)
            + grow::bytes_of::<f32>(used.children + children)
            + self.moves.bytes_of(used.children + children)
            + self.links.bytes_with(2 * children)
    }

    /// Whether there is room for one more expansion of so many children, and for the links of a state with so many.
    pub fn has_room(&self, children: usize) -> bool {
        let (used, room) = (self.lengths.get(), self.room());
        used.nodes < room.nodes
            && used.children + children <= room.children
            && self.links.has_room(LINK_ROOM * children)
            && !self.table.is_full(used.nodes)
    }

    /// How much there is room for, and numbers.
    fn room(&self) -> InUse {
        let children = self.values.capacity().min(self.moves.capacity());
        InUse { nodes: self.nodes.capacity(), children: children.min(u32::MAX as usize) }
    }

    /// Makes room for that.
    pub fn make_room(&mut self, children: usize) {
        let (nodes, stored) = (self.len(), self.stored_children());
        // SAFETY: so many have been written.
        unsafe {
            self.nodes.make_room(nodes, 1);
            self.values.make_room(stored, children);
            self.moves.make_room(stored, children);
        }
        self.links.make_room(LINK_ROOM * children);
        if self.table.is_full(nodes) {
            let table = self.table.larger();
            table.add_all(nodes, |id| self.node(id).key);
            self.table = table;
        }
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        // SAFETY: a node has a number only once it is written, and what changes of it later is in cells.
        unsafe { self.nodes.get(id.index()) }
    }
}

/// So many links to a child take room at most, while the list of a state's links grows from run to run.
const LINK_ROOM: usize = 4;
