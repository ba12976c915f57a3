//! Children from the point of view of their parent, and a summary of all of them.

use game::Player;

use super::node::{Leaf, NodeId};
use crate::label::Rank;

/// A child at the time when its parent is expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Child {
    /// Not expanded, with this estimate.
    Leaf(f32),
    /// Already expanded, through another parent.
    Known(NodeId),
    /// Terminal and therefore resolved, with this rank.
    Settled(Rank),
}

/// Where a child is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Unexpanded: in the child list.
    Leaf,
    /// Expanded: a node.
    Link {
        /// The index of the link among those of its parent.
        slot: u32,
        /// The node.
        child: NodeId,
    },
}

/// An unresolved child from the point of view of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its index in the child list.
    pub index: u32,
    /// Its (c, v).
    pub rank: Rank,
    /// n(s, s').
    pub selections: u32,
    /// Where it is stored.
    pub(crate) place: Place,
}

impl Candidate {
    /// A child that is not expanded.
    #[inline]
    pub(super) fn leaf(leaf: Leaf) -> Candidate {
        Candidate { index: leaf.index, rank: leaf.rank(), selections: 0, place: Place::Leaf }
    }

    /// A child that is in no tree, but in the maps of the [reference](crate::reference).
    pub(crate) fn in_maps(index: u32, rank: Rank, selections: u32, is_expanded: bool) -> Candidate {
        let place = match is_expanded {
            true => Place::Link { slot: u32::MAX, child: NodeId::default() },
            false => Place::Leaf,
        };
        Candidate { index, rank, selections, place }
    }

    /// Whether the child is expanded. If not, it was never selected, and its v is an estimate.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.place != Place::Leaf
    }

    /// Whether an iteration prefers this child to another one: better (c, v), then fewer selections, then the
    /// earlier move.
    #[inline]
    pub fn goes_before(&self, other: &Candidate, player: Player) -> bool {
        if self.rank != other.rank {
            player.prefers(self.rank, other.rank)
        } else {
            (self.selections, self.index) < (other.selections, other.index)
        }
    }
}

/// A summary of all children of a node.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// The best unresolved child.
    pub best: Option<Candidate>,
    /// The second best unresolved child.
    pub rival: Option<Candidate>,
    /// The (c, v) of the best resolved child.
    pub settled: Rank,
}

impl Survey {
    #[inline]
    pub(super) fn consider(&mut self, candidate: Candidate, player: Player) {
        let goes_before = |other: &Candidate| candidate.goes_before(other, player);
        if self.best.as_ref().is_none_or(goes_before) {
            // The old best child, if there was one, goes before the old rival.
            self.rival = self.best.replace(candidate);
        } else if self.rival.as_ref().is_none_or(goes_before) {
            self.rival = Some(candidate);
        }
    }

    /// (c, v) of the node itself: that of its best child.
    #[inline]
    pub fn rank(&self, player: Player) -> Rank {
        self.best.map_or(self.settled, |best| best.rank.or_better(self.settled, player))
    }
}
