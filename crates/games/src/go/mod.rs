//! Go: surround territory; area scoring, positional superko, no suicide.
//!
//! [`Go`] is the board without its past. Superko looks at the past, so [`History`] plays the game: it holds
//! the earlier boards, and [`Cyclic::forbidden`] finds the moves that would bring one of them back.

mod groups;
mod notation;

use std::hash::{Hash, Hasher};

use game::bits::{Bits, Wide};
use game::grid::{Mark, format_board};
use game::history::{Cyclic, History, Past};
use game::key::{stone, to_move};
use game::view::RowOne;
use game::{
    About, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Scene, Shared,
    Sharing, Sight, TextError, Tiling, View, Visitor,
};

use crate::symmetry::{self, Map};

use self::groups::{flood, group_in_atari, neighbours, stride};
pub use self::notation::Komi;
use self::notation::{column_letter, name};

/// Go in the list.
pub const ABOUT: About = About {
    name: "go",
    variants: "N, and ,komi=K",
    summary: "surround territory; area scoring, positional superko, no suicide, two passes end, komi 7",
    samples: &["go:9", "go:2,komi=0.5", "go:1", "go:3", "go:5,komi=0", "go:7", "go:13", "go:19,komi=7.5"],
};

/// The longest side of a board.
const MAX_SIZE: usize = 19;

/// Opens `N`, then perhaps `,komi=K`; nothing is `9` and the komi is 7.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let (side, komi) = match variant.split_once(',') {
        None => (variant, Komi::SEVEN),
        Some((side, option)) => (side, Komi::parse(option)?),
    };
    let side = if side.is_empty() { Some(9) } else { side.parse().ok() };
    let Some(side @ 1..=MAX_SIZE) = side else {
        return Err(TextError::new(format!("go is played on 1 to {MAX_SIZE} lines, not `{variant}`")));
    };
    Ok(match side {
        ..=7 => visitor.visit(History::new(Go::<u64>::start(side, komi))),
        8..=10 => visitor.visit(History::new(Go::<u128>::start(side, komi))),
        11..=13 => visitor.visit(History::new(Go::<Wide<3>>::start(side, komi))),
        _ => visitor.visit(History::new(Go::<Wide<6>>::start(side, komi))),
    })
}

/// What all positions of one variant share.
#[derive(Debug)]
struct Rules<B> {
    side: usize,
    komi: Komi,
    board: B,
}

/// The move that gives up the turn.
const PASS: u16 = u16::MAX;

/// The Zobrist numbers of how many passes have just been played.
const PASSED: [Key; 3] = [Key(0), Key::of(0x9a55_ed01), Key::of(0x9a55_ed02)];

/// A position without its past. Row 1 is at the bottom.
#[derive(Clone, Copy, Debug)]
pub struct Go<B: Bits> {
    stones: [B; 2],
    /// The stones, of both players, whose group has a single liberty: all that legality asks about groups.
    atari: B,
    /// Where stones of each player have ever been captured: what superko has to look at.
    lost: [B; 2],
    /// The key of the stones.
    key: Key,
    rules: Shared<Rules<B>>,
    turn: Player,
    /// How many passes have just been played; two end the game.
    passes: u8,
}

impl<B: Bits> Go<B> {
    /// The empty board; the side is one that [`open`] accepts for this set of cells.
    pub fn start(side: usize, komi: Komi) -> Self {
        let board = || B::of((0..side * side).map(|cell| padded::<B>(cell, side)));
        let rules = Shared::new(&[side as u16, komi.0 as u16], || Rules { side, komi, board: board() });
        Go {
            stones: [B::EMPTY; 2],
            atari: B::EMPTY,
            lost: [B::EMPTY; 2],
            key: Key::default(),
            rules,
            turn: Player::First,
            passes: 0,
        }
    }

    #[inline]
    fn empty(&self) -> B {
        self.rules.board & !(self.stones[0] | self.stones[1])
    }

    #[inline]
    fn own(&self) -> B {
        self.stones[self.turn.index()]
    }

    #[inline]
    fn enemy(&self) -> B {
        self.stones[self.turn.other().index()]
    }

    /// The empty cells where the player to move may put a stone: next to an empty cell, to a group of its own
    /// that keeps another liberty, or to an enemy group that loses its last one.
    #[inline]
    fn targets(&self) -> B {
        let empty = self.empty();
        empty & neighbours(empty | (self.own() & !self.atari) | (self.enemy() & self.atari))
    }

    /// The enemy stones that a stone of the player to move on `cell` captures.
    #[inline]
    fn captured(&self, cell: B) -> B {
        let weak = self.enemy() & self.atari;
        let touched = neighbours(cell) & weak;
        if touched.is_empty() { B::EMPTY } else { flood(touched, weak) }
    }

    /// Puts a stone of the player to move on a target.
    #[inline]
    fn place(&mut self, cell: usize) {
        let (player, enemy) = (self.turn, self.turn.other());
        let spot = B::cell(cell);
        let around = neighbours(spot);
        let captured = self.captured(spot);
        self.stones[player.index()] |= spot;
        self.key ^= stone(player, cell);
        let own = self.stones[player.index()];
        if !captured.is_empty() {
            self.stones[enemy.index()] ^= captured;
            self.atari ^= captured;
            self.lost[enemy.index()] |= captured;
            self.key ^= key_of(enemy, captured);
        }
        // Own groups that the stone joins or that gain liberties by the capture are no longer in atari.
        let freed = (around | neighbours(captured)) & own & self.atari;
        if !freed.is_empty() {
            self.atari ^= flood(freed, own & self.atari);
        }
        // The stone's own group may be now, and so may the enemy groups that lost a liberty to it.
        let empty = self.empty();
        self.atari |= group_in_atari(spot, own, empty);
        let theirs = self.stones[enemy.index()];
        let mut pressed = around & theirs;
        while !pressed.is_empty() {
            let seed = B::cell(pressed.lowest());
            let group = group_in_atari(seed, theirs, empty);
            self.atari |= group;
            pressed = pressed.without_lowest() & !group;
        }
    }

    /// The area of the first player less that of the second: stones, and empty regions that only one of them
    /// touches.
    pub fn area(&self) -> i32 {
        let empty = self.empty();
        let [first, second] = self.stones.map(|stones| flood(neighbours(stones), empty));
        let area = |stones: B, reached: B, other: B| (stones | (reached & !other)).count() as i32;
        area(self.stones[0], first, second) - area(self.stones[1], second, first)
    }

    /// By how many half points the first player leads.
    fn lead(&self) -> i32 {
        2 * self.area() - i32::from(self.rules.komi.0)
    }

    fn cell(&self, column: usize, row_from_top: usize) -> usize {
        (self.rules.side - 1 - row_from_top) * stride::<B>() + column
    }

    fn mark(&self, column: usize, row_from_top: usize) -> Mark {
        Mark::on(self.stones, self.cell(column, row_from_top))
    }

    /// The position with these stones, if each of them has a liberty.
    fn with_stones(&self, stones: [B; 2]) -> Result<Self, TextError> {
        let mut state = Self::start(self.rules.side, self.rules.komi);
        state.stones = stones;
        let empty = state.empty();
        for player in Player::BOTH {
            let stones = stones[player.index()];
            let mut rest = stones & !flood(neighbours(empty), stones);
            if !rest.is_empty() {
                let name = name(rest.lowest(), stride::<B>());
                return Err(TextError::new(format!("the stone on {name} has no liberty")));
            }
            rest = stones;
            while !rest.is_empty() {
                let group = flood(B::cell(rest.lowest()), rest);
                state.atari |= group_in_atari(group, stones, empty);
                rest ^= group;
            }
            state.key ^= key_of(player, stones);
        }
        Ok(state)
    }

    /// The number of a cell of the board without the columns beside it.
    fn feature(&self, cell: usize) -> usize {
        cell / stride::<B>() * self.rules.side + cell % stride::<B>()
    }
}

/// The place in a set of the cell with this number on a board without columns beside it.
fn padded<B: Bits>(number: usize, side: usize) -> usize {
    number / side * stride::<B>() + number % side
}

/// The key of some stones of a player.
#[inline]
fn key_of<B: Bits>(player: Player, stones: B) -> Key {
    stones.cells().fold(Key::default(), |key, cell| key ^ stone(player, cell))
}

/// What is left out follows from the stones or belongs to the past.
impl<B: Bits> PartialEq for Go<B> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones
            && self.turn == other.turn
            && self.passes == other.passes
            && self.rules == other.rules
    }
}

impl<B: Bits> Eq for Go<B> {}

impl<B: Bits> Hash for Go<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

impl<B: Bits> Game for Go<B> {
    /// A cell, or the pass.
    type Move = u16;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.passes == 2).then(|| Outcome::from_gain(self.lead().signum() as i8))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u16>) {
        if self.passes < 2 {
            self.targets().list(out);
            out.push(PASS);
        }
    }

    #[inline]
    fn play(&mut self, m: u16) {
        if m == PASS {
            self.passes += 1;
        } else {
            self.passes = 0;
            self.place(usize::from(m));
        }
        self.turn = self.turn.other();
    }

    #[inline]
    fn key(&self) -> Key {
        self.key ^ to_move(self.turn) ^ PASSED[usize::from(self.passes)]
    }

    /// The lead with komi, as a share of the board.
    fn score(&self) -> f32 {
        let cells = (self.rules.side * self.rules.side) as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(self.lead().abs() as f32 / 2.0 / cells))
    }

    /// The lead in points, with komi.
    fn raw_score(&self) -> Option<f32> {
        Some(self.lead() as f32 / 2.0)
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.stones.map(|set| set.count()))
    }

    /// The plain form; `pass` follows for each pass that has just been played.
    fn position(&self) -> String {
        let board = format_board(self.rules.side, self.rules.side, self.turn, |c, r| self.mark(c, r));
        board + &" pass".repeat(usize::from(self.passes))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        notation::read_position(self, text)
    }

    fn parse_move(&self, text: &str) -> Result<u16, TextError> {
        notation::read_move(self, text)
    }

    fn move_text(&self, m: u16) -> String {
        if m == PASS { "pass".to_owned() } else { name(usize::from(m), stride::<B>()) }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn view(&self) -> View {
        let side = self.rules.side;
        let mut view = View::grid(side, side, RowOne::Bottom, |c, r| self.mark(c, r));
        view.columns = (0..side).map(|column| column_letter(column).to_string()).collect();
        view.notes.push(format!(
            "area {:+} for x, komi {}{}",
            self.area(),
            f32::from(self.rules.komi.0) / 2.0,
            [", passed", ", two passes"].get(usize::from(self.passes).wrapping_sub(1)).unwrap_or(&"")
        ));
        view
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice());
        scene.add_dots(self.rules.side);
        scene
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        if self.passes < 2 { self.targets().count() as usize + 1 } else { 0 }
    }
}

impl<B: Bits> Sight<u16> for Go<B> {}

impl<B: Bits> Sharing for Go<B> {}

impl<B: Bits> Features for Go<B> {
    /// The stones of both players, those of them in atari, the side to move, and a pass.
    fn feature_count(&self) -> usize {
        4 * self.rules.side * self.rules.side + 2
    }

    fn features(&self, out: &mut Vec<u32>) {
        let cells = self.rules.side * self.rules.side;
        let [first, second] = self.stones;
        for (plane, set) in [first, second, first & self.atari, second & self.atari].into_iter().enumerate() {
            out.extend(set.cells().map(|cell| (plane * cells + self.feature(cell)) as u32));
        }
        let rest = [self.turn == Player::Second, self.passes > 0];
        out.extend((0..2).filter(|&index| rest[index]).map(|index| (4 * cells + index) as u32));
    }

    fn planes(&self) -> Planes {
        Planes::grid(4, self.rules.side, self.rules.side)
    }

    /// Those of the square.
    fn symmetries(&self) -> Vec<Self> {
        let image = |map: &Map| {
            let place = |cell: usize| padded::<B>(usize::from(map[self.feature(cell)]), self.rules.side);
            let state = self.with_stones(self.stones.map(|stones| B::of(stones.cells().map(place))));
            let state = state.expect("a legal position has legal images");
            Go { turn: self.turn, passes: self.passes, ..state }
        };
        symmetry::rectangle(self.rules.side, self.rules.side).iter().map(image).collect()
    }

    fn lattice(&self) -> Lattice {
        let lattice = Lattice::over(&self.planes(), Tiling::Points, RowOne::Bottom);
        let rows = self.rules.side;
        lattice.named(|_, site| format!("{}{}", column_letter(site.column), rows - site.row))
    }

    /// Not exact for the komi.
    fn colour_swap(&self) -> Option<ColourSwap> {
        let swap = ColourSwap::of_stones(&self.planes(), 2).with_planes([1, 0, 3, 2]);
        Some(ColourSwap { exact: false, ..swap })
    }
}

impl<B: Bits> Machinery for Go<B> {}

impl<B: Bits> Cyclic for Go<B> {
    /// Every stone can be captured, so any board may come back.
    #[inline]
    fn irreversible(&self, _: u16) -> bool {
        false
    }

    #[inline]
    fn verdict(&self, _: &Past<'_, Self>) -> Option<Outcome> {
        None
    }

    /// Positional superko: the board, without the player to move.
    #[inline]
    fn repetition_key(&self) -> Key {
        self.key
    }

    const FORBIDS: bool = true;

    /// A move brings a board back only if that board had the same stone, which was captured since. And a stone
    /// where none of its player was ever captured has stood there ever since it was placed: boards without it,
    /// and all boards before them, are older and need not be looked at.
    #[inline]
    fn forbidden(&self, past: &Past<'_, Self>, out: &mut Vec<u16>) {
        let (player, enemy) = (self.turn.index(), self.turn.other().index());
        let again = self.empty() & self.lost[player];
        if again.is_empty() || self.passes == 2 {
            return;
        }
        let own = self.stones[player];
        let boards_with = |theirs: B| {
            let (own, theirs) = (own & !self.lost[player], theirs & !self.lost[enemy]);
            let boards = past.earlier().map(move |(board, _)| (board.stones[player], board.stones[enemy]));
            boards.take_while(move |board| (own & !board.0 | theirs & !board.1).is_empty())
        };
        let captures = again & neighbours(self.stones[enemy] & self.atari);
        for cell in captures.cells() {
            let after = (own | B::cell(cell), self.stones[enemy] ^ self.captured(B::cell(cell)));
            if boards_with(after.1).any(|board| board == after) {
                out.push(cell as u16);
            }
        }
        let others = again & !captures;
        for board in boards_with(self.stones[enemy]) {
            let more = board.0 ^ own;
            if board.1 == self.stones[enemy] && more.meets(others) && more.without_lowest().is_empty() {
                let cell = more.lowest() as u16;
                if !out.contains(&cell) {
                    out.push(cell);
                }
            }
        }
    }
}
