//! f_t: what the end of a game is worth to a search.
//!
//! The gain f_b says who has won, and proofs are about nothing else. f_t may say more: by how much, or how early. It is
//! v of a terminal state, and so what a search backs up and prefers among moves of the same c.

use crate::{Game, Outcome, TextError};

/// The kinds of f_t. Each has the sign of the gain, is 0 for a draw, and is at least 1 in size for a win, so that the end
/// of a game is worth more than any estimate within (-1, 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TerminalValue {
    /// [`Game::score`]: the gain times one plus a margin of the game's choice, from 0 to 1.
    #[default]
    Score,
    /// f_b: 1, 0 or -1.
    Gain,
    /// [`Game::raw_score`]: the difference in points, on the game's own scale.
    RawScore,
    /// The additive depth heuristic: the gain times P - p + 1, where P bounds the length of a game and p is the number of
    /// plies played.
    DepthAdditive,
    /// The multiplicative depth heuristic: [`Game::score`] times P - p + 1.
    DepthMultiplicative,
    /// The gain times one plus 64 / (64 + p): early wins are worth more, on the scale of [`TerminalValue::Score`].
    DepthMargin,
    /// The presence heuristic: the difference in pieces on the board.
    Presence,
    /// The mobility heuristic: the difference in moves.
    Mobility,
}

/// P of games that give no bound.
const USUAL_LONGEST: u32 = 1000;

/// The margin of a win after this number of plies is a half ([`TerminalValue::DepthMargin`]).
const HALF_TIME: f32 = 64.0;

impl TerminalValue {
    /// All kinds.
    pub const ALL: [TerminalValue; 8] = [
        TerminalValue::Score,
        TerminalValue::Gain,
        TerminalValue::RawScore,
        TerminalValue::DepthAdditive,
        TerminalValue::DepthMultiplicative,
        TerminalValue::DepthMargin,
        TerminalValue::Presence,
        TerminalValue::Mobility,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TerminalValue::Score => "score",
            TerminalValue::Gain => "gain",
            TerminalValue::RawScore => "raw-score",
            TerminalValue::DepthAdditive => "depth-additive",
            TerminalValue::DepthMultiplicative => "depth-multiplicative",
            TerminalValue::DepthMargin => "depth-margin",
            TerminalValue::Presence => "presence",
            TerminalValue::Mobility => "mobility",
        }
    }

    /// What it is, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            TerminalValue::Score => "the gain times one plus a margin from 0 to 1 that the game defines",
            TerminalValue::Gain => "1, 0 or -1",
            TerminalValue::RawScore => "the difference in points, where the rules count points",
            TerminalValue::DepthAdditive => {
                "the gain times P - p + 1, for games of at most P plies that end after p; also written depth"
            }
            TerminalValue::DepthMultiplicative => "score times P - p + 1",
            TerminalValue::DepthMargin => "the gain times one plus 64 / (64 + p)",
            TerminalValue::Presence => "the difference in pieces on the board, with the sign of the gain",
            TerminalValue::Mobility => "the difference in moves of both players, with the sign of the gain",
        }
    }

    /// The kind of this name; `depth` is short for `depth-additive`.
    pub fn named(name: &str) -> Result<TerminalValue, TextError> {
        let name = if name == "depth" { TerminalValue::DepthAdditive.name() } else { name };
        TerminalValue::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names = TerminalValue::ALL.map(TerminalValue::name).join(", ");
            TextError::new(format!("there is no terminal value called `{name}`; there are {names}"))
        })
    }

    /// Whether it depends on the number of plies played.
    pub fn counts_plies(self) -> bool {
        matches!(
            self,
            TerminalValue::DepthAdditive | TerminalValue::DepthMultiplicative | TerminalValue::DepthMargin
        )
    }

    /// Whether a win that the game sees without a search is worth 1. What it sees shows who wins, not by how much. With
    /// [`TerminalValue::Score`] such a win counts as the narrowest one.
    pub fn takes_sight(self) -> bool {
        matches!(self, TerminalValue::Score | TerminalValue::Gain)
    }
}

/// f_t for the games that begin at some state: a kind, and P.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalFunction {
    kind: TerminalValue,
    /// P
    longest: u32,
}

impl TerminalFunction {
    /// f_t of this kind for the games that begin at `start`, and `start` as a search with this f_t needs it: the state
    /// counts plies if f_t depends on their number. An error says why the game has no such f_t.
    pub fn begin<G: Game>(kind: TerminalValue, start: &G) -> Result<(TerminalFunction, G), TextError> {
        let refused = |reason: &str| {
            TextError::new(format!("{} cannot be the terminal value here: {reason}", kind.name()))
        };
        match kind {
            TerminalValue::RawScore if start.raw_score().is_none() => {
                return Err(refused("the rules of the game count no points"));
            }
            TerminalValue::Presence if start.pieces().is_none() => {
                return Err(refused("the game has no pieces on a board"));
            }
            TerminalValue::Mobility if start.mobility().is_none() => {
                return Err(refused("the game does not count the moves of both players"));
            }
            _ => {}
        }
        let mut start = start.clone();
        if kind.counts_plies() && start.plies().is_none() {
            start = start.counting_plies().ok_or_else(|| refused("the game does not count plies"))?;
        }
        let played = start.plies().unwrap_or(0);
        let longest = played.saturating_add(start.longest().unwrap_or(USUAL_LONGEST));
        Ok((TerminalFunction { kind, longest }, start))
    }

    /// [`TerminalValue::Score`], which every game has.
    pub const SCORE: TerminalFunction = TerminalFunction { kind: TerminalValue::Score, longest: 0 };

    /// A size that no value exceeds by much: the scale of a network that learns it.
    pub fn scale<G: Game>(self, start: &G) -> f32 {
        let left = (self.longest + 1) as f32;
        match self.kind {
            TerminalValue::Gain => 1.0,
            TerminalValue::Score | TerminalValue::DepthMargin => 2.0,
            TerminalValue::DepthAdditive => left,
            TerminalValue::DepthMultiplicative => 2.0 * left,
            TerminalValue::RawScore | TerminalValue::Presence | TerminalValue::Mobility => {
                start.planes().places.len() as f32
            }
        }
    }

    /// Its kind.
    pub fn kind(self) -> TerminalValue {
        self.kind
    }

    /// f_t of a terminal state with this outcome.
    #[inline]
    pub fn value<G: Game>(self, end: &G, outcome: Outcome) -> f32 {
        self.value_after(end, outcome, end.plies())
    }

    /// The same where the caller knows how many plies were played. The usual kind is inlined into loops over children.
    #[inline]
    pub(crate) fn value_after<G: Game>(self, end: &G, outcome: Outcome, plies: Option<u32>) -> f32 {
        match self.kind {
            TerminalValue::Score => end.score(),
            _ => self.other_value(end, outcome, plies),
        }
    }

    #[inline(never)]
    fn other_value<G: Game>(self, end: &G, outcome: Outcome, plies: Option<u32>) -> f32 {
        let gain = f32::from(outcome.gain());
        // The sign of the outcome, and at least 1 in size, whatever the difference is.
        let at_least_gain = |difference: f32| gain * (gain * difference).max(1.0);
        let between = |counts: Option<[u32; 2]>| {
            let [first, second] = counts.unwrap_or_default();
            first as f32 - second as f32
        };
        let plies = || plies.expect("a search whose f_t depends on plies begins at a state that counts them");
        // P - p + 1. Games may be longer than a P that no game has given.
        let left = || (self.longest.saturating_sub(plies()) + 1) as f32;
        match self.kind {
            TerminalValue::Score => end.score(),
            TerminalValue::Gain => gain,
            TerminalValue::RawScore => at_least_gain(end.raw_score().unwrap_or(0.0)),
            TerminalValue::DepthAdditive => gain * left(),
            TerminalValue::DepthMultiplicative => end.score() * left(),
            TerminalValue::DepthMargin => outcome.score(HALF_TIME / (HALF_TIME + plies() as f32)),
            TerminalValue::Presence => at_least_gain(between(end.pieces())),
            TerminalValue::Mobility => at_least_gain(between(end.mobility())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in TerminalValue::ALL {
            assert_eq!(TerminalValue::named(kind.name()), Ok(kind));
        }
        assert_eq!(TerminalValue::named("depth"), Ok(TerminalValue::DepthAdditive));
        let error = TerminalValue::named("wealth").unwrap_err().to_string();
        assert!(error.contains("`wealth`") && error.contains("raw-score"), "{error}");
    }
}
