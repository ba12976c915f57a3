//! Hex: one side joins top and bottom, the other left and right.

use std::hash::{Hash, Hasher};

use game::bits::{Bits, Wide};
use game::grid::{Board, Mark, cell_name, format_board, parse_size};
use game::key::stone;
use game::view::{Glyph, RowOne};
use game::{
    About, Bounds, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, ProofRule,
    Scene, Shared, Sharing, Sight, TextError, Tiling, View, Visitor,
};

use crate::features;
use crate::swap::{self, SWAP, Sides};

use fill_in::Filled;
use proof::VirtualConnections;

mod connection;
mod fill_in;
mod notes;
mod proof;
mod reach;

/// Hex in the list.
pub const ABOUT: About = About {
    name: "hex",
    variants: "N or CxR, and ,noswap",
    summary: "join top and bottom (x, first) or left and right (o); the second player may swap sides",
    samples: &["hex:11", "hex:11,noswap", "hex:3,noswap", "hex:1x2", "hex:5x4", "hex:13", "hex:19"],
};

/// The longest side of a board.
const MAX_SIZE: usize = 19;

/// Connections are looked for where no more cells are empty than this: with more of them it takes too long.
const LOOKED_AT: u32 = 169;

/// Opens `N` or `CxR`, with swap unless `,noswap` follows; nothing is 11.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let (size, swap) = swap::parse_option(ABOUT.name, variant)?;
    let size = match size {
        "" => "11x11".to_owned(),
        _ if size.contains('x') => size.to_owned(),
        _ => format!("{size}x{size}"),
    };
    let (columns, rows) = parse_size(&size, 1..=MAX_SIZE, MAX_SIZE * MAX_SIZE)?;
    Ok(match columns * rows {
        ..=64 => visitor.visit(Hex::<u64>::start(columns, rows, swap)),
        65..=128 => visitor.visit(Hex::<u128>::start(columns, rows, swap)),
        129..=192 => visitor.visit(Hex::<Wide<3>>::start(columns, rows, swap)),
        _ => visitor.visit(Hex::<Wide<6>>::start(columns, rows, swap)),
    })
}

/// What all positions of one variant share.
#[derive(Debug)]
struct Rules<B> {
    columns: usize,
    rows: usize,
    swap: bool,
    board: B,
    neighbours: Box<[B]>,
    /// The cells that have two neighbours in common with each cell without being one of them.
    bridges: Box<[B]>,
    /// The cells at the near and the far end, of the side that joins top and bottom and of the other one.
    ends: [[B; 2]; 2],
    /// The cells beside them that touch two of them.
    second_lines: [[B; 2]; 2],
    /// What is around the cells beyond the board.
    beyond: [fill_in::Around<B>; 2],
}

impl<B: Bits> Rules<B> {
    fn new(columns: usize, rows: usize, swap: bool) -> Self {
        let cells = columns * rows;
        let neighbours = |cell: usize| {
            let (column, row) = (cell % columns, cell / columns);
            let offsets = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
            B::of(offsets.into_iter().filter_map(|(dc, dr)| {
                let column = column.checked_add_signed(dc).filter(|&column| column < columns)?;
                let row = row.checked_add_signed(dr).filter(|&row| row < rows)?;
                Some(row * columns + column)
            }))
        };
        let neighbours: Box<[B]> = (0..cells).map(neighbours).collect();
        let all = |test: &dyn Fn(usize) -> bool| B::of((0..cells).filter(|&cell| test(cell)));
        let twice = |cell: usize, others: B| (neighbours[cell] & others).count() == 2;
        let bridges =
            |cell: usize| all(&|to| to != cell && !neighbours[cell].has(to) && twice(cell, neighbours[to]));
        let ends = [
            [all(&|cell| cell < columns), all(&|cell| cell >= cells - columns)],
            [all(&|cell| cell % columns == 0), all(&|cell| (cell + 1) % columns == 0)],
        ];
        Rules {
            columns,
            rows,
            swap,
            board: B::of(0..cells),
            beyond: fill_in::beyond(ends),
            bridges: (0..cells).map(bridges).collect(),
            ends,
            second_lines: ends.map(|pair| pair.map(|end| all(&|cell| !end.has(cell) && twice(cell, end)))),
            neighbours,
        }
    }
}

/// A position. Row 1 is at the top.
///
/// The two kinds of stones are those of the *sides*, see [`Sides`]: `First` joins top and bottom.
#[derive(Clone, Copy, Debug)]
pub struct Hex<B: Bits> {
    /// The stones of each side.
    stones: [B; 2],
    /// The stones of each side that are linked to its near and to its far end, until a side has won.
    linked: [[B; 2]; 2],
    /// The keys of the position and of the position upside down.
    keys: [Key; 2],
    rules: Shared<Rules<B>>,
    sides: Sides,
    winner: Option<Player>,
}

impl<B: Bits> Hex<B> {
    /// The empty board.
    pub fn start(columns: usize, rows: usize, swap: bool) -> Self {
        let description = [columns as u16, rows as u16, u16::from(swap)];
        Hex {
            stones: [B::EMPTY; 2],
            linked: [[B::EMPTY; 2]; 2],
            keys: [Key::default(); 2],
            rules: Shared::new(&description, || Rules::new(columns, rows, swap)),
            sides: Sides::START,
            winner: None,
        }
    }

    fn size(&self) -> usize {
        self.rules.columns * self.rules.rows
    }

    #[inline]
    fn empty(&self) -> B {
        self.rules.board & !(self.stones[0] | self.stones[1])
    }

    #[inline]
    fn may_swap(&self) -> bool {
        self.rules.swap && self.sides.may_swap((self.stones[0] | self.stones[1]).count())
    }

    /// Whether the sides may still change hands.
    fn is_before_swap(&self) -> bool {
        self.rules.swap && (self.may_swap() || self.empty() == self.rules.board)
    }

    /// Puts a stone on an empty cell. It wins iff it touches stones (or cells) of both ends: a chain that
    /// reaches an end is linked to it as a whole already.
    #[inline]
    fn place(&mut self, side: Player, cell: usize) {
        let index = side.index();
        self.stones[index] |= B::cell(cell);
        self.keys[0] ^= stone(side, cell);
        self.keys[1] ^= stone(side, self.size() - 1 - cell);
        let around = self.rules.neighbours[cell];
        let touches =
            [0, 1].map(|end| self.rules.ends[index][end].has(cell) || around.meets(self.linked[index][end]));
        match touches {
            [true, true] => self.winner = Some(side),
            [true, false] => self.link(index, 0, cell),
            [false, true] => self.link(index, 1, cell),
            [false, false] => {}
        }
    }

    /// Links the stone on `cell`, and what hangs on it, to an end of its side.
    #[inline]
    fn link(&mut self, side: usize, end: usize, cell: usize) {
        let (stones, mut linked) = (self.stones[side], self.linked[side][end]);
        let mut open = B::cell(cell);
        while !open.is_empty() {
            linked |= open;
            let cell = open.lowest();
            open = open.without_lowest() | (self.rules.neighbours[cell] & stones & !linked);
        }
        self.linked[side][end] = linked;
    }

    fn mark(&self, column: usize, row: usize) -> Mark {
        let cell = row * self.rules.columns + column;
        Mark::on(self.stones, cell)
    }
}

/// The links follow from the stones.
impl<B: Bits> PartialEq for Hex<B> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.sides == other.sides && self.rules == other.rules
    }
}

impl<B: Bits> Eq for Hex<B> {}

impl<B: Bits> Hash for Hex<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.keys[0].hash(hasher);
    }
}

impl<B: Bits> Game for Hex<B> {
    /// A cell, or the swap.
    type Move = u16;

    fn turn(&self) -> Player {
        self.sides.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|side| Outcome::Win(self.sides.owner(side)))
    }

    fn moves(&self, out: &mut Vec<u16>) {
        if self.winner.is_none() {
            self.empty().list(out);
            if self.may_swap() {
                out.push(SWAP);
            }
        }
    }

    fn play(&mut self, m: u16) {
        let change = if m == SWAP {
            self.sides.swap()
        } else {
            self.place(self.sides.to_move(), usize::from(m));
            self.sides.pass_on()
        };
        self.keys = self.keys.map(|key| key ^ change);
    }

    fn key(&self) -> Key {
        self.keys[0]
    }

    /// How early the sides were joined: the share of the board that is empty.
    fn score(&self) -> f32 {
        let margin = self.empty().count() as f32 / self.size() as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(margin))
    }

    fn longest(&self) -> Option<u32> {
        Some(self.empty().count() + u32::from(self.is_before_swap()))
    }

    /// The plain form of the sides; `swapped` follows when the players have changed them.
    fn position(&self) -> String {
        let Rules { columns, rows, .. } = *self.rules;
        format_board(columns, rows, self.sides.to_move(), |c, r| self.mark(c, r)) + self.sides.suffix()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let mut board = Board::parse(text)?;
        board.expect_size(self.rules.columns, self.rules.rows)?;
        let mut state = Self::start(self.rules.columns, self.rules.rows, self.rules.swap);
        for (column, row, side) in board.stones()? {
            state.place(side, row * self.rules.columns + column);
        }
        state.sides = Sides::read(&mut board, self.rules.swap)?;
        state.keys = state.keys.map(|key| key ^ state.sides.key());
        Ok(state)
    }

    fn move_text(&self, m: u16) -> String {
        match usize::from(m) {
            _ if m == SWAP => "swap".to_owned(),
            cell => cell_name(cell % self.rules.columns, cell / self.rules.columns),
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        let stones = (self.stones[0] | self.stones[1]).count();
        self.sides.names(["Red", "Blue"], self.rules.swap && stones < 2)
    }

    fn view(&self) -> View {
        let mut view =
            View::grid(self.rules.columns, self.rules.rows, RowOne::Top, |c, r| match self.mark(c, r) {
                Mark::Stone(Player::First) => Glyph::Piece(self.sides.owner(Player::First), 'x'),
                Mark::Stone(Player::Second) => Glyph::Piece(self.sides.owner(Player::Second), 'o'),
                _ => Glyph::Empty,
            });
        view.slanted = true;
        view.notes.push("x joins top and bottom, o left and right".to_owned());
        view.notes.extend(self.sides.note());
        view
    }

    /// The edges that each side joins.
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice());
        let Rules { columns, rows, .. } = *self.rules;
        scene.add_edge(Player::First, (0..columns).map(|column| [column, 0]), &[210.0, 270.0, 330.0]);
        scene.add_edge(Player::First, (0..columns).map(|column| [column, rows - 1]), &[150.0, 90.0, 30.0]);
        scene.add_edge(Player::Second, (0..rows).map(|row| [0, row]), &[210.0, 150.0]);
        scene.add_edge(Player::Second, (0..rows).map(|row| [columns - 1, row]), &[330.0, 30.0]);
        scene
    }

    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        if self.winner.is_some() { 0 } else { self.empty().count() as usize + usize::from(self.may_swap()) }
    }
}

impl<B: Bits> Sight<u16> for Hex<B> {
    fn proof_rule(&self) -> Option<Box<dyn ProofRule<Self>>> {
        Some(Box::new(VirtualConnections))
    }

    fn winning_move(&self) -> Option<u16> {
        let cells = self.winning_cells(self.sides.to_move());
        (self.winner.is_none() && !cells.is_empty()).then(|| cells.lowest() as u16)
    }

    /// A side that joins its ends at once, or that has just made a chain that cannot be cut. Before a swap the
    /// chain may change hands.
    fn bounds(&self) -> Bounds {
        let (mover, waiting) = (self.sides.to_move(), self.sides.to_move().other());
        if !self.winning_cells(mover).is_empty() {
            Bounds::win(self.sides.owner(mover))
        } else if !self.may_swap() && self.is_chained(waiting) {
            Bounds::win(self.sides.owner(waiting))
        } else {
            Bounds::ANY
        }
    }

    /// A move that connects the ends of the side to move wins. If the other side can connect its own, wherever that
    /// happens is where to move. All that if the sides are not swapped.
    fn prospects(&self, moves: &[u16], out: &mut Vec<Bounds>) {
        if self.winner.is_some() || self.is_before_swap() || self.empty().count() > LOOKED_AT {
            return;
        }
        let (mover, waiting) = (self.sides.to_move(), self.sides.to_move().other());
        let filled = self.filled(true);
        let joining = self.joining_cells(mover, &filled);
        let must_play = if joining.is_empty() {
            self.must_play(waiting, &filled, B::of(moves.iter().map(|&m| usize::from(m))))
        } else {
            self.empty()
        };
        out.extend(moves.iter().map(|&m| match usize::from(m) {
            cell if joining.has(cell) => Bounds::win(self.sides.owner(mover)),
            cell if !must_play.has(cell) => Bounds::win(self.sides.owner(waiting)),
            _ => Bounds::ANY,
        }));
    }

    /// A stone on a cell that is filled in is not better than none, and so no better than one elsewhere. Before a swap
    /// the worse opening may be the better one.
    fn prune(&self, moves: &mut Vec<u16>) {
        if self.is_before_swap() {
            return;
        }
        let Filled { empty: needed, .. } = self.filled(true);
        if !needed.is_empty() {
            moves.retain(|&m| needed.has(usize::from(m)));
        }
    }

    /// Who is nearer to joining its ends; to be on move is half a stone. Who may swap takes the better side.
    fn estimate(&self) -> Option<f32> {
        if self.winner.is_some() {
            return None;
        }
        let [down, across] = Player::BOTH.map(|side| self.distance(side) as f32);
        let lead = across - down + 0.5 * f32::from(self.sides.to_move().sign());
        let lead = f32::from(self.sides.owner(Player::First).sign()) * lead;
        let lead = if self.may_swap() { -lead.abs() } else { lead };
        Some(lead / (2.0 + lead.abs()))
    }
}

impl<B: Bits> Sharing for Hex<B> {
    fn canonical_key(&self) -> Key {
        self.keys[0].either(self.keys[1])
    }

    /// Every move adds one to the number of stones and swaps, and no two moves do the same.
    fn graded(&self) -> bool {
        true
    }
}

impl<B: Bits> Features for Hex<B> {
    /// The stones of the sides, the second side to move, and whether the players have changed sides.
    fn feature_count(&self) -> usize {
        2 * self.size() + 2
    }

    fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.stones, self.size(), out);
        self.sides.features(2 * self.size(), out);
    }

    /// Neighbours on the board are neighbours of a square, but for two of its corners.
    fn planes(&self) -> Planes {
        Planes::grid(2, self.rules.columns, self.rules.rows)
    }

    /// The board upside down.
    fn symmetries(&self) -> Vec<Self> {
        let mut image = Self::start(self.rules.columns, self.rules.rows, self.rules.swap);
        for side in Player::BOTH {
            self.stones[side.index()].cells().for_each(|cell| image.place(side, self.size() - 1 - cell));
        }
        image.sides = self.sides;
        image.keys = image.keys.map(|key| key ^ self.sides.key());
        vec![image]
    }

    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Hexagons, RowOne::Top)
    }

    /// On a board with as many columns as rows, these change places.
    fn colour_swap(&self) -> Option<ColourSwap> {
        let Rules { columns, rows, .. } = *self.rules;
        let swap = ColourSwap { sides_changed: Some(1), ..ColourSwap::of_stones(&self.planes(), 2) };
        (columns == rows).then(|| swap.turning(|cell| cell % columns * columns + cell / columns))
    }
}

impl<B: Bits> Machinery for Hex<B> {}
