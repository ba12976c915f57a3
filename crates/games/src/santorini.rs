//! Santorini, without gods: climb the towers that both players build; the first to step onto level 3 wins.

use std::sync::LazyLock;

use game::bits::Bits;
use game::code::{Code, Width};
use game::grid::{cell_name, parse_turn, words};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::scene::{Click, Figures};
use game::view::{Glyph, RowOne};
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Scene, Sharing, Sight,
    TextError, View, Visitor, expect_no_variant,
};

use crate::symmetry::{self, Map};

/// Santorini in the list.
pub const ABOUT: About = About {
    name: "santorini",
    variants: "",
    summary: "move a worker and build; step up onto level 3 to win, a blocked player loses",
    samples: &["santorini"],
};

/// Opens the game.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(ABOUT.name, variant)?;
    Ok(visitor.visit(Santorini::start()))
}

const SIDE: usize = 5;
const CELLS: usize = SIDE * SIDE;
const BOARD: u64 = (1 << CELLS) - 1;
/// Levels of a tower; the fourth is the dome.
const LEVELS: usize = 4;

/// The neighbours of each cell.
const NEIGHBOURS: [u64; CELLS] = {
    let mut neighbours = [0; CELLS];
    let mut pair = 0;
    while pair < CELLS * CELLS {
        let (a, b) = (pair / CELLS, pair % CELLS);
        if a != b && (a % SIDE).abs_diff(b % SIDE) <= 1 && (a / SIDE).abs_diff(b / SIDE) <= 1 {
            neighbours[a] |= 1 << b;
        }
        pair += 1;
    }
    neighbours
};

/// Zobrist numbers: one for each level of each tower that is built.
static BUILT: [[Key; CELLS]; LEVELS] = {
    let mut table = [[Key(0); CELLS]; LEVELS];
    let mut i = 0;
    while i < LEVELS * CELLS {
        table[i / CELLS][i % CELLS] = Key::of(0x5a_4704_1000 + i as u64);
        i += 1;
    }
    table
};

/// One decision: two workers are placed, or a worker steps and builds. Three numbers of five bits: where it
/// comes from, where it goes, and the cell that it builds on or one of `WON` and `PLACED`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Code for Move {
    const WIDTH: Width = Width::Two;

    #[inline]
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn from_code(code: u32) -> Move {
        Move(code as u16)
    }
}

/// Nothing is built: the step was the winning climb.
const WON: usize = 30;
/// Nothing is built: a player's workers are placed on the other two cells.
const PLACED: usize = 31;

impl Move {
    #[inline]
    fn new(from: usize, to: usize, build: usize) -> Move {
        Move((from | to << 5 | build << 10) as u16)
    }

    #[inline]
    fn parts(self) -> (usize, usize, usize) {
        let Move(bits) = self;
        (usize::from(bits & 31), usize::from(bits >> 5 & 31), usize::from(bits >> 10))
    }
}

static SYMMETRIES: LazyLock<Vec<Map>> = LazyLock::new(|| symmetry::rectangle(SIDE, SIDE));

/// A position. Row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Santorini {
    /// `towers[k]`: the cells whose tower has more than k levels.
    towers: [u32; LEVELS],
    /// The workers of each player: two, or none before they are placed.
    workers: [u32; 2],
    key: Key,
    turn: Player,
}

impl Santorini {
    /// The empty board.
    pub fn start() -> Self {
        Santorini { towers: [0; LEVELS], workers: [0; 2], key: Key::default(), turn: Player::First }
    }

    #[inline]
    fn towers(&self, above: usize) -> u64 {
        u64::from(self.towers[above])
    }

    #[inline]
    fn workers(&self, player: Player) -> u64 {
        u64::from(self.workers[player.index()])
    }

    #[inline]
    fn all_workers(&self) -> u64 {
        u64::from(self.workers[0] | self.workers[1])
    }

    fn height(&self, cell: usize) -> usize {
        (0..LEVELS).filter(|&level| self.towers(level).has(cell)).count()
    }

    /// Where the worker on `cell` can go: a neighbour without a worker, at most one level higher, no dome.
    #[inline]
    fn steps(&self, cell: usize) -> u64 {
        let height = usize::from(self.towers(0).has(cell)) + usize::from(self.towers(1).has(cell));
        NEIGHBOURS[cell] & !self.all_workers() & !self.towers(height + 1)
    }

    /// Where the worker that went from one cell to another can build. It can always build on the cell that
    /// it left, so a worker that can step has a move.
    #[inline]
    fn sites(&self, from: usize, to: usize) -> u64 {
        NEIGHBOURS[to] & !(self.all_workers() ^ u64::cell(from)) & !self.towers(3)
    }

    /// The player with a worker on level 3.
    #[inline]
    fn climber(&self) -> Option<Player> {
        let top = self.towers(2);
        Player::BOTH.into_iter().find(|&player| self.workers(player).meets(top))
    }

    #[inline]
    fn is_placing(&self) -> bool {
        self.workers(self.turn).is_empty()
    }

    /// Where a worker may be placed: nothing is built before all workers stand.
    fn free(&self) -> u64 {
        BOARD & !self.all_workers()
    }

    #[inline]
    fn toggle_worker(&mut self, player: Player, cell: usize) {
        self.workers[player.index()] ^= 1 << cell;
        self.key ^= stone(player, cell);
    }

    /// Adds a level to a tower that is not complete.
    #[inline]
    fn build(&mut self, cell: usize) {
        let height = self.height(cell);
        self.towers[height] |= 1 << cell;
        self.key ^= BUILT[height][cell];
    }

    fn levels_built(&self) -> u32 {
        self.towers.iter().map(|set| set.count_ones()).sum()
    }

    /// Refuses workers that cannot have come to where they are.
    fn expect_order(&self) -> Result<(), TextError> {
        let placed = Player::BOTH.map(|player| !self.workers(player).is_empty());
        let nothing_built = self.levels_built() == 0;
        match (placed, self.turn) {
            ([true, true], _) if Player::BOTH.into_iter().all(|p| self.workers(p).meets(self.towers(2))) => {
                Err(TextError::new("both players have a worker on level 3"))
            }
            ([true, true], _) => Ok(()),
            ([false, false], Player::First) | ([true, false], Player::Second) if nothing_built => Ok(()),
            _ => Err(TextError::new(
                "workers are missing: player 1 places both before anything is built, then player 2",
            )),
        }
    }

    /// Reads the heights, rows from the top.
    fn read_towers(&mut self, start: usize, text: &str) -> Result<(), TextError> {
        let rows: Vec<&str> = text.split(['/', '|']).collect();
        if rows.len() != SIDE || rows.iter().any(|row| row.chars().count() != SIDE) {
            return Err(TextError::at(start, "the heights are five rows of five numbers, separated by /"));
        }
        for (index, symbol) in text.chars().enumerate() {
            let (row_from_top, column) = (index / (SIDE + 1), index % (SIDE + 1));
            if column == SIDE {
                continue;
            }
            match symbol.to_digit(10) {
                Some(height @ 0..=4) => {
                    (0..height).for_each(|_| self.build((SIDE - 1 - row_from_top) * SIDE + column));
                }
                _ => {
                    return Err(TextError::at(
                        start + index,
                        format!("`{symbol}` is not a height from 0 to 4"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Reads `d3,e5` as the workers of a player.
    fn read_workers(&mut self, player: Player, start: usize, text: &str) -> Result<(), TextError> {
        let wrong = |message: String| TextError::at(start, message);
        let cells: Option<Vec<usize>> = text.split(',').map(parse_cell).collect();
        let Some([a, b]) = cells.as_deref() else {
            return Err(wrong(format!("`{text}` are not two cells such as d3,e5")));
        };
        for &cell in [a, b] {
            if self.all_workers().has(cell) || self.towers(3).has(cell) {
                return Err(wrong(format!("there is no room for a worker on {}", name(cell))));
            }
            self.toggle_worker(player, cell);
        }
        Ok(())
    }
}

fn name(cell: usize) -> String {
    cell_name(cell % SIDE, cell / SIDE)
}

fn parse_cell(text: &str) -> Option<usize> {
    (0..CELLS).find(|&cell| name(cell).eq_ignore_ascii_case(text))
}

impl Game for Santorini {
    type Move = Move;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(player) = self.climber() {
            return Some(Outcome::Win(player));
        }
        let stuck =
            !self.is_placing() && self.workers(self.turn).cells().all(|cell| self.steps(cell).is_empty());
        stuck.then_some(Outcome::Win(self.turn.other()))
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_placing() {
            let free = self.free();
            for from in free.cells() {
                let others = free & !(u64::cell(from + 1) - 1);
                others.list_as(out, |to| Move::new(from, to, PLACED));
            }
        } else if self.climber().is_none() {
            for from in self.workers(self.turn).cells() {
                for to in self.steps(from).cells() {
                    if self.towers(2).has(to) {
                        out.push(Move::new(from, to, WON));
                    } else {
                        self.sites(from, to).list_as(out, |site| Move::new(from, to, site));
                    }
                }
            }
        }
    }

    fn play(&mut self, m: Move) {
        let (player, (from, to, build)) = (self.turn, m.parts());
        self.toggle_worker(player, from);
        self.toggle_worker(player, to);
        if build < CELLS {
            self.build(build);
        }
        self.turn = player.other();
        self.key ^= SECOND_TO_MOVE;
    }

    fn key(&self) -> Key {
        self.key
    }

    /// How early the game ended: the share of all levels that is not built.
    fn score(&self) -> f32 {
        let built = self.levels_built() as f32 / (LEVELS * CELLS) as f32;
        self.outcome().map_or(0.0, |outcome| outcome.score(1.0 - built))
    }

    /// Every move but a climb to the top builds a level, after each player has placed the workers.
    fn longest(&self) -> Option<u32> {
        let to_place = Player::BOTH.into_iter().filter(|&player| self.workers(player).is_empty()).count();
        let to_build = (LEVELS * CELLS) as u32 - self.levels_built();
        Some(if self.climber().is_some() { 0 } else { to_place as u32 + to_build + 1 })
    }

    /// Heights, rows from the top; the workers that are placed; 1 or 2 for the player to move.
    fn position(&self) -> String {
        let row = |row: usize| (0..SIDE).map(|column| self.height(row * SIDE + column).to_string()).collect();
        let mut text = (0..SIDE).rev().map(row).collect::<Vec<String>>().join("/");
        for player in Player::BOTH {
            let cells: Vec<String> = self.workers(player).cells().map(name).collect();
            if !cells.is_empty() {
                text += &format!(" P{}:{}", player.index() + 1, cells.join(","));
            }
        }
        text + &format!(" {}", self.turn.index() + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let mut state = Self::start();
        let mut words = words(text);
        let (start, heights) = words.next().ok_or_else(|| TextError::new("the position is empty"))?;
        state.read_towers(start, &heights)?;
        let mut turn = None;
        for (index, word) in words {
            let unexpected = || TextError::at(index, format!("unexpected `{word}`"));
            let workers = |player: Player| {
                word.get(3..).filter(|_| {
                    let prefix = ["p1:", "p2:"][player.index()];
                    word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
                })
            };
            if turn.is_some() {
                return Err(unexpected());
            } else if let Some(player) = Player::BOTH.into_iter().find(|&player| workers(player).is_some()) {
                if !state.workers(player).is_empty() {
                    return Err(unexpected());
                }
                state.read_workers(player, index + 3, workers(player).unwrap_or_default())?;
            } else {
                turn = Some(parse_turn(index, &word, ["1", "2"])?);
            }
        }
        state.turn = turn.unwrap_or(Player::First);
        state.key ^= to_move(state.turn);
        state.expect_order()?;
        Ok(state)
    }

    fn move_text(&self, m: Move) -> String {
        let (from, to, build) = m.parts();
        match build {
            PLACED => format!("{},{}", name(from), name(to)),
            WON => format!("{}-{}", name(from), name(to)),
            site => format!("{}-{}/{}", name(from), name(to), name(site)),
        }
    }

    /// Two workers may be named in any order.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let text = text.trim();
        let turned = text.split_once(',').map(|(a, b)| format!("{b},{a}"));
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let is = |m: Move, text: &str| self.move_text(m).eq_ignore_ascii_case(text);
        let found =
            moves.iter().find(|&&m| is(m, text) || turned.as_deref().is_some_and(|turned| is(m, turned)));
        found.copied().ok_or_else(|| {
            TextError::new(match moves.first() {
                Some(&m) => {
                    format!("`{text}` is not a legal move here; a legal one is {}", self.move_text(m))
                }
                None => format!("`{text}` cannot be played: the game is over"),
            })
        })
    }

    /// Heights as digits, workers as stones; the notes give the heights below the workers.
    fn view(&self) -> View {
        let mut view = View::grid(SIDE, SIDE, RowOne::Bottom, |column, row_from_top| {
            let cell = (SIDE - 1 - row_from_top) * SIDE + column;
            let worker = Player::BOTH.into_iter().find(|&player| self.workers(player).has(cell));
            match (worker, self.height(cell)) {
                (Some(player), _) => Glyph::stone(player),
                (None, 0) => Glyph::Empty,
                (None, height) => Glyph::Neutral(char::from(b'0' + height as u8)),
            }
        });
        for (player, symbol) in Player::BOTH.into_iter().zip(['x', 'o']) {
            let worker = |cell: usize| format!("{} on level {}", name(cell), self.height(cell));
            let workers: Vec<String> = self.workers(player).cells().map(worker).collect();
            view.notes.extend((!workers.is_empty()).then(|| format!("{symbol}: {}", workers.join(", "))));
        }
        view
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice()).with_figures(Figures::Workers);
        for cell in 0..SIDE * SIDE {
            let height = self.height(cell) as u8;
            scene.set_height(height, &name(cell));
        }
        scene
    }

    /// Workers may be placed in any order.
    fn clicks(&self, m: Move, scene: &Scene) -> Vec<Vec<Click>> {
        let mut ways = scene.clicks_of(&self.move_text(m));
        if let (.., PLACED) = m.parts() {
            let turned = ways.iter().map(|way| way.iter().rev().cloned().collect()).collect::<Vec<_>>();
            ways.extend(turned);
        }
        ways
    }

    fn count_moves(&self, _: &mut Vec<Move>) -> usize {
        if self.is_placing() {
            let free = self.free().count() as usize;
            return free * (free - 1) / 2;
        }
        if self.climber().is_some() {
            return 0;
        }
        let mut count = 0;
        for from in self.workers(self.turn).cells() {
            let (steps, top) = (self.steps(from), self.towers(2));
            count += (steps & top).count();
            count += (steps & !top).cells().map(|to| self.sites(from, to).count()).sum::<u32>();
        }
        count as usize
    }
}

impl Sight<Move> for Santorini {
    /// A climb from level 2 to level 3.
    fn winning_move(&self) -> Option<Move> {
        if self.climber().is_some() {
            return None;
        }
        let climb = |from: usize| Some((from, (self.steps(from) & self.towers(2)).cells().next()?));
        let (from, to) = (self.workers(self.turn) & self.towers(1)).cells().find_map(climb)?;
        Some(Move::new(from, to, WON))
    }
}

impl Sharing for Santorini {
    /// Every move but the last adds a level or workers. The workers of a player are not distinguished, and no
    /// two moves take them to the same cells and build the same.
    fn graded(&self) -> bool {
        true
    }
}

impl Features for Santorini {
    /// The workers of both players, the levels of every tower, and the second player to move.
    fn feature_count(&self) -> usize {
        (2 + LEVELS) * CELLS + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        for (kind, set) in self.workers.into_iter().chain(self.towers).enumerate() {
            out.extend(u64::from(set).cells().map(|cell| (kind * CELLS + cell) as u32));
        }
        out.extend((self.turn == Player::Second).then_some(((2 + LEVELS) * CELLS) as u32));
    }

    fn planes(&self) -> Planes {
        Planes::grid(2 + LEVELS, SIDE, SIDE)
    }

    fn symmetries(&self) -> Vec<Self> {
        let image = |map: &Map| {
            let mut image = Santorini { turn: self.turn, key: to_move(self.turn), ..Self::start() };
            for player in Player::BOTH {
                let workers = symmetry::image(self.workers(player), map);
                workers.cells().for_each(|cell| image.toggle_worker(player, cell));
            }
            for level in 0..LEVELS {
                symmetry::image(self.towers(level), map).cells().for_each(|cell| image.build(cell));
            }
            image
        };
        SYMMETRIES.iter().map(image).filter(|image| image != self).collect()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl Machinery for Santorini {}
