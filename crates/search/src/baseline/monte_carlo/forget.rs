//! Tidying up: the tree moves together in place, and what no node leads to any more is dropped.

use super::tree::{NodeId, Tree};
use crate::memory::grow;

/// A block of children that stays.
struct Block {
    first: u32,
    /// The node whose children these are, where it is now.
    owner: NodeId,
}

impl<M: Copy> Tree<M> {
    /// Makes a node the root and keeps what is below it. Blocks keep their order, and each lies behind its
    /// owner: when a block moves towards the front, its owner has moved already and nothing is overwritten
    /// that is still needed.
    pub fn keep_only_below(&mut self, root: NodeId) {
        self.nodes[0] = self.nodes[root.index()];
        let mut blocks = self.blocks();
        let mut end = 1;
        for index in 0..blocks.len() {
            let owner = blocks[index].owner;
            let block = self.node(owner).block();
            self.nodes.copy_within(block.clone(), end);
            self.moves.copy_within(block.start - 1..block.end - 1, end - 1);
            if let Some(amaf) = &mut self.amaf {
                amaf.copy_within(block.clone(), end);
            }
            self.node_mut(owner).first = end as u32;
            for place in end..end + block.len() {
                let node = &self.nodes[place];
                if node.is_expanded() {
                    let below = blocks.binary_search_by_key(&node.first, |block| block.first);
                    blocks[below.expect("the block of a node that stays is in the list")].owner =
                        NodeId(place as u32);
                }
            }
            end += block.len();
        }
        self.nodes.truncate(end);
        self.moves.truncate(end - 1);
        grow::give_back(&mut self.nodes);
        grow::give_back(&mut self.moves);
        if let Some(amaf) = &mut self.amaf {
            amaf.truncate(end);
            grow::give_back(amaf);
        }
    }

    /// The blocks below the root, in their order in the array. Only that of the root knows its owner yet.
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
