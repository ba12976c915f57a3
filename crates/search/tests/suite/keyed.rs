//! A wrapper that changes which states of a game are considered equal.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;

use game::history::{Cyclic, History};
use game::{Game, Key, Outcome, Player, TextError, View};

/// Which states are equal for a search.
pub trait Identity<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// The value of [`Game::graded`] under this notion of equality.
    const GRADED: bool;
    /// States with equal keys are equal. `line` is a key of all moves played so far, `plies` their number.
    fn key(state: &G, line: Key, plies: u64) -> Key;
}

/// No two lines lead to the same state, so nothing is shared.
#[derive(Clone, Debug)]
pub struct WholeLine;

impl<G: Game> Identity<G> for WholeLine {
    const GRADED: bool = true;
    fn key(_: &G, line: Key, _: u64) -> Key {
        line
    }
}

/// The mistake that [`game::history`] warns of: the board and the number of plies, without the history.
#[derive(Clone, Debug)]
pub struct BoardAlone;

impl<B: Cyclic> Identity<History<B>> for BoardAlone {
    const GRADED: bool = true;
    fn key(state: &History<B>, _: Key, plies: u64) -> Key {
        state.board().repetition_key() ^ Key::of(plies)
    }
}

/// The same rules, with equality defined by `I`.
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

impl<G: Game, I: Identity<G>> Game for Keyed<G, I> {
    type Move = G::Move;

    fn turn(&self) -> Player {
        self.state.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        self.state.moves(out);
    }

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

    fn graded(&self) -> bool {
        I::GRADED
    }

    fn score(&self) -> f32 {
        self.state.score()
    }

    fn position(&self) -> String {
        self.state.position()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.state.parse_position(text).map(Keyed::new)
    }

    fn move_text(&self, m: G::Move) -> String {
        self.state.move_text(m)
    }

    fn view(&self) -> View {
        self.state.view()
    }
}
