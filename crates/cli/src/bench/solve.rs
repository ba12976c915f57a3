//! How long algorithms take to solve games whose values are known.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Budget, Position, Registry, Report, Settings, Watch};
use serde::Serialize;

use super::algorithms::MEMORY;
use super::summary::Summary;
use crate::Failure;
use crate::table::{self, Align};
use engine::quantity::short;

/// Games of several kinds, each solved within seconds by some algorithm, with values that are known from
/// elsewhere.
pub const TASKS: &str = "hex:4,noswap = 1; hex:5,noswap = 1; breakthrough:4x5 = -1; breakthrough:3x7 = -1; \
                         amazons:4x4 = -1; clobber:4x5 = 1; domineering:6x6 = 1; connect4:5x5 = 0; \
                         connect4:6x5 = 0; connect4:7x5 = 0; mnk:5x4x4 = 0; othello:4 = -1";

/// A position to solve.
pub struct Task {
    /// As the user wrote it, without the value.
    text: String,
    position: Box<dyn Position>,
    /// The value, where it is known.
    value: Option<i8>,
}

/// Reads tasks: `game moves = value` or `game @ position = value`, parted by semicolons; moves and value may be
/// missing. `file:NAME` is a file with a task a line, and remarks behind ` # `.
pub fn read(registry: &Registry, text: &str) -> Result<Vec<Task>, Failure> {
    let Some(name) = text.strip_prefix("file:") else {
        let tasks = text.split(';').map(str::trim).filter(|task| !task.is_empty());
        return tasks.map(|task| read_task(registry, task)).collect();
    };
    let text = std::fs::read_to_string(name).map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let task = line.split(" # ").next().unwrap_or(line).trim();
        if !task.is_empty() && !task.starts_with('#') {
            let place = |failure: Failure| failure.at(&format!("{name}, line {number}"));
            tasks.push(read_task(registry, task).map_err(place)?);
        }
    }
    Ok(tasks)
}

fn read_task(registry: &Registry, task: &str) -> Result<Task, Failure> {
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
        Some(wrong) => return Err(Failure::Usage(format!("`{wrong}` is no value: 1, 0 or -1 is"))),
    };
    let (game, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let start = registry.open(game)?;
    let position = match rest.trim_start().strip_prefix('@') {
        Some(position) => start.read(position.trim())?,
        None => start.replay(rest)?.end,
    };
    Ok(Task { text: text.to_owned(), position, value })
}

/// One task for one algorithm.
pub struct Trial<'a> {
    pub task: &'a Task,
    pub algorithm: &'a str,
    /// With so many workers, and so many.
    pub threads: &'a [usize],
    pub time: Duration,
    /// How often it is run with each of them, if the user says.
    pub runs: Option<u64>,
}

/// What takes less than so many seconds is run again, up to so many times: the first run waits for the program itself,
/// which comes from the disk where it is needed.
const SHORT: f64 = 0.05;
const SHORT_RUNS: u64 = 5;

/// What takes more than so many seconds shows what more workers are good for. That is seen in so many runs: several
/// workers take another way each time.
pub const LONG: f64 = 5.0;
const LONG_RUNS: u64 = 3;

/// How it went.
#[derive(Clone, Serialize)]
pub struct Row {
    pub task: String,
    pub algorithm: String,
    pub threads: usize,
    /// The known value and the one that was found, if any.
    pub expected: Option<i8>,
    pub found: Option<i8>,
    /// What was not solved within the time counts with all of it.
    pub seconds: f64,
    expansions: u64,
    bytes_per_state: f64,
    stop: &'static str,
}

impl Row {
    /// Whether it found another value than the known one.
    pub fn is_wrong(&self) -> bool {
        self.expected.zip(self.found).is_some_and(|(expected, found)| expected != found)
    }
}

impl Trial<'_> {
    pub fn name(&self) -> String {
        format!("{} by {}", self.task.text, self.algorithm)
    }

    /// Runs it with every number of workers, again and again by turns, so that all of them meet the machine in the same
    /// moods. Returns a row for each: the run that took the median time, or one that found a wrong value.
    pub fn run(&self, interrupt: &AtomicBool) -> Result<Vec<Row>, Failure> {
        let mut runs: Vec<Vec<Row>> = vec![Vec::new(); self.threads.len()];
        while !runs.iter().all(|rows| self.is_enough(rows)) {
            for (&threads, rows) in self.threads.iter().zip(&mut runs) {
                rows.push(self.run_once(threads, interrupt)?);
            }
        }
        Ok(runs.into_iter().map(median).collect())
    }

    fn is_enough(&self, rows: &[Row]) -> bool {
        let Some(first) = rows.first() else { return false };
        let is_short = rows.iter().map(|row| row.seconds).sum::<f64>() < SHORT;
        let is_long = self.threads.len() > 1 && first.seconds > LONG && first.found.is_some();
        let runs = self.runs.unwrap_or(if is_long { LONG_RUNS } else { 1 });
        rows.len() as u64 >= if is_short { runs.max(SHORT_RUNS) } else { runs }
    }

    fn run_once(&self, threads: usize, interrupt: &AtomicBool) -> Result<Row, Failure> {
        let Trial { task, algorithm, time, .. } = *self;
        let settings = Settings { algorithm: algorithm.to_owned(), ..Settings::default() };
        let budget =
            Budget { time: Some(time), memory: Some(MEMORY), threads: Some(threads), ..Budget::default() };
        let watch = &mut Watch { interrupt: Some(interrupt), ..Watch::default() };
        let report: Report = task.position.session(&settings)?.think(&budget, watch);
        Ok(Row {
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
fn median(mut rows: Vec<Row>) -> Row {
    rows.sort_by(|a, b| b.is_wrong().cmp(&a.is_wrong()).then(a.seconds.total_cmp(&b.seconds)));
    let median = if rows[0].is_wrong() { 0 } else { (rows.len() - 1) / 2 };
    rows.swap_remove(median)
}

/// A line a task and algorithm, then what they come to.
pub fn describe(rows: &[Row], summary: &Summary) -> String {
    let titles = [
        ("task", Align::Left),
        ("algorithm", Align::Left),
        ("threads", Align::Right),
        ("expected", Align::Right),
        ("found", Align::Right),
        ("seconds", Align::Right),
        ("expansions", Align::Right),
        ("bytes/state", Align::Right),
        ("", Align::Left),
    ];
    let value = |value: Option<i8>| value.map_or("?".to_owned(), |value| value.to_string());
    let cells = |row: &Row| {
        let remark = match row.stop {
            _ if row.is_wrong() => "WRONG".to_owned(),
            "resolved" => String::new(),
            stop => format!("not solved: {stop}"),
        };
        vec![
            row.task.clone(),
            row.algorithm.clone(),
            row.threads.to_string(),
            value(row.expected),
            value(row.found),
            format!("{:.3}", row.seconds),
            short(row.expansions as f64),
            format!("{:.1}", row.bytes_per_state),
            remark,
        ]
    };
    let table = table::draw(&titles, &rows.iter().map(cells).collect::<Vec<_>>());
    format!("{table}\n{}", summary.describe())
}
