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
    /// The child's place in the child list; the top bit says that the child is settled.
    pub(super) place: u32,
}

impl Link {
    const SETTLED: u32 = 1 << 31;

    pub fn new(index: u32, child: NodeId) -> Link {
        Link { child, selections: 0, place: index }
    }

    /// The child's place in the child list.
    #[inline]
    pub fn index(self) -> u32 {
        self.place & !Link::SETTLED
    }

    /// The child is resolved and counted in the best of the resolved children: no need to look at it again.
    #[inline]
    pub fn is_settled(self) -> bool {
        self.place & Link::SETTLED != 0
    }

    #[inline]
    pub fn settle(&mut self) {
        self.place |= Link::SETTLED;
    }
}

/// Lists of links, each in a run whose capacity is the next power of two above its length. A list that
/// outgrows its run moves to one of twice the size and leaves the old one to others.
#[derive(Debug)]
pub struct Links {
    all: Array<Link>,
    length: Length,
    /// Free runs, each worker's own: what workers share goes from one processor to the other and back.
    free: Box<[Free; HANDS]>,
}

/// How many links there are in all runs together, in a cache line of its own: what stands beside it is read all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Length(AtomicUsize);

/// So many workers have free runs of their own.
const HANDS: usize = 16;

/// The logarithm of the room that a worker takes at once for runs of its own, if it needs no more.
const BLOCK: usize = 6;

/// Free runs of one worker.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Free {
    /// By the logarithm of their capacity.
    runs: Mutex<[Vec<u32>; 32]>,
    /// How many there are. Only whoever has them changes it.
    count: AtomicUsize,
}

impl Default for Links {
    fn default() -> Self {
        Links::with_capacity(0)
    }
}

impl Links {
    /// With room for so many.
    pub fn with_capacity(links: usize) -> Links {
        let all = Array::from(Vec::with_capacity(links));
        Links { all, length: Length::default(), free: Box::default() }
    }

    pub fn len(&self) -> usize {
        self.length.0.load(Ordering::Relaxed)
    }

    /// The list of so many links at `start`.
    ///
    /// # Safety
    /// It is the list of a node that nobody else may change.
    #[inline]
    pub unsafe fn list(&self, start: u32, length: u32) -> &[Link] {
        // SAFETY: links of a list have been written, and the list is nobody else's, as the caller says.
        unsafe { self.all.slice(start as usize..(start + length) as usize) }
    }

    /// The same, to change.
    ///
    /// # Safety
    /// It is the list of a node that nobody else may look into.
    #[inline]
    #[allow(clippy::mut_from_ref)] // That is what the caller answers for.
    pub unsafe fn list_mut(&self, start: u32, length: u32) -> &mut [Link] {
        // SAFETY: links of a list have been written, and the list is nobody else's, as the caller says.
        unsafe { self.all.slice_mut(start as usize..(start + length) as usize) }
    }

    /// Asks the processor to fetch the list at `start`.
    #[inline]
    pub fn prefetch(&self, start: u32) {
        self.all.prefetch(start as usize);
    }

    /// A run for a list of so many links, which is the caller's own from now on; `None` if there is no room.
    pub fn claim(&self, length: u32, worker: usize) -> Option<u32> {
        let class = length.next_power_of_two().ilog2() as usize;
        let free = &self.free[worker % HANDS];
        let mut runs = free.runs.lock();
        let mut larger = (class..).zip(&mut runs[class..]);
        let (start, found) = match larger.find_map(|(found, runs)| Some((runs.pop()?, found))) {
            Some(run) => {
                free.count.fetch_sub(1, Ordering::Relaxed);
                run
            }
            None => self.new_run(class.max(BLOCK))?,
        };
        // What is left of a larger one: a run of the size that is wanted, one of twice the size, and so on.
        for class in class..found {
            runs[class].push(start + (1 << class));
        }
        free.count.fetch_add(found - class, Ordering::Relaxed);
        Some(start)
    }

    /// A run that nobody has had yet, and the logarithm of its size; `None` if there is no room.
    fn new_run(&self, class: usize) -> Option<(u32, usize)> {
        let (size, capacity) = (1 << class, self.all.capacity());
        let larger = |end: usize| Some(end + size).filter(|&end| end <= capacity);
        let start = self.length.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, larger).ok()?;
        for index in start..start + size {
            // SAFETY: there is room, and nobody else knows of a run before it is handed out.
            unsafe { self.all.write(index, Link::default()) };
        }
        Some((start as u32, class))
    }

    /// A list of these links, for whoever has all links alone. Returns where it begins.
    pub fn add(&mut self, links: &[Link]) -> u32 {
        if links.is_empty() {
            return 0;
        }
        let room = (2 * links.len()).max(1 << BLOCK);
        if !self.has_room(room) {
            self.make_room(room);
        }
        let start = self.claim(links.len() as u32, 0).expect("there is room for twice as many");
        // SAFETY: the run is new.
        unsafe { self.list_mut(start, links.len() as u32) }.copy_from_slice(links);
        start
    }

    /// The list of a node.
    #[inline]
    pub fn of<'a>(&'a self, held: &'a Held<'_>) -> &'a [Link] {
        let start = held.node.links.load(Ordering::Relaxed);
        // SAFETY: the links of a node belong to whoever holds it.
        unsafe { self.list(start, held.link_count) }
    }

    /// Writes a link of a run.
    ///
    /// # Safety
    /// The run is the caller's.
    #[inline]
    pub unsafe fn write(&self, index: usize, link: Link) {
        // SAFETY: a run lies within the capacity, and is nobody else's, as the caller says.
        unsafe { self.all.write(index, link) };
    }

    /// Whether so many more could still be numbered.
    #[inline]
    pub fn has_numbers(&self, more: usize) -> bool {
        self.len() + more < u32::MAX as usize
    }

    /// Appends to the list at `start` and returns where the list begins now; `None` if there is no room.
    ///
    /// # Safety
    /// It is the list of a node that nobody else may look into.
    pub unsafe fn push(&self, start: u32, length: u32, link: Link, worker: usize) -> Option<u32> {
        let is_full = length == 0 || length.is_power_of_two();
        let to = if is_full { self.claim(length + 1, worker)? } else { start };
        // SAFETY: both runs are the caller's, and the new one is longer.
        let list = unsafe { self.list_mut(to, length + 1) };
        if is_full {
            // SAFETY: as above.
            list[..length as usize].copy_from_slice(unsafe { self.list(start, length) });
            self.leave(start, length, worker);
        }
        list[length as usize] = link;
        Some(to)
    }

    /// The run of a list of so many links is free for other lists of the worker.
    pub fn leave(&self, start: u32, length: u32, worker: usize) {
        if length == 0 {
            return;
        }
        let class = length.next_power_of_two().ilog2() as usize;
        let free = &self.free[worker % HANDS];
        let mut runs = free.runs.lock();
        runs[class].push(start);
        free.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether there is room for so many links in runs of their own, whatever else is free.
    #[inline]
    pub fn has_room(&self, more: usize) -> bool {
        self.len() + more <= self.all.capacity()
    }

    /// Makes room for so many links.
    pub fn make_room(&mut self, more: usize) {
        // SAFETY: every link of every run has been written when the run was made.
        unsafe { self.all.make_room(self.len(), more) };
    }

    /// The memory that is held when there are so many more.
    pub fn bytes_with(&self, more: usize) -> usize {
        let listed = self.free.iter().map(|free| free.count.load(Ordering::Relaxed)).sum();
        grow::bytes_of::<Link>(self.len() + more) + grow::bytes_of::<u32>(listed)
    }
}
