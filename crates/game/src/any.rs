//! A state of any game: the one seam between rules, which are compiled for their game, and everything else, which is
//! compiled once.
//!
//! [`Rules`] is object-safe and implemented once for every [`Game`]. [`AnyState`] owns such an object and is itself a
//! [`Game`] whose moves are numbers, so that whatever is written for a `G: Game` serves all games by one copy of its
//! code. A game that arrives at run time implements [`Rules`] by itself.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::children::{self, ChildGenerator, Family, Keys, Look, Standing};
use crate::code::{Code, Width};
use crate::evaluate::{BuiltIn, Evaluator};
use crate::perft::Unit;
use crate::{Bounds, ColourSwap, Game, Key, Lattice, Outcome, Planes, Player, Rng, TextError, View};

/// The number of a move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyMove(pub u32);

impl Code for AnyMove {
    /// What a game does not say otherwise: see [`Game::move_width`].
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

/// The rules of a game behind a pointer. Each method is the one of [`Game`] with the same name.
#[allow(missing_docs)] // They are documented there.
pub trait Rules: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Rules>;
    /// Becomes a copy of another state without new memory. Returns whether it could: not if that is of another type.
    fn copy_from(&mut self, other: &dyn Rules) -> bool;
    fn equals(&self, other: &dyn Rules) -> bool;
    fn rules_version(&self) -> u32;
    fn turn(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn moves(&self, out: &mut Vec<AnyMove>);
    fn play(&mut self, m: AnyMove);
    fn key(&self) -> Key;
    fn score(&self) -> f32;
    fn position(&self) -> String;
    fn parse_position(&self, text: &str) -> Result<Box<dyn Rules>, TextError>;
    fn move_text(&self, m: AnyMove) -> String;
    fn view(&self) -> View;
    fn parse_move(&self, text: &str) -> Result<AnyMove, TextError>;
    fn within_turn(&self) -> &'static str;
    fn parse_next(&self, words: &[&str], out: &mut Vec<AnyMove>) -> Result<usize, TextError>;
    fn move_width(&self) -> Width;
    fn count_moves(&self) -> usize;
    fn mobility(&self) -> Option<[u32; 2]>;
    fn estimate(&self) -> Option<f32>;
    fn pass(&self) -> Option<Box<dyn Rules>>;
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
    fn symmetries(&self) -> Vec<Box<dyn Rules>>;
    fn forget_past(&mut self);
    fn perft(&self, depth: u32, unit: Unit) -> u64;
    /// Becomes the state after a move from another one. `None` if that is of another type.
    fn advance(&mut self, from: &dyn Rules, m: AnyMove, keys: Keys) -> Option<Standing>;
    fn play_out(&mut self, rng: &mut Rng, see: Option<&mut dyn FnMut(Player, AnyMove)>) -> Outcome;
    fn child_generator(&self) -> Box<dyn ChildGenerator<AnyState>>;
    /// An evaluator that every game has, for this one.
    fn built_in(&self, evaluator: BuiltIn) -> Box<dyn Evaluator<AnyState>>;
}

/// A state of some game. It is a [`Game`] itself.
#[derive(Debug)]
pub struct AnyState(Box<dyn Rules>);

impl AnyState {
    /// Hides the type of a state.
    pub fn new<G: Game>(state: G) -> AnyState {
        AnyState(Box::new(Typed(state)))
    }

    /// The state of a game that was not compiled with this program.
    pub fn of(rules: Box<dyn Rules>) -> AnyState {
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

impl Game for AnyState {
    type Move = AnyMove;

    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    #[inline]
    fn turn(&self) -> Player {
        self.0.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<AnyMove>) {
        self.0.moves(out);
    }

    #[inline]
    fn play(&mut self, m: AnyMove) {
        self.0.play(m);
    }

    #[inline]
    fn key(&self) -> Key {
        self.0.key()
    }

    fn score(&self) -> f32 {
        self.0.score()
    }

    fn position(&self) -> String {
        self.0.position()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse_position(text).map(AnyState)
    }

    fn move_text(&self, m: AnyMove) -> String {
        self.0.move_text(m)
    }

    fn view(&self) -> View {
        self.0.view()
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, TextError> {
        self.0.parse_move(text)
    }

    fn within_turn(&self) -> &'static str {
        self.0.within_turn()
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<AnyMove>) -> Result<usize, TextError> {
        self.0.parse_next(words, out)
    }

    fn move_width(&self) -> Width {
        self.0.move_width()
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

    fn child_generator(&self) -> Box<dyn ChildGenerator<AnyState>> {
        self.0.child_generator()
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<AnyMove>) -> usize {
        self.0.count_moves()
    }

    fn mobility(&self) -> Option<[u32; 2]> {
        self.0.mobility()
    }

    fn estimate(&self) -> Option<f32> {
        self.0.estimate()
    }

    fn pass(&self) -> Option<Self> {
        self.0.pass().map(AnyState)
    }

    fn is_forcing(&self, m: AnyMove) -> bool {
        self.0.is_forcing(m)
    }

    #[inline]
    fn winning_move(&self) -> Option<AnyMove> {
        self.0.winning_move()
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    #[inline]
    fn prospects(&self, moves: &[AnyMove], out: &mut Vec<Bounds>) {
        self.0.prospects(moves, out);
    }

    #[inline]
    fn prune(&self, moves: &mut Vec<AnyMove>) {
        self.0.prune(moves);
    }

    #[inline]
    fn canonical_key(&self) -> Key {
        self.0.canonical_key()
    }

    #[inline]
    fn sharing_key(&self) -> Key {
        self.0.sharing_key()
    }

    fn graded(&self) -> bool {
        self.0.graded()
    }

    fn feature_count(&self) -> usize {
        self.0.feature_count()
    }

    #[inline]
    fn features(&self, out: &mut Vec<u32>) {
        self.0.features(out);
    }

    fn planes(&self) -> Planes {
        self.0.planes()
    }

    fn lattice(&self) -> Lattice {
        self.0.lattice()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        self.0.colour_swap()
    }

    fn symmetries(&self) -> Vec<Self> {
        self.0.symmetries().into_iter().map(AnyState).collect()
    }

    fn forget_past(&mut self) {
        self.0.forget_past();
    }

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        self.0.perft(depth, unit)
    }
}

/// A state whose type is hidden behind [`Rules`].
#[derive(Clone, Debug)]
struct Typed<G>(G);

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
fn hide<M: Code>(m: M) -> AnyMove {
    AnyMove(m.code())
}

#[inline]
fn show<M: Code>(m: AnyMove) -> M {
    M::from_code(m.0)
}

impl<G: Game> Rules for Typed<G> {
    fn copy(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn Rules) -> bool {
        let other: &dyn Any = other;
        match other.downcast_ref::<Self>() {
            Some(other) => self.0.clone_from(&other.0),
            None => return false,
        }
        true
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
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

    fn key(&self) -> Key {
        self.0.key()
    }

    fn score(&self) -> f32 {
        self.0.score()
    }

    fn position(&self) -> String {
        self.0.position()
    }

    fn parse_position(&self, text: &str) -> Result<Box<dyn Rules>, TextError> {
        self.0.parse_position(text).map(|state| Box::new(Typed(state)) as _)
    }

    fn move_text(&self, m: AnyMove) -> String {
        self.0.move_text(show(m))
    }

    fn view(&self) -> View {
        self.0.view()
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, TextError> {
        self.0.parse_move(text).map(hide)
    }

    fn within_turn(&self) -> &'static str {
        self.0.within_turn()
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<AnyMove>) -> Result<usize, TextError> {
        let mut moves = Vec::new();
        let read = self.0.parse_next(words, &mut moves)?;
        out.extend(moves.into_iter().map(hide));
        Ok(read)
    }

    fn move_width(&self) -> Width {
        self.0.move_width()
    }

    fn count_moves(&self) -> usize {
        with_moves(|buffer| self.0.count_moves(buffer))
    }

    fn mobility(&self) -> Option<[u32; 2]> {
        self.0.mobility()
    }

    fn estimate(&self) -> Option<f32> {
        self.0.estimate()
    }

    fn pass(&self) -> Option<Box<dyn Rules>> {
        self.0.pass().map(|state| Box::new(Typed(state)) as _)
    }

    fn is_forcing(&self, m: AnyMove) -> bool {
        self.0.is_forcing(show(m))
    }

    fn winning_move(&self) -> Option<AnyMove> {
        self.0.winning_move().map(hide)
    }

    fn bounds(&self) -> Bounds {
        self.0.bounds()
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

    fn canonical_key(&self) -> Key {
        self.0.canonical_key()
    }

    fn sharing_key(&self) -> Key {
        self.0.sharing_key()
    }

    fn graded(&self) -> bool {
        self.0.graded()
    }

    fn feature_count(&self) -> usize {
        self.0.feature_count()
    }

    fn features(&self, out: &mut Vec<u32>) {
        self.0.features(out);
    }

    fn planes(&self) -> Planes {
        self.0.planes()
    }

    fn lattice(&self) -> Lattice {
        self.0.lattice()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        self.0.colour_swap()
    }

    fn symmetries(&self) -> Vec<Box<dyn Rules>> {
        self.0.symmetries().into_iter().map(|state| Box::new(Typed(state)) as _).collect()
    }

    fn forget_past(&mut self) {
        self.0.forget_past();
    }

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        self.0.perft(depth, unit)
    }

    fn advance(&mut self, from: &dyn Rules, m: AnyMove, keys: Keys) -> Option<Standing> {
        let from: &dyn Any = from;
        Some(self.0.advance(&from.downcast_ref::<Self>()?.0, show(m), keys))
    }

    fn play_out(&mut self, rng: &mut Rng, see: Option<&mut dyn FnMut(Player, AnyMove)>) -> Outcome {
        match see {
            Some(see) => self.0.play_out(rng, Some(&mut |player, m| see(player, hide(m)))),
            None => self.0.play_out(rng, None),
        }
    }

    fn child_generator(&self) -> Box<dyn ChildGenerator<AnyState>> {
        Box::new(Hidden::<G> { typed: children::Typed::default(), moves: Vec::new(), states: Vec::new() })
    }

    fn built_in(&self, evaluator: BuiltIn) -> Box<dyn Evaluator<AnyState>> {
        evaluator.hidden::<G>()
    }
}

/// A generator of children of a known type, for a search that does not know it.
struct Hidden<G: Game> {
    typed: children::Typed<G>,
    moves: Vec<G::Move>,
    /// The leaves for evaluators that were not made for the type.
    states: Vec<AnyState>,
}

impl<G: Game> Hidden<G> {
    /// Writes the leaves to `states`, without new memory where there has been a state before.
    fn show_leaves(&mut self) -> &[AnyState] {
        let Hidden { typed, states, .. } = self;
        for (index, leaf) in typed.leaves.iter().enumerate() {
            let slot = states.get_mut(index).and_then(|state| {
                let any: &mut dyn Any = &mut *state.0;
                any.downcast_mut::<Typed<G>>()
            });
            match slot {
                Some(slot) => slot.0.clone_from(leaf),
                None => states.push(AnyState::new(leaf.clone())),
            }
        }
        &states[..typed.leaves.len()]
    }
}

/// # Panics
/// A generator serves the game that made it. It is asked about no other one.
#[inline]
fn typed<G: Game>(state: &AnyState) -> &G {
    state.downcast().expect("a generator is asked about its own game")
}

impl<G: Game> ChildGenerator<AnyState> for Hidden<G> {
    fn generate(&mut self, state: &AnyState, look: Look, family: &mut Family<AnyMove>) -> bool {
        let Family { moves, children, keys } = family;
        let (typed, state) = (&mut self.typed, typed::<G>(state));
        let is_whole = typed.generate_lists(state, look, &mut self.moves, (children, keys));
        moves.clear();
        moves.extend(self.moves.iter().map(|&m| hide(m)));
        is_whole
    }

    fn look_along(
        &mut self,
        state: &AnyState,
        moves: &[AnyMove],
        forcing: bool,
        stop: bool,
        children: &mut Vec<(usize, Option<Outcome>)>,
    ) -> Option<usize> {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&m| show::<G::Move>(m)));
        self.typed.look_along(typed::<G>(state), &self.moves, forcing, stop, children)
    }

    fn sharing_keys(&mut self, state: &AnyState, moves: &[AnyMove], keys: &mut Vec<Key>) {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|&m| show::<G::Move>(m)));
        self.typed.sharing_keys(typed::<G>(state), &self.moves, keys);
    }

    fn keep(&mut self, numbers: &[u32]) {
        self.typed.keep(numbers);
    }

    fn evaluate(&mut self, parent: &AnyState, evaluator: &dyn Evaluator<AnyState>, values: &mut [f32]) {
        if !evaluator.evaluate_hidden(typed::<G>(parent), &self.typed.leaves, values) {
            evaluator.evaluate(parent, self.show_leaves(), values);
        }
    }

    fn bounds(
        &mut self,
        parent: &AnyState,
        evaluator: &dyn Evaluator<AnyState>,
        spread: f32,
        bounds: &mut [[f32; 2]],
    ) {
        evaluator.bounds(parent, self.show_leaves(), spread, bounds);
    }

    fn count_moves(&mut self, out: &mut Vec<(Player, u32)>) {
        self.typed.count_moves(out);
    }

    fn bytes(&self) -> usize {
        self.typed.bytes()
            + self.moves.capacity() * size_of::<G::Move>()
            + self.states.len() * (size_of::<AnyState>() + size_of::<G>())
    }
}
