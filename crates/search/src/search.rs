//! A search by a member of the class: the walk, its policy and evaluator, and what it has found.

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use game::Game;

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::Bytes;
use crate::decide::{Choice, Decision};
use crate::evaluate::Evaluator;
use crate::label::{Completion, Label};
use crate::policy::Policy;
use crate::searcher::{Finding, Searcher, Watch};
use crate::tree::{NodeId, Tree};
use crate::truth;
use crate::walk::Walk;

/// A search that can be run, looked at, and run on; it keeps what it has found when the root moves on.
pub struct Search<G: Game> {
    walk: Walk<G>,
    policy: Box<dyn Policy<G>>,
    evaluator: Box<dyn Evaluator<G>>,
    /// How the move is chosen.
    pub decision: Decision,
}

impl<G: Game> Search<G> {
    /// A search that has found nothing yet.
    pub fn new(
        root: G,
        policy: Box<dyn Policy<G>>,
        completion: Completion,
        evaluator: Box<dyn Evaluator<G>>,
    ) -> Self {
        let walk = Walk::new(root, completion, policy.as_ref());
        Search { walk, policy, evaluator, decision: Decision::default() }
    }

    /// Iterates until the root is resolved, the budget is used up, or `interrupt` is set.
    pub fn run(&mut self, budget: &Budget, interrupt: &AtomicBool) -> Stop {
        self.search(budget, &mut Watch { interrupt: Some(interrupt), ..Watch::default() })
    }

    /// Drops what the root cannot reach.
    pub fn forget_the_unreachable(&mut self) {
        self.walk.come_back();
        self.walk.forget_the_unreachable();
    }

    /// c, v and r of the root; `None` before the first iteration.
    pub fn label(&self) -> Option<Label> {
        self.walk.root_label()
    }

    /// What has been done so far.
    pub fn counts(&self) -> Counts {
        self.walk.counts
    }

    /// How many expanded states are kept.
    pub fn states(&self) -> usize {
        self.walk.tree.len()
    }

    /// How many children of expanded states are kept.
    pub fn stored_children(&self) -> usize {
        self.walk.tree.stored_children()
    }

    /// Bytes that the tree holds, all included.
    pub fn bytes(&self) -> usize {
        self.walk.tree.bytes()
    }

    /// How much the search makes of exact values.
    pub fn completion(&self) -> Completion {
        self.walk.completion
    }

    /// Every move from an expanded state with what is known of it, in the order of the moves; `None` if the
    /// state is not expanded.
    pub fn choices(&mut self, state: &G) -> Option<Vec<Choice<G::Move>>> {
        self.walk.come_back();
        let node = self.walk.tree.find(state.sharing_key())?;
        let tree = &self.walk.tree;
        let mut estimates = vec![0.0; tree.moves(node).len()];
        for leaf in tree.leaves(node) {
            estimates[leaf.index as usize] = leaf.value;
        }
        let choice = |(&m, value): (&G::Move, f32)| {
            let mut child = state.clone();
            child.play(m);
            let known = || tree.find(child.sharing_key()).map(|known| tree.label(known));
            let label = truth::label(&child, self.walk.completion).or_else(known).unwrap_or(Label {
                exact: 0,
                value,
                resolved: false,
            });
            Choice { m, label, selections: 0 }
        };
        let mut choices: Vec<_> = tree.moves(node).iter().zip(estimates).map(choice).collect();
        for link in tree.links_of(node) {
            choices[link.index() as usize].selections = link.selections;
        }
        Some(choices)
    }

    /// The move to play at the root; `None` if the root is terminal or was never expanded.
    pub fn decide(&mut self) -> Option<G::Move> {
        let finding = self.finding();
        Some(finding.choices[finding.best?].m)
    }

    /// The line that both players are expected to follow: this move at the root, then the best (c, v).
    fn line(&mut self, mut next: Option<G::Move>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut state = self.walk.root.clone();
        while let Some(m) = next {
            line.push(m);
            state.play(m);
            let player = state.turn();
            next = self.choices(&state).and_then(|choices| {
                Decision::Plain.choose(&choices, player, self.completion()).map(|best| choices[best].m)
            });
        }
        line
    }

    /// c, v and r of an expanded state.
    pub fn find(&mut self, state: &G) -> Option<Label> {
        self.walk.come_back();
        let node: NodeId = self.walk.tree.find(state.sharing_key())?;
        Some(self.walk.tree.label(node))
    }

    /// Up to `most` expanded states below the root, for measurements.
    pub fn expanded_states(&mut self, most: usize) -> Vec<G> {
        self.walk.come_back();
        let tree = &self.walk.tree;
        let (mut states, mut seen) = (Vec::new(), vec![false; tree.len()]);
        let mut open: Vec<(G, NodeId)> = tree
            .find(self.walk.root.sharing_key())
            .map(|node| (self.walk.root.clone(), node))
            .into_iter()
            .collect();
        while let Some((state, node)) = open.pop() {
            if states.len() == most {
                break;
            }
            for link in tree.links_of(node) {
                if !std::mem::replace(&mut seen[link.child.index()], true) {
                    let mut child = state.clone();
                    child.play(tree.move_to(node, link.index()));
                    open.push((child, link.child));
                }
            }
            states.push(state);
        }
        states
    }
}

impl<G: Game> Searcher<G> for Search<G> {
    fn root(&self) -> &G {
        &self.walk.root
    }

    /// Where more than half of the memory of the last run is in use, what the new root cannot reach is
    /// dropped.
    fn set_root(&mut self, root: G) {
        self.walk.come_back();
        self.walk.root = root;
        self.walk.counts.depth = 0;
        if self.bytes() > self.walk.memory / 2 {
            self.walk.forget_the_unreachable();
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        self.walk.memory = budget.memory.unwrap_or(usize::MAX);
        let mut meter = Meter::start(budget, &self.walk.counts, watch);
        loop {
            if self.walk.is_resolved() {
                return Stop::Resolved;
            }
            if let Some(stop) = meter.reached(&self.walk.counts) {
                return stop;
            }
            if meter.snapshot_is_due() {
                meter.show(self.finding());
            }
            if self.walk.iterate(self.policy.as_mut(), self.evaluator.as_ref()).is_err() {
                return Stop::Memory;
            }
            meter.iteration_done(&self.walk.counts, || self.walk.root_label());
        }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let root = self.walk.root.clone();
        let choices = self.choices(&root).unwrap_or_default();
        let best = self.decision.choose(&choices, root.turn(), self.completion());
        Finding {
            label: self.label(),
            best,
            decision: self.decision,
            line: self.line(best.map(|best| choices[best].m)),
            choices,
            counts: self.counts(),
            states: self.states(),
            bytes: self.bytes(),
        }
    }

    fn proven_move(&mut self, state: &G, gain: i8) -> Option<G::Move> {
        let choices = self.choices(state)?;
        let is_enough = |label: Label| label.resolved && !state.turn().prefers(gain, label.exact);
        choices.iter().find(|choice| is_enough(choice.label)).map(|choice| choice.m)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        // What the root cannot reach could not be replayed.
        self.forget_the_unreachable();
        self.walk.counts.write(out)?;
        self.policy.drawn().write(out)?;
        self.walk.tree.save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let counts = Counts::read(saved)?;
        let drawn = u64::read(saved)?;
        self.walk.take_up(Tree::load(&self.walk.root, saved)?, counts);
        self.policy.draw_until(drawn);
        Ok(())
    }
}
