//! A game under another notion of which states are the same.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;

use game::history::{Cyclic, History};
use game::{Features, Game, Key, Machinery, Sharing, Sight, TextError, forward};

/// Which states are the same to a search.
pub trait Identity<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Whether the states of the game are then distinguished as [`Sharing::graded`] requires.
    const GRADED: bool;
    /// Equal keys mean the same state. `line` is a key of all moves played so far, `plies` is their number.
    fn key(state: &G, line: Key, plies: u64) -> Key;
}

/// No two lines lead to the same state: nothing is ever shared.
#[derive(Clone, Debug)]
pub struct WholeLine;

impl<G: Game> Identity<G> for WholeLine {
    const GRADED: bool = true;
    fn key(_: &G, line: Key, _: u64) -> Key {
        line
    }
}

/// The mistake that [`game::history`] warns of: the board and the length of the way, without the past.
#[derive(Clone, Debug)]
pub struct BoardAlone;

impl<B: Cyclic> Identity<History<B>> for BoardAlone {
    const GRADED: bool = true;
    fn key(state: &History<B>, _: Key, plies: u64) -> Key {
        state.board().repetition_key() ^ Key::of(plies)
    }
}

/// The same rules, with states distinguished by `I`.
#[derive(Clone, Debug)]
pub struct Keyed<G, I> {
    state: G,
    line: Key,
    plies: u64,
    identity: PhantomData<I>,
}

impl<G: Game, I: Identity<G>> Keyed<G, I> {
    pub fn new(state: G) -> Self {
        Keyed { state, line: Key::default(), plies: 0, identity: PhantomData }
    }
}

impl<G: Game, I: Identity<G>> PartialEq for Keyed<G, I> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<G: Game, I: Identity<G>> Eq for Keyed<G, I> {}

impl<G: Game, I: Identity<G>> Hash for Keyed<G, I> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game, I: Identity<G>> Game for Keyed<G, I> {
    type Move = G::Move;

    forward!(state: turn, outcome, moves, score, raw_score, pieces, longest, position, move_text, view, rules_version);
    forward!(state: definition, parse_move, within_turn, parse_next, count_moves, perft, forget_past);
    forward!(state: spellings, decisions_left, player_names, scene, clicks);

    fn play(&mut self, m: G::Move) {
        self.state.play(m);
        self.plies += 1;
        let mut hasher = DefaultHasher::new();
        (self.line, m).hash(&mut hasher);
        self.line = Key::of(hasher.finish());
    }

    fn key(&self) -> Key {
        I::key(&self.state, self.line, self.plies)
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.state.parse_position(text).map(Keyed::new)
    }
}

/// Searches are compared by the rules alone.
impl<G: Game, I: Identity<G>> Sight<G::Move> for Keyed<G, I> {}

impl<G: Game, I: Identity<G>> Sharing for Keyed<G, I> {
    fn graded(&self) -> bool {
        I::GRADED
    }
}

impl<G: Game, I: Identity<G>> Features for Keyed<G, I> {}

impl<G: Game, I: Identity<G>> Machinery for Keyed<G, I> {}
