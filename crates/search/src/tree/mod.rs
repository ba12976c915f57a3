//! The partial tree: the explored states, in flat arrays.
//!
//! Only expanded states are nodes. An unexpanded child, a leaf, is an estimate and a move in the child list
//! of its parent: it never changes, and its selection count is 0. An expanded child is a link to a node. A
//! state with several parents is a single node. Resolved children never change either, so only the best of
//! them is stored.
//!
//! Any number of workers read and write a tree concurrently. The label of a node is a single word, which any
//! worker may read at any time. The rest of a node, its links and its child list are accessed only by the
//! worker that holds the node ([`Tree::hold`]). Only an exclusive borrow of the tree can enlarge its arrays.

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
use crate::memory::{grow, heap};
use array::Array;
use front::{NOT_A_LEAF, front};
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
    /// The child lists, one after the other: the estimates (NaN for a child that is not a leaf).
    values: Array<f32>,
    /// The moves of the child lists.
    moves: Moves,
    /// How often nodes were dropped. Dropping nodes renumbers the others.
    pub age: u64,
    /// How many nodes were dropped to save memory.
    pub evicted: u64,
    lengths: Lengths,
    /// A worker that adds a node takes the lock selected by its key, so that no state is added twice.
    insert_locks: Box<[Lock; INSERT_LOCKS]>,
}

/// The number of elements in use in the arrays. It has its own cache lines, because it changes often and its
/// neighbours are only read.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Lengths {
    /// The number of nodes in the upper half, of children in the lower half, so that both change in one
    /// atomic operation.
    both: AtomicU64,
}

/// A number of nodes and a number of children.
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

    /// Reserves room for one node with these children after all others, if the total stays within `room`.
    /// Returns what was in use before.
    #[inline]
    fn reserve(&self, children: usize, room: InUse) -> Option<InUse> {
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

/// The number of locks for adding nodes.
const INSERT_LOCKS: usize = 16;

/// A lock in a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Lock(Mutex<()>);

/// The parts of a tree, under an exclusive borrow.
struct Parts {
    nodes: Vec<Node>,
    values: Vec<f32>,
    /// The encoded moves.
    moves: Vec<u8>,
    width: Width,
}

impl Tree {
    /// An empty tree for a game whose moves have this width.
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
        Tree { nodes, table, links, values, moves, age: 0, evicted: 0, lengths, insert_locks: Box::default() }
    }

    /// Takes the parts out. The caller must then replace the tree, because what is left is not a valid one.
    fn take_apart(&mut self) -> Parts {
        let (nodes, children) = (self.len(), self.stored_children());
        // SAFETY: `lengths` counts the elements that have been written, and the exclusive borrow of the tree
        // excludes writers.
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

    /// Prefetches for a later [`Tree::find`] with this key.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    /// Reserves room for as many nodes as fit into this much memory, if the allocation succeeds. Without it,
    /// nodes are in memory twice whenever their array is reallocated.
    pub fn reserve(&mut self, bytes: usize) {
        let length = self.len();
        // SAFETY: `lengths` counts the nodes that have been written.
        let mut nodes = unsafe { self.nodes.take(length) };
        let more = (bytes / size_of::<Node>()).saturating_sub(length);
        // If the reservation fails, the array grows step by step instead.
        let _ = heap::attempt(|| nodes.try_reserve_exact(more));
        self.nodes = Array::from(nodes);
    }

    /// Prefetches for an iteration that is about to visit this node.
    #[inline]
    pub fn announce(&self, id: NodeId) {
        let node = self.node(id);
        self.links.prefetch(node.links.load(Ordering::Relaxed));
        self.values.prefetch(node.first as usize);
        self.moves.prefetch(node.first as usize);
    }

    /// Adds an expanded state, or a terminal one, which has no children and whose label the caller sets. If
    /// another worker has added the state in the meantime, returns that node. `None` if there is no room.
    pub fn insert<M: Code>(
        &self,
        key: Key,
        turn: Player,
        moves: &[M],
        children: &[Child],
        worker: usize,
    ) -> Option<NodeId> {
        let _lock = self.insert_locks[key.low() as usize >> 8 & (INSERT_LOCKS - 1)].0.lock();
        let known = self.find(key);
        if known.is_some() || self.table.is_full(self.len()) {
            return known;
        }
        let is_known = |child: &&Child| matches!(child, Child::Known(_));
        let link_count = children.iter().filter(is_known).count() as u32;
        let links = if link_count == 0 { 0 } else { self.links.claim(link_count, worker)? };
        let Some(before) = self.lengths.reserve(children.len(), self.room()) else {
            self.links.release(links, link_count, worker);
            return None;
        };
        let (id, first) = (NodeId(before.nodes as u32), before.children);
        let mut node = Node::new(key, turn);
        (node.first, node.children) = (first as u32, children.len() as u32);
        let list = node.list();
        let (mut head, body) = node.parts();
        (body.looked_up, body.link_count) = (id.0, link_count);
        let mut slot = links as usize;
        // SAFETY: `lengths.reserve` has given this range, within the capacity, to this call alone.
        unsafe { self.moves.write_list(first, moves) };
        for ((position, index), &child) in (first..).zip(0..).zip(children) {
            let value = match child {
                Child::Leaf(value) => value,
                Child::Known(child) => {
                    // SAFETY: `links.claim` has given this run, within the capacity, to this call alone.
                    unsafe { self.links.write(slot, Link::new(index, child)) };
                    slot += 1;
                    NOT_A_LEAF
                }
                Child::Settled(rank) => {
                    settle(&mut head, body, rank);
                    NOT_A_LEAF
                }
            };
            // SAFETY: `lengths.reserve` has given this range, within the capacity, to this call alone.
            unsafe { self.values.write(position, value) };
        }
        // SAFETY: the loop has written this range, and no other worker knows it before `table.add`.
        body.front = front(unsafe { self.values.slice(list) }, turn);
        node.set_head(head);
        *node.links.get_mut() = links;
        // SAFETY: `lengths.reserve` has given this index, within the capacity, to this call alone.
        unsafe { self.nodes.write(id.index(), node) };
        // Publishes the node: from here on, other workers find it.
        self.table.add(key, id);
        Some(id)
    }

    /// c, v and r of a node.
    #[inline]
    pub fn label(&self, id: NodeId) -> Label {
        self.node(id).label()
    }

    /// Waits for exclusive access to a node.
    #[inline]
    pub fn hold(&self, id: NodeId) -> Hold<'_> {
        Hold::new(self, self.node(id))
    }

    /// The move to a child.
    #[inline]
    pub fn move_to<M: Code>(&self, id: NodeId, index: u32) -> M {
        let position =
            self.node(id).list().nth(index as usize).expect("the index of a child is within the child list");
        // SAFETY: the moves of a node are written before the node is published, and never change.
        M::from_code(unsafe { self.moves.get(position) })
    }

    /// The number of children of a node.
    #[inline]
    pub fn child_count(&self, id: NodeId) -> usize {
        self.node(id).children as usize
    }

    /// All moves of a node, in the order of the child list.
    pub fn moves<M: Code>(&self, id: NodeId) -> Vec<M> {
        (0..self.node(id).children).map(|index| self.move_to(id, index)).collect()
    }

    /// The number of expanded states.
    #[inline]
    pub fn len(&self) -> usize {
        self.lengths.get().nodes
    }

    /// The number of children in all child lists.
    #[inline]
    pub fn stored_children(&self) -> usize {
        self.lengths.get().children
    }

    /// The number of stored states: the root and all children of expanded states.
    pub fn stored_states(&self) -> usize {
        self.stored_children() + usize::from(self.len() > 0)
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes_of_arrays(0, 0) + self.table.bytes()
    }

    /// The most memory in use after this many more expansions of at most `children` children each, in bytes;
    /// `None` if the indices of nodes or children would overflow.
    pub fn bytes_to_expand(&self, children: usize, expansions: usize) -> Option<usize> {
        let children = children * expansions;
        let fits = self.stored_children() + children < u32::MAX as usize
            && self.len() + expansions < u32::MAX as usize
            && self.links.has_indices(LINK_SLOTS_PER_CHILD * children);
        let table = self.table.bytes_to_add(self.len() + expansions - 1);
        // What forgetting takes has to fit, too.
        let to_forget = self.len() * forget::BYTES_PER_NODE + self.links.bytes_with(0);
        fits.then(|| self.bytes_of_arrays(expansions, children) + table + to_forget)
    }

    fn bytes_of_arrays(&self, nodes: usize, children: usize) -> usize {
        let used = self.lengths.get();
        grow::bytes_of::<Node>(used.nodes + nodes)
            + grow::bytes_of::<f32>(used.children + children)
            + self.moves.bytes_of(used.children + children)
            + self.links.bytes_with(2 * children)
    }

    /// Whether there is room for one more expansion with this many children, and for the links of a state
    /// with this many.
    pub fn has_room(&self, children: usize) -> bool {
        let (used, room) = (self.lengths.get(), self.room());
        used.nodes < room.nodes
            && used.children + children <= room.children
            && self.links.has_room(LINK_SLOTS_PER_CHILD * children)
            && !self.table.is_full(used.nodes)
    }

    /// The numbers of nodes and children for which there are memory and indices.
    fn room(&self) -> InUse {
        let children = self.values.capacity().min(self.moves.capacity());
        InUse { nodes: self.nodes.capacity(), children: children.min(u32::MAX as usize) }
    }

    /// Makes the room that [`Tree::has_room`] asks for.
    pub fn make_room(&mut self, children: usize) {
        let (nodes, stored) = (self.len(), self.stored_children());
        // SAFETY: `lengths` counts the elements that have been written.
        unsafe {
            self.nodes.make_room(nodes, 1);
            self.values.make_room(stored, children);
            self.moves.make_room(stored, children);
        }
        self.links.make_room(LINK_SLOTS_PER_CHILD * children);
        if self.table.is_full(nodes) {
            // The old table goes first: two of them would not fit into the memory.
            let larger = self.table.nodes_when_larger();
            self.table = NodeTable::for_nodes(0);
            self.table = NodeTable::for_nodes(larger);
            self.table.add_all(nodes, |id| self.node(id).key);
        }
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        // SAFETY: a node is written before its id is published, and what changes later is in cells.
        unsafe { self.nodes.get(id.index()) }
    }
}

/// An upper bound on the link slots per child: while the list of a node grows, it moves through runs of 1, 2,
/// 4, ... slots, which together have less than four slots per link.
const LINK_SLOTS_PER_CHILD: usize = 4;
