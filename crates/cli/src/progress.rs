//! Progress of long work on standard error: only in a terminal, and only when it takes a while.

use std::time::{Duration, Instant};

use console::Term;
use engine::Report;

use crate::output;
use crate::quantity::{memory, short};

/// How often a search reports.
pub const INTERVAL: Duration = Duration::from_millis(200);

/// A part of the terminal that is written over and over, and empty in the end.
pub struct Screen {
    /// `None` where nobody would see it.
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
            frame.extend(line.chars().take(width));
            frame.push_str("\x1b[K\n");
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

/// A line that tells what goes on.
pub struct Progress {
    screen: Screen,
    begin: Instant,
    last: Instant,
}

impl Progress {
    /// Says nothing yet.
    pub fn new() -> Progress {
        let now = Instant::now();
        Progress { screen: Screen::new(true), begin: now, last: now }
    }

    /// Shows another message.
    pub fn say(&mut self, message: &str) {
        self.last = Instant::now();
        self.screen.show(&format!("{:3} s  {message}", self.begin.elapsed().as_secs()));
    }

    /// Shows another message, if the last one has been there for a while.
    pub fn say_sometimes(&mut self, message: &str) {
        if self.last.elapsed() >= INTERVAL {
            self.say(message);
        }
    }

    /// Shows how a search gets on.
    pub fn search(&mut self, report: &Report) {
        let value = report.estimate.map_or(String::new(), |v| format!(", value {v:+.3}"));
        let best = report.best_move.as_deref().map_or(String::new(), |m| format!(", best {m}"));
        self.say(&format!(
            "{} iterations, {} states, {}{value}{best}",
            short(report.iterations as f64),
            short(report.states as f64),
            memory(report.bytes)
        ));
    }
}
