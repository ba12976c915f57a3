//! The rules of a game: the one interface between a game and everything else.

use std::fmt::Debug;
use std::hash::Hash;

use crate::code::Code;
use crate::key::mix;
use crate::perft::{self, Unit};
use crate::scene::Click;
use crate::{Definition, Features, Key, Machinery, Outcome, Player, Scene, Sharing, Sight, TextError, View};

/// What players are called who have no colours.
pub const SEATS: [&str; 2] = ["the first player", "the second player"];

/// A state of a finite, acyclic two-player game of perfect information, with its rules.
///
/// A state is everything that the rest of the game depends on. Where a rule looks at the past (repetition,
/// counters), that past belongs to equality, key and text: see [`crate::history`].
///
/// The first ten methods are the game. The others have defaults that are always right; a game overrides
/// them where it can do better. So do the other aspects of a game, which are traits of their own and may be
/// left empty:
///
/// | trait | what it says |
/// |---|---|
/// | [`Sight`] | what a state shows without a search: wins, bounds, estimates |
/// | [`Sharing`] | which states share what a search knows of them |
/// | [`Features`] | what a network sees of a state, and the mirror images of the state |
/// | [`Machinery`] | how loops over states reach the type of the game; no game overrides it |
///
/// [`crate::laws`] checks all of them. A game around another game states its own methods and
/// [forwards](crate::forward) the others.
pub trait Game:
    Sight<<Self as Game>::Move>
    + Sharing
    + Features
    + Machinery
    + Clone
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
{
    /// One decision of the player to move.
    type Move: Code;

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

    /// How clear (or how early) the end of the game is, with the sign of its outcome (see [`Outcome::score`]): the usual f_t
    /// of a terminal state. [`TerminalValue`](crate::TerminalValue) names the others.
    fn score(&self) -> f32;

    /// The position in the game's usual notation. [`Game::parse_position`] gives the same state back.
    fn position(&self) -> String;

    /// Reads a position of the same variant as `self`, or of another size where the text says the size.
    fn parse_position(&self, text: &str) -> Result<Self, TextError>;

    /// A legal move in the game's usual notation.
    fn move_text(&self, m: Self::Move) -> String;

    /// A picture of the state.
    fn view(&self) -> View;

    /// The picture as a front end draws it: the same cells and notes, laid out by the [lattice](Features::lattice), with what
    /// the board has besides.
    fn scene(&self) -> Scene {
        Scene::new(self.view(), &self.lattice())
    }

    /// The ways to click a legal move in the [scene](Game::scene) of this state. No way is that of another move, or the
    /// beginning of one. The default are the cells that the text of the move names, and buttons for other words.
    fn clicks(&self, m: Self::Move, scene: &Scene) -> Vec<Vec<Click>> {
        scene.clicks_of(&self.move_text(m))
    }

    /// Another number whenever the rules change: a proof under other rules proves nothing here. A game around
    /// another game combines its own number with the inner one: see [`combine_versions`].
    fn rules_version(&self) -> u32 {
        1
    }

    /// A digest of what defines the game besides its name and its rules, such as the content of a file. Files about the
    /// game hold it, and are refused when it changes. `None` where the name says all.
    fn definition(&self) -> Option<Definition> {
        None
    }

    /// Reads a legal move. The default is [`listed_move`].
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        listed_move(self, text)
    }

    /// What stands between the decisions of one turn when people write them: `j4-h4` and `/b4` are one move
    /// of Amazons with nothing between them, two stones of Connect6 have a comma.
    fn within_turn(&self) -> &'static str {
        " "
    }

    /// Other ways in which people write a legal move, such as `Nf3` and `Ng1f3` for `g1f3`. One text may be offered for
    /// several moves: then it is ambiguous, and [`read_move`](crate::reading::read_move) says so.
    fn spellings(&self, _: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// How many decisions are probably left in the turn of the player to move, this one included: 2 before a queen of
    /// Amazons moves, 1 before it shoots.
    fn decisions_left(&self) -> u32 {
        1
    }

    /// What the players are called in sentences such as "White wins", the first player first. Before it is settled who has
    /// which colour, these are the names of the seats.
    fn player_names(&self) -> [&'static str; 2] {
        SEATS
    }

    /// Reads the decisions that the first of these words stand for, appends them to `out`, and returns how
    /// many words they were. A word is usually one decision; it may be a whole turn, or a mark that stands for
    /// none, and a decision may take several words. `words` is not empty.
    fn parse_next(&self, words: &[&str], out: &mut Vec<Self::Move>) -> Result<usize, TextError> {
        out.push(self.parse_move(words[0])?);
        Ok(1)
    }

    /// How many legal moves there are. `buffer` is scratch space.
    #[inline]
    fn count_moves(&self, buffer: &mut Vec<Self::Move>) -> usize {
        buffer.clear();
        self.moves(buffer);
        buffer.len()
    }

    /// The points of player 1 minus those of player 2 in this state, on the game's own scale, where the rules decide the
    /// game by points. They are used in terminal states; every state of a game has them, or none.
    fn raw_score(&self) -> Option<f32> {
        None
    }

    /// How many pieces each player has on the board; `None` if there is no board. The default counts those of the
    /// [picture](Game::view).
    fn pieces(&self) -> Option<[u32; 2]> {
        self.view().pieces()
    }

    /// A bound on the number of plies from here to the end of the game, however it is played. It becomes smaller with
    /// every ply. `None` if the game knows no useful one.
    fn longest(&self) -> Option<u32> {
        None
    }

    /// Counts the lines of `depth` moves or turns by the rules of the board alone, without history rules.
    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        perft::count(self, depth, unit)
    }

    /// Forgets the past and what it says about the end, so that a line may go on where only the rules of the
    /// board count: on the way to a position whose perft is asked for.
    fn forget_past(&mut self) {}
}

/// The version of the rules of a game around another game, made of the version of what it adds and of
/// [that of the inner game](Game::rules_version). It is another number when either of them changes; at version 0 of what is
/// added it is that of the inner game.
pub const fn combine_versions(added: u32, inner: u32) -> u32 {
    match added {
        0 => inner,
        _ => mix((added as u64) << 32 | inner as u64) as u32,
    }
}

/// The legal move with this text, in upper or lower case; the error lists some of them.
pub fn listed_move<G: Game>(state: &G, text: &str) -> Result<G::Move, TextError> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let text = text.trim();
    moves.iter().copied().find(|&m| state.move_text(m).eq_ignore_ascii_case(text)).ok_or_else(|| {
        let mut legal: Vec<String> = moves.iter().take(12).map(|&m| state.move_text(m)).collect();
        if legal.is_empty() {
            return TextError::new(format!("`{text}` cannot be played: the game is over"));
        }
        if moves.len() > legal.len() {
            legal.push(format!("... ({} in all)", moves.len()));
        }
        TextError::new(format!("`{text}` is not a legal move here; legal: {}", legal.join(" ")))
    })
}
