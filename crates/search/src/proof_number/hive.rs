//! Workers side by side: each with a way for every guide, all with one ledger.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use game::Game;
use parking_lot::Mutex;

use super::calibrate::Calibration;
use super::ledger::Ledger;
use super::passes::finding;
use super::sprout::{Nursery, Start};
use super::way::{Common, Way};
use crate::budget::{Counts, Meter, Stop};
use crate::crowd::Crowd;
use crate::gate::Gate;
use crate::searcher::Finding;

/// So many expansions go by between two looks at what the workers have in common.
const SLICE: u64 = 256;

/// The ways of one worker, one for each guide.
pub struct Worker<G: Game> {
    pub ways: Vec<Way<G>>,
}

impl<G: Game> Worker<G> {
    pub fn new(root: &G, start: &Start<G>, guides: &[f64]) -> Self {
        let way = |&epsilon: &f64| Way::new(root.clone(), Nursery::new(root, start.clone()), epsilon);
        Worker { ways: guides.iter().map(way).collect() }
    }

    /// What has been done on all ways.
    pub fn counts(&self) -> Counts {
        self.ways.iter().fold(Counts::default(), |counts, way| counts.and(way.counts))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.ways.iter().map(Way::bytes).sum()
    }

    /// The way in the middle of a slice, else the one that has come off worst so far, given the shares.
    fn next(&self, shares: &[f64]) -> usize {
        let done = |way: usize| self.ways[way].counts.expansions;
        let served = |way: usize| done(way) as f64 / shares[way];
        let all = 0..self.ways.len();
        let begun = all.clone().find(|&way| !done(way).is_multiple_of(SLICE));
        begun.or_else(|| all.min_by(|&a, &b| served(a).total_cmp(&served(b)))).unwrap_or(0)
    }

    /// A way that has begun, if there is one.
    pub fn begun(&self) -> &Way<G> {
        self.ways.iter().find(|way| !way.root_children().is_empty()).unwrap_or(&self.ways[0])
    }
}

/// What the workers of one run have in common.
pub struct Hive<'a> {
    pub ledger: &'a Gate<Ledger>,
    /// Where the workers are, guide by guide: a way keeps out of the way of those that go alike. Empty if there
    /// is only one worker.
    pub crowds: Vec<Crowd>,
    /// Whether it is over, for whatever reason.
    pub is_over: AtomicBool,
    /// Bytes that the followers hold, and the crowds.
    pub bytes: AtomicUsize,
    /// What the followers have done, each for itself.
    pub done: Mutex<Vec<Counts>>,
    /// The shares of the guides, as they were last tried out.
    pub shares: Mutex<Vec<f64>>,
}

impl Hive<'_> {
    /// Takes a slice of steps on one of the ways, as long as it may go on, which is asked before the first step and
    /// after each of them. Returns whether the root is resolved.
    fn work<G: Game>(&self, worker: &mut Worker<G>, mut may_go_on: impl FnMut(&Way<G>) -> bool) -> bool {
        let chosen = match worker.ways.len() {
            1 => 0,
            _ => worker.next(&self.shares.lock()),
        };
        let is_alone = self.crowds.is_empty() && worker.ways.len() == 1;
        let way = &mut worker.ways[chosen];
        let ledger = self.ledger.enter();
        let common = Common { ledger: &ledger, crowd: self.crowds.get(chosen), is_alone };
        let (mut resolved, mut goes_on) = (false, may_go_on(way));
        while goes_on {
            resolved = !way.step(common);
            goes_on = !resolved && may_go_on(way) && !way.counts.expansions.is_multiple_of(SLICE);
        }
        // Not whenever somebody looks on: what a full bucket forgets depends on it.
        let is_whole = way.counts.expansions.is_multiple_of(SLICE);
        let wants_to_grow = is_whole && ledger.wants_to_grow();
        drop(ledger);
        if wants_to_grow {
            self.ledger.change(Ledger::wants_to_grow, Ledger::grow);
        }
        resolved
    }

    /// What a worker does that follows another one.
    pub fn follow<G: Game>(&self, worker: &mut Worker<G>, number: usize) {
        let mut bytes = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            if self.work(worker, |_| !self.is_over.load(Ordering::Relaxed)) {
                self.is_over.store(true, Ordering::Relaxed);
            }
            let now = worker.bytes();
            self.bytes.fetch_add(now.wrapping_sub(bytes), Ordering::Relaxed);
            bytes = now;
            self.done.lock()[number] = worker.counts();
        }
    }

    /// What the first worker does: it works, tries out the guides, and looks after time and memory.
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
        loop {
            let others = self.done.lock().clone();
            let others = others.into_iter().fold(before, Counts::and);
            if calibration.is_due(worker.counts().expansions) {
                // The others go on as before.
                let counts = others.and(calibration.spent).and(worker.counts());
                let mut may_go_on =
                    || meter.reached(&counts).is_none() && !self.is_over.load(Ordering::Relaxed);
                try_out(calibration, worker.ways[0].root(), &mut may_go_on);
                self.shares.lock().clone_from(&calibration.shares);
            }
            let others = others.and(calibration.spent);
            // All ways but the one that is taken next stand still.
            let (all, mut stop) = (others.and(worker.counts()), None);
            let mut begin = None;
            let resolved = self.work(worker, |way| {
                let begin = *begin.get_or_insert(way.counts);
                let counts = all.and(way.counts.since(&begin));
                if way.counts.iterations > begin.iterations {
                    meter.iteration_done(&counts, || way.label());
                }
                stop = meter.reached(&counts);
                stop.is_none() && !meter.snapshot_is_due()
            });
            if resolved || (stop.is_none() && self.is_over.load(Ordering::Relaxed)) {
                return Stop::Resolved;
            }
            let bytes = worker.bytes() + self.bytes.load(Ordering::Relaxed);
            if bytes > memory {
                return Stop::Memory;
            }
            if bytes > room {
                // A long way down: leave it room to grow, and the ledger has to do with less.
                room = 2 * bytes;
                self.ledger.change(|_| true, |ledger| ledger.set_limit(memory.saturating_sub(room)));
            }
            if let Some(stop) = stop {
                return stop;
            }
            if meter.snapshot_is_due() {
                let ledger = self.ledger.enter();
                let found = found(worker.begun(), &ledger, others.and(worker.counts()));
                meter.show(Finding { bytes: ledger.bytes() + bytes, ..found });
            }
        }
    }
}

/// What a way and the ledger say of the root.
pub fn found<G: Game>(way: &Way<G>, ledger: &Ledger, counts: Counts) -> Finding<G::Move> {
    let found = finding(way.root(), way.question(), way.root_children(), ledger, counts);
    Finding { states: ledger.len(), ..found }
}
