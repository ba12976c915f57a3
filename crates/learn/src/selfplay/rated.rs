//! A game whose terminal states are rated in another way.
//!
//! Values are backed up while a search runs, so another f_t cannot be put in afterwards. A game around the game
//! is the one place that changes: the search stays as it is.

use std::hash::{Hash, Hasher};

use game::{Bounds, Game, Key, Outcome, Player, TextError, View};
use serde::{Deserialize, Serialize};

/// f_t: what terminal states are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TerminalValue {
    /// As the game says ([`Game::score`]).
    #[default]
    Score,
    /// 1, 0 or -1.
    Gain,
    /// An earlier win is worth more.
    Depth,
}

impl TerminalValue {
    /// No state is worth more.
    pub fn largest(self) -> f32 {
        match self {
            TerminalValue::Gain => 1.0,
            TerminalValue::Score | TerminalValue::Depth => 2.0,
        }
    }
}

/// The margin of a win after so many moves is a half.
const HALF_TIME: f32 = 64.0;

/// A state with another f_t. It equals another one if the states of the game do.
#[derive(Clone, Debug)]
pub struct Rated<G> {
    state: G,
    plies: u16,
    by: TerminalValue,
}

impl<G: Game> Rated<G> {
    /// The start of a game.
    pub fn new(start: G, by: TerminalValue) -> Rated<G> {
        Rated { state: start, plies: 0, by }
    }

    /// The state of the game itself.
    pub fn state(&self) -> &G {
        &self.state
    }

    fn with(&self, state: G) -> Rated<G> {
        Rated { state, ..*self }
    }
}

impl<G: Game> PartialEq for Rated<G> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<G: Game> Eq for Rated<G> {}

impl<G: Game> Hash for Rated<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<G: Game> Game for Rated<G> {
    type Move = G::Move;

    fn rules_version(&self) -> u32 {
        self.state.rules_version()
    }

    fn within_turn(&self) -> &'static str {
        self.state.within_turn()
    }

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
        self.plies = self.plies.saturating_add(1);
    }

    fn key(&self) -> Key {
        self.state.key()
    }

    fn score(&self) -> f32 {
        let outcome = self.state.outcome();
        match (self.by, outcome) {
            (TerminalValue::Gain, Some(outcome)) => f32::from(outcome.gain()),
            (TerminalValue::Depth, Some(outcome)) => {
                outcome.score(HALF_TIME / (HALF_TIME + f32::from(self.plies)))
            }
            _ => self.state.score(),
        }
    }

    fn position(&self) -> String {
        self.state.position()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        self.state.parse_position(text).map(|state| self.with(state))
    }

    fn move_text(&self, m: G::Move) -> String {
        self.state.move_text(m)
    }

    fn view(&self) -> View {
        self.state.view()
    }

    fn mobility(&self) -> Option<[u32; 2]> {
        self.state.mobility()
    }

    fn estimate(&self) -> Option<f32> {
        self.state.estimate()
    }

    /// What the game sees without a search tells who wins, not by how much: it is looked at only where that is
    /// all that counts.
    fn winning_move(&self) -> Option<G::Move> {
        if self.by == TerminalValue::Gain { self.state.winning_move() } else { None }
    }

    fn bounds(&self) -> Bounds {
        if self.by == TerminalValue::Gain { self.state.bounds() } else { Bounds::ANY }
    }

    fn canonical_key(&self) -> Key {
        self.state.canonical_key()
    }

    fn sharing_key(&self) -> Key {
        self.state.sharing_key()
    }

    fn graded(&self) -> bool {
        self.state.graded()
    }

    fn feature_count(&self) -> usize {
        self.state.feature_count()
    }

    fn features(&self, out: &mut Vec<u32>) {
        self.state.features(out);
    }

    fn symmetries(&self) -> Vec<Self> {
        self.state.symmetries().into_iter().map(|state| self.with(state)).collect()
    }

    fn forget_past(&mut self) {
        self.state.forget_past();
    }
}
