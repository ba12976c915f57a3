//! The tree of a Monte Carlo search: nodes in one flat array, the children of a node adjacent.

use std::ops::Range;

use game::{Bounds, Rng};

use crate::memory::grow;

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root is the first node.
    pub const ROOT: NodeId = NodeId(0);

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node, stored in its parent's block of children. The state itself is replayed during the descent.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The sum of the results of all simulations through this node.
    pub total: f64,
    /// The number of these simulations.
    pub visits: u32,
    /// The start of the block of children, and its length: 0 before the expansion.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The number of children that have had their first visit.
    pub tried: u32,
    /// The evaluator's value. With implicit minimax back-ups, the best value of the children once the node is
    /// expanded.
    pub value: f32,
    /// The proven bounds.
    pub bounds: Bounds,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    pub const NEW: Node =
        Node { total: 0.0, visits: 0, first: 0, count: 0, tried: 0, value: 0.0, bounds: Bounds::ANY };

    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// The mean result of the simulations. There must be at least one.
    #[inline]
    pub fn mean(&self) -> f32 {
        self.total as f32 / self.visits as f32
    }

    #[inline]
    pub(super) fn block(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The all-moves-as-first statistics of a move: the results of all simulations of the parent in which it was
/// played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amaf {
    pub total: f32,
    pub visits: u32,
}

/// The nodes. A block is always stored after the node that it belongs to.
#[derive(Debug)]
pub struct Tree<M> {
    pub(super) nodes: Vec<Node>,
    /// The moves that lead to the nodes. The root has none, so the first move is that of node 1.
    pub(super) moves: Vec<M>,
    /// The all-moves-as-first statistics of the nodes, if they are used.
    pub(super) amaf: Option<Vec<Amaf>>,
}

impl<M: Copy> Tree<M> {
    /// An unvisited root.
    pub fn new(with_amaf: bool) -> Tree<M> {
        let amaf = with_amaf.then(|| vec![Amaf::default()]);
        Tree { nodes: vec![Node::NEW], moves: Vec::new(), amaf }
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let block = self.node(id).block();
        &self.nodes[block]
    }

    /// The indices of the children.
    #[inline]
    pub fn ids(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<M> {
        let block = self.node(id).block();
        (block.start as u32..block.end as u32).map(NodeId)
    }

    /// The move that leads to a node other than the root.
    #[inline]
    pub fn move_to(&self, id: NodeId) -> M {
        self.moves[id.index() - 1]
    }

    /// The all-moves-as-first statistics of the children, and the moves that lead to them.
    #[inline]
    pub fn amaf_mut(&mut self, id: NodeId) -> (&mut [Amaf], &[M]) {
        let block = self.node(id).block();
        match &mut self.amaf {
            Some(amaf) if !block.is_empty() => {
                (&mut amaf[block.clone()], &self.moves[block.start - 1..block.end - 1])
            }
            _ => (&mut [], &[]),
        }
    }

    /// The all-moves-as-first statistics of the children.
    #[inline]
    pub fn amaf(&self, id: NodeId) -> &[Amaf] {
        self.amaf.as_ref().map_or(&[], |amaf| &amaf[self.node(id).block()])
    }

    /// Expands a node. The children are stored in a random order, in which they also get their first visits.
    pub fn expand(&mut self, id: NodeId, moves: &[M], children: impl Iterator<Item = Node>, rng: &mut Rng) {
        let (first, count) = (self.nodes.len(), moves.len());
        grow::make_room(&mut self.nodes, count);
        grow::make_room(&mut self.moves, count);
        self.moves.extend_from_slice(moves);
        self.nodes.extend(children);
        if let Some(amaf) = &mut self.amaf {
            grow::make_room(amaf, count);
            amaf.resize(first + count, Amaf::default());
        }
        let (nodes, moves) = (&mut self.nodes[first..], &mut self.moves[first - 1..]);
        for last in (1..count).rev() {
            let other = rng.below(last + 1);
            nodes.swap(last, other);
            moves.swap(last, other);
        }
        let node = self.node_mut(id);
        (node.first, node.count, node.tried) = (first as u32, count as u32, 0);
    }

    /// Makes a child that was tried last one that was not tried.
    pub fn untry(&mut self, parent: NodeId, child: NodeId) {
        let node = self.node_mut(parent);
        if node.tried > 0 && node.first + node.tried - 1 == child.0 {
            node.tried -= 1;
        }
    }

    /// Removes the children of a node. Their memory is released by the next compaction.
    pub fn remove_children(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        (node.first, node.count, node.tried) = (0, 0, 0);
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        grow::bytes(&self.nodes)
            + grow::bytes(&self.moves)
            + self.amaf.as_ref().map_or(0, |amaf| grow::bytes(amaf))
    }

    /// The memory in use after another expansion, in bytes; `None` if the indices would overflow.
    pub fn bytes_to_expand(&self, children: usize) -> Option<usize> {
        (self.nodes.len() + children < u32::MAX as usize).then(|| {
            grow::bytes_with(&self.nodes, children)
                + grow::bytes_with(&self.moves, children)
                + self.amaf.as_ref().map_or(0, |amaf| grow::bytes_with(amaf, children))
        })
    }
}
