//! A search by a member of the class: its walks, its policy and evaluator, and what it has found.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use game::Game;

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::Bytes;
use crate::crew::{Crew, Member};
use crate::decide::{Choice, Decision};
use crate::errands::Errands;
use crate::evaluate::Evaluator;
use crate::finding::Found;
use crate::gate::Gate;
use crate::label::{Completion, Label};
use crate::policy::Policy;
use crate::proof_number::ledger::Ledger;
use crate::searcher::{Finding, Searcher, Watch};
use crate::tree::{NodeId, Tree};
use crate::walk::Walk;

/// A search that can be run, looked at, and run on; it keeps what it has found when the root moves on.
pub struct Search<G: Game> {
    /// The walk of the thread that calls.
    leader: Member<G>,
    /// Those of others, if there have been others.
    followers: Vec<Member<G>>,
    evaluator: Box<dyn Evaluator<G>>,
    /// What all of them have resolved, and what has been resolved in parts of the tree that are forgotten.
    ledger: Gate<Ledger>,
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
        Search {
            leader: Member { walk, policy },
            followers: Vec::new(),
            evaluator,
            ledger: Gate::new(Ledger::new()),
            decision: Decision::default(),
        }
    }

    fn found(&mut self) -> Found<'_, G> {
        let ledger = self.ledger.get_mut();
        Found::new(&mut self.leader.walk, &self.followers, ledger)
    }

    fn walks(&self) -> impl Iterator<Item = &Walk<G>> {
        std::iter::once(&self.leader).chain(&self.followers).map(|member| &member.walk)
    }

    /// Iterates until the root is resolved, the budget is used up, or `interrupt` is set.
    pub fn run(&mut self, budget: &Budget, interrupt: &AtomicBool) -> Stop {
        self.search(budget, &mut Watch { interrupt: Some(interrupt), ..Watch::default() })
    }

    /// Drops what the root cannot reach.
    pub fn forget_the_unreachable(&mut self) {
        self.leader.walk.come_back();
        self.leader.walk.forget_the_unreachable();
    }

    /// c, v and r of the root; `None` before the first iteration.
    pub fn label(&self) -> Option<Label> {
        self.leader.walk.root_label()
    }

    /// What has been done so far.
    pub fn counts(&self) -> Counts {
        self.walks().fold(Counts::default(), |counts, walk| counts.and(walk.counts))
    }

    /// How many expanded states are kept.
    pub fn states(&self) -> usize {
        self.walks().map(|walk| walk.tree.len()).sum()
    }

    /// How many children of expanded states are kept.
    pub fn stored_children(&self) -> usize {
        self.walks().map(|walk| walk.tree.stored_children()).sum()
    }

    /// Bytes that the tree holds, all included.
    pub fn bytes(&self) -> usize {
        let ledger = self.ledger.enter();
        self.walks().map(|walk| walk.tree.bytes()).sum::<usize>() + ledger.bytes()
    }

    /// How much the search makes of exact values.
    pub fn completion(&self) -> Completion {
        self.leader.walk.completion
    }

    /// Every move from an expanded state with what is known of it, in the order of the moves; `None` if the
    /// state is not expanded.
    pub fn choices(&mut self, state: &G) -> Option<Vec<Choice<G::Move>>> {
        self.found().choices(state)
    }

    /// The move to play at the root; `None` if the root is terminal or was never expanded.
    pub fn decide(&mut self) -> Option<G::Move> {
        let finding = self.finding();
        Some(finding.choices[finding.best?].m)
    }

    /// c, v and r of an expanded state.
    pub fn find(&mut self, state: &G) -> Option<Label> {
        self.leader.walk.come_back();
        let node: NodeId = self.leader.walk.tree.find(state.sharing_key())?;
        Some(self.leader.walk.tree.label(node))
    }

    /// Up to `most` expanded states below the root, for measurements.
    pub fn expanded_states(&mut self, most: usize) -> Vec<G> {
        let (mut states, root) = (Vec::new(), self.root().clone());
        self.visit_labels(&[root], |state, _| {
            if states.len() < most && state.outcome().is_none() {
                states.push(state.clone());
            }
            if states.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        states
    }

    /// Shows every expanded state that moves of the search lead to from one of these, with its label, and every
    /// terminal child of such a state, until `see` has seen enough. A state is shown once, a terminal one once for
    /// each parent.
    pub fn visit_labels(&mut self, from: &[G], see: impl FnMut(&G, Label) -> ControlFlow<()>) {
        self.leader.walk.visit_labels(from, see);
    }
}

impl<G: Game> Searcher<G> for Search<G> {
    fn root(&self) -> &G {
        &self.leader.walk.root
    }

    /// Where more than half of the memory of the last run is in use, what the new root cannot reach is
    /// dropped.
    fn set_root(&mut self, root: G) {
        for member in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            let walk = &mut member.walk;
            walk.come_back();
            walk.root = root.clone();
            walk.counts.depth = 0;
            if walk.tree.bytes() > walk.memory / 2 {
                walk.forget_the_unreachable();
            }
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        // Followers help by what they resolve, which counts for others only where it ends a search early.
        let threads = if self.completion().is_early() { budget.threads.unwrap_or(1).max(1) } else { 1 };
        while self.followers.len() < threads - 1 {
            let policy = self.leader.policy.fellow(self.followers.len() as u64 + 1);
            let walk = Walk::new(self.root().clone(), self.completion(), policy.as_ref());
            self.followers.push(Member { walk, policy });
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let for_ledger = memory / 8;
        let counts = self.counts();
        let Search { leader, followers, evaluator, ledger, decision } = self;
        ledger.get_mut().set_workers(threads);
        ledger.get_mut().set_limit(for_ledger);
        for member in std::iter::once(&mut *leader).chain(&mut *followers) {
            member.walk.memory = (memory - for_ledger) / threads;
            member.walk.tree.reserve(member.walk.memory);
        }
        let mut meter = Meter::start(budget, &counts, watch);
        let crew = Crew {
            ledger,
            evaluator: evaluator.as_ref(),
            errands: Errands::new(threads - 1),
            is_over: AtomicBool::new(false),
            done: Mutex::new(followers.iter().map(|member| member.walk.counts).collect()),
        };
        std::thread::scope(|scope| {
            for (number, member) in followers[..threads - 1].iter_mut().enumerate() {
                let crew = &crew;
                scope.spawn(move || crew.follow(member, number));
            }
            let stop = crew.lead(leader, *decision, &mut meter);
            crew.is_over.store(true, Ordering::Relaxed);
            stop
        })
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let states = self.walks().map(|walk| walk.tree.stored_states()).sum();
        let (decision, counts, bytes) = (self.decision, self.counts(), self.bytes());
        Finding { states, bytes, ..self.found().finding(decision, counts) }
    }

    fn proven_move(&mut self, state: &G, gain: i8) -> Option<G::Move> {
        self.found().proven_move(state, gain)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        // What the root cannot reach could not be replayed.
        self.forget_the_unreachable();
        self.counts().write(out)?;
        self.leader.policy.drawn().write(out)?;
        self.leader.walk.tree.save(out)?;
        self.ledger.get_mut().save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let counts = Counts::read(saved)?;
        let drawn = u64::read(saved)?;
        let Member { walk, policy } = &mut self.leader;
        walk.take_up(Tree::load(&walk.root, saved)?, counts);
        policy.draw_until(drawn);
        self.ledger = Gate::new(Ledger::load(saved)?);
        Ok(())
    }
}
