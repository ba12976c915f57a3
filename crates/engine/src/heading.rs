//! Reports of what a search has found.

use game::{AnyMove, AnyState, Game, Player};
use search::{Decision, Finding, Stop};

use crate::report::{MoveReport, Report};

/// The part of a report that does not change.
pub(crate) struct Heading {
    pub game: String,
    pub algorithm: &'static str,
    /// Those that differ from their defaults.
    pub options: String,
    pub evaluator: String,
    /// The name of f_t, if the algorithm looks at it.
    pub terminal: Option<&'static str>,
    pub strong: bool,
    pub proves: bool,
}

impl Heading {
    /// What is known of `root` after this number of seconds.
    pub fn report(
        &self,
        root: &AnyState,
        finding: &Finding<AnyMove>,
        seconds: f64,
        stop: &'static str,
    ) -> Report {
        let proven = finding.label.filter(|label| label.resolved);
        let counts = &finding.counts;
        Report {
            game: self.game.clone(),
            players: root.player_names(),
            position: root.position(),
            algorithm: self.algorithm.to_owned(),
            options: self.options.clone(),
            evaluator: self.evaluator.clone(),
            terminal: self.terminal,
            strong: self.strong,
            proves: self.proves,
            resolved: proven.is_some(),
            value: proven.map(|label| label.exact),
            estimate: finding.label.map(|label| label.value),
            best_move: finding.best.map(|index| root.move_text(finding.choices[index].m)),
            reason: reason(root, finding),
            line: turns(root, &finding.line),
            numbers: finding.numbers,
            line_length: proven.and_then(|label| line_length(root, &finding.line, label.exact)),
            iterations: counts.iterations,
            expansions: counts.expansions,
            nodes: counts.nodes,
            depth: counts.depth,
            states: finding.states,
            evaluations: counts.evaluations,
            bytes: finding.bytes,
            evictions: finding.evictions,
            seconds,
            stop,
            moves: finding.choices.iter().map(|choice| MoveReport::new(root, choice)).collect(),
            all_moves: None,
            shortest: None,
        }
    }
}

/// How many plies a line has that leads to the win of this gain; `None` where it ends on the way, and for
/// draws.
fn line_length(root: &AnyState, line: &[AnyMove], gain: i8) -> Option<usize> {
    let mut end = root.clone();
    line.iter().for_each(|&m| end.play(m));
    (gain != 0 && end.outcome().is_some_and(|outcome| outcome.gain() == gain)).then_some(line.len())
}

/// A line of moves, one text a turn.
pub(crate) fn turns(root: &AnyState, line: &[AnyMove]) -> Vec<String> {
    let mut state = root.clone();
    let mut turns: Vec<String> = Vec::new();
    let mut last = None;
    for &m in line {
        let text = state.move_text(m);
        match turns.last_mut().filter(|_| last == Some(state.turn())) {
            Some(turn) => *turn += &format!("{}{text}", state.within_turn()),
            None => turns.push(text),
        }
        last = Some(state.turn());
        state.play(m);
    }
    turns
}

/// Why a search ended, in a word.
pub(crate) fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Resolved => "resolved",
        Stop::Time => "time",
        Stop::Iterations => "iterations",
        Stop::Evaluations => "evaluations",
        Stop::Nodes => "nodes",
        Stop::Done => "done",
        Stop::Memory => "memory",
        Stop::Interrupted => "interrupted",
    }
}

/// Why the move was chosen, in a few words.
fn reason(root: &AnyState, finding: &Finding<AnyMove>) -> String {
    let choices = &finding.choices;
    let Some(chosen) = finding.best.map(|index| choices[index]) else {
        return if root.outcome().is_some() { "the game is over" } else { "nothing has been searched yet" }
            .to_owned();
    };
    let mine = |exact: i8| if root.turn() == Player::First { exact } else { -exact };
    let all: u64 = choices.iter().map(|choice| u64::from(choice.selections)).sum();
    // Depth-first searches do not count how often they went where.
    let visits = match all {
        0 => String::new(),
        all => format!(", selected {} of {all} times", chosen.selections),
    };
    if choices.len() == 1 {
        return "the only legal move".to_owned();
    }
    // A gain of 1 or -1 is proven even where strong solving still wants to know more.
    match (chosen.label.resolved, mine(chosen.label.exact)) {
        (_, 1) => "proven win".to_owned(),
        (_, -1) => format!("every move loses{visits}"),
        // A root that is resolved as a draw says it of all moves, whether or not each of them is resolved.
        (true, _) if finding.label.is_some_and(|label| label.resolved && label.exact == 0) => {
            "proven draw, and no move wins".to_owned()
        }
        (true, _) => format!("proven draw{visits}; no win is proven so far"),
        (false, _) => match finding.decision {
            Decision::Safe => {
                let visits = visits.trim_start_matches(", ");
                let rivals = choices.iter().filter(|rival| rival.m != chosen.m);
                let mut open = rivals.clone().filter(|rival| mine(rival.label.exact) == 0);
                if rivals.clone().all(|rival| rival.selections < chosen.selections) {
                    format!("{visits}, more than any other")
                } else if open.all(|rival| rival.selections < chosen.selections) {
                    format!("{visits}, more than any other that is not lost")
                } else {
                    format!("{visits}, no other more often, and of the best value {:+.3}", chosen.label.value)
                }
            }
            Decision::Plain => format!("best value {:+.3}{visits}", chosen.label.value),
        },
    }
}
