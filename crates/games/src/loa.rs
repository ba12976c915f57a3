//! Lines of Action, by Claude Soucie: move as far as there are pieces on the line, and gather all your own.

use game::bits::Bits;
use game::history::{Cyclic, History, Past};
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Sharing, Sight, TextError,
    View, Visitor, expect_no_variant,
};

use crate::stones::{ROW, Step, Stones, name};

/// Lines of Action in the list.
pub const ABOUT: About = About {
    name: "loa",
    variants: "",
    summary: "move exactly as many cells as there are pieces on the line; connect all your own to win",
    samples: &["loa"],
};

/// Opens the usual board.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(ABOUT.name, variant)?;
    Ok(visitor.visit(History::new(Loa::start())))
}

const SIDE: usize = 8;

/// How many pieces both players have at the start.
const PIECES: f32 = 24.0;

/// One direction of each line through a cell, by column and row; the other one is its opposite.
const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// From a cell to the next one along each line.
const STRIDES: [usize; 4] = [1, 8, 9, 7];

/// The cells of the four lines through a cell, without the cell.
#[derive(Clone, Copy, Debug)]
struct Lines {
    /// Those above the cell, where above is the direction in which cell numbers grow.
    above: [u64; 4],
    /// Those below it.
    below: [u64; 4],
}

static LINES_THROUGH: [Lines; 64] = {
    let mut table = [Lines { above: [0; 4], below: [0; 4] }; 64];
    let mut entry = 0;
    while entry < 4 * 64 {
        let (cell, line) = (entry / 4, entry % 4);
        let (columns, rows) = LINES[line];
        table[cell].above[line] = ray(cell, columns, rows);
        table[cell].below[line] = ray(cell, -columns, -rows);
        entry += 1;
    }
    table
};

const fn ray(cell: usize, columns: i8, rows: i8) -> u64 {
    let (mut column, mut row) = ((cell % ROW) as i8 + columns, (cell / ROW) as i8 + rows);
    let mut ray = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (8 * row + column);
        (column, row) = (column + columns, row + rows);
    }
    ray
}

/// The set and the cells next to it.
#[inline]
fn widen(set: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let rows = set | (set << 1 & !FILE_A) | (set >> 1 & !(FILE_A << 7));
    rows | rows << 8 | rows >> 8
}

/// Where the piece on `from` can go: as far as there are pieces on the line, not onto an own piece, and not
/// over an enemy piece.
#[inline(always)]
fn targets(from: usize, own: u64, enemy: u64) -> u64 {
    let Lines { above, below } = &LINES_THROUGH[from];
    let mut targets = 0;
    for line in 0..4 {
        let (above, below, stride) = (above[line], below[line], STRIDES[line]);
        let by = (1 + ((own | enemy) & (above | below)).count() as usize) * stride;
        // Beyond the edge the shift wraps around, but never to a cell of the same line: two ways along a line
        // differ by less than 64 cells.
        let target = 1_u64.wrapping_shl((from + by) as u32);
        let passed = above & (target - 1);
        targets |= if passed.meets(enemy) { 0 } else { target & above };
        let target = 1_u64.wrapping_shl(from.wrapping_sub(by) as u32);
        let passed = below & !(target | (target - 1));
        targets |= if passed.meets(enemy) { 0 } else { target & below };
    }
    targets & !own
}

/// Whether the pieces are one group, as a single piece is.
#[inline]
fn connected(pieces: u64) -> bool {
    let mut group = pieces & pieces.wrapping_neg();
    loop {
        let wider = widen(group) & pieces;
        if wider == group {
            return group == pieces;
        }
        group = wider;
    }
}

/// A position without its past. The first player has the black pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loa {
    pieces: Stones<SIDE>,
    outcome: Option<Outcome>,
}

impl Loa {
    /// Black on the top and bottom rows, white on the left and right columns, the corners empty.
    pub fn start() -> Self {
        let rows = 0x7e | 0x7e << 56;
        let columns = (1..7).map(|row| 0x81 << (8 * row)).sum();
        Self::new(Stones::new([rows, columns], Player::First))
    }

    fn new(pieces: Stones<SIDE>) -> Self {
        let mut state = Loa { pieces, outcome: None };
        state.outcome = state.judge();
        state
    }

    /// A player with all pieces connected has won, also if the other player moved. If both have, it is a draw.
    #[inline]
    fn judge(&self) -> Option<Outcome> {
        match Player::BOTH.map(|player| connected(self.pieces.of(player))) {
            [false, false] => None,
            [true, false] => Some(Outcome::Win(Player::First)),
            [false, true] => Some(Outcome::Win(Player::Second)),
            [true, true] => Some(Outcome::Draw),
        }
    }

    /// How many moves the player would have, the pass not counted.
    #[inline]
    fn count_steps(&self, player: Player) -> u32 {
        let (own, enemy) = (self.pieces.of(player), self.pieces.of(player.other()));
        own.cells().map(|from| targets(from, own, enemy).count()).sum()
    }
}

impl Game for Loa {
    type Move = Step;

    #[inline]
    fn turn(&self) -> Player {
        self.pieces.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Step>) {
        if self.outcome.is_some() {
            return;
        }
        let before = out.len();
        let (own, enemy) = self.pieces.own_and_enemy();
        for from in own.cells() {
            targets(from, own, enemy).list_as(out, |to| Step::new(from, to));
        }
        if out.len() == before {
            out.push(Step::PASS);
        }
    }

    #[inline]
    fn play(&mut self, m: Step) {
        if m != Step::PASS {
            let (player, enemy) = (self.turn(), self.turn().other());
            let (from, to) = (usize::from(m.from), usize::from(m.to));
            self.pieces.toggle(player, from);
            self.pieces.toggle(player, to);
            if self.pieces.of(enemy).has(to) {
                self.pieces.toggle(enemy, to);
            }
        }
        self.pieces.end_turn();
        self.outcome = self.judge();
    }

    #[inline]
    fn key(&self) -> Key {
        self.pieces.key()
    }

    /// How early the game was won: the share of all pieces that are still on the board.
    fn score(&self) -> f32 {
        let left = self.pieces.all().count() as f32 / PIECES;
        self.outcome.map_or(0.0, |outcome| outcome.score(left))
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.pieces.counts())
    }

    fn position(&self) -> String {
        self.pieces.text(0)
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (pieces, rest) = Stones::parse(text, &[])?;
        rest.expect_end()?;
        for (player, symbol) in Player::BOTH.into_iter().zip(['x', 'o']) {
            if pieces.of(player).is_empty() {
                return Err(TextError::new(format!(
                    "there is no piece `{symbol}`, but the last one is never captured"
                )));
            }
        }
        Ok(Self::new(pieces))
    }

    fn move_text(&self, m: Step) -> String {
        match m {
            Step::PASS => "pass".to_owned(),
            Step { from, to } => name(from) + &name(to),
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn view(&self) -> View {
        self.pieces.view(0)
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<Step>) -> usize {
        if self.outcome.is_some() { 0 } else { self.count_steps(self.turn()).max(1) as usize }
    }
}

impl Sight<Step> for Loa {
    /// A player who would have to pass has one move.
    fn mobility(&self) -> Option<[u32; 2]> {
        Some(Player::BOTH.map(|player| self.count_steps(player).max(1)))
    }
}

impl Sharing for Loa {}

impl Features for Loa {
    fn feature_count(&self) -> usize {
        Stones::<SIDE>::FEATURES
    }

    fn features(&self, out: &mut Vec<u32>) {
        self.pieces.features(out);
    }

    fn planes(&self) -> Planes {
        Stones::<SIDE>::planes()
    }

    fn symmetries(&self) -> Vec<Self> {
        self.pieces.images(0).map(|(pieces, _)| Self::new(pieces)).collect()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl Machinery for Loa {}

impl Cyclic for Loa {
    /// No captured piece comes back.
    #[inline]
    fn irreversible(&self, m: Step) -> bool {
        m != Step::PASS && self.pieces.all().has(usize::from(m.to))
    }

    /// The fourth occurrence of a position is a draw.
    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        (past.occurrences() >= 4).then_some(Outcome::Draw)
    }
}
