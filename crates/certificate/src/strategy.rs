//! Strategies: what they promise, and the enumeration of all states that are reachable under them.

use std::collections::HashSet;

use game::{Game, Outcome, Player};

use crate::Error;

/// The promise of a strategy: its holder gets at least this result, whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The player that follows the strategy.
    pub holder: Player,
    /// The result that the holder gets at least.
    pub least: Least,
}

/// The results that are worth promising.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// A win.
    Win,
    /// A draw or a win.
    Draw,
}

impl Promise {
    /// The promises that together prove this value of the first player: one for a win, two for a draw.
    pub fn that_prove(value: i8) -> Vec<Promise> {
        let promise = |holder, least| Promise { holder, least };
        match value {
            1.. => vec![promise(Player::First, Least::Win)],
            0 => vec![promise(Player::First, Least::Draw), promise(Player::Second, Least::Draw)],
            _ => vec![promise(Player::Second, Least::Win)],
        }
    }

    /// The promised result as a gain of the first player.
    pub fn gain(self) -> i8 {
        match self.least {
            Least::Win => self.holder.sign(),
            Least::Draw => 0,
        }
    }

    fn is_kept_by(self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == self.holder,
            Outcome::Draw => self.least == Least::Draw,
        }
    }
}

/// The size of a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of states reachable under it, without terminal states.
    pub states: u64,
    /// The number of states in which the holder is to move.
    pub choices: u64,
}

/// Enumerates all states that are reachable when the holder follows `choose`, which receives a state of the
/// holder with its moves and returns the index of one. Every state is visited once, in an order that depends
/// only on the rules and the choices. A terminal state that does not fulfil the promise is an error.
pub fn walk<G: Game>(
    root: &G,
    promise: Promise,
    mut choose: impl FnMut(&G, &[G::Move]) -> Result<usize, Error>,
) -> Result<Extent, Error> {
    let mut extent = Extent::default();
    // Whole states and not keys: states are equal only if the rules say so.
    let mut visited: HashSet<G> = HashSet::new();
    let mut open = vec![root.clone()];
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        if let Some(outcome) = state.outcome() {
            if promise.is_kept_by(outcome) {
                continue;
            }
            return Err(Error::Broken { position: state.position(), result: outcome.result() });
        }
        if visited.contains(&state) {
            continue;
        }
        extent.states += 1;
        moves.clear();
        state.moves(&mut moves);
        let after = |m: G::Move| {
            let mut child = state.clone();
            child.play(m);
            child
        };
        if state.turn() == promise.holder {
            extent.choices += 1;
            let index = choose(&state, &moves)?;
            let no_such_move = || Error::NoSuchMove { index, moves: moves.len(), position: state.position() };
            open.push(after(*moves.get(index).ok_or_else(no_such_move)?));
        } else {
            // The first reply is visited first.
            open.extend(moves.iter().rev().map(|&m| after(m)));
        }
        visited.insert(state);
    }
    Ok(extent)
}
