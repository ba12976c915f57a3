//! A search that goes along with a game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Game, Player};
use search::{Budget, Choice, Completion, Decision, Search, Stop};

use crate::position::{Erased, Position};
use crate::report::{MoveReport, Report, TraceRow};
use crate::{Algorithm, Error, evaluator};

/// How a session searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The algorithm's name.
    pub algorithm: String,
    /// The evaluator's name.
    pub evaluator: String,
    /// Resolve every reachable state.
    pub strong: bool,
    /// How the move is chosen in the end.
    pub decision: Decision,
    /// For whatever is pseudo-random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            algorithm: "ubfm".to_owned(),
            evaluator: "auto".to_owned(),
            strong: false,
            decision: Decision::Safe,
            seed: 1,
        }
    }
}

/// How often a report on the way is wanted, and who wants it.
pub type Snapshots<'a> = (Duration, &'a mut dyn FnMut(&Report));

/// Who looks on while a session thinks.
#[derive(Default)]
pub struct Watch<'a> {
    /// Ends the search when it becomes true.
    pub interrupt: Option<&'a AtomicBool>,
    /// Sees a report of the search on the way, every so often.
    pub snapshots: Option<Snapshots<'a>>,
    /// Sees the root after every iteration.
    pub trace: Option<&'a mut dyn FnMut(TraceRow)>,
}

/// A search of some game. It keeps what it has found from move to move.
pub trait Session: Send {
    /// Searches the present position and reports what is known then.
    fn think(&mut self, budget: &Budget, watch: &mut Watch<'_>) -> Report;
    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), Error>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// The present position.
    fn position(&self) -> Box<dyn Position>;
}

pub(crate) struct TypedSession<G: Game> {
    name: String,
    algorithm: &'static Algorithm,
    evaluator: &'static str,
    decision: Decision,
    search: Search<G>,
    past: Vec<G>,
    memory: Option<usize>,
}

impl<G: Game> TypedSession<G> {
    pub fn new(name: &str, start: G, settings: &Settings) -> Result<Self, Error> {
        let algorithm = Algorithm::named(&settings.algorithm)?;
        let completion = algorithm.completion(settings.strong)?;
        let (evaluator, function) = evaluator::named(&settings.evaluator, settings.seed, &start)?;
        Ok(TypedSession {
            name: name.to_owned(),
            algorithm,
            evaluator,
            decision: settings.decision,
            search: Search::new(start, algorithm.policy(settings.seed), completion, function),
            past: Vec::new(),
            memory: None,
        })
    }

    fn report(&mut self, begin: Instant, stop: Option<Stop>) -> Report {
        let root = self.search.root().clone();
        let choices = self.search.choices(&root).unwrap_or_default();
        let chosen = self.decision.choose(&choices, root.turn(), self.search.completion());
        let label = self.search.label();
        let proven = label.filter(|label| label.resolved);
        let counts = self.search.counts();
        Report {
            game: self.name.clone(),
            position: root.position(),
            algorithm: self.algorithm.name.to_owned(),
            evaluator: self.evaluator.to_owned(),
            strong: self.search.completion() == Completion::Strong,
            resolved: proven.is_some(),
            value: proven.map(|label| label.exact),
            estimate: label.map(|label| label.value),
            best_move: chosen.map(|index| root.move_text(choices[index].m)),
            reason: reason(&root, &choices, chosen, self.decision),
            line: self.line(),
            iterations: counts.iterations,
            expansions: counts.expansions,
            states: self.search.states(),
            evaluations: counts.evaluations,
            bytes: self.search.bytes(),
            seconds: begin.elapsed().as_secs_f64(),
            stop: stop.map_or("running", stop_name),
            moves: choices
                .iter()
                .map(|choice| MoveReport {
                    text: root.move_text(choice.m),
                    c: choice.label.exact,
                    v: choice.label.value,
                    r: choice.label.resolved,
                    n: choice.selections,
                })
                .collect(),
        }
    }

    /// The expected line, one text a turn.
    fn line(&mut self) -> Vec<String> {
        let mut state = self.search.root().clone();
        let mut turns: Vec<String> = Vec::new();
        let mut last = None;
        for m in self.search.line(self.decision) {
            let text = state.move_text(m);
            match turns.last_mut().filter(|_| last == Some(state.turn())) {
                Some(turn) => *turn += &format!("{}{text}", G::WITHIN_TURN),
                None => turns.push(text),
            }
            last = Some(state.turn());
            state.play(m);
        }
        turns
    }

    fn go_to(&mut self, state: G) {
        self.search.set_root(state, self.memory);
    }
}

impl<G: Game> Session for TypedSession<G> {
    fn think(&mut self, budget: &Budget, watch: &mut Watch<'_>) -> Report {
        self.memory = budget.memory;
        let begin = Instant::now();
        let never = AtomicBool::new(false);
        let interrupt = watch.interrupt.unwrap_or(&never);
        let mut left = *budget;
        let stop = loop {
            // With an onlooker the search runs in slices of time; the counts are the same as without.
            let mut slice = left;
            if let Some((interval, _)) = &watch.snapshots {
                slice.time = Some(slice.time.map_or(*interval, |time| time.min(*interval)));
            }
            let before = self.search.counts();
            let stop = match &mut watch.trace {
                None => self.search.run(&slice, interrupt),
                Some(trace) => self.search.run_and_tell(&slice, interrupt, |search| {
                    if let Some(label) = search.label() {
                        trace(TraceRow {
                            expansions: search.counts().expansions,
                            c: label.exact,
                            v: label.value,
                            r: u8::from(label.resolved),
                        });
                    }
                }),
            };
            let after = self.search.counts();
            left.iterations = left.iterations.map(|n| n - (after.iterations - before.iterations));
            left.evaluations = left.evaluations.map(|n| n.saturating_sub(after.charged - before.charged));
            left.time = budget.time.map(|time| time.saturating_sub(begin.elapsed()));
            let out_of_time = left.time.is_some_and(|time| time.is_zero());
            if stop != Stop::Time || out_of_time {
                break stop;
            }
            if watch.snapshots.is_some() {
                let report = self.report(begin, None);
                if let Some((_, snapshot)) = &mut watch.snapshots {
                    snapshot(&report);
                }
            }
        };
        self.report(begin, Some(stop))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let mut state = self.search.root().clone();
        let m = state.parse_move(text).map_err(|error| Error::Move { ply: self.past.len() + 1, error })?;
        self.past.push(state.clone());
        state.play(m);
        self.go_to(state);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(state) => {
                self.go_to(state);
                true
            }
            None => false,
        }
    }

    fn position(&self) -> Box<dyn Position> {
        Erased::start(&self.name, self.search.root().clone())
    }
}

fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Resolved => "resolved",
        Stop::Time => "time",
        Stop::Iterations => "iterations",
        Stop::Evaluations => "evaluations",
        Stop::Memory => "memory",
        Stop::Interrupted => "interrupted",
    }
}

/// Why the move was chosen, in a few words.
fn reason<G: Game>(
    root: &G,
    choices: &[Choice<G::Move>],
    chosen: Option<usize>,
    decision: Decision,
) -> String {
    let Some(chosen) = chosen.map(|index| choices[index]) else {
        return if root.outcome().is_some() { "the game is over" } else { "nothing has been searched yet" }
            .to_owned();
    };
    let mine = |exact: i8| if root.turn() == Player::First { exact } else { -exact };
    let all: u64 = choices.iter().map(|choice| u64::from(choice.selections)).sum();
    let visits = format!("selected {} of {all} times", chosen.selections);
    if choices.len() == 1 {
        return "the only legal move".to_owned();
    }
    // A gain of 1 or -1 is proven even where strong solving still wants to know more.
    match (chosen.label.resolved, mine(chosen.label.exact)) {
        (_, 1) => "proven win".to_owned(),
        (_, -1) => format!("every move loses; {visits}"),
        (true, _) if choices.iter().all(|choice| choice.label.resolved) => {
            "proven draw, and no move wins".to_owned()
        }
        (true, _) => format!("proven draw, {visits}; nothing better is proven"),
        (false, _) => match decision {
            Decision::Safe => {
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
            Decision::Plain => format!("best value {:+.3}, {visits}", chosen.label.value),
        },
    }
}
