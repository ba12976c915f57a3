//! What a worker does with a node to which it has exclusive access.

use std::sync::atomic::Ordering;

use game::Player;

use super::Tree;
use super::front::remove_leaf;
use super::links::Link;
use super::node::{Held, Leaf, Node, NodeId, settle, settled};
use super::survey::{Candidate, Place, Survey};
use crate::label::{Label, Rank};

/// Exclusive access to a node, its links and its child list, until this guard is dropped. A worker must not
/// hold two nodes at once: that could deadlock.
pub struct Hold<'a> {
    tree: &'a Tree,
    pub(super) held: Held<'a>,
}

impl<'a> Hold<'a> {
    #[inline]
    pub(super) fn new(tree: &'a Tree, node: &'a Node) -> Self {
        Hold { tree, held: node.hold() }
    }

    #[inline]
    fn turn(&self) -> Player {
        self.held.head.turn()
    }

    /// The links to expanded children, in the order in which they were added.
    #[inline]
    pub fn links(&self) -> &[Link] {
        self.tree.links.of(&self.held)
    }

    #[inline]
    fn link_mut(&mut self, slot: u32) -> &mut Link {
        let start = self.held.node.links.load(Ordering::Relaxed);
        // SAFETY: the links of a node are accessed only by the worker that holds the node, and this borrow of
        // the guard is mutable.
        let links = unsafe { self.tree.links.list_mut(start, self.held.link_count) };
        &mut links[slot as usize]
    }

    #[inline]
    pub(super) fn values(&self) -> &[f32] {
        // SAFETY: the child list of a node is accessed only by the worker that holds the node, and this
        // borrow of the guard prevents writing.
        unsafe { self.tree.values.slice(self.held.node.list()) }
    }

    /// The children that are neither expanded nor resolved, in the order of the child list.
    pub fn leaves(&self) -> impl Iterator<Item = Leaf> + '_ {
        let values = (0..).zip(self.values());
        values.filter(|(_, value)| !value.is_nan()).map(|(index, &value)| Leaf { index, value })
    }

    /// Lists all unresolved children, in the order of the child list.
    pub fn list_unresolved(&self, list: &mut Vec<Candidate>) {
        list.extend(self.leaves().map(Candidate::leaf));
        self.list_expanded(list);
        list.sort_unstable_by_key(|candidate| candidate.index);
    }

    /// Lists the unresolved children that are expanded, and the best one that is not.
    pub fn list_contenders(&self, list: &mut Vec<Candidate>) {
        self.list_expanded(list);
        list.extend(Some(self.held.front[0]).filter(|leaf| leaf.is_some()).map(Candidate::leaf));
    }

    fn list_expanded(&self, list: &mut Vec<Candidate>) {
        for (slot, link) in (0..).zip(self.links()) {
            if !link.is_settled() {
                let label = self.tree.label(link.child);
                if !label.resolved {
                    list.push(Candidate { rank: label.rank(), ..candidate(slot, link) });
                }
            }
        }
    }

    /// Summarizes all children. The labels of expanded children are read again, because another parent may
    /// have led to changes. Children that turn out to be resolved are settled, so that they need not be read
    /// again.
    #[inline]
    pub fn survey(&mut self) -> Survey {
        for link in self.links() {
            if !link.is_settled() {
                self.tree.nodes.prefetch(link.child.index());
            }
        }
        let player = self.turn();
        let mut survey = Survey { best: None, rival: None, settled: Rank::nothing(player) };
        for leaf in self.held.front {
            if leaf.is_some() {
                survey.consider(Candidate::leaf(leaf), player);
            }
        }
        for slot in 0..self.held.link_count {
            let link = self.links()[slot as usize];
            if link.is_settled() {
                continue;
            }
            let label = self.tree.label(link.child);
            if label.resolved {
                self.settle(slot, label.rank());
            } else {
                survey.consider(Candidate { rank: label.rank(), ..candidate(slot, &link) }, player);
            }
        }
        survey.settled = self.settled();
        survey
    }

    /// The label.
    #[inline]
    pub fn label(&self) -> Label {
        self.held.head.label()
    }

    /// Writes the label, unless another worker has resolved the state in the meantime. Returns the label that
    /// is now stored.
    #[inline]
    pub fn set_label(&mut self, label: Label) -> Label {
        if !self.label().resolved {
            self.held.head.set_label(label);
        }
        self.label()
    }

    /// The (c, v) of the best resolved child.
    #[inline]
    pub fn settled(&self) -> Rank {
        settled(self.held.head, &self.held)
    }

    /// Records that the child behind a link is resolved with this rank.
    pub fn settle(&mut self, slot: u32, rank: Rank) {
        self.link_mut(slot).settle();
        self.settle_any(rank);
    }

    fn settle_any(&mut self, rank: Rank) {
        let mut head = self.held.head;
        settle(&mut head, &mut self.held, rank);
        self.held.head = head;
    }

    /// Records that an unexpanded child is resolved with this rank.
    pub fn settle_leaf(&mut self, index: u32, rank: Rank) {
        self.remove_leaf(index);
        self.settle_any(rank);
    }

    /// Replaces a leaf by a link, because the child has been expanded. Returns the slot of the link, or
    /// `None` if there is no room.
    pub fn link(&mut self, index: u32, child: NodeId, worker: usize) -> Option<u32> {
        if self.values()[index as usize].is_nan() {
            // Another worker has already replaced the leaf. There is a link, unless that worker has settled
            // the child instead.
            let links = (0..).zip(self.links());
            if let Some((slot, _)) = links.into_iter().find(|(_, link)| link.index() == index) {
                return Some(slot);
            }
        }
        let node = self.held.node;
        let (start, slot) = (node.links.load(Ordering::Relaxed), self.held.link_count);
        // SAFETY: the links of a node are accessed only by the worker that holds the node, and this borrow of
        // the guard is mutable.
        let start = unsafe { self.tree.links.push(start, slot, Link::new(index, child), worker) }?;
        node.links.store(start, Ordering::Relaxed);
        self.held.link_count += 1;
        self.remove_leaf(index);
        Some(slot)
    }

    /// Removes a child from the leaves.
    fn remove_leaf(&mut self, index: u32) {
        let turn = self.turn();
        // SAFETY: the child list of a node is accessed only by the worker that holds the node, and this
        // borrow of the guard is mutable.
        let values = unsafe { self.tree.values.slice_mut(self.held.node.list()) };
        remove_leaf(&mut self.held, turn, values, index);
    }

    /// Adds to n(s, s').
    #[inline]
    pub fn add_selections(&mut self, slot: u32, count: u32) {
        let link = self.link_mut(slot);
        link.selections = link.selections.saturating_add(count);
    }

    /// Whether a leaf may have been expanded through another parent since this was last asked: there are
    /// leaves, and states have been expanded since.
    #[inline]
    pub fn must_look_up(&mut self) -> bool {
        let now = self.tree.len() as u32 - 1;
        self.held.front[0].is_some() && std::mem::replace(&mut self.held.looked_up, now) != now
    }
}

/// The candidate for the child behind a link, without its rank.
#[inline]
fn candidate(slot: u32, link: &Link) -> Candidate {
    Candidate {
        index: link.index(),
        rank: Rank::LOWEST,
        selections: link.selections,
        place: Place::Link { slot, child: link.child },
    }
}
