//! Certificates of what a session has proven.

use std::io::Write;
use std::time::Instant;

use certificate::{Halt, Header, Limits, Prover, Size, WalkState};
use game::{AnyMove, AnyState};
use sealed::File;
use search::{Budget, Searcher, Stop, Watch};

use crate::Error;
use crate::context::Context;

/// Writes a certificate of a value that `searcher` has proven at its root, within the budget.
pub(crate) fn write(
    out: &mut dyn Write,
    context: &Context,
    searcher: &mut dyn Searcher<AnyState>,
    value: i8,
    budget: &Budget,
    watch: &mut Watch<'_, AnyMove>,
) -> Result<Size, Error> {
    let (begin, root) = (Instant::now(), searcher.root().clone());
    let limits = Limits {
        deadline: budget.time.and_then(|time| begin.checked_add(time)),
        memory: None,
        interrupt: watch.interrupt,
    };
    let mut writer = SessionProver {
        context,
        searcher,
        helper: None,
        budget,
        begin,
        limits,
        watch,
        share: budget.memory.map_or(usize::MAX, |memory| memory / SHARES),
        held: [0; 2],
    };
    writer.make_room();
    Ok(certificate::write(out, &context.game, &root, value, &mut writer)?)
}

/// The search and its helper each get such a part of the memory, and less if the walk needs more.
const SHARES: usize = 4;
/// But no less than this.
const MAX_SHARES: usize = 32;

/// Knows what a search has proven, and proves again what it has forgotten since.
struct SessionProver<'a, 'w> {
    context: &'a Context,
    searcher: &'a mut dyn Searcher<AnyState>,
    helper: Option<Box<dyn Searcher<AnyState>>>,
    budget: &'a Budget,
    begin: Instant,
    limits: Limits<'w>,
    watch: &'a mut Watch<'w, AnyMove>,
    /// Bytes that the search may hold, and as many that the helper may.
    share: usize,
    /// Bytes that the search holds, and that the helper does.
    held: [usize; 2],
}

impl SessionProver<'_, '_> {
    /// Keeps the search and the helper within their shares.
    fn make_room(&mut self) {
        self.held[0] = self.searcher.shrink_to(self.share);
        self.measure_helper();
    }

    fn measure_helper(&mut self) {
        self.held[1] = self.helper.as_mut().map_or(0, |helper| helper.shrink_to(self.share));
    }

    /// Searches a state, and names its move.
    fn search(&mut self, state: &AnyState, gain: i8) -> Result<Option<AnyMove>, Halt> {
        let limits = self.limits;
        let may_go_on = || limits.check(0).is_ok();
        if let Some(helper) = &mut self.helper {
            if let Some(m) = helper.proven_move(state, gain, &may_go_on) {
                return Ok(Some(m));
            }
            helper.set_root(state.clone());
        } else {
            self.helper = self.context.solver(state);
        }
        let Some(helper) = &mut self.helper else { return Ok(None) };
        let done = helper.finding().counts;
        let memory = self.budget.memory.map(|_| self.share);
        let budget = Budget { memory, ..self.budget.left_after(&done, self.begin.elapsed()) };
        let stop = helper.search(&budget, self.watch);
        let m = helper.proven_move(state, gain, &may_go_on);
        self.measure_helper();
        match stop {
            Stop::Resolved | Stop::Done => Ok(m),
            Stop::Time => Err(Halt::Time),
            Stop::Memory => Err(Halt::Memory),
            Stop::Interrupted => Err(Halt::Interrupted),
            Stop::Iterations | Stop::Evaluations | Stop::Nodes => Err(Halt::Limits),
        }
    }
}

impl Prover<AnyState> for SessionProver<'_, '_> {
    fn choose(&mut self, visit: &WalkState<'_, AnyState>) -> Result<Option<AnyMove>, Halt> {
        let gain = visit.promise.gain();
        // What the proof says already need not be said again.
        if let Some(&m) = visit.moves.iter().find(|&&m| visit.visited.has(&visit.after(m))) {
            return Ok(Some(m));
        }
        let limits = self.limits;
        match self.searcher.proven_move(visit.state, gain, &|| limits.check(0).is_ok()) {
            Some(m) => Ok(Some(m)),
            None => limits.check(0).and_then(|()| self.search(visit.state, gain)),
        }
    }

    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        self.limits.check(bytes)?;
        let Some(memory) = self.budget.memory else { return Ok(()) };
        while bytes + self.held[0] + self.held[1] > memory {
            if self.share < memory / MAX_SHARES {
                return Err(Halt::Memory);
            }
            self.share /= 2;
            self.make_room();
        }
        Ok(())
    }
}

/// Checks a certificate about the game of `start`.
pub(crate) fn verify(
    start: &AnyState,
    mut file: &mut dyn File,
    limits: &Limits<'_>,
) -> Result<(Header, Size), Error> {
    Ok(certificate::verify(&mut file, start, &mut WithinLimits(limits))?)
}

/// Verifies within limits, and looks at nothing else.
struct WithinLimits<'a>(&'a Limits<'a>);

impl certificate::Reader<AnyState> for WithinLimits<'_> {
    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt> {
        self.0.check(bytes)
    }
}
