//! A search by a worker of the class: its walks, its policy and evaluator, and what it has found.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use game::Game;

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::{Bytes, misfit};
use crate::class::allowance::Allowance;
use crate::class::assignments::Assignments;
use crate::class::finding::Found;
use crate::class::knowledge::{Access, Knowledge};
use crate::class::policy::Policy;
use crate::class::run::{Run, Worker};
use crate::class::walk::Walk;
use crate::decide::{Choice, Decision};
use crate::label::{Completion, Label};
use crate::ledger::Ledger;
use crate::parallel::Shared;
use crate::parallel::Team;
use crate::searcher::{Finding, Searcher, Watch};
use crate::tree::Tree;
use game::evaluate::Evaluator;

/// A search that can be run, looked at, and run on; it keeps what it has found when the root moves on.
pub struct Search<G: Game> {
    /// The walk of the thread that calls.
    leader: Worker<G>,
    /// Those of others, if there have been others.
    followers: Vec<Worker<G>>,
    evaluator: Box<dyn Evaluator<G>>,
    /// What all of them know.
    known: Shared<Knowledge>,
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
        let width = root.move_width();
        let walk = Walk::new(root, completion, 0);
        Search {
            leader: Worker { walk, policy },
            followers: Vec::new(),
            evaluator,
            known: Shared::new(Knowledge::new(width)),
            decision: Decision::default(),
        }
    }

    /// Walks from the root in every iteration from now on, as the paper does. That is the same search, only slower.
    pub fn walk_from_the_root(&mut self) {
        self.come_back();
        for worker in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            worker.walk.keeps_levels = false;
        }
    }

    fn walks(&self) -> impl Iterator<Item = &Walk<G>> {
        std::iter::once(&self.leader).chain(&self.followers).map(|worker| &worker.walk)
    }

    /// Iterates until the root is resolved, the budget is used up, or `interrupt` is set.
    pub fn run(&mut self, budget: &Budget, interrupt: &AtomicBool) -> Stop {
        self.search(budget, &mut Watch { interrupt: Some(interrupt), ..Watch::default() })
    }

    /// Drops what the root cannot reach.
    pub fn forget_the_unreachable(&mut self) {
        self.come_back();
        self.known.get_mut().tree.keep_only_below(&[self.leader.walk.root.sharing_key()]);
    }

    /// Everybody leaves all levels, so that the tree holds every label and count.
    fn come_back(&mut self) {
        let mut access = Access::new(&self.known);
        for worker in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            worker.walk.come_back(&mut access);
        }
    }

    /// c, v and r of the root; `None` before the first iteration.
    pub fn label(&self) -> Option<Label> {
        self.leader.walk.root_label(&Access::new(&self.known).tree)
    }

    /// What has been done so far.
    pub fn counts(&self) -> Counts {
        self.walks().fold(Counts::default(), |counts, walk| counts.and(walk.counts))
    }

    /// How many expanded states are kept.
    pub fn states(&self) -> usize {
        Access::new(&self.known).tree.len()
    }

    /// How many children of expanded states are kept.
    pub fn stored_children(&self) -> usize {
        Access::new(&self.known).tree.stored_children()
    }

    /// Bytes that the tree holds, all included.
    pub fn bytes(&self) -> usize {
        Access::new(&self.known).bytes()
    }

    /// How much the search makes of exact values.
    pub fn completion(&self) -> Completion {
        self.leader.walk.completion
    }

    /// Every move from an expanded state with what is known of it, in the order of the moves; `None` if the
    /// state is not expanded.
    pub fn choices(&mut self, state: &G) -> Option<Vec<Choice<G::Move>>> {
        Found::new(&mut self.leader.walk, &mut Access::new(&self.known)).choices(state)
    }

    /// The move to play at the root; `None` if the root is terminal or was never expanded.
    pub fn decide(&mut self) -> Option<G::Move> {
        let finding = self.finding();
        Some(finding.choices[finding.best?].m)
    }

    /// c, v and r of an expanded state.
    pub fn find(&mut self, state: &G) -> Option<Label> {
        self.come_back();
        let tree = &Access::new(&self.known).tree;
        Some(tree.label(tree.find(state.sharing_key())?))
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
        self.leader.walk.visit_labels(from, &mut Access::new(&self.known), see);
    }
}

impl<G: Game> Searcher<G> for Search<G> {
    fn root(&self) -> &G {
        &self.leader.walk.root
    }

    /// Where more than half of the memory of the last run is in use, what the new root cannot reach is
    /// dropped.
    fn set_root(&mut self, root: G) {
        self.come_back();
        for worker in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            worker.walk.root = root.clone();
            worker.walk.counts.depth = 0;
        }
        if self.known.get_mut().tree.bytes() > self.leader.walk.allowance.memory / 2 {
            self.forget_the_unreachable();
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        // Followers help by what they resolve, which counts for others only where it ends a search early.
        let threads = if self.completion().is_early() { budget.threads.unwrap_or(1).max(1) } else { 1 };
        while self.followers.len() < threads - 1 {
            let number = self.followers.len() + 1;
            let policy = self.leader.policy.for_worker(number as u64);
            let mut walk = Walk::new(self.root().clone(), self.completion(), number);
            walk.keeps_levels = self.leader.walk.keeps_levels;
            self.followers.push(Worker { walk, policy });
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let for_ledger = memory / 8;
        let counts = self.counts();
        let Search { leader, followers, evaluator, known, decision } = self;
        let Knowledge { tree, ledger } = known.get_mut();
        ledger.set_workers(threads);
        ledger.set_limit(for_ledger);
        tree.reserve(memory - for_ledger);
        for worker in std::iter::once(&mut *leader).chain(&mut *followers) {
            worker.walk.allowance = Allowance::new(memory - for_ledger, threads);
        }
        let mut meter = Meter::start(budget, &counts, watch);
        let run = Run {
            team: Team::new(followers.iter().map(Worker::progress)),
            known,
            evaluator: evaluator.as_ref(),
            assignments: Assignments::new(threads - 1),
        };
        let (run, followers) = (&run, followers[..threads - 1].iter_mut().enumerate());
        let follow = followers.map(|(number, worker)| move || run.follow(worker, number));
        let stop = run.team.run(follow, || run.lead(leader, *decision, &mut meter));
        if !run.assignments.is_empty() {
            leader.walk.collect(&run.assignments, &mut Access::new(known));
        }
        stop
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let (decision, counts) = (self.decision, self.counts());
        Found::new(&mut self.leader.walk, &mut Access::new(&self.known)).finding(decision, counts)
    }

    fn proven_move(&mut self, state: &G, gain: i8) -> Option<G::Move> {
        Found::new(&mut self.leader.walk, &mut Access::new(&self.known)).proven_move(state, gain)
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        // What the root cannot reach could not be replayed.
        self.forget_the_unreachable();
        self.counts().write(out)?;
        let mut choices = Vec::new();
        self.leader.policy.save(&mut choices)?;
        (choices.len() as u64).write(out)?;
        out.write_all(&choices)?;
        let Knowledge { tree, ledger } = self.known.get_mut();
        tree.save(out)?;
        ledger.save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let counts = Counts::read(saved)?;
        let Worker { walk, policy } = &mut self.leader;
        let mut choices = Vec::new();
        let length = u64::read(saved)?;
        if saved.take(length).read_to_end(&mut choices)? as u64 != length {
            return Err(misfit("it ends within what the policy has saved"));
        }
        let mut choices = choices.as_slice();
        policy.load(&mut choices)?;
        if !choices.is_empty() {
            return Err(misfit("the policy has saved more than it takes up"));
        }
        let mut tree = Tree::load(&walk.root, saved)?;
        // Whoever was somewhere in the old one is nowhere in this one.
        tree.age = self.known.get_mut().tree.age + 1;
        walk.counts = counts;
        walk.expander.most_children = tree.most_children();
        self.known = Shared::new(Knowledge { tree, ledger: Ledger::load(saved)? });
        Ok(())
    }
}
