//! Arimaa, by Omar and Aamir Syed: steps, pushes and pulls bring a rabbit to the far rank.
//!
//! A decision is a placement, a step, a push, a pull or the pass that ends a turn early. [`Arimaa`] is the
//! board; [`History`] adds the rule of the fourth occurrence.

mod decision;
mod notation;
mod pieces;

use std::hash::{Hash, Hasher};

use game::bits::Bits;
use game::history::{Cyclic, History, Past};
use game::key::to_move;
use game::perft::{self, Unit};
use game::scene::{Click, Figures, Ground};
use game::view::{Glyph, RowOne};
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Scene, Sharing, Sight,
    TextError, View, Visitor, expect_no_variant,
};

pub use self::decision::Decision;
use self::pieces::{Kind, NUMBERS, Pieces};

/// Arimaa in the list.
pub const ABOUT: About = About {
    name: "arimaa",
    variants: "",
    summary: "bring a rabbit to the far rank by up to four steps a turn; push, pull, freeze and trap",
    samples: &["arimaa"],
};

/// Opens the game; there are no variants.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(ABOUT.name, variant)?;
    Ok(visitor.visit(History::new(Arimaa::start())))
}

/// The game is a draw after this number of decisions, placements included.
const MAX_DECISIONS: u16 = 900;

/// How many steps a turn has.
const STEPS: u8 = 4;

/// The two ranks of each player.
const HOME: [u64; 2] = [0xffff, 0xffff << 48];

/// A position, in the middle of a turn or not, without the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arimaa {
    pieces: Pieces,
    /// The board at the beginning of the turn, which the turn must change.
    begun: Beginning,
    /// How many decisions have been taken in this game.
    decisions: u16,
    /// How many steps have been taken in this turn.
    steps: u8,
    turn: Player,
    /// The players are still placing their pieces.
    placing: bool,
    over: Option<Outcome>,
}

/// What a turn began with; empty at the beginning itself, and after a capture, because then it cannot come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Beginning {
    key: Key,
    /// The cells with pieces of each player, for a quick look.
    sides: [u64; 2],
}

/// Numbers for what else belongs to a key.
const DECISIONS: u64 = 0xdec1_5105_0000;
const PLACING: Key = Key::of(0x914c_1a61);
const STEP_KEYS: [Key; 4] = [Key(0), Key::of(0x57e9_0001), Key::of(0x57e9_0002), Key::of(0x57e9_0003)];

impl Arimaa {
    /// The empty board; the first player begins to place.
    pub fn start() -> Self {
        Arimaa {
            pieces: Pieces::default(),
            begun: Beginning::default(),
            decisions: 0,
            steps: 0,
            turn: Player::First,
            placing: true,
            over: None,
        }
    }

    /// The kind that is placed next: rabbits, cats, dogs, horses, the camel, the elephant.
    fn next_kind(&self) -> Kind {
        let mut before = 0;
        let placed = self.pieces.of(self.turn).count();
        let in_order = NUMBERS.iter().take_while(|&&number| {
            before += number;
            before <= placed
        });
        in_order.count()
    }

    fn place(&mut self, cell: usize) {
        self.pieces.toggle(self.turn, self.next_kind(), cell);
        if self.pieces.of(self.turn).count() == NUMBERS.iter().sum::<u32>() {
            self.placing = self.turn == Player::First;
            self.turn = self.turn.other();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.begun = Beginning::default();
        self.steps = 0;
        self.over = self.pieces.winner_after(self.turn).map(Outcome::Win);
        self.turn = self.turn.other();
    }

    /// The turn must change the board.
    #[inline]
    fn may_pass(&self) -> bool {
        self.steps > 0 && self.pieces.key() != self.begun.key
    }

    /// Whether a last action might bring back the board at the beginning: it moves a single own piece.
    #[inline]
    fn nearly_undone(&self) -> bool {
        let [now, begun] = [self.pieces.of(self.turn), self.begun.sides[self.turn.index()]];
        self.steps >= 2 && begun != 0 && (now ^ begun).count() == 2
    }

    /// Whether a decision ends the turn with the board at its beginning.
    fn undoes_the_turn(&self, m: Decision) -> bool {
        m.action().is_some_and(|action| {
            self.steps + action.cost() == STEPS
                && self.pieces.key() ^ self.pieces.key_change(action) == self.begun.key
        })
    }
}

impl Hash for Arimaa {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

impl Game for Arimaa {
    type Move = Decision;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Decision>) {
        if self.over.is_some() {
            return;
        }
        if self.placing {
            let cells = self.pieces.empty() & HOME[self.turn.index()];
            cells.list_as(out, Decision::place);
            return;
        }
        let mut first = out.len();
        self.pieces.actions(self.turn, STEPS - self.steps, out);
        while self.nearly_undone() && first < out.len() {
            if self.undoes_the_turn(out[first]) {
                out.remove(first);
            } else {
                first += 1;
            }
        }
        if self.may_pass() {
            out.push(Decision::PASS);
        }
    }

    #[inline]
    fn play(&mut self, m: Decision) {
        self.decisions = self.decisions.saturating_add(1);
        if let Some(action) = m.action() {
            if self.steps == 0 {
                self.begun = Beginning {
                    key: self.pieces.key(),
                    sides: Player::BOTH.map(|player| self.pieces.of(player)),
                };
            }
            if self.pieces.play(action) {
                self.begun = Beginning::default();
            }
            self.steps += action.cost();
            if self.steps == STEPS {
                self.end_turn();
            }
        } else if let Some(cell) = m.placed() {
            self.place(cell);
        } else {
            self.end_turn();
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.repetition_key() ^ Key::of(DECISIONS + u64::from(self.decisions))
    }

    /// How early the game ended: the share of the decisions that are left.
    fn score(&self) -> f32 {
        self.over.map_or(0.0, |outcome| self.verdict_score(outcome))
    }

    fn position(&self) -> String {
        notation::write_position(self)
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        notation::read_position(text)
    }

    /// A push or pull is written as its two steps.
    fn move_text(&self, m: Decision) -> String {
        notation::write_decision(self, m)
    }

    fn parse_move(&self, text: &str) -> Result<Decision, TextError> {
        let (words, mut out) = (text.split_whitespace().collect::<Vec<_>>(), Vec::new());
        match (self.parse_next(&words, &mut out)?, out.as_slice()) {
            (used, &[m]) if used == words.len() => Ok(m),
            _ => Err(TextError::new(format!("`{text}` is not one decision"))),
        }
    }

    fn parse_next(&self, words: &[&str], out: &mut Vec<Decision>) -> Result<usize, TextError> {
        notation::read_next(self, words, out)
    }

    /// The pieces that are left to place, or the steps of the turn.
    fn decisions_left(&self) -> u32 {
        if self.placing {
            NUMBERS.iter().sum::<u32>().saturating_sub(self.pieces.of(self.turn).count())
        } else {
            u32::from(STEPS - self.steps)
        }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Gold", "Silver"]
    }

    fn view(&self) -> View {
        let mut view =
            View::grid(8, 8, RowOne::Bottom, |column, row| match self.pieces.at((7 - row) * 8 + column) {
                Some((player, kind)) => Glyph::Piece(player, notation::letter(player, kind)),
                None => Glyph::Empty,
            });
        let side = ["gold", "silver"][self.turn.index()];
        view.notes.push(match (self.placing, self.steps) {
            (true, _) => format!("{side} places {}", notation::letter(self.turn, self.next_kind())),
            (false, 0) => format!("{side} to move; traps c3 f3 c6 f6"),
            (false, steps) => format!("{side} has taken {steps} of {STEPS} steps; traps c3 f3 c6 f6"),
        });
        view
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.view(), &self.lattice()).with_figures(Figures::Arimaa);
        scene.set_ground(Ground::Trap, &["c3", "f3", "c6", "f6"]);
        scene
    }

    fn clicks(&self, m: Decision, scene: &Scene) -> Vec<Vec<Click>> {
        notation::clicks(m, scene)
    }

    /// Turns that end with the same board are one, however many decisions they took.
    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        match unit {
            Unit::Decision => perft::count(self, depth, unit),
            Unit::Turn => perft::turns(self, depth, &Self::repetition_key),
        }
    }
}

impl Sight<Decision> for Arimaa {
    /// A piece is lost in a trap.
    fn is_forcing(&self, m: Decision) -> bool {
        let mut pieces = self.pieces;
        m.action().is_some_and(|action| pieces.play(action))
    }
}

impl Sharing for Arimaa {}

impl Features for Arimaa {
    /// Pieces by player, kind and cell; the side to move; placing; the steps taken; the decisions in hundreds.
    fn feature_count(&self) -> usize {
        768 + 2 + 4 + 10
    }

    fn features(&self, out: &mut Vec<u32>) {
        for (index, player) in Player::BOTH.into_iter().enumerate() {
            for kind in 0..NUMBERS.len() {
                let first = 384 * index + 64 * kind;
                out.extend(self.pieces.of_kind(player, kind).cells().map(|cell| (first + cell) as u32));
            }
        }
        out.extend((self.turn == Player::Second).then_some(768));
        out.extend(self.placing.then_some(769));
        out.push(770 + u32::from(self.steps));
        out.push(774 + u32::from(self.decisions / 100).min(9));
    }

    fn planes(&self) -> Planes {
        Planes::grid(2 * NUMBERS.len(), 8, 8)
    }

    /// The mirror image, where nothing depends on the board at the beginning of the turn.
    fn symmetries(&self) -> Vec<Self> {
        let image = Arimaa { pieces: self.pieces.mirrored(), ..*self };
        if self.begun == Beginning::default() { vec![image] } else { Vec::new() }
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        let kinds = NUMBERS.len();
        let swap = ColourSwap::of_stones(&self.planes(), self.feature_count() - 768);
        let planes = (0..2 * kinds).map(|plane| (plane + kinds) % (2 * kinds));
        Some(swap.with_planes(planes).turning(|cell| cell ^ 56))
    }
}

impl Machinery for Arimaa {}

impl Cyclic for Arimaa {
    /// Captured pieces do not come back, and placed ones stay on the board.
    #[inline]
    fn irreversible(&self, m: Decision) -> bool {
        match m.action() {
            Some(action) => self.pieces.captures(action),
            None => m.placed().is_some(),
        }
    }

    /// A player who makes a position occur for the fourth time, at the end of a turn, loses.
    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        if self.decisions >= MAX_DECISIONS {
            Some(Outcome::Draw)
        } else if self.counts() && past.occurrences() >= 4 {
            Some(Outcome::Win(self.turn))
        } else {
            None
        }
    }

    fn verdict_score(&self, outcome: Outcome) -> f32 {
        let left = MAX_DECISIONS.saturating_sub(self.decisions);
        outcome.score(f32::from(left) / f32::from(MAX_DECISIONS))
    }

    #[inline]
    fn repetition_key(&self) -> Key {
        // The board at the beginning is rotated, so that it does not cancel the same board now.
        let place = if self.placing { PLACING } else { Key::default() };
        self.pieces.key()
            ^ Key(self.begun.key.0.rotate_left(41))
            ^ STEP_KEYS[usize::from(self.steps)]
            ^ to_move(self.turn)
            ^ place
    }

    /// Only positions at the end of a turn count.
    #[inline]
    fn counts(&self) -> bool {
        self.steps == 0
    }
}
