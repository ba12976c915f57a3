//! Stones in a row: what the m,n,k games, Gomoku and Connect6 have in common.
//!
//! Players put stones on empty cells. The first player with enough of them in a line wins, also with the last stone of
//! the board or the first of a turn; more than enough is as good. A full board is a draw.

use game::bits::Bits;
use game::grid::{Board, Mark, cell_name, format_board};
use game::key::{self, SECOND_TO_MOVE, stone, to_move};
use game::perft::{self, Unit};
use game::view::RowOne;
use game::{
    Bounds, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Scene, Shared,
    Sharing, Sight, TextError, Tiling, View, listed_move,
};

use crate::features;
use crate::rays::Rays;
use crate::symmetry::{self, Images, Map};

mod lines;
mod setup;

use lines::Lines;
pub use setup::{MAX_CELLS, Setup, Turn, parse_side};

/// What all positions of one variant share.
#[derive(Debug)]
struct Rules<B> {
    setup: Setup,
    board: B,
    /// Where the first stone may be.
    opening: B,
    /// All lines through each cell that win: to compare them is faster than to walk along rays, which end at
    /// unforeseeable places.
    lines: Box<[Box<[B]>]>,
    /// The same lines, all at once.
    all_lines: Lines<B>,
    symmetries: Vec<Map>,
    /// Only where the cells fit into a machine word: larger boards are not worth the time.
    images: Option<Images>,
}

impl<B: Bits> Rules<B> {
    fn new(setup: Setup) -> Self {
        let Setup { columns, rows, length, open_lines, .. } = setup;
        let rays = Rays::new(columns, rows);
        let from_edge = |cell: usize| {
            let (column, row) = (cell % columns, cell / columns);
            column.min(row).min(columns - 1 - column).min(rows - 1 - row)
        };
        Rules {
            setup,
            board: B::of(0..columns * rows),
            opening: B::of((0..columns * rows).filter(|&cell| from_edge(cell) < open_lines)),
            lines: (0..columns * rows).map(|cell| rays.lines(cell, length)).collect(),
            all_lines: Lines::new(columns, rows, length),
            symmetries: symmetry::rectangle(columns, rows),
            images: Images::new(columns, rows),
        }
    }
}

/// The Zobrist number of "the first stone of this turn is on the board, the second is not".
const HALFWAY: Key = Key::of(0x4a1f_3a70);

/// A position: the stones of both players. Row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InARow<B: Bits> {
    stones: [B; 2],
    key: Key,
    rules: Shared<Rules<B>>,
    empty: u16,
    turn: Player,
    /// Whether the first stone of a pair is on the board and the second is not.
    halfway: bool,
    outcome: Option<Outcome>,
}

impl<B: Bits> InARow<B> {
    /// The empty board.
    pub fn start(setup: Setup) -> Self {
        let Setup { columns, rows, length, turn, open_lines } = setup;
        let short = |number: usize| number.min(usize::from(u16::MAX)) as u16;
        let description = [columns, rows, length, turn as usize, open_lines].map(short);
        InARow {
            stones: [B::EMPTY; 2],
            key: Key::default(),
            rules: Shared::new(&description, || Rules::new(setup)),
            empty: short(columns * rows),
            turn: Player::First,
            halfway: false,
            outcome: None,
        }
    }

    fn size(&self) -> usize {
        self.rules.setup.columns * self.rules.setup.rows
    }

    #[inline]
    fn is_opening(&self) -> bool {
        usize::from(self.empty) == self.size()
    }

    fn targets(&self) -> B {
        match self.outcome {
            Some(_) => B::EMPTY,
            None if self.is_opening() => self.rules.opening,
            None => self.rules.board & !(self.stones[0] | self.stones[1]),
        }
    }

    /// Where a stone of the player makes a full line.
    #[inline]
    fn completions(&self, player: Player) -> B {
        let empty = self.rules.board & !(self.stones[0] | self.stones[1]);
        self.rules.all_lines.completions(self.stones[player.index()], empty)
    }

    /// The empty cells of each line that the player can fill with this number of stones.
    #[inline]
    fn in_reach(&self, player: Player, stones: u32) -> Vec<B> {
        let empty = self.rules.board & !(self.stones[0] | self.stones[1]);
        self.rules.all_lines.lacking(self.stones[player.index()], empty, stones)
    }

    /// Whether the next stone is the last one of its turn.
    #[inline]
    fn ends_turn(&self) -> bool {
        self.rules.setup.turn == Turn::Single || self.halfway || self.is_opening()
    }

    #[inline]
    fn wins(&self, player: Player, cell: usize) -> bool {
        let stones = &self.stones[player.index()];
        self.rules.lines[cell].iter().any(|&line| *stones & line == line)
    }

    fn cell(&self, column: usize, row_from_top: usize) -> usize {
        (self.rules.setup.rows - 1 - row_from_top) * self.rules.setup.columns + column
    }

    /// Whether stones stand on crossings of lines, as in Gomoku and Connect6, not in squares, as in tic-tac-toe.
    fn has_points(&self) -> bool {
        self.rules.setup.length >= 5
    }

    fn mark(&self, column: usize, row_from_top: usize) -> Mark {
        Mark::on(self.stones, self.cell(column, row_from_top))
    }

    /// Reads the part of a position behind the side to move.
    fn read_halfway(&mut self, board: &mut Board) -> Result<(), TextError> {
        if self.rules.setup.turn == Turn::Pair
            && let Some((index, _)) = board.rest.pop_if(|(_, word)| word == "1")
        {
            if self.is_opening() {
                return Err(TextError::at(index, "the first turn has only one stone: leave out the `1`"));
            }
            self.halfway = true;
            self.key ^= HALFWAY;
        }
        board.expect_end()
    }

    /// Finds out who has a line.
    fn read_outcome(&mut self) -> Result<(), TextError> {
        let lines = Player::BOTH
            .map(|player| self.stones[player.index()].cells().any(|cell| self.wins(player, cell)));
        self.outcome = match lines {
            [true, true] => return Err(TextError::new("both players have a full row")),
            [true, false] => Some(Outcome::Win(Player::First)),
            [false, true] => Some(Outcome::Win(Player::Second)),
            [false, false] => (self.empty == 0).then_some(Outcome::Draw),
        };
        Ok(())
    }

    /// Counts turns of two stones as pairs of cells in any order. A pair with a stone that wins on its own is
    /// counted like any other, although its second stone is not played then.
    fn count_pairs(&self, depth: u32) -> u64 {
        let (targets, full_turn) = (self.targets(), !self.halfway && !self.is_opening() && self.empty > 1);
        if depth == 1 {
            let count = u64::from(targets.count());
            return if full_turn { count * count.saturating_sub(1) / 2 } else { count };
        }
        let mut total = 0;
        for a in targets.cells() {
            let mut child = *self;
            child.play(a as u16);
            let others = if full_turn { child.targets() } else { B::EMPTY };
            for b in others.cells().skip_while(|&b| b < a) {
                let mut grandchild = child;
                grandchild.play(b as u16);
                total += grandchild.count_pairs(depth - 1);
            }
            if !full_turn {
                total += child.count_pairs(depth - 1);
            }
        }
        total
    }
}

/// Whether this number of stones, besides those in `stopped`, is enough to have one in each of the lines.
fn can_be_stopped<B: Bits>(lines: &[B], stopped: B, stones: u32) -> bool {
    let Some(open) = lines.iter().find(|line| !line.meets(stopped)) else { return true };
    stones > 0 && open.cells().any(|cell| can_be_stopped(lines, stopped | B::cell(cell), stones - 1))
}

impl<B: Bits> Game for InARow<B> {
    /// A cell.
    type Move = u16;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn moves(&self, out: &mut Vec<u16>) {
        self.targets().list(out);
    }

    fn play(&mut self, m: u16) {
        let (player, cell) = (self.turn, usize::from(m));
        if !self.ends_turn() {
            self.halfway = true;
            self.key ^= HALFWAY;
        } else {
            if self.halfway {
                self.halfway = false;
                self.key ^= HALFWAY;
            }
            self.turn = player.other();
            self.key ^= SECOND_TO_MOVE;
        }
        self.stones[player.index()] |= B::cell(cell);
        self.key ^= stone(player, cell);
        self.empty -= 1;
        if self.wins(player, cell) {
            self.outcome = Some(Outcome::Win(player));
        } else if self.empty == 0 {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn key(&self) -> Key {
        self.key
    }

    /// Says by which rule the first stone is refused, where there is such a rule.
    fn parse_move(&self, text: &str) -> Result<u16, TextError> {
        listed_move(self, text).map_err(|error| {
            let Setup { columns, rows, open_lines, .. } = self.rules.setup;
            let text = text.trim();
            let is_it = |cell: usize| cell_name(cell % columns, cell / columns).eq_ignore_ascii_case(text);
            if !self.is_opening() || !(0..columns * rows).any(is_it) {
                return error;
            }
            TextError::new(format!(
                "`{text}` is refused by the opening rule (Outer-Open): the first stone is on one of the {open_lines} outer \
                 lines; gomoku:{rows},free lets it be anywhere"
            ))
        })
    }

    /// How early the row was made: the share of the board that is empty.
    fn score(&self) -> f32 {
        let margin = f32::from(self.empty) / self.size() as f32;
        self.outcome.map_or(0.0, |outcome| outcome.score(margin))
    }

    fn longest(&self) -> Option<u32> {
        Some(u32::from(self.empty))
    }

    /// The plain form. `1` follows where one stone of a turn of two is still to come.
    fn position(&self) -> String {
        let Setup { columns, rows, .. } = self.rules.setup;
        let board = format_board(columns, rows, self.turn, |c, r| self.mark(c, r));
        if self.halfway { board + " 1" } else { board }
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let mut board = Board::parse(text)?;
        board.expect_size(self.rules.setup.columns, self.rules.setup.rows)?;
        let mut state = Self::start(self.rules.setup);
        for (column, row, player) in board.stones()? {
            let cell = state.cell(column, row);
            state.stones[player.index()] |= B::cell(cell);
            state.key ^= stone(player, cell);
            state.empty -= 1;
        }
        state.turn = board.turn;
        state.key ^= to_move(board.turn);
        state.read_halfway(&mut board)?;
        state.read_outcome()?;
        Ok(state)
    }

    fn move_text(&self, m: u16) -> String {
        let (cell, columns) = (usize::from(m), self.rules.setup.columns);
        cell_name(cell % columns, cell / columns)
    }

    fn within_turn(&self) -> &'static str {
        ","
    }

    /// The stones of a turn, or some of them, are one word with commas.
    fn parse_next(&self, words: &[&str], out: &mut Vec<u16>) -> Result<usize, TextError> {
        let mut state = *self;
        for text in words[0].split(',') {
            if state.turn != self.turn {
                return Err(TextError::new(format!("`{}` has more stones than one turn", words[0])));
            }
            let m = state.parse_move(text)?;
            state.play(m);
            out.push(m);
        }
        Ok(1)
    }

    /// Short rows are games for noughts and crosses, long ones for stones.
    fn player_names(&self) -> [&'static str; 2] {
        if self.rules.setup.length < 5 { ["X", "O"] } else { ["Black", "White"] }
    }

    fn decisions_left(&self) -> u32 {
        let is_pair = self.rules.setup.turn == Turn::Pair && !self.halfway && !self.is_opening();
        1 + u32::from(is_pair && self.empty > 1)
    }

    fn view(&self) -> View {
        let Setup { columns, rows, .. } = self.rules.setup;
        let mut view = View::grid(columns, rows, RowOne::Bottom, |c, r| self.mark(c, r));
        if self.halfway {
            view.notes.push("one more stone in this turn".to_owned());
        }
        view
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice());
        let Setup { columns, rows, .. } = self.rules.setup;
        if columns == rows && self.has_points() {
            scene.add_dots(columns);
        }
        scene
    }

    fn count_moves(&self, _: &mut Vec<u16>) -> usize {
        match self.outcome {
            Some(_) => 0,
            None if self.is_opening() => self.rules.opening.count() as usize,
            None => usize::from(self.empty),
        }
    }

    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        match unit {
            Unit::Turn if self.rules.setup.turn == Turn::Pair && depth > 0 => self.count_pairs(depth),
            _ => perft::count(self, depth, unit),
        }
    }
}

impl<B: Bits> Sight<u16> for InARow<B> {
    fn winning_move(&self) -> Option<u16> {
        let cells = self.completions(self.turn) & self.targets();
        (!cells.is_empty()).then(|| cells.lowest() as u16)
    }

    /// Who fills a line in this turn, or in the next one in more ways than the opponent has stones to stop; and who
    /// has no line left without a stone of the opponent's.
    fn bounds(&self) -> Bounds {
        let (left, next) = match self.rules.setup.turn {
            Turn::Single => (1, 1),
            Turn::Pair => (if self.ends_turn() { 1 } else { 2 }, 2),
        };
        let other = self.turn.other();
        if !self.in_reach(self.turn, left).is_empty() {
            return Bounds::win(self.turn);
        }
        if !can_be_stopped(&self.in_reach(other, next), B::EMPTY, left) {
            return Bounds::win(other);
        }
        let open = |player: Player| {
            let cells = self.rules.board & !self.stones[player.other().index()];
            i8::from(self.rules.all_lines.any_within(cells))
        };
        Bounds { at_least: -open(Player::Second), at_most: open(Player::First) }
    }
}

impl<B: Bits> Sharing for InARow<B> {
    fn canonical_key(&self) -> Key {
        let Some(images) = &self.rules.images else { return self.key };
        let halfway = if self.halfway { HALFWAY } else { Key::default() };
        Key::of_words(images.least(self.stones.map(|set| set.word(0)))) ^ to_move(self.turn) ^ halfway
    }

    /// Every move adds a stone, and no two moves do the same.
    fn graded(&self) -> bool {
        true
    }
}

impl<B: Bits> Features for InARow<B> {
    /// The stones, the second player to move, and the second stone of a turn to come.
    fn feature_count(&self) -> usize {
        2 * self.size() + 2
    }

    fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.stones, self.size(), out);
        let own = 2 * self.size() as u32;
        out.extend((self.turn == Player::Second).then_some(own));
        out.extend(self.halfway.then_some(own + 1));
    }

    fn planes(&self) -> Planes {
        Planes::grid(2, self.rules.setup.columns, self.rules.setup.rows)
    }

    fn symmetries(&self) -> Vec<Self> {
        let image = |map: &Map| {
            let stones = self.stones.map(|set| symmetry::image(set, map));
            let halfway = if self.halfway { HALFWAY } else { Key::default() };
            let key = key::stones(stones) ^ to_move(self.turn) ^ halfway;
            InARow { stones, key, ..*self }
        };
        self.rules.symmetries.iter().map(image).filter(|image| image != self).collect()
    }

    fn lattice(&self) -> Lattice {
        let tiling = if self.has_points() { Tiling::Points } else { Tiling::Squares };
        Lattice::over(&self.planes(), tiling, RowOne::Bottom)
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 2))
    }
}

impl<B: Bits> Machinery for InARow<B> {}
