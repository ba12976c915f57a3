//! From the key of a state to its node. Only expanded states are here.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use game::Key;

use super::node::NodeId;
use crate::memory::pages::prefetch;

/// An open-addressing table of node numbers in groups of eight slots. The keys themselves are in the nodes,
/// which a search that finds one reads next anyway. A byte of the key for each slot keeps most searches that
/// find nothing away from everything else: the eight bytes of a group are compared as one number, and all of
/// them are few enough to stay in the cache.
///
/// Many may search and add side by side: a slot belongs to whoever first writes a byte there, and whoever sees the number
/// that is written next sees the node behind it.
#[derive(Debug)]
pub struct NodeTable {
    /// A byte of the key for each slot, 0 for a free one.
    tags: Vec<AtomicU64>,
    /// One more than the number of the node, 0 for a free slot.
    ids: Vec<[AtomicU32; GROUP]>,
}

/// Slots in a group.
const GROUP: usize = 8;

/// The same byte in every slot of a group.
const fn in_every_slot(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The top bit of every byte that is 0. Bytes above the lowest zero may be marked by mistake.
#[inline]
fn zero_bytes(group: u64) -> u64 {
    group.wrapping_sub(in_every_slot(1)) & !group & in_every_slot(0x80)
}

/// The slot of the lowest byte that is marked.
#[inline]
fn lowest(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

impl NodeTable {
    const LEAST: usize = 128;

    /// A table with room for so many nodes, and a third as many more.
    pub fn for_nodes(nodes: usize) -> NodeTable {
        let groups = (nodes / 4).max(NodeTable::LEAST);
        let mut table = NodeTable { tags: Vec::new(), ids: Vec::new() };
        table.tags.resize_with(groups, AtomicU64::default);
        table.ids.resize_with(groups, Default::default);
        table
    }

    /// An empty table for whoever has filled this one.
    pub fn larger(&self) -> NodeTable {
        NodeTable::for_nodes(4 * self.larger_groups())
    }

    /// A quarter more: in a table that grows by a half there is far more room than nodes for most of the time.
    fn larger_groups(&self) -> usize {
        self.tags.len() + self.tags.len() / 4
    }

    /// The group where the search for a key begins.
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

    /// Asks the processor to fetch what [`NodeTable::find`] will look at first.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(&self.tags[self.home(key)]);
    }

    /// The node of a key, where `key_of` tells the keys of nodes.
    #[inline]
    pub fn find(&self, key: Key, key_of: impl Fn(NodeId) -> Key) -> Option<NodeId> {
        let tag = in_every_slot(NodeTable::tag(key));
        let mut group = self.home(key);
        loop {
            let tags = self.tags[group].load(Ordering::Relaxed);
            let mut matches = zero_bytes(tags ^ tag);
            while matches != 0 {
                // There may be nothing yet, or nothing at all where a byte above the lowest match is marked by mistake.
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

    /// Adds a node that is not in the table yet, and that nobody else adds.
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
            let place = &self.tags[group];
            match place.compare_exchange_weak(tags, with_tag, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    // From here on others find it.
                    self.ids[group][slot].store(id.0 + 1, Ordering::Release);
                    return;
                }
                Err(now) => tags = now,
            }
        }
    }

    /// Adds all of these to an empty table, which are the first nodes. The places they go to are fetched ahead.
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

    /// Whether a table of so many nodes should be larger. Searches that find nothing mostly end in their first group
    /// while a third of the slots is free.
    #[inline]
    pub fn is_full(&self, nodes: usize) -> bool {
        nodes * 3 >= self.tags.len() * GROUP * 2
    }

    const BYTES_PER_GROUP: usize = size_of::<u64>() + GROUP * size_of::<NodeId>();

    pub fn bytes(&self) -> usize {
        self.tags.len() * NodeTable::BYTES_PER_GROUP
    }

    /// Bytes that are needed to add one more to so many.
    pub fn bytes_to_add(&self, nodes: usize) -> usize {
        if self.is_full(nodes) { self.larger_groups() * NodeTable::BYTES_PER_GROUP } else { self.bytes() }
    }
}
