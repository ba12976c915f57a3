//! Walks side by side: each has a tree of its own, and all share what they have proven.
//!
//! The leader searches the root, followers resolve what it will need ([`crate::errands`]). Whatever a walk of the
//! class chooses, it is complete, and what it has resolved is true: everybody takes that for granted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use game::{Game, Key};

use crate::budget::{Counts, Meter, Stop};
use crate::decide::Decision;
use crate::errands::{Errand, Errands, Word};
use crate::evaluate::Evaluator;
use crate::finding::Found;
use crate::gate::Gate;
use crate::label::Label;
use crate::policy::Policy;
use crate::proof_number::ledger::Ledger;
use crate::walk::{Common, OutOfMemory, Walk};

/// So many iterations go by between two looks at what the workers have in common.
const SLICE: u64 = 64;

/// So many slices go by between two looks at whether what followers do is of use.
const ERRANDS: u64 = 16;

/// How long a follower waits that has nothing to do.
const IDLE: Duration = Duration::from_micros(50);

/// One worker.
pub struct Member<G: Game> {
    pub walk: Walk<G>,
    pub policy: Box<dyn Policy<G>>,
}

/// What the workers of one run have in common.
pub struct Crew<'a, G: Game> {
    pub ledger: &'a Gate<Ledger>,
    pub evaluator: &'a dyn Evaluator<G>,
    /// What the followers are to do.
    pub errands: Errands<G>,
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
        mut may_go_on: impl FnMut(&Walk<G>) -> bool,
    ) -> Result<bool, OutOfMemory> {
        let ledger = self.ledger.enter();
        let mut resolved = member.walk.is_resolved();
        let mut is_whole = false;
        while !resolved && !is_whole && may_go_on(&member.walk) {
            let Member { walk, policy } = member;
            let common = Common { ledger: &ledger, errands: &self.errands };
            if walk.iterate(policy.as_mut(), self.evaluator, common).is_err() {
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
            self.ledger.change(Ledger::wants_to_grow, Ledger::grow);
        }
        Ok(resolved)
    }

    /// What a worker does that follows another one: errands. One that has no memory left stops.
    pub fn follow(&self, member: &mut Member<G>, number: usize) {
        let is_over = || self.is_over.load(Ordering::Relaxed);
        let (mut last, mut since) = (Key::default(), 0);
        while !is_over() {
            let Some(Errand { state, key, .. }) = self.errands.of(number) else {
                std::thread::sleep(IDLE);
                continue;
            };
            member.walk.move_to(&state);
            if std::mem::replace(&mut last, key) != key {
                since = member.walk.counts.iterations;
            }
            let resolved = self.work(member, |_| !is_over());
            match (resolved, member.walk.root_label()) {
                (Ok(true), Some(label)) => {
                    let ledger = self.ledger.enter();
                    ledger.store_gain(key, label.exact, 1);
                }
                (Ok(false), Some(Label { value, .. })) => {
                    let iterations = u32::try_from(member.walk.counts.iterations - since);
                    let word = Word { value, iterations: iterations.unwrap_or(u32::MAX) };
                    self.errands.tell(number, key, word);
                }
                _ => {}
            }
            if resolved != Ok(false) {
                self.errands.finish(number, key);
            }
            self.done.lock().unwrap_or_else(PoisonError::into_inner)[number] = member.walk.counts;
            if resolved == Err(OutOfMemory) {
                return;
            }
        }
    }

    /// What the first worker does: it works, and looks after the limits.
    pub fn lead(
        &self,
        member: &mut Member<G>,
        decision: Decision,
        meter: &mut Meter<'_, '_, G::Move>,
    ) -> Stop {
        let (mut traced, mut slices) = (member.walk.counts.iterations, 0_u64);
        loop {
            let others = self.done.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let others = others.into_iter().fold(Counts::default(), Counts::and);
            let mut stop = None;
            let mut trace = |walk: &Walk<G>, meter: &mut Meter<'_, '_, G::Move>| {
                if std::mem::replace(&mut traced, walk.counts.iterations) < walk.counts.iterations {
                    meter.iteration_done(&others.and(walk.counts), || walk.root_label());
                }
            };
            let resolved = self.work(member, |walk| {
                trace(walk, meter);
                stop = meter.reached(&others.and(walk.counts));
                stop.is_none() && !meter.snapshot_is_due()
            });
            trace(&member.walk, meter);
            match resolved {
                Err(OutOfMemory) => return Stop::Memory,
                Ok(true) => return Stop::Resolved,
                Ok(false) => {}
            }
            if let Some(stop) = stop {
                if !self.errands.are_none() {
                    member.walk.listen(&self.errands);
                }
                return stop;
            }
            slices += 1;
            if !self.errands.are_none() && (slices.is_multiple_of(ERRANDS) || self.errands.are_wanted()) {
                let ledger = self.ledger.enter();
                member.walk.send(&self.errands, &ledger);
            }
            if meter.snapshot_is_due() {
                let ledger = self.ledger.enter();
                let counts = others.and(member.walk.counts);
                meter.show(Found::new(&mut member.walk, &[], &ledger).finding(decision, counts));
            }
        }
    }
}
