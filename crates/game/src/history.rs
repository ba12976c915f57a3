//! Rules that look at the past: repetition and counters, as one mechanism over pure board rules.
//!
//! The board rules may run in circles; [`History`] makes an acyclic game of them. It remembers the positions
//! since the last move that can never be undone, and asks the game's [`Cyclic::verdict`] after every move.
//! What it remembers is part of equality, key and text, because the rest of the game depends on it: a table
//! that knew only the board would prove wrong values.

mod past;

use std::hash::{Hash, Hasher};

pub use self::past::Past;
use self::past::{Link, Links};
use crate::grid::words;
use crate::perft::{self, Unit};
use crate::{ColourSwap, Game, Key, Lattice, Outcome, Planes, Player, TextError, View};

/// Board rules with cycles, and what the past means to them.
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
    /// Plies since this history began. Not a part of the state: only [`Game::sharing_key`] looks at it.
    plies: u32,
}

impl<B: Cyclic> History<B> {
    /// A position without a past. It counts as the first occurrence of itself.
    pub fn new(board: B) -> Self {
        let mut state = History { board, past: Links::NONE, verdict: None, outcome: None, plies: 0 };
        state.ask_for_the_verdict();
        state
    }

    fn ask_for_the_verdict(&mut self) {
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
        self.ask_for_the_verdict();
    }

    fn key(&self) -> Key {
        // The factor keeps a past of this very position from cancelling the board's own key.
        let past = self.past.latest().map_or(0, |link| link.positions);
        Key(self.board.key().0 ^ past.wrapping_mul(FACTOR))
    }

    /// No earlier position can come again after a pass, so it is the beginning of a history.
    fn pass(&self) -> Option<Self> {
        let passed = self.outcome.is_none().then(|| self.board.pass())?.map(History::new)?;
        passed.outcome.is_none().then_some(passed)
    }

    fn is_forcing(&self, m: B::Move) -> bool {
        self.board.is_forcing(m)
    }

    /// Told apart by the length of the way, which makes every history graded. Little is lost: equal states
    /// with ways of different lengths are those after an irreversible move that could have been played
    /// earlier.
    fn sharing_key(&self) -> Key {
        self.key() ^ Key::of(PLIES + u64::from(self.plies))
    }

    fn graded(&self) -> bool {
        true
    }

    fn score(&self) -> f32 {
        match self.verdict {
            Some(outcome) => self.board.verdict_score(outcome),
            None => self.board.score(),
        }
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

    fn move_text(&self, m: B::Move) -> String {
        self.board.move_text(m)
    }

    fn rules_version(&self) -> u32 {
        self.board.rules_version()
    }

    fn within_turn(&self) -> &'static str {
        self.board.within_turn()
    }

    fn parse_move(&self, text: &str) -> Result<B::Move, TextError> {
        match self.verdict {
            None => match self.board.parse_move(text)? {
                m if self.forbidden().contains(&m) => {
                    Err(TextError::new(format!("`{text}` would repeat an earlier position")))
                }
                m => Ok(m),
            },
            Some(_) => Err(TextError::new(format!("`{text}` cannot be played: the game is over"))),
        }
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<B::Move>) -> Result<usize, TextError> {
        match self.verdict {
            None if B::FORBIDS => {
                out.push(self.parse_move(words[0])?);
                Ok(1)
            }
            None => self.board.parse_next(words, out),
            Some(_) => Err(TextError::new(format!("`{}` cannot be played: the game is over", words[0]))),
        }
    }

    fn view(&self) -> View {
        let mut view = self.board.view();
        let occurrences = self.past().occurrences();
        if occurrences > 1 && !B::FORBIDS && self.board.counts() {
            view.notes.push(format!("occurrence {occurrences} of this position"));
        }
        view
    }

    fn count_moves(&self, buffer: &mut Vec<B::Move>) -> usize {
        match self.verdict {
            None => self.board.count_moves(buffer) - self.forbidden().len(),
            Some(_) => 0,
        }
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

    fn planes(&self) -> Planes {
        self.board.planes()
    }

    fn lattice(&self) -> Lattice {
        self.board.lattice()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        self.board.colour_swap()
    }

    /// Only where there is no past: it would have to be mirrored, too.
    fn symmetries(&self) -> Vec<Self> {
        match self.past.latest() {
            None => self.board.symmetries().into_iter().map(History::new).collect(),
            Some(_) => Vec::new(),
        }
    }

    /// A past that forbids moves is one of the rules of the board and stays.
    fn forget_past(&mut self) {
        if !B::FORBIDS {
            self.past.clear();
        }
        self.verdict = None;
        self.outcome = self.board.outcome();
    }

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        if B::FORBIDS { perft::count(self, depth, unit) } else { self.board.perft(depth, unit) }
    }
}
