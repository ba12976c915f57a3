//! Walks side by side in one tree.
//!
//! The leader searches the root, followers resolve what it will need ([`super::assignments`]). Whatever a walk of the
//! class chooses, it is complete, and what it has resolved is true: every worker builds on that.

use std::time::Duration;

use game::Game;
use game::evaluate::Evaluator;

use super::assignments::{Assignment, Assignments};
use super::finding::Found;
use super::knowledge::{Access, Knowledge};
use super::policy::Policy;
use super::walk::{OutOfMemory, Walk};
use crate::budget::{Meter, Stop};
use crate::decide::Decision;
use crate::parallel::{Progress, Shared, Team};
use crate::tree::Tree;

/// Iterations between two looks at what the workers have in common.
const ITERATIONS_PER_SLICE: u64 = 64;

/// Slices of the leader between two looks at whether what followers do is still of use.
const SLICES_PER_ASSIGNMENT: u64 = 16;

/// Slices of a follower until the others see what it has found.
const SLICES_PER_REPORT: u64 = 4;

/// How long a follower waits that has nothing to do.
const IDLE: Duration = Duration::from_micros(50);

/// One worker.
pub struct Worker<G: Game> {
    pub walk: Walk<G>,
    pub policy: Box<dyn Policy<G>>,
}

impl<G: Game> Worker<G> {
    /// The tree holds what it has found.
    pub fn progress(&self) -> Progress {
        Progress { counts: self.walk.counts, bytes: 0 }
    }
}

/// What the workers of one run have in common.
pub struct Run<'a, G: Game> {
    pub team: Team,
    pub known: &'a Shared<Knowledge>,
    pub evaluator: &'a dyn Evaluator<G>,
    /// What the followers are to do.
    pub assignments: Assignments<G>,
}

impl<G: Game> Run<'_, G> {
    /// Takes a slice of iterations. Returns whether the root is resolved.
    fn work(
        &self,
        worker: &mut Worker<G>,
        mut may_go_on: impl FnMut(&Walk<G>, &Tree) -> bool,
    ) -> Result<bool, OutOfMemory> {
        let Worker { walk, policy } = worker;
        let mut access = Access::new(self.known);
        let mut resolved = walk.is_resolved(&access.tree);
        let mut is_whole = false;
        while !resolved && !is_whole && may_go_on(walk, &access.tree) {
            walk.iterate(policy.as_mut(), self.evaluator, &self.assignments, &mut access)?;
            resolved = walk.is_resolved(&access.tree);
            is_whole = walk.counts.iterations.is_multiple_of(ITERATIONS_PER_SLICE);
        }
        // Only after a whole slice, so that the result does not depend on snapshots: a full bucket forgets when it grows.
        let wants_to_grow = is_whole && access.ledger.wants_to_grow();
        drop(access);
        if wants_to_grow {
            self.known.change(|known| known.ledger.wants_to_grow(), |known| known.ledger.grow());
        }
        Ok(resolved)
    }

    /// The work of a follower: assignments.
    pub fn follow(&self, worker: &mut Worker<G>, number: usize) {
        let mut slices = 0_u64;
        while !self.team.is_over() {
            let Some(Assignment { state, key, .. }) = self.assignments.of(number) else {
                std::thread::sleep(IDLE);
                continue;
            };
            worker.walk.move_to(&state, &mut Access::new(self.known));
            match self.work(worker, |_, _| !self.team.is_over()) {
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
                // The leader makes room.
                Err(OutOfMemory) => std::thread::sleep(IDLE),
            }
            self.team.report(number, worker.progress());
        }
        worker.walk.come_back(&mut Access::new(self.known));
    }

    /// Forgets the parts of the tree that were visited least, until half of the memory is free. Returns whether
    /// there was room for another expansion then. Only what is resolved, and only with completion, is kept elsewhere.
    fn make_room(&self, walk: &mut Walk<G>) -> bool {
        if !walk.completion.is_early() {
            return false;
        }
        walk.come_back(&mut Access::new(self.known));
        let mut roots = self.assignments.roots();
        roots.push(walk.root.sharing_key());
        // Where another worker has made room meanwhile, there is nothing to do.
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

    /// The work of the leader: it searches, and watches the limits.
    pub fn lead(
        &self,
        worker: &mut Worker<G>,
        decision: Decision,
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
            let resolved = self.work(worker, |walk, tree| {
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
