//! One run of a search by several workers that share one tree.
//!
//! The leader searches the root; followers resolve states that it will need ([`super::assignments`]). Every
//! worker makes iterations of the class, so whatever one of them has resolved is true, and all can build on
//! it.

use std::time::Duration;

use game::evaluate::Evaluator;
use game::{Clock, Game};

use super::assignments::{Assignment, Assignments};
use super::finding::Found;
use super::knowledge::{Access, Knowledge};
use super::policy::Policy;
use super::walk::{OutOfMemory, Walk};
use crate::budget::{Meter, Stop};
use crate::decide::Decision;
use crate::expand::Timed;
use crate::parallel::{Progress, Shared, Team};
use crate::tree::Tree;

/// The number of iterations per slice. Between two slices, a worker releases its access to the shared
/// knowledge.
const ITERATIONS_PER_SLICE: u64 = 64;

/// The number of slices of the leader between two checks for obsolete assignments.
const SLICES_PER_ASSIGNMENT: u64 = 16;

/// The number of slices after which a follower writes its labels back to the tree.
const SLICES_PER_REPORT: u64 = 4;

/// How long a follower without an assignment sleeps, first and at most: many followers with nothing to do must not keep the
/// leader from the processor.
const IDLE: Duration = Duration::from_micros(50);
const LONGEST_IDLE: Duration = Duration::from_millis(2);

/// One worker.
pub struct Worker<G: Game> {
    pub walk: Walk<G>,
    pub policy: Box<dyn Policy<G>>,
}

impl<G: Game> Worker<G> {
    /// Its progress. The memory of all workers is in the tree, so it has none of its own.
    pub fn progress(&self) -> Progress {
        Progress { counts: self.walk.counts, bytes: 0 }
    }
}

/// What the workers of one run share.
pub struct Run<'a, G: Game> {
    pub team: Team,
    pub known: &'a Shared<Knowledge>,
    pub evaluator: &'a dyn Evaluator<G>,
    /// The assignments of the followers.
    pub assignments: Assignments<G>,
}

impl<G: Game> Run<'_, G> {
    /// Makes one slice of iterations. Returns whether the root is resolved.
    fn work(
        &self,
        worker: &mut Worker<G>,
        clock: &Clock<'_>,
        mut may_continue: impl FnMut(&Walk<G>, &Tree) -> bool,
    ) -> Result<bool, OutOfMemory> {
        let Worker { walk, policy } = worker;
        let by = Timed { evaluator: self.evaluator, clock };
        let mut access = Access::new(self.known);
        let mut resolved = walk.is_resolved(&access.tree);
        let mut is_whole = false;
        while !resolved && !is_whole && may_continue(walk, &access.tree) {
            walk.iterate(policy.as_mut(), by, &self.assignments, &mut access)?;
            resolved = walk.is_resolved(&access.tree);
            is_whole = walk.counts.iterations.is_multiple_of(ITERATIONS_PER_SLICE);
        }
        // Only after a complete slice, so that snapshots do not change the result: a ledger that grows may
        // lose entries.
        let wants_to_grow = is_whole && access.ledger.wants_to_grow();
        drop(access);
        if wants_to_grow {
            self.known.change(|known| known.ledger.wants_to_grow(), |known| known.ledger.grow());
        }
        Ok(resolved)
    }

    /// The work of a follower: it resolves its assignments one after the other.
    pub fn follow(&self, worker: &mut Worker<G>, number: usize) {
        let (mut slices, mut idle, clock) = (0_u64, IDLE, Clock::until(self.team.end_flag()));
        while !self.team.is_over() {
            let Some(Assignment { state, key, .. }) = self.assignments.of(number) else {
                std::thread::sleep(idle);
                idle = (2 * idle).min(LONGEST_IDLE);
                continue;
            };
            idle = IDLE;
            worker.walk.move_to(&state, &mut Access::new(self.known));
            match self.work(worker, &clock, |_, _| !self.team.is_over()) {
                Ok(true) => {
                    let access = Access::new(self.known);
                    if let Some(label) = worker.walk.root_label(&access.tree) {
                        access.ledger.store_gain(key, label.exact, 1);
                    }
                    self.assignments.finish(number, key);
                }
                Ok(false) => {
                    slices += 1;
                    if slices.is_multiple_of(SLICES_PER_REPORT) {
                        worker.walk.come_back(&mut Access::new(self.known));
                    }
                }
                // The leader will make room.
                Err(OutOfMemory) => std::thread::sleep(IDLE),
            }
            self.team.report(number, worker.progress());
        }
        worker.walk.come_back(&mut Access::new(self.known));
    }

    /// Drops the least visited parts of the tree until half of the memory is free. Returns whether there is
    /// room for another expansion. Only resolved states survive in the ledger, so nothing is dropped without
    /// completion.
    fn make_room(&self, walk: &mut Walk<G>) -> bool {
        if !walk.completion.is_early() {
            return false;
        }
        walk.come_back(&mut Access::new(self.known));
        let mut roots = self.assignments.roots();
        roots.push(walk.root.sharing_key());
        // If another worker has made room in the meantime, there is nothing to do.
        let mut is_enough = true;
        self.known.change(
            |known| walk.exceeds_memory(&known.tree),
            |known| {
                for least in (1..32).map(|shift| 1 << shift) {
                    known.tree.forget_seldom(&roots, least);
                    if known.tree.bytes() <= walk.allowance.memory / 2 {
                        break;
                    }
                }
                is_enough = !walk.exceeds_memory(&known.tree);
            },
        );
        is_enough
    }

    /// The work of the leader: it searches the root and checks the limits.
    pub fn lead(
        &self,
        worker: &mut Worker<G>,
        decision: Decision,
        clock: &Clock<'_>,
        meter: &mut Meter<'_, '_, G::Move>,
    ) -> Stop {
        let (mut traced, mut slices) = (worker.walk.counts.iterations, 0_u64);
        loop {
            let others = self.team.followers().counts;
            let mut stop = None;
            let mut trace = |walk: &Walk<G>, tree: &Tree, meter: &mut Meter<'_, '_, G::Move>| {
                if std::mem::replace(&mut traced, walk.counts.iterations) < walk.counts.iterations {
                    meter.iteration_done(&others.and(walk.counts), || walk.root_label(tree));
                }
            };
            let resolved = self.work(worker, clock, |walk, tree| {
                trace(walk, tree, meter);
                stop = meter.reached(&others.and(walk.counts));
                stop.is_none() && !meter.snapshot_is_due()
            });
            trace(&worker.walk, &Access::new(self.known).tree, meter);
            match resolved {
                Err(OutOfMemory) if self.make_room(&mut worker.walk) => {}
                Err(OutOfMemory) => return Stop::Memory,
                Ok(true) => return Stop::Resolved,
                Ok(false) => {}
            }
            if let Some(stop) = stop {
                return stop;
            }
            slices += 1;
            let is_time = slices.is_multiple_of(SLICES_PER_ASSIGNMENT) || self.assignments.has_idle();
            if !self.assignments.is_empty() && is_time {
                worker.walk.assign(&self.assignments, &mut Access::new(self.known));
            }
            if meter.snapshot_is_due() {
                let counts = others.and(worker.walk.counts);
                let finding =
                    Found::new(&mut worker.walk, &mut Access::new(self.known)).finding(decision, counts);
                meter.show(finding);
            }
        }
    }
}
