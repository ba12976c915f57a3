//! The solvers: searches guided by proof numbers that share one ledger, with one or many workers.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use game::{Bounds, Game, Player, TextError};
use parking_lot::Mutex;

use super::calibrate::Calibration;
use super::hive::{Hive, Worker, found};
use super::ledger::Ledger;
use super::numbers::Question;
use super::passes::{next_question, proven};
use super::sprout::{START, START_OF_DF_PN, Start};
use super::way::{Common, Way};
use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::Bytes;
use crate::crowd::Crowd;
use crate::gate::Gate;
use crate::hands::{AtLast, together};
use crate::options::{OptionInfo, Options};
use crate::searcher::{Finding, Searcher, Setup, Watch};
use crate::truth;

/// Which member of the family: they differ in how soon a walk turns from a child to the next best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// Depth-first proof-number search as it is known.
    DfPn,
    /// The same with numbers that also depend on an estimate.
    Proof,
    /// Never turns before a child is resolved.
    DepthFirst,
    /// Both by turns, with one ledger.
    Portfolio,
    /// Both, and the one that does better on small positions of the game most of the time.
    Auto,
}

const EPSILON: OptionInfo = OptionInfo {
    name: "epsilon",
    default: "1",
    summary: "a child may exceed the second best by this share before the search turns to that one; inf: never",
};

/// With numbers that start from mobility alone it pays to turn sooner.
const EPSILON_OF_DF_PN: OptionInfo = OptionInfo { default: "0.5", ..EPSILON };

impl Member {
    /// What can be set.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Member::DfPn => &[START_OF_DF_PN, EPSILON_OF_DF_PN],
            Member::Proof | Member::Portfolio | Member::Auto => &[START, EPSILON],
            Member::DepthFirst => &[START],
        }
    }

    /// The epsilon of each of its guides.
    fn guides(self, options: &Options) -> Result<Vec<f64>, TextError> {
        let epsilon = || match options.text("epsilon") {
            "inf" => Ok(f64::INFINITY),
            _ => options.number("epsilon"),
        };
        Ok(match self {
            Member::DfPn | Member::Proof => vec![epsilon()?],
            Member::DepthFirst => vec![f64::INFINITY],
            Member::Portfolio | Member::Auto => vec![f64::INFINITY, epsilon()?],
        })
    }
}

/// A search with one ledger and one or many workers.
pub struct Proof<G: Game> {
    ledger: Gate<Ledger>,
    /// The first one is the thread that calls.
    workers: Vec<Worker<G>>,
    start: Start<G>,
    guides: Vec<f64>,
    calibration: Calibration,
    /// What was done before this search was taken up again.
    before: Counts,
}

impl<G: Game> Proof<G> {
    /// Reads the options.
    pub fn new(member: Member, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let start = Start::read(options, setup.evaluator, &setup.root)?;
        let guides = member.guides(options)?;
        Ok(Proof {
            ledger: Gate::new(Ledger::new()),
            workers: vec![Worker::new(&setup.root, &start, &guides)],
            calibration: Calibration::new(guides.len(), member == Member::Portfolio, setup.seed),
            start,
            guides,
            before: Counts::default(),
        })
    }

    fn ledger(&mut self) -> &mut Ledger {
        self.ledger.get_mut()
    }

    fn counts(&self) -> Counts {
        let before = self.before.and(self.calibration.spent);
        self.workers.iter().fold(before, |counts, worker| counts.and(worker.counts()))
    }

    fn ways(&self) -> impl Iterator<Item = &Way<G>> {
        self.workers.iter().flat_map(|worker| &worker.ways)
    }

    /// Lets a way begin, so that there is something to report. That does not count.
    fn look_at_the_root(&mut self) {
        let Proof { ledger, workers, .. } = self;
        let ledger = ledger.get_mut();
        let way = &mut workers[0].ways[0];
        if way.root().outcome().is_none() {
            let counts = way.counts;
            way.step(Common { ledger, crowd: None, is_alone: true });
            way.counts = counts;
        }
    }

    /// Tells every way what the others have proven of the children of the root.
    fn gather(&mut self) {
        let moves = self.ways().map(|way| way.root_children().len()).max().unwrap_or(0);
        let mut proven = vec![Bounds::ANY; moves];
        for way in self.ways() {
            for (proven, child) in proven.iter_mut().zip(way.root_children()) {
                *proven = proven.and(child.proven);
            }
        }
        self.workers.iter_mut().flat_map(|worker| &mut worker.ways).for_each(|way| way.learn(&proven));
    }
}

impl<G: Game> Searcher<G> for Proof<G> {
    fn root(&self) -> &G {
        self.workers[0].ways[0].root()
    }

    /// The ledger is kept: what it says is said of states, wherever the search began.
    fn set_root(&mut self, root: G) {
        let Proof { ledger, workers, .. } = self;
        let ledger = ledger.get_mut();
        for way in workers.iter_mut().flat_map(|worker| &mut worker.ways) {
            way.remember(ledger);
            way.set_root(root.clone());
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        let root = self.root().clone();
        let is_resolved = |way: &Way<G>| next_question(root.turn(), way.proven()).is_none();
        if root.outcome().is_some() || self.ways().any(is_resolved) {
            return Stop::Resolved;
        }
        let threads = budget.threads.unwrap_or(1).max(1);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(&root, &self.start, &self.guides));
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        self.ledger().set_workers(threads);
        self.ledger().set_limit(memory - memory / 8);
        let (counts, before) = (self.counts(), self.before);
        let mut meter = Meter::start(budget, &counts, watch);
        let Proof { ledger, workers, start, guides, calibration, .. } = self;
        let (leader, followers) = workers.split_first_mut().expect("there is always a worker");
        let crowds = if threads > 1 { guides.iter().map(|_| Crowd::new()).collect() } else { Vec::new() };
        let hive = Hive {
            ledger,
            is_over: AtomicBool::new(false),
            bytes: AtomicUsize::new(crowds.iter().map(Crowd::bytes).sum()),
            crowds,
            done: Mutex::new(followers.iter().map(Worker::counts).collect()),
            shares: Mutex::new(calibration.shares.clone()),
        };
        for worker in std::iter::once(&mut *leader).chain(&mut followers[..threads - 1]) {
            hive.crowds.iter().zip(&mut worker.ways).for_each(|(crowd, way)| way.join(crowd));
        }
        let (hive, followers) = (&hive, followers[..threads - 1].iter_mut().enumerate());
        let follow = followers.map(|(number, worker)| move || hive.follow(worker, number));
        let (stop, _) = together(follow, || {
            let _end = AtLast(|| hive.is_over.store(true, Ordering::Relaxed));
            let try_out = |calibration: &mut Calibration, root: &G, may_go_on: &mut dyn FnMut() -> bool| {
                calibration.try_out(root, start, guides, may_go_on);
            };
            hive.lead(leader, before, memory, &mut meter, calibration, try_out)
        });
        self.gather();
        // The last of them may have been the one to find it.
        if self.ways().any(is_resolved) { Stop::Resolved } else { stop }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let (counts, bytes) = (self.counts(), self.workers.iter().map(Worker::bytes).sum::<usize>());
        let Proof { ledger, workers, .. } = self;
        let ledger = ledger.get_mut();
        Finding { bytes: ledger.bytes() + bytes, ..found(workers[0].begun(), ledger, counts) }
    }

    fn proven_move(&mut self, state: &G, gain: i8, may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        let player = state.turn();
        let is_enough = |bounds: Bounds| match player {
            Player::First => bounds.at_least >= gain,
            Player::Second => bounds.at_most <= gain,
        };
        // What is known of the moves of the root is known, whatever the ledger has forgotten.
        if state == self.root() {
            let mut children = self.ways().flat_map(Way::root_children);
            if let Some(child) = children.find(|child| is_enough(child.proven)) {
                return Some(child.m);
            }
        }
        let ledger = &*self.ledger();
        truth::proven_move(state, |state| proven(state, ledger, Question::WIN), is_enough, may_go_on)
    }

    fn shrink_to(&mut self, bytes: usize) -> usize {
        let of_workers = self.workers.iter().map(Worker::bytes).sum::<usize>();
        let ledger = self.ledger();
        ledger.set_limit(bytes.saturating_sub(of_workers));
        ledger.bytes() + of_workers
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.counts().write(out)?;
        let ledger = self.ledger.enter();
        self.ways().for_each(|way| way.remember(&ledger));
        ledger.save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.before = Counts::read(saved)?;
        *self.ledger() = Ledger::load(saved)?;
        self.look_at_the_root();
        Ok(())
    }
}
