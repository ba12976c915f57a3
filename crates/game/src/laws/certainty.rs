//! What a state claims to be certain, held against play: a wrong claim would be a wrong proof.

use super::{Suite, after, exhaustive_value_within};
use crate::{Bounds, Game, Outcome};

/// How many states an exhaustive search may look at to check the bounds of one.
const MAX_STATES: usize = 500;

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
        if !fit(bounds, Bounds::ANY) {
            return fail("all that is possible,", Bounds::ANY);
        }
        if state.winning_move().is_some() && !fit(bounds, Bounds::win(state.turn())) {
            return fail("the winning move,", Bounds::win(state.turn()));
        }
        // Bounds of the parent and of the children are all true, so they have a gain in common.
        let children = self.moves.iter().map(|&m| bounds_of(&after(state, m)));
        let children = Bounds::back_up(state.turn(), children);
        if !fit(bounds, children) {
            return fail("those of its children,", children);
        }
        if bounds == Bounds::ANY {
            return Ok(());
        }
        match exhaustive_value_within(state, MAX_STATES) {
            Some(gain) if !fit(bounds, Bounds::exactly(gain)) => {
                fail("the exhaustive value,", Bounds::exactly(gain))
            }
            _ => Ok(()),
        }
    }

    /// There are as many prospects as moves, or none, and each of them agrees with what is known of the child.
    pub(super) fn prospects_hold(&self, state: &G) -> Result<(), String> {
        let mut prospects = Vec::new();
        state.prospects(&self.moves, &mut prospects);
        if !prospects.is_empty() && prospects.len() != self.moves.len() {
            return Err(format!("{} moves have {} prospects", self.moves.len(), prospects.len()));
        }
        // Where one child is too far from the end to be searched, so are its siblings.
        let mut is_near_the_end = true;
        for (&m, prospect) in self.moves.iter().zip(prospects) {
            let child = after(state, m);
            let mut known = bounds_of(&child);
            if is_near_the_end && prospect != Bounds::ANY {
                match exhaustive_value_within(&child, MAX_STATES) {
                    Some(gain) => known = Bounds::exactly(gain),
                    None => is_near_the_end = false,
                }
            }
            if !fit(prospect, known) {
                return Err(format!("the prospect {prospect:?} of {} is {known:?}", state.move_text(m)));
            }
        }
        Ok(())
    }

    /// Pruning leaves some of the moves, in their order, and does not change the exhaustive value where that is not
    /// far away.
    pub(super) fn pruning_holds(&self, state: &G) -> Result<(), String> {
        let mut kept = self.moves.clone();
        state.prune(&mut kept);
        let mut all = self.moves.iter();
        if !kept.iter().all(|m| all.any(|other| other == m)) || (kept.is_empty() && !self.moves.is_empty()) {
            return Err(format!("pruning {:?} leaves {kept:?}", self.moves));
        }
        if kept.len() == self.moves.len() {
            return Ok(());
        }
        let Some(gain) = exhaustive_value_within(state, MAX_STATES) else { return Ok(()) };
        let children = kept.iter().map(|&m| {
            let child = after(state, m);
            exhaustive_value_within(&child, MAX_STATES).map_or_else(|| bounds_of(&child), Bounds::exactly)
        });
        let known = Bounds::back_up(state.turn(), children);
        if fit(Bounds::exactly(gain), known) {
            return Ok(());
        }
        Err(format!("pruning leaves {kept:?}, and {known:?} of the value {gain}"))
    }
}

/// What the rules, or else the state itself, say of it.
fn bounds_of<G: Game>(state: &G) -> Bounds {
    state.outcome().map_or_else(|| state.bounds(), Bounds::of)
}

/// Whether both can be true of one state.
fn fit(bounds: Bounds, known: Bounds) -> bool {
    let both = bounds.and(known);
    -1 <= both.at_least && both.at_least <= both.at_most && both.at_most <= 1
}
