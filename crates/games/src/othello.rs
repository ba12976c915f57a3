//! Othello: enclose enemy discs to turn them; more discs win.

use std::ops::Range;

use game::bits::Bits;
use game::grid::{Board, Mark, cell_name, format_board, parse_turn, words};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::view::RowOne;
use game::{
    About, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Shared, Sharing,
    Sight, TextError, Tiling, View, Visitor,
};

use crate::features;
use crate::symmetry::{self, Map};

/// Othello in the list.
pub const ABOUT: About = About {
    name: "othello",
    variants: "N",
    summary: "enclose enemy discs to turn them; more discs win at the end",
    samples: &["othello", "othello:4", "othello:6", "othello:10"],
};

/// Opens a board of `N` x `N`, N even; nothing is 8.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    match variant {
        "" | "8" => Ok(visitor.visit(Othello::<u64>::start(8))),
        "4" => Ok(visitor.visit(Othello::<u64>::start(4))),
        "6" => Ok(visitor.visit(Othello::<u64>::start(6))),
        "10" => Ok(visitor.visit(Othello::<u128>::start(10))),
        _ => Err(TextError::new(format!(
            "othello is played on 4, 6, 8 or 10 columns and rows, not `{variant}`"
        ))),
    }
}

/// What all positions of one size share.
#[derive(Debug)]
struct Rules<B> {
    side: usize,
    board: B,
    /// All but the outer columns of the widest board. A row of discs that is closed at both ends never runs
    /// through them, unless it is vertical: leaving them out keeps shifts from running over the edge.
    inner: B,
}

/// From a cell to the one below. It depends on the type only, so that all shifts are by constants; smaller
/// boards use a part of the widest one.
const fn stride<B: Bits>() -> usize {
    if B::SIZE > 64 { 10 } else { 8 }
}

impl<B: Bits> Rules<B> {
    fn new(side: usize) -> Self {
        let stride = stride::<B>();
        let cells =
            |range: Range<usize>| B::of((0..stride * stride).filter(|cell| range.contains(&(cell % stride))));
        let rows = B::of(0..side * stride);
        Rules { side, board: cells(0..side) & rows, inner: cells(1..stride - 1) }
    }

    /// The empty cells next to a row of enemy discs that an own disc closes at its other end.
    #[inline]
    fn targets(&self, own: B, enemy: B) -> B {
        let (stride, inner) = (stride::<B>() as u32, enemy & self.inner);
        let targets = open_ends(own, inner, 1)
            | open_ends(own, enemy, stride)
            | open_ends(own, inner, stride - 1)
            | open_ends(own, inner, stride + 1);
        targets & self.board & !(own | enemy)
    }

    /// The enemy discs that a disc on `cell` encloses.
    #[inline]
    fn turned(&self, cell: B, own: B, enemy: B) -> B {
        let (stride, inner) = (stride::<B>() as u32, enemy & self.inner);
        enclosed(cell, own, inner, 1)
            | enclosed(cell, own, enemy, stride)
            | enclosed(cell, own, inner, stride - 1)
            | enclosed(cell, own, inner, stride + 1)
    }
}

/// The cells behind the rows of `through` that begin at discs of `own`, both ways along an axis.
#[inline(always)]
fn open_ends<B: Bits>(own: B, through: B, by: u32) -> B {
    row(own, through, |set, steps| set.up(steps * by)).up(by)
        | row(own, through, |set, steps| set.down(steps * by)).down(by)
}

/// The rows of `through` between `cell` and a disc of `own`, both ways along an axis.
#[inline(always)]
fn enclosed<B: Bits>(cell: B, own: B, through: B, by: u32) -> B {
    let up = row(cell, through, |set, steps| set.up(steps * by));
    let down = row(cell, through, |set, steps| set.down(steps * by));
    let closed = |row: B, end: B| if end.meets(own) { row } else { B::EMPTY };
    closed(up, up.up(by)) | closed(down, down.down(by))
}

/// The discs of `through` that stand in an unbroken row next to a disc of `from`, in one direction: first by
/// single steps, then by two at a time, which is enough for the widest board.
#[inline(always)]
fn row<B: Bits>(from: B, through: B, step: impl Fn(B, u32) -> B) -> B {
    let mut row = through & step(from, 1);
    row |= through & step(row, 1);
    let pairs = through & step(through, 1);
    row |= pairs & step(row, 2);
    row |= pairs & step(row, 2);
    if stride::<B>() > 8 {
        row |= pairs & step(row, 2);
    }
    row
}

/// The move of a player who cannot enclose anything.
const PASS: u8 = u8::MAX;

/// The cell in this column and row.
fn cell<B: Bits>(column: usize, row: usize) -> usize {
    row * stride::<B>() + column
}

/// A position: the discs of both players. Row 1 is at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello<B: Bits> {
    discs: [B; 2],
    /// Where the player to move may put a disc. Known at every state, because the end of the game and the
    /// need to pass depend on it.
    targets: B,
    key: Key,
    rules: Shared<Rules<B>>,
    turn: Player,
    over: bool,
}

impl<B: Bits> Othello<B> {
    /// The usual start on a board of `side` x `side`, which is even and at least 4.
    pub fn start(side: usize) -> Self {
        let mut state = Self::empty(side);
        let (before, behind) = (side / 2 - 1, side / 2);
        state.place(Player::Second, cell::<B>(before, before));
        state.place(Player::First, cell::<B>(behind, before));
        state.place(Player::First, cell::<B>(before, behind));
        state.place(Player::Second, cell::<B>(behind, behind));
        state.look_ahead();
        state
    }

    /// Columns and rows of the board.
    pub fn side(&self) -> usize {
        self.rules.side
    }

    /// Whose disc is in this column and row, both counted from 0.
    pub fn disc(&self, column: usize, row: usize) -> Option<Player> {
        let cell = cell::<B>(column, row);
        Player::BOTH.into_iter().find(|player| self.discs[player.index()].has(cell))
    }

    fn empty(side: usize) -> Self {
        Othello {
            discs: [B::EMPTY; 2],
            targets: B::EMPTY,
            key: Key::default(),
            rules: Shared::new(&[side as u16], || Rules::new(side)),
            turn: Player::First,
            over: false,
        }
    }

    fn place(&mut self, player: Player, cell: usize) {
        self.discs[player.index()] |= B::cell(cell);
        self.key ^= stone(player, cell);
    }

    /// Finds out what the player to move can do, and whether the game is over.
    #[inline]
    fn look_ahead(&mut self) {
        let (own, enemy) = (self.discs[self.turn.index()], self.discs[self.turn.other().index()]);
        self.targets = self.rules.targets(own, enemy);
        self.over = self.targets.is_empty() && self.rules.targets(enemy, own).is_empty();
    }

    /// The discs of the first player more than those of the second.
    fn lead(&self) -> i32 {
        self.discs[0].count() as i32 - self.discs[1].count() as i32
    }

    fn mark(&self, column: usize, row: usize) -> Mark {
        let cell = cell::<B>(column, row);
        Mark::on(self.discs, cell)
    }

    /// Reads the board row by row without a sign between the rows, `-` for an empty cell.
    fn parse_line(&self, text: &str) -> Result<Self, TextError> {
        let mut state = Self::empty(self.rules.side);
        let mut words = words(text);
        let (start, board) = words.next().unwrap_or_default();
        for (index, symbol) in board.chars().enumerate() {
            let cell = cell::<B>(index % self.rules.side, index / self.rules.side);
            match symbol {
                'X' | 'x' => state.place(Player::First, cell),
                'O' | 'o' => state.place(Player::Second, cell),
                '-' | '.' => {}
                _ => return Err(TextError::at(start + index, format!("`{symbol}` is none of X, O and -"))),
            }
        }
        if let Some((index, word)) = words.next() {
            state.turn = parse_turn(index, &word, ["x", "o"])?;
        }
        match words.next() {
            None => Ok(state),
            Some((index, word)) => Err(TextError::at(index, format!("unexpected `{word}`"))),
        }
    }

    fn parse_plain(&self, text: &str) -> Result<Self, TextError> {
        let board = Board::parse(text)?;
        board.expect_size(self.rules.side, self.rules.side)?;
        board.expect_end()?;
        let mut state = Self::empty(self.rules.side);
        for (column, row, player) in board.stones()? {
            state.place(player, cell::<B>(column, row));
        }
        state.turn = board.turn;
        Ok(state)
    }
}

impl<B: Bits> Game for Othello<B> {
    /// A cell, or the pass.
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| Outcome::from_gain(self.lead().signum() as i8))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if !self.targets.is_empty() {
            self.targets.list_as(out, |cell| cell as u8);
        } else if !self.over {
            out.push(PASS);
        }
    }

    fn play(&mut self, m: u8) {
        let (player, enemy) = (self.turn, self.turn.other());
        if m != PASS {
            let (cell, own) = (B::cell(usize::from(m)), self.discs[player.index()]);
            let turned = self.rules.turned(cell, own, self.discs[enemy.index()]);
            self.discs[player.index()] |= cell | turned;
            self.discs[enemy.index()] ^= turned;
            self.key ^= stone(player, usize::from(m));
            for cell in turned.cells() {
                self.key ^= stone(player, cell) ^ stone(enemy, cell);
            }
        }
        self.turn = enemy;
        self.key ^= SECOND_TO_MOVE;
        self.look_ahead();
    }

    fn key(&self) -> Key {
        self.key
    }

    /// The lead in discs, as a share of the board.
    fn score(&self) -> f32 {
        let cells = (self.rules.side * self.rules.side) as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(self.lead().abs() as f32 / cells))
    }

    /// The lead in discs.
    fn raw_score(&self) -> Option<f32> {
        Some(self.lead() as f32)
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.discs.map(|set| set.count()))
    }

    /// A pass before every disc that is still to come, but never two of them in a row.
    fn longest(&self) -> Option<u32> {
        let cells = (self.rules.side * self.rules.side) as u32;
        let empty = cells - self.discs.map(|discs| discs.count()).iter().sum::<u32>();
        Some((2 * empty).saturating_sub(u32::from(!self.targets.is_empty())))
    }

    fn position(&self) -> String {
        format_board(self.rules.side, self.rules.side, self.turn, |c, r| self.mark(c, r))
    }

    /// Reads the plain form, and the one of the FFO files: the board as one word, then the side to move.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let length = text.split_whitespace().next().map_or(0, |board| board.chars().count());
        let mut state = if length == self.rules.side * self.rules.side && !text.contains(['/', '|']) {
            self.parse_line(text)?
        } else {
            self.parse_plain(text)?
        };
        state.key ^= to_move(state.turn);
        state.look_ahead();
        Ok(state)
    }

    fn move_text(&self, m: u8) -> String {
        match usize::from(m) {
            _ if m == PASS => "pass".to_owned(),
            cell => cell_name(cell % stride::<B>(), cell / stride::<B>()),
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn view(&self) -> View {
        View::grid(self.rules.side, self.rules.side, RowOne::Top, |c, r| self.mark(c, r))
    }

    fn count_moves(&self, _: &mut Vec<u8>) -> usize {
        if self.over { 0 } else { self.targets.count().max(1) as usize }
    }
}

impl<B: Bits> Sight<u8> for Othello<B> {
    /// A player who would have to pass has one move.
    fn mobility(&self) -> Option<[u32; 2]> {
        let [first, second] = self.discs;
        Some(
            [self.rules.targets(first, second), self.rules.targets(second, first)]
                .map(|set| set.count().max(1)),
        )
    }
}

impl<B: Bits> Sharing for Othello<B> {
    /// Every other move adds a disc. A pass does not, but it changes the turn, is the only move of its state
    /// and never follows another pass: no longer line leads back to where one move leads.
    fn graded(&self) -> bool {
        true
    }
}

impl<B: Bits> Features for Othello<B> {
    /// The discs, and the second player to move.
    fn feature_count(&self) -> usize {
        2 * B::SIZE + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.discs, B::SIZE, out);
        out.extend((self.turn == Player::Second).then_some(2 * B::SIZE as u32));
    }

    fn planes(&self) -> Planes {
        Planes::within(2, B::SIZE, stride::<B>(), self.rules.side, self.rules.side)
    }

    fn symmetries(&self) -> Vec<Self> {
        let side = self.rules.side;
        let image = |map: &Map| {
            let mut image = Othello { turn: self.turn, ..Self::empty(side) };
            for player in Player::BOTH {
                for disc in self.discs[player.index()].cells() {
                    let to = usize::from(map[disc / stride::<B>() * side + disc % stride::<B>()]);
                    image.place(player, cell::<B>(to % side, to / side));
                }
            }
            image.key ^= to_move(self.turn);
            image.look_ahead();
            image
        };
        symmetry::rectangle(side, side).iter().map(image).collect()
    }

    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Squares, RowOne::Top)
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl<B: Bits> Machinery for Othello<B> {}
