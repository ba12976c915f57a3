//! One simulation: selection, expansion, evaluation and back-up.

use game::{Bounds, Clock, Cut, Game};

use super::select::select;
use super::settings::{Guide, Leaves};
use super::tree::{Node, NodeId};
use super::{MonteCarlo, Step, implicit};
use crate::expand::{Timed, copy};
use crate::label::Completion;
use crate::tree::Child;

impl<G: Game> MonteCarlo<G> {
    /// One simulation. If the clock cuts it short, nothing has happened.
    pub(super) fn simulate(&mut self, clock: &Clock<'_>) -> Result<(), Cut> {
        let before = self.counts;
        self.path.clear();
        self.trail.clear();
        self.has_proven = false;
        let mut state = copy(&self.root, &mut self.spare);
        let result = self.descend(&mut state, clock);
        self.spare.push(state);
        if result.is_err() {
            self.take_back();
            self.counts.charged += self.counts.evaluations - before.evaluations;
        }
        self.back_up(result?);
        self.counts.iterations += 1;
        self.counts.charge_iteration(&before);
        self.counts.depth = self.counts.depth.max(self.path.len() as u32 - 1);
        Ok(())
    }

    /// Undoes the selection of a first visit that did not take place.
    fn take_back(&mut self) {
        if let [.., above, last] = self.path[..]
            && self.tree.node(last.id).visits == 0
        {
            self.tree.untry(above.id, last.id);
        }
    }

    /// Descends the tree from the root, which `state` is at first, until the simulation has a result, and returns the result.
    fn descend(&mut self, state: &mut G, clock: &Clock<'_>) -> Result<f32, Cut> {
        let (proves, rave) = (self.settings.proofs.is_some(), self.settings.uses_amaf());
        let mut id = NodeId::ROOT;
        loop {
            let turn = state.turn();
            let key = if proves { state.sharing_key() } else { Default::default() };
            self.path.push(Step { id, turn, key });
            if proves && self.take_proven(id, key) {
                return Ok(self.proven_result(id));
            }
            if !self.tree.node(id).is_expanded() {
                if let Some(outcome) = state.outcome() {
                    return Ok(f32::from(outcome.gain()));
                }
                if !self.is_due(id) || !self.expand(id, state, clock)? {
                    return Ok(self.result_of(id, state));
                }
                if self.settings.leaves == Leaves::Evaluator {
                    return Ok(self.tree.node(id).value);
                }
            }
            if proves {
                self.look_ahead(id, state, clock)?;
                if self.is_resolved(id) {
                    return Ok(self.proven_result(id));
                }
            }
            id = select(&self.settings, &mut self.tree, id, turn);
            let m = self.tree.move_to(id);
            if rave {
                self.trail.push(turn, m);
            }
            state.play(m);
        }
    }

    /// Whether a leaf is due for expansion. With the evaluator, which evaluates children, it always is.
    fn is_due(&self, id: NodeId) -> bool {
        self.settings.leaves == Leaves::Evaluator || self.tree.node(id).visits >= self.settings.expand
    }

    /// The result of a simulation that ends at this leaf without an expansion.
    fn result_of(&mut self, id: NodeId, state: &mut G) -> f32 {
        if self.settings.leaves == Leaves::Evaluator {
            return self.tree.node(id).value;
        }
        self.counts.evaluations += 1;
        let (rng, trail) = (&mut self.rng, &mut self.trail);
        let outcome = if self.settings.uses_amaf() {
            state.play_out(rng, Some(&mut |player, m| trail.push(player, m)))
        } else {
            state.play_out(rng, None)
        };
        f32::from(outcome.gain())
    }

    /// Expands a node of a non-terminal state, if there is room. Returns whether it was expanded.
    pub(super) fn expand(&mut self, id: NodeId, state: &G, clock: &Clock<'_>) -> Result<bool, Cut> {
        if self.is_full {
            return Ok(false);
        }
        let looks = self.settings.generates_children();
        let moves = if looks {
            let sight = if self.settings.proofs.is_some() { Completion::Sighted } else { Completion::On };
            self.expander.generate(state, sight, clock, |_| {})?;
            self.expander.moves()
        } else {
            self.moves.clear();
            state.moves(&mut self.moves);
            &self.moves
        };
        let bytes = self.tree.bytes_to_expand(moves.len());
        if bytes.is_none_or(|bytes| bytes + self.proven.bytes() > self.memory) {
            self.is_full = true;
            return Ok(false);
        }
        if self.settings.uses_evaluator() {
            let by = Timed { evaluator: self.evaluator.as_ref(), clock };
            self.counts.evaluations += self.expander.evaluate(state, by)? as u64;
        }
        let moves = if looks { self.expander.moves() } else { &self.moves };
        self.counts.expansions += 1;
        self.counts.nodes += moves.len() as u64;
        if !looks {
            let children = std::iter::repeat_n(Node::NEW, moves.len());
            self.tree.expand(id, moves, children, &mut self.rng);
            return Ok(true);
        }
        let proves = self.settings.proofs.is_some();
        let mut keys = self.expander.keys().iter();
        let children = self.expander.children().iter().map(|child| match *child {
            Child::Settled(rank) => {
                let bounds = if proves { Bounds::exactly(rank.exact()) } else { Bounds::ANY };
                Node { value: f32::from(rank.exact()), bounds, ..Node::NEW }
            }
            Child::Leaf(value) => {
                let known = keys.next().filter(|_| proves);
                let gain = known.and_then(|&key| self.proven.find(key));
                let bounds = gain.map_or(Bounds::ANY, Bounds::exactly);
                Node { value: value.clamp(-1.0, 1.0), bounds, ..Node::NEW }
            }
            Child::Known(_) => unreachable!("the expander was not asked to look anything up"),
        });
        self.tree.expand(id, self.expander.moves(), children, &mut self.rng);
        if proves {
            self.narrow(id, state.turn());
        }
        if self.settings.uses_evaluator() {
            implicit::back_up(&mut self.tree, id, state.turn());
        }
        Ok(true)
    }

    /// Adds the result to all nodes of the path. Above a node that has become resolved, its value replaces
    /// the result.
    fn back_up(&mut self, mut result: f32) {
        let minimaxes = matches!(self.settings.guide, Guide::Minimax { .. });
        for index in (0..self.path.len()).rev() {
            let step = self.path[index];
            if self.has_proven
                && let Some(gain) = self.settle(step)
            {
                result = f32::from(gain);
            }
            if minimaxes {
                implicit::back_up(&mut self.tree, step.id, step.turn);
            }
            let node = self.tree.node_mut(step.id);
            node.visits = node.visits.saturating_add(1);
            node.total += f64::from(result);
        }
        if self.settings.uses_amaf() {
            self.trail.back_up(&self.path, result, &mut self.tree);
        }
    }
}
