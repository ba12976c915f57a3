//! The walk through all that can happen under a strategy.

use game::{Game, Promise};

use crate::visited::Visited;
use crate::{Error, Halt};

/// How much a strategy has to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// States that can be reached under it, ends not counted.
    pub states: u64,
    /// States in which a move of the holder is named.
    pub choices: u64,
    /// States that are proven by the rule of the game, as far as it goes.
    pub by_rule: u64,
}

/// What is said of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The holder plays a move.
    Move,
    /// The opponent may play any move.
    Replies,
    /// The rule of the game proves the state, but for the moves that it leaves open.
    Rule,
}

/// A state on the walk.
pub struct Place<'a, G: Game> {
    /// What the strategy promises.
    pub promise: Promise,
    /// The state, which is not terminal.
    pub state: &'a G,
    /// Its legal moves.
    pub moves: &'a [G::Move],
    /// Where the walk has been.
    pub visited: &'a Visited,
}

impl<G: Game> Place<'_, G> {
    /// Whether the holder of the strategy is to move.
    pub fn is_choice(&self) -> bool {
        self.state.turn() == self.promise.holder
    }

    /// The state after a move.
    pub fn after(&self, m: G::Move) -> G {
        let mut child = self.state.clone();
        child.play(m);
        child
    }
}

/// Leads a walk.
pub trait Guide<G: Game> {
    /// Says what happens in a state. Appends to `next` the legal moves to follow.
    fn step(&mut self, place: &Place<'_, G>, next: &mut Vec<G::Move>) -> Result<Step, Error>;

    /// Whether the walk may go on and hold so many bytes.
    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt>;
}

/// A state on the way to the present one, with moves that are still to be followed.
struct Level<G> {
    state: G,
    /// How many moves wait for the levels before this one.
    before: usize,
}

/// The way to the present state. It takes as much room as a game is long.
struct Way<G: Game> {
    levels: Vec<Level<G>>,
    /// The moves of all levels, the next one of each level last.
    waiting: Vec<G::Move>,
}

impl<G: Game> Way<G> {
    fn add(&mut self, state: G, next: &[G::Move]) {
        self.levels.push(Level { state, before: self.waiting.len() });
        self.waiting.extend(next.iter().rev());
    }

    /// The next state, if there is one.
    fn next(&mut self) -> Option<G> {
        loop {
            let level = self.levels.last()?;
            let left = self.waiting.len() - level.before;
            let state = if left > 1 { Some(level.state.clone()) } else { self.levels.pop().map(|l| l.state) };
            if let (Some(mut state), 1..) = (state, left) {
                state.play(self.waiting.pop()?);
                return Some(state);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.levels.capacity() * size_of::<Level<G>>() + self.waiting.capacity() * size_of::<G::Move>()
    }
}

/// Goes through every state that can be reached when the holder follows the guide. Every state is visited once, in an
/// order that depends on the rules and the guide alone. An end that breaks the promise is an error.
pub fn walk<G: Game>(root: &G, promise: Promise, guide: &mut impl Guide<G>) -> Result<Extent, Error> {
    let mut extent = Extent::default();
    let mut visited = Visited::none();
    let mut way = Way { levels: Vec::new(), waiting: Vec::new() };
    let (mut moves, mut next) = (Vec::new(), Vec::new());
    let mut present = Some(root.clone());
    while let Some(state) = present {
        guide.may_hold(visited.bytes_to_add() + way.bytes())?;
        if let Some(outcome) = state.outcome() {
            if !promise.is_kept_by(outcome) {
                return Err(Error::Broken { position: state.position(), result: outcome.result() });
            }
        } else if visited.add(&state) {
            moves.clear();
            next.clear();
            state.moves(&mut moves);
            let place = Place { promise, state: &state, moves: &moves, visited: &visited };
            extent.states += 1;
            match guide.step(&place, &mut next)? {
                Step::Move => extent.choices += 1,
                Step::Replies => {}
                Step::Rule => extent.by_rule += 1,
            }
            way.add(state, &next);
        }
        present = way.next();
    }
    Ok(extent)
}
