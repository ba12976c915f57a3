//! What a worker does with a node while nobody else looks into it.

use std::sync::atomic::Ordering;

use game::Player;

use super::Tree;
use super::front::take;
use super::links::Link;
use super::node::{Held, Leaf, Node, NodeId, settle, settled};
use super::survey::{Candidate, Place, Survey};
use crate::label::{Label, Rank};

/// A node with its links and its child list. Whoever has one must not ask for another.
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

    /// The links to expanded children, in the order in which they came.
    #[inline]
    pub fn links(&self) -> &[Link] {
        self.tree.links.of(&self.held)
    }

    #[inline]
    fn link_mut(&mut self, slot: u32) -> &mut Link {
        let start = self.held.node.links.load(Ordering::Relaxed);
        // SAFETY: the links of a node belong to whoever holds it.
        let links = unsafe { self.tree.links.list_mut(start, self.held.link_count) };
        &mut links[slot as usize]
    }

    #[inline]
    pub(super) fn values(&self) -> &[f32] {
        // SAFETY: the child list of a node belongs to whoever holds it.
        unsafe { self.tree.values.slice(self.held.node.list()) }
    }

    /// The children that are not expanded and not resolved, in the order of the child list.
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

    /// Looks at all children. Expanded ones are looked at afresh: another parent may have changed
    /// them since. Those found resolved are settled for good.
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

    /// Writes the label, unless somebody else has resolved the state meanwhile. Returns what it is now.
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

    /// Remembers that the child behind a link is resolved with this rank.
    pub fn settle(&mut self, slot: u32, rank: Rank) {
        self.link_mut(slot).settle();
        self.settle_any(rank);
    }

    fn settle_any(&mut self, rank: Rank) {
        let mut head = self.held.head;
        settle(&mut head, &mut self.held, rank);
        self.held.head = head;
    }

    /// Remembers that an unexpanded child is resolved with this rank.
    pub fn settle_leaf(&mut self, index: u32, rank: Rank) {
        self.take(index);
        self.settle_any(rank);
    }

    /// Turns an unexpanded child into a link, because it is expanded now. Returns the link's slot, or `None` if
    /// there is no room.
    pub fn link(&mut self, index: u32, child: NodeId, worker: usize) -> Option<u32> {
        if self.values()[index as usize].is_nan() {
            // Another worker has been here; unless that one knew the child's value, there is a link.
            let links = (0..).zip(self.links());
            if let Some((slot, _)) = links.into_iter().find(|(_, link)| link.index() == index) {
                return Some(slot);
            }
        }
        let node = self.held.node;
        let (start, slot) = (node.links.load(Ordering::Relaxed), self.held.link_count);
        // SAFETY: the links of a node belong to whoever holds it.
        let start = unsafe { self.tree.links.push(start, slot, Link::new(index, child), worker) }?;
        node.links.store(start, Ordering::Relaxed);
        self.held.link_count += 1;
        self.take(index);
        Some(slot)
    }

    /// Takes a child out of the leaves.
    fn take(&mut self, index: u32) {
        let turn = self.turn();
        // SAFETY: the child list of a node belongs to whoever holds it.
        let values = unsafe { self.tree.values.slice_mut(self.held.node.list()) };
        take(&mut self.held, turn, values, index);
    }

    /// Adds to n(s, s').
    #[inline]
    pub fn add_selections(&mut self, slot: u32, count: u32) {
        let link = self.link_mut(slot);
        link.selections = link.selections.saturating_add(count);
    }

    /// Whether a child may have been expanded through another parent since this was last asked: there are
    /// unexpanded children, and there were expansions.
    #[inline]
    pub fn must_look_up(&mut self) -> bool {
        let now = self.tree.len() as u32 - 1;
        self.held.front[0].is_some() && std::mem::replace(&mut self.held.looked_up, now) != now
    }
}

/// The child behind a link, but for its rank.
#[inline]
fn candidate(slot: u32, link: &Link) -> Candidate {
    Candidate {
        index: link.index(),
        rank: Rank::LOWEST,
        selections: link.selections,
        place: Place::Link { slot, child: link.child },
    }
}
