//! The edges from expanded states to their expanded children.

use super::grow;
use super::node::NodeId;
use super::table::prefetch;

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
#[derive(Debug, Default)]
pub struct Links {
    all: Vec<Link>,
    /// Free runs by the logarithm of their capacity.
    free: [Vec<u32>; 32],
}

impl Links {
    #[inline]
    pub fn list(&self, start: u32, length: u32) -> &[Link] {
        &self.all[start as usize..(start + length) as usize]
    }

    #[inline]
    pub fn list_mut(&mut self, start: u32, length: u32) -> &mut [Link] {
        &mut self.all[start as usize..(start + length) as usize]
    }

    /// Asks the processor to fetch the list at `start`.
    #[inline]
    pub fn prefetch(&self, start: u32) {
        prefetch(&self.all, start as usize);
    }

    /// Appends to the list at `start` and returns where the list begins now.
    pub fn push(&mut self, start: u32, length: u32, link: Link) -> u32 {
        let start =
            if length == 0 || length.is_power_of_two() { self.move_list(start, length) } else { start };
        self.all[(start + length) as usize] = link;
        start
    }

    /// Moves a list that fills its run to a larger one.
    fn move_list(&mut self, start: u32, length: u32) -> u32 {
        let class = if length == 0 { 0 } else { length.ilog2() as usize + 1 };
        let to = self.free[class].pop().unwrap_or_else(|| {
            let to = self.all.len();
            grow::make_room(&mut self.all, 1 << class);
            self.all.resize(to + (1 << class), Link::default());
            to as u32
        });
        if length > 0 {
            self.all.copy_within(start as usize..(start + length) as usize, to as usize);
            self.free[class - 1].push(start);
        }
        to
    }

    pub fn bytes(&self) -> usize {
        grow::bytes(&self.all) + self.free.iter().map(|runs| grow::bytes(runs)).sum::<usize>()
    }

    pub fn bytes_with(&self, more: usize) -> usize {
        grow::bytes_with(&self.all, more) + self.free.iter().map(|runs| grow::bytes(runs)).sum::<usize>()
    }
}
