//! The edges from expanded states to their expanded children.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::array::Array;
use super::node::{Held, NodeId};
use crate::memory::grow;

/// An edge to an expanded child.
#[derive(Clone, Copy, Debug, Default)]
pub struct Link {
    pub child: NodeId,
    /// n(s, s'): how often the child was selected from here.
    pub selections: u32,
    /// The child's index in the child list. The top bit marks a settled child.
    pub(super) tagged_index: u32,
}

impl Link {
    const SETTLED: u32 = 1 << 31;

    pub fn new(index: u32, child: NodeId) -> Link {
        Link { child, selections: 0, tagged_index: index }
    }

    /// The child's index in the child list.
    #[inline]
    pub fn index(self) -> u32 {
        self.tagged_index & !Link::SETTLED
    }

    /// Whether the child is settled: it is resolved and included in the best resolved child, so it need not
    /// be read again.
    #[inline]
    pub fn is_settled(self) -> bool {
        self.tagged_index & Link::SETTLED != 0
    }

    #[inline]
    pub fn settle(&mut self) {
        self.tagged_index |= Link::SETTLED;
    }
}

/// Lists of links. Each list is stored in a run, whose capacity is the next power of two at or above its
/// length. A list that outgrows its run moves to one of twice the size, and the old run becomes free for
/// other lists.
#[derive(Debug)]
pub struct Links {
    all: Array<Link>,
    length: Length,
    /// Free runs, separate for each worker, because sharing them would move their cache lines between
    /// processors.
    free: Box<[Free; FREE_LISTS]>,
}

/// The number of links in all runs, in cache lines of its own, because it changes often and its neighbours
/// are only read.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Length(AtomicUsize);

/// The number of lists of free runs. Beyond this number of workers, several share one.
const FREE_LISTS: usize = 16;

/// The binary logarithm of the minimum number of links that a worker reserves at once.
const BLOCK: usize = 6;

/// The free runs of one worker.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Free {
    /// The first links of the free runs, by the binary logarithm of their capacity.
    runs: Mutex<[Vec<u32>; 32]>,
    /// The number of free runs. It changes only under the lock of `runs`.
    count: AtomicUsize,
}

impl Default for Links {
    fn default() -> Self {
        Links::with_capacity(0)
    }
}

impl Links {
    /// An array with this capacity.
    pub fn with_capacity(links: usize) -> Links {
        let all = Array::from(Vec::with_capacity(links));
        Links { all, length: Length::default(), free: Box::default() }
    }

    pub fn len(&self) -> usize {
        self.length.0.load(Ordering::Relaxed)
    }

    /// The list of this length at `start`.
    ///
    /// # Safety
    /// It must be the list of a node that no other worker changes while the slice is in use.
    #[inline]
    pub unsafe fn list(&self, start: u32, length: u32) -> &[Link] {
        // SAFETY: all links of a run are initialized when the run is created, and the caller guarantees that
        // no one writes them.
        unsafe { self.all.slice(start as usize..(start + length) as usize) }
    }

    /// The same list, for writing.
    ///
    /// # Safety
    /// It must be the list of a node that no other worker accesses while the slice is in use.
    #[inline]
    #[allow(clippy::mut_from_ref)] // The caller guarantees that the slice is the only access to the list.
    pub unsafe fn list_mut(&self, start: u32, length: u32) -> &mut [Link] {
        // SAFETY: all links of a run are initialized when the run is created, and the caller guarantees
        // exclusive access.
        unsafe { self.all.slice_mut(start as usize..(start + length) as usize) }
    }

    /// Prefetches the list at `start`.
    #[inline]
    pub fn prefetch(&self, start: u32) {
        self.all.prefetch(start as usize);
    }

    /// A run for a list of this length, to which the caller gets exclusive access; `None` if there is no
    /// room.
    pub fn claim(&self, length: u32, worker: usize) -> Option<u32> {
        let class = length.next_power_of_two().ilog2() as usize;
        let free = &self.free[worker % FREE_LISTS];
        let mut runs = free.runs.lock();
        let mut larger = (class..).zip(&mut runs[class..]);
        let (start, found) = match larger.find_map(|(found, runs)| Some((runs.pop()?, found))) {
            Some(run) => {
                free.count.fetch_sub(1, Ordering::Relaxed);
                run
            }
            None => self.new_run(class.max(BLOCK))?,
        };
        // Splits the rest of a larger run into free runs: one of the requested size, one of twice the size,
        // and so on.
        for class in class..found {
            runs[class].push(start + (1 << class));
        }
        free.count.fetch_add(found - class, Ordering::Relaxed);
        Some(start)
    }

    /// A new run and the binary logarithm of its size; `None` if there is no room.
    fn new_run(&self, class: usize) -> Option<(u32, usize)> {
        let (size, capacity) = (1 << class, self.all.capacity());
        let larger = |end: usize| Some(end + size).filter(|&end| end <= capacity);
        let start = self.length.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, larger).ok()?;
        for index in start..start + size {
            // SAFETY: `fetch_update` has given this range, within the capacity, to this call alone.
            unsafe { self.all.write(index, Link::default()) };
        }
        Some((start as u32, class))
    }

    /// Adds a list with these links. Returns its start.
    pub fn add(&mut self, links: &[Link]) -> u32 {
        if links.is_empty() {
            return 0;
        }
        let room = (2 * links.len()).max(1 << BLOCK);
        if !self.has_room(room) {
            self.make_room(room);
        }
        let start = self.claim(links.len() as u32, 0).expect("there is room for twice as many links");
        // SAFETY: `claim` has just returned this run, and the borrow of all links is exclusive.
        unsafe { self.list_mut(start, links.len() as u32) }.copy_from_slice(links);
        start
    }

    /// The list of a node that the caller holds.
    #[inline]
    pub fn of<'a>(&'a self, held: &'a Held<'_>) -> &'a [Link] {
        let start = held.node.links.load(Ordering::Relaxed);
        // SAFETY: the links of a node are accessed only by the worker that holds the node.
        unsafe { self.list(start, held.link_count) }
    }

    /// Writes one link of a run.
    ///
    /// # Safety
    /// The caller must have exclusive access to the run.
    #[inline]
    pub unsafe fn write(&self, index: usize, link: Link) {
        // SAFETY: a run lies within the capacity, and the caller guarantees exclusive access.
        unsafe { self.all.write(index, link) };
    }

    /// Whether this many more links can be indexed.
    #[inline]
    pub fn has_indices(&self, more: usize) -> bool {
        self.len() + more < u32::MAX as usize
    }

    /// Appends a link to the list at `start`. Returns the new start of the list; `None` if there is no room.
    ///
    /// # Safety
    /// It must be the list of a node that no other worker accesses meanwhile.
    pub unsafe fn push(&self, start: u32, length: u32, link: Link, worker: usize) -> Option<u32> {
        let is_full = length == 0 || length.is_power_of_two();
        let to = if is_full { self.claim(length + 1, worker)? } else { start };
        // SAFETY: the caller guarantees exclusive access to the old run, and `claim` gives it to the new one.
        // The run at `to` has room for `length + 1` links.
        let list = unsafe { self.list_mut(to, length + 1) };
        if is_full {
            // SAFETY: as above; the two runs do not overlap.
            list[..length as usize].copy_from_slice(unsafe { self.list(start, length) });
            self.release(start, length, worker);
        }
        list[length as usize] = link;
        Some(to)
    }

    /// Makes the run of a list of this length free for other lists of the worker.
    pub fn release(&self, start: u32, length: u32, worker: usize) {
        if length == 0 {
            return;
        }
        let class = length.next_power_of_two().ilog2() as usize;
        let free = &self.free[worker % FREE_LISTS];
        let mut runs = free.runs.lock();
        runs[class].push(start);
        free.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether there is room for this many links in new runs, without the free ones.
    #[inline]
    pub fn has_room(&self, more: usize) -> bool {
        self.len() + more <= self.all.capacity()
    }

    /// Makes room for this many links.
    pub fn make_room(&mut self, more: usize) {
        // SAFETY: all links below `len()` belong to runs, and all links of a run are written when the run is
        // created.
        unsafe { self.all.make_room(self.len(), more) };
    }

    /// The memory in use with this many more links, in bytes.
    pub fn bytes_with(&self, more: usize) -> usize {
        let listed = self.free.iter().map(|free| free.count.load(Ordering::Relaxed)).sum();
        grow::bytes_of::<Link>(self.len() + more) + grow::bytes_of::<u32>(listed)
    }
}
