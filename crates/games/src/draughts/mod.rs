//! Draughts with flying kings: Brazilian on 8x8, International on 10x10, Canadian on 12x12 squares.

use game::bits::Bits;
use game::code::{Code, Width};
use game::history::{Cyclic, History, Past};
use game::key::{SECOND_TO_MOVE, stone, to_move};
use game::scene::{Click, Figures};
use game::view::{Glyph, RowOne};
use game::{
    About, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Scene, Sharing,
    Sight, TextError, Tiling, View, Visitor,
};

mod board;
mod capture;
mod ending;
mod pdn;

pub use board::{Brazilian, Canadian, International, Size};

use board::{Direction, bit, home, number, squares};
use capture::{Jumper, Sets};
use ending::{Ending, THREE_PLIES};

/// Draughts in the list.
pub const ABOUT: About = About {
    name: "draughts",
    variants: "brazilian, international or canadian",
    summary: "jump over as many enemy pieces as possible; kings fly; who cannot move loses",
    samples: &["draughts:international", "draughts:brazilian", "draughts:canadian"],
};

/// Opens one of the three boards; nothing is the international one.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    match variant {
        "" | "international" => Ok(visitor.visit(History::new(Draughts::<International>::start()))),
        "brazilian" => Ok(visitor.visit(History::new(Draughts::<Brazilian>::start()))),
        "canadian" => Ok(visitor.visit(History::new(Draughts::<Canadian>::start()))),
        _ => Err(TextError::new(format!(
            "draughts is brazilian (8x8), international (10x10) or canadian (12x12), not `{variant}`"
        ))),
    }
}

/// This number of plies without a capture and without a move of a man is a draw.
const QUIET_PLIES: u32 = 50;

/// A move of a piece.
///
/// From and to do not always determine which pieces are captured, and a set of them would be too large for a move that
/// a tree keeps by the million. So a capture of one piece names its square, and one of several pieces says which
/// it is among those with the same from and to; playing it finds the pieces again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    /// 0 without a capture, the bit of the captured piece plus 1, or an index plus [`SEVERAL`].
    way: u16,
}

impl Code for Move {
    const WIDTH: Width = Width::Four;

    #[inline]
    fn code(self) -> u32 {
        u32::from_be_bytes([self.from, self.to, (self.way >> 8) as u8, self.way as u8])
    }

    #[inline]
    fn from_code(code: u32) -> Move {
        let [from, to, high, low] = code.to_be_bytes();
        Move { from, to, way: u16::from_be_bytes([high, low]) }
    }
}

const QUIET: u16 = 0;
const SEVERAL: u16 = 256;

/// A position without its past. The first player has the white pieces, at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draughts<S: Size> {
    pieces: [S::Set; 2],
    kings: S::Set,
    /// The key of the pieces and of the player to move.
    key: Key,
    turn: Player,
    /// How long an [`Ending`] has lasted. It is not part of the past: a man may move meanwhile.
    ending: u8,
}

/// The Zobrist number of a piece.
#[inline]
fn piece_key(player: Player, king: bool, bit: usize) -> Key {
    stone(player, bit + if king { 128 } else { 0 })
}

impl<S: Size> Draughts<S> {
    /// Men on all rows but the two in the middle.
    pub fn start() -> Self {
        Self::new(Player::BOTH.map(home::<S>), S::Set::EMPTY, Player::First)
    }

    fn new(pieces: [S::Set; 2], kings: S::Set, turn: Player) -> Self {
        let mut key = to_move(turn);
        for player in Player::BOTH {
            pieces[player.index()].cells().for_each(|bit| key ^= piece_key(player, kings.has(bit), bit));
        }
        Draughts { pieces, kings, key, turn, ending: 0 }
    }

    #[inline]
    fn own_and_enemy(&self) -> (S::Set, S::Set) {
        (self.pieces[self.turn.index()], self.pieces[self.turn.other().index()])
    }

    #[inline]
    fn empty(&self) -> S::Set {
        S::BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces that can jump over a neighbour: all men that can capture, and some of the kings.
    #[inline]
    fn jumpers(&self, pieces: S::Set) -> S::Set {
        let (enemy, empty) = (self.own_and_enemy().1, self.empty());
        Direction::ALL.into_iter().fold(S::Set::EMPTY, |jumpers, direction| {
            let back = direction.back();
            jumpers | (pieces & back.step::<S>(enemy & back.step::<S>(empty)))
        })
    }

    /// Whether the player to move has a move: if so, a neighbouring square is free, or one behind an enemy.
    #[inline]
    fn can_move(&self) -> bool {
        let (own, empty) = (self.own_and_enemy().0, self.empty());
        let steps = |pieces: S::Set, directions: &[Direction]| {
            directions.iter().any(|direction| direction.step::<S>(pieces).meets(empty))
        };
        steps(own & !self.kings, &Direction::forward(self.turn))
            || steps(own & self.kings, &Direction::ALL)
            || !self.jumpers(own).is_empty()
    }

    /// The ways of one piece to capture.
    #[inline]
    fn jump(&self, from: usize, mut found: impl FnMut(S::Set, S::Set, u32)) {
        let square = S::Set::cell(from);
        let enemy = self.own_and_enemy().1;
        let jumper = Jumper::<S> { empty: self.empty() | square, enemy, king: self.kings.has(from) };
        jumper.jump(square, S::Set::EMPTY, 0, &mut found);
    }

    /// Appends the captures of as many pieces as possible. The same from, to and captured pieces are one move.
    #[inline]
    fn captures(&self, candidates: S::Set, out: &mut Vec<Move>) {
        let (start, mut most, mut sets) = (out.len(), 1, Sets::new());
        for from in candidates.cells() {
            self.jump(from, |at, taken, count| {
                if count < most {
                    return;
                }
                if count > most {
                    most = count;
                    out.truncate(start);
                    sets.clear();
                }
                let (from, to) = (from as u8, at.lowest() as u8);
                if count == 1 {
                    out.push(Move { from, to, way: 1 + taken.lowest() as u16 });
                    return;
                }
                let same_ends =
                    || out[start..].iter().zip(sets.iter()).filter(|(m, _)| (m.from, m.to) == (from, to));
                if same_ends().all(|(_, set)| set != taken) {
                    let way = SEVERAL + same_ends().count() as u16;
                    out.push(Move { from, to, way });
                    sets.push(taken);
                }
            });
        }
    }

    /// The pieces that a legal move captures.
    #[inline]
    fn taken(&self, m: Move) -> S::Set {
        match m.way {
            QUIET => S::Set::EMPTY,
            1..SEVERAL => S::Set::cell(usize::from(m.way - 1)),
            _ => self.several_taken(m),
        }
    }

    /// Goes through the captures of the piece again, in the same order as [`Draughts::captures`]. A legal move
    /// captures as many as possible, so the longest captures of this piece are the legal ones.
    fn several_taken(&self, m: Move) -> S::Set {
        let (mut most, mut sets) = (0, Sets::new());
        self.jump(usize::from(m.from), |at, taken, count| {
            if count > most {
                most = count;
                sets.clear();
            }
            if count == most && at.has(usize::from(m.to)) && sets.iter().all(|set| set != taken) {
                sets.push(taken);
            }
        });
        sets.iter().nth(usize::from(m.way - SEVERAL)).unwrap_or(S::Set::EMPTY)
    }

    /// Appends the moves without a capture.
    #[inline]
    fn quiet_moves(&self, out: &mut Vec<Move>) {
        let (own, empty) = (self.own_and_enemy().0, self.empty());
        for direction in Direction::forward(self.turn) {
            // From and to are equally far apart everywhere, so each list of squares has the same order.
            let to = direction.step::<S>(own & !self.kings) & empty;
            let from = direction.back().step::<S>(to);
            out.extend(from.cells().zip(to.cells()).map(|(from, to)| Move {
                from: from as u8,
                to: to as u8,
                way: QUIET,
            }));
        }
        for from in (own & self.kings).cells() {
            for direction in Direction::ALL {
                let mut to = direction.step::<S>(S::Set::cell(from));
                while to.meets(empty) {
                    out.push(Move { from: from as u8, to: to.lowest() as u8, way: QUIET });
                    to = direction.step::<S>(to);
                }
            }
        }
    }
}

impl<S: Size> Game for Draughts<S> {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    /// Who cannot move loses.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (!self.can_move()).then(|| Outcome::Win(self.turn.other()))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        let own = self.own_and_enemy().0;
        let candidates = self.jumpers(own & !self.kings) | (own & self.kings);
        let start = out.len();
        if !candidates.is_empty() {
            self.captures(candidates, out);
        }
        if out.len() == start {
            self.quiet_moves(out);
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        let (player, enemy) = (self.turn, self.turn.other());
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let ending_before = Ending::of(self);
        let taken = self.taken(m);
        for bit in taken.cells() {
            self.key ^= piece_key(enemy, self.kings.has(bit), bit);
        }
        self.pieces[enemy.index()] ^= taken;
        let king = self.kings.has(from);
        let crowned = king || S::CROWN[player.index()].has(to);
        self.key ^= piece_key(player, king, from) ^ piece_key(player, crowned, to) ^ SECOND_TO_MOVE;
        self.kings &= !(taken | S::Set::cell(from));
        if crowned {
            self.kings |= S::Set::cell(to);
        }
        // A capture may end where it began.
        let own = &mut self.pieces[player.index()];
        *own = *own & !S::Set::cell(from) | S::Set::cell(to);
        self.turn = enemy;
        self.ending = Ending::plies(ending_before, self.ending, Ending::of(self));
    }

    #[inline]
    fn key(&self) -> Key {
        match self.ending {
            0 => self.key,
            plies => self.key ^ Key::of(0xd4a3_0000 + u64::from(plies)),
        }
    }

    /// The lead in pieces, as a share of those that a player has at the start.
    fn score(&self) -> f32 {
        let counts = self.pieces.map(|pieces| pieces.count() as f32);
        match self.outcome() {
            Some(Outcome::Win(winner)) => {
                let lead = counts[winner.index()] - counts[winner.other().index()];
                Outcome::Win(winner).score(lead / (S::HOME_ROWS * S::ROW) as f32)
            }
            _ => 0.0,
        }
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.pieces.map(|set| set.count()))
    }

    fn position(&self) -> String {
        self.fen()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        Self::parse_fen(text)
    }

    fn move_text(&self, m: Move) -> String {
        self.pdn(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        self.parse_pdn(text)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    fn view(&self) -> View {
        let (row, side) = (S::ROW, 2 * S::ROW);
        let glyph = |r: usize, c: usize| {
            // The first row begins with a light square, the second with a dark one, and so on.
            if (r + c).is_multiple_of(2) {
                return Glyph::Blocked;
            }
            let bit = bit::<S>(r * row + c / 2 + 1);
            match Player::BOTH.into_iter().find(|player| self.pieces[player.index()].has(bit)) {
                None => Glyph::Empty,
                Some(player) => {
                    let letters = if self.kings.has(bit) { ['W', 'B'] } else { ['w', 'b'] };
                    Glyph::Piece(player, letters[player.index()])
                }
            }
        };
        let name = |r: usize| (r * row + 1).to_string();
        let mut notes = vec!["a row is named by the number of its first square".to_owned()];
        if self.ending > 0 {
            notes.push(format!("{} plies towards a draw by few pieces", self.ending));
        }
        View {
            columns: vec![String::new(); side],
            rows: (0..side).map(|r| (name(r), (0..side).map(|c| glyph(r, c)).collect())).collect(),
            notes,
            ..View::default()
        }
    }

    fn scene(&self) -> Scene {
        Scene::new(self.view(), &self.lattice()).with_figures(Figures::Draughts)
    }

    /// From and to; then, where other captures have both in common, the captured pieces.
    fn clicks(&self, m: Move, scene: &Scene) -> Vec<Vec<Click>> {
        let click = |bit: usize| scene.click(&number::<S>(bit).to_string());
        let mut clicks = vec![click(usize::from(m.from)), click(usize::from(m.to))];
        let mut legal = Vec::new();
        if m.way != QUIET {
            self.moves(&mut legal);
        }
        if legal.iter().any(|other| (other.from, other.to) == (m.from, m.to) && other.way != m.way) {
            clicks.extend(self.taken(m).cells().map(click));
        }
        vec![clicks]
    }

    fn count_moves(&self, buffer: &mut Vec<Move>) -> usize {
        let own = self.own_and_enemy().0;
        if own.meets(self.kings) || !self.jumpers(own).is_empty() {
            buffer.clear();
            self.moves(buffer);
            return buffer.len();
        }
        let empty = self.empty();
        let steps = Direction::forward(self.turn).map(|direction| (direction.step::<S>(own) & empty).count());
        (steps[0] + steps[1]) as usize
    }
}

impl<S: Size> Sight<Move> for Draughts<S> {
    /// A capture.
    fn is_forcing(&self, m: Move) -> bool {
        m.way != QUIET
    }
}

impl<S: Size> Sharing for Draughts<S> {}

impl<S: Size> Features for Draughts<S> {
    /// Men and kings of both players on each square, the player to move, and how long three pieces have been
    /// against a king, in steps of eight plies.
    fn feature_count(&self) -> usize {
        4 * squares::<S>() + 1 + usize::from(THREE_PLIES / 8)
    }

    fn features(&self, out: &mut Vec<u32>) {
        for player in Player::BOTH {
            out.extend(self.pieces[player.index()].cells().map(|bit| {
                let kind = 2 * player.index() + usize::from(self.kings.has(bit));
                (kind * squares::<S>() + number::<S>(bit) - 1) as u32
            }));
        }
        let rest = 4 * squares::<S>() as u32;
        if self.turn == Player::Second {
            out.push(rest);
        }
        if Ending::of(self) == Some(Ending::Three) {
            out.push(rest + 1 + u32::from(self.ending.min(THREE_PLIES - 1) / 8));
        }
    }

    fn planes(&self) -> Planes {
        // The dark squares of the first row from the top are the second, the fourth and so on.
        let place = |square: usize| {
            let (column, row) = (square % S::ROW, square / S::ROW);
            (2 * column + usize::from(row.is_multiple_of(2)), row)
        };
        Planes::new(4, (0..squares::<S>()).map(|square| Some(place(square))))
    }

    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Squares, RowOne::Top)
            .named(|square, _| (square + 1).to_string())
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        let last = squares::<S>() - 1;
        let swap = ColourSwap::of_stones(&self.planes(), self.feature_count() - 4 * squares::<S>());
        Some(swap.with_planes([2, 3, 0, 1]).turning(|square| last - square))
    }
}

impl<S: Size> Machinery for Draughts<S> {}

impl<S: Size> Cyclic for Draughts<S> {
    /// No captured piece comes back, and no man goes back.
    #[inline]
    fn irreversible(&self, m: Move) -> bool {
        m.way != QUIET || !self.kings.has(usize::from(m.from))
    }

    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        let few_pieces = || self.ending > 0 && self.ending == Ending::limit(self);
        let drawn = past.quiet() >= QUIET_PLIES || few_pieces() || past.occurrences() >= 4;
        drawn.then_some(Outcome::Draw)
    }

    /// Without the plies of an ending.
    #[inline]
    fn repetition_key(&self) -> Key {
        self.key
    }
}
