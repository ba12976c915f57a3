//! Rules that look at the past: repetition and counters, as one mechanism over pure board rules.
//!
//! The board rules may run in circles; [`History`] makes an acyclic game of them. It remembers the positions
//! since the last move that can never be undone, and asks the game's [`Cyclic::verdict`] after every move.
//! What it remembers is part of equality, key and text, because the rest of the game depends on it: a table
//! that knew only the board would prove wrong values.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::grid::words;
use crate::perft::Unit;
use crate::{Game, Key, Outcome, Player, TextError, View};

/// Board rules with cycles, and what the past means to them.
pub trait Cyclic: Game {
    /// Whether this legal move can never be undone, so that no earlier position can come again. What came
    /// before it is forgotten.
    fn irreversible(&self, m: Self::Move) -> bool;

    /// How the past ends the game in this position, if it does. Asked after every move.
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome>;

    /// f_t of a game that the past has ended like this.
    fn verdict_score(&self, outcome: Outcome) -> f32 {
        outcome.score(0.0)
    }

    /// What makes two positions the same to a repetition rule: the key without counters.
    fn repetition_key(&self) -> Key {
        self.key()
    }

    /// Whether the verdict also depends on the order in which earlier positions came, not only on how often.
    const ORDER_MATTERS: bool = false;
}

/// What the rules of a game may ask about the past of a position.
pub struct Past<'a, B: Cyclic> {
    board: &'a B,
    latest: Option<&'a Link<B>>,
}

impl<'a, B: Cyclic> Past<'a, B> {
    /// How often this position has occurred, now included.
    pub fn occurrences(&self) -> u32 {
        let key = self.board.repetition_key();
        1 + self.earlier().filter(|(board, _)| board.repetition_key() == key).count() as u32
    }

    /// Plies since the last irreversible move.
    pub fn quiet(&self) -> u32 {
        self.latest.map_or(0, |link| link.length)
    }

    /// The earlier positions since the last irreversible move, the latest first, each with the move that
    /// was played in it.
    pub fn earlier(&self) -> impl Iterator<Item = (&'a B, B::Move)> + use<'a, B> {
        std::iter::successors(self.latest, |link| link.earlier.as_deref())
            .map(|link| (&link.board, link.played))
    }
}

/// One earlier position and the move that left it.
#[derive(Debug)]
struct Link<B: Cyclic> {
    board: B,
    played: B::Move,
    /// A key of the positions up to this one, as a multiset or, where the order matters, as a sequence.
    positions: u128,
    length: u32,
    earlier: Links<B>,
}

type Links<B> = Option<Arc<Link<B>>>;

impl<B: Cyclic> Drop for Link<B> {
    /// Drops the chain in a loop: it may be longer than a stack is deep.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.earlier.take();
        }
    }
}

/// An odd number without a pattern.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// A board with the past that its rules look at: an acyclic [`Game`].
#[derive(Clone, Debug)]
pub struct History<B: Cyclic> {
    board: B,
    past: Links<B>,
    verdict: Option<Outcome>,
}

impl<B: Cyclic> History<B> {
    /// A position without a past. It counts as the first occurrence of itself.
    pub fn new(board: B) -> Self {
        History { board, past: None, verdict: None }
    }

    /// The position itself.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// What the rules may ask about the past.
    pub fn past(&self) -> Past<'_, B> {
        Past { board: &self.board, latest: self.past.as_deref() }
    }

    fn links(&self) -> impl Iterator<Item = &Link<B>> {
        std::iter::successors(self.past.as_deref(), |link| link.earlier.as_deref())
    }

    /// The earlier positions in an order that equal pasts share.
    fn past_keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.links().map(|link| link.board.repetition_key()).collect();
        if !B::ORDER_MATTERS {
            keys.sort_unstable();
        }
        keys
    }
}

impl<B: Cyclic> PartialEq for History<B> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.past_keys() == other.past_keys()
    }
}

impl<B: Cyclic> Eq for History<B> {}

impl<B: Cyclic> Hash for History<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<B: Cyclic> Game for History<B> {
    type Move = B::Move;

    fn turn(&self) -> Player {
        self.board.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.outcome().or(self.verdict)
    }

    fn moves(&self, out: &mut Vec<B::Move>) {
        if self.verdict.is_none() {
            self.board.moves(out);
        }
    }

    fn play(&mut self, m: B::Move) {
        if self.board.irreversible(m) {
            self.past = None;
            self.board.play(m);
        } else {
            let before = self.board.clone();
            self.board.play(m);
            let earlier = self.past.take();
            let (positions, length) = earlier.as_ref().map_or((0, 0), |link| (link.positions, link.length));
            let positions: u128 = if B::ORDER_MATTERS { positions.wrapping_mul(FACTOR) } else { positions };
            self.past = Some(Arc::new(Link {
                positions: positions.wrapping_add(before.repetition_key().0),
                length: length + 1,
                board: before,
                played: m,
                earlier,
            }));
        }
        if self.board.outcome().is_none() {
            self.verdict = self.board.verdict(&self.past());
        }
    }

    fn key(&self) -> Key {
        // The factor keeps a past of this very position from cancelling the board's own key.
        let past = self.past.as_ref().map_or(0, |link| link.positions);
        Key(self.board.key().0 ^ past.wrapping_mul(FACTOR))
    }

    fn score(&self) -> f32 {
        match self.verdict {
            Some(outcome) => self.board.verdict_score(outcome),
            None => self.board.score(),
        }
    }

    /// The last position without a past, then ` moves ` and the moves since, as in UCI.
    fn position(&self) -> String {
        let links: Vec<_> = self.links().collect();
        let Some(first) = links.last() else { return self.board.position() };
        let mut text = first.board.position() + " moves";
        for link in links.iter().rev() {
            text.push(' ');
            text.push_str(&link.board.move_text(link.played));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let words: Vec<_> = words(text).collect();
        let split = words.iter().position(|(_, word)| word == "moves").unwrap_or(words.len());
        let end = words.get(split).map_or(text.len(), |&(start, _)| {
            text.char_indices().nth(start).map_or(text.len(), |(byte, _)| byte)
        });
        let mut state = History::new(self.board.parse_position(&text[..end])?);
        let texts: Vec<&str> = words.iter().skip(split + 1).map(|(_, word)| word.as_str()).collect();
        let (mut next, mut decisions) = (0, Vec::new());
        while next < texts.len() {
            decisions.clear();
            let place = words[split + 1 + next].0;
            next += state
                .parse_next(&texts[next..], &mut decisions)
                .map_err(|error| TextError::at(place, error.to_string()))?;
            decisions.iter().for_each(|&m| state.play(m));
        }
        Ok(state)
    }

    fn move_text(&self, m: B::Move) -> String {
        self.board.move_text(m)
    }

    const WITHIN_TURN: &'static str = B::WITHIN_TURN;

    fn parse_move(&self, text: &str) -> Result<B::Move, TextError> {
        match self.verdict {
            None => self.board.parse_move(text),
            Some(_) => Err(TextError::new(format!("`{text}` cannot be played: the game is over"))),
        }
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<B::Move>) -> Result<usize, TextError> {
        match self.verdict {
            None => self.board.parse_next(words, out),
            Some(_) => Err(TextError::new(format!("`{}` cannot be played: the game is over", words[0]))),
        }
    }

    fn view(&self) -> View {
        let mut view = self.board.view();
        let occurrences = self.past().occurrences();
        if occurrences > 1 {
            view.notes.push(format!("occurrence {occurrences} of this position"));
        }
        view
    }

    fn count_moves(&self, buffer: &mut Vec<B::Move>) -> usize {
        if self.verdict.is_none() { self.board.count_moves(buffer) } else { 0 }
    }

    fn mobility(&self) -> Option<[u32; 2]> {
        self.board.mobility()
    }

    fn estimate(&self) -> Option<f32> {
        self.board.estimate()
    }

    /// The features of the board; the past has none.
    fn feature_count(&self) -> usize {
        self.board.feature_count()
    }

    fn features(&self, out: &mut Vec<u32>) {
        self.board.features(out);
    }

    /// Only where there is no past: it would have to be mirrored, too.
    fn symmetries(&self) -> Vec<Self> {
        match self.past {
            None => self.board.symmetries().into_iter().map(History::new).collect(),
            Some(_) => Vec::new(),
        }
    }

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        self.board.perft(depth, unit)
    }
}
