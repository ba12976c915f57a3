//! What the rules show of a state without a search: its label, bounds after each move, and moves that are
//! proven by them.

pub use game::children::at_sight;
use game::{Bounds, Game, Player, TerminalFunction};

use crate::decide::keeps;
use crate::expand::children;
use crate::label::{Completion, Label};

/// The label of a state that needs no search; `None` for all others. Only [`Completion::Sighted`] considers
/// more than terminal states.
#[inline]
pub fn label<G: Game>(state: &G, completion: Completion, terminal: TerminalFunction) -> Option<Label> {
    if let Some(outcome) = state.outcome() {
        return Some(completion.terminal(outcome, terminal.value(state, outcome)));
    }
    let gain = (completion == Completion::Sighted).then(|| at_sight(state).gain())??;
    Some(Label::exactly(gain))
}

/// Bounds on the gain after each of these moves, derived from the state alone. The state must not be
/// terminal.
pub fn prospects<G: Game>(state: &G, moves: &[G::Move]) -> Vec<Bounds> {
    let mut prospects = Vec::new();
    state.prospects(moves, &mut prospects);
    prospects.resize(moves.len(), Bounds::ANY);
    prospects
}

/// Bounds on the gain of a state from `known`, for the state itself or for all of its children. Searches do
/// not store what a single one-ply look derives, so it is derived here again.
pub fn shown<G: Game>(state: &G, known: impl Fn(&G) -> Bounds) -> Bounds {
    let bounds = known(state);
    if bounds.gain().is_some() || state.outcome().is_some() {
        return bounds;
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    state.prune(&mut moves);
    let shown = moves.iter().zip(prospects(state, &moves)).map(|(&m, prospect)| {
        let mut child = state.clone();
        child.play(m);
        prospect.and(known(&child))
    });
    bounds.and(Bounds::back_up(state.turn(), shown))
}

/// A move from a non-terminal state after which `is_enough` holds. It is looked for in three steps: `known`
/// for each child, the bounds that the state itself gives for its moves, and [`shown`] for each child, as
/// long as the search may go on.
pub fn proven_move<G: Game>(
    state: &G,
    known: impl Fn(&G) -> Bounds,
    is_enough: impl Fn(Bounds) -> bool,
    may_go_on: &dyn Fn() -> bool,
) -> Option<G::Move> {
    let children = children(state);
    let at_once = children.iter().find(|(_, child)| is_enough(known(child)));
    let in_prospect = || {
        let moves: Vec<_> = children.iter().map(|(m, _)| *m).collect();
        let prospects = prospects(state, &moves).into_iter();
        let enough = children.iter().zip(prospects).filter(|(_, prospect)| is_enough(*prospect));
        // The state alone may prove many moves at once. The child with the best estimate is likely nearest to
        // the end of the game.
        let promise = |child: &G| promise(child, state.turn());
        enough.map(|(child, _)| child).min_by(|a, b| promise(&b.1).total_cmp(&promise(&a.1)))
    };
    let later = || {
        let mut children = children.iter().take_while(|_| may_go_on());
        children.find(|(_, child)| is_enough(shown(child, &known)))
    };
    at_once.or_else(in_prospect).or_else(later).map(|(m, _)| *m)
}

/// A rank of states that are good enough for this player: its estimate, and infinity if the game is over.
fn promise<G: Game>(state: &G, player: Player) -> f32 {
    match state.outcome() {
        Some(_) => f32::INFINITY,
        None => f32::from(player.sign()) * state.estimate().unwrap_or(0.0),
    }
}

/// A move from a non-terminal state of this gain that is proven to keep it, if possible one after which `known` says both
/// sides of the gain: it is more likely to know the next move, too.
pub fn keeping_move<G: Game>(state: &G, gain: i8, known: impl Fn(&G) -> Bounds) -> Option<G::Move> {
    let exactly = |bounds: Bounds| bounds.gain() == Some(gain);
    let enough = |bounds: Bounds| keeps(bounds, gain, state.turn());
    let find = |is_enough: &dyn Fn(Bounds) -> bool| proven_move(state, &known, is_enough, &|| true);
    find(&exactly).or_else(|| find(&enough))
}

/// A line from a state of this gain along which `known` proves the gain at every step. It may end early.
pub fn line<G: Game>(mut state: G, gain: i8, known: impl Fn(&G) -> Bounds) -> Vec<G::Move> {
    let mut line = Vec::new();
    while state.outcome().is_none() {
        let Some(m) = keeping_move(&state, gain, &known) else { break };
        line.push(m);
        state.play(m);
    }
    line
}
