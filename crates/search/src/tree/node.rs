//! An expanded state, in one cache line.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use game::{Key, Player};

use crate::label::{Label, Rank};
use crate::parallel::spin;

/// The number of an expanded state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An unexpanded child: its place in the child list and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    pub index: u32,
    pub value: f32,
}

impl Leaf {
    /// No such child.
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

/// The label of a state and the little that goes with it, in one word: whoever reads it sees one label, not half of
/// each of two, whoever writes meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Head(u64);

/// Stands for c of the best resolved child while no child is resolved.
pub const NOTHING: i8 = i8::MIN;

impl Head {
    const EXACT: u32 = 32;
    const SETTLED: u32 = 40;
    const TURN: u64 = 1 << 48;
    const RESOLVED: u64 = 1 << 49;
    /// Somebody has the node for itself.
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

    /// c of the best resolved child, or [`NOTHING`].
    #[inline]
    pub fn settled_exact(self) -> i8 {
        (self.0 >> Head::SETTLED) as i8
    }

    #[inline]
    pub fn set_settled_exact(&mut self, exact: i8) {
        self.0 = self.0 & !(0xff << Head::SETTLED) | u64::from(exact as u8) << Head::SETTLED;
    }
}

/// An expanded state. Fields are laid out by hand to fill a cache line: the way down reads nothing else of
/// a state but this and the links to its expanded children.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Node {
    pub key: Key,
    head: AtomicU64,
    /// Where the child list begins.
    pub first: u32,
    /// How many children there are.
    pub children: u32,
    /// Where the links to expanded children begin. Only whoever holds the node changes it.
    pub links: AtomicU32,
    body: UnsafeCell<Body>,
}

/// What only whoever holds a node may look at.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// How many links there are.
    pub link_count: u32,
    pub settled_value: f32,
    /// The best two unexpanded children.
    pub front: [Leaf; 2],
    /// The number of expansions when the unexpanded children were last looked up in the table.
    pub looked_up: u32,
}

const _: () = assert!(size_of::<Node>() == 64);

// SAFETY: the body is reached only through [`Held`], of which there is one at a time, or with the node alone.
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

    /// Where its child list is.
    #[inline]
    pub fn list(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }

    /// Has the node for itself, as soon as nobody else has.
    #[inline]
    pub fn hold(&self) -> Held<'_> {
        spin::until(|| {
            let free = self.head.load(Ordering::Relaxed) & !Head::HELD;
            let held = free | Head::HELD;
            let changed = self.head.compare_exchange_weak(free, held, Ordering::Acquire, Ordering::Relaxed);
            changed.is_ok().then(|| Held { node: self, head: Head(free) })
        })
    }

    /// The same for whoever has the whole node.
    pub fn parts(&mut self) -> (Head, &mut Body) {
        (Head(*self.head.get_mut()), self.body.get_mut())
    }

    pub fn set_head(&mut self, head: Head) {
        *self.head.get_mut() = head.0;
    }
}

/// A node that nobody else looks into meanwhile. What becomes of its head, everybody sees when it is let go.
pub struct Held<'a> {
    pub node: &'a Node,
    pub head: Head,
}

impl Deref for Held<'_> {
    type Target = Body;

    #[inline]
    fn deref(&self) -> &Body {
        // SAFETY: there is one `Held` of a node at a time.
        unsafe { &*self.node.body.get() }
    }
}

impl DerefMut for Held<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Body {
        // SAFETY: there is one `Held` of a node at a time.
        unsafe { &mut *self.node.body.get() }
    }
}

impl Drop for Held<'_> {
    #[inline]
    fn drop(&mut self) {
        self.node.head.store(self.head.0, Ordering::Release);
    }
}

/// The best of the resolved children. Their values never change, so that one of them stands for all.
#[inline]
pub fn settled(head: Head, body: &Body) -> Rank {
    match head.settled_exact() {
        NOTHING => Rank::nothing(head.turn()),
        exact => Rank::new(exact, body.settled_value),
    }
}

/// One more child is resolved.
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
    fn a_head_keeps_all_that_is_put_in() {
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
    fn a_node_is_held_by_one_at_a_time() {
        let node = Node::new(Key::default(), Player::First);
        // Threads that do not begin together may be over before the next one has started.
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
