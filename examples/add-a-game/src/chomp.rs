//! Chomp: a bar of chocolate whose lower left square is poisoned. Players take turns to eat a square and
//! everything above and to the right of it; who eats the poison loses.

use unbounded::game::grid::{Board, Mark, cell_name, format_board};
use unbounded::game::view::{Glyph, RowOne};
use unbounded::game::{
    About, Features, Game, Key, Machinery, Outcome, Player, Sharing, Sight, TextError, View,
};

/// What the list of games says.
pub const ABOUT: About = About {
    name: "chomp",
    variants: "CxR",
    summary: "eat a square and all above and right of it; the lower left one is poisoned",
    samples: &["chomp:4x3", "chomp:7x4", "chomp:1x1"],
};

/// The most columns. Each takes four bits of the key.
const COLUMNS: usize = 14;

/// What is left of the bar: how many squares in each column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chomp {
    heights: [u8; COLUMNS],
    columns: u8,
    rows: u8,
    turn: Player,
}

impl Chomp {
    /// Reads the variant, `CxR`.
    pub fn open(variant: &str) -> Result<Chomp, TextError> {
        let size = if variant.is_empty() { "4x3" } else { variant };
        let (columns, rows) = unbounded::game::grid::parse_size(size, 1..=COLUMNS, 14 * 14)?;
        let mut heights = [0; COLUMNS];
        heights[..columns].fill(rows as u8);
        Ok(Chomp { heights, columns: columns as u8, rows: rows as u8, turn: Player::First })
    }

    fn is_left(&self, column: usize, row: usize) -> bool {
        row < usize::from(self.heights[column])
    }

    /// Columns and rows of the whole bar.
    fn size(&self) -> (usize, usize) {
        (usize::from(self.columns), usize::from(self.rows))
    }
}

impl Game for Chomp {
    /// Column and row of the square.
    type Move = (u8, u8);

    fn turn(&self) -> Player {
        self.turn
    }

    /// Nothing is left: the opponent of the player to move ate the poison.
    fn outcome(&self) -> Option<Outcome> {
        (self.heights[0] == 0).then_some(Outcome::Win(self.turn))
    }

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        for column in 0..self.columns {
            out.extend((0..self.heights[usize::from(column)]).map(|row| (column, row)));
        }
    }

    fn play(&mut self, (column, row): (u8, u8)) {
        for height in &mut self.heights[usize::from(column)..] {
            *height = row.min(*height);
        }
        self.turn = self.turn.other();
    }

    /// The whole state fits into a number, and `Key::of` makes a key of it.
    fn key(&self) -> Key {
        let heights = self.heights.iter().fold(0, |number, &height| number << 4 | u64::from(height));
        Key::of(heights << 1 | self.turn as u64)
    }

    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| outcome.score(0.0))
    }

    /// Squares that are left are `.`, those that are eaten `#`.
    fn position(&self) -> String {
        let (columns, rows) = self.size();
        format_board(columns, rows, self.turn, |column, row| {
            if self.is_left(column, rows - 1 - row) { Mark::Empty } else { Mark::Blocked }
        })
    }

    fn parse_position(&self, text: &str) -> Result<Chomp, TextError> {
        let board = Board::parse(text)?;
        let (columns, rows) = self.size();
        board.expect_size(columns, rows)?;
        board.expect_end()?;
        let mut state = Chomp { heights: [0; COLUMNS], turn: board.turn, ..self.clone() };
        for (column, _, mark) in board.cells() {
            state.heights[column] += u8::from(mark == Mark::Empty);
        }
        let falls = |(column, row, mark)| (mark == Mark::Empty) == state.is_left(column, rows - 1 - row);
        if !board.cells().all(falls) || !state.heights.is_sorted_by(|a, b| a >= b) {
            return Err(TextError::new(
                "what is left must have no gaps: nothing stands on or right of a hole",
            ));
        }
        Ok(state)
    }

    fn move_text(&self, (column, row): (u8, u8)) -> String {
        cell_name(usize::from(column), usize::from(row))
    }

    fn view(&self) -> View {
        let (columns, rows) = self.size();
        View::grid(columns, rows, RowOne::Bottom, |column, row| {
            if self.is_left(column, rows - 1 - row) { Glyph::Empty } else { Glyph::Blocked }
        })
    }
}

impl Sight<(u8, u8)> for Chomp {}

impl Sharing for Chomp {}

impl Features for Chomp {}

impl Machinery for Chomp {}
