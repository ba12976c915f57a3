//! What needs no search.

use game::{Bounds, Game};

use crate::expand::children;
use crate::label::{Completion, Label};

/// What is certain of a state at first sight: the game is over, or a move wins at once, or the game itself
/// knows bounds.
#[inline]
pub fn at_sight<G: Game>(state: &G) -> Bounds {
    if let Some(outcome) = state.outcome() {
        Bounds::of(outcome)
    } else if state.winning_move().is_some() {
        Bounds::win(state.turn())
    } else {
        state.bounds()
    }
}

/// The label of a state that needs no search, if it is one. Only with [`Completion::Sighted`] more than the rules
/// says so.
#[inline]
pub fn label<G: Game>(state: &G, completion: Completion) -> Option<Label> {
    if let Some(outcome) = state.outcome() {
        return Some(completion.terminal(outcome, state.score()));
    }
    let gain = (completion == Completion::Sighted).then(|| at_sight(state).gain())??;
    Some(Label::exactly(gain))
}

/// What is certain after each of the moves of a state that is not terminal, by one look at it.
pub fn prospects<G: Game>(state: &G, moves: &[G::Move]) -> Vec<Bounds> {
    let mut prospects = Vec::new();
    state.prospects(moves, &mut prospects);
    prospects.resize(moves.len(), Bounds::ANY);
    prospects
}

/// What is certain of a state if `known` tells of it, or of all that follows a move later: what one look shows is
/// not worth remembering.
pub fn shown<G: Game>(state: &G, known: impl Fn(&G) -> Bounds) -> Bounds {
    let bounds = known(state);
    if bounds.gain().is_some() || state.outcome().is_some() {
        return bounds;
    }
    let (moves, children): (Vec<_>, Vec<_>) = children(state).into_iter().unzip();
    let prospects = prospects(state, &moves);
    let shown = children.iter().zip(prospects).map(|(child, prospect)| prospect.and(known(child)));
    bounds.and(Bounds::back_up(state.turn(), shown))
}

/// A move from a state that is not terminal after which what is certain is enough, as far as `known` shows.
pub fn proven_move<G: Game>(
    state: &G,
    known: impl Fn(&G) -> Bounds,
    is_enough: impl Fn(Bounds) -> bool,
) -> Option<G::Move> {
    let (moves, children): (Vec<_>, Vec<_>) = children(state).into_iter().unzip();
    let at_once = prospects(state, &moves)
        .into_iter()
        .zip(&children)
        .position(|(prospect, child)| is_enough(prospect.and(known(child))));
    let found = at_once.or_else(|| children.iter().position(|child| is_enough(shown(child, &known))));
    found.map(|index| moves[index])
}

/// A line from a state of this gain that keeps it, as far as `known` shows.
pub fn line<G: Game>(mut state: G, gain: i8, known: impl Fn(&G) -> Bounds) -> Vec<G::Move> {
    let mut line = Vec::new();
    let keeps_it = |(_, child): &(G::Move, G)| shown(child, &known).gain() == Some(gain);
    while let Some((m, child)) = children(&state).into_iter().find(keeps_it) {
        line.push(m);
        state = child;
    }
    line
}
