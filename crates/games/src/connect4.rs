//! Connect Four: stones drop into columns, and four in a line win.

use game::bits::Bits;
use game::grid::{Board, Mark, format_board, parse_size};
use game::key::{self, SECOND_TO_MOVE, stone, to_move};
use game::view::RowOne;
use game::{
    About, Bounds, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Shared,
    Sharing, Sight, Site, TextError, Tiling, View, Visitor,
};

use board::Rules;

use crate::features;

mod board;
mod sight;

/// Connect Four in the list.
pub const ABOUT: About = About {
    name: "connect4",
    variants: "CxR",
    summary: "drop stones into C columns of R rows, four in a line win; a full board is a draw",
    samples: &["connect4", "connect4:4x4", "connect4:1x1", "connect4:9x7", "connect4:12x9"],
};

/// Opens `CxR`, or 7x6.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let (columns, rows) =
        if variant.is_empty() { (7, 6) } else { parse_size(variant, 1..=MAX_COLUMNS, 128)? };
    match columns * (rows + 1) {
        ..=64 => Ok(visitor.visit(Connect4::<u64>::start(columns, rows))),
        65..=128 => Ok(visitor.visit(Connect4::<u128>::start(columns, rows))),
        _ => Err(TextError::new(format!(
            "the size {variant} is outside what is supported: columns times (rows + 1) is at most 128"
        ))),
    }
}

/// More columns are not supported.
const MAX_COLUMNS: usize = 20;

/// What a cell where a player makes four is worth to it, and what a line that it can still fill.
const THREAT: f32 = 0.4;
const LINE: f32 = 0.1;

/// A position. Cells are numbered up each column, and a spare cell on every column, which is always empty,
/// parts it from the next one: a line that leaves the board runs into a spare cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connect4<B: Bits> {
    stones: [B; 2],
    key: Key,
    rules: Shared<Rules<B>>,
    turn: Player,
    outcome: Option<Outcome>,
}

impl<B: Bits> Connect4<B> {
    /// The empty board, of a size that [`open`] accepts.
    pub fn start(columns: usize, rows: usize) -> Self {
        Connect4 {
            stones: [B::EMPTY; 2],
            key: Key::default(),
            rules: Shared::new(&[columns as u16, rows as u16], || Rules::new(columns, rows)),
            turn: Player::First,
            outcome: None,
        }
    }

    #[inline]
    fn cell(&self, column: usize, row: usize) -> usize {
        column * (self.rules.rows + 1) + row
    }

    #[inline]
    fn taken(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    /// The highest cells of the columns that are not full.
    #[inline]
    fn open_tops(&self) -> B {
        self.rules.tops & !self.taken()
    }

    /// Whether four stones of the player are in a line.
    #[inline]
    fn has_four(&self, player: Player) -> bool {
        self.rules.has_four(self.stones[player.index()])
    }

    /// The lowest empty cell of every column, a spare one where it is full.
    #[inline]
    fn next_cells(&self) -> B {
        let taken = self.taken();
        (taken.up(1) | self.rules.bottoms) & !taken
    }

    /// The empty cells where a stone of the player makes four.
    #[inline]
    fn threats(&self, player: Player) -> B {
        self.rules.completions(self.stones[player.index()]) & !self.taken()
    }

    /// The same set of cells, left and right exchanged.
    #[inline]
    fn mirrored(&self, cells: B) -> B {
        let height = self.rules.rows as u32 + 1;
        let (mut rest, mut mirrored) = (cells, B::EMPTY);
        let column = self.rules.first_column;
        for _ in 0..self.rules.columns {
            mirrored = mirrored.up(height) | (rest & column);
            rest = rest.down(height);
        }
        mirrored
    }

    fn mark(&self, column: usize, row_from_top: usize) -> Mark {
        let cell = self.cell(column, self.rules.rows - 1 - row_from_top);
        Mark::on(self.stones, cell)
    }
}

impl<B: Bits> Game for Connect4<B> {
    /// The column.
    type Move = u8;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome.is_none() {
            let rules = &*self.rules;
            let (mut tops, mut columns, mut count) =
                (self.open_tops().down(rules.rows as u32 - 1), [0; MAX_COLUMNS], 0);
            // Written without a branch: which columns are full is hard to predict.
            for column in 0..rules.columns {
                columns[count] = column as u8;
                count += usize::from(tops.has(0));
                tops = tops.down(rules.rows as u32 + 1);
            }
            out.extend_from_slice(&columns[..count]);
        }
    }

    #[inline]
    fn play(&mut self, m: u8) {
        let (player, bottom) = (self.turn, self.cell(usize::from(m), 0));
        // Stones lie on each other without gaps: the lowest empty cell from the bottom up is the next one.
        let cell = bottom + (!self.taken()).down(bottom as u32).lowest();
        self.stones[player.index()] |= B::cell(cell);
        self.key ^= stone(player, cell) ^ SECOND_TO_MOVE;
        self.turn = player.other();
        if self.has_four(player) {
            self.outcome = Some(Outcome::Win(player));
        } else if self.open_tops().is_empty() {
            self.outcome = Some(Outcome::Draw);
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// How early the four were made: the share of the board that is still empty.
    fn score(&self) -> f32 {
        let size = (self.rules.columns * self.rules.rows) as f32;
        self.outcome.map_or(0.0, |outcome| outcome.score((size - self.taken().count() as f32) / size))
    }

    fn longest(&self) -> Option<u32> {
        Some((self.rules.columns * self.rules.rows) as u32 - self.taken().count())
    }

    fn position(&self) -> String {
        format_board(self.rules.columns, self.rules.rows, self.turn, |c, r| self.mark(c, r))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (columns, rows) = (self.rules.columns, self.rules.rows);
        let board = Board::parse(text)?;
        board.expect_size(columns, rows)?;
        board.expect_end()?;
        let mut state = Self::start(columns, rows);
        for (column, from_top, player) in board.stones()? {
            if from_top + 1 < rows && board.rows[from_top + 1][column] == Mark::Empty {
                let place = format!("column {}, row {}", column + 1, rows - from_top);
                return Err(TextError::new(format!("the stone in {place} rests on nothing")));
            }
            let cell = state.cell(column, rows - 1 - from_top);
            state.stones[player.index()] |= B::cell(cell);
            state.key ^= stone(player, cell);
        }
        state.turn = board.turn;
        state.key ^= to_move(board.turn);
        state.outcome = match Player::BOTH.map(|player| state.has_four(player)) {
            [true, true] => return Err(TextError::new("both players have four in a line")),
            [true, false] => Some(Outcome::Win(Player::First)),
            [false, true] => Some(Outcome::Win(Player::Second)),
            [false, false] if state.open_tops().is_empty() => Some(Outcome::Draw),
            [false, false] => None,
        };
        Ok(state)
    }

    /// The number of the column, from 1.
    fn move_text(&self, m: u8) -> String {
        (u32::from(m) + 1).to_string()
    }

    /// Several columns may be one word, `444`, where each has one digit.
    fn parse_next(&self, words: &[&str], out: &mut Vec<u8>) -> Result<usize, TextError> {
        let word = words[0];
        let is_line =
            self.rules.columns < 10 && word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_digit());
        let texts: Vec<&str> =
            if is_line { word.split("").filter(|digit| !digit.is_empty()).collect() } else { vec![word] };
        let mut state = *self;
        for text in texts {
            let m = state.parse_move(text)?;
            state.play(m);
            out.push(m);
        }
        Ok(1)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Red", "Yellow"]
    }

    fn view(&self) -> View {
        let (columns, rows) = (self.rules.columns, self.rules.rows);
        let mut view = View::grid(columns, rows, RowOne::Bottom, |c, r| self.mark(c, r));
        view.columns = (1..=columns).map(|column| column.to_string()).collect();
        view
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<u8>) -> usize {
        if self.outcome.is_some() { 0 } else { self.open_tops().count() as usize }
    }
}

impl<B: Bits> Sight<u8> for Connect4<B> {
    fn pass(&self) -> Option<Self> {
        let passed = Connect4 { turn: self.turn.other(), key: self.key ^ SECOND_TO_MOVE, ..*self };
        self.outcome.is_none().then_some(passed)
    }

    #[inline]
    fn winning_move(&self) -> Option<u8> {
        let wins = self.threats(self.turn) & self.next_cells();
        let found = self.outcome.is_none() && !wins.is_empty();
        found.then(|| (wins.lowest() / (self.rules.rows + 1)) as u8)
    }

    /// What follows from moves that are forced, from answers in the same column, and from lines that are blocked.
    #[inline]
    fn bounds(&self) -> Bounds {
        let [own, others] = [self.turn, self.turn.other()].map(|player| self.stones[player.index()]);
        sight::Sight { rules: &self.rules, own, others, player: self.turn }.bounds()
    }

    /// The lines that are open to each player, those that would be its own if one player answered every stone in
    /// the same column, and the cells that make four: above all where these answers bring them within reach.
    #[inline]
    fn estimate(&self) -> Option<f32> {
        let empty = self.rules.board & !self.taken();
        let last = if empty.count() % 2 == 1 { self.turn } else { self.turn.other() };
        let worth = |player: Player| {
            let evens = self.rules.evens;
            let falls_to_player = empty & if player == last { evens } else { !evens };
            let lines = |cells: B| self.rules.fours(cells).iter().map(|fours| fours.count()).sum::<u32>();
            let (own, others) = (self.stones[player.index()], self.stones[player.other().index()]);
            let threats = self.threats(player);
            let lines = lines(self.rules.board & !others) + lines(own | falls_to_player);
            lines as f32 * LINE + (threats.count() + (threats & falls_to_player).count()) as f32 * THREAT
        };
        let lead = worth(Player::First) - worth(Player::Second);
        Some(lead / (1.0 + lead.abs()))
    }
}

impl<B: Bits> Sharing for Connect4<B> {
    /// The height of every column, and of each player's stones those in a line that the opponent has no stone in.
    ///
    /// That says which lines each player can still fill and what they lack, and with the heights and the turn
    /// the value depends on nothing else: a line is open to a player iff all stones in it are among these stones
    /// of the player, since where it is open they all are, and where it is not one of them is the opponent's.
    #[inline]
    fn canonical_key(&self) -> Key {
        let [first, second] = Player::BOTH.map(|player| {
            let others = self.stones[player.other().index()];
            self.stones[player.index()] & self.rules.in_fours(self.rules.board & !others)
        });
        let code = [first | self.next_cells(), second];
        let mirrored = code.map(|cells| self.mirrored(cells));
        let words = |code: [B; 2]| {
            code.into_iter().flat_map(|code| (0..B::SIZE / 64).map(move |index| code.word(index)))
        };
        // Not by `Iterator::le`, which is a call: this is done for every child.
        let first_difference = words(code).zip(words(mirrored)).find(|(one, other)| one != other);
        let code = if first_difference.is_none_or(|(one, other)| one < other) { code } else { mirrored };
        Key::of_words(words(code)) ^ to_move(self.turn)
    }

    /// Every move adds a stone, and different columns are different states.
    fn graded(&self) -> bool {
        true
    }
}

impl<B: Bits> Features for Connect4<B> {
    /// The stones, and the second player to move.
    fn feature_count(&self) -> usize {
        2 * self.cell(self.rules.columns, 0) + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        let cells = self.cell(self.rules.columns, 0);
        features::stones(self.stones, cells, out);
        out.extend((self.turn == Player::Second).then_some(2 * cells as u32));
    }

    /// The board lies on its side: columns of cells are rows of places, without the spare cells.
    fn planes(&self) -> Planes {
        let (columns, height) = (self.rules.columns, self.rules.rows + 1);
        Planes::within(2, columns * height, height, self.rules.rows, columns)
    }

    /// Left and right are alike.
    fn symmetries(&self) -> Vec<Self> {
        let stones = self.stones.map(|set| self.mirrored(set));
        vec![Connect4 { stones, key: key::stones(stones) ^ to_move(self.turn), ..*self }]
    }

    fn lattice(&self) -> Lattice {
        let (height, rows) = (self.rules.rows + 1, self.rules.rows);
        let site = |cell: usize| {
            let (column, row) = (cell / height, cell % height);
            let name = (column + 1).to_string();
            (row < rows).then(|| Site { column, row: rows - 1 - row, name })
        };
        let sites = (0..self.planes().places.len()).map(site).collect();
        Lattice { tiling: Tiling::Squares, sites }
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl<B: Bits> Machinery for Connect4<B> {}
