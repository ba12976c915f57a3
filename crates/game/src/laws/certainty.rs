//! What a state claims to be certain, held against play: a wrong claim would be a wrong proof.

use super::{Suite, after, exhaustive_value_within};
use crate::{Bounds, Game, Outcome};

/// How many states an exhaustive search may look at to check the bounds of one.
const MOST_STATES: usize = 500;

impl<G: Game> Suite<'_, G> {
    pub(super) fn a_winning_move_wins(&self, state: &G) -> Result<(), String> {
        let Some(m) = state.winning_move() else { return Ok(()) };
        if !self.moves.contains(&m) {
            return Err(format!("the winning move {m:?} is not legal"));
        }
        if after(state, m).outcome() != Some(Outcome::Win(state.turn())) {
            return Err(format!("the winning move {} does not win", state.move_text(m)));
        }
        Ok(())
    }

    /// The bounds agree with a winning move, with the bounds of the children, and with the exhaustive value
    /// where that is not far away.
    pub(super) fn bounds_hold(&self, state: &G) -> Result<(), String> {
        if state.outcome().is_some() {
            return Ok(());
        }
        let bounds = state.bounds();
        let fail =
            |what: &str, known: Bounds| Err(format!("its bounds {bounds:?} do not fit {what} {known:?}"));
        let fits = |known: Bounds| {
            let both = bounds.and(known);
            -1 <= both.at_least && both.at_least <= both.at_most && both.at_most <= 1
        };
        if !fits(Bounds::ANY) {
            return fail("all that is possible,", Bounds::ANY);
        }
        if state.winning_move().is_some() && !fits(Bounds::win(state.turn())) {
            return fail("the winning move,", Bounds::win(state.turn()));
        }
        // Bounds of the parent and of the children are all true, so they have a gain in common.
        let children = self.moves.iter().map(|&m| {
            let child = after(state, m);
            child.outcome().map_or_else(|| child.bounds(), Bounds::of)
        });
        let children = Bounds::back_up(state.turn(), children);
        if !fits(children) {
            return fail("those of its children,", children);
        }
        if bounds == Bounds::ANY {
            return Ok(());
        }
        match exhaustive_value_within(state, MOST_STATES) {
            Some(gain) if !fits(Bounds::exactly(gain)) => {
                fail("the exhaustive value,", Bounds::exactly(gain))
            }
            _ => Ok(()),
        }
    }
}
