//! From the key of a state to its node. Only expanded states are here.

use game::Key;

use super::node::{Node, NodeId};

/// An open-addressing table of node numbers in groups of eight slots. The keys themselves are in the nodes,
/// which a search that finds one reads next anyway. A byte of the key for each slot keeps most searches that
/// find nothing away from everything else: the eight bytes of a group are compared as one number, and all of
/// them are few enough to stay in the cache.
#[derive(Debug)]
pub struct Table {
    /// A byte of the key for each slot, 0 for a free one.
    tags: Vec<u64>,
    ids: Vec<[NodeId; GROUP]>,
    used: usize,
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

impl Table {
    const LEAST: usize = 128;

    pub fn new() -> Table {
        Table::with_groups(Table::LEAST)
    }

    fn with_groups(groups: usize) -> Table {
        Table { tags: vec![0; groups], ids: vec![[NodeId::default(); GROUP]; groups], used: 0 }
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

    /// Asks the processor to fetch what [`Table::find`] will look at first.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(&self.tags, self.home(key));
    }

    #[inline]
    pub fn find(&self, key: Key, nodes: &[Node]) -> Option<NodeId> {
        let tag = in_every_slot(Table::tag(key));
        let mut group = self.home(key);
        loop {
            let tags = self.tags[group];
            let mut matches = zero_bytes(tags ^ tag);
            while matches != 0 {
                let id = self.ids[group][lowest(matches)];
                if nodes.get(id.index()).is_some_and(|node| node.key == key) {
                    return Some(id);
                }
                matches &= matches - 1;
            }
            if zero_bytes(tags) != 0 {
                return None;
            }
            group = self.after(group);
        }
    }

    /// Adds the last of `nodes`, which is not in the table yet.
    pub fn insert_last(&mut self, nodes: &[Node]) {
        if self.is_full() {
            *self = Table::with_groups(self.larger());
            self.insert_all(nodes);
        } else if let Some(node) = nodes.last() {
            self.place(node.key, NodeId((nodes.len() - 1) as u32));
        }
    }

    /// Fills an empty table. Nodes are read in order, and the places they go to are fetched ahead.
    fn insert_all(&mut self, nodes: &[Node]) {
        const AHEAD: usize = 16;
        for (index, node) in nodes.iter().enumerate() {
            if let Some(later) = nodes.get(index + AHEAD) {
                self.prefetch(later.key);
                prefetch(&self.ids, self.home(later.key));
            }
            self.place(node.key, NodeId(index as u32));
        }
    }

    /// A table of exactly these nodes.
    pub fn of(nodes: &[Node]) -> Table {
        let mut table = Table::with_groups((nodes.len() / 4).max(Table::LEAST));
        table.insert_all(nodes);
        table
    }

    fn place(&mut self, key: Key, id: NodeId) {
        let mut group = self.home(key);
        while zero_bytes(self.tags[group]) == 0 {
            group = self.after(group);
        }
        let slot = lowest(zero_bytes(self.tags[group]));
        self.tags[group] |= u64::from(Table::tag(key)) << (8 * slot);
        self.ids[group][slot] = id;
        self.used += 1;
    }

    /// Searches that find nothing mostly end in their first group while a third of the slots is free.
    fn is_full(&self) -> bool {
        self.used * 3 >= self.tags.len() * GROUP * 2
    }

    fn larger(&self) -> usize {
        self.tags.len() + self.tags.len() / 2
    }

    const BYTES_PER_GROUP: usize = size_of::<u64>() + GROUP * size_of::<NodeId>();

    pub fn bytes(&self) -> usize {
        self.tags.len() * Table::BYTES_PER_GROUP
    }

    /// Bytes that are needed to add one more.
    pub fn bytes_to_insert(&self) -> usize {
        if self.is_full() { self.larger() * Table::BYTES_PER_GROUP } else { self.bytes() }
    }
}

/// Asks the processor to fetch the cache line of `array[index]`; does nothing where there is no such element.
#[inline]
pub fn prefetch<T>(array: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(element) = array.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing into the program, and the address is that of a live element.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (array, index);
}
