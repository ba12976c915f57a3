//! The object-safe side of a game, and how every game gets it.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Debug;

use super::generator::Hidden;
use super::{AnyMove, AnyState};
use crate::children::{ChildGenerator, Keys, Standing};
use crate::code::{Code, Width};
use crate::evaluate::{BuiltIn, Evaluator};
use crate::perft::Unit;
use crate::scene::Click;
use crate::{
    Bounds, ColourSwap, Definition, Game, Key, Lattice, Outcome, Planes, Player, ProofRule, Rng, Scene,
    TextError, View, forward, proof_rule,
};

/// A game behind a pointer. Each method is the one of [`Game`] or of its aspects with the same name.
#[allow(missing_docs)] // They are documented there.
pub trait DynGame: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn DynGame>;
    /// Becomes a copy of another state without new memory. Returns whether it could: not if that is of another type.
    fn copy_from(&mut self, other: &dyn DynGame) -> bool;
    fn equals(&self, other: &dyn DynGame) -> bool;
    fn rules_version(&self) -> u32;
    fn definition(&self) -> Option<Definition>;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn moves(&self, out: &mut Vec<AnyMove>);
    fn play(&mut self, m: AnyMove);
    fn key(&self) -> Key;
    fn score(&self) -> f32;
    fn position(&self) -> String;
    fn parse_position(&self, text: &str) -> Result<Box<dyn DynGame>, TextError>;
    fn move_text(&self, m: AnyMove) -> String;
    fn view(&self) -> View;
    fn scene(&self) -> Scene;
    fn clicks(&self, m: AnyMove, scene: &Scene) -> Vec<Vec<Click>>;
    fn parse_move(&self, text: &str) -> Result<AnyMove, TextError>;
    fn within_turn(&self) -> &'static str;
    fn spellings(&self, m: AnyMove) -> Vec<String>;
    fn decisions_left(&self) -> u32;
    fn player_names(&self) -> [&'static str; 2];
    fn parse_next(&self, words: &[&str], out: &mut Vec<AnyMove>) -> Result<usize, TextError>;
    fn move_width(&self) -> Width;
    fn count_moves(&self) -> usize;
    fn mobility(&self) -> Option<[u32; 2]>;
    fn estimate(&self) -> Option<f32>;
    fn pass(&self) -> Option<Box<dyn DynGame>>;
    fn is_forcing(&self, m: AnyMove) -> bool;
    fn winning_move(&self) -> Option<AnyMove>;
    fn bounds(&self) -> Bounds;
    fn prospects(&self, moves: &[AnyMove], out: &mut Vec<Bounds>);
    fn prune(&self, moves: &mut Vec<AnyMove>);
    fn canonical_key(&self) -> Key;
    fn sharing_key(&self) -> Key;
    fn graded(&self) -> bool;
    fn feature_count(&self) -> usize;
    fn features(&self, out: &mut Vec<u32>);
    fn planes(&self) -> Planes;
    fn lattice(&self) -> Lattice;
    fn colour_swap(&self) -> Option<ColourSwap>;
    fn symmetries(&self) -> Vec<Box<dyn DynGame>>;
    fn forget_past(&mut self);
    fn perft(&self, depth: u32, unit: Unit) -> u64;
    /// Becomes the state after a move from another one. `None` if that is of another type.
    fn advance(&mut self, from: &dyn DynGame, m: AnyMove, keys: Keys) -> Option<Standing>;
    fn play_out(&mut self, rng: &mut Rng, see: Option<&mut dyn FnMut(Player, AnyMove)>) -> Outcome;
    fn raw_score(&self) -> Option<f32>;
    fn pieces(&self) -> Option<[u32; 2]>;
    fn longest(&self) -> Option<u32>;
    fn proof_rule(&self) -> Option<Box<dyn ProofRule<AnyState>>>;
    fn bounds_after(&self, m: AnyMove, depth: u32) -> Bounds;
    fn child_generator(&self) -> Box<dyn ChildGenerator<AnyState>>;
    /// An evaluator that every game has, for this one.
    fn built_in(&self, evaluator: BuiltIn) -> Box<dyn Evaluator<AnyState>>;
}

/// A state whose type is hidden behind [`DynGame`].
#[derive(Clone, Debug)]
pub(super) struct Typed<G>(pub(super) G);

thread_local! {
    /// The list of moves that was used last. Its type is that of the game that used it, which is nearly always the game
    /// that wants it next.
    static MOVES: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

/// Lends a list of moves. It keeps its memory from one use to the next.
#[inline]
fn with_moves<M: Code, R>(work: impl FnOnce(&mut Vec<M>) -> R) -> R {
    let kept = MOVES.take().and_then(|kept| kept.downcast::<Vec<M>>().ok());
    let mut moves = kept.unwrap_or_default();
    moves.clear();
    let result = work(&mut moves);
    MOVES.set(Some(moves));
    result
}

#[inline]
pub(super) fn hide<M: Code>(m: M) -> AnyMove {
    AnyMove(m.code())
}

#[inline]
pub(super) fn show<M: Code>(m: AnyMove) -> M {
    M::from_code(m.0)
}

impl<G: Game> DynGame for Typed<G> {
    forward!(0: raw_score, pieces, longest);
    forward!(0: turn, outcome, key, score, position, view, scene, rules_version, within_turn, perft, forget_past);
    forward!(0: definition, decisions_left, player_names);
    forward!(0: bounds, estimate, mobility, sharing_key, canonical_key, graded, feature_count, features, planes);
    forward!(0: lattice, colour_swap);
    forward!(0: move_width);

    fn copy(&self) -> Box<dyn DynGame> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn DynGame) -> bool {
        let other: &dyn Any = other;
        match other.downcast_ref::<Self>() {
            Some(other) => self.0.clone_from(&other.0),
            None => return false,
        }
        true
    }

    fn equals(&self, other: &dyn DynGame) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn moves(&self, out: &mut Vec<AnyMove>) {
        with_moves(|moves| {
            self.0.moves(moves);
            out.extend(moves.iter().map(|&m| hide(m)));
        });
    }

    fn play(&mut self, m: AnyMove) {
        self.0.play(show(m));
    }

    fn parse_position(&self, text: &str) -> Result<Box<dyn DynGame>, TextError> {
        self.0.parse_position(text).map(|state| Box::new(Typed(state)) as _)
    }

    fn move_text(&self, m: AnyMove) -> String {
        self.0.move_text(show(m))
    }

    fn clicks(&self, m: AnyMove, scene: &Scene) -> Vec<Vec<Click>> {
        self.0.clicks(show(m), scene)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, TextError> {
        self.0.parse_move(text).map(hide)
    }

    fn spellings(&self, m: AnyMove) -> Vec<String> {
        self.0.spellings(show(m))
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<AnyMove>) -> Result<usize, TextError> {
        let mut moves = Vec::new();
        let read = self.0.parse_next(words, &mut moves)?;
        out.extend(moves.into_iter().map(hide));
        Ok(read)
    }

    fn count_moves(&self) -> usize {
        with_moves(|buffer| self.0.count_moves(buffer))
    }

    fn pass(&self) -> Option<Box<dyn DynGame>> {
        self.0.pass().map(|state| Box::new(Typed(state)) as _)
    }

    fn is_forcing(&self, m: AnyMove) -> bool {
        self.0.is_forcing(show(m))
    }

    fn winning_move(&self) -> Option<AnyMove> {
        self.0.winning_move().map(hide)
    }

    fn prospects(&self, moves: &[AnyMove], out: &mut Vec<Bounds>) {
        with_moves(|own: &mut Vec<G::Move>| {
            own.extend(moves.iter().map(|&m| show::<G::Move>(m)));
            self.0.prospects(own, out);
        });
    }

    fn prune(&self, moves: &mut Vec<AnyMove>) {
        with_moves(|own: &mut Vec<G::Move>| {
            own.extend(moves.iter().map(|&m| show::<G::Move>(m)));
            self.0.prune(own);
            moves.clear();
            moves.extend(own.iter().map(|&m| hide(m)));
        });
    }

    fn symmetries(&self) -> Vec<Box<dyn DynGame>> {
        self.0.symmetries().into_iter().map(|state| Box::new(Typed(state)) as _).collect()
    }

    fn advance(&mut self, from: &dyn DynGame, m: AnyMove, keys: Keys) -> Option<Standing> {
        let from: &dyn Any = from;
        Some(self.0.advance(&from.downcast_ref::<Self>()?.0, show(m), keys))
    }

    fn play_out(&mut self, rng: &mut Rng, see: Option<&mut dyn FnMut(Player, AnyMove)>) -> Outcome {
        match see {
            Some(see) => self.0.play_out(rng, Some(&mut |player, m| see(player, hide(m)))),
            None => self.0.play_out(rng, None),
        }
    }

    fn proof_rule(&self) -> Option<Box<dyn ProofRule<AnyState>>> {
        self.0.proof_rule().map(|rule| Box::new(proof_rule::Hidden::<G>::new(rule)) as _)
    }

    fn bounds_after(&self, m: AnyMove, depth: u32) -> Bounds {
        with_moves(|buffer| self.0.bounds_after(show(m), depth, buffer))
    }

    fn child_generator(&self) -> Box<dyn ChildGenerator<AnyState>> {
        Box::new(Hidden::<G>::default())
    }

    fn built_in(&self, evaluator: BuiltIn) -> Box<dyn Evaluator<AnyState>> {
        evaluator.hidden::<G>()
    }
}
