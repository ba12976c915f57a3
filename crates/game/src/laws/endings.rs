//! What a state says of the end of the game: every f_t fits the outcome, and the numbers that f_t is made of are sound.

use super::after;
use crate::{Game, Outcome, TerminalFunction, TerminalValue};

/// Every f_t that the game has is finite, is 0 for a draw, and has the sign of the gain and at least its size for a win.
/// `start` is where the game has begun.
pub fn terminal_values_fit<G: Game>(start: &G, end: &G, outcome: Outcome) -> Result<(), String> {
    let gain = f32::from(outcome.gain());
    for kind in TerminalValue::ALL.into_iter().filter(|kind| *kind != TerminalValue::Score) {
        // A game that has no such f_t, or is not asked to count plies here.
        let Ok((function, _)) = TerminalFunction::begin(kind, start) else { continue };
        if kind.counts_plies() && end.plies().is_none() {
            continue;
        }
        let value = function.value(end, outcome);
        // A graph may have scores below 1.
        let least = if kind == TerminalValue::DepthMultiplicative { f32::MIN_POSITIVE } else { 1.0 };
        let is_sound = value.is_finite() && if gain == 0.0 { value == 0.0 } else { value * gain >= least };
        if !is_sound {
            return Err(format!("{} {value} does not fit the outcome {outcome:?}", kind.name()));
        }
    }
    Ok(())
}

/// The bound on the length of the game becomes smaller with every ply.
pub fn the_bound_on_the_length_holds<G: Game>(state: &G, moves: &[G::Move]) -> Result<(), String> {
    let Some(longest) = state.longest() else { return Ok(()) };
    for &m in moves {
        match after(state, m).longest() {
            Some(rest) if rest < longest => {}
            rest => {
                let text = state.move_text(m);
                return Err(format!("at most {longest} plies are left, and after {text} {rest:?}"));
            }
        }
    }
    Ok(())
}

/// The pieces are those of the picture.
pub fn pieces_are_those_of_the_picture<G: Game>(state: &G) -> Result<(), String> {
    let (said, seen) = (state.pieces(), state.view().pieces());
    if said == seen { Ok(()) } else { Err(format!("pieces says {said:?}, the picture shows {seen:?}")) }
}
