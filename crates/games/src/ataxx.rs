//! Ataxx: grow to a neighbouring cell or jump two cells away, and turn the enemy stones around the target.

use game::bits::Bits;
use game::history::{Cyclic, History, Past};
use game::scene::Click;
use game::{
    About, ColourSwap, Features, Game, Key, Machinery, Outcome, Planes, Player, Scene, Sharing, Sight,
    TextError, View, Visitor, expect_no_variant,
};

use crate::stones::{Step, Stones, board, name, rings};

/// Ataxx in the list.
pub const ABOUT: About = About {
    name: "ataxx",
    variants: "",
    summary: "clone a stone to a neighbouring cell or jump two, turning its new neighbours; more stones win",
    samples: &["ataxx"],
};

/// Opens the usual board.
pub fn open<V: Visitor>(variant: &str, visitor: V) -> Result<V::Output, TextError> {
    expect_no_variant(ABOUT.name, variant)?;
    Ok(visitor.visit(History::new(Ataxx::start())))
}

const SIDE: usize = 7;

/// A step that converts so many stones changes much at once.
const FORCING: u32 = 3;

const BOARD: u64 = board(SIDE);

/// The cells that a stone can be cloned to, and those that it can jump to.
static NEAR: [u64; 64] = rings(SIDE, 1);
static FAR: [u64; 64] = rings(SIDE, 2);

/// The set and the cells next to it. The column behind the last one is never part of a board, so what leaves
/// a row at one end does not come in at the other.
#[inline]
fn widen(set: u64) -> u64 {
    let rows = (set | set << 1 | set >> 1) & BOARD;
    (rows | rows << 8 | rows >> 8) & BOARD
}

/// A position without its past.
///
/// A clone is named by its target alone, so its [`Step`] begins and ends there; a jump has two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ataxx {
    stones: Stones<SIDE>,
    /// Cells out of play, which only a position given as text has.
    walls: u64,
}

impl Ataxx {
    /// The first player on a7 and g1, the second on a1 and g7.
    pub fn start() -> Self {
        let corner = |column: usize, row: usize| u64::cell(8 * row + column);
        let sets = [corner(0, 6) | corner(6, 0), corner(0, 0) | corner(6, 6)];
        Ataxx { stones: Stones::new(sets, Player::First), walls: 0 }
    }

    #[inline]
    fn empty(&self) -> u64 {
        BOARD & !(self.stones.all() | self.walls)
    }

    /// Whether a player has no stones left, or neither can move.
    #[inline]
    fn over(&self) -> bool {
        let stuck = || !widen(widen(self.stones.all())).meets(self.empty());
        Player::BOTH.into_iter().any(|player| self.stones.of(player).is_empty()) || stuck()
    }

    #[inline]
    fn result(&self) -> Outcome {
        Outcome::from_gain(self.stones.lead().signum() as i8)
    }

    /// How many moves a player has, the pass not counted.
    #[inline]
    fn steps(&self, player: Player) -> u32 {
        let (own, empty) = (self.stones.of(player), self.empty());
        // A jump has two ends: count from the side that has fewer cells.
        let (few, many) = if own.count() < empty.count() { (own, empty) } else { (empty, own) };
        let jumps: u32 = few.cells().map(|cell| (FAR[cell] & many).count()).sum();
        (widen(own) & empty).count() + jumps
    }
}

impl Game for Ataxx {
    type Move = Step;

    #[inline]
    fn turn(&self) -> Player {
        self.stones.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.over().then(|| self.result())
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Step>) {
        if self.over() {
            return;
        }
        let (own, empty) = (self.stones.of(self.turn()), self.empty());
        let near = widen(own);
        let targets = widen(near) & empty;
        if targets.is_empty() {
            out.push(Step::PASS);
        }
        (near & empty).list_as(out, |to| Step::new(to, to));
        // Most of a game is played with few empty cells and many stones: by targets there is less to look at.
        for to in targets.cells() {
            (FAR[to] & own).list_as(out, |from| Step::new(from, to));
        }
    }

    #[inline]
    fn play(&mut self, m: Step) {
        if m != Step::PASS {
            let (player, enemy) = (self.turn(), self.turn().other());
            if m.from != m.to {
                self.stones.toggle(player, usize::from(m.from));
            }
            self.stones.toggle(player, usize::from(m.to));
            for cell in (NEAR[usize::from(m.to)] & self.stones.of(enemy)).cells() {
                self.stones.toggle(enemy, cell);
                self.stones.toggle(player, cell);
            }
        }
        self.stones.end_turn();
    }

    #[inline]
    fn key(&self) -> Key {
        // Walls never change, so a number made on the spot will do.
        self.stones.key() ^ if self.walls == 0 { Key::default() } else { Key::of(self.walls) }
    }

    /// The lead in stones, as a share of the board.
    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| self.verdict_score(outcome))
    }

    /// The lead in stones.
    fn raw_score(&self) -> Option<f32> {
        Some(self.stones.lead() as f32)
    }

    fn pieces(&self) -> Option<[u32; 2]> {
        Some(self.stones.counts())
    }

    fn position(&self) -> String {
        self.stones.text(self.walls)
    }

    /// Reads the FEN, whose counters do not matter, and the plain form.
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let (stones, mut rest) = Stones::parse(text, &['-', '#'])?;
        let counters = rest.words.iter().take(2).take_while(|(_, word)| word.parse::<u32>().is_ok()).count();
        rest.words.drain(..counters);
        rest.expect_end()?;
        Ok(Ataxx { stones, walls: rest.walls })
    }

    fn move_text(&self, m: Step) -> String {
        match m {
            Step::PASS => "pass".to_owned(),
            Step { from, to } if from == to => name(to),
            Step { from, to } => name(from) + &name(to),
        }
    }

    /// A clone may also be written with the cell that it comes from, and the pass as `0000`.
    fn parse_move(&self, text: &str) -> Result<Step, TextError> {
        let text = text.trim().to_ascii_lowercase();
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let own = self.stones.of(self.turn());
        let stands_for = |m: Step| match m {
            Step::PASS => text == "pass" || text == "0000",
            Step { from, to } if from == to => {
                let source = text.strip_suffix(&name(to));
                let mut sources = (NEAR[usize::from(to)] & own).cells();
                source
                    .is_some_and(|source| source.is_empty() || sources.any(|cell| name(cell as u8) == source))
            }
            Step { .. } => text == self.move_text(m),
        };
        let found = moves.into_iter().find(|&m| stands_for(m));
        found.ok_or_else(|| {
            TextError::new(match self.outcome() {
                Some(_) => format!("`{text}` cannot be played: the game is over"),
                None => format!("`{text}` is not a legal move here: a clone is its target, g2, a jump g1e1"),
            })
        })
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Red", "Blue"]
    }

    fn view(&self) -> View {
        self.stones.view(self.walls)
    }

    /// A clone may be clicked by its target alone, or from any stone next to it.
    fn clicks(&self, m: Step, scene: &Scene) -> Vec<Vec<Click>> {
        let mut ways = scene.clicks_of(&self.move_text(m));
        if m != Step::PASS && m.from == m.to {
            let sources = NEAR[usize::from(m.to)] & self.stones.of(self.turn());
            ways.extend(
                sources.cells().map(|from| vec![scene.click(&name(from as u8)), scene.click(&name(m.to))]),
            );
        }
        ways
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<Step>) -> usize {
        if self.over() { 0 } else { self.steps(self.turn()).max(1) as usize }
    }
}

impl Sight<Step> for Ataxx {
    /// A player who would have to pass has one move.
    fn mobility(&self) -> Option<[u32; 2]> {
        Some(Player::BOTH.map(|player| self.steps(player).max(1)))
    }

    /// Several stones change hands. A single one does in most moves.
    fn is_forcing(&self, m: Step) -> bool {
        let enemy = self.stones.of(self.turn().other());
        m != Step::PASS && (NEAR[usize::from(m.to)] & enemy).count() >= FORCING
    }
}

impl Sharing for Ataxx {}

impl Features for Ataxx {
    /// Walls are not among them: they are the same all through a game.
    fn feature_count(&self) -> usize {
        Stones::<SIDE>::FEATURES
    }

    fn features(&self, out: &mut Vec<u32>) {
        self.stones.features(out);
    }

    fn planes(&self) -> Planes {
        Stones::<SIDE>::planes()
    }

    fn symmetries(&self) -> Vec<Self> {
        self.stones.images(self.walls).map(|(stones, walls)| Ataxx { stones, walls }).collect()
    }

    fn colour_swap(&self) -> Option<ColourSwap> {
        Some(ColourSwap::of_stones(&self.planes(), 1))
    }
}

impl Machinery for Ataxx {}

impl Cyclic for Ataxx {
    /// A clone adds a stone, and none ever leaves the board.
    #[inline]
    fn irreversible(&self, m: Step) -> bool {
        m.from == m.to && m != Step::PASS
    }

    /// Any position that comes again ends the game: more stones win.
    #[inline]
    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        (past.occurrences() >= 2).then(|| self.result())
    }

    fn verdict_score(&self, outcome: Outcome) -> f32 {
        outcome.score(self.stones.lead().abs() as f32 / (SIDE * SIDE) as f32)
    }
}
