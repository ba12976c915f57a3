//! Walks side by side: each has a tree of its own, and all share what they have proven.
//!
//! Whatever a walk of the class chooses, it is complete, and what it has resolved is true. So every worker may
//! go its own way, and takes what another one has resolved for granted. To go another way the followers see
//! their estimates a little blurred.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use game::Game;

use crate::budget::{Counts, Meter, Stop};
use crate::decide::Decision;
use crate::evaluate::{Evaluator, Noise};
use crate::finding::Found;
use crate::policy::Policy;
use crate::proof_number::ledger::Ledger;
use crate::walk::{OutOfMemory, Walk};

/// So many iterations go by between two looks at what the workers have in common.
const SLICE: u64 = 64;

/// One worker.
pub struct Member<G: Game> {
    pub walk: Walk<G>,
    pub policy: Box<dyn Policy<G>>,
}

/// What the workers of one run have in common.
pub struct Crew<'a, G: Game> {
    pub ledger: &'a RwLock<Ledger>,
    pub evaluator: &'a dyn Evaluator<G>,
    /// Whether it is over, for whatever reason.
    pub is_over: AtomicBool,
    /// What the followers have done, each for itself.
    pub done: Mutex<Vec<Counts>>,
}

impl<G: Game> Crew<'_, G> {
    /// Takes a slice of iterations. Returns whether the root is resolved.
    fn work(
        &self,
        member: &mut Member<G>,
        evaluator: &dyn Evaluator<G>,
        mut may_go_on: impl FnMut(&Walk<G>) -> bool,
    ) -> Result<bool, OutOfMemory> {
        let ledger = self.ledger.read().unwrap_or_else(PoisonError::into_inner);
        let mut resolved = member.walk.is_resolved();
        let mut is_whole = false;
        while !resolved && !is_whole && may_go_on(&member.walk) {
            let Member { walk, policy } = member;
            if walk.iterate(policy.as_mut(), evaluator, &ledger).is_err() {
                // Only what is resolved, and only with completion, is kept elsewhere.
                if !walk.completion.is_early() || !walk.make_room() {
                    return Err(OutOfMemory);
                }
            }
            resolved = walk.is_resolved();
            is_whole = walk.counts.iterations.is_multiple_of(SLICE);
        }
        // Not whenever somebody looks on: what a full bucket forgets depends on it.
        let wants_to_grow = is_whole && ledger.wants_to_grow();
        drop(ledger);
        if wants_to_grow {
            self.ledger.write().unwrap_or_else(PoisonError::into_inner).grow();
        }
        Ok(resolved)
    }

    /// What a worker does that follows another one. One that has no memory left stops.
    pub fn follow(&self, member: &mut Member<G>, number: usize) {
        let evaluator = Blurred { evaluator: self.evaluator, seed: number as u64 };
        while !self.is_over.load(Ordering::Relaxed) {
            match self.work(member, &evaluator, |_| !self.is_over.load(Ordering::Relaxed)) {
                Ok(true) => self.is_over.store(true, Ordering::Relaxed),
                Ok(false) => {}
                Err(OutOfMemory) => return,
            }
            self.done.lock().unwrap_or_else(PoisonError::into_inner)[number] = member.walk.counts;
        }
    }

    /// What the first worker does: it works, and looks after the limits.
    pub fn lead(
        &self,
        member: &mut Member<G>,
        decision: Decision,
        meter: &mut Meter<'_, '_, G::Move>,
    ) -> Stop {
        let mut traced = member.walk.counts.iterations;
        loop {
            let others = self.done.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let others = others.into_iter().fold(Counts::default(), Counts::and);
            let mut stop = None;
            let mut trace = |walk: &Walk<G>, meter: &mut Meter<'_, '_, G::Move>| {
                if std::mem::replace(&mut traced, walk.counts.iterations) < walk.counts.iterations {
                    meter.iteration_done(&others.and(walk.counts), || walk.root_label());
                }
            };
            let resolved = self.work(member, self.evaluator, |walk| {
                trace(walk, meter);
                stop = meter.reached(&others.and(walk.counts));
                stop.is_none() && !meter.snapshot_is_due()
            });
            trace(&member.walk, meter);
            match resolved {
                Err(OutOfMemory) => return Stop::Memory,
                Ok(true) => return Stop::Resolved,
                Ok(false) if stop.is_none() && self.is_over.load(Ordering::Relaxed) => return Stop::Resolved,
                Ok(false) => {}
            }
            if let Some(stop) = stop {
                return stop;
            }
            if meter.snapshot_is_due() {
                let ledger = self.ledger.read().unwrap_or_else(PoisonError::into_inner);
                let counts = others.and(member.walk.counts);
                meter.show(Found::new(&mut member.walk, &ledger).finding(decision, counts));
            }
        }
    }
}

/// An evaluator that is not quite sure: the same for the same state, and another one for every worker.
struct Blurred<'a, G: Game> {
    evaluator: &'a dyn Evaluator<G>,
    seed: u64,
}

/// How much an estimate may be blurred.
const BLUR: f32 = 0.1;

impl<G: Game> Evaluator<G> for Blurred<'_, G> {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        let mut noise = vec![0.0; children.len()];
        Noise { seed: self.seed }.evaluate(parent, children, &mut noise);
        self.evaluator.evaluate(parent, children, values);
        for (value, noise) in values.iter_mut().zip(noise) {
            *value += BLUR * noise;
        }
    }
}
