//! The hash table from keys to nodes. It contains expanded states only.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use game::Key;

use super::node::NodeId;
use crate::memory::pages::prefetch;

/// An open-addressing table of node ids in groups of eight slots. The keys themselves are in the nodes, which
/// the caller reads next anyway. A tag, one byte of the key, for each slot lets most unsuccessful lookups end
/// without access to ids or nodes: the eight tags of a group are compared as one number, and all tags
/// together are small enough to stay in the cache.
///
/// Any number of workers may look up and add nodes concurrently. A worker claims a slot by writing the tag
/// with a compare-and-swap, and then stores the id with release ordering, so a worker that reads the id also
/// sees the node.
#[derive(Debug)]
pub struct NodeTable {
    /// The tags, eight per word; 0 for a free slot.
    tags: Vec<AtomicU64>,
    /// The node ids plus one; 0 for a free slot.
    ids: Vec<[AtomicU32; GROUP]>,
}

/// Slots per group.
const GROUP: usize = 8;

/// The same byte in all eight positions.
const fn in_every_slot(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Sets the top bit of every byte that is 0. Bytes above the lowest zero byte may be marked falsely.
#[inline]
fn zero_bytes(group: u64) -> u64 {
    group.wrapping_sub(in_every_slot(1)) & !group & in_every_slot(0x80)
}

/// The slot of the lowest marked byte.
#[inline]
fn lowest(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

impl NodeTable {
    const MIN_GROUPS: usize = 128;

    /// A table with room for this many nodes plus a third.
    pub fn for_nodes(nodes: usize) -> NodeTable {
        let groups = (nodes / 4).max(NodeTable::MIN_GROUPS);
        let mut table = NodeTable { tags: Vec::new(), ids: Vec::new() };
        table.tags.resize_with(groups, AtomicU64::default);
        table.ids.resize_with(groups, Default::default);
        table
    }

    /// The number of nodes that the table to replace this one is [for](NodeTable::for_nodes).
    pub fn nodes_when_larger(&self) -> usize {
        4 * self.larger_groups()
    }

    /// Grows by a quarter. A table that grew by a half would be far from full most of the time.
    fn larger_groups(&self) -> usize {
        self.tags.len() + self.tags.len() / 4
    }

    /// The group in which the probe sequence of a key starts.
    #[inline]
    fn home(&self, key: Key) -> usize {
        ((u128::from(key.high()) * self.tags.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, group: usize) -> usize {
        if group + 1 == self.tags.len() { 0 } else { group + 1 }
    }

    #[inline]
    fn tag(key: Key) -> u8 {
        (key.low() as u8).max(1)
    }

    /// Prefetches the tags that [`NodeTable::find`] reads first.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(&self.tags[self.home(key)]);
    }

    /// The node with this key. `key_of` returns the key of a node.
    #[inline]
    pub fn find(&self, key: Key, key_of: impl Fn(NodeId) -> Key) -> Option<NodeId> {
        let tag = in_every_slot(NodeTable::tag(key));
        let mut group = self.home(key);
        loop {
            let tags = self.tags[group].load(Ordering::Relaxed);
            let mut matches = zero_bytes(tags ^ tag);
            while matches != 0 {
                // The id may not be stored yet, or the match may be false (see `zero_bytes`): then this slot
                // is skipped.
                if let Some(id) = self.ids[group][lowest(matches)].load(Ordering::Acquire).checked_sub(1)
                    && key_of(NodeId(id)) == key
                {
                    return Some(NodeId(id));
                }
                matches &= matches - 1;
            }
            if zero_bytes(tags) != 0 {
                return None;
            }
            group = self.after(group);
        }
    }

    /// Adds a node. Its key must not be in the table, and no other worker may add the same key at the same
    /// time.
    pub fn add(&self, key: Key, id: NodeId) {
        let mut group = self.home(key);
        let mut tags = self.tags[group].load(Ordering::Relaxed);
        loop {
            let free = zero_bytes(tags);
            if free == 0 {
                group = self.after(group);
                tags = self.tags[group].load(Ordering::Relaxed);
                continue;
            }
            let slot = lowest(free);
            let with_tag = tags | u64::from(NodeTable::tag(key)) << (8 * slot);
            let word = &self.tags[group];
            match word.compare_exchange_weak(tags, with_tag, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    // Publishes the node: from here on, other workers find it.
                    self.ids[group][slot].store(id.0 + 1, Ordering::Release);
                    return;
                }
                Err(now) => tags = now,
            }
        }
    }

    /// Adds the first `count` nodes to an empty table. Prefetches ahead of the insertions.
    pub fn add_all(&self, count: usize, key_of: impl Fn(NodeId) -> Key) {
        const AHEAD: usize = 16;
        for index in 0..count {
            if index + AHEAD < count {
                let later = key_of(NodeId((index + AHEAD) as u32));
                self.prefetch(later);
                prefetch(&self.ids[self.home(later)]);
            }
            let id = NodeId(index as u32);
            self.add(key_of(id), id);
        }
    }

    /// Whether a table with this many nodes should grow. While a third of the slots is free, most
    /// unsuccessful lookups end in their first group.
    #[inline]
    pub fn is_full(&self, nodes: usize) -> bool {
        nodes * 3 >= self.tags.len() * GROUP * 2
    }

    const BYTES_PER_GROUP: usize = size_of::<u64>() + GROUP * size_of::<NodeId>();

    pub fn bytes(&self) -> usize {
        self.tags.len() * NodeTable::BYTES_PER_GROUP
    }

    /// The memory in use after adding one node to this many, in bytes.
    pub fn bytes_to_add(&self, nodes: usize) -> usize {
        if self.is_full(nodes) { self.larger_groups() * NodeTable::BYTES_PER_GROUP } else { self.bytes() }
    }
}
