//! The solvers that share one ledger, with one or many workers.

use std::io::{self, Read, Write};

use game::{Bounds, Clock, Game, Player, TextError};
use parking_lot::Mutex;

use super::calibrate::Calibration;
use super::children::{START, START_OF_DF_PN, StartNumbers};
use super::df_pn::{Context, DfPn};
use super::passes::{next_question, proven};
use super::run::{Run, Worker, found};
use crate::budget::{Budget, Counts, Meter, Stop};
use crate::bytes::Bytes;
use crate::ledger::Ledger;
use crate::ledger::numbers::Question;
use crate::options::{OptionInfo, Options, Values};
use crate::parallel::Shared;
use crate::parallel::{Team, VirtualLoss};
use crate::range::Real;
use crate::searcher::{Finding, Searcher, Setup, Watch};
use crate::static_proof;

/// A solver. The solvers differ in how soon the search switches from a child to the second best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Depth-first proof-number search as in the literature.
    DfPn,
    /// The same, with start numbers that also depend on an estimate.
    Proof,
    /// Never switches to another child before the current one is decided.
    DepthFirst,
    /// `DepthFirst` and `Proof` with equal shares and one ledger.
    Portfolio,
    /// `DepthFirst` and `Proof`; the one that is faster on small positions of the game gets the larger share.
    Auto,
}

const EPSILON: OptionInfo = OptionInfo {
    name: "epsilon",
    default: "1",
    values: Values::RealOr(Real::new(0.0, 1e6), "inf"),
    summary: "the share by which a child may exceed the second best before the search switches to it; \
              inf: never",
};

/// If start numbers depend on mobility alone, switching sooner is faster.
const EPSILON_OF_DF_PN: OptionInfo = OptionInfo { default: "0.5", ..EPSILON };

impl Method {
    /// The options of this solver.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            Method::DfPn => &[START_OF_DF_PN, EPSILON_OF_DF_PN],
            Method::Proof | Method::Portfolio | Method::Auto => &[START, EPSILON],
            Method::DepthFirst => &[START],
        }
    }

    /// The epsilon of each of its searches.
    fn epsilons(self, options: &Options) -> Result<Vec<f64>, TextError> {
        // The word for it is the text of an infinite number.
        let epsilon = || options.number("epsilon");
        Ok(match self {
            Method::DfPn | Method::Proof => vec![epsilon()?],
            Method::DepthFirst => vec![f64::INFINITY],
            Method::Portfolio | Method::Auto => vec![f64::INFINITY, epsilon()?],
        })
    }
}

/// A search with one ledger and one or many workers.
pub struct ProofSearch<G: Game> {
    ledger: Shared<Ledger>,
    /// The first one is the worker of the calling thread.
    workers: Vec<Worker<G>>,
    start: StartNumbers<G>,
    epsilons: Vec<f64>,
    calibration: Calibration,
    /// The work done before the search was loaded.
    before: Counts,
}

impl<G: Game> ProofSearch<G> {
    /// Reads the options.
    pub fn new(method: Method, options: &Options, setup: Setup<G>) -> Result<Self, TextError> {
        let start = StartNumbers::read(options, setup.evaluator, &setup.root);
        let epsilons = method.epsilons(options)?;
        Ok(ProofSearch {
            ledger: Shared::new(Ledger::new()),
            workers: vec![Worker::new(&setup.root, &start, &epsilons)],
            calibration: Calibration::new(epsilons.len(), method == Method::Portfolio, setup.seed),
            start,
            epsilons,
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

    fn searches(&self) -> impl Iterator<Item = &DfPn<G>> {
        self.workers.iter().flat_map(|worker| &worker.searches)
    }

    /// Expands the root so that there is something to report. This does not count as work.
    fn expand_root(&mut self) {
        let ProofSearch { ledger, workers, .. } = self;
        let ledger = ledger.get_mut();
        let search = &mut workers[0].searches[0];
        if search.root().outcome().is_none() {
            let counts = search.counts;
            search.step(Context { ledger, virtual_loss: None, is_alone: true, clock: &Clock::never() });
            search.counts = counts;
        }
    }

    /// Merges what the searches have proven about the children of the root.
    fn merge(&mut self) {
        let moves = self.searches().map(|search| search.root_children().len()).max().unwrap_or(0);
        let mut proven = vec![Bounds::ANY; moves];
        for search in self.searches() {
            for (proven, child) in proven.iter_mut().zip(search.root_children()) {
                *proven = proven.and(child.proven);
            }
        }
        self.workers
            .iter_mut()
            .flat_map(|worker| &mut worker.searches)
            .for_each(|search| search.merge(&proven));
    }
}

impl<G: Game> Searcher<G> for ProofSearch<G> {
    fn root(&self) -> &G {
        self.workers[0].searches[0].root()
    }

    /// The ledger is kept: its entries are about states, whatever the root was.
    fn set_root(&mut self, root: G) {
        let ProofSearch { ledger, workers, .. } = self;
        let ledger = ledger.get_mut();
        for search in workers.iter_mut().flat_map(|worker| &mut worker.searches) {
            search.store_path(ledger);
            search.set_root(root.clone());
        }
    }

    fn search(&mut self, budget: &Budget, watch: &mut Watch<'_, G::Move>) -> Stop {
        let root = self.root().clone();
        let is_resolved = |search: &DfPn<G>| next_question(root.turn(), search.proven()).is_none();
        if root.outcome().is_some() || self.searches().any(is_resolved) {
            return Stop::Resolved;
        }
        let threads = budget.threads.unwrap_or(1).max(1);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(&root, &self.start, &self.epsilons));
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        self.ledger().set_workers(threads);
        self.ledger().set_limit(memory - memory / 8);
        let (counts, before) = (self.counts(), self.before);
        let clock = budget.clock(watch);
        let mut meter = Meter::start(budget, &counts, watch, &clock);
        let ProofSearch { ledger, workers, start, epsilons, calibration, .. } = self;
        let (leader, followers) = workers.split_first_mut().expect("there is always one worker");
        let virtual_losses =
            if threads > 1 { epsilons.iter().map(|_| VirtualLoss::new()).collect() } else { Vec::new() };
        let run = Run {
            team: Team::new(followers.iter().map(Worker::progress)),
            ledger,
            before,
            memory,
            virtual_losses,
            shares: Mutex::new(calibration.shares.clone()),
        };
        for worker in std::iter::once(&mut *leader).chain(&mut followers[..threads - 1]) {
            run.virtual_losses
                .iter()
                .zip(&mut worker.searches)
                .for_each(|(virtual_loss, search)| search.enter_path(virtual_loss));
        }
        let (run, followers) = (&run, followers[..threads - 1].iter_mut().enumerate());
        let follow = followers.map(|(number, worker)| move || run.follow(worker, number));
        let run_trial = |calibration: &mut Calibration, root: &G, may_continue: &mut dyn FnMut() -> bool| {
            calibration.run_trial(root, start, epsilons, &clock, may_continue);
        };
        let lead = || run.lead(leader, &clock, &mut meter, calibration, run_trial);
        let stop = run.team.run(follow, lead);
        self.merge();
        // The merged bounds may resolve the root even if no single search has.
        if self.searches().any(is_resolved) { Stop::Resolved } else { stop }
    }

    fn finding(&mut self) -> Finding<G::Move> {
        let (counts, bytes) =
            (self.counts(), self.workers.iter().map(|worker| worker.progress().bytes).sum::<usize>());
        let ProofSearch { ledger, workers, .. } = self;
        let ledger = ledger.get_mut();
        // A follower may have resolved the root before the leader has expanded it.
        let search = workers.iter().find(|worker| worker.has_started()).unwrap_or(&workers[0]).started();
        Finding { bytes: ledger.bytes() + bytes, ..found(search, ledger, counts) }
    }

    fn proven_move(&mut self, state: &G, gain: i8, may_go_on: &dyn Fn() -> bool) -> Option<G::Move> {
        let player = state.turn();
        let is_enough = |bounds: Bounds| match player {
            Player::First => bounds.at_least >= gain,
            Player::Second => bounds.at_most <= gain,
        };
        // What the searches have proven of the moves of the root is known even if the ledger has dropped it.
        if state == self.root() {
            let mut children = self.searches().flat_map(DfPn::root_children);
            if let Some(child) = children.find(|child| is_enough(child.proven)) {
                return Some(child.m);
            }
        }
        let ledger = &*self.ledger();
        static_proof::proven_move(state, |state| proven(state, ledger, Question::WIN), is_enough, may_go_on)
    }

    fn shrink_to(&mut self, bytes: usize) -> usize {
        let of_workers = self.workers.iter().map(|worker| worker.progress().bytes).sum::<usize>();
        let ledger = self.ledger();
        ledger.set_limit(bytes.saturating_sub(of_workers));
        ledger.bytes() + of_workers
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.counts().write(out)?;
        let ledger = self.ledger.read();
        self.searches().for_each(|search| search.store_path(&ledger));
        ledger.save(out)?;
        Ok(true)
    }

    fn load(&mut self, saved: &mut dyn Read) -> io::Result<()> {
        self.before = Counts::read(saved)?;
        *self.ledger() = Ledger::load(saved)?;
        self.expand_root();
        Ok(())
    }
}
