//! A search by a member of the class: its walks, its policy and evaluator, and what it has found.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use game::Game;
use parking_lot::Mutex;

use crate::allowance::Allowance;
use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::Bytes;
use crate::crew::{Crew, Member};
use crate::decide::{Choice, Decision};
use crate::errands::Errands;
use crate::finding::Found;
use crate::gate::Gate;
use crate::hands::{AtLast, together};
use crate::knowledge::{Desk, Knowledge};
use crate::label::{Completion, Label};
use crate::policy::Policy;
use crate::proof_number::ledger::Ledger;
use crate::searcher::{Finding, Searcher, Watch};
use crate::tree::Tree;
use crate::walk::Walk;
use game::evaluate::Evaluator;

/// A search that can be run, looked at, and run on; it keeps what it has found when the root moves on.
pub struct Search<G: Game> {
    /// The walk of the thread that calls.
    leader: Member<G>,
    /// Those of others, if there have been others.
    followers: Vec<Member<G>>,
    evaluator: Box<dyn Evaluator<G>>,
    /// What all of them know.
    known: Gate<Knowledge>,
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
        let walk = Walk::new(root, completion, policy.as_ref(), 0);
        Search {
            leader: Member { walk, policy },
            followers: Vec::new(),
            evaluator,
            known: Gate::new(Knowledge::new(width)),
            decision: Decision::default(),
        }
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
        self.come_back();
        self.known.get_mut().tree.keep_only_below(&[self.leader.walk.root.sharing_key()]);
    }

    /// Everybody leaves all levels, so that the tree holds every label and count.
    fn come_back(&mut self) {
        let mut desk = Desk::new(&self.known);
        for member in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            member.walk.come_back(&mut desk);
        }
    }

    /// c, v and r of the root; `None` before the first iteration.
    pub fn label(&self) -> Option<Label> {
        self.leader.walk.root_label(&Desk::new(&self.known).tree)
    }

    /// What has been done so far.
    pub fn counts(&self) -> Counts {
        self.walks().fold(Counts::default(), |counts, walk| counts.and(walk.counts))
    }

    /// How many expanded states are kept.
    pub fn states(&self) -> usize {
        Desk::new(&self.known).tree.len()
    }

    /// How many children of expanded states are kept.
    pub fn stored_children(&self) -> usize {
        Desk::new(&self.known).tree.stored_children()
    }

    /// Bytes that the tree holds, all included.
    pub fn bytes(&self) -> usize {
        Desk::new(&self.known).bytes()
    }

    /// How much the search makes of exact values.
    pub fn completion(&self) -> Completion {
        self.leader.walk.completion
    }

    /// Every move from an expanded state with what is known of it, in the order of the moves; `None` if the
    /// state is not expanded.
    pub fn choices(&mut self, state: &G) -> Option<Vec<Choice<G::Move>>> {
        Found::new(&mut self.leader.walk, &mut Desk::new(&self.known)).choices(state)
    }

    /// The move to play at the root; `None` if the root is terminal or was never expanded.
    pub fn decide(&mut self) -> Option<G::Move> {
        let finding = self.finding();
        Some(finding.choices[finding.best?].m)
    }

    /// c, v and r of an expanded state.
    pub fn find(&mut self, state: &G) -> Option<Label> {
        self.come_back();
        let tree = &Desk::new(&self.known).tree;
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
        self.leader.walk.visit_labels(from, &mut Desk::new(&self.known), see);
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
        for member in std::iter::once(&mut self.leader).chain(&mut self.followers) {
            member.walk.root = root.clone();
            member.walk.counts.depth = 0;
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
            let policy = self.leader.policy.fellow(number as u64);
            let walk = Walk::new(self.root().clone(), self.completion(), policy.as_ref(), number);
            self.followers.push(Member { walk, policy });
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let for_ledger = memory / 8;
        let counts = self.counts();
        let Search { leader, followers, evaluator, known, decision } = self;
        let Knowledge { tree, ledger } = known.get_mut();
        ledger.set_workers(threads);
        ledger.set_limit(for_ledger);
        tree.reserve(memory - for_ledger);
        for member in std::iter::once(&mut *leader).chain(&mut *followers) {
            member.walk.allowance = Allowance::new(memory - for_ledger, threads);
        }
        let mut meter = Meter::start(budget, &counts, watch);
        let crew = Crew {
            known,
            evaluator: evaluator.as_ref(),
            errands: Errands::new(threads - 1),
            is_over: AtomicBool::new(false),
            done: Mutex::new(followers.iter().map(|member| member.walk.counts).collect()),
        };
        let (crew, followers) = (&crew, followers[..threads - 1].iter_mut().enumerate());
        let follow = followers.map(|(number, member)| move || crew.follow(member, number));
        let (stop, _) = together(follow, || {
            let _end = AtLast(|| crew.is_over.store(true, Ordering::Relaxed));
            crew.lead(leader, *decision, &mut meter)
        });
        if !crew.errands.are_none() {
            leader.walk.listen(&crew.errands, &mut Desk::new(known));
        }
        stop
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let (decision, counts) = (self.decision, self.counts());
        Found::new(&mut self.leader.walk, &mut Desk::new(&self.known)).finding(decision, counts)
    }

    fn proven_move(&mut self, state: &G, gain: i8, may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        Found::new(&mut self.leader.walk, &mut Desk::new(&self.known)).proven_move(state, gain, may_go_on)
    }

    /// The parts of the tree that were visited least go first: the ledger knows what is resolved in them.
    fn shrink_to(&mut self, bytes: usize) -> usize {
        self.come_back();
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
        // What the root cannot reach could not be replayed.
        self.forget_the_unreachable();
        self.counts().write(out)?;
        self.leader.policy.drawn().write(out)?;
        let Knowledge { tree, ledger } = self.known.get_mut();
        tree.save(out)?;
        ledger.save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        let counts = Counts::read(saved)?;
        let drawn = u64::read(saved)?;
        let Member { walk, policy } = &mut self.leader;
        let mut tree = Tree::load(&walk.root, saved)?;
        // Whoever was somewhere in the old one is nowhere in this one.
        tree.age = self.known.get_mut().tree.age + 1;
        walk.counts = counts;
        walk.expander.most_children = tree.most_children();
        policy.draw_until(drawn);
        self.known = Gate::new(Knowledge { tree, ledger: Ledger::load(saved)? });
        Ok(())
    }
}
