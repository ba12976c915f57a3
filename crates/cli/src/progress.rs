//! Progress of long work on standard error: in place in a terminal, or as lines for programs.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use console::{Term, truncate_str};
use engine::{Explored, ProofNumbers, Report};
use serde_json::json;

use crate::output;
use engine::quantity::{memory, short};

/// How often a search reports.
pub const INTERVAL: Duration = Duration::from_millis(200);

/// How often a program hears of it.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

/// A part of the terminal that is written over and over, and empty in the end.
pub struct Screen {
    /// `None` where it would not be seen.
    terminal: Option<Term>,
    lines: usize,
}

impl Screen {
    /// Hidden unless it is wanted and there is a terminal.
    pub fn new(wanted: bool) -> Screen {
        Screen { terminal: Some(Term::stderr()).filter(|terminal| wanted && terminal.is_term()), lines: 0 }
    }

    /// How many lines can be shown; the last one of the terminal is left to the cursor.
    pub fn height(&self) -> usize {
        self.terminal.as_ref().map_or(0, |terminal| usize::from(terminal.size().0).saturating_sub(1))
    }

    /// Shows another text in place of the last one.
    pub fn show(&mut self, text: &str) {
        let Some(terminal) = &self.terminal else { return };
        let width = usize::from(terminal.size().1);
        let mut frame = self.back_to_the_top();
        self.lines = 0;
        // A line that wraps or scrolls away could not be written over: cut what does not fit. Each line is
        // cleared behind its text and not before it, which would flicker.
        for line in text.lines().take(self.height()) {
            frame.push_str(&truncate_str(line, width, ""));
            frame.push_str("\x1b[0m\x1b[K\n");
            self.lines += 1;
        }
        output::remark(&(frame + "\x1b[J"));
    }

    /// Moves the cursor to where the last text began.
    fn back_to_the_top(&self) -> String {
        if self.lines == 0 { String::new() } else { format!("\x1b[{}F", self.lines) }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.lines > 0 {
            self.show("");
        }
    }
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// In place, if standard error is a terminal.
    #[default]
    Auto,
    /// A JSON object on a line of standard error every second.
    Json,
    /// Not at all.
    None,
}

/// The progress display: a line or two.
pub struct Progress {
    style: Style,
    screen: Screen,
    begin: Instant,
    last: Instant,
}

impl Progress {
    /// Says nothing yet.
    pub fn new(style: Style) -> Progress {
        let now = Instant::now();
        Progress { style, screen: Screen::new(style == Style::Auto), begin: now, last: now }
    }

    /// Shows another message.
    pub fn say(&mut self, message: &str) {
        self.last = Instant::now();
        let seconds = self.begin.elapsed().as_secs_f64();
        match self.style {
            Style::Json => self.line(&json!({ "seconds": seconds, "message": message })),
            _ => self.screen.show(&format!("{seconds:3.0} s  {message}")),
        }
    }

    /// Shows lines that stay, where progress is shown in a terminal.
    pub fn note(&mut self, lines: &str) {
        if self.screen.height() > 0 {
            self.screen.show("");
            output::remark(lines);
        }
    }

    /// Says something that matters whether progress is shown or not.
    pub fn warn(&mut self, message: &str) {
        match self.style {
            Style::Json => self.line(&json!({ "warning": message })),
            _ => {
                self.screen.show("");
                output::remark(&format!("unbounded: {message}\n"));
            }
        }
    }

    /// Shows another message, if the last one has been there for a while.
    pub fn say_sometimes(&mut self, message: &str) {
        if self.is_due() {
            self.say(message);
        }
    }

    /// Shows the progress of a search.
    pub fn search(&mut self, report: &Report) {
        match self.style {
            Style::Json if self.is_due() => {
                self.last = Instant::now();
                self.line(&for_programs(report));
            }
            Style::Json => {}
            _ => self.screen.show(&for_people(report)),
        }
    }

    /// Shows the progress of an enumeration.
    pub fn enumeration(&mut self, explored: &Explored) {
        if !self.is_due() {
            return;
        }
        let rate = explored.states as f64 / explored.seconds.max(0.001);
        match self.style {
            Style::Json => {
                self.last = Instant::now();
                self.line(&json!({
                    "seconds": explored.seconds,
                    "nodes": explored.nodes,
                    "states": explored.states,
                    "states_per_second": rate,
                    "bytes": explored.bytes,
                }));
            }
            _ => self.say(&format!(
                "{} states, {} states/s, {}",
                short(explored.states as f64),
                short(rate),
                memory(explored.bytes)
            )),
        }
    }

    fn is_due(&self) -> bool {
        let interval = if self.style == Style::Json { LINE_INTERVAL } else { INTERVAL };
        self.last.elapsed() >= interval
    }

    fn line(&self, object: &serde_json::Value) {
        output::remark(&format!("{object}\n"));
    }
}

/// States made a second.
fn rate(report: &Report) -> f64 {
    if report.seconds > 0.0 { report.nodes as f64 / report.seconds } else { 0.0 }
}

/// How many of the moves here are resolved.
fn resolved_moves(report: &Report) -> usize {
    report.moves.iter().filter(|m| m.r).count()
}

/// How much is missing to a proof, and of what.
fn missing(first: &str, numbers: ProofNumbers) -> String {
    let question = if numbers.gain > 0 { "wins" } else { "does not lose" };
    let [proof, disproof] = [numbers.proof, numbers.disproof].map(|number| short(f64::from(number)));
    format!("  {first} {question}: proof {proof}, disproof {disproof}")
}

fn for_people(report: &Report) -> String {
    let mut value = report.estimate.map_or(String::new(), |v| format!("value {v:+.3}"));
    value.extend(report.numbers.map(|numbers| missing(report.players[0], numbers)));
    format!(
        "{:3.0} s  {} states, {} states/s, {}, {} iterations, {} of {} moves resolved\n       {value}  {}",
        report.seconds,
        short(report.states as f64),
        short(rate(report)),
        memory(report.bytes),
        short(report.iterations as f64),
        resolved_moves(report),
        report.moves.len(),
        report.line.join(" ")
    )
}

fn for_programs(report: &Report) -> serde_json::Value {
    json!({
        "seconds": report.seconds,
        "iterations": report.iterations,
        "nodes": report.nodes,
        "states": report.states,
        "states_per_second": rate(report),
        "bytes": report.bytes,
        "estimate": report.estimate,
        "moves": report.moves.len(),
        "moves_resolved": resolved_moves(report),
        "proof_numbers": report.numbers.map(|numbers| {
            json!({ "gain": numbers.gain, "proof": numbers.proof, "disproof": numbers.disproof })
        }),
        "best_move": report.best_move,
        "line": report.line,
    })
}
