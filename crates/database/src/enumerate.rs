//! Computing the value of every reachable state by plain depth-first minimax. No state is expanded twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::Game;

use crate::Error;
use crate::table::{Full, Record, ValueTable};

/// The progress of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explored {
    /// The number of states whose value is known.
    pub states: u64,
    /// The number of moves played.
    pub nodes: u64,
    /// The memory in use, in bytes.
    pub bytes: usize,
    /// The time spent.
    pub seconds: f64,
}

/// The limits of an enumeration.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The time limit.
    pub time: Option<Duration>,
    /// The memory limit in bytes.
    pub memory: usize,
    /// The enumeration stops when this becomes true.
    pub interrupt: &'a AtomicBool,
}

/// The number of moves between two checks of the time limit.
const CLOCK_INTERVAL: u64 = 1 << 14;

/// The values of all states that have been explored.
pub struct Values<'a, G> {
    table: ValueTable,
    limits: Limits<'a>,
    nodes: u64,
    start: Instant,
    game: std::marker::PhantomData<G>,
}

/// A state on the path from the root.
struct Frame<G: Game> {
    state: G,
    /// The moves that have not been played yet, in reverse order.
    moves: Vec<G::Move>,
    /// The best value of the children so far.
    best: Option<i8>,
}

impl<G: Game> Frame<G> {
    fn new(state: G) -> Frame<G> {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.reverse();
        Frame { state, moves, best: None }
    }

    fn take(&mut self, value: i8) {
        if self.best.is_none_or(|best| self.state.turn().prefers(value, best)) {
            self.best = Some(value);
        }
    }
}

impl<'a, G: Game> Values<'a, G> {
    /// An empty enumeration.
    pub fn new(limits: Limits<'a>) -> Values<'a, G> {
        Values {
            table: ValueTable::new(limits.memory),
            limits,
            nodes: 0,
            start: Instant::now(),
            game: std::marker::PhantomData,
        }
    }

    /// Explores all states reachable from `root`. `progress` is called at regular intervals.
    pub fn explore(&mut self, root: &G, progress: &mut dyn FnMut(Explored)) -> Result<(), Error> {
        let mut frames = Vec::new();
        let mut value = self.enter(root.clone(), &mut frames)?;
        while let Some(top) = frames.last_mut() {
            if let Some(value) = value.take() {
                top.take(value);
            }
            let Some(m) = top.moves.pop() else {
                let done = frames.pop().expect("the loop condition has found a frame");
                let best = done.best.expect("a non-terminal state has children");
                self.insert(&done.state, best)?;
                value = Some(best);
                continue;
            };
            let mut child = top.state.clone();
            child.play(m);
            self.nodes += 1;
            if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
                self.check_limits()?;
                progress(self.explored());
            }
            value = self.enter(child, &mut frames)?;
        }
        Ok(())
    }

    /// The value of a state if it is known or terminal. Otherwise pushes a frame for the state.
    fn enter(&mut self, state: G, frames: &mut Vec<Frame<G>>) -> Result<Option<i8>, Error> {
        if let Some(value) = self.table.find(state.key()) {
            return Ok(Some(value));
        }
        if let Some(outcome) = state.outcome() {
            self.insert(&state, outcome.gain())?;
            return Ok(Some(outcome.gain()));
        }
        frames.push(Frame::new(state));
        Ok(None)
    }

    fn insert(&mut self, state: &G, value: i8) -> Result<(), Error> {
        let states = self.table.len();
        let full = |Full| Error::Full { memory: self.limits.memory, states };
        self.table.insert(state.key(), value).map_err(full)
    }

    fn check_limits(&self) -> Result<(), Error> {
        let states = self.table.len();
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Error::Stopped { reason: "interrupted", states });
        }
        if self.limits.time.is_some_and(|time| self.start.elapsed() >= time) {
            return Err(Error::Stopped { reason: "the time limit was reached", states });
        }
        Ok(())
    }

    /// The value of a state that has been explored.
    ///
    /// # Panics
    /// If the state is not reachable from the root.
    pub fn of(&self, state: &G) -> i8 {
        self.table.find(state.key()).expect("every state reachable from the root has been explored")
    }

    /// The progress so far.
    pub fn explored(&self) -> Explored {
        Explored {
            states: self.table.len() as u64,
            nodes: self.nodes,
            bytes: self.table.bytes(),
            seconds: self.start.elapsed().as_secs_f64(),
        }
    }

    /// All states, in the order of their keys.
    pub fn into_sorted(self) -> Vec<Record> {
        self.table.into_sorted()
    }
}
