//! The tasks and the table of `bench solve`.

use engine::Registry;
use engine::bench::{SolveRow, Solved, SpeedUp, Summary, Task};
use engine::quantity::short;

use crate::Failure;
use crate::table::{self, Align};

/// Games of several kinds, each solved within seconds by some algorithm, with values that are known from
/// elsewhere.
pub const TASKS: &str = "hex:4,noswap = 1; hex:5,noswap = 1; breakthrough:4x5 = -1; breakthrough:3x7 = -1; \
                         amazons:4x4 = -1; clobber:4x5 = 1; domineering:6x6 = 1; connect4:5x5 = 0; \
                         connect4:6x5 = 0; connect4:7x5 = 0; mnk:5x4x4 = 0; othello:4 = -1";

/// Reads tasks: `game moves = value` or `game @ position = value`, separated by semicolons; moves and value may be
/// missing. `file:NAME` is a file with one task per line, and remarks behind ` # `.
pub fn read(registry: &Registry, text: &str) -> Result<Vec<Task>, Failure> {
    let Some(name) = text.strip_prefix("file:") else {
        let tasks = text.split(';').map(str::trim).filter(|task| !task.is_empty());
        return tasks.map(|task| Ok(Task::read(registry, task)?)).collect();
    };
    let text = std::fs::read_to_string(name).map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let task = line.split(" # ").next().unwrap_or(line).trim();
        if !task.is_empty() && !task.starts_with('#') {
            let place = |error| Failure::from(error).at(&format!("{name}, line {number}"));
            tasks.push(Task::read(registry, task).map_err(place)?);
        }
    }
    Ok(tasks)
}

/// A line for each row of a trial, for those who look on.
pub fn tell(rows: &[SolveRow]) -> String {
    let line = |row: &SolveRow| {
        let SolveRow { task, algorithm, threads, seconds, stop, .. } = row;
        let result = match row.found {
            _ if row.is_wrong() => "WRONG".to_owned(),
            Some(value) => value.to_string(),
            None => format!("not solved ({stop})"),
        };
        let workers = if *threads == 1 { String::new() } else { format!(" with {threads} threads") };
        format!("{task} by {algorithm}{workers}: {result} in {seconds:.3} s\n")
    };
    rows.iter().map(line).collect()
}

/// A line for each task and algorithm, then the summary.
pub fn describe(rows: &[SolveRow], summary: &Summary) -> String {
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
    let cells = |row: &SolveRow| {
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
    format!("{table}\n{}", summarise(summary))
}

fn summarise(summary: &Summary) -> String {
    let mut text = String::new();
    for Solved { algorithm, threads, solved, tasks } in &summary.solved {
        let s = if *threads == 1 { "" } else { "s" };
        text.push_str(&format!("{algorithm} with {threads} thread{s}: {solved} of {tasks} solved\n"));
    }
    if let (Some(mean), Some(maximum), Some(task)) =
        (summary.geometric_mean, summary.maximum, &summary.worst_task)
    {
        text.push_str(&format!(
            "time of {} / least time of {}: geometric mean {mean:.2}, maximum {maximum:.2} ({task})\n",
            Summary::OURS,
            Summary::RIVALS.join(" and ")
        ));
    }
    for SpeedUp { task, algorithm, threads, factor } in &summary.speed_ups {
        text.push_str(&format!("{task} by {algorithm}: {factor:.2} times as fast with {threads} threads\n"));
    }
    text
}
