//! Workers side by side: each with one search for every guide, all with one ledger.

use game::Game;
use parking_lot::Mutex;

use super::calibrate::Calibration;
use super::children::{ProofExpander, StartNumbers};
use super::df_pn::{Context, DfPn};
use super::passes::finding;
use crate::budget::{Counts, Meter, Stop};
use crate::ledger::Ledger;
use crate::parallel::{Progress, Shared, Team, VirtualLoss};
use crate::searcher::Finding;

/// Expansions between two looks at what the workers have in common.
const EXPANSIONS_PER_SLICE: u64 = 256;

/// The searches of one worker, one for each guide.
pub struct Worker<G: Game> {
    pub searches: Vec<DfPn<G>>,
}

impl<G: Game> Worker<G> {
    pub fn new(root: &G, start: &StartNumbers<G>, guides: &[f64]) -> Self {
        let search =
            |&epsilon: &f64| DfPn::new(root.clone(), ProofExpander::new(root, start.clone()), epsilon);
        Worker { searches: guides.iter().map(search).collect() }
    }

    /// What all of its searches have done and hold.
    pub fn progress(&self) -> Progress {
        let (counts, bytes) = (self.searches.iter().map(|search| search.counts), self.searches.iter());
        Progress { counts: counts.fold(Counts::default(), Counts::and), bytes: bytes.map(DfPn::bytes).sum() }
    }

    /// What all of its searches have done.
    pub fn counts(&self) -> Counts {
        self.progress().counts
    }

    /// The search in the middle of a slice, else the one that has had least of its share so far.
    fn next(&self, shares: &[f64]) -> usize {
        let done = |search: usize| self.searches[search].counts.expansions;
        let served = |search: usize| done(search) as f64 / shares[search];
        let all = 0..self.searches.len();
        let begun = all.clone().find(|&search| !done(search).is_multiple_of(EXPANSIONS_PER_SLICE));
        begun.or_else(|| all.min_by(|&a, &b| served(a).total_cmp(&served(b)))).unwrap_or(0)
    }

    /// A search that has begun, if there is one.
    pub fn begun(&self) -> &DfPn<G> {
        self.searches.iter().find(|search| !search.root_children().is_empty()).unwrap_or(&self.searches[0])
    }
}

/// What the workers of one run have in common.
pub struct Run<'a> {
    pub team: Team,
    pub ledger: &'a Shared<Ledger>,
    /// Where the workers are, guide by guide: searches with the same guide keep away from each other. Empty if there is
    /// only one worker.
    pub virtual_losses: Vec<VirtualLoss>,
    /// The shares of the guides, as they were last tried out.
    pub shares: Mutex<Vec<f64>>,
}

impl Run<'_> {
    /// Takes a slice of steps of one of the searches, as long as it may go on, which is asked before the first step and
    /// after each of them. Returns whether the root is resolved.
    fn work<G: Game>(&self, worker: &mut Worker<G>, mut may_go_on: impl FnMut(&DfPn<G>) -> bool) -> bool {
        let chosen = match worker.searches.len() {
            1 => 0,
            _ => worker.next(&self.shares.lock()),
        };
        let is_alone = self.virtual_losses.is_empty() && worker.searches.len() == 1;
        let search = &mut worker.searches[chosen];
        let ledger = self.ledger.read();
        let context = Context { ledger: &ledger, virtual_loss: self.virtual_losses.get(chosen), is_alone };
        let (mut resolved, mut goes_on) = (false, may_go_on(search));
        while goes_on {
            resolved = !search.step(context);
            let is_whole = search.counts.expansions.is_multiple_of(EXPANSIONS_PER_SLICE);
            goes_on = !resolved && may_go_on(search) && !is_whole;
        }
        // Only after a whole slice, so that the result does not depend on snapshots: a full bucket forgets when it grows.
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
        while !self.team.is_over() {
            if self.work(worker, |_| !self.team.is_over()) {
                self.team.end();
            }
            self.team.report(number, worker.progress());
        }
    }

    /// The work of the leader: it searches, tries out the guides, and watches the limits.
    pub fn lead<G: Game>(
        &self,
        worker: &mut Worker<G>,
        before: Counts,
        memory: usize,
        meter: &mut Meter<'_, '_, G::Move>,
        calibration: &mut Calibration,
        try_out: impl Fn(&mut Calibration, &G, &mut dyn FnMut() -> bool),
    ) -> Stop {
        let mut room = memory / 8;
        let for_virtual_losses = self.virtual_losses.iter().map(VirtualLoss::bytes).sum::<usize>();
        loop {
            let followers = self.team.followers();
            let others = before.and(followers.counts);
            if calibration.is_due(worker.counts().expansions) {
                // The followers go on as before.
                let counts = others.and(calibration.spent).and(worker.counts());
                let mut may_go_on = || meter.reached(&counts).is_none() && !self.team.is_over();
                try_out(calibration, worker.searches[0].root(), &mut may_go_on);
                self.shares.lock().clone_from(&calibration.shares);
            }
            let others = others.and(calibration.spent);
            // All searches but the one that is taken next stand still.
            let (all, mut stop) = (others.and(worker.counts()), None);
            let mut begin = None;
            let resolved = self.work(worker, |search| {
                let begin = *begin.get_or_insert(search.counts);
                let counts = all.and(search.counts.since(&begin));
                if search.counts.iterations > begin.iterations {
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
            if bytes > room {
                // A long path needs room to grow, and the ledger has to make do with less.
                room = 2 * bytes;
                self.ledger.change(|_| true, |ledger| ledger.set_limit(memory.saturating_sub(room)));
            }
            if let Some(stop) = stop {
                return stop;
            }
            if meter.snapshot_is_due() {
                let ledger = self.ledger.read();
                let found = found(worker.begun(), &ledger, others.and(own.counts));
                meter.show(Finding { bytes: ledger.bytes() + bytes, ..found });
            }
        }
    }
}

/// What a search and the ledger say of the root.
pub fn found<G: Game>(search: &DfPn<G>, ledger: &Ledger, counts: Counts) -> Finding<G::Move> {
    let found = finding(search.root(), search.question(), search.root_children(), ledger, counts);
    Finding { states: ledger.len(), ..found }
}
