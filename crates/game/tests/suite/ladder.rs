//! A small game with cycles. Its optional answers are unlike the defaults, so that a game around it which forgets one is
//! noticed; and what it is sure of is true of the board alone, where endless play is a draw, but not with a past.

use game::history::{Cyclic, Past};
use game::perft::Unit;
use game::{
    Bounds, Definition, Features, Game, Key, Machinery, Outcome, Planes, Player, Sharing, Sight, TextError,
    View,
};

/// One token on a ladder of two rails and five rungs. The first player wins on the last rung, the second on the first.
///
/// Either player moves the token one rung up or down, or to the other rail. A push is a move towards the player's own end
/// that uses up one of a few, and nothing before it comes again. Who brings a position about again loses. If `FORBIDS`, no player may move twice in the same way, unless there was a push.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ladder<const FORBIDS: bool> {
    rung: u8,
    rail: u8,
    pushes: u8,
    turn: Player,
}

const LAST: u8 = 4;
const DOWN: u8 = 0;
const UP: u8 = 1;
const ACROSS: u8 = 2;
const PUSH: u8 = 3;
const TEXTS: [&str; 4] = ["d", "u", "a", "p"];

impl<const FORBIDS: bool> Ladder<FORBIDS> {
    pub fn start(pushes: u8) -> Self {
        Ladder { rung: 2, rail: 0, pushes, turn: Player::First }
    }

    fn mirrored(&self) -> Self {
        Ladder { rail: 1 - self.rail, ..self.clone() }
    }

    fn after(&self, m: u8) -> Self {
        let mut child = self.clone();
        child.play(m);
        child
    }

    /// Without pushes the first player can take back every step of the second, as long as there is time for it.
    fn first_can_hold(&self) -> bool {
        self.pushes == 0 && self.rung >= if self.turn == Player::First { 1 } else { 2 }
    }
}

impl<const FORBIDS: bool> Game for Ladder<FORBIDS> {
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.rung {
            0 => Some(Outcome::Win(Player::Second)),
            LAST => Some(Outcome::Win(Player::First)),
            _ => None,
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend(if self.pushes > 0 { DOWN..=PUSH } else { DOWN..=ACROSS });
        }
    }

    fn play(&mut self, m: u8) {
        match (m, self.turn) {
            (ACROSS, _) => self.rail = 1 - self.rail,
            (UP, _) | (PUSH, Player::First) => self.rung += 1,
            _ => self.rung -= 1,
        }
        self.pushes -= u8::from(m == PUSH);
        self.turn = self.turn.other();
    }

    fn key(&self) -> Key {
        Key::of(u64::from_le_bytes([self.rung, self.rail, self.pushes, self.turn as u8, 0, 0, 0, 0]))
    }

    fn score(&self) -> f32 {
        self.outcome().map_or(0.0, |outcome| outcome.score(0.25))
    }

    fn position(&self) -> String {
        format!("{} {} {} {}", self.rung, self.rail, self.pushes, self.turn as u8)
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let numbers: Option<Vec<u8>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[rung @ 0..=LAST, rail @ 0..=1, pushes @ 0..=3, turn @ 0..=1]) => {
                Ok(Ladder { rung, rail, pushes, turn: Player::BOTH[usize::from(turn)] })
            }
            _ => Err(TextError::new(format!("rung, rail, pushes and turn are four numbers, not `{text}`"))),
        }
    }

    fn move_text(&self, m: u8) -> String {
        TEXTS[usize::from(m)].to_owned()
    }

    fn view(&self) -> View {
        View::text([self.position()])
    }

    fn rules_version(&self) -> u32 {
        7
    }

    fn definition(&self) -> Option<Definition> {
        Some(Definition(7))
    }

    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let found = moves.into_iter().find(|&m| TEXTS[usize::from(m)] == text);
        found.ok_or_else(|| TextError::new(format!("the token does not move like `{text}`")))
    }

    fn within_turn(&self) -> &'static str {
        "~"
    }

    fn spellings(&self, m: u8) -> Vec<String> {
        vec![format!("{}!", self.move_text(m))]
    }

    fn decisions_left(&self) -> u32 {
        7
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["Climber", "Faller"]
    }

    /// Question marks behind a move mean nothing.
    fn parse_next(&self, words: &[&str], out: &mut Vec<u8>) -> Result<usize, TextError> {
        out.push(self.parse_move(words[0])?);
        Ok(1 + words[1..].iter().take_while(|&&word| word == "?").count())
    }

    /// Not a count, but what no count is.
    fn perft(&self, depth: u32, unit: Unit) -> u64 {
        1_000_000 + u64::from(depth) + if unit == Unit::Turn { 100 } else { 0 }
    }

    /// Nothing, or else the pushes: a board has no past.
    fn forget_past(&mut self) {
        self.pushes = 0;
    }
}

impl<const FORBIDS: bool> Sight<u8> for Ladder<FORBIDS> {
    fn winning_move(&self) -> Option<u8> {
        match (self.rung, self.turn) {
            (3, Player::First) => Some(UP),
            (1, Player::Second) => Some(DOWN),
            _ => None,
        }
    }

    fn bounds(&self) -> Bounds {
        if self.winning_move().is_some() {
            Bounds::win(self.turn)
        } else {
            Bounds { at_least: if self.first_can_hold() { 0 } else { -1 }, at_most: 1 }
        }
    }

    fn prospects(&self, moves: &[u8], out: &mut Vec<Bounds>) {
        out.extend(moves.iter().map(|&m| {
            let child = self.after(m);
            child.outcome().map_or_else(|| child.bounds(), Bounds::of)
        }));
    }

    /// Where the first player can hold the draw and no more, any move that holds it is as good as another.
    fn prune(&self, moves: &mut Vec<u8>) {
        if self.turn == Player::First && self.rung == 2 && self.first_can_hold() {
            moves.retain(|&m| m == ACROSS);
        }
    }

    fn estimate(&self) -> Option<f32> {
        Some(f32::from(self.rung) / 8.0 - 0.25)
    }

    fn mobility(&self) -> Option<[u32; 2]> {
        Some([self.count_moves(&mut Vec::new()) as u32; 2])
    }

    fn is_forcing(&self, m: u8) -> bool {
        m == PUSH
    }

    fn pass(&self) -> Option<Self> {
        self.outcome().is_none().then(|| Ladder { turn: self.turn.other(), ..self.clone() })
    }
}

impl<const FORBIDS: bool> Sharing for Ladder<FORBIDS> {
    fn sharing_key(&self) -> Key {
        self.key() ^ Key::of(1_000)
    }

    fn canonical_key(&self) -> Key {
        self.key().either(self.mirrored().key())
    }

    fn graded(&self) -> bool {
        true
    }
}

impl<const FORBIDS: bool> Features for Ladder<FORBIDS> {
    fn feature_count(&self) -> usize {
        12
    }

    fn features(&self, out: &mut Vec<u32>) {
        out.push(u32::from(5 * self.rail + self.rung));
        out.extend((self.pushes > 0).then_some(10));
        out.extend((self.turn == Player::Second).then_some(11));
    }

    fn planes(&self) -> Planes {
        Planes::grid(1, 5, 2)
    }

    fn symmetries(&self) -> Vec<Self> {
        vec![self.mirrored()]
    }
}

impl<const FORBIDS: bool> Machinery for Ladder<FORBIDS> {}

impl<const FORBIDS: bool> Cyclic for Ladder<FORBIDS> {
    fn irreversible(&self, m: u8) -> bool {
        m == PUSH
    }

    fn verdict(&self, past: &Past<'_, Self>) -> Option<Outcome> {
        (past.occurrences() >= 2).then_some(Outcome::Win(self.turn))
    }

    const FORBIDS: bool = FORBIDS;

    fn forbidden(&self, past: &Past<'_, Self>, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend(past.earlier().nth(1).map(|(_, m)| m));
        }
    }

    const ORDER_MATTERS: bool = FORBIDS;
}
