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
pub struct WalkState<'a, G: Game> {
    /// What the strategy promises.
    pub promise: Promise,
    /// The state, which is not terminal.
    pub state: &'a G,
    /// Its legal moves.
    pub moves: &'a [G::Move],
    /// Where the walk has been.
    pub visited: &'a Visited,
}

impl<G: Game> WalkState<'_, G> {
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
    fn step(&mut self, visit: &WalkState<'_, G>, next: &mut Vec<G::Move>) -> Result<Step, Error>;

    /// Whether the walk may continue and hold this number of bytes.
    fn may_hold(&mut self, bytes: usize) -> Result<(), Halt>;
}

/// A state on the path to the present one, with moves that are still to be followed.
struct PathState<G> {
    state: G,
    /// How many of the pending moves belong to the states before this one.
    before: usize,
}

/// The path to the present state. Its size is that of a game, not of the strategy.
struct Path<G: Game> {
    states: Vec<PathState<G>>,
    /// The moves of all states, those of one state in reverse order.
    pending: Vec<G::Move>,
}

impl<G: Game> Path<G> {
    fn add(&mut self, state: G, next: &[G::Move]) {
        self.states.push(PathState { state, before: self.pending.len() });
        self.pending.extend(next.iter().rev());
    }

    /// The next state, if there is one.
    fn next(&mut self) -> Option<G> {
        loop {
            let last = self.states.last()?;
            let left = self.pending.len() - last.before;
            let state = if left > 1 { Some(last.state.clone()) } else { self.states.pop().map(|l| l.state) };
            if let (Some(mut state), 1..) = (state, left) {
                state.play(self.pending.pop()?);
                return Some(state);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<PathState<G>>() + self.pending.capacity() * size_of::<G::Move>()
    }
}

/// Goes through every state that can be reached when the holder follows the guide. Every state is visited once, in an
/// order that depends on the rules and the guide alone. An end that breaks the promise is an error.
pub fn walk<G: Game>(root: &G, promise: Promise, guide: &mut impl Guide<G>) -> Result<Extent, Error> {
    let mut extent = Extent::default();
    let mut visited = Visited::none();
    let mut path = Path { states: Vec::new(), pending: Vec::new() };
    let (mut moves, mut next) = (Vec::new(), Vec::new());
    let mut present = Some(root.clone());
    while let Some(state) = present {
        guide.may_hold(visited.bytes_to_add() + path.bytes())?;
        if let Some(outcome) = state.outcome() {
            if !promise.is_kept_by(outcome) {
                return Err(Error::Broken { position: state.position(), result: outcome.result() });
            }
        } else if visited.add(&state) {
            moves.clear();
            next.clear();
            state.moves(&mut moves);
            let visit = WalkState { promise, state: &state, moves: &moves, visited: &visited };
            extent.states += 1;
            match guide.step(&visit, &mut next)? {
                Step::Move => extent.choices += 1,
                Step::Replies => {}
                Step::Rule => extent.by_rule += 1,
            }
            path.add(state, &next);
        }
        present = path.next();
    }
    Ok(extent)
}
