//! Stones that wander over a small square board: what Ataxx, Lines of Action and Surakarta have in common.
//!
//! The cells of a row are neighbouring bits, and a row is eight bits on every board: a1 is cell 0, a2 is 8.

use game::bits::Bits;
use game::code::{Code, Width, of_pair, pair};
use game::grid::{Mark, cell_name, parse_turn, words};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::view::RowOne;
use game::{Key, Planes, Player, TextError, View};

use crate::{features, symmetry};

/// From a cell to the one above.
pub const ROW: usize = 8;

/// All cells of a board of `side` columns and rows.
pub const fn board(side: usize) -> u64 {
    let (mut cells, mut row) = (0, 0);
    while row < side {
        cells |= ((1 << side) - 1) << (ROW * row);
        row += 1;
    }
    cells
}

/// For each cell, the cells whose column or row is exactly `distance` away and the other one no further.
pub const fn rings(side: usize, distance: usize) -> [u64; 64] {
    let mut rings = [0; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        let (columns, rows) = ((a % ROW).abs_diff(b % ROW), (a / ROW).abs_diff(b / ROW));
        let farther = if columns > rows { columns } else { rows };
        if farther == distance && board(side) >> b & 1 == 1 {
            rings[a] |= 1 << b;
        }
        pair += 1;
    }
    rings
}

/// A stone's way from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the stone stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
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
    /// The move of a player who has no other.
    pub const PASS: Step = Step { from: u8::MAX, to: u8::MAX };

    /// From one cell to another.
    #[inline]
    pub fn new(from: usize, to: usize) -> Step {
        Step { from: from as u8, to: to as u8 }
    }
}

/// The name of a cell.
pub fn name(cell: u8) -> String {
    cell_name(usize::from(cell) % ROW, usize::from(cell) / ROW)
}

/// The stones of both players on `SIDE` x `SIDE` cells, the player to move, and the key of all that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones<const SIDE: usize> {
    sets: [u64; 2],
    key: Key,
    turn: Player,
}

/// What a text says beside the stones.
#[derive(Debug)]
pub struct Rest {
    /// Cells out of play.
    pub walls: u64,
    /// Words after the side to move, with the index of their first character.
    pub words: Vec<(usize, String)>,
}

impl Rest {
    /// Refuses words after the side to move.
    pub fn expect_end(&self) -> Result<(), TextError> {
        match self.words.first() {
            None => Ok(()),
            Some((index, word)) => Err(TextError::at(*index, format!("unexpected `{word}`"))),
        }
    }
}

impl<const SIDE: usize> Stones<SIDE> {
    /// An empty board with the first player to move.
    pub const NONE: Self = Stones { sets: [0; 2], key: Key(0), turn: Player::First };

    /// A board with these stones.
    pub fn new(sets: [u64; 2], turn: Player) -> Self {
        let mut stones = Stones { turn, key: to_move(turn), ..Self::NONE };
        for player in Player::BOTH {
            sets[player.index()].cells().for_each(|cell| stones.toggle(player, cell));
        }
        stones
    }

    /// The player to move.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The key of the stones and of the player to move.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The stones of a player.
    #[inline]
    pub fn of(&self, player: Player) -> u64 {
        self.sets[player.index()]
    }

    /// The stones of the player to move and those of the other one.
    #[inline]
    pub fn own_and_enemy(&self) -> (u64, u64) {
        (self.of(self.turn), self.of(self.turn.other()))
    }

    /// All stones.
    #[inline]
    pub fn all(&self) -> u64 {
        self.sets[0] | self.sets[1]
    }

    /// Puts a stone on a cell, or takes it away.
    #[inline]
    pub fn toggle(&mut self, player: Player, cell: usize) {
        self.sets[player.index()] ^= u64::cell(cell);
        self.key ^= stone(player, cell);
    }

    /// Makes it the other player's turn.
    #[inline]
    pub fn end_turn(&mut self) {
        self.turn = self.turn.other();
        self.key ^= SECOND_TO_MOVE;
    }

    /// How many stones each player has.
    #[inline]
    pub fn counts(&self) -> [u32; 2] {
        self.sets.map(|set| set.count())
    }

    /// How many stones the first player has more than the second.
    #[inline]
    pub fn lead(&self) -> i32 {
        self.sets[0].count() as i32 - self.sets[1].count() as i32
    }

    /// Rows from the top as in a FEN, with `x` and `o`, `-` for a wall, then the side to move.
    pub fn text(&self, walls: u64) -> String {
        let mut text = String::new();
        for row in (0..SIDE).rev() {
            let mut empty = 0;
            for cell in ROW * row..ROW * row + SIDE {
                let symbol = match Mark::on(self.sets, cell) {
                    Mark::Stone(player) => symbol(player),
                    _ if walls.has(cell) => '-',
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                push_number(&mut text, std::mem::take(&mut empty));
                text.push(symbol);
            }
            push_number(&mut text, empty);
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(symbol(self.turn));
        text
    }

    /// Reads [`Stones::text`] and the plain form, which has a `.` for every empty cell. `walls` are the
    /// symbols of a cell out of play, if the game has such cells.
    pub fn parse(text: &str, walls: &[char]) -> Result<(Self, Rest), TextError> {
        let mut words = words(text);
        let (start, board) = words.next().ok_or_else(|| TextError::new("the position is empty"))?;
        let (mut sets, mut blocked) = ([0; 2], 0_u64);
        let (mut column, mut row) = (0, 0);
        for (index, symbol) in board.chars().enumerate() {
            let error = |message: String| Err(TextError::at(start + index, message));
            if matches!(symbol, '/' | '|') {
                if column < SIDE {
                    return error(format!("row {} from the top has {column} cells, not {SIDE}", row + 1));
                }
                (column, row) = (0, row + 1);
                continue;
            }
            let width = symbol.to_digit(10).map_or(1, |number| number as usize);
            if row >= SIDE || column + width > SIDE {
                return error(format!("the board has more than {SIDE} columns or rows"));
            }
            let cell = ROW * (SIDE - 1 - row) + column;
            match symbol {
                '.' | '0'..='9' => {}
                'x' | 'X' => sets[0] |= u64::cell(cell),
                'o' | 'O' => sets[1] |= u64::cell(cell),
                _ if walls.contains(&symbol) => blocked |= u64::cell(cell),
                _ => return error(format!("`{symbol}` is none of x, o, . and numbers of empty cells")),
            }
            column += width;
        }
        if (column, row) != (SIDE, SIDE - 1) {
            return Err(TextError::new(format!("the board has less than {SIDE} columns or rows")));
        }
        let turn = match words.next() {
            None => Player::First,
            Some((index, word)) => parse_turn(index, &word, ["x", "o"])?,
        };
        Ok((Self::new(sets, turn), Rest { walls: blocked, words: words.collect() }))
    }

    /// The picture.
    pub fn view(&self, walls: u64) -> View {
        View::grid(SIDE, SIDE, RowOne::Bottom, |column, row_from_top| {
            let cell = ROW * (SIDE - 1 - row_from_top) + column;
            if walls.has(cell) { Mark::Blocked } else { Mark::on(self.sets, cell) }
        })
    }

    /// The features of the stones and of the player to move: how many there are.
    pub const FEATURES: usize = 2 * SIDE * SIDE + 1;

    /// Appends the features of the stones and of the player to move.
    pub fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.sets.map(|set| renumber(set, ROW, SIDE)), SIDE * SIDE, out);
        if self.turn == Player::Second {
            out.push(2 * (SIDE * SIDE) as u32);
        }
    }

    /// Where they lie.
    pub fn planes() -> Planes {
        Planes::grid(2, SIDE, SIDE)
    }

    /// The turned and mirrored boards, each with the same image of the walls.
    pub fn images(&self, walls: u64) -> impl Iterator<Item = (Self, u64)> + '_ {
        symmetry::rectangle(SIDE, SIDE).into_iter().map(move |map| {
            let image = |set| renumber(symmetry::image(renumber(set, ROW, SIDE), &map), SIDE, ROW);
            (Self::new(self.sets.map(image), self.turn), image(walls))
        })
    }
}

/// The same cells where a row has another number of bits.
fn renumber(set: u64, row: usize, new_row: usize) -> u64 {
    u64::of(set.cells().map(|cell| cell / row * new_row + cell % row))
}

fn symbol(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

fn push_number(text: &mut String, number: usize) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}
