//! Generating children where their type is known, for a search that does not know it.

use std::any::Any;
use std::ops::Range;

use super::dyn_game::{Typed, hide, show};
use super::{AnyMove, AnyState};
use crate::children::{self, ChildGenerator, Family, Look};
use crate::evaluate::Evaluator;
use crate::plies::Plies;
use crate::{Clock, Cut, Game, Key, Outcome, Player};

/// A generator of children of a known type, for a search that does not know it.
pub(super) struct Hidden<G: Game> {
    typed: children::Typed<G>,
    moves: Vec<G::Move>,
    /// The leaves that are evaluated together, if these are not all of them.
    slice: Vec<G>,
    /// The leaves for evaluators that were not made for the type.
    states: Vec<AnyState>,
}

impl<G: Game> Default for Hidden<G> {
    fn default() -> Self {
        Hidden { typed: children::Typed::default(), moves: Vec::new(), slice: Vec::new(), states: Vec::new() }
    }
}

impl<G: Game> Hidden<G> {
    /// Writes these leaves to `states`, without new memory where there has been a state before.
    fn show_leaves(&mut self, leaves: Range<usize>, plies: Plies) -> &[AnyState] {
        let (shown, states) = (&self.typed.leaves[leaves], &mut self.states);
        for (index, leaf) in shown.iter().enumerate() {
            let slot = states.get_mut(index).and_then(|state| {
                let any: &mut dyn Any = &mut *state.0;
                any.downcast_mut::<Typed<G>>()
            });
            match slot {
                Some(slot) => slot.0.clone_from(leaf),
                None => states.push(AnyState::new(leaf.clone())),
            }
            states[index].1 = plies;
        }
        &states[..shown.len()]
    }
}

/// # Panics
/// A generator serves the game that made it. It is asked about no other one.
#[inline]
fn typed<G: Game>(state: &AnyState) -> &G {
    state.downcast().expect("a generator is asked about its own game")
}

impl<G: Game> ChildGenerator<AnyState> for Hidden<G> {
    fn generate(
        &mut self,
        state: &AnyState,
        look: Look,
        family: &mut Family<AnyMove>,
        clock: &Clock<'_>,
    ) -> Result<bool, Cut> {
        let Family { moves, children, keys } = family;
        let (typed, plies, state) = (&mut self.typed, state.1.next(), typed::<G>(state));
        let is_whole = typed.generate_lists(
            state,
            look,
            plies.number(),
            &mut self.moves,
            (&mut *children, &mut *keys),
            clock,
        )?;
        if plies != Plies::NOT_COUNTED {
            keys.iter_mut().for_each(|key| *key = plies.mixed_into(*key));
        }
        moves.clear();
        moves.extend(self.moves.iter().map(|&m| hide(m)));
        Ok(is_whole)
    }

    fn look_along(
        &mut self,
        state: &AnyState,
        moves: &[AnyMove],
        forcing: bool,
        stop: bool,
        children: &mut Vec<(usize, Option<Outcome>)>,
        clock: &Clock<'_>,
    ) -> Result<Option<usize>, Cut> {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&m| show::<G::Move>(m)));
        self.typed.look_along(typed::<G>(state), &self.moves, forcing, stop, children, clock)
    }

    fn sharing_keys(&mut self, state: &AnyState, moves: &[AnyMove], keys: &mut Vec<Key>) {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&m| show::<G::Move>(m)));
        let first = keys.len();
        self.typed.sharing_keys(typed::<G>(state), &self.moves, keys);
        let plies = state.1.next();
        keys[first..].iter_mut().for_each(|key| *key = plies.mixed_into(*key));
    }

    fn keep(&mut self, numbers: &[u32]) {
        self.typed.keep(numbers);
    }

    fn evaluate(
        &mut self,
        parent: &AnyState,
        leaves: Range<usize>,
        evaluator: &dyn Evaluator<AnyState>,
        values: &mut [f32],
    ) -> usize {
        let Hidden { typed: children::Typed { leaves: all, .. }, slice, .. } = self;
        let together = if leaves.len() == all.len() {
            &*all
        } else {
            slice.clear();
            slice.extend_from_slice(&all[leaves.clone()]);
            &*slice
        };
        match evaluator.evaluate_hidden(typed::<G>(parent), together, values) {
            Some(count) => count,
            None => evaluator.evaluate_counting(parent, self.show_leaves(leaves, parent.1.next()), values),
        }
    }

    fn bounds(
        &mut self,
        parent: &AnyState,
        leaves: Range<usize>,
        evaluator: &dyn Evaluator<AnyState>,
        spread: f32,
        bounds: &mut [[f32; 2]],
    ) {
        evaluator.bounds(parent, self.show_leaves(leaves, parent.1.next()), spread, bounds);
    }

    fn count_moves(&mut self, clock: &Clock<'_>, out: &mut Vec<(Player, u32)>) -> Result<(), Cut> {
        self.typed.count_moves(clock, out)
    }

    fn bytes(&self) -> usize {
        self.typed.bytes()
            + self.moves.capacity() * size_of::<G::Move>()
            + self.slice.capacity() * size_of::<G>()
            + self.states.len() * (size_of::<AnyState>() + size_of::<G>())
    }
}
