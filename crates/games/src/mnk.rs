//! k in a row on a board of m columns and n rows; tic-tac-toe is 3, 3, 3.

use game::bits::{Bits, Wide};
use game::grid::{Board, Mark, cell_name, format_board};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::view::RowOne;
use game::{About, Game, Key, Outcome, Player, Shared, TextError, View, Visitor, expect_no_variant};

/// Tic-tac-toe in the list.
pub const TICTACTOE: About = About {
    name: "tictactoe",
    variants: "",
    summary: "three in a row on 3x3, the same as mnk:3x3x3",
    samples: &["tictactoe"],
};

/// The whole family in the list.
pub const ABOUT: About = About {
    name: "mnk",
    variants: "WxHxK",
    summary: "K or more in a row on W columns and H rows; a full board is a draw",
    samples: &["mnk:4x3x3", "mnk:4x4x4", "mnk:30x4x4", "mnk:15x15x5", "mnk:1x1x1"],
};

/// Opens tic-tac-toe.
pub fn open_tictactoe<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(TICTACTOE.name, variant)?;
    Ok(visitor.visit(Mnk::<u64>::start(3, 3, 3)))
}

/// Opens `WxHxK`.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let numbers: Option<Vec<usize>> = variant.split('x').map(|part| part.parse().ok()).collect();
    let Some(&[columns, rows, length]) = numbers.as_deref() else {
        return Err(TextError::new(format!("mnk is written mnk:WxHxK, such as mnk:4x4x3, not `{variant}`")));
    };
    if !(1..=30).contains(&columns) || !(1..=30).contains(&rows) || columns * rows > Wide::<6>::SIZE {
        return Err(TextError::new(format!(
            "the size {columns}x{rows} is outside what is supported: sides from 1 to 30, at most 384 cells"
        )));
    }
    if length == 0 {
        return Err(TextError::new("the length of a row must be at least 1"));
    }
    Ok(match columns * rows {
        ..=64 => visitor.visit(Mnk::<u64>::start(columns, rows, length)),
        65..=128 => visitor.visit(Mnk::<u128>::start(columns, rows, length)),
        _ => visitor.visit(Mnk::<Wide<6>>::start(columns, rows, length)),
    })
}

/// The size of the board and of the goal.
#[derive(Debug)]
struct Rules {
    columns: usize,
    rows: usize,
    length: usize,
}

/// A position: the stones of both players. Row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mnk<B: Bits> {
    stones: [B; 2],
    key: Key,
    rules: Shared<Rules>,
    turn: Player,
    outcome: Option<Outcome>,
}

impl<B: Bits> Mnk<B> {
    /// The empty board.
    pub fn start(columns: usize, rows: usize, length: usize) -> Self {
        let description = [columns, rows, length].map(|n| n.min(usize::from(u16::MAX)) as u16);
        Mnk {
            stones: [B::EMPTY; 2],
            key: Key::default(),
            rules: Shared::new(&description, || Rules { columns, rows, length }),
            turn: Player::First,
            outcome: None,
        }
    }

    fn size(&self) -> usize {
        self.rules.columns * self.rules.rows
    }

    fn empty(&self) -> impl Iterator<Item = usize> + use<B> {
        let taken = self.stones[0] | self.stones[1];
        (0..self.size()).filter(move |&cell| !taken.has(cell))
    }

    fn stones_played(&self) -> u32 {
        (self.stones[0] | self.stones[1]).count()
    }

    /// Whether the stone on `cell` is part of a row that is long enough.
    fn completes(&self, player: Player, cell: usize) -> bool {
        let (columns, rows) = (self.rules.columns as isize, self.rules.rows as isize);
        let (column, row) = (cell as isize % columns, cell as isize / columns);
        let stones = self.stones[player.index()];
        let reach = |dc: isize, dr: isize| {
            (1..)
                .map(|step| (column + step * dc, row + step * dr))
                .take_while(|&(c, r)| {
                    (0..columns).contains(&c)
                        && (0..rows).contains(&r)
                        && stones.has((r * columns + c) as usize)
                })
                .count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(dc, dr)| 1 + reach(dc, dr) + reach(-dc, -dr) >= self.rules.length)
    }

    fn mark(&self, column: usize, row_from_top: usize) -> Mark {
        let cell = (self.rules.rows - 1 - row_from_top) * self.rules.columns + column;
        Mark::on(self.stones, cell)
    }
}

impl<B: Bits> Game for Mnk<B> {
    type Move = u16;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn moves(&self, out: &mut Vec<u16>) {
        if self.outcome.is_none() {
            out.extend(self.empty().map(|cell| cell as u16));
        }
    }

    fn play(&mut self, m: u16) {
        let (player, cell) = (self.turn, usize::from(m));
        self.stones[player.index()] |= B::cell(cell);
        self.key ^= stone(player, cell) ^ SECOND_TO_MOVE;
        self.turn = player.other();
        if self.completes(player, cell) {
            self.outcome = Some(Outcome::Win(player));
        } else if self.stones_played() as usize == self.size() {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn key(&self) -> Key {
        self.key
    }

    /// How early the row was made.
    fn score(&self) -> f32 {
        let empty = self.size() as f32 - self.stones_played() as f32;
        self.outcome.map_or(0.0, |outcome| outcome.score(empty / self.size() as f32))
    }

    fn position(&self) -> String {
        format_board(self.rules.columns, self.rules.rows, self.turn, |c, r| self.mark(c, r))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let board = Board::parse(text)?;
        board.expect_size(self.rules.columns, self.rules.rows)?;
        board.expect_end()?;
        let mut state = Self::start(self.rules.columns, self.rules.rows, self.rules.length);
        for (column, row, player) in board.stones()? {
            let cell = (self.rules.rows - 1 - row) * self.rules.columns + column;
            state.stones[player.index()] |= B::cell(cell);
            state.key ^= stone(player, cell);
        }
        state.turn = board.turn;
        state.key ^= to_move(board.turn);
        let rows = Player::BOTH
            .map(|player| state.stones[player.index()].cells().any(|cell| state.completes(player, cell)));
        state.outcome = match rows {
            [true, true] => return Err(TextError::new("both players have a full row")),
            [true, false] => Some(Outcome::Win(Player::First)),
            [false, true] => Some(Outcome::Win(Player::Second)),
            [false, false] if state.stones_played() as usize == state.size() => Some(Outcome::Draw),
            [false, false] => None,
        };
        Ok(state)
    }

    fn move_text(&self, m: u16) -> String {
        let cell = usize::from(m);
        cell_name(cell % self.rules.columns, cell / self.rules.columns)
    }

    fn view(&self) -> View {
        View::grid(self.rules.columns, self.rules.rows, RowOne::Bottom, |c, r| self.mark(c, r))
    }

    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        if self.outcome.is_some() { 0 } else { self.size() - self.stones_played() as usize }
    }

    fn graded(&self) -> bool {
        true
    }
}
