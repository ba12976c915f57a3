//! The Game of the Amazons: move a queen, then shoot an arrow from there; who cannot loses.

use game::bits::Bits;
use game::grid::{Board, Mark, cell_name, format_fen, parse_fen, parse_size, words};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::perft::{self, Unit};
use game::reading::read_move;
use game::scene::Figures;
use game::view::{Glyph, RowOne};
use game::{
    About, ColourSwap, Features, Game, Key, Listing, Machinery, Outcome, Planes, Player, Scene, Shared,
    Sharing, Sight, TextError, View, Visitor,
};

use crate::rays;
use crate::symmetry::{self, Images, Map};

/// Amazons in the list.
pub const ABOUT: About = About {
    name: "amazons",
    variants: "CxR",
    summary: "move a queen and shoot an arrow that blocks a cell; who cannot loses",
    samples: &["amazons", "amazons:4x4", "amazons:5x6", "amazons:8x8", "amazons:16x8"],
};

/// Cells that a set has room for.
const MAX_CELLS: usize = 128;

/// Opens `CxR`, both sides at least 4; nothing is 10x10.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let size = if variant.is_empty() { "10x10" } else { variant };
    let (columns, rows) = parse_size(size, 4..=32, MAX_CELLS)?;
    Ok(visitor.visit(Amazons::start(columns, rows)))
}

/// What all positions on one board share.
#[derive(Debug)]
struct Rules {
    columns: usize,
    rows: usize,
    board: u128,
    neighbours: Box<[u128]>,
    sight: rays::Sight,
    symmetries: Vec<Map>,
    /// Only where the cells fit into a machine word: larger boards are not worth the time.
    images: Option<Images>,
}

impl Rules {
    fn new(columns: usize, rows: usize) -> Rules {
        let (cells, sight) = (columns * rows, rays::Sight::new(columns, rows));
        Rules {
            columns,
            rows,
            board: u128::of(0..cells),
            neighbours: (0..cells).map(|cell| sight.neighbours(cell)).collect(),
            symmetries: symmetry::rectangle(columns, rows),
            images: Images::new(columns, rows),
            sight,
        }
    }
}

/// No cell: no queen has moved in this turn.
const NONE: u8 = u8::MAX;

/// The bit of a move that says "arrow". A queen's move is its two cells, an arrow is one.
const ARROW: u16 = 0x8000;

/// Zobrist numbers of arrows, and of the queen that must shoot.
static ARROWS: [Key; MAX_CELLS] = keys(0xa330_3000);
static SHOOTERS: [Key; MAX_CELLS] = keys(0x5400_7e70);

const fn keys(first: u64) -> [Key; MAX_CELLS] {
    let mut keys = [Key(0); MAX_CELLS];
    let mut cell = 0;
    while cell < MAX_CELLS {
        keys[cell] = Key::of(first + cell as u64);
        cell += 1;
    }
    keys
}

/// A position. Row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amazons {
    queens: [u128; 2],
    arrows: u128,
    key: Key,
    rules: Shared<Rules>,
    turn: Player,
    /// Where the queen is that has moved and must shoot now.
    shooter: u8,
}

impl Amazons {
    /// The start: each player has a queen on both outer columns and two on its first row, all of them a third
    /// of the board away from the corners. Both sides of the board are at least 4.
    pub fn start(columns: usize, rows: usize) -> Self {
        let mut state = Self::empty(columns, rows, Player::First);
        let (column, row) = ((columns - 1) / 3, (rows - 1) / 3);
        let home = [(0, row), (columns - 1, row), (column, 0), (columns - 1 - column, 0)];
        for (column, row) in home {
            state.place(Player::First, row * columns + column);
            state.place(Player::Second, (rows - 1 - row) * columns + column);
        }
        state
    }

    fn empty(columns: usize, rows: usize, turn: Player) -> Self {
        Amazons {
            queens: [0; 2],
            arrows: 0,
            key: to_move(turn),
            rules: Shared::new(&[columns as u16, rows as u16], || Rules::new(columns, rows)),
            turn,
            shooter: NONE,
        }
    }

    #[inline]
    fn place(&mut self, player: Player, cell: usize) {
        self.queens[player.index()] ^= u128::cell(cell);
        self.key ^= stone(player, cell);
    }

    #[inline]
    fn shoot(&mut self, cell: usize) {
        self.arrows |= u128::cell(cell);
        self.key ^= ARROWS[cell];
    }

    #[inline]
    fn set_shooter(&mut self, cell: usize) {
        self.shooter = cell as u8;
        self.key ^= SHOOTERS[cell];
    }

    #[inline]
    fn taken(&self) -> u128 {
        self.queens[0] | self.queens[1] | self.arrows
    }

    #[inline]
    fn free(&self) -> u128 {
        self.rules.board & !self.taken()
    }

    /// How many moves a player has whose queens may go.
    fn count_steps(&self, player: Player) -> u32 {
        let taken = self.taken();
        self.queens[player.index()].cells().map(|cell| self.rules.sight.count(taken, cell)).sum()
    }

    fn cell(&self, column: usize, row_from_top: usize) -> usize {
        (self.rules.rows - 1 - row_from_top) * self.rules.columns + column
    }

    fn name(&self, cell: usize) -> String {
        cell_name(cell % self.rules.columns, cell / self.rules.columns)
    }

    fn read(columns: usize, rows: usize, turn: Player) -> Result<Self, TextError> {
        parse_size(&format!("{columns}x{rows}"), 1..=MAX_CELLS, MAX_CELLS)?;
        Ok(Self::empty(columns, rows, turn))
    }

    /// The plain form: `x` and `o` are queens, a blocked cell is an arrow.
    fn parse_plain(text: &str) -> Result<Self, TextError> {
        let board = Board::parse(text)?;
        let (columns, rows) = board.size();
        let mut state = Self::read(columns, rows, board.turn)?;
        for (column, row, mark) in board.cells() {
            let cell = state.cell(column, row);
            match mark {
                Mark::Empty => {}
                Mark::Stone(player) => state.place(player, cell),
                Mark::Blocked => state.shoot(cell),
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
                    Some('Q') => state.place(Player::First, cell),
                    Some('q') => state.place(Player::Second, cell),
                    Some('*') => state.shoot(cell),
                    Some(other) => {
                        let name = state.name(cell);
                        return Err(TextError::new(format!(
                            "a queen is `Q` or `q` and an arrow `*`, not `{other}` on {name}"
                        )));
                    }
                }
            }
        }
        Ok(state)
    }

    /// Reads the queen that must shoot, behind the side to move. In its place a FEN may have `-` and counters,
    /// which do not matter.
    fn read_shooter(&mut self, text: &str) -> Result<(), TextError> {
        let Some((index, word)) = words(text).nth(2) else { return Ok(()) };
        if word.chars().all(|symbol| symbol == '-' || symbol.is_ascii_digit()) {
            return Ok(());
        }
        let mut queens = self.queens[self.turn.index()].cells();
        let queen = queens.find(|&cell| self.name(cell).eq_ignore_ascii_case(&word)).ok_or_else(|| {
            TextError::at(index, format!("`{word}` is not the cell of a queen of the player to move"))
        })?;
        if !self.rules.neighbours[queen].meets(self.free()) {
            return Err(TextError::at(index, format!("the queen on {word} has nowhere to shoot")));
        }
        self.set_shooter(queen);
        match words(text).nth(3) {
            None => Ok(()),
            Some((index, word)) => Err(TextError::at(index, format!("unexpected `{word}`"))),
        }
    }
}

impl Game for Amazons {
    /// A queen's two cells, or the cell of an arrow with `ARROW`.
    type Move = u16;

    fn turn(&self) -> Player {
        self.turn
    }

    /// A queen that has moved can always shoot back to where it came from.
    fn outcome(&self) -> Option<Outcome> {
        let free = self.free();
        let mut queens = self.queens[self.turn.index()].cells();
        let can_move = self.shooter != NONE || queens.any(|cell| self.rules.neighbours[cell].meets(free));
        (!can_move).then_some(Outcome::Win(self.turn.other()))
    }

    fn moves(&self, out: &mut Vec<u16>) {
        let (taken, sight, mut list) = (self.taken(), &self.rules.sight, Listing::new(out));
        if self.shooter == NONE {
            for from in self.queens[self.turn.index()].cells() {
                sight.list(taken, from, (from << 8) as u16, &mut list);
            }
        } else {
            sight.list(taken, usize::from(self.shooter), ARROW, &mut list);
        }
    }

    fn play(&mut self, m: u16) {
        if m & ARROW == 0 {
            let (from, to) = (usize::from(m >> 8), usize::from(m & 0xff));
            self.place(self.turn, from);
            self.place(self.turn, to);
            self.set_shooter(to);
        } else {
            self.set_shooter(usize::from(self.shooter));
            self.shooter = NONE;
            self.shoot(usize::from(m & !ARROW));
            self.turn = self.turn.other();
            self.key ^= SECOND_TO_MOVE;
        }
    }

    fn key(&self) -> Key {
        self.key
    }

    /// How early the loser was shut in: the share of the board that is free.
    fn score(&self) -> f32 {
        let free = self.free().count() as f32 / (self.rules.columns * self.rules.rows) as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(free))
    }

    /// A step and an arrow for every free cell.
    fn longest(&self) -> Option<u32> {
        Some((2 * self.free().count()).saturating_sub(u32::from(self.shooter != NONE)))
    }

    /// A FEN with `Q`, `q` and `*`. The cell of the queen that must shoot follows where one must.
    fn position(&self) -> String {
        let fen = format_fen(self.rules.columns, self.rules.rows, self.turn, |column, row| {
            let cell = self.cell(column, row);
            match Mark::on(self.queens, cell) {
                Mark::Stone(Player::First) => Some('Q'),
                Mark::Stone(Player::Second) => Some('q'),
                _ => self.arrows.has(cell).then_some('*'),
            }
        });
        if self.shooter == NONE { fen } else { fen + " " + &self.name(usize::from(self.shooter)) }
    }

    /// Reads the FEN and the plain form, on a board of any size.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let board = text.split_whitespace().next().unwrap_or("");
        let mut state = if board.contains(|symbol: char| symbol.is_ascii_digit() || "Qq*".contains(symbol)) {
            Self::parse_fen(text)?
        } else {
            Self::parse_plain(text)?
        };
        state.read_shooter(text)?;
        Ok(state)
    }

    fn move_text(&self, m: u16) -> String {
        if m & ARROW == 0 {
            format!("{}-{}", self.name(usize::from(m >> 8)), self.name(usize::from(m & 0xff)))
        } else {
            format!("/{}", self.name(usize::from(m & !ARROW)))
        }
    }

    fn within_turn(&self) -> &'static str {
        ""
    }

    fn decisions_left(&self) -> u32 {
        if self.shooter == NONE { 2 } else { 1 }
    }

    /// A word is a whole turn, `j4-h4/b4` or `j4h4/b4`, or one of its halves, `j4-h4` and `/b4`.
    fn parse_next(&self, words: &[&str], out: &mut Vec<u16>) -> Result<usize, TextError> {
        match words[0].split_once('/') {
            Some((queen, arrow)) if !queen.is_empty() => {
                let step = read_move(self, queen)?;
                let mut moved = *self;
                moved.play(step);
                out.extend([step, moved.parse_move(&format!("/{arrow}"))?]);
            }
            _ => out.push(self.parse_move(words[0])?),
        }
        Ok(1)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn view(&self) -> View {
        let mut view = View::grid(self.rules.columns, self.rules.rows, RowOne::Bottom, |column, row| {
            let cell = self.cell(column, row);
            if self.arrows.has(cell) { Glyph::Blocked } else { Mark::on(self.queens, cell).into() }
        });
        if self.shooter != NONE {
            view.notes.push(format!("the queen on {} must shoot", self.name(usize::from(self.shooter))));
        }
        view
    }

    fn scene(&self) -> Scene {
        Scene::new(self.view(), &self.lattice()).with_figures(Figures::Queens)
    }

    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        match self.shooter {
            NONE => self.count_steps(self.turn) as usize,
            cell => self.rules.sight.count(self.taken(), usize::from(cell)) as usize,
        }
    }

    /// Different decisions lead to different states, so the turns need not be compared.
    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        let decisions = match unit {
            Unit::Decision => depth,
            Unit::Turn => (2 * depth).saturating_sub(u32::from(self.shooter != NONE)),
        };
        perft::count(self, decisions, Unit::Decision)
    }
}

impl Sight<u16> for Amazons {
    /// The steps of the queens; unknown while a queen must shoot, since then the other player's mean more.
    fn mobility(&self) -> Option<[u32; 2]> {
        (self.shooter == NONE).then(|| Player::BOTH.map(|player| self.count_steps(player)))
    }
}

impl Sharing for Amazons {
    /// Queen and arrow take turns, and every arrow stays. Different moves lead to different boards.
    fn graded(&self) -> bool {
        true
    }

    fn canonical_key(&self) -> Key {
        let Some(images) = &self.rules.images else { return self.key };
        let shooter = if self.shooter == NONE { 0 } else { 1 << self.shooter };
        let sets = [self.queens[0] as u64, self.queens[1] as u64, self.arrows as u64, shooter];
        Key::of_words(images.least(sets)) ^ to_move(self.turn)
    }
}

impl Features for Amazons {
    /// Queens of both players, arrows, the queen that must shoot, and the second player to move.
    fn feature_count(&self) -> usize {
        4 * self.rules.columns * self.rules.rows + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        let cells = self.rules.columns * self.rules.rows;
        let shooter = if self.shooter == NONE { 0 } else { u128::cell(usize::from(self.shooter)) };
        for (kind, set) in [self.queens[0], self.queens[1], self.arrows, shooter].into_iter().enumerate() {
            out.extend(set.cells().map(|cell| (kind * cells + cell) as u32));
        }
        out.extend((self.turn == Player::Second).then_some(4 * cells as u32));
    }

    fn planes(&self) -> Planes {
        Planes::grid(4, self.rules.columns, self.rules.rows)
    }

    fn symmetries(&self) -> Vec<Self> {
        let image = |map: &Map| {
            let mut image = Self::empty(self.rules.columns, self.rules.rows, self.turn);
            for player in Player::BOTH {
                let queens = symmetry::image(self.queens[player.index()], map);
                queens.cells().for_each(|cell| image.place(player, cell));
            }
            symmetry::image(self.arrows, map).cells().for_each(|cell| image.shoot(cell));
            if self.shooter != NONE {
                image.set_shooter(usize::from(map[usize::from(self.shooter)]));
            }
            image
        };
        self.rules.symmetries.iter().map(image).filter(|image| image != self).collect()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl Machinery for Amazons {}
