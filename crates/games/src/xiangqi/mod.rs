//! Xiangqi, the chess of China, by the usual rules and by those of the Computer Olympiad.
//!
//! Both share the pieces and how they go; a [`Code`] of rules says what may not be done to the generals and how
//! the past ends the game.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use game::bits::Bits;
use game::grid::words;
use game::history::{Cyclic, History, Past};
use game::scene::{Decoration, Figures};
use game::view::{Glyph, RowOne};
use game::{
    About, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Scene, Sharing,
    Sight, TextError, Tiling, View, Visitor,
};

mod board;
mod olympiad;
mod standard;
mod tables;

use board::{Board, Kind, point_name};
pub use olympiad::Olympiad;
pub use standard::Standard;
use tables::{FILES, POINTS, RANKS};

/// Xiangqi in the list.
pub const ABOUT: About = About {
    name: "xiangqi",
    variants: "olympiad",
    summary: "mate or stalemate the general; in the olympiad variant, capture it",
    samples: &["xiangqi", "xiangqi:olympiad"],
};

/// Opens the usual start under the usual rules or those of the Olympiad.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    match variant {
        "" => Ok(visitor.visit(History::new(Xiangqi::<Standard>::start()))),
        "olympiad" => Ok(visitor.visit(History::new(Xiangqi::<Olympiad>::start()))),
        _ => Err(TextError::new(format!("xiangqi has the variant `olympiad`, not `{variant}`"))),
    }
}

/// A code of rules over the moves of the pieces.
pub trait Code: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The value of the counter that makes a draw.
    const LIMIT: u16;
    /// See [`Cyclic::ORDER_MATTERS`].
    const ORDER_MATTERS: bool;
    /// Calls `visit` with each piece that can move and its legal targets, and stops when that says `true`.
    fn any_piece(board: &Board, visit: impl FnMut(usize, u128) -> bool) -> bool;
    /// The counter that is part of the state.
    fn counter(state: &Xiangqi<Self>) -> u16;
    /// How early the game ended, between 0 and 1.
    fn margin(state: &Xiangqi<Self>) -> f32;
    /// Refuses a board that cannot arise.
    fn expect_sound(board: &Board) -> Result<(), TextError>;
    /// See [`Cyclic::verdict`].
    fn verdict(state: &Xiangqi<Self>, past: &Past<'_, Xiangqi<Self>>) -> Option<Outcome>;
}

/// Features of the counter, which is divided into this number of steps.
const STEPS: usize = 10;

/// The first feature that is not a piece on a point.
const SECOND_TO_MOVE: usize = 2 * Kind::ALL.len() * POINTS;

/// A position without its past.
#[derive(Clone, Copy, Debug)]
pub struct Xiangqi<C> {
    board: Board,
    /// Plies since the last capture and since the start. Each code looks at one of them.
    quiet: u16,
    plies: u16,
    code: PhantomData<C>,
}

impl<C: Code> Xiangqi<C> {
    /// The usual start.
    pub fn start() -> Self {
        Self::read("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
            .expect("the start is a sound position")
    }

    /// Reads a FEN; what is left out at its end is `w - - 0 1`.
    fn read(text: &str) -> Result<Self, TextError> {
        let board = Board::parse(text)?;
        C::expect_sound(&board)?;
        let mut rest = words(text).skip(2).peekable();
        while rest.next_if(|(_, word)| word == "-").is_some() {}
        let mut number = |name: &str, usual: u16| match rest.next() {
            None => Ok((0, usual)),
            Some((place, word)) => word.parse().map(|number| (place, number)).map_err(|_| {
                TextError::at(place, format!("the {name} is a number below 65536, not `{word}`"))
            }),
        };
        let (place_of_quiet, quiet) = number("count of plies without a capture", 0)?;
        let (place_of_moves, moves) = number("number of the move", 1)?;
        if let Some((place, word)) = rest.next() {
            return Err(TextError::at(place, format!("unexpected `{word}`")));
        }
        let plies = 2 * u32::from(moves) + u32::from(board.turn == Player::Second);
        let plies = plies.checked_sub(2).and_then(|plies| u16::try_from(plies).ok()).ok_or_else(|| {
            TextError::at(
                place_of_moves,
                format!("the number of the move is between 1 and 32767, not {moves}"),
            )
        })?;
        let state = Xiangqi { board, quiet, plies, code: PhantomData };
        if C::counter(&state) > C::LIMIT {
            let place = if quiet > C::LIMIT { place_of_quiet } else { place_of_moves };
            return Err(TextError::at(place, format!("the game was a draw after {} plies", C::LIMIT)));
        }
        Ok(state)
    }
}

impl<C: Code> PartialEq for Xiangqi<C> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && C::counter(self) == C::counter(other)
    }
}

impl<C: Code> Eq for Xiangqi<C> {}

impl<C: Code> Hash for Xiangqi<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// From and to.
#[inline]
fn pack(from: usize, to: usize) -> u16 {
    (from << 8 | to) as u16
}

#[inline]
fn unpack(m: u16) -> (usize, usize) {
    (usize::from(m >> 8), usize::from(m & 0xff))
}

impl<C: Code> Game for Xiangqi<C> {
    /// From and to, a byte each.
    type Move = u16;

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn
    }

    /// A player without a move loses, and so does one without a general.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let can_move = C::any_piece(&self.board, |_, _| true);
        (!can_move).then_some(Outcome::Win(self.board.turn.other()))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u16>) {
        C::any_piece(&self.board, |from, targets| {
            targets.list_as(out, |to| pack(from, to));
            false
        });
    }

    #[inline]
    fn play(&mut self, m: u16) {
        let (from, to) = unpack(m);
        self.quiet = if self.board.occupied().has(to) { 0 } else { self.quiet.saturating_add(1) };
        self.plies = self.plies.saturating_add(1);
        self.board.play(from, to);
    }

    #[inline]
    fn key(&self) -> Key {
        self.board.key ^ Key::of(0x0c0d_e000_0000 + u64::from(C::counter(self)))
    }

    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| outcome.score(C::margin(self)))
    }

    fn position(&self) -> String {
        format!("{} - - {} {}", self.board.text(), self.quiet, self.plies / 2 + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        Self::read(text)
    }

    fn move_text(&self, m: u16) -> String {
        let (from, to) = unpack(m);
        point_name(from) + &point_name(to)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Red", "Black"]
    }

    fn view(&self) -> View {
        View::grid(FILES, RANKS, RowOne::Bottom, |file, row_from_top| {
            match self.board.piece((RANKS - 1 - row_from_top) * FILES + file) {
                None => Glyph::Empty,
                Some((player, letter)) => Glyph::Piece(player, letter),
            }
        })
    }

    /// The files are cut by the river, and the palaces have diagonals.
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice()).with_figures(Figures::Xiangqi);
        let (right, bottom, bank) = ((FILES - 1) as f32, (RANKS - 1) as f32, (RANKS / 2) as f32);
        let line = |from: [f32; 2], to: [f32; 2]| Decoration::Line(vec![from, to]);
        let mut lines: Vec<Decoration> =
            (0..RANKS).map(|row| line([0.0, row as f32], [right, row as f32])).collect();
        for file in (0..FILES).map(|file| file as f32) {
            let shores = if file == 0.0 || file == right { [bank, bank] } else { [bank - 1.0, bank] };
            lines.extend([line([file, 0.0], [file, shores[0]]), line([file, shores[1]], [file, bottom])]);
        }
        for top in [0.0, bottom - 2.0] {
            lines.extend([line([3.0, top], [5.0, top + 2.0]), line([5.0, top], [3.0, top + 2.0])]);
        }
        scene.decorations = lines;
        scene
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        let mut count = 0;
        C::any_piece(&self.board, |_, targets| {
            count += targets.count() as usize;
            false
        });
        count
    }
}

impl<C: Code> Sight<u16> for Xiangqi<C> {
    /// A capture.
    fn is_forcing(&self, m: u16) -> bool {
        self.board.occupied().has(unpack(m).1)
    }
}

impl<C: Code> Sharing for Xiangqi<C> {}

impl<C: Code> Features for Xiangqi<C> {
    fn feature_count(&self) -> usize {
        SECOND_TO_MOVE + 1 + STEPS
    }

    /// Each piece on its point, the side to move, and the counter of the code in ten steps.
    fn features(&self, out: &mut Vec<u32>) {
        for player in Player::BOTH {
            for kind in Kind::ALL {
                let first = (player.index() * Kind::ALL.len() + kind as usize) * POINTS;
                out.extend(self.board.of(player, kind).cells().map(|point| (first + point) as u32));
            }
        }
        if self.board.turn == Player::Second {
            out.push(SECOND_TO_MOVE as u32);
        }
        let step = usize::from(C::counter(self)) * STEPS / usize::from(C::LIMIT);
        out.push((SECOND_TO_MOVE + 1 + step.min(STEPS - 1)) as u32);
    }

    fn planes(&self) -> Planes {
        Planes::grid(2 * Kind::ALL.len(), FILES, RANKS)
    }

    /// Left and right are alike.
    fn symmetries(&self) -> Vec<Self> {
        let image = Xiangqi { board: self.board.mirrored(), ..*self };
        if image == *self { Vec::new() } else { vec![image] }
    }

    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Points, RowOne::Bottom)
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        let kinds = Kind::ALL.len();
        let swap = ColourSwap::of_stones(&self.planes(), 1 + STEPS);
        let planes = (0..2 * kinds).map(|plane| (plane + kinds) % (2 * kinds));
        Some(swap.with_planes(planes).turning(|point| (RANKS - 1 - point / FILES) * FILES + point % FILES))
    }
}

impl<C: Code> Machinery for Xiangqi<C> {}

impl<C: Code> Cyclic for Xiangqi<C> {
    /// Captures, and soldiers that go forward.
    #[inline]
    fn irreversible(&self, m: u16) -> bool {
        let (from, to) = unpack(m);
        let is_soldier = self.board.of(self.board.turn, Kind::Soldier).has(from);
        self.board.occupied().has(to) || (is_soldier && from.abs_diff(to) == FILES)
    }

    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        C::verdict(self, past)
    }

    fn verdict_score(&self, outcome: Outcome) -> f32 {
        outcome.score(C::margin(self))
    }

    #[inline]
    fn repetition_key(&self) -> Key {
        self.board.key
    }

    const ORDER_MATTERS: bool = C::ORDER_MATTERS;
}
