//! What many solved tasks come to, in a few numbers.

use serde::Serialize;

use super::solve::{LONG, Row};

/// How many tasks are solved, how `auto` compares with the better of its rivals, and what more workers are good for.
#[derive(Serialize)]
pub struct Summary {
    solved: Vec<Solved>,
    /// Of time(auto) / the least time of a rival, over the tasks.
    geometric_mean: Option<f64>,
    maximum: Option<f64>,
    /// The task with the maximum.
    worst_task: Option<String>,
    speed_ups: Vec<SpeedUp>,
}

/// How many tasks are solved within the time.
#[derive(Debug, PartialEq, Serialize)]
struct Solved {
    algorithm: String,
    threads: usize,
    solved: usize,
    tasks: usize,
}

/// A task that takes long, with more workers.
#[derive(Serialize)]
struct SpeedUp {
    task: String,
    algorithm: String,
    threads: usize,
    /// How many times as fast as with the fewest workers.
    factor: f64,
}

/// What is compared with what.
const OURS: &str = "auto";
const RIVALS: [&str; 2] = ["df-pn", "alpha-beta"];

/// No less time than this: below it the clock tells more of the machine than of the search.
const LEAST: f64 = 0.001;

impl Summary {
    pub fn of(rows: &[Row]) -> Summary {
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

    pub fn describe(&self) -> String {
        let mut text = String::new();
        for Solved { algorithm, threads, solved, tasks } in &self.solved {
            let s = if *threads == 1 { "" } else { "s" };
            text.push_str(&format!("{algorithm} with {threads} thread{s}: {solved} of {tasks} solved\n"));
        }
        if let (Some(mean), Some(maximum), Some(task)) = (self.geometric_mean, self.maximum, &self.worst_task)
        {
            text.push_str(&format!(
                "time of {OURS} / least time of {}: geometric mean {mean:.2}, maximum {maximum:.2} ({task})\n",
                RIVALS.join(" and ")
            ));
        }
        for SpeedUp { task, algorithm, threads, factor } in &self.speed_ups {
            text.push_str(&format!(
                "{task} by {algorithm}: {factor:.2} times as fast with {threads} threads\n"
            ));
        }
        text
    }
}

/// Every algorithm with every number of workers, in the order of the rows.
fn count_solved(rows: &[Row]) -> Vec<Solved> {
    let mut counts: Vec<Solved> = Vec::new();
    for Row { algorithm, threads, found, .. } in rows {
        let is_it = |count: &&mut Solved| count.algorithm == *algorithm && count.threads == *threads;
        let solved = usize::from(found.is_some());
        match counts.iter_mut().find(is_it) {
            Some(count) => (count.solved, count.tasks) = (count.solved + solved, count.tasks + 1),
            None => counts.push(Solved { algorithm: algorithm.clone(), threads: *threads, solved, tasks: 1 }),
        }
    }
    counts
}

/// time(auto) / the least time of a rival with as few workers, if this is the row of `auto`.
fn ratio(row: &Row, rows: &[Row]) -> Option<f64> {
    if row.algorithm != OURS || fewest_threads(row, rows).threads != row.threads {
        return None;
    }
    let is_rival = |other: &&Row| {
        other.task == row.task && other.threads == row.threads && RIVALS.contains(&&*other.algorithm)
    };
    let least = rows.iter().filter(is_rival).map(|rival| rival.seconds).min_by(f64::total_cmp)?;
    Some(row.seconds.max(LEAST) / least.max(LEAST))
}

/// What this row gains from its workers, if its task takes long without them.
fn speed_up(row: &Row, rows: &[Row]) -> Option<SpeedUp> {
    let alone = fewest_threads(row, rows);
    (alone.threads < row.threads && alone.found.is_some() && alone.seconds > LONG).then(|| SpeedUp {
        task: row.task.clone(),
        algorithm: row.algorithm.clone(),
        threads: row.threads,
        factor: alone.seconds / row.seconds,
    })
}

/// The same task by the same algorithm with the fewest workers.
fn fewest_threads<'a>(row: &'a Row, rows: &'a [Row]) -> &'a Row {
    let same = rows.iter().filter(|other| other.task == row.task && other.algorithm == row.algorithm);
    same.min_by_key(|other| other.threads).unwrap_or(row)
}
