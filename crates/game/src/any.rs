//! A state of any game: the one seam between rules, which are compiled for their game, and everything else, which is
//! compiled once.
//!
//! [`DynGame`] is object-safe and implemented once for every [`Game`]. [`AnyState`] owns such an object and is itself a
//! [`Game`] whose moves are numbers, so that whatever is written for a `G: Game` serves all games by one copy of its
//! code. A game that arrives at run time implements [`DynGame`] by itself.

mod dyn_game;
mod generator;

use std::any::Any;
use std::hash::{Hash, Hasher};

pub use self::dyn_game::DynGame;
use self::dyn_game::Typed;
use crate::children::{ChildGenerator, Keys, Standing};
use crate::code::{Code, Width};
use crate::evaluate::{BuiltIn, Evaluator};
use crate::{Bounds, Features, Game, Machinery, Outcome, Player, Rng, Sharing, Sight, TextError, forward};

/// The number of a move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyMove(pub u32);

impl Code for AnyMove {
    /// What a game does not say otherwise: see [`Machinery::move_width`].
    const WIDTH: Width = Width::Four;

    #[inline]
    fn code(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_code(code: u32) -> AnyMove {
        AnyMove(code)
    }
}

/// A state of some game. It is a [`Game`] itself.
#[derive(Debug)]
pub struct AnyState(Box<dyn DynGame>);

impl AnyState {
    /// Hides the type of a state.
    pub fn new<G: Game>(state: G) -> AnyState {
        AnyState(Box::new(Typed(state)))
    }

    /// The state of a game that was not compiled with this program.
    pub fn of(rules: Box<dyn DynGame>) -> AnyState {
        AnyState(rules)
    }

    /// An evaluator that every game has, for this one.
    pub fn evaluator(&self, evaluator: BuiltIn) -> Box<dyn Evaluator<AnyState>> {
        self.0.built_in(evaluator)
    }

    /// The state with its type, if that is its type.
    #[inline]
    pub fn downcast<G: Game>(&self) -> Option<&G> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<Typed<G>>().map(|typed| &typed.0)
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        AnyState(self.0.copy())
    }

    fn clone_from(&mut self, other: &Self) {
        if !self.0.copy_from(&*other.0) {
            self.0 = other.0.copy();
        }
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key().hash(state);
    }
}

#[deny(clippy::missing_trait_methods)]
impl Game for AnyState {
    type Move = AnyMove;

    forward!(0: turn, outcome, moves, play, key, score, position, move_text, view, rules_version);
    forward!(0: parse_move, within_turn, parse_next, perft, forget_past);

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse_position(text).map(AnyState)
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<AnyMove>) -> usize {
        self.0.count_moves()
    }
}

#[deny(clippy::missing_trait_methods)]
impl Sight<AnyMove> for AnyState {
    forward!(0: winning_move, bounds, prospects, prune, estimate, mobility, is_forcing);

    fn pass(&self) -> Option<Self> {
        self.0.pass().map(AnyState)
    }
}

#[deny(clippy::missing_trait_methods)]
impl Sharing for AnyState {
    forward!(0: sharing_key, canonical_key, graded);
}

#[deny(clippy::missing_trait_methods)]
impl Features for AnyState {
    forward!(0: feature_count, features, planes);

    fn symmetries(&self) -> Vec<Self> {
        self.0.symmetries().into_iter().map(AnyState).collect()
    }
}

/// Each loop is one call to the side where the type is known.
#[deny(clippy::missing_trait_methods)]
impl Machinery for AnyState {
    forward!(0: move_width);

    fn bounds_after(&self, m: AnyMove, depth: u32, _: &mut Vec<AnyMove>) -> Bounds {
        self.0.bounds_after(m, depth)
    }

    fn child_generator(&self) -> Box<dyn ChildGenerator<AnyState>> {
        self.0.child_generator()
    }

    #[inline]
    fn advance(&mut self, from: &Self, m: AnyMove, keys: Keys) -> Standing {
        self.0.advance(&*from.0, m, keys).unwrap_or_else(|| {
            self.0 = from.0.copy();
            self.0.play(m);
            Standing::of(self, keys)
        })
    }

    fn play_out(&mut self, rng: &mut Rng, see: Option<&mut dyn FnMut(Player, AnyMove)>) -> Outcome {
        self.0.play_out(rng, see)
    }
}
