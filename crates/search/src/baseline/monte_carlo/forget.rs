//! Compacting the tree in index: nodes that are no longer reachable are dropped.

use super::tree::{NodeId, Tree};
use crate::memory::grow;

/// A block of children that is kept.
struct Block {
    first: u32,
    /// The parent of these children, at its current index.
    owner: NodeId,
}

impl<M: Copy> Tree<M> {
    /// Makes a node the root and keeps only its subtree. Blocks keep their order, and each is stored after
    /// its owner. When a block moves towards the front, its owner has already moved, and nothing is
    /// overwritten that is still needed.
    pub fn keep_only_below(&mut self, root: NodeId) {
        self.nodes[0] = self.nodes[root.index()];
        let mut blocks = self.blocks();
        let mut end = 1;
        for number in 0..blocks.len() {
            let owner = blocks[number].owner;
            let block = self.node(owner).block();
            self.nodes.copy_within(block.clone(), end);
            self.moves.copy_within(block.start - 1..block.end - 1, end - 1);
            if let Some(amaf) = &mut self.amaf {
                amaf.copy_within(block.clone(), end);
            }
            self.node_mut(owner).first = end as u32;
            for index in end..end + block.len() {
                let node = &self.nodes[index];
                if node.is_expanded() {
                    let below = blocks.binary_search_by_key(&node.first, |block| block.first);
                    blocks[below.expect("the block of a kept node is in the list")].owner =
                        NodeId(index as u32);
                }
            }
            end += block.len();
        }
        self.nodes.truncate(end);
        self.moves.truncate(end - 1);
        grow::release_excess(&mut self.nodes);
        grow::release_excess(&mut self.moves);
        if let Some(amaf) = &mut self.amaf {
            amaf.truncate(end);
            grow::release_excess(amaf);
        }
    }

    /// The blocks below the root, in their order in the array. Only the owner of the root's block is set
    /// correctly.
    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut open = vec![NodeId::ROOT];
        while let Some(id) = open.pop() {
            let node = self.node(id);
            if node.is_expanded() {
                blocks.push(Block { first: node.first, owner: NodeId::ROOT });
                let expanded = node.block().filter(|&child| self.nodes[child].is_expanded());
                open.extend(expanded.map(|child| NodeId(child as u32)));
            }
        }
        blocks.sort_unstable_by_key(|block| block.first);
        blocks
    }
}
