//! From the key of a state to its node. Only expanded states are here.

use game::Key;

use super::node::{Node, NodeId};

/// An open-addressing table of node numbers. The keys themselves are in the nodes, which a search that
/// finds one reads next anyway; a byte of the key for each slot keeps most searches that find nothing away
/// from everything else, and these bytes are few enough to stay in the cache.
#[derive(Debug)]
pub struct Table {
    /// 0 for a free slot, else a byte of the key.
    tags: Vec<u8>,
    ids: Vec<NodeId>,
    used: usize,
}

impl Table {
    const LEAST: usize = 1024;

    pub fn new() -> Table {
        Table::with_slots(Table::LEAST)
    }

    fn with_slots(slots: usize) -> Table {
        Table { tags: vec![0; slots], ids: vec![NodeId::default(); slots], used: 0 }
    }

    /// Where the search for a key begins. Slots are in the order of keys, so that a larger table is filled
    /// from a smaller one in one sweep.
    #[inline]
    fn home(&self, key: Key) -> usize {
        ((u128::from(key.high()) * self.tags.len() as u128) >> 64) as usize
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
        let tag = Table::tag(key);
        let mut slot = self.home(key);
        loop {
            match self.tags[slot] {
                0 => return None,
                found if found == tag && nodes[self.ids[slot].index()].key == key => {
                    return Some(self.ids[slot]);
                }
                _ => slot = if slot + 1 == self.tags.len() { 0 } else { slot + 1 },
            }
        }
    }

    /// Adds the key of a node that is not in the table yet.
    pub fn insert(&mut self, key: Key, id: NodeId, nodes: &[Node]) {
        if self.is_full() {
            let mut larger = Table::with_slots(self.larger());
            for (&tag, &id) in self.tags.iter().zip(&self.ids) {
                if tag != 0 {
                    larger.place(nodes[id.index()].key, id);
                }
            }
            *self = larger;
        }
        self.place(key, id);
    }

    fn place(&mut self, key: Key, id: NodeId) {
        let mut slot = self.home(key);
        while self.tags[slot] != 0 {
            slot = if slot + 1 == self.tags.len() { 0 } else { slot + 1 };
        }
        self.tags[slot] = Table::tag(key);
        self.ids[slot] = id;
        self.used += 1;
    }

    /// Searches that find nothing stay short while a third of the slots is free.
    fn is_full(&self) -> bool {
        self.used * 3 >= self.tags.len() * 2
    }

    fn larger(&self) -> usize {
        self.tags.len() + self.tags.len() / 2
    }

    const SLOT: usize = size_of::<u8>() + size_of::<NodeId>();

    pub fn bytes(&self) -> usize {
        self.tags.len() * Table::SLOT
    }

    /// Bytes that are needed, for a moment, to add one more.
    pub fn bytes_to_insert(&self) -> usize {
        self.bytes() + if self.is_full() { self.larger() * Table::SLOT } else { 0 }
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
