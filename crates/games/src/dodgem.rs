//! Dodgem, by Colin Vout: cars drive across each other's way, and all of them must leave the board.
//!
//! Cars may go sideways, so the board alone runs in circles; [`History`] makes a finite game of it.

use game::bits::Bits;
use game::code::{Code, Width, of_pair, pair};
use game::grid::{Board, Mark, cell_name, format_board};
use game::history::{Cyclic, History, Past};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::scene::Figures;
use game::view::RowOne;
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Scene, Sharing, Sight,
    TextError, View, Visitor,
};

use crate::features;

/// Dodgem in the list.
pub const ABOUT: About = About {
    name: "dodgem",
    variants: "N",
    summary: "drive N - 1 cars right (first) or up (second) and off the NxN board; a blocked player wins",
    samples: &["dodgem", "dodgem:4", "dodgem:5"],
};

/// Opens the board of side `N`, or of side 3.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    let side = match variant {
        "" | "3" => 3,
        "4" => 4,
        "5" => 5,
        _ => return Err(TextError::new(format!("the side of the board is 3, 4 or 5, not `{variant}`"))),
    };
    Ok(visitor.visit(History::new(Dodgem::start(side))))
}

/// Where a car goes, as its driver sees it. It never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Direction {
    Forward,
    Left,
    Right,
}

impl Direction {
    const ALL: [Direction; 3] = [Direction::Forward, Direction::Left, Direction::Right];
}

/// One car, one cell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drive {
    from: u8,
    direction: Direction,
}

impl Code for Drive {
    const WIDTH: Width = Width::Pair;

    #[inline]
    fn code(self) -> u32 {
        pair(self.from, self.direction as u8)
    }

    #[inline]
    fn from_code(code: u32) -> Drive {
        let (from, direction) = of_pair(code);
        Drive { from, direction: Direction::ALL[usize::from(direction)] }
    }
}

enum Goal {
    Cell(usize),
    OffTheBoard,
    Wall,
}

/// A position without its past. Cars that are not on the board have left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dodgem {
    cars: [u64; 2],
    key: Key,
    side: u8,
    turn: Player,
}

impl Dodgem {
    /// The first player's cars on the left edge, the second player's on the lower one, the corner between them
    /// empty. The side is one that [`open`] accepts.
    pub fn start(side: u8) -> Self {
        let mut state = Dodgem { cars: [0; 2], key: Key::default(), side, turn: Player::First };
        for place in 1..state.side() {
            state.put(Player::First, place * state.side());
            state.put(Player::Second, place);
        }
        state
    }

    fn side(&self) -> usize {
        usize::from(self.side)
    }

    #[inline]
    fn put(&mut self, player: Player, cell: usize) {
        self.cars[player.index()] |= u64::cell(cell);
        self.key ^= stone(player, cell);
    }

    #[inline]
    fn goal(&self, player: Player, Drive { from, direction }: Drive) -> Goal {
        let side = i32::from(self.side);
        let (column, row) = (i32::from(from) % side, i32::from(from) / side);
        let (column, row) = match (player, direction) {
            (Player::First, Direction::Forward) | (Player::Second, Direction::Right) => (column + 1, row),
            (Player::First, Direction::Left) | (Player::Second, Direction::Forward) => (column, row + 1),
            (Player::First, Direction::Right) => (column, row - 1),
            (Player::Second, Direction::Left) => (column - 1, row),
        };
        if (0..side).contains(&column) && (0..side).contains(&row) {
            Goal::Cell((row * side + column) as usize)
        } else if direction == Direction::Forward {
            Goal::OffTheBoard
        } else {
            Goal::Wall
        }
    }

    /// What the player could do if it were to move.
    #[inline]
    fn drives(&self, player: Player) -> impl Iterator<Item = Drive> + '_ {
        let taken = self.cars[0] | self.cars[1];
        let cars = self.cars[player.index()].cells();
        cars.flat_map(|from| Direction::ALL.map(|direction| Drive { from: from as u8, direction })).filter(
            move |&drive| match self.goal(player, drive) {
                Goal::Cell(cell) => !taken.has(cell),
                Goal::OffTheBoard => true,
                Goal::Wall => false,
            },
        )
    }

    #[inline]
    fn all_gone(&self, player: Player) -> bool {
        self.cars[player.index()].is_empty()
    }

    fn mark(&self, column: usize, row_from_top: usize) -> Mark {
        let cell = (self.side() - 1 - row_from_top) * self.side() + column;
        Mark::on(self.cars, cell)
    }
}

impl Game for Dodgem {
    type Move = Drive;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    /// A player wins whose cars are gone, and also one who is to move and cannot: blocking loses.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.all_gone(self.turn.other()) {
            Some(Outcome::Win(self.turn.other()))
        } else if self.drives(self.turn).next().is_none() {
            Some(Outcome::Win(self.turn))
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Drive>) {
        if !self.all_gone(self.turn.other()) {
            out.extend(self.drives(self.turn));
        }
    }

    #[inline]
    fn play(&mut self, m: Drive) {
        let (player, from) = (self.turn, usize::from(m.from));
        self.cars[player.index()] ^= u64::cell(from);
        self.key ^= stone(player, from) ^ SECOND_TO_MOVE;
        if let Goal::Cell(cell) = self.goal(player, m) {
            self.put(player, cell);
        }
        self.turn = player.other();
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// The share of the loser's cars that are still on the board.
    fn score(&self) -> f32 {
        match self.outcome() {
            Some(Outcome::Win(winner)) => {
                let left = self.cars[winner.other().index()].count() as f32;
                Outcome::Win(winner).score(left / (f32::from(self.side) - 1.0))
            }
            _ => 0.0,
        }
    }

    fn position(&self) -> String {
        format_board(self.side(), self.side(), self.turn, |c, r| self.mark(c, r))
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let side = self.side();
        let board = Board::parse(text)?;
        board.expect_size(side, side)?;
        board.expect_end()?;
        let mut state = Dodgem { cars: [0; 2], key: to_move(board.turn), side: self.side, turn: board.turn };
        for (column, row_from_top, player) in board.stones()? {
            state.put(player, (side - 1 - row_from_top) * side + column);
        }
        for (player, symbol) in Player::BOTH.into_iter().zip(['x', 'o']) {
            if state.cars[player.index()].count() as usize >= side {
                return Err(TextError::new(format!("there are more than {} cars `{symbol}`", side - 1)));
            }
        }
        if state.cars == [0; 2] {
            return Err(TextError::new("there are no cars on the board"));
        }
        Ok(state)
    }

    /// From and to, such as `a2b2`; a car that leaves the board is written `c2-off`.
    fn move_text(&self, m: Drive) -> String {
        let name = |cell: usize| cell_name(cell % self.side(), cell / self.side());
        match self.goal(self.turn, m) {
            Goal::Cell(cell) => name(usize::from(m.from)) + &name(cell),
            Goal::OffTheBoard | Goal::Wall => name(usize::from(m.from)) + "-off",
        }
    }

    fn view(&self) -> View {
        View::grid(self.side(), self.side(), RowOne::Bottom, |c, r| self.mark(c, r))
    }

    fn scene(&self) -> Scene {
        Scene::new(self.view(), &self.lattice()).with_figures(Figures::Cars)
    }
}

impl Sight<Drive> for Dodgem {
    fn mobility(&self) -> Option<[u32; 2]> {
        Some(Player::BOTH.map(|player| self.drives(player).count() as u32))
    }
}

impl Sharing for Dodgem {}

impl Features for Dodgem {
    /// The cars, and the second player to move.
    fn feature_count(&self) -> usize {
        2 * u64::SIZE + 1
    }

    fn features(&self, out: &mut Vec<u32>) {
        features::stones(self.cars, u64::SIZE, out);
        out.extend((self.turn == Player::Second).then_some(2 * u64::SIZE as u32));
    }

    fn planes(&self) -> Planes {
        Planes::within(2, u64::SIZE, self.side(), self.side(), self.side())
    }

    /// What is to the right for one side is up for the other.
    fn colour_swap(&self) -> Option<ColourSwap> {
        let side = self.side();
        let turned = |cell: usize| if cell < side * side { cell % side * side + cell / side } else { cell };
        Some(ColourSwap::of_stones(&self.planes(), 1).turning(turned))
    }
}

impl Machinery for Dodgem {}

impl Cyclic for Dodgem {
    /// No car ever goes back.
    #[inline]
    fn irreversible(&self, m: Drive) -> bool {
        m.direction == Direction::Forward
    }

    /// The third occurrence of a position is a draw, and so are 20 N plies in which no car went forward.
    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        (past.occurrences() >= 3 || past.quiet() >= 20 * u32::from(self.side)).then_some(Outcome::Draw)
    }
}
