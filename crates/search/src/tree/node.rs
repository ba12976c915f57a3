//! A node: an expanded state, in one cache line.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use game::{Key, Player};

use crate::label::{Label, Rank};
use crate::parallel::spin;

/// The index of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An unexpanded child: its index in the child list and its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    pub index: u32,
    pub value: f32,
}

impl Leaf {
    /// No leaf.
    pub const NONE: Leaf = Leaf { index: u32::MAX, value: f32::NAN };

    #[inline]
    pub fn is_some(self) -> bool {
        self.index != u32::MAX
    }

    #[inline]
    pub fn rank(self) -> Rank {
        Rank::new(0, self.value)
    }
}

/// The label of a state and a few other fields, in one atomic word, so that a reader always sees a label that
/// was written as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Head(u64);

/// The value of `settled_exact` while no child is settled.
pub const NOTHING: i8 = i8::MIN;

impl Head {
    const EXACT: u32 = 32;
    const SETTLED: u32 = 40;
    const TURN: u64 = 1 << 48;
    const RESOLVED: u64 = 1 << 49;
    /// A worker holds the node.
    const HELD: u64 = 1 << 50;

    fn new(turn: Player) -> Head {
        let turn = if turn == Player::Second { Head::TURN } else { 0 };
        Head(turn | u64::from(NOTHING as u8) << Head::SETTLED)
    }

    #[inline]
    pub fn turn(self) -> Player {
        if self.0 & Head::TURN == 0 { Player::First } else { Player::Second }
    }

    #[inline]
    pub fn label(self) -> Label {
        Label {
            exact: (self.0 >> Head::EXACT) as i8,
            value: f32::from_bits(self.0 as u32),
            resolved: self.0 & Head::RESOLVED != 0,
        }
    }

    #[inline]
    pub fn set_label(&mut self, label: Label) {
        let kept = self.0 & (Head::TURN | 0xff << Head::SETTLED);
        let resolved = if label.resolved { Head::RESOLVED } else { 0 };
        let label = u64::from(label.value.to_bits()) | u64::from(label.exact as u8) << Head::EXACT;
        *self = Head(kept | resolved | label);
    }

    /// c of the best settled child, or [`NOTHING`].
    #[inline]
    pub fn settled_exact(self) -> i8 {
        (self.0 >> Head::SETTLED) as i8
    }

    #[inline]
    pub fn set_settled_exact(&mut self, exact: i8) {
        self.0 = self.0 & !(0xff << Head::SETTLED) | u64::from(exact as u8) << Head::SETTLED;
    }
}

/// An expanded state. The fields are laid out to fill one cache line: a walk down the tree reads only this
/// and the links to expanded children.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Node {
    pub key: Key,
    head: AtomicU64,
    /// The start of the child list.
    pub first: u32,
    /// The number of children.
    pub children: u32,
    /// The start of the links to expanded children. Only the worker that holds the node changes it.
    pub links: AtomicU32,
    body: UnsafeCell<Body>,
}

/// The part of a node that only the worker that holds it may access.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The number of links.
    pub link_count: u32,
    pub settled_value: f32,
    /// The two best leaves.
    pub front: [Leaf; 2],
    /// The index of the newest node when the leaves were last looked up in the table; `u32::MAX` to force a
    /// lookup.
    pub looked_up: u32,
}

const _: () = assert!(size_of::<Node>() == 64);

// SAFETY: the body is accessed only through [`Held`], of which at most one exists per node, or through an
// exclusive borrow of the node. All other fields are atomic or never written through a shared borrow.
unsafe impl Sync for Node {}

impl Node {
    pub fn new(key: Key, turn: Player) -> Node {
        Node {
            key,
            head: AtomicU64::new(Head::new(turn).0),
            first: 0,
            children: 0,
            links: AtomicU32::new(0),
            body: UnsafeCell::new(Body {
                link_count: 0,
                settled_value: 0.0,
                front: [Leaf::NONE; 2],
                looked_up: 0,
            }),
        }
    }

    #[inline]
    pub fn head(&self) -> Head {
        Head(self.head.load(Ordering::Relaxed))
    }

    #[inline]
    pub fn label(&self) -> Label {
        self.head().label()
    }

    /// The range of the child list.
    #[inline]
    pub fn list(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }

    /// Spins until no other worker holds the node, and then holds it.
    #[inline]
    pub fn hold(&self) -> Held<'_> {
        spin::until(|| {
            let free = self.head.load(Ordering::Relaxed) & !Head::HELD;
            let held = free | Head::HELD;
            let changed = self.head.compare_exchange_weak(free, held, Ordering::Acquire, Ordering::Relaxed);
            changed.is_ok().then(|| Held { node: self, head: Head(free) })
        })
    }

    /// The same under an exclusive borrow.
    pub fn parts(&mut self) -> (Head, &mut Body) {
        (Head(*self.head.get_mut()), self.body.get_mut())
    }

    pub fn set_head(&mut self, head: Head) {
        *self.head.get_mut() = head.0;
    }
}

/// Exclusive access to a node. Dropping it writes `head` back and releases the node.
pub struct Held<'a> {
    pub node: &'a Node,
    pub head: Head,
}

impl Deref for Held<'_> {
    type Target = Body;

    #[inline]
    fn deref(&self) -> &Body {
        // SAFETY: at most one `Held` of a node exists at a time, and it is borrowed here.
        unsafe { &*self.node.body.get() }
    }
}

impl DerefMut for Held<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Body {
        // SAFETY: at most one `Held` of a node exists at a time, and it is mutably borrowed here.
        unsafe { &mut *self.node.body.get() }
    }
}

impl Drop for Held<'_> {
    #[inline]
    fn drop(&mut self) {
        self.node.head.store(self.head.0, Ordering::Release);
    }
}

/// The rank of the best settled child. Values of resolved children never change, so no others need to be
/// stored.
#[inline]
pub fn settled(head: Head, body: &Body) -> Rank {
    match head.settled_exact() {
        NOTHING => Rank::nothing(head.turn()),
        exact => Rank::new(exact, body.settled_value),
    }
}

/// Takes one more resolved child into account.
#[inline]
pub fn settle(head: &mut Head, body: &mut Body, child: Rank) {
    if head.turn().prefers(child, settled(*head, body)) {
        head.set_settled_exact(child.exact());
        body.settled_value = child.value();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::parallel::fork_join;

    #[test]
    fn a_head_stores_all_its_fields() {
        for turn in [Player::First, Player::Second] {
            for exact in -1..=1 {
                for (value, resolved) in [(-0.5, true), (3.25, false), (f32::MAX, true)] {
                    let mut head = Head::new(turn);
                    assert_eq!((head.turn(), head.settled_exact()), (turn, NOTHING));
                    head.set_settled_exact(-exact);
                    let label = Label { exact, value, resolved };
                    head.set_label(label);
                    assert_eq!((head.turn(), head.label(), head.settled_exact()), (turn, label, -exact));
                    head.set_settled_exact(exact);
                    assert_eq!((head.turn(), head.label(), head.settled_exact()), (turn, label, exact));
                }
            }
        }
    }

    #[test]
    fn only_one_worker_holds_a_node_at_a_time() {
        let node = Node::new(Key::default(), Player::First);
        // Without a barrier, a thread may have finished before the next one starts.
        let start = Barrier::new(4);
        let work = || {
            start.wait();
            for _ in 0..250_000 {
                let mut held = node.hold();
                held.link_count += 1;
                held.looked_up += 1;
                let value = held.link_count as f32;
                held.head.set_label(Label { exact: 0, value, resolved: false });
            }
        };
        fork_join([work; 3], work);
        let held = node.hold();
        assert_eq!((held.link_count, held.looked_up), (1_000_000, 1_000_000));
        assert_eq!(held.head.label().value, 1_000_000.0);
    }
}
