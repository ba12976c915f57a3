//! An explicit tree: every generated state is a node, once for each path to it.

use game::{Game, Player};

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

impl NodeId {
    /// The root is the first node.
    pub const ROOT: NodeId = NodeId(0);
}

#[derive(Clone, Copy, Debug)]
struct Node<M, L> {
    label: L,
    /// The move that leads to this node; `None` for the root.
    m: Option<M>,
    parent: NodeId,
    /// The index of the first child. The children are adjacent.
    first: u32,
    children: u32,
    /// The player to move. It is set when the node is expanded.
    player: Player,
}

/// A tree whose nodes carry labels of type `L`.
#[derive(Debug)]
pub struct Tree<M, L> {
    nodes: Vec<Node<M, L>>,
}

impl<M: Copy, L: Copy> Tree<M, L> {
    /// A tree that consists of an unexpanded root.
    pub fn new(label: L) -> Tree<M, L> {
        Tree { nodes: vec![Node::new(label, None, NodeId::ROOT)] }
    }

    fn node(&self, id: NodeId) -> &Node<M, L> {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node<M, L> {
        &mut self.nodes[id.0 as usize]
    }

    /// Whether the node has children.
    pub fn is_expanded(&self, id: NodeId) -> bool {
        self.node(id).children > 0
    }

    /// The children, in the order of their moves.
    pub fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + Clone + use<M, L> {
        let Node { first, children, .. } = *self.node(id);
        (first..first + children).map(NodeId)
    }

    /// The labels of the children.
    pub fn labels(&self, id: NodeId) -> impl Iterator<Item = L> + Clone {
        self.children(id).map(|child| self.label(child))
    }

    /// The player to move at an expanded node.
    pub fn player(&self, id: NodeId) -> Player {
        self.node(id).player
    }

    /// The label of a node.
    pub fn label(&self, id: NodeId) -> L {
        self.node(id).label
    }

    /// Replaces the label of a node.
    pub fn set_label(&mut self, id: NodeId, label: L) {
        self.node_mut(id).label = label;
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.node(id).parent)
    }

    /// The move that leads to the node; `None` for the root.
    pub fn move_to(&self, id: NodeId) -> Option<M> {
        self.node(id).m
    }

    /// The moves from the root to the node.
    pub fn path(&self, id: NodeId) -> Vec<M> {
        let upwards = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<M> = upwards.filter_map(|id| self.node(id).m).collect();
        path.reverse();
        path
    }

    /// Expands a node. `player` is the player to move.
    pub fn expand(&mut self, id: NodeId, player: Player, children: impl Iterator<Item = (M, L)>) {
        let first = self.nodes.len();
        self.nodes.extend(children.map(|(m, label)| Node::new(label, Some(m), id)));
        let count = (self.nodes.len() - first) as u32;
        let node = self.node_mut(id);
        (node.first, node.children, node.player) = (first as u32, count, player);
    }

    /// Makes the child that equals `next` the root, and drops all other nodes. Returns `false` if there is no
    /// such child.
    pub fn follow<G: Game<Move = M>>(&mut self, root: &G, next: &G) -> bool {
        let leads_there = |&child: &NodeId| {
            let mut state = root.clone();
            self.node(child).m.inspect(|&m| state.play(m));
            state == *next
        };
        let Some(child) = self.children(NodeId::ROOT).find(leads_there) else { return false };
        let mut kept = Tree::new(self.label(child));
        // Nodes are numbered in the order in which they are kept; `old` maps them to their ids in the old
        // tree.
        let mut old = vec![child];
        let mut id = NodeId::ROOT;
        while let Some(&from) = old.get(id.0 as usize) {
            if self.is_expanded(from) {
                let children = self.children(from).map(|child| self.node(child));
                let moves = children.filter_map(|node| Some((node.m?, node.label)));
                kept.expand(id, self.player(from), moves);
                old.extend(self.children(from));
            }
            id.0 += 1;
        }
        *self = kept;
        true
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory in use, in bytes, or the peak while `more` nodes are added, when the old and the new array
    /// may be in memory together.
    pub fn bytes_with(&self, more: usize) -> usize {
        let capacity = self.nodes.capacity();
        let fits = self.nodes.len() + more <= capacity;
        let slots = if fits { capacity } else { capacity + (2 * capacity).max(self.nodes.len() + more) };
        slots * size_of::<Node<M, L>>()
    }
}

impl<M, L> Node<M, L> {
    fn new(label: L, m: Option<M>, parent: NodeId) -> Node<M, L> {
        Node { label, m, parent, first: 0, children: 0, player: Player::First }
    }
}
