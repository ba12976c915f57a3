//! A search that goes along with a game.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Game, Player};
use search::{Budget, Counts, Decision, Finding, Label, Options, Searcher, Setup, Stop};

use crate::position::{Erased, Position};
use crate::report::{MoveReport, Report, TraceRow};
use crate::{Algorithm, Error, evaluator, proof};

/// How a session searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The algorithm's name, with options in parentheses if any.
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
    /// Writes a certificate of the value that was proven of the present position. What the search has
    /// forgotten since is proven again, within the budget.
    fn certificate(
        &mut self,
        out: &mut dyn Write,
        budget: &Budget,
        interrupt: &AtomicBool,
    ) -> Result<certificate::Size, Error>;
    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), Error>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// The present position.
    fn position(&self) -> Box<dyn Position>;
}

pub(crate) struct TypedSession<G: Game> {
    past: Vec<G>,
    about: Heading,
    searcher: Box<dyn Searcher<G>>,
}

/// The part of a report that does not change.
struct Heading {
    game: String,
    algorithm: &'static Algorithm,
    options: Options,
    evaluator: &'static str,
    strong: bool,
}

impl<G: Game> TypedSession<G> {
    pub fn new(name: &str, start: G, settings: &Settings) -> Result<Self, Error> {
        let (algorithm, options) = Algorithm::read(&settings.algorithm)?;
        let (evaluator, function) = evaluator::named(&settings.evaluator, settings.seed, &start)?;
        let setup =
            Setup { root: start, evaluator: function, decision: settings.decision, seed: settings.seed };
        let searcher = algorithm.searcher(&options, settings.strong, setup)?;
        let evaluator = if algorithm.plays_random_games(&options) { "random games" } else { evaluator };
        let about = Heading { game: name.to_owned(), algorithm, options, evaluator, strong: settings.strong };
        Ok(TypedSession { past: Vec::new(), about, searcher })
    }
}

impl Heading {
    fn report<G: Game>(
        &self,
        root: &G,
        finding: &Finding<G::Move>,
        begin: Instant,
        stop: &'static str,
    ) -> Report {
        let proven = finding.label.filter(|label| label.resolved);
        let counts = &finding.counts;
        Report {
            game: self.game.clone(),
            position: root.position(),
            algorithm: self.algorithm.name.to_owned(),
            options: self.options.changed(),
            evaluator: self.evaluator.to_owned(),
            strong: self.strong,
            proves: self.algorithm.proves,
            resolved: proven.is_some(),
            value: proven.map(|label| label.exact),
            estimate: finding.label.map(|label| label.value),
            best_move: finding.best.map(|index| root.move_text(finding.choices[index].m)),
            reason: reason(root, finding),
            line: turns(root, &finding.line),
            iterations: counts.iterations,
            expansions: counts.expansions,
            nodes: counts.nodes,
            depth: counts.depth,
            states: finding.states,
            evaluations: counts.evaluations,
            bytes: finding.bytes,
            seconds: begin.elapsed().as_secs_f64(),
            stop,
            moves: finding
                .choices
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
}

/// A line of moves, one text a turn.
fn turns<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut state = root.clone();
    let mut turns: Vec<String> = Vec::new();
    let mut last = None;
    for &m in line {
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

impl<G: Game> Session for TypedSession<G> {
    fn think(&mut self, budget: &Budget, watch: &mut Watch<'_>) -> Report {
        let begin = Instant::now();
        let (root, about) = (self.searcher.root().clone(), &self.about);
        let Watch { interrupt, snapshots, trace } = watch;
        let mut interval = None;
        let mut show = snapshots.as_mut().map(|(every, see)| {
            interval = Some(*every);
            |finding: Finding<G::Move>| see(&about.report(&root, &finding, begin, "running"))
        });
        let mut row = trace.as_mut().map(|trace| {
            |counts: &Counts, label: Label| {
                trace(TraceRow {
                    expansions: counts.expansions,
                    c: label.exact,
                    v: label.value,
                    r: u8::from(label.resolved),
                });
            }
        });
        let mut watch = search::Watch {
            interrupt: *interrupt,
            snapshots: interval.zip(show.as_mut().map(|show| show as &mut dyn FnMut(Finding<G::Move>))),
            trace: row.as_mut().map(|row| row as &mut dyn FnMut(&Counts, Label)),
        };
        let stop = self.searcher.search(budget, &mut watch);
        about.report(&root, &self.searcher.finding(), begin, stop_name(stop))
    }

    fn certificate(
        &mut self,
        out: &mut dyn Write,
        budget: &Budget,
        interrupt: &AtomicBool,
    ) -> Result<certificate::Size, Error> {
        let proven = self.searcher.finding().label.filter(|label| label.resolved);
        let value = proven.ok_or_else(|| Error::Certificate("nothing is proven yet".to_owned()))?.exact;
        let watch = &mut search::Watch { interrupt: Some(interrupt), ..search::Watch::default() };
        proof::write(out, &self.about.game, self.searcher.as_mut(), value, budget, watch)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let mut state = self.searcher.root().clone();
        let m = state.parse_move(text).map_err(|error| Error::Move { ply: self.past.len() + 1, error })?;
        self.past.push(state.clone());
        state.play(m);
        self.searcher.set_root(state);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(state) => {
                self.searcher.set_root(state);
                true
            }
            None => false,
        }
    }

    fn position(&self) -> Box<dyn Position> {
        Erased::start(&self.about.game, self.searcher.root().clone())
    }
}

fn stop_name(stop: Stop) -> &'static str {
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
fn reason<G: Game>(root: &G, finding: &Finding<G::Move>) -> String {
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
        (true, _) if choices.iter().all(|choice| choice.label.resolved) => {
            "proven draw, and no move wins".to_owned()
        }
        (true, _) => format!("proven draw{visits}; nothing better is proven"),
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
