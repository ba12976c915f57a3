//! Rules that look at the past: repetition and counters, as one mechanism over pure board rules.
//!
//! The board rules may run in circles; [`History`] makes an acyclic game of them. It remembers the positions
//! since the last move that can never be undone, and asks the game's [`Cyclic::verdict`] after every move.
//! What it remembers is part of equality, key and text, because the rest of the game depends on it: a table
//! that knew only the board would prove wrong values.

mod aspects;
mod past;

use std::hash::{Hash, Hasher};

pub use self::past::Past;
use self::past::{Link, Links};
use crate::grid::words;
use crate::perft::{self, Unit};
use crate::{Game, Key, Outcome, Scene, TextError, View, combine_versions, forward};

/// Board rules with cycles, and what the past means to them. A change of what the past means is a change of the rules: see
/// [`Game::rules_version`].
pub trait Cyclic: Game {
    /// Whether this legal move can never be undone, so that no earlier position can come again. What came
    /// before it is forgotten.
    fn irreversible(&self, m: Self::Move) -> bool;

    /// How the past ends the game in this position, if it does, or a rule that the board's own outcome leaves
    /// out because it does not count for perft. Asked after every move and about a position without a past.
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome>;

    /// Whether the past forbids moves. Then it is one of the rules of the board, and perft counts with it.
    const FORBIDS: bool = false;

    /// Appends the moves of the board that the past forbids here, each once. Another one is always left.
    fn forbidden(&self, _past: &Past<'_, Self>, _out: &mut Vec<Self::Move>) {}

    /// f_t of a game that the past has ended like this.
    fn verdict_score(&self, outcome: Outcome) -> f32 {
        outcome.score(0.0)
    }

    /// What makes two positions the same to a repetition rule: the key without counters.
    fn repetition_key(&self) -> Key {
        self.key()
    }

    /// Whether this position is an occurrence to the rules, which it is not in the middle of a turn. Positions
    /// that do not count are no part of the past that makes states different.
    #[inline]
    fn counts(&self) -> bool {
        true
    }

    /// Whether the verdict also depends on the order in which earlier positions came, not only on how often.
    const ORDER_MATTERS: bool = false;
}

/// The version of what a history adds to the rules of a board: another number whenever it changes. What a game means by
/// its past ([`Cyclic`]) belongs to the version of the board.
const VERSION: u32 = 0;

/// An odd number without a pattern.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Where the numbers of keys for plies begin: far from those of stones and of counters.
const PLIES: u64 = 0x0911_e500_0000_0000;

/// A board with the past that its rules look at: an acyclic [`Game`].
#[derive(Clone, Debug)]
pub struct History<B: Cyclic> {
    board: B,
    past: Links<B>,
    verdict: Option<Outcome>,
    /// The verdict or the end by the rules of the board, kept because it is asked for often.
    outcome: Option<Outcome>,
    /// Plies since this history began. Not a part of the state: only the sharing key looks at it.
    plies: u32,
}

impl<B: Cyclic> History<B> {
    /// A position without a past. It counts as the first occurrence of itself.
    pub fn new(board: B) -> Self {
        let mut state = History { board, past: Links::NONE, verdict: None, outcome: None, plies: 0 };
        state.update_verdict();
        state
    }

    fn update_verdict(&mut self) {
        self.outcome = self.board.outcome();
        if self.outcome.is_none() {
            self.verdict = self.board.verdict(&self.past());
            self.outcome = self.verdict;
        }
    }

    /// The position itself.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// What the rules may ask about the past.
    pub fn past(&self) -> Past<'_, B> {
        Past { board: &self.board, links: &self.past }
    }

    /// This position as the latest one of a past, when `m` is played in it.
    #[inline]
    fn link(&self, m: B::Move) -> Link<B> {
        let key = self.board.repetition_key();
        let (positions, length) = self.past.latest().map_or((0, 0), |link| (link.positions, link.length));
        let positions = match self.board.counts() {
            true if B::ORDER_MATTERS => positions.wrapping_mul(FACTOR).wrapping_add(key.0),
            true => positions.wrapping_add(key.0),
            false => positions,
        };
        Link { board: self.board.clone(), played: m, key, positions, length: length + 1 }
    }

    /// The moves of the board that the past forbids.
    #[inline]
    fn forbidden(&self) -> Vec<B::Move> {
        let mut forbidden = Vec::new();
        if B::FORBIDS && self.past.latest().is_some() {
            self.board.forbidden(&self.past(), &mut forbidden);
        }
        forbidden
    }

    /// Refuses moves of the board, read from a text, where the past forbids one or ends the game before the last.
    fn check_repetitions(&self, moves: &[B::Move], text: &str) -> Result<(), TextError> {
        let [first, rest @ ..] = moves else { return Ok(()) };
        if self.verdict.is_some() {
            return Err(over(text));
        }
        if self.forbidden().contains(first) {
            return Err(TextError::new(format!("`{text}` would repeat an earlier position")));
        }
        if rest.is_empty() {
            return Ok(());
        }
        let mut next = self.clone();
        next.play(*first);
        next.check_repetitions(rest, text)
    }

    /// The earlier positions in an order that equal pasts share.
    fn past_keys(&self) -> Vec<Key> {
        let counted = self.past.iter().filter(|link| link.board.counts());
        let mut keys: Vec<Key> = counted.map(|link| link.key).collect();
        if !B::ORDER_MATTERS {
            keys.sort_unstable();
        }
        keys
    }
}

fn over(text: &str) -> TextError {
    TextError::new(format!("`{text}` cannot be played: the game is over"))
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

#[deny(clippy::missing_trait_methods)]
impl<B: Cyclic> Game for History<B> {
    type Move = B::Move;

    forward!(board: turn, move_text, clicks, within_turn, spellings, decisions_left, player_names, definition);

    fn rules_version(&self) -> u32 {
        combine_versions(VERSION, self.board.rules_version())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn moves(&self, out: &mut Vec<B::Move>) {
        if self.verdict.is_none() {
            let start = out.len();
            self.board.moves(out);
            let forbidden = self.forbidden();
            if !forbidden.is_empty() {
                let mut index = 0;
                out.retain(|m| {
                    index += 1;
                    index <= start || !forbidden.contains(m)
                });
            }
        }
    }

    fn play(&mut self, m: B::Move) {
        self.plies += 1;
        if self.board.irreversible(m) {
            self.past.clear();
        } else {
            self.past.push(self.link(m));
        }
        self.board.play(m);
        self.update_verdict();
    }

    fn key(&self) -> Key {
        // The factor keeps a past of this very position from cancelling the board's own key.
        let past = self.past.latest().map_or(0, |link| link.positions);
        Key(self.board.key().0 ^ past.wrapping_mul(FACTOR))
    }

    fn score(&self) -> f32 {
        match self.verdict {
            Some(outcome) => self.board.verdict_score(outcome),
            None => self.board.score(),
        }
    }

    forward!(board: raw_score, pieces);

    /// The bound of a board that may run in circles says nothing of when the past ends the game.
    fn longest(&self) -> Option<u32> {
        None
    }

    /// The last position without a past, then ` moves ` and the moves since, as in UCI.
    fn position(&self) -> String {
        let links: Vec<_> = self.past.iter().collect();
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

    fn parse_move(&self, text: &str) -> Result<B::Move, TextError> {
        if self.verdict.is_some() {
            return Err(over(text));
        }
        let m = self.board.parse_move(text)?;
        self.check_repetitions(&[m], text)?;
        Ok(m)
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<B::Move>) -> Result<usize, TextError> {
        if self.verdict.is_some() {
            return Err(over(words[0]));
        }
        let start = out.len();
        let read = self.board.parse_next(words, out)?;
        self.check_repetitions(&out[start..], words[0])?;
        Ok(read)
    }

    fn view(&self) -> View {
        let mut view = self.board.view();
        let occurrences = self.past().occurrences();
        if occurrences > 1 && !B::FORBIDS && self.board.counts() {
            view.notes.push(format!("occurrence {occurrences} of this position"));
        }
        view
    }

    fn scene(&self) -> Scene {
        Scene { notes: self.view().notes, ..self.board.scene() }
    }

    fn count_moves(&self, buffer: &mut Vec<B::Move>) -> usize {
        match self.verdict {
            None => self.board.count_moves(buffer) - self.forbidden().len(),
            Some(_) => 0,
        }
    }

    /// A past that forbids moves is one of the rules of the board and stays.
    fn forget_past(&mut self) {
        if !B::FORBIDS {
            self.past.clear();
        }
        self.board.forget_past();
        self.verdict = None;
        self.outcome = self.board.outcome();
    }

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        if B::FORBIDS { perft::count(self, depth, unit) } else { self.board.perft(depth, unit) }
    }
}
