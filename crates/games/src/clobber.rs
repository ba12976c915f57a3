//! Clobber: move onto a neighbouring enemy stone; who cannot loses.

use game::bits::Bits;
use game::grid::{Board, Mark, cell_name, format_fen, parse_fen, parse_size};
use game::key::{self, SECOND_TO_MOVE, stone, to_move};
use game::view::RowOne;
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Shared, Sharing, Sight,
    TextError, View, Visitor,
};

use crate::features;
use crate::symmetry::{self, Images, Map};

/// Clobber in the list.
pub const ABOUT: About = About {
    name: "clobber",
    variants: "CxR",
    summary: "move onto a neighbouring enemy stone, removing it; the last mover wins",
    samples: &["clobber", "clobber:3x3", "clobber:6x5", "clobber:1x7", "clobber:128x1"],
};

/// Cells that a set has room for.
const MAX_CELLS: usize = 128;

/// Opens `CxR`; nothing is 10x10.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let size = if variant.is_empty() { "10x10" } else { variant };
    let (columns, rows) = parse_size(size, 1..=MAX_CELLS, MAX_CELLS)?;
    Ok(visitor.visit(Clobber::start(columns, rows)))
}

/// The board.
#[derive(Debug)]
struct Rules {
    columns: usize,
    rows: usize,
    /// From a cell to the one above. 0 where there is no other row: no stone is its own enemy, so nothing
    /// moves that way, and no shift is as wide as a set.
    stride: u32,
    first_column: u128,
    last_column: u128,
    symmetries: Vec<Map>,
    /// Only where the cells fit into a machine word: larger boards are not worth the time.
    images: Option<Images>,
}

/// A position: the stones of both players. Row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clobber {
    stones: [u128; 2],
    key: Key,
    rules: Shared<Rules>,
    turn: Player,
}

impl Clobber {
    /// The full board, the first player on b1, a2 and so on.
    pub fn start(columns: usize, rows: usize) -> Self {
        let mut state = Self::empty(columns, rows);
        for cell in 0..columns * rows {
            let odd = (cell % columns + cell / columns) % 2 == 1;
            state.place(if odd { Player::First } else { Player::Second }, cell);
        }
        state
    }

    fn empty(columns: usize, rows: usize) -> Self {
        let column = |column: usize| u128::of((0..rows).map(|row| row * columns + column));
        let rules = Shared::new(&[columns as u16, rows as u16], || Rules {
            columns,
            rows,
            stride: if rows > 1 { columns as u32 } else { 0 },
            first_column: column(0),
            last_column: column(columns - 1),
            symmetries: symmetry::rectangle(columns, rows),
            images: Images::new(columns, rows),
        });
        Clobber { stones: [0; 2], key: Key::default(), rules, turn: Player::First }
    }

    fn place(&mut self, player: Player, cell: usize) {
        self.stones[player.index()] |= u128::cell(cell);
        self.key ^= stone(player, cell);
    }

    fn size(&self) -> usize {
        self.rules.columns * self.rules.rows
    }

    fn cell(&self, column: usize, row_from_top: usize) -> usize {
        (self.rules.rows - 1 - row_from_top) * self.rules.columns + column
    }

    fn name(&self, cell: usize) -> String {
        cell_name(cell % self.rules.columns, cell / self.rules.columns)
    }

    fn owner(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones[player.index()].has(cell))
    }

    /// The lower or left cell of each pair of neighbours of different players, side by side and one above
    /// the other. Each pair is one move of either player.
    #[inline]
    fn pairs(&self) -> [u128; 2] {
        let [a, b] = self.stones;
        let Rules { stride, first_column, .. } = *self.rules;
        let side_by_side = (a & ((b & !first_column) >> 1)) | (b & ((a & !first_column) >> 1));
        let above = (a & (b >> stride)) | (b & (a >> stride));
        [side_by_side, above]
    }

    fn count_pairs(&self) -> u32 {
        self.pairs().into_iter().map(u128::count_ones).sum()
    }

    fn read(columns: usize, rows: usize, turn: Player) -> Result<Self, TextError> {
        parse_size(&format!("{columns}x{rows}"), 1..=MAX_CELLS, MAX_CELLS)?;
        let mut state = Self::empty(columns, rows);
        state.turn = turn;
        state.key = to_move(turn);
        Ok(state)
    }

    /// The plain form. A blocked cell is as good as an empty one: nothing moves there.
    fn parse_plain(text: &str) -> Result<Self, TextError> {
        let board = Board::parse(text)?;
        board.expect_end()?;
        let (columns, rows) = board.size();
        let mut state = Self::read(columns, rows, board.turn)?;
        for (column, row, mark) in board.cells() {
            if let Mark::Stone(player) = mark {
                state.place(player, state.cell(column, row));
            }
        }
        Ok(state)
    }

    fn parse_fen(text: &str) -> Result<Self, TextError> {
        let (board, turn) = parse_fen(text)?;
        let mut state = Self::read(board[0].len(), board.len(), turn)?;
        for (row, pieces) in board.iter().enumerate() {
            for (column, piece) in pieces.iter().enumerate() {
                let cell = state.cell(column, row);
                match piece {
                    None => {}
                    Some('P') => state.place(Player::First, cell),
                    Some('p') => state.place(Player::Second, cell),
                    Some(other) => {
                        let name = state.name(cell);
                        return Err(TextError::new(format!(
                            "a stone is `P` or `p`, not `{other}` on {name}"
                        )));
                    }
                }
            }
        }
        Ok(state)
    }
}

/// A move is its two cells.
fn pack(from: usize, to: usize) -> u16 {
    (from << 8 | to) as u16
}

fn unpack(m: u16) -> (usize, usize) {
    (usize::from(m >> 8), usize::from(m & 0xff))
}

impl Game for Clobber {
    type Move = u16;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // Not a comparison of arrays: the compiler would write them to memory to read them back at once.
        let [side_by_side, above] = self.pairs();
        (side_by_side | above == 0).then_some(Outcome::Win(self.turn.other()))
    }

    fn moves(&self, out: &mut Vec<u16>) {
        let (own, enemy) = (self.stones[self.turn.index()], self.stones[self.turn.other().index()]);
        let Rules { stride, first_column, last_column, .. } = *self.rules;
        let step = stride as usize;
        let right = own & ((enemy & !first_column) >> 1);
        let left = own & ((enemy & !last_column) << 1);
        right.list_as(out, |cell| pack(cell, cell + 1));
        left.list_as(out, |cell| pack(cell, cell.wrapping_sub(1)));
        (own & (enemy >> stride)).list_as(out, |cell| pack(cell, cell + step));
        (own & (enemy << stride)).list_as(out, |cell| pack(cell, cell.wrapping_sub(step)));
    }

    fn play(&mut self, m: u16) {
        let (from, to) = unpack(m);
        let (player, enemy) = (self.turn, self.turn.other());
        self.stones[player.index()] ^= u128::cell(from) | u128::cell(to);
        self.stones[enemy.index()] ^= u128::cell(to);
        self.key ^= stone(player, from) ^ stone(player, to) ^ stone(enemy, to) ^ SECOND_TO_MOVE;
        self.turn = enemy;
    }

    fn key(&self) -> Key {
        self.key
    }

    /// How early the opponent ran out of moves: the share of the board that still has stones.
    fn score(&self) -> f32 {
        let stones = (self.stones[0] | self.stones[1]).count() as f32;
        let cells = (self.rules.columns * self.rules.rows) as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(stones / cells))
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.stones.map(|set| set.count()))
    }

    /// Every move takes a stone away, and the last one can take none.
    fn longest(&self) -> Option<u32> {
        Some(self.stones.map(|set| set.count()).iter().sum::<u32>().saturating_sub(1))
    }

    fn position(&self) -> String {
        format_fen(self.rules.columns, self.rules.rows, self.turn, |column, row| {
            self.owner(self.cell(column, row)).map(|player| ['P', 'p'][player.index()])
        })
    }

    /// Reads the FEN and the plain form, on a board of any size.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let board = text.split_whitespace().next().unwrap_or("");
        if board.contains(|symbol: char| symbol.is_ascii_digit() || matches!(symbol, 'P' | 'p')) {
            Self::parse_fen(text)
        } else {
            Self::parse_plain(text)
        }
    }

    fn move_text(&self, m: u16) -> String {
        let (from, to) = unpack(m);
        self.name(from) + &self.name(to)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn view(&self) -> View {
        View::grid(self.rules.columns, self.rules.rows, RowOne::Bottom, |column, row| {
            Mark::on(self.stones, self.cell(column, row))
        })
    }

    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        self.count_pairs() as usize
    }
}

impl Sight<u16> for Clobber {}

impl Sharing for Clobber {
    fn canonical_key(&self) -> Key {
        let Some(images) = &self.rules.images else { return self.key };
        Key::of_words(images.least(self.stones.map(|set| set as u64))) ^ to_move(self.turn)
    }

    /// Every move removes one stone, and no two moves leave the same stones.
    fn graded(&self) -> bool {
        true
    }
}

impl Features for Clobber {
    /// The stones, and the second player to move.
    fn feature_count(&self) -> usize {
        2 * self.size() + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.stones, self.size(), out);
        out.extend((self.turn == Player::Second).then_some(2 * self.size() as u32));
    }

    fn planes(&self) -> Planes {
        Planes::grid(2, self.rules.columns, self.rules.rows)
    }

    fn symmetries(&self) -> Vec<Self> {
        let image = |map| {
            let stones = self.stones.map(|set| symmetry::image(set, map));
            Clobber { stones, key: key::stones(stones) ^ to_move(self.turn), ..*self }
        };
        self.rules.symmetries.iter().map(image).collect()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl Machinery for Clobber {}
