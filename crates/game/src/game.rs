//! The one interface between rules and everything else.

use std::fmt::Debug;
use std::hash::Hash;

use crate::children::{self, ChildGenerator, Keys, Standing};
use crate::code::{Code, Width};
use crate::perft::{self, Unit};
use crate::view::RowOne;
use crate::{Bounds, ColourSwap, Key, Lattice, Outcome, Planes, Player, Rng, TextError, Tiling, View};

/// A state of a finite, acyclic two-player game of perfect information, with its rules.
///
/// A state is everything that the rest of the game depends on. Where a rule looks at the past (repetition,
/// counters), that past belongs to equality, key and text: see [`crate::history`].
///
/// The first ten methods are the game. The others have defaults that are always right; a game overrides
/// them where it can do better. [`crate::laws`] checks all of them.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One decision of the player to move.
    type Move: Code;

    /// Another number whenever the rules change: a proof under other rules proves nothing here.
    fn rules_version(&self) -> u32 {
        1
    }

    /// j(s): the player to move. Turns need not alternate.
    fn turn(&self) -> Player;

    /// How the game ended; `Some` iff the state is terminal, which is iff there are no moves.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends all legal moves to `out`, without duplicates, always in the same order.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move);

    /// The key of the whole state, kept up to date by [`Game::play`].
    fn key(&self) -> Key;

    /// f_t: the richer value of a terminal state, with the sign of its outcome (see [`Outcome::score`]).
    fn score(&self) -> f32;

    /// The position in the game's usual notation. [`Game::parse_position`] gives the same state back.
    fn position(&self) -> String;

    /// Reads a position of the same variant as `self`, or of another size where the text says the size.
    fn parse_position(&self, text: &str) -> Result<Self, TextError>;

    /// A legal move in the game's usual notation.
    fn move_text(&self, m: Self::Move) -> String;

    /// A picture of the state.
    fn view(&self) -> View;

    /// Reads a legal move. The default compares with the text of every legal move, in upper or lower case.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let text = text.trim();
        moves.iter().copied().find(|&m| self.move_text(m).eq_ignore_ascii_case(text)).ok_or_else(|| {
            let mut legal: Vec<String> = moves.iter().take(12).map(|&m| self.move_text(m)).collect();
            if legal.is_empty() {
                return TextError::new(format!("`{text}` cannot be played: the game is over"));
            }
            if moves.len() > legal.len() {
                legal.push(format!("... ({} in all)", moves.len()));
            }
            TextError::new(format!("`{text}` is not a legal move here; legal: {}", legal.join(" ")))
        })
    }

    /// What stands between the decisions of one turn when people write them: `j4-h4` and `/b4` are one move
    /// of Amazons with nothing between them, two stones of Connect6 have a comma.
    fn within_turn(&self) -> &'static str {
        " "
    }

    /// Reads the decisions that the first of these words stand for, appends them to `out`, and returns how
    /// many words they were. A word is usually one decision; it may be a whole turn, or a mark that stands for
    /// none, and a decision may take several words. `words` is not empty.
    fn parse_next(&self, words: &[&str], out: &mut Vec<Self::Move>) -> Result<usize, TextError> {
        out.push(self.parse_move(words[0])?);
        Ok(1)
    }

    /// How a tree stores moves.
    fn move_width(&self) -> Width {
        Self::Move::WIDTH
    }

    /// Generates children for a search. No game need say anything else here: it is how a state of a hidden type
    /// ([`crate::AnyState`]) reaches the loops of its own type.
    fn child_generator(&self) -> Box<dyn ChildGenerator<Self>> {
        Box::new(children::Typed::default())
    }

    /// Becomes the state after a legal move from another one, and tells what a search asks of every state.
    #[inline]
    fn advance(&mut self, from: &Self, m: Self::Move, keys: Keys) -> Standing {
        self.clone_from(from);
        self.play(m);
        Standing::of(self, keys)
    }

    /// Plays random moves until the game is over. `see` is told every move and who played it.
    fn play_out(&mut self, rng: &mut Rng, mut see: Option<&mut dyn FnMut(Player, Self::Move)>) -> Outcome {
        let mut moves = Vec::new();
        loop {
            if let Some(outcome) = self.outcome() {
                return outcome;
            }
            moves.clear();
            self.moves(&mut moves);
            let m = rng.pick(&moves);
            if let Some(see) = &mut see {
                see(self.turn(), m);
            }
            self.play(m);
        }
    }

    /// How many legal moves there are. `buffer` is scratch space.
    #[inline]
    fn count_moves(&self, buffer: &mut Vec<Self::Move>) -> usize {
        buffer.clear();
        self.moves(buffer);
        buffer.len()
    }

    /// How many moves each player would have if it were to move, where that tells who is better off.
    fn mobility(&self) -> Option<[u32; 2]> {
        None
    }

    /// An estimate of a state that is not terminal, seen by player 1, if the game brings one of its own.
    /// It is a function of the state alone.
    fn estimate(&self) -> Option<f32> {
        None
    }

    /// The same state with the opponent to move, where a pass makes sense to a search that asks "what if": not
    /// at the end of the game, not where it would end it, not within a turn of several moves, not in check.
    /// It need not be a legal move.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether a legal move changes so much at once, such as a capture, that the state before it should not be
    /// judged without a look at it.
    fn is_forcing(&self, _m: Self::Move) -> bool {
        false
    }

    /// A move that wins at once, where the game sees one without playing every move. `None` says nothing.
    #[inline]
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// What is certain of the gain under best play from a state that is not terminal, without a search.
    #[inline]
    fn bounds(&self) -> Bounds {
        Bounds::ANY
    }

    /// What is certain of the gain after each of these legal moves, where one closer look at this state tells more than
    /// the [bounds](Game::bounds) of every child do. Nothing is appended where there is no such look.
    #[inline]
    fn prospects(&self, _moves: &[Self::Move], _out: &mut Vec<Bounds>) {}

    /// Takes moves out of the list of all legal moves that the value of this state does not depend on: of those that
    /// stay, one is at least as good for the player to move as any that goes.
    #[inline]
    fn prune(&self, _moves: &mut Vec<Self::Move>) {}

    /// One key for this state and its images under the symmetries of the board: what is proven of one of them
    /// is proven of all. States with equal keys have the same player to move and the same value.
    #[inline]
    fn canonical_key(&self) -> Key {
        self.sharing_key()
    }

    /// The key under which a search shares what it knows of this state. Equal keys mean equal states, but
    /// equal states may have different keys: telling them apart by the length of the way can make a game
    /// [graded](Game::graded) that is not.
    #[inline]
    fn sharing_key(&self) -> Key {
        self.key()
    }

    /// Whether no move from a state leads to a state that another move or a longer line from the same state
    /// reaches too, states with different [`Game::sharing_key`] being different. Then a walk deep in the tree
    /// never changes the other children of a state above it, and the search need not look at them again.
    /// `false` is always safe.
    fn graded(&self) -> bool {
        false
    }

    /// How many features there are in this variant: 0 if the game does not describe its states.
    fn feature_count(&self) -> usize {
        0
    }

    /// Appends the features that are on in this state, each below [`Game::feature_count`] and at most once,
    /// in any order: a piece on a cell, the side to move, counters where they matter. Equal features mean
    /// equal states as far as an evaluation is concerned. A move changes few of them.
    fn features(&self, _out: &mut Vec<u32>) {}

    /// Where the features lie on the board, the same for all states of a variant. The default is a board of one
    /// cell: it says nothing about neighbours.
    fn planes(&self) -> Planes {
        Planes::grid(self.feature_count(), 1, 1)
    }

    /// Which cells of the [planes](Game::planes) are neighbours, where they are drawn and what they are called, the
    /// same for all states of a variant. The default is a board of squares whose first row is at the bottom.
    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Squares, RowOne::Bottom)
    }

    /// How features change when the colours are exchanged, the same for all states of a variant, where the rules are
    /// the same for both sides.
    fn colour_swap(&self) -> Option<ColourSwap> {
        None
    }

    /// The images of this state, other than itself, under the symmetries of the board that leave the game as
    /// it is: the same player to move, as many moves, the same outcome.
    fn symmetries(&self) -> Vec<Self> {
        Vec::new()
    }

    /// Forgets the past and what it says about the end, so that a line may go on where only the rules of the
    /// board count: on the way to a position whose perft is asked for.
    fn forget_past(&mut self) {}

    /// Counts the lines of `depth` moves or turns by the rules of the board alone, without history rules.
    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        perft::count(self, depth, unit)
    }
}
