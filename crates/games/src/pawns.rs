//! Pawns that march towards each other: what Breakthrough and Hexapawn have in common.
//!
//! A pawn steps straight forward onto an empty cell and captures diagonally forward. A player who reaches the last
//! row wins; a player without a pawn or a move loses.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use game::bits::Bits;
use game::code::{Code, Width, of_pair, pair};
use game::grid::{cell_name, format_fen, parse_fen, parse_size};
use game::key::{self, SECOND_TO_MOVE, stone, to_move};
use game::scene::Figures;
use game::view::{Glyph, RowOne};
use game::{
    Bounds, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Scene, Shared, Sharing,
    Sight, TextError, View, Visitor,
};

use crate::features;

mod race;

/// The parameters of a game of pawns.
pub trait Kind: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Columns and rows of the usual board.
    const DEFAULT_SIZE: (usize, usize);
    /// The smallest board: columns and rows.
    const MIN_SIZE: (usize, usize);
    /// How many rows the pawns of each player fill at the start.
    const HOME_ROWS: usize;
    /// Whether a pawn may step diagonally onto an empty cell, too.
    const DIAGONAL_STEPS: bool;
}

/// Opens `CxR`, or the usual board.
pub fn open<K: Kind, V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let (columns, rows) = if variant.is_empty() { K::DEFAULT_SIZE } else { parse_size(variant, 1..=8, 64)? };
    let (least_columns, least_rows) = K::MIN_SIZE;
    if columns < least_columns || rows < least_rows {
        return Err(TextError::new(format!(
            "the size {variant} is too small: at least {least_columns} columns and {least_rows} rows"
        )));
    }
    Ok(visitor.visit(Pawns::<K>::start(columns, rows)))
}

/// The cells of a row are neighbouring bits, and a row is eight bits on every board: a1 is cell 0, a2 is 8.
const ROW: usize = 8;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// What a pawn is worth, and a step of the foremost one.
const PAWN: f32 = 0.2;
const STEP: f32 = 0.15;

/// The board.
#[derive(Debug)]
struct Rules {
    columns: usize,
    rows: usize,
    cells: u64,
    /// The last row of each player.
    goals: [u64; 2],
}

impl Rules {
    fn new(columns: usize, rows: usize) -> Rules {
        let row = |row: usize| ((1 << columns) - 1) << (ROW * row);
        Rules { columns, rows, cells: (0..rows).map(row).sum(), goals: [row(rows - 1), row(0)] }
    }
}

/// A pawn's way from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Code for Step {
    const WIDTH: Width = Width::Pair;

    #[inline]
    fn code(self) -> u32 {
        pair(self.from, self.to)
    }

    #[inline]
    fn from_code(code: u32) -> Step {
        let (from, to) = of_pair(code);
        Step { from, to }
    }
}

impl Step {
    /// The step of this player to a cell: straight on, to the west or to the east. Its start means nothing where
    /// there is no such step.
    #[inline]
    fn to(to: usize, player: Player, direction: usize) -> Step {
        let back: i8 = match player {
            Player::First => [-8, -7, -9][direction],
            Player::Second => [8, 9, 7][direction],
        };
        Step { from: (to as i8).wrapping_add(back) as u8, to: to as u8 }
    }
}

/// A position. The first player starts below and marches up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawns<K: Kind> {
    pawns: [u64; 2],
    key: Key,
    rules: Shared<Rules>,
    turn: Player,
    outcome: Option<Outcome>,
    kind: PhantomData<K>,
}

impl<K: Kind> Pawns<K> {
    /// The pawns of both players on their home rows, on a board of a size that [`open`] accepts.
    pub fn start(columns: usize, rows: usize) -> Self {
        let mut state = Self::empty(columns, rows);
        for column in 0..columns {
            for row in 0..K::HOME_ROWS {
                state.put(Player::First, ROW * row + column);
                state.put(Player::Second, ROW * (rows - 1 - row) + column);
            }
        }
        state
    }

    fn empty(columns: usize, rows: usize) -> Self {
        Pawns {
            pawns: [0; 2],
            key: Key::default(),
            rules: Shared::new(&[columns as u16, rows as u16], || Rules::new(columns, rows)),
            turn: Player::First,
            outcome: None,
            kind: PhantomData,
        }
    }

    fn put(&mut self, player: Player, cell: usize) {
        self.pawns[player.index()] |= u64::cell(cell);
        self.key ^= stone(player, cell);
    }

    /// Where the player's pawns can go: straight on, to the west, to the east.
    #[inline]
    fn targets(&self, player: Player) -> [u64; 3] {
        let (own, other) = (self.pawns[player.index()], self.pawns[player.other().index()]);
        let empty = self.rules.cells & !(own | other);
        let diagonal = if K::DIAGONAL_STEPS { self.rules.cells & !own } else { other };
        // On boards of less than eight columns a step to the side ends outside of `cells` by itself.
        let (west, east) = (own & !FILE_A, own & !FILE_H);
        match player {
            Player::First => [own << 8 & empty, west << 7 & diagonal, east << 9 & diagonal],
            Player::Second => [own >> 8 & empty, west >> 9 & diagonal, east >> 7 & diagonal],
        }
    }

    #[inline]
    fn steps(&self, player: Player) -> u32 {
        self.targets(player).iter().map(|targets| targets.count()).sum()
    }

    #[inline]
    fn reached(&self, player: Player) -> bool {
        self.pawns[player.index()].meets(self.rules.goals[player.index()])
    }

    /// How the game stands for the player to move, whose opponent has just moved.
    #[inline]
    fn judge(&self) -> Option<Outcome> {
        let (turn, other) = (self.turn, self.turn.other());
        let [straight, west, east] = self.targets(turn);
        // No move leads to the first case, but a position given as text may have it.
        if self.reached(turn) || self.pawns[other.index()].is_empty() {
            Some(Outcome::Win(turn))
        } else if self.reached(other) || (straight | west | east).is_empty() {
            Some(Outcome::Win(other))
        } else {
            None
        }
    }

    /// The same set of cells, left and right exchanged.
    #[inline]
    fn mirrored(&self, cells: u64) -> u64 {
        cells.reverse_bits().swap_bytes() >> (ROW - self.rules.columns)
    }

    fn pawn(&self, column: usize, row_from_top: usize) -> Option<Player> {
        let cell = ROW * (self.rules.rows - 1 - row_from_top) + column;
        Player::BOTH.into_iter().find(|player| self.pawns[player.index()].has(cell))
    }
}

fn symbol(player: Player) -> char {
    match player {
        Player::First => 'P',
        Player::Second => 'p',
    }
}

impl<K: Kind> Game for Pawns<K> {
    type Move = Step;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Step>) {
        if self.outcome.is_some() {
            return;
        }
        for (direction, targets) in self.targets(self.turn).into_iter().enumerate() {
            targets.list_as(out, |to| Step::to(to, self.turn, direction));
        }
    }

    #[inline]
    fn play(&mut self, Step { from, to }: Step) {
        let (player, other) = (self.turn, self.turn.other());
        let (from, to) = (usize::from(from), usize::from(to));
        self.pawns[player.index()] ^= u64::cell(from) | u64::cell(to);
        self.key ^= stone(player, from) ^ stone(player, to) ^ SECOND_TO_MOVE;
        if self.pawns[other.index()].has(to) {
            self.pawns[other.index()] ^= u64::cell(to);
            self.key ^= stone(other, to);
        }
        self.turn = other;
        self.outcome = self.judge();
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// The share of the winner's pawns that are left.
    fn score(&self) -> f32 {
        let all = (self.rules.columns * K::HOME_ROWS) as f32;
        match self.outcome {
            Some(Outcome::Win(winner)) => {
                Outcome::Win(winner).score(self.pawns[winner.index()].count() as f32 / all)
            }
            _ => 0.0,
        }
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.pawns.map(|set| set.count()))
    }

    /// Every step brings a pawn a row nearer to its goal.
    fn longest(&self) -> Option<u32> {
        let row = |player: Player, row: usize| {
            let cells = self.pawns[player.index()] >> (ROW * row);
            (cells & ((1 << ROW) - 1)).count_ones()
        };
        let last = self.rules.rows - 1;
        let left = |r: usize| row(Player::First, r) * (last - r) as u32 + row(Player::Second, r) * r as u32;
        Some((0..=last).map(left).sum())
    }

    fn position(&self) -> String {
        format_fen(self.rules.columns, self.rules.rows, self.turn, |c, r| self.pawn(c, r).map(symbol))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (columns, rows) = (self.rules.columns, self.rules.rows);
        let (board, turn) = parse_fen(text)?;
        if (board[0].len(), board.len()) != (columns, rows) {
            return Err(TextError::new(format!(
                "the board has {} columns and {} rows, this game has {columns} and {rows}",
                board[0].len(),
                board.len()
            )));
        }
        let mut state = Self::empty(columns, rows);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let Some(letter) = board[rows - 1 - row][column] else { continue };
            let player =
                Player::BOTH.into_iter().find(|&player| symbol(player) == letter).ok_or_else(|| {
                    TextError::new(format!(
                        "`{letter}` on {} is neither P nor p, the pawns of the first and the second player",
                        cell_name(column, row)
                    ))
                })?;
            state.put(player, ROW * row + column);
        }
        if Player::BOTH.iter().all(|&player| state.reached(player)) {
            return Err(TextError::new("both players have reached the last row"));
        }
        if state.pawns == [0; 2] {
            return Err(TextError::new("there are no pawns on the board"));
        }
        state.turn = turn;
        state.key ^= to_move(turn);
        state.outcome = state.judge();
        Ok(state)
    }

    fn move_text(&self, Step { from, to }: Step) -> String {
        let name = |cell: u8| cell_name(usize::from(cell) % ROW, usize::from(cell) / ROW);
        name(from) + &name(to)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn view(&self) -> View {
        View::grid(self.rules.columns, self.rules.rows, RowOne::Bottom, |c, r| match self.pawn(c, r) {
            Some(player) => Glyph::Piece(player, symbol(player)),
            None => Glyph::Empty,
        })
    }

    fn scene(&self) -> Scene {
        Scene::new(self.view(), &self.lattice()).with_figures(Figures::Pawns)
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<Step>) -> usize {
        if self.outcome.is_some() { 0 } else { self.steps(self.turn) as usize }
    }
}

impl<K: Kind> Sight<Step> for Pawns<K> {
    fn pass(&self) -> Option<Self> {
        let mut passed = *self;
        passed.turn = self.turn.other();
        passed.key ^= SECOND_TO_MOVE;
        passed.outcome = passed.judge();
        (self.outcome.is_none() && passed.outcome.is_none()).then_some(passed)
    }

    /// A capture.
    fn is_forcing(&self, m: Step) -> bool {
        self.pawns[self.turn.other().index()].has(usize::from(m.to))
    }

    fn mobility(&self) -> Option<[u32; 2]> {
        Some(Player::BOTH.map(|player| self.steps(player)))
    }

    #[inline]
    fn winning_move(&self) -> Option<Step> {
        if self.outcome.is_some() { None } else { self.winning_step() }
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        self.race()
    }

    /// Who has more pawns, and whose foremost pawn is further; to be on move is half a step.
    #[inline]
    fn estimate(&self) -> Option<f32> {
        if self.outcome.is_some() {
            return None;
        }
        let worth = |player: Player| {
            let pawns = self.pawns[player.index()];
            pawns.count() as f32 * PAWN - self.distance(player, pawns) as f32 * STEP
        };
        let tempo = 0.5 * STEP * f32::from(self.turn.sign());
        let lead = worth(Player::First) - worth(Player::Second) + tempo;
        Some(lead / (1.0 + lead.abs()))
    }
}

impl<K: Kind> Sharing for Pawns<K> {
    #[inline]
    fn canonical_key(&self) -> Key {
        let mirrored = self.pawns.map(|pawns| self.mirrored(pawns));
        Key::of_words(self.pawns.min(mirrored)) ^ to_move(self.turn)
    }

    /// A longer line to a state after one move would be two moves or more of the same player: its pawns have
    /// then advanced further, or some are gone.
    fn graded(&self) -> bool {
        true
    }
}

impl<K: Kind> Features for Pawns<K> {
    /// The pawns, and the second player to move.
    fn feature_count(&self) -> usize {
        2 * u64::SIZE + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.pawns, u64::SIZE, out);
        out.extend((self.turn == Player::Second).then_some(2 * u64::SIZE as u32));
    }

    fn planes(&self) -> Planes {
        Planes::within(2, u64::SIZE, ROW, self.rules.columns, self.rules.rows)
    }

    /// Left and right are alike.
    fn symmetries(&self) -> Vec<Self> {
        let pawns = self.pawns.map(|pawns| self.mirrored(pawns));
        vec![Pawns { pawns, key: key::stones(pawns) ^ to_move(self.turn), ..*self }]
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        let Rules { columns, rows, .. } = *self.rules;
        let turned = |cell: usize| match cell < ROW * rows && cell % ROW < columns {
            true => (rows - 1 - cell / ROW) * ROW + cell % ROW,
            false => cell,
        };
        Some(ColourSwap::of_stones(&self.planes(), 1).turning(turned))
    }
}

impl<K: Kind> Machinery for Pawns<K> {}
