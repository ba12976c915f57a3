//! The value of every state by plain minimax, depth first: no state is looked at twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::Game;

use crate::Error;
use crate::table::{Full, Record, Table};

/// How far an enumeration has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explored {
    /// States with their value.
    pub states: u64,
    /// Moves played on the way.
    pub nodes: u64,
    /// Memory held.
    pub bytes: usize,
    /// Time spent.
    pub seconds: f64,
}

/// How much may be spent.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Time.
    pub time: Option<Duration>,
    /// Bytes.
    pub memory: usize,
    /// Ends everything when it becomes true.
    pub interrupt: &'a AtomicBool,
}

/// Moves between two looks at the clock.
const PACE: u64 = 1 << 14;

/// The values of all states that were explored.
pub struct Values<'a, G> {
    table: Table,
    limits: Limits<'a>,
    nodes: u64,
    begin: Instant,
    game: std::marker::PhantomData<G>,
}

/// A state on the way down.
struct Level<G: Game> {
    state: G,
    /// The moves that were not played yet, the next one last.
    moves: Vec<G::Move>,
    /// The best value so far.
    best: Option<i8>,
}

impl<G: Game> Level<G> {
    fn new(state: G) -> Level<G> {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.reverse();
        Level { state, moves, best: None }
    }

    fn take(&mut self, value: i8) {
        if self.best.is_none_or(|best| self.state.turn().prefers(value, best)) {
            self.best = Some(value);
        }
    }
}

impl<'a, G: Game> Values<'a, G> {
    /// No state yet.
    pub fn new(limits: Limits<'a>) -> Values<'a, G> {
        Values {
            table: Table::new(limits.memory),
            limits,
            nodes: 0,
            begin: Instant::now(),
            game: std::marker::PhantomData,
        }
    }

    /// Explores everything below `root`. `progress` hears of it again and again.
    pub fn explore(&mut self, root: &G, progress: &mut dyn FnMut(Explored)) -> Result<(), Error> {
        let mut levels = Vec::new();
        let mut value = self.enter(root.clone(), &mut levels)?;
        while let Some(top) = levels.last_mut() {
            if let Some(value) = value.take() {
                top.take(value);
            }
            let Some(m) = top.moves.pop() else {
                let done = levels.pop().expect("it was there a moment ago");
                let best = done.best.expect("a state that is not terminal has children");
                self.insert(&done.state, best)?;
                value = Some(best);
                continue;
            };
            let mut child = top.state.clone();
            child.play(m);
            self.nodes += 1;
            if self.nodes.is_multiple_of(PACE) {
                self.look_around()?;
                progress(self.explored());
            }
            value = self.enter(child, &mut levels)?;
        }
        Ok(())
    }

    /// The value of a state if it is known or terminal; else the state is the next level.
    fn enter(&mut self, state: G, levels: &mut Vec<Level<G>>) -> Result<Option<i8>, Error> {
        if let Some(value) = self.table.find(state.key()) {
            return Ok(Some(value));
        }
        if let Some(outcome) = state.outcome() {
            self.insert(&state, outcome.gain())?;
            return Ok(Some(outcome.gain()));
        }
        levels.push(Level::new(state));
        Ok(None)
    }

    fn insert(&mut self, state: &G, value: i8) -> Result<(), Error> {
        let states = self.table.len();
        let full = |Full| Error::Full { memory: self.limits.memory, states };
        self.table.insert(state.key(), value).map_err(full)
    }

    fn look_around(&self) -> Result<(), Error> {
        let states = self.table.len();
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Error::Stopped { reason: "it was interrupted", states });
        }
        if self.limits.time.is_some_and(|time| self.begin.elapsed() >= time) {
            return Err(Error::Stopped { reason: "the time was up", states });
        }
        Ok(())
    }

    /// The value of a state that was explored.
    ///
    /// # Panics
    /// If the state is not below the root.
    pub fn of(&self, state: &G) -> i8 {
        self.table.find(state.key()).expect("every state below the root was explored")
    }

    /// How far it has come.
    pub fn explored(&self) -> Explored {
        Explored {
            states: self.table.len() as u64,
            nodes: self.nodes,
            bytes: self.table.bytes(),
            seconds: self.begin.elapsed().as_secs_f64(),
        }
    }

    /// All states in the order of their keys.
    pub fn into_sorted(self) -> Vec<Record> {
        self.table.into_sorted()
    }
}
