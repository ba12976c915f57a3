//! The fast search with a member of the class.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use game::{Game, TerminalFunction};

use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::{Bytes, invalid_data};
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

/// A search of one position by a member of the class. It can be run, inspected and resumed, and it keeps what
/// it has found when the root moves to another state.
pub struct Search<G: Game> {
    /// The worker of the calling thread.
    leader: Worker<G>,
    /// The other workers, created by the first run with several threads.
    followers: Vec<Worker<G>>,
    evaluator: Box<dyn Evaluator<G>>,
    /// What all workers know.
    known: Shared<Knowledge>,
    /// How the move to play is chosen.
    pub decision: Decision,
}

impl<G: Game> Search<G> {
    /// A search that has not explored anything, with [`Game::score`] for f_t.
    pub fn new(
        root: G,
        policy: Box<dyn Policy<G>>,
        completion: Completion,
        evaluator: Box<dyn Evaluator<G>>,
    ) -> Self {
        Search::with_terminal(root, policy, completion, TerminalFunction::SCORE, evaluator)
    }

    /// A search with another f_t, from the root that [`TerminalFunction::begin`] gives with it. What the game sees without
    /// a search shows who wins, not by how much: where f_t is neither the gain nor the score,
    /// [`Completion::Sighted`] is [`Completion::On`].
    pub fn with_terminal(
        root: G,
        policy: Box<dyn Policy<G>>,
        completion: Completion,
        terminal: TerminalFunction,
        evaluator: Box<dyn Evaluator<G>>,
    ) -> Self {
        let completion = match completion {
            Completion::Sighted if !terminal.kind().takes_sight() => Completion::On,
            completion => completion,
        };
        let width = root.move_width();
        let walk = Walk::new(root, completion, terminal, 0);
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
        self.write_back();
        for worker in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            worker.walk.keeps_levels = false;
        }
    }

    fn walks(&self) -> impl Iterator<Item = &Walk<G>> {
        std::iter::once(&self.leader).chain(&self.followers).map(|worker| &worker.walk)
    }

    /// Iterates until the root is resolved, a limit of the budget is reached, or `interrupt` becomes true.
    pub fn run(&mut self, budget: &Budget, interrupt: &AtomicBool) -> Stop {
        self.search(budget, &mut Watch { interrupt: Some(interrupt), ..Watch::default() })
    }

    /// Drops all states that are unreachable from the root.
    pub fn forget_the_unreachable(&mut self) {
        self.write_back();
        self.known.get_mut().tree.keep_only_below(&[self.leader.walk.root.sharing_key()]);
    }

    /// Makes all workers write back their labels and counts to the tree.
    fn write_back(&mut self) {
        let mut access = Access::new(&self.known);
        for worker in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            worker.walk.come_back(&mut access);
        }
    }

    /// c, v and r of the root; `None` before the first iteration.
    pub fn label(&self) -> Option<Label> {
        self.leader.walk.root_label(&Access::new(&self.known).tree)
    }

    /// The work done so far.
    pub fn counts(&self) -> Counts {
        self.walks().fold(Counts::default(), |counts, walk| counts.and(walk.counts))
    }

    /// The number of expanded states in the tree.
    pub fn states(&self) -> usize {
        Access::new(&self.known).tree.len()
    }

    /// The number of children of expanded states in the tree.
    pub fn stored_children(&self) -> usize {
        Access::new(&self.known).tree.stored_children()
    }

    /// The memory of the tree and the ledger, in bytes.
    pub fn bytes(&self) -> usize {
        Access::new(&self.known).bytes()
    }

    /// How the search uses exact values.
    pub fn completion(&self) -> Completion {
        self.leader.walk.completion
    }

    /// Every move from an expanded state with what is known of it, in the order of move generation; `None` if
    /// the state is not expanded.
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
        self.write_back();
        let tree = &Access::new(&self.known).tree;
        Some(tree.label(tree.find(state.sharing_key())?))
    }

    /// Up to `most` expanded states reachable from the root, for measurements.
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

    /// Passes to `see` every expanded state that is reachable from these states in the tree, with its label,
    /// and every terminal child of such a state, until `see` breaks. A state is passed once, a terminal state
    /// once for each parent.
    pub fn visit_labels(&mut self, from: &[G], see: impl FnMut(&G, Label) -> ControlFlow<()>) {
        self.leader.walk.visit_labels(from, &mut Access::new(&self.known), see);
    }
}

impl<G: Game> Searcher<G> for Search<G> {
    fn root(&self) -> &G {
        &self.leader.walk.root
    }

    /// If more than half of the memory limit of the last run is in use, drops all states that are unreachable
    /// from the new root.
    fn set_root(&mut self, root: G) {
        self.write_back();
        for worker in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            worker.walk.root = root.clone();
            worker.walk.counts.depth = 0;
        }
        if self.known.get_mut().tree.bytes() > self.leader.walk.allowance.memory / 2 {
            self.forget_the_unreachable();
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        // The work of followers reaches the leader only through resolved states, which end a search early
        // only with completion.
        let threads = if self.completion().is_early() { budget.threads.unwrap_or(1).max(1) } else { 1 };
        while self.followers.len() < threads - 1 {
            let number = self.followers.len() + 1;
            let policy = self.leader.policy.for_worker(number as u64);
            let Walk { root, completion, terminal, keeps_levels, .. } = &self.leader.walk;
            let mut walk = Walk::new(root.clone(), *completion, *terminal, number);
            walk.keeps_levels = *keeps_levels;
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
        let clock = budget.clock(watch);
        let mut meter = Meter::start(budget, &counts, watch, &clock);
        let run = Run {
            team: Team::new(followers.iter().map(Worker::progress)),
            known,
            evaluator: evaluator.as_ref(),
            assignments: Assignments::new(threads - 1),
        };
        let (run, followers) = (&run, followers[..threads - 1].iter_mut().enumerate());
        let follow = followers.map(|(number, worker)| move || run.follow(worker, number));
        let stop = run.team.run(follow, || run.lead(leader, *decision, &clock, &mut meter));
        if !run.assignments.is_empty() {
            leader.walk.collect(&run.assignments, &mut Access::new(known));
        }
        stop
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let (decision, counts) = (self.decision, self.counts());
        Found::new(&mut self.leader.walk, &mut Access::new(&self.known)).finding(decision, counts)
    }

    fn proven_move(&mut self, state: &G, gain: i8, may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        Found::new(&mut self.leader.walk, &mut Access::new(&self.known)).proven_move(state, gain, may_go_on)
    }

    fn choices_after(&mut self, line: &[G::Move]) -> Option<Vec<Choice<G::Move>>> {
        let mut state = self.root().clone();
        line.iter().for_each(|&m| state.play(m));
        self.choices(&state)
    }

    /// The parts of the tree that were visited least go first: the ledger knows what is resolved in them.
    fn shrink_to(&mut self, bytes: usize) -> usize {
        self.write_back();
        let (root, keeps_resolved) = (self.root().sharing_key(), self.completion().is_early());
        let Knowledge { tree, ledger } = self.known.get_mut();
        if keeps_resolved {
            let mut least = 1;
            while tree.bytes() > bytes / 2 && least < 1 << 31 {
                tree.forget_seldom(&[root], least);
                least *= 2;
            }
            ledger.set_limit(bytes.saturating_sub(tree.bytes()));
        }
        tree.bytes() + ledger.bytes()
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        // States that are unreachable from the root could not be replayed when loading.
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
        let mut counts = Counts::read(saved)?;
        // The class makes states only to evaluate them: what is charged beyond evaluations are idle iterations.
        counts.idle = counts.charged.saturating_sub(counts.evaluations);
        let Worker { walk, policy } = &mut self.leader;
        let mut choices = Vec::new();
        let length = u64::read(saved)?;
        if saved.take(length).read_to_end(&mut choices)? as u64 != length {
            return Err(invalid_data("it ends within what the policy has saved"));
        }
        let mut choices = choices.as_slice();
        policy.load(&mut choices)?;
        if !choices.is_empty() {
            return Err(invalid_data("the policy has saved more than it takes up"));
        }
        let mut tree = Tree::load(&walk.root, saved)?;
        // A new age shows every worker that its path belongs to another tree.
        tree.age = self.known.get_mut().tree.age + 1;
        walk.counts = counts;
        walk.expander.most_children = tree.most_children();
        self.known = Shared::new(Knowledge { tree, ledger: Ledger::load(saved)? });
        Ok(())
    }
}
