//! Havannah: a ring, a bridge between two corners or a fork between three edges wins.

use std::hash::{Hash, Hasher};

use game::bits::{Bits, Wide};
use game::grid::{Board, Mark, cell_name, format_board};
use game::key::stone;
use game::view::{Glyph, RowOne};
use game::{
    About, Bounds, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Shared,
    Sharing, Sight, TextError, Tiling, View, Visitor,
};

use crate::features;
use crate::swap::{self, SWAP, Sides};
use crate::symmetry::{self, Map};

/// Havannah in the list.
pub const ABOUT: About = About {
    name: "havannah",
    variants: "N, and ,noswap",
    summary: "make a ring, join two corners or three edges of a hexagon; the second player may swap sides",
    samples: &[
        "havannah",
        "havannah:8,noswap",
        "havannah:10",
        "havannah:10,noswap",
        "havannah:3,noswap",
        "havannah:2",
        "havannah:5",
        "havannah:7",
    ],
};

/// Opens a board with edges of `N` cells, with swap unless `,noswap` follows; nothing is 8.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let (side, swap) = swap::parse_option(ABOUT.name, variant)?;
    match if side.is_empty() { Ok(8) } else { side.parse() } {
        Ok(side @ 2..=5) => Ok(visitor.visit(Havannah::<u64, 64>::start(side, swap))),
        Ok(side @ 6..=7) => Ok(visitor.visit(Havannah::<u128, 128>::start(side, swap))),
        Ok(side @ 8) => Ok(visitor.visit(Havannah::<Wide<3>, 192>::start(side, swap))),
        Ok(side @ 9..=10) => Ok(visitor.visit(Havannah::<Wide<5>, 320>::start(side, swap))),
        _ => Err(TextError::new(format!("the edges of havannah have 2 to 10 cells, not `{side}`"))),
    }
}

/// Steps by column and row to the six neighbours, round the cell.
const DIRECTIONS: [(isize, isize); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// The arcs of a set of neighbours: unbroken stretches of them, round the cell.
#[derive(Clone, Copy, Debug)]
struct Arcs {
    count: u8,
    /// One direction of each arc.
    first: [u8; 3],
    /// The directions whose both neighbours round the cell are in the set, too.
    inner: u8,
}

static ARCS: [Arcs; 64] = {
    let mut table = [Arcs { count: 0, first: [0; 3], inner: 0 }; 64];
    let mut set = 0;
    while set < 64 {
        let mut direction = 0;
        while direction < 6 {
            let here = set >> direction & 1 == 1;
            let before = set >> ((direction + 5) % 6) & 1 == 1;
            let after = set >> ((direction + 1) % 6) & 1 == 1;
            if here && (!before || (set == 63 && direction == 0)) {
                table[set].first[table[set].count as usize] = direction as u8;
                table[set].count += 1;
            }
            if here && before && after {
                table[set].inner |= 1 << direction;
            }
            direction += 1;
        }
        set += 1;
    }
    table
};

/// What all positions of one variant share.
#[derive(Debug)]
struct Rules<B> {
    /// Cells along an edge.
    side: usize,
    swap: bool,
    board: B,
    /// Column and row of each cell, row by row from the bottom.
    places: Box<[(usize, usize)]>,
    /// The neighbours of each cell in the order of [`DIRECTIONS`], [`Rules::NOWHERE`] beyond the edge.
    neighbours: Box<[[u16; 6]]>,
    /// The ring round each cell. All cells and more, so that no player has it, where there is no room for one.
    rings: Box<[B]>,
    /// The corner (one of the lowest six bits) or the edge (one of the next six) that a cell belongs to.
    borders: Box<[u16]>,
    symmetries: Vec<Map>,
}

impl<B: Bits> Rules<B> {
    /// A cell that no board has.
    const NOWHERE: usize = B::SIZE - 1;

    fn new(side: usize, swap: bool) -> Self {
        let width = 2 * side - 1;
        let places: Box<[(usize, usize)]> = (0..width * width)
            .map(|index| (index % width, index / width))
            .filter(|(column, row)| column.abs_diff(*row) < side)
            .collect();
        let cell_at = |place: (usize, usize)| places.iter().position(|&other| other == place);
        let neighbours: Box<[[u16; 6]]> = places
            .iter()
            .map(|&(column, row)| {
                DIRECTIONS.map(|(dc, dr)| {
                    let place = column.checked_add_signed(dc).zip(row.checked_add_signed(dr));
                    place.and_then(cell_at).unwrap_or(Self::NOWHERE) as u16
                })
            })
            .collect();
        let inside = |cell: u16| usize::from(cell) != Self::NOWHERE;
        let ring = |around: &[u16; 6]| match around.iter().all(|&cell| inside(cell)) {
            true => B::of(around.iter().map(|&cell| usize::from(cell))),
            false => !B::EMPTY,
        };
        // Two neighbours of an edge cell are missing, three of a corner; the first of them shows which.
        let border = |around: &[u16; 6]| {
            let missing: Vec<usize> =
                (0..6).filter(|&d| !inside(around[d]) && inside(around[(d + 5) % 6])).collect();
            match (missing.first(), around.iter().filter(|&&cell| !inside(cell)).count()) {
                (Some(first), 3) => 1 << first,
                (Some(first), _) => 1 << (6 + first),
                (None, _) => 0,
            }
        };
        Rules {
            side,
            swap,
            board: B::of(0..places.len()),
            rings: neighbours.iter().map(ring).collect(),
            borders: neighbours.iter().map(border).collect(),
            symmetries: hexagon(side, &places),
            neighbours,
            places,
        }
    }
}

/// The eleven symmetries of the hexagon that move something.
fn hexagon(side: usize, places: &[(usize, usize)]) -> Vec<Map> {
    let centre = side as isize - 1;
    let map = |turns: usize, mirrored: bool| -> Map {
        let image = |&(column, row): &(usize, usize)| {
            let mut place = (column as isize - centre, row as isize - centre);
            if mirrored {
                place = (place.1, place.0);
            }
            for _ in 0..turns {
                place = (place.0 - place.1, place.0);
            }
            let place = ((place.0 + centre) as usize, (place.1 + centre) as usize);
            places.iter().position(|&other| other == place).expect("a symmetry keeps to the board") as u16
        };
        places.iter().map(image).collect()
    };
    (1..12).map(|index| map(index % 6, index >= 6)).collect()
}

/// Marks the stone that stands for its group in [`Havannah::links`].
const ROOT: u16 = 0x8000;

/// A position. Row 1 is at the bottom. The two kinds of stones are those of the *sides*, see [`Sides`].
#[derive(Clone, Copy, Debug)]
pub struct Havannah<B: Bits, const CELLS: usize> {
    stones: [B; 2],
    /// The groups: each stone has the number of another one of its group, up to the root, which has
    /// [`ROOT`] and the borders that the group touches.
    links: [u16; CELLS],
    key: Key,
    rules: Shared<Rules<B>>,
    empty: u16,
    sides: Sides,
    winner: Option<Player>,
}

impl<B: Bits, const CELLS: usize> Havannah<B, CELLS> {
    /// The empty board with edges of `side` cells; it must have less than `CELLS` cells.
    pub fn start(side: usize, swap: bool) -> Self {
        let rules = Shared::new(&[side as u16, u16::from(swap)], || Rules::new(side, swap));
        Havannah {
            stones: [B::EMPTY; 2],
            links: [0; CELLS],
            key: Key::default(),
            rules,
            empty: rules.places.len() as u16,
            sides: Sides::START,
            winner: None,
        }
    }

    #[inline]
    fn may_swap(&self) -> bool {
        self.rules.swap && self.sides.may_swap((self.rules.places.len() - usize::from(self.empty)) as u32)
    }

    /// The root of the group of a stone. On the way every other stone is linked further up.
    #[inline]
    fn find(&mut self, stone: usize) -> usize {
        let mut at = stone;
        loop {
            let up = self.links[at];
            if up & ROOT != 0 {
                return at;
            }
            let above = self.links[usize::from(up)];
            if above & ROOT != 0 {
                return usize::from(up);
            }
            self.links[at] = above;
            at = usize::from(above);
        }
    }

    /// The arcs of a side's stones round a cell.
    #[inline]
    fn arcs(&self, side: Player, cell: usize) -> &'static Arcs {
        let (own, mut set) = (&self.stones[side.index()], 0);
        for (direction, &next) in self.rules.neighbours[cell].iter().enumerate() {
            set |= usize::from(own.has(usize::from(next))) << direction;
        }
        &ARCS[set]
    }

    /// Whether a stone of a side on this cell, with these arcs round it, is the last one round a neighbour.
    #[inline]
    fn surrounds(&self, side: Player, cell: usize, arcs: &Arcs) -> bool {
        u64::from(arcs.inner).cells().any(|direction| {
            let neighbour = self.rules.neighbours[cell][direction];
            let own = self.stones[side.index()] | B::cell(cell);
            (self.rules.rings[usize::from(neighbour)] & !own).is_empty()
        })
    }

    /// Whether a stone of a side on this empty cell would win, see [`Havannah::place`].
    fn completes(&self, side: Player, cell: usize) -> bool {
        let arcs = self.arcs(side, cell);
        let mut borders = self.rules.borders[cell];
        if arcs.count == 0 || (arcs.count == 1 && arcs.inner == 0 && borders == 0) {
            return false;
        }
        let mut groups = [None; 3];
        for (index, &direction) in arcs.first[..usize::from(arcs.count)].iter().enumerate() {
            let mut root = usize::from(self.rules.neighbours[cell][usize::from(direction)]);
            while self.links[root] & ROOT == 0 {
                root = usize::from(self.links[root]);
            }
            if groups.contains(&Some(root)) {
                return true;
            }
            groups[index] = Some(root);
            borders |= self.links[root] & !ROOT;
        }
        wins(borders) || self.surrounds(side, cell, arcs)
    }

    /// Puts a stone on an empty cell; whether it completes a ring, a bridge or a fork.
    ///
    /// A stone closes a ring iff two arcs of its neighbours belong to one group already: of the gaps between
    /// them one is inside. Or, if all the inside is own stones, iff it is the last one round a neighbour.
    #[inline]
    fn place(&mut self, side: Player, cell: usize) -> bool {
        let rules = self.rules;
        self.stones[side.index()] |= B::cell(cell);
        self.key ^= stone(side, cell);
        self.empty -= 1;
        let (arcs, around) = (self.arcs(side, cell), &rules.neighbours[cell]);
        let mut ring = self.surrounds(side, cell, arcs);
        let (mut root, mut borders) = (cell, rules.borders[cell]);
        for (index, &direction) in arcs.first[..usize::from(arcs.count)].iter().enumerate() {
            let group = self.find(usize::from(around[usize::from(direction)]));
            if group == root {
                ring = true;
                continue;
            }
            borders |= self.links[group] & !ROOT;
            if index == 0 {
                self.links[cell] = group as u16;
                root = group;
            } else {
                self.links[group] = root as u16;
            }
        }
        self.links[root] = ROOT | borders;
        ring || wins(borders)
    }

    fn mark(&self, column: usize, row: usize) -> Mark {
        match self.rules.places.iter().position(|&place| place == (column, row)) {
            Some(cell) => Mark::on(self.stones, cell),
            None => Mark::Blocked,
        }
    }

    fn width(&self) -> usize {
        2 * self.rules.side - 1
    }
}

/// Whether a group that touches these borders joins two corners or three edges.
#[inline]
fn wins(borders: u16) -> bool {
    let (corners, edges) = (borders & 0x3f, borders >> 6);
    corners.count_ones() >= 2 || edges.count_ones() >= 3
}

/// The groups follow from the stones.
impl<B: Bits, const CELLS: usize> PartialEq for Havannah<B, CELLS> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.sides == other.sides && self.rules == other.rules
    }
}

impl<B: Bits, const CELLS: usize> Eq for Havannah<B, CELLS> {}

impl<B: Bits, const CELLS: usize> Hash for Havannah<B, CELLS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl<B: Bits, const CELLS: usize> Game for Havannah<B, CELLS> {
    /// A cell, or the swap.
    type Move = u16;

    fn turn(&self) -> Player {
        self.sides.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(self.sides.owner(side))),
            None => (self.empty == 0).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, out: &mut Vec<u16>) {
        if self.winner.is_none() {
            (self.rules.board & !(self.stones[0] | self.stones[1])).list(out);
            if self.may_swap() {
                out.push(SWAP);
            }
        }
    }

    fn play(&mut self, m: u16) {
        if m == SWAP {
            self.key ^= self.sides.swap();
        } else {
            let side = self.sides.to_move();
            if self.place(side, usize::from(m)) {
                self.winner = Some(side);
            }
            self.key ^= self.sides.pass_on();
        }
    }

    fn key(&self) -> Key {
        self.key
    }

    /// How early the game was won: the share of the board that is empty.
    fn score(&self) -> f32 {
        let margin = f32::from(self.empty) / self.rules.places.len() as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(margin))
    }

    fn longest(&self) -> Option<u32> {
        let is_before_swap = self.may_swap() || usize::from(self.empty) == self.rules.places.len();
        Some(u32::from(self.empty) + u32::from(self.rules.swap && is_before_swap))
    }

    /// The plain form of the sides on a square, `#` where the hexagon has no cell; `swapped` follows when the
    /// players have changed them.
    fn position(&self) -> String {
        let width = self.width();
        format_board(width, width, self.sides.to_move(), |column, row| self.mark(column, width - 1 - row))
            + self.sides.suffix()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (mut board, width) = (Board::parse(text)?, self.width());
        board.expect_size(width, width)?;
        let mut state = Self::start(self.rules.side, self.rules.swap);
        let mut won = [false; 2];
        for (column, row, mark) in board.cells() {
            let place = (column, width - 1 - row);
            let name = || cell_name(place.0, place.1);
            match (state.rules.places.iter().position(|&other| other == place), mark) {
                (None, Mark::Blocked) | (Some(_), Mark::Empty) => {}
                (Some(cell), Mark::Stone(side)) => won[side.index()] |= state.place(side, cell),
                (None, _) => return Err(TextError::new(format!("{} is not on the board: write #", name()))),
                (Some(_), Mark::Blocked) => {
                    return Err(TextError::new(format!("{} is on the board, and cannot be blocked", name())));
                }
            }
        }
        state.winner = match won {
            [true, true] => return Err(TextError::new("both sides have won")),
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            [false, false] => None,
        };
        state.sides = Sides::read(&mut board, self.rules.swap)?;
        state.key ^= state.sides.key();
        Ok(state)
    }

    fn move_text(&self, m: u16) -> String {
        match m {
            SWAP => "swap".to_owned(),
            cell => {
                let (column, row) = self.rules.places[usize::from(cell)];
                cell_name(column, row)
            }
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        let stones = (self.stones[0] | self.stones[1]).count();
        self.sides.names(["White", "Black"], self.rules.swap && stones < 2)
    }

    fn view(&self) -> View {
        let width = self.width();
        let mut view = View::grid(width, width, RowOne::Bottom, |column, row| {
            match self.mark(column, width - 1 - row) {
                Mark::Stone(Player::First) => Glyph::Piece(self.sides.owner(Player::First), 'x'),
                Mark::Stone(Player::Second) => Glyph::Piece(self.sides.owner(Player::Second), 'o'),
                Mark::Blocked => Glyph::Neutral(' '),
                Mark::Empty => Glyph::Empty,
            }
        });
        view.slanted = true;
        view.notes.extend(self.sides.note());
        view
    }

    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        if self.winner.is_some() { 0 } else { usize::from(self.empty) + usize::from(self.may_swap()) }
    }
}

impl<B: Bits, const CELLS: usize> Sight<u16> for Havannah<B, CELLS> {
    /// Where the opponent threatens to win, every move loses that does not take that cell.
    fn prospects(&self, moves: &[u16], out: &mut Vec<Bounds>) {
        if self.winner.is_some() || self.may_swap() {
            return;
        }
        let waiting = self.sides.to_move().other();
        let empty = self.rules.board & !(self.stones[0] | self.stones[1]);
        let mut threats = empty.cells().filter(|&cell| self.completes(waiting, cell));
        if let Some(threat) = threats.next() {
            let is_only_one = threats.next().is_none();
            out.extend(moves.iter().map(|&m| match usize::from(m) {
                cell if is_only_one && cell == threat => Bounds::ANY,
                // Unless it wins itself, which shows as the end of the game.
                cell if self.completes(waiting.other(), cell) => Bounds::ANY,
                _ => Bounds::win(self.sides.owner(waiting)),
            }));
        }
    }
}

impl<B: Bits, const CELLS: usize> Sharing for Havannah<B, CELLS> {
    /// Every move adds one to the number of stones and swaps, and no two moves do the same.
    fn graded(&self) -> bool {
        true
    }
}

impl<B: Bits, const CELLS: usize> Features for Havannah<B, CELLS> {
    /// The stones of both sides, the second side to move, and the swap.
    fn feature_count(&self) -> usize {
        2 * self.rules.places.len() + 2
    }

    fn features(&self, out: &mut Vec<u32>) {
        let cells = self.rules.places.len();
        features::stones(self.stones, cells, out);
        self.sides.features(2 * cells, out);
    }

    /// A hexagon in a square: two of its corners are empty.
    fn planes(&self) -> Planes {
        Planes::new(2, self.rules.places.iter().copied().map(Some))
    }

    fn symmetries(&self) -> Vec<Self> {
        let image = |map: &Map| {
            let mut image = Self::start(self.rules.side, self.rules.swap);
            for side in Player::BOTH {
                for cell in symmetry::image(self.stones[side.index()], map).cells() {
                    image.place(side, cell);
                }
            }
            image.sides = self.sides;
            image.key ^= self.sides.key();
            image.winner = self.winner;
            image
        };
        self.rules.symmetries.iter().map(image).filter(|image| image != self).collect()
    }

    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Hexagons, RowOne::Bottom)
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        let swap = ColourSwap::of_stones(&self.planes(), 2);
        Some(ColourSwap { sides_changed: Some(1), ..swap })
    }
}

impl<B: Bits, const CELLS: usize> Machinery for Havannah<B, CELLS> {}
