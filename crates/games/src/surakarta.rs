//! Surakarta: step to a neighbouring cell, or capture by running along the loops around the corners.

use game::bits::Bits;
use game::history::{Cyclic, History, Past};
use game::view::RowOne;
use game::{
    About, ColourSwap, Features, Game, Key, Lattice, Machinery, Outcome, Planes, Player, Scene, Sharing,
    Sight, TextError, Tiling, View, Visitor, expect_no_variant,
};

use crate::stones::{ROW, Step, Stones, board, name, rings};

/// Surakarta in the list.
pub const ABOUT: About = About {
    name: "surakarta",
    variants: "",
    summary: "step to a neighbouring cell, or capture by running along at least one loop; more pieces win",
    samples: &["surakarta"],
};

/// Opens the usual board.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(ABOUT.name, variant)?;
    Ok(visitor.visit(History::new(Surakarta::start())))
}

const SIDE: usize = 6;

/// How many pieces a player has at the start.
const PIECES: u32 = 12;

/// The game is over after this number of plies without a capture.
const QUIET_PLIES: u32 = 50;

static NEAR: [u64; 64] = rings(SIDE, 1);

/// A track is four lines of six places, closed by a loop behind each of them.
const TRACK: usize = 24;

/// Which cell a place on each track is, and on again for a second round. The first track is made of the lines
/// next to the edges, the second one of those in the middle; both run along the bottom to the right, up, along
/// the top to the left, and down.
static CELLS: [[u8; 2 * TRACK]; 2] = {
    let mut cells = [[0; 2 * TRACK]; 2];
    let mut entry = 0;
    while entry < 4 * TRACK {
        let (track, place) = (entry % 2, entry / 2);
        let (low, high, along) = (1 + track, 4 - track, place % SIDE);
        let (column, row) = match place % TRACK / SIDE {
            0 => (along, low),
            1 => (high, along),
            2 => (SIDE - 1 - along, high),
            _ => (low, SIDE - 1 - along),
        };
        cells[track][place] = (ROW * row + column) as u8;
        entry += 1;
    }
    cells
};

/// The places of each cell, as a set for each track: none for a corner, one at an edge, two where lines cross.
static PLACES: [[u32; 2]; 64] = {
    let mut places = [[0; 2]; 64];
    let mut entry = 0;
    while entry < 2 * TRACK {
        let (track, place) = (entry % 2, entry / 2);
        places[CELLS[track][place] as usize][track] |= 1 << place;
        entry += 1;
    }
    places
};

/// A track cut open at a loop, behind `cut` places: the cells of the first and of the last piece on it, which see
/// each other through the loop. `pieces` are the places of all pieces, which are not none.
#[inline(always)]
fn ends(track: usize, pieces: u32, cut: usize) -> (usize, usize) {
    let twice = u64::from(pieces) | u64::from(pieces) << TRACK;
    let open = twice >> cut & ((1 << TRACK) - 1);
    let cell = |place: u32| usize::from(CELLS[track][cut + place as usize]);
    (cell(open.trailing_zeros()), cell(63 - open.leading_zeros()))
}

/// Calls `found` with each capture, perhaps more than once. A way along a track that passes a loop and meets
/// nothing before its end is one between the two pieces that see each other through that loop.
#[inline(always)]
fn captures(own: u64, enemy: u64, mut found: impl FnMut(Step)) {
    let mut pieces = [0; 2];
    for cell in (own | enemy).cells() {
        pieces[0] |= PLACES[cell][0];
        pieces[1] |= PLACES[cell][1];
    }
    for (track, pieces) in pieces.into_iter().enumerate().filter(|&(_, pieces)| pieces != 0) {
        for cut in [0, SIDE, 2 * SIDE, 3 * SIDE] {
            let (first, last) = ends(track, pieces, cut);
            if own.has(first) != own.has(last) {
                found(if own.has(first) { Step::new(first, last) } else { Step::new(last, first) });
            } else if first == last && own.has(first) && pieces != PLACES[first][track] {
                // The piece sees itself, as it may where the track crosses itself. It does not stand in its own
                // way: it looks on in both directions.
                let (beyond, before) = ends(track, pieces & !PLACES[first][track], cut);
                for to in [beyond, before].into_iter().filter(|&to| enemy.has(to)) {
                    found(Step::new(first, to));
                }
            }
        }
    }
}

/// A position without its past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surakarta {
    pieces: Stones<SIDE>,
}

impl Surakarta {
    /// The first player on the two lower rows, the second on the two upper ones.
    pub fn start() -> Self {
        let rows = board(SIDE) & 0xffff;
        Surakarta { pieces: Stones::new([rows, rows << (4 * ROW)], Player::First) }
    }

    /// Whether the player to move can do anything. Nearly always there is a step, which is found quickly.
    #[inline]
    fn can_move(&self) -> bool {
        let (own, enemy) = self.pieces.own_and_enemy();
        own.cells().any(|from| (NEAR[from] & !(own | enemy)) != 0) || {
            let mut any = false;
            captures(own, enemy, |_| any = true);
            any
        }
    }

    #[inline]
    fn result(&self) -> Outcome {
        Outcome::from_gain(self.pieces.lead().signum() as i8)
    }
}

impl Game for Surakarta {
    type Move = Step;

    #[inline]
    fn turn(&self) -> Player {
        self.pieces.turn()
    }

    /// A player who has no pieces or cannot move ends the game; more pieces win.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let (own, enemy) = self.pieces.own_and_enemy();
        (own.is_empty() || enemy.is_empty() || !self.can_move()).then(|| self.result())
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Step>) {
        let (own, enemy) = self.pieces.own_and_enemy();
        if enemy.is_empty() {
            return;
        }
        let empty = board(SIDE) & !(own | enemy);
        for from in own.cells() {
            (NEAR[from] & empty).list_as(out, |to| Step::new(from, to));
        }
        let steps = out.len();
        captures(own, enemy, |capture| {
            if !out[steps..].contains(&capture) {
                out.push(capture);
            }
        });
    }

    #[inline]
    fn play(&mut self, m: Step) {
        let (player, enemy) = (self.turn(), self.turn().other());
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        self.pieces.toggle(player, from);
        self.pieces.toggle(player, to);
        if self.pieces.of(enemy).has(to) {
            self.pieces.toggle(enemy, to);
        }
        self.pieces.end_turn();
    }

    #[inline]
    fn key(&self) -> Key {
        self.pieces.key()
    }

    /// The lead in pieces, as a share of those that a player has at the start.
    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| self.verdict_score(outcome))
    }

    /// The lead in pieces.
    fn raw_score(&self) -> Option<f32> {
        Some(self.pieces.lead() as f32)
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
        Ok(Surakarta { pieces })
    }

    /// `f2-f3` for a step, `a4xc1` for a capture.
    fn move_text(&self, Step { from, to }: Step) -> String {
        let sign = if self.pieces.all().has(usize::from(to)) { "x" } else { "-" };
        name(from) + sign + &name(to)
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn view(&self) -> View {
        self.pieces.view(0)
    }

    /// The loops of both tracks around the corners.
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice());
        let last = (SIDE - 1) as f32;
        let corners = [([0.0, 0.0], 0.0), ([last, 0.0], 90.0), ([last, last], 180.0), ([0.0, last], 270.0)];
        for (corner, turn) in corners {
            for radius in [1.0, 2.0] {
                scene.add_arc(corner, radius, turn + 90.0, turn + 360.0);
            }
        }
        scene
    }
}

impl Sight<Step> for Surakarta {
    /// A capture.
    fn is_forcing(&self, m: Step) -> bool {
        self.pieces.of(self.turn().other()).has(usize::from(m.to))
    }
}

impl Sharing for Surakarta {}

impl Features for Surakarta {
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
        self.pieces.images(0).map(|(pieces, _)| Surakarta { pieces }).collect()
    }

    fn lattice(&self) -> Lattice {
        Lattice::over(&self.planes(), Tiling::Points, RowOne::Bottom)
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl Machinery for Surakarta {}

impl Cyclic for Surakarta {
    /// No captured piece comes back.
    #[inline]
    fn irreversible(&self, m: Step) -> bool {
        self.pieces.all().has(usize::from(m.to))
    }

    /// Any position that comes again ends the game, and so do 50 plies without a capture: more pieces win.
    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        (past.quiet() >= QUIET_PLIES || past.occurrences() >= 2).then(|| self.result())
    }

    fn verdict_score(&self, outcome: Outcome) -> f32 {
        outcome.score(self.pieces.lead().abs() as f32 / PIECES as f32)
    }
}
