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
    /// Whether this legal move can never be undone, so that no earlier position can come again.
    fn irreversible(&self, m: Self::Move) -> bool;

    /// How the past ends the game in this position, if it does.
    fn verdict(&self, record: Record) -> Option<Outcome>;

    /// f_t of a game that the past has ended like this.
    fn verdict_score(&self, outcome: Outcome) -> f32 {
        outcome.score(0.0)
    }
}

/// What the rules of a game may ask about the past of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// How often this position has occurred, now included.
    pub occurrences: u32,
    /// Plies since the last irreversible move.
    pub quiet: u32,
}

/// One earlier position and the move that left it.
#[derive(Debug)]
struct Link<B: Cyclic> {
    board: B,
    played: B::Move,
    /// A key of the multiset of positions up to this one: the order in which they came does not matter.
    positions: u128,
    length: u32,
    earlier: Past<B>,
}

type Past<B> = Option<Arc<Link<B>>>;

impl<B: Cyclic> Drop for Link<B> {
    /// Drops the chain in a loop: it may be longer than a stack is deep.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.earlier.take();
        }
    }
}

/// A board with the past that its rules look at: an acyclic [`Game`].
#[derive(Clone, Debug)]
pub struct History<B: Cyclic> {
    board: B,
    past: Past<B>,
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

    fn links(&self) -> impl Iterator<Item = &Link<B>> {
        std::iter::successors(self.past.as_deref(), |link| link.earlier.as_deref())
    }

    fn record(&self) -> Record {
        let key = self.board.key();
        Record {
            occurrences: 1 + self.links().filter(|link| link.board.key() == key).count() as u32,
            quiet: self.past.as_ref().map_or(0, |link| link.length),
        }
    }

    fn past_keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.links().map(|link| link.board.key()).collect();
        keys.sort_unstable();
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
            self.past = Some(Arc::new(Link {
                positions: positions.wrapping_add(before.key().0),
                length: length + 1,
                board: before,
                played: m,
                earlier,
            }));
        }
        if self.board.outcome().is_none() {
            self.verdict = self.board.verdict(self.record());
        }
    }

    fn key(&self) -> Key {
        // An odd factor keeps a past of this very position from cancelling the board's own key.
        const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
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
        for (start, word) in words.iter().skip(split + 1) {
            let m = state.parse_move(word).map_err(|error| TextError::at(*start, error.to_string()))?;
            state.play(m);
        }
        Ok(state)
    }

    fn move_text(&self, m: B::Move) -> String {
        self.board.move_text(m)
    }

    fn view(&self) -> View {
        let mut view = self.board.view();
        let record = self.record();
        if record.occurrences > 1 {
            view.notes.push(format!("occurrence {} of this position", record.occurrences));
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

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        self.board.perft(depth, unit)
    }
}
