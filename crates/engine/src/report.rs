//! What a search has found, for people and programs.

use game::{AnyMove, AnyState, Game};
use search::{Choice, Counts, ProofNumbers};
use serde::Serialize;

/// What is known of a position and its moves. All values are seen by the first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The full name of the game.
    pub game: String,
    /// What the players are called in sentences; for people.
    #[serde(skip)]
    pub players: [&'static str; 2],
    /// The position.
    pub position: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// The algorithm's options that are not the defaults.
    pub options: String,
    /// The evaluator's name.
    pub evaluator: String,
    /// f_t, if the algorithm looks at more of the end of a game than the gain.
    pub terminal: Option<&'static str>,
    /// Every reachable state was to be resolved.
    pub strong: bool,
    /// Whether the algorithm can prove a value at all.
    pub proves: bool,
    /// r: the value is proven.
    pub resolved: bool,
    /// The proven value, 1, 0 or -1; `None` while it is not proven.
    pub value: Option<i8>,
    /// v: the heuristic value; `None` before the first iteration.
    pub estimate: Option<f32>,
    /// The move to play.
    pub best_move: Option<String>,
    /// Why this move.
    pub reason: String,
    /// The line that both players are expected to follow.
    pub line: Vec<String>,
    /// How much is missing to a proof, in searches by proof numbers; for progress displays.
    #[serde(skip)]
    pub numbers: Option<ProofNumbers>,
    /// How many plies the line has, where it leads to a proven win.
    pub line_length: Option<usize>,
    /// Rounds of the algorithm: walks from the root, simulations, depths of iterative deepening.
    pub iterations: u64,
    /// States expanded.
    pub expansions: u64,
    /// States made by playing a move in the tree.
    pub nodes: u64,
    /// How many moves deep the search has looked.
    pub depth: u32,
    /// States that are kept.
    pub states: usize,
    /// Evaluations made.
    pub evaluations: u64,
    /// Memory of the search.
    pub bytes: usize,
    /// How many states this process has evicted to stay within the memory limit; for those who look on.
    #[serde(skip)]
    pub evictions: u64,
    /// Time spent.
    pub seconds: f64,
    /// Why the search ended: `resolved`, `time`, `iterations`, `evaluations`, `nodes`, `memory`,
    /// `interrupted`, `done` (the algorithm does no more), or `running` in a report on the way.
    pub stop: &'static str,
    /// Every legal move with what is known of it.
    pub moves: Vec<MoveReport>,
    /// The value of every legal move, the best first, if the caller asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_moves: Option<Vec<MoveValue>>,
    /// The shortest forced win, if the caller asked for it and there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Shortest>,
}

impl Report {
    /// Takes the shortest win, if there is one, as the line to expect, so that move, line and length belong together.
    pub fn follow_the_shortest(&mut self) {
        let Some(Shortest { plies: Some(plies), line, .. }) = &self.shortest else { return };
        let Some(first) = line.first() else { return };
        let is_of_winner = self.reason == "proven win";
        self.reason = if is_of_winner { "the shortest win" } else { "the longest defence" }.to_owned();
        (self.best_move, self.line, self.line_length) =
            (Some(first.clone()), line.clone(), Some(*plies as usize));
    }

    /// Takes the proven values of all moves, also where a move is listed with what was known of it before.
    pub fn take_values(&mut self, values: Vec<MoveValue>) {
        for MoveValue { text, value, .. } in &values {
            let known = self.moves.iter_mut().find(|m| m.text == *text);
            if let Some((m, value)) = known.zip(*value) {
                (m.c, m.r) = (value, true);
            }
        }
        self.all_moves = Some(values);
    }
}

/// What a player needs to know of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The move to play; `None` if the game is over.
    pub best_move: Option<String>,
    /// The proven gain of the first player; `None` while it is not proven.
    pub value: Option<i8>,
    /// What the session has done since it began.
    pub counts: Counts,
}

/// The value of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The proven gain of the first player after it; `None` if it is not proven.
    pub value: Option<i8>,
    /// The move and what is expected then.
    pub line: Vec<String>,
}

/// The shortest forced win: the winner hurries, the loser holds out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shortest {
    /// How many plies it takes; `None` if the search for it was cut short.
    pub plies: Option<u32>,
    /// It takes no less than this many plies.
    pub at_least: u32,
    /// How many moves the winner makes on the way.
    pub moves: Option<u32>,
    /// Best play of both.
    pub line: Vec<String>,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// c: the proven gain of the first player, 0 if nothing is proven.
    pub c: i8,
    /// v: the heuristic value.
    pub v: f32,
    /// r: c is proven.
    pub r: bool,
    /// n: how often the search went there.
    pub n: u32,
}

impl MoveReport {
    /// What is known of a move of this state.
    pub(crate) fn new(state: &AnyState, choice: &Choice<AnyMove>) -> MoveReport {
        let Choice { m, label, selections } = *choice;
        MoveReport {
            text: state.move_text(m),
            c: label.exact,
            v: label.value,
            r: label.resolved,
            n: selections,
        }
    }
}

/// The root after one iteration, as the executable reference writes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TraceRow {
    /// States expanded so far.
    pub expansions: u64,
    /// c of the root.
    pub c: i8,
    /// v of the root.
    pub v: f32,
    /// r of the root, 0 or 1.
    pub r: u8,
}
