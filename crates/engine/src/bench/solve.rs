//! How long algorithms take to solve positions whose values are known.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::MEMORY;
use crate::{Budget, Error, Position, Registry, Report, Settings, Watch};

/// A position to solve.
pub struct Task {
    /// The task as it was read, without the value.
    pub text: String,
    position: Box<dyn Position>,
    /// The value, where it is known.
    value: Option<i8>,
}

impl Task {
    /// Reads `game moves = value` or `game @ position = value`; moves and value may be missing.
    pub fn read(registry: &Registry, task: &str) -> Result<Task, Error> {
        // An equals sign without spaces belongs to the name of a game.
        let (text, value) = match task.split_once(" =") {
            None => (task, None),
            Some((text, value)) => (text.trim(), Some(value.trim())),
        };
        let value = match value {
            None => None,
            Some("1" | "+1") => Some(1),
            Some("0") => Some(0),
            Some("-1") => Some(-1),
            Some(wrong) => {
                return Err(Error::Settings(format!("the value `{wrong}` should be 1, 0 or -1")));
            }
        };
        let (game, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let start = registry.open(game)?;
        let position = match rest.trim_start().strip_prefix('@') {
            Some(position) => start.read(position.trim())?,
            None => start.replay(rest)?.end,
        };
        Ok(Task { text: text.to_owned(), position, value })
    }
}

/// One task for one algorithm.
pub struct Trial<'a> {
    /// What to solve.
    pub task: &'a Task,
    /// By which algorithm.
    pub algorithm: &'a str,
    /// With how many workers: one row for each number.
    pub threads: &'a [usize],
    /// The time limit of a run.
    pub time: Duration,
    /// Runs with each number of workers; `None` repeats very short and very long ones.
    pub runs: Option<u64>,
}

/// Tasks that take less than this number of seconds are run again: in the first run the program itself may still be read
/// from the disk.
const SHORT: f64 = 0.05;
const SHORT_RUNS: u64 = 5;

/// Tasks that take more than this number of seconds show what more workers gain. Several workers search in another order
/// each time, so one run is not enough.
pub(super) const LONG: f64 = 5.0;
const LONG_RUNS: u64 = 3;

/// The outcome of a trial with one number of workers.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SolveRow {
    /// The task.
    pub task: String,
    /// The algorithm.
    pub algorithm: String,
    /// The number of workers.
    pub threads: usize,
    /// The known value, if any.
    pub expected: Option<i8>,
    /// The value that was found, if any.
    pub found: Option<i8>,
    /// The time it took; the time limit if it was not solved.
    pub seconds: f64,
    /// States expanded.
    pub expansions: u64,
    /// Bytes held for each stored state.
    pub bytes_per_state: f64,
    /// What ended the search.
    pub stop: &'static str,
}

impl SolveRow {
    /// Whether it found another value than the known one.
    pub fn is_wrong(&self) -> bool {
        self.expected.zip(self.found).is_some_and(|(expected, found)| expected != found)
    }
}

impl Trial<'_> {
    /// Its name in progress messages.
    pub fn name(&self) -> String {
        format!("{} by {}", self.task.text, self.algorithm)
    }

    /// Runs it with every number of workers in alternation, so that all of them meet the machine in the same states. Returns a row for each: the run that took the median time, or one that found a wrong value.
    pub fn run(&self, interrupt: &AtomicBool) -> Result<Vec<SolveRow>, Error> {
        let mut runs: Vec<Vec<SolveRow>> = vec![Vec::new(); self.threads.len()];
        while !runs.iter().all(|rows| self.is_enough(rows)) {
            for (&threads, rows) in self.threads.iter().zip(&mut runs) {
                rows.push(self.run_once(threads, interrupt)?);
            }
        }
        Ok(runs.into_iter().map(median).collect())
    }

    fn is_enough(&self, rows: &[SolveRow]) -> bool {
        let Some(first) = rows.first() else { return false };
        let is_short = rows.iter().map(|row| row.seconds).sum::<f64>() < SHORT;
        let is_long = self.threads.len() > 1 && first.seconds > LONG && first.found.is_some();
        let runs = self.runs.unwrap_or(if is_long { LONG_RUNS } else { 1 });
        rows.len() as u64 >= if is_short { runs.max(SHORT_RUNS) } else { runs }
    }

    fn run_once(&self, threads: usize, interrupt: &AtomicBool) -> Result<SolveRow, Error> {
        let Trial { task, algorithm, time, .. } = *self;
        let settings = Settings { algorithm: algorithm.to_owned(), ..Settings::default() };
        let budget =
            Budget { time: Some(time), memory: Some(MEMORY), threads: Some(threads), ..Budget::default() };
        let watch = &mut Watch { interrupt: Some(interrupt), ..Watch::default() };
        let report: Report = task.position.session(&settings)?.think(&budget, watch);
        Ok(SolveRow {
            task: task.text.clone(),
            algorithm: algorithm.to_owned(),
            threads,
            expected: task.value,
            found: report.value,
            seconds: if report.resolved { report.seconds } else { time.as_secs_f64() },
            expansions: report.expansions,
            bytes_per_state: report.bytes as f64 / report.states.max(1) as f64,
            stop: report.stop,
        })
    }
}

/// The run that took the median time; or one that found a wrong value, if there is one.
fn median(mut rows: Vec<SolveRow>) -> SolveRow {
    rows.sort_by(|a, b| b.is_wrong().cmp(&a.is_wrong()).then(a.seconds.total_cmp(&b.seconds)));
    let median = if rows[0].is_wrong() { 0 } else { (rows.len() - 1) / 2 };
    rows.swap_remove(median)
}
