//! Domineering: one player lays vertical dominoes, the other horizontal ones; the last mover wins.

use game::bits::Bits;
use game::grid::{Board, Mark, cell_name, format_board, parse_size};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::view::{Glyph, RowOne};
use game::{
    About, Bounds, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Shared, Sharing,
    Sight, TextError, View, Visitor,
};

use crate::symmetry::{self, Images};

mod room;

/// Domineering in the list.
pub const ABOUT: About = About {
    name: "domineering",
    variants: "CxR",
    summary: "the first player lays vertical dominoes, the second horizontal ones; the last mover wins",
    samples: &["domineering", "domineering:1x1", "domineering:3x4", "domineering:11x11", "domineering:64x2"],
};

/// Opens `CxR`, or 8x8.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let variant = if variant.is_empty() { "8x8" } else { variant };
    let (columns, rows) = size(variant)?;
    Ok(visitor.visit(Domineering::start(columns, rows)))
}

/// Sides are bounded so that a row is always shorter than a machine word.
fn size(text: &str) -> Result<(usize, usize), TextError> {
    parse_size(text, 1..=64, u128::SIZE)
}

/// The board.
#[derive(Debug)]
struct Rules {
    columns: usize,
    rows: usize,
    cells: u128,
    /// All columns but the last: where the left half of a horizontal domino may lie.
    left: u128,
    /// Texts may bring boards of other sizes, which are other states.
    key: Key,
    /// Only where the cells fit into a machine word: larger boards are not worth the time.
    images: Option<Images>,
}

impl Rules {
    fn new(columns: usize, rows: usize) -> Rules {
        let all = 0..columns * rows;
        let left = all.clone().filter(|cell| cell % columns + 1 < columns);
        Rules {
            columns,
            rows,
            cells: Bits::of(all),
            left: Bits::of(left),
            key: Key::of((columns << 16 | rows) as u64),
            images: Images::new(columns, rows),
        }
    }
}

/// A position. It does not matter who covered a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering {
    covered: u128,
    key: Key,
    rules: Shared<Rules>,
    turn: Player,
}

impl Domineering {
    /// The empty board, of a size that [`open`] accepts.
    pub fn start(columns: usize, rows: usize) -> Self {
        let rules = Shared::new(&[columns as u16, rows as u16], || Rules::new(columns, rows));
        Domineering { covered: 0, key: rules.key, rules, turn: Player::First }
    }

    #[inline]
    fn free(&self) -> u128 {
        self.rules.cells & !self.covered
    }

    /// Where the player can lay a domino: the lower or left cells.
    #[inline]
    fn places(&self, player: Player) -> u128 {
        self.places_within(player, self.free())
    }

    /// The same if only these cells were free.
    #[inline]
    fn places_within(&self, player: Player, cells: u128) -> u128 {
        match player {
            Player::First => cells & cells.down(self.rules.columns as u32),
            Player::Second => cells & cells.down(1) & self.rules.left,
        }
    }

    #[inline]
    fn cover(&mut self, cell: usize) {
        self.covered |= u128::cell(cell);
        self.key ^= stone(Player::First, cell);
    }

    fn is_covered(&self, column: usize, row_from_top: usize) -> bool {
        self.covered.has((self.rules.rows - 1 - row_from_top) * self.rules.columns + column)
    }
}

impl Game for Domineering {
    /// The lower or left cell of the domino.
    type Move = u8;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.places(self.turn).is_empty().then(|| Outcome::Win(self.turn.other()))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u8>) {
        self.places(self.turn).list_as(out, |cell| cell as u8);
    }

    #[inline]
    fn play(&mut self, m: u8) {
        let cell = usize::from(m);
        let other_half = match self.turn {
            Player::First => cell + self.rules.columns,
            Player::Second => cell + 1,
        };
        self.cover(cell);
        self.cover(other_half);
        self.key ^= SECOND_TO_MOVE;
        self.turn = self.turn.other();
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// How much room the winner has left: its places for dominoes as a share of the board.
    fn score(&self) -> f32 {
        match self.outcome() {
            Some(Outcome::Win(winner)) => {
                let room = self.places(winner).count() as f32;
                Outcome::Win(winner).score(room / (self.rules.columns * self.rules.rows) as f32)
            }
            _ => 0.0,
        }
    }

    fn longest(&self) -> Option<u32> {
        Some((self.rules.cells & !self.covered).count() / 2)
    }

    fn position(&self) -> String {
        format_board(self.rules.columns, self.rules.rows, self.turn, |c, r| {
            if self.is_covered(c, r) { Mark::Blocked } else { Mark::Empty }
        })
    }

    /// Any mark covers a cell, and the text gives the size of the board.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let board = Board::parse(text)?;
        board.expect_end()?;
        let (columns, rows) = board.size();
        let (columns, rows) = size(&format!("{columns}x{rows}"))?;
        let mut state = Self::start(columns, rows);
        for (column, row, _) in board.cells().filter(|&(_, _, mark)| mark != Mark::Empty) {
            state.cover((rows - 1 - row) * columns + column);
        }
        state.turn = board.turn;
        state.key ^= to_move(board.turn);
        Ok(state)
    }

    fn move_text(&self, m: u8) -> String {
        let cell = usize::from(m);
        cell_name(cell % self.rules.columns, cell / self.rules.columns)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Vertical", "Horizontal"]
    }

    fn view(&self) -> View {
        View::grid(self.rules.columns, self.rules.rows, RowOne::Bottom, |c, r| {
            if self.is_covered(c, r) { Glyph::Blocked } else { Glyph::Empty }
        })
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<u8>) -> usize {
        self.places(self.turn).count() as usize
    }
}

impl Sight<u8> for Domineering {
    fn mobility(&self) -> Option<[u32; 2]> {
        Some(Player::BOTH.map(|player| self.places(player).count()))
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        self.room()
    }
}

impl Sharing for Domineering {
    #[inline]
    fn canonical_key(&self) -> Key {
        let Some(images) = &self.rules.images else { return self.key };
        Key::of_words(images.least_unturned([self.covered as u64])) ^ self.rules.key ^ to_move(self.turn)
    }

    /// Every move covers two more cells, and different places are different states.
    fn graded(&self) -> bool {
        true
    }
}

impl Features for Domineering {
    /// The covered cells, and the second player to move.
    fn feature_count(&self) -> usize {
        self.rules.columns * self.rules.rows + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        out.extend(self.covered.cells().map(|cell| cell as u32));
        out.extend((self.turn == Player::Second).then_some((self.feature_count() - 1) as u32));
    }

    fn planes(&self) -> Planes {
        Planes::grid(1, self.rules.columns, self.rules.rows)
    }

    /// Left and right are alike, and so are top and bottom; columns and rows are not.
    fn symmetries(&self) -> Vec<Self> {
        let Rules { columns, rows, .. } = *self.rules;
        let image = |map| {
            let mut image = Domineering { turn: self.turn, ..Self::start(columns, rows) };
            symmetry::image(self.covered, map).cells().for_each(|cell| image.cover(cell));
            image.key ^= to_move(self.turn);
            image
        };
        symmetry::rectangle(columns, rows).iter().take(3).map(image).collect()
    }

    /// On a square, columns and rows change places.
    fn colour_swap(&self) -> Option<ColourSwap> {
        let Rules { columns, rows, .. } = *self.rules;
        let swap = ColourSwap::of_stones(&self.planes(), 1).with_planes([0]);
        (columns == rows).then(|| swap.turning(|cell| cell % columns * columns + cell / columns))
    }
}

impl Machinery for Domineering {}
