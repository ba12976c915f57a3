//! Proofs: a node is resolved when its bounds meet. Resolved nodes are never simulated again.

use game::{Bounds, Clock, Cut, Game, Key, Player};

use super::tree::NodeId;
use super::{MonteCarlo, Step};

impl<G: Game> MonteCarlo<G> {
    #[inline]
    pub(super) fn is_resolved(&self, id: NodeId) -> bool {
        self.tree.node(id).bounds.gain().is_some()
    }

    /// The result of a simulation that ends at a resolved node.
    pub(super) fn proven_result(&mut self, id: NodeId) -> f32 {
        self.has_proven = true;
        f32::from(self.tree.node(id).bounds.at_least)
    }

    /// Takes over the gain of the state if it was proven on another path. Returns whether it was.
    pub(super) fn take_proven(&mut self, id: NodeId, key: Key) -> bool {
        let gain = self.proven.find(key);
        if let Some(gain) = gain {
            self.resolve(id, gain);
        }
        gain.is_some()
    }

    /// Resolves a node. Its subtree is no longer needed, except that the root keeps its children as moves to
    /// choose from.
    fn resolve(&mut self, id: NodeId, gain: i8) {
        self.tree.node_mut(id).bounds = Bounds::exactly(gain);
        if id != NodeId::ROOT {
            self.tree.remove_children(id);
        }
    }

    /// Sets the bounds of an expanded node to the minimax of its children's.
    pub(super) fn narrow(&mut self, id: NodeId, mover: Player) {
        if self.tree.node(id).is_expanded() {
            let children = self.tree.children(id).iter();
            let bounds =
                children.fold(Bounds::win(mover.other()), |best, child| best.or(child.bounds, mover));
            let node = self.tree.node_mut(id);
            self.has_proven |= bounds != node.bounds;
            node.bounds = bounds;
        }
    }

    /// Updates the bounds of a node on the path. If they meet, stores the gain for all paths to the state.
    pub(super) fn settle(&mut self, step: Step) -> Option<i8> {
        self.narrow(step.id, step.turn);
        let gain = self.tree.node(step.id).bounds.gain()?;
        self.remember(step.key, gain);
        self.resolve(step.id, gain);
        Some(gain)
    }

    fn remember(&mut self, key: Key, gain: i8) {
        self.proven.insert(key, gain, self.memory.saturating_sub(self.tree.bytes()));
    }

    /// Resolves a root that has just been expanded, if its gain is known.
    pub(super) fn settle_root(&mut self) {
        if self.settings.proofs.is_some() {
            let key = self.root.sharing_key();
            if let Some(gain) = self.tree.node(NodeId::ROOT).bounds.gain() {
                self.remember(key, gain);
            } else {
                self.take_proven(NodeId::ROOT, key);
            }
        }
    }

    /// Searches a few moves ahead for the end of the game, once per node, when its number of visits shows
    /// that it matters. What it has proven remains if the clock cuts it short.
    pub(super) fn look_ahead(&mut self, id: NodeId, state: &G, clock: &Clock<'_>) -> Result<(), Cut> {
        let Some(proofs) = self.settings.proofs else { return Ok(()) };
        let visits = proofs.visits.max(self.settings.expand);
        if proofs.depth < 2 || self.tree.node(id).visits != visits || self.is_resolved(id) {
            return Ok(());
        }
        for child in self.tree.ids(id) {
            if !self.is_resolved(child) {
                if clock.is_up() {
                    return Err(Cut);
                }
                let m = self.tree.move_to(child);
                let bounds = state.bounds_after(m, proofs.depth - 1, &mut self.moves);
                self.tree.node_mut(child).bounds = bounds;
                if bounds == Bounds::win(state.turn()) {
                    break;
                }
            }
        }
        self.narrow(id, state.turn());
        Ok(())
    }
}
