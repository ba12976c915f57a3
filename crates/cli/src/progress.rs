//! Progress of long work on standard error: only in a terminal, and only when it takes a while.

use std::io::IsTerminal;
use std::time::Duration;

use engine::Report;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::quantity::{memory, short};

/// How often a search reports.
pub const INTERVAL: Duration = Duration::from_millis(200);

/// A line that tells what goes on.
pub struct Progress(ProgressBar);

impl Progress {
    /// Hidden where nobody would see it.
    pub fn new() -> Progress {
        let bar = ProgressBar::new_spinner();
        if !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("the template is well-formed"),
        );
        Progress(bar)
    }

    /// Shows another message.
    pub fn say(&self, message: String) {
        self.0.set_message(message);
        self.0.tick();
    }

    /// Shows how a search gets on.
    pub fn search(&self, report: &Report) {
        let value = report.estimate.map_or(String::new(), |v| format!(", value {v:+.3}"));
        let best = report.best_move.as_deref().map_or(String::new(), |m| format!(", best {m}"));
        self.say(format!(
            "{} iterations, {} states, {}{value}{best}",
            short(report.iterations as f64),
            short(report.states as f64),
            memory(report.bytes)
        ));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
