//! Walks side by side in one tree.
//!
//! The leader searches the root, followers resolve what it will need ([`crate::errands`]). Whatever a walk of the
//! class chooses, it is complete, and what it has resolved is true: everybody takes that for granted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::Game;
use parking_lot::Mutex;

use crate::budget::{Counts, Meter, Stop};
use crate::decide::Decision;
use crate::errands::{Errand, Errands};
use crate::finding::Found;
use crate::gate::Gate;
use crate::knowledge::{Desk, Knowledge};
use crate::policy::Policy;
use crate::tree::Tree;
use crate::walk::{OutOfMemory, Walk};
use game::evaluate::Evaluator;

/// So many iterations go by between two looks at what the workers have in common.
const SLICE: u64 = 64;

/// So many slices go by between two looks at whether what followers do is of use.
const ERRANDS: u64 = 16;

/// How long a follower waits that has nothing to do.
const IDLE: Duration = Duration::from_micros(50);

/// So many slices go by until the others see what a worker has found.
const TELLS: u64 = 4;

/// One worker.
pub struct Member<G: Game> {
    pub walk: Walk<G>,
    pub policy: Box<dyn Policy<G>>,
}

/// What the workers of one run have in common.
pub struct Crew<'a, G: Game> {
    pub known: &'a Gate<Knowledge>,
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
        mut may_go_on: impl FnMut(&Walk<G>, &Tree) -> bool,
    ) -> Result<bool, OutOfMemory> {
        let Member { walk, policy } = member;
        let mut desk = Desk::new(self.known);
        let mut resolved = walk.is_resolved(&desk.tree);
        let mut is_whole = false;
        while !resolved && !is_whole && may_go_on(walk, &desk.tree) {
            walk.iterate(policy.as_mut(), self.evaluator, &self.errands, &mut desk)?;
            resolved = walk.is_resolved(&desk.tree);
            is_whole = walk.counts.iterations.is_multiple_of(SLICE);
        }
        // Not whenever somebody looks on: what a full bucket forgets depends on it.
        let wants_to_grow = is_whole && desk.ledger.wants_to_grow();
        drop(desk);
        if wants_to_grow {
            self.known.change(|known| known.ledger.wants_to_grow(), |known| known.ledger.grow());
        }
        Ok(resolved)
    }

    /// What a worker does that follows another one: errands.
    pub fn follow(&self, member: &mut Member<G>, number: usize) {
        let is_over = || self.is_over.load(Ordering::Relaxed);
        let mut slices = 0_u64;
        while !is_over() {
            let Some(Errand { state, key, .. }) = self.errands.of(number) else {
                std::thread::sleep(IDLE);
                continue;
            };
            member.walk.move_to(&state, &mut Desk::new(self.known));
            match self.work(member, |_, _| !is_over()) {
                Ok(true) => {
                    let desk = Desk::new(self.known);
                    if let Some(label) = member.walk.root_label(&desk.tree) {
                        desk.ledger.store_gain(key, label.exact, 1);
                    }
                    self.errands.finish(number, key);
                }
                Ok(false) => {
                    slices += 1;
                    if slices.is_multiple_of(TELLS) {
                        member.walk.come_back(&mut Desk::new(self.known));
                    }
                }
                // The leader looks after that.
                Err(OutOfMemory) => std::thread::sleep(IDLE),
            }
            self.done.lock()[number] = member.walk.counts;
        }
        member.walk.come_back(&mut Desk::new(self.known));
    }

    /// Forgets the parts of the tree that were visited least, until half of the memory is free. Returns whether
    /// there was room for another expansion then. Only what is resolved, and only with completion, is kept elsewhere.
    fn make_room(&self, walk: &mut Walk<G>) -> bool {
        if !walk.completion.is_early() {
            return false;
        }
        walk.come_back(&mut Desk::new(self.known));
        let mut roots = self.errands.roots();
        roots.push(walk.root.sharing_key());
        // Where others have made room meanwhile, there is nothing to do.
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

    /// What the first worker does: it works, and looks after the limits.
    pub fn lead(
        &self,
        member: &mut Member<G>,
        decision: Decision,
        meter: &mut Meter<'_, '_, G::Move>,
    ) -> Stop {
        let (mut traced, mut slices) = (member.walk.counts.iterations, 0_u64);
        loop {
            let others = self.done.lock().clone();
            let others = others.into_iter().fold(Counts::default(), Counts::and);
            let mut stop = None;
            let mut trace = |walk: &Walk<G>, tree: &Tree, meter: &mut Meter<'_, '_, G::Move>| {
                if std::mem::replace(&mut traced, walk.counts.iterations) < walk.counts.iterations {
                    meter.iteration_done(&others.and(walk.counts), || walk.root_label(tree));
                }
            };
            let resolved = self.work(member, |walk, tree| {
                trace(walk, tree, meter);
                stop = meter.reached(&others.and(walk.counts));
                stop.is_none() && !meter.snapshot_is_due()
            });
            trace(&member.walk, &Desk::new(self.known).tree, meter);
            match resolved {
                Err(OutOfMemory) if self.make_room(&mut member.walk) => {}
                Err(OutOfMemory) => return Stop::Memory,
                Ok(true) => return Stop::Resolved,
                Ok(false) => {}
            }
            if let Some(stop) = stop {
                return stop;
            }
            slices += 1;
            if !self.errands.are_none() && (slices.is_multiple_of(ERRANDS) || self.errands.are_wanted()) {
                member.walk.send(&self.errands, &mut Desk::new(self.known));
            }
            if meter.snapshot_is_due() {
                let counts = others.and(member.walk.counts);
                let finding =
                    Found::new(&mut member.walk, &mut Desk::new(self.known)).finding(decision, counts);
                meter.show(finding);
            }
        }
    }
}
