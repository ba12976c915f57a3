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
use crate::plies::Plies;
use crate::{
    Bounds, Features, Game, Key, Machinery, Outcome, Player, ProofRule, Rng, Sharing, Sight, TextError,
    forward,
};

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

/// A state of some game. It is a [`Game`] itself, and it can count plies.
#[derive(Debug)]
pub struct AnyState(Box<dyn DynGame>, Plies);

impl AnyState {
    /// Hides the type of a state.
    pub fn new<G: Game>(state: G) -> AnyState {
        AnyState::of(Box::new(Typed(state)))
    }

    /// The state of a game that was not compiled with this program.
    pub fn of(rules: Box<dyn DynGame>) -> AnyState {
        AnyState(rules, Plies::NOT_COUNTED)
    }

    /// Another position of the game after as many plies.
    fn with(&self, rules: Box<dyn DynGame>) -> AnyState {
        AnyState(rules, self.1)
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
        self.with(self.0.copy())
    }

    fn clone_from(&mut self, other: &Self) {
        self.1 = other.1;
        if !self.0.copy_from(&*other.0) {
            self.0 = other.0.copy();
        }
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.1 == other.1 && self.0.equals(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[deny(clippy::missing_trait_methods)]
impl Game for AnyState {
    type Move = AnyMove;

    forward!(0: turn, outcome, moves, score, raw_score, pieces, longest, position, move_text, view, rules_version);
    forward!(0: scene, clicks);
    forward!(0: definition, parse_move, within_turn, parse_next, perft, forget_past);
    forward!(0: spellings, decisions_left, player_names);

    #[inline]
    fn play(&mut self, m: AnyMove) {
        self.0.play(m);
        self.1 = self.1.next();
    }

    #[inline]
    fn key(&self) -> Key {
        self.1.mixed_into(self.0.key())
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse_position(text).map(|rules| self.with(rules))
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<AnyMove>) -> usize {
        self.0.count_moves()
    }
}

#[deny(clippy::missing_trait_methods)]
impl Sight<AnyMove> for AnyState {
    forward!(0: winning_move, bounds, prospects, prune, estimate, mobility, is_forcing);

    fn proof_rule(&self) -> Option<Box<dyn ProofRule<AnyState>>> {
        self.0.proof_rule()
    }

    fn pass(&self) -> Option<Self> {
        self.0.pass().map(|rules| self.with(rules))
    }
}

#[deny(clippy::missing_trait_methods)]
impl Sharing for AnyState {
    forward!(0: graded);

    #[inline]
    fn sharing_key(&self) -> Key {
        self.1.mixed_into(self.0.sharing_key())
    }

    #[inline]
    fn canonical_key(&self) -> Key {
        self.1.mixed_into(self.0.canonical_key())
    }
}

#[deny(clippy::missing_trait_methods)]
impl Features for AnyState {
    forward!(0: feature_count, features, planes, lattice, colour_swap);

    fn symmetries(&self) -> Vec<Self> {
        self.0.symmetries().into_iter().map(|rules| self.with(rules)).collect()
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
        self.1 = from.1.next();
        let Some(position) = self.0.advance(&*from.0, m, keys) else {
            self.0 = from.0.copy();
            self.0.play(m);
            return Standing::of(self, keys);
        };
        let (sharing, proven) = (position.sharing, position.proven);
        Standing { sharing: self.1.mixed_into(sharing), proven: self.1.mixed_into(proven), ..position }
    }

    fn play_out(&mut self, rng: &mut Rng, mut see: Option<&mut dyn FnMut(Player, AnyMove)>) -> Outcome {
        if self.1 == Plies::NOT_COUNTED {
            return self.0.play_out(rng, see);
        }
        let plies = &mut self.1;
        let mut count = |player, m| {
            *plies = plies.next();
            if let Some(see) = &mut see {
                see(player, m);
            }
        };
        self.0.play_out(rng, Some(&mut count))
    }

    #[inline]
    fn plies(&self) -> Option<u32> {
        self.1.number()
    }

    fn counting_plies(&self) -> Option<Self> {
        Some(AnyState(self.0.copy(), Plies::counted(0)))
    }
}
