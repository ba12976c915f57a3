//! An expanded state, in one cache line.

use game::{Key, Player};

use crate::label::{Label, Rank};

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

/// An expanded state. Fields are laid out by hand to fill a cache line: the way down reads nothing else of
/// a state but this and the links to its expanded children.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Node {
    pub key: Key,
    value: f32,
    exact: i8,
    resolved: bool,
    pub turn: Player,
    pub settled_exact: i8,
    pub settled_value: f32,
    /// Where the child list begins.
    pub first: u32,
    /// How many children there are.
    pub children: u32,
    /// Where the links to expanded children begin, and how many there are.
    pub links: u32,
    pub link_count: u32,
    /// The best two unexpanded children.
    pub front: [Leaf; 2],
    /// The number of expansions when the unexpanded children were last looked up in the table.
    pub looked_up: u32,
}

const _: () = assert!(size_of::<Node>() == 64);

/// Stands in [`Node::settled_exact`] while no child is resolved.
pub const NOTHING: i8 = i8::MIN;

impl Node {
    pub fn new(key: Key, turn: Player) -> Node {
        Node {
            key,
            value: 0.0,
            exact: 0,
            resolved: false,
            turn,
            settled_exact: NOTHING,
            settled_value: 0.0,
            first: 0,
            children: 0,
            links: 0,
            link_count: 0,
            front: [Leaf::NONE; 2],
            looked_up: 0,
        }
    }

    #[inline]
    pub fn label(&self) -> Label {
        Label { exact: self.exact, value: self.value, resolved: self.resolved }
    }

    #[inline]
    pub fn set_label(&mut self, label: Label) {
        (self.exact, self.value, self.resolved) = (label.exact, label.value, label.resolved);
    }

    /// The best of the resolved children. Their values never change, so that one of them stands for all.
    #[inline]
    pub fn settled(&self) -> Rank {
        match self.settled_exact {
            NOTHING => Rank::nothing(self.turn),
            exact => Rank::new(exact, self.settled_value),
        }
    }

    /// One more child is resolved.
    #[inline]
    pub fn settle(&mut self, child: Rank) {
        if self.turn.prefers(child, self.settled()) {
            (self.settled_exact, self.settled_value) = (child.exact(), child.value());
        }
    }
}
