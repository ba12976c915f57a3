//! Many solved tasks in a few numbers.

use super::solve::{LONG, SolveRow};

/// How many tasks are solved, how `auto` compares with the better of its rivals, and what more workers gain.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Summary {
    /// For every algorithm and number of workers.
    pub solved: Vec<Solved>,
    /// The geometric mean of time([`OURS`](Summary::OURS)) / the least time of a [rival](Summary::RIVALS), over the tasks.
    pub geometric_mean: Option<f64>,
    /// The largest of these ratios.
    pub maximum: Option<f64>,
    /// The task with the largest ratio.
    pub worst_task: Option<String>,
    /// What more workers gain.
    pub speed_ups: Vec<SpeedUp>,
}

/// How many tasks an algorithm solves within the time.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Solved {
    /// The algorithm.
    pub algorithm: String,
    /// The number of workers.
    pub threads: usize,
    /// Tasks solved.
    pub solved: usize,
    /// Tasks tried.
    pub tasks: usize,
}

/// What more workers gain in a task that takes long.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SpeedUp {
    /// The task.
    pub task: String,
    /// The algorithm.
    pub algorithm: String,
    /// The number of workers.
    pub threads: usize,
    /// How many times as fast as with the fewest workers.
    pub factor: f64,
}

/// Shorter times count as this many seconds: they say more about the clock than about the search.
const SHORTEST: f64 = 0.001;

impl Summary {
    /// The algorithm that is compared ...
    pub const OURS: &str = "auto";

    /// ... with the faster one of these.
    pub const RIVALS: [&str; 2] = ["df-pn", "alpha-beta"];

    /// Counts the rows of all trials.
    pub fn of(rows: &[SolveRow]) -> Summary {
        let ratios: Vec<(f64, &str)> =
            rows.iter().filter_map(|row| Some((ratio(row, rows)?, &*row.task))).collect();
        let logarithms: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
        let worst = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        Summary {
            solved: count_solved(rows),
            geometric_mean: worst.map(|_| (logarithms / ratios.len() as f64).exp()),
            maximum: worst.map(|worst| worst.0),
            worst_task: worst.map(|worst| worst.1.to_owned()),
            speed_ups: rows.iter().filter_map(|row| speed_up(row, rows)).collect(),
        }
    }
}

/// Every algorithm with every number of workers, in the order of the rows.
fn count_solved(rows: &[SolveRow]) -> Vec<Solved> {
    let mut counts: Vec<Solved> = Vec::new();
    for row @ SolveRow { algorithm, threads, found, .. } in rows {
        let is_it = |count: &&mut Solved| count.algorithm == *algorithm && count.threads == *threads;
        let solved = usize::from(found.is_some() && !row.is_wrong());
        match counts.iter_mut().find(is_it) {
            Some(count) => (count.solved, count.tasks) = (count.solved + solved, count.tasks + 1),
            None => counts.push(Solved { algorithm: algorithm.clone(), threads: *threads, solved, tasks: 1 }),
        }
    }
    counts
}

/// time(auto) / the least time of a rival with as few workers, if this is the row of `auto`.
fn ratio(row: &SolveRow, rows: &[SolveRow]) -> Option<f64> {
    if row.algorithm != Summary::OURS || fewest_threads(row, rows).threads != row.threads {
        return None;
    }
    let is_rival = |other: &&SolveRow| {
        other.task == row.task && other.threads == row.threads && Summary::RIVALS.contains(&&*other.algorithm)
    };
    let least = rows.iter().filter(is_rival).map(|rival| rival.seconds).min_by(f64::total_cmp)?;
    Some(row.seconds.max(SHORTEST) / least.max(SHORTEST))
}

/// What this row gains from its workers, if its task takes long without them.
fn speed_up(row: &SolveRow, rows: &[SolveRow]) -> Option<SpeedUp> {
    let alone = fewest_threads(row, rows);
    (alone.threads < row.threads && alone.found.is_some() && alone.seconds > LONG).then(|| SpeedUp {
        task: row.task.clone(),
        algorithm: row.algorithm.clone(),
        threads: row.threads,
        factor: alone.seconds / row.seconds,
    })
}

/// The same task by the same algorithm with the fewest workers.
fn fewest_threads<'a>(row: &'a SolveRow, rows: &'a [SolveRow]) -> &'a SolveRow {
    let same = rows.iter().filter(|other| other.task == row.task && other.algorithm == row.algorithm);
    same.min_by_key(|other| other.threads).unwrap_or(row)
}
