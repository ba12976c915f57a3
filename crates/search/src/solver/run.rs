//! A run with several workers: each has one search per epsilon, and all share one ledger.

use game::{Clock, Game};
use parking_lot::Mutex;

use super::calibrate::Calibration;
use super::children::{ProofExpander, StartNumbers};
use super::df_pn::{Context, DfPn};
use super::passes::finding;
use crate::budget::{Counts, Meter, Stop};
use crate::ledger::Ledger;
use crate::parallel::{Progress, Shared, Team, VirtualLoss};
use crate::searcher::Finding;

/// Expansions per slice. Between two slices, a worker releases its access to the ledger.
const EXPANSIONS_PER_SLICE: u64 = 256;

/// The searches of one worker, one per epsilon.
pub struct Worker<G: Game> {
    pub searches: Vec<DfPn<G>>,
}

impl<G: Game> Worker<G> {
    pub fn new(root: &G, start: &StartNumbers<G>, epsilons: &[f64]) -> Self {
        let search =
            |&epsilon: &f64| DfPn::new(root.clone(), ProofExpander::new(root, start.clone()), epsilon);
        Worker { searches: epsilons.iter().map(search).collect() }
    }

    /// The work done and the memory held by all of its searches.
    pub fn progress(&self) -> Progress {
        let (counts, bytes) = (self.searches.iter().map(|search| search.counts), self.searches.iter());
        Progress { counts: counts.fold(Counts::default(), Counts::and), bytes: bytes.map(DfPn::bytes).sum() }
    }

    /// The work done by all of its searches.
    pub fn counts(&self) -> Counts {
        self.progress().counts
    }

    /// The search whose slice is incomplete, or else the one that is furthest behind its share.
    fn next(&self, shares: &[f64]) -> usize {
        let done = |search: usize| self.searches[search].counts.expansions;
        let served = |search: usize| done(search) as f64 / shares[search];
        let all = 0..self.searches.len();
        let started = all.clone().find(|&search| !done(search).is_multiple_of(EXPANSIONS_PER_SLICE));
        started.or_else(|| all.min_by(|&a, &b| served(a).total_cmp(&served(b)))).unwrap_or(0)
    }

    /// Whether one of its searches has expanded the root.
    pub fn has_started(&self) -> bool {
        self.searches.iter().any(|search| !search.root_children().is_empty())
    }

    /// A search that has started, if there is one.
    pub fn started(&self) -> &DfPn<G> {
        self.searches.iter().find(|search| !search.root_children().is_empty()).unwrap_or(&self.searches[0])
    }
}

/// What the workers of one run share.
pub struct Run<'a> {
    pub team: Team,
    pub ledger: &'a Shared<Ledger>,
    /// What was done before the workers began.
    pub before: Counts,
    /// Bytes that the run may hold.
    pub memory: usize,
    /// The positions of the workers, per epsilon: searches with the same epsilon avoid each other. Empty if
    /// there is only one worker.
    pub virtual_losses: Vec<VirtualLoss>,
    /// The shares of the epsilons, from the latest calibration.
    pub shares: Mutex<Vec<f64>>,
}

impl Run<'_> {
    /// Makes one slice of steps of one of the searches. `may_continue` is asked before every step, and ends
    /// the slice when it is false. Returns whether the root is resolved.
    fn work<G: Game>(
        &self,
        worker: &mut Worker<G>,
        clock: &Clock<'_>,
        mut may_continue: impl FnMut(&DfPn<G>) -> bool,
    ) -> bool {
        let chosen = match worker.searches.len() {
            1 => 0,
            _ => worker.next(&self.shares.lock()),
        };
        let is_alone = self.virtual_losses.is_empty() && worker.searches.len() == 1;
        let search = &mut worker.searches[chosen];
        let ledger = self.ledger.read();
        let virtual_loss = self.virtual_losses.get(chosen);
        let context = Context { ledger: &ledger, virtual_loss, is_alone, clock };
        let (mut resolved, mut continues) = (false, may_continue(search));
        while continues {
            resolved = !search.step(context);
            let is_whole = search.counts.expansions.is_multiple_of(EXPANSIONS_PER_SLICE);
            continues = !resolved && may_continue(search) && !is_whole;
        }
        // Only after a complete slice, so that snapshots do not change the result: a ledger that grows may
        // lose entries.
        let is_whole = search.counts.expansions.is_multiple_of(EXPANSIONS_PER_SLICE);
        let wants_to_grow = is_whole && ledger.wants_to_grow();
        drop(ledger);
        if wants_to_grow {
            self.ledger.change(Ledger::wants_to_grow, Ledger::grow);
        }
        resolved
    }

    /// The work of a follower.
    pub fn follow<G: Game>(&self, worker: &mut Worker<G>, number: usize) {
        let clock = Clock::until(self.team.end_flag());
        while !self.team.is_over() {
            if self.work(worker, &clock, |_| !self.team.is_over()) {
                self.team.end();
            }
            self.team.report(number, worker.progress());
        }
    }

    /// The work of the leader: it searches, calibrates and checks the limits.
    pub fn lead<G: Game>(
        &self,
        worker: &mut Worker<G>,
        clock: &Clock<'_>,
        meter: &mut Meter<'_, '_, G::Move>,
        calibration: &mut Calibration,
        run_trial: impl Fn(&mut Calibration, &G, &mut dyn FnMut() -> bool),
    ) -> Stop {
        let memory = self.memory;
        let mut reserved = memory / 8;
        let for_virtual_losses = self.virtual_losses.iter().map(VirtualLoss::bytes).sum::<usize>();
        loop {
            let followers = self.team.followers();
            let others = self.before.and(followers.counts);
            if calibration.is_due(worker.counts().expansions) {
                // The followers continue their work during the trial.
                let counts = others.and(calibration.spent).and(worker.counts());
                let mut may_continue = || meter.reached(&counts).is_none() && !self.team.is_over();
                run_trial(calibration, worker.searches[0].root(), &mut may_continue);
                self.shares.lock().clone_from(&calibration.shares);
            }
            let others = others.and(calibration.spent);
            // Only the search that is chosen next makes progress below; the counts of all others are
            // constant.
            let (all, mut stop) = (others.and(worker.counts()), None);
            let (mut start, mut traced) = (None, u64::MAX);
            let resolved = self.work(worker, clock, |search| {
                let start = *start.get_or_insert(search.counts);
                let counts = all.and(search.counts.since(&start));
                // A step that the clock cuts short is no iteration.
                if std::mem::replace(&mut traced, search.counts.iterations) < search.counts.iterations {
                    meter.iteration_done(&counts, || search.label());
                }
                stop = meter.reached(&counts);
                stop.is_none() && !meter.snapshot_is_due()
            });
            if resolved || (stop.is_none() && self.team.is_over()) {
                return Stop::Resolved;
            }
            let own = worker.progress();
            let bytes = own.bytes + followers.bytes + for_virtual_losses;
            if bytes > memory {
                return Stop::Memory;
            }
            if bytes > reserved {
                // A long path takes memory, which the ledger has to give up.
                reserved = 2 * bytes;
                self.ledger.change(|_| true, |ledger| ledger.set_limit(memory.saturating_sub(reserved)));
            }
            if let Some(stop) = stop {
                return stop;
            }
            if meter.snapshot_is_due() {
                let ledger = self.ledger.read();
                let found = found(worker.started(), &ledger, others.and(own.counts));
                meter.show(Finding { bytes: ledger.bytes() + bytes, ..found });
            }
        }
    }
}

/// The finding of a search, with what the ledger knows.
pub fn found<G: Game>(search: &DfPn<G>, ledger: &Ledger, counts: Counts) -> Finding<G::Move> {
    let found = finding(search.root(), search.question(), search.root_children(), ledger, counts);
    Finding { states: ledger.len(), evictions: ledger.evicted(), ..found }
}
