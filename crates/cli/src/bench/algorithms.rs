//! How fast the algorithms are, each in its own unit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::{Budget, Family, Position, Registry, Settings, Watch};
use serde::Serialize;

use crate::Failure;
use crate::table::{self, Align};
use engine::quantity::short;

/// One algorithm on one game.
#[derive(Serialize)]
pub struct Row {
    algorithm: String,
    game: String,
    nodes_per_second: f64,
    iterations_per_second: f64,
    evaluations_per_second: f64,
    /// How many moves deep it looked.
    depth: u32,
}

/// Lets an algorithm search from the start for about `time`; again and again if it ends early.
pub fn measure(
    name: &str,
    position: &dyn Position,
    evaluator: &str,
    time: Duration,
    interrupt: &AtomicBool,
) -> Result<Row, Failure> {
    let settings =
        Settings { algorithm: name.to_owned(), evaluator: evaluator.to_owned(), ..Settings::default() };
    let (mut nodes, mut iterations, mut evaluations, mut seconds, mut depth) = (0, 0, 0, 0.0, 0);
    while seconds < time.as_secs_f64() && !interrupt.load(Ordering::SeqCst) {
        let left = time.saturating_sub(Duration::from_secs_f64(seconds));
        let budget = Budget { time: Some(left), memory: Some(MEMORY), ..Budget::default() };
        let watch = &mut Watch { interrupt: Some(interrupt), ..Watch::default() };
        let report = position.session(&settings)?.think(&budget, watch);
        nodes += report.nodes;
        iterations += report.iterations;
        evaluations += report.evaluations;
        seconds += report.seconds;
        depth = depth.max(report.depth);
    }
    Ok(Row {
        algorithm: name.to_owned(),
        game: position.game().to_owned(),
        nodes_per_second: nodes as f64 / seconds,
        iterations_per_second: iterations as f64 / seconds,
        evaluations_per_second: evaluations as f64 / seconds,
        depth,
    })
}

/// What each of them may hold.
pub const MEMORY: usize = 4 << 30;

/// A line an algorithm, a column a game. What counts is the unit of the family.
pub fn describe(registry: &Registry, rows: &[Row]) -> String {
    let mut games: Vec<&str> = Vec::new();
    let mut lines: Vec<Vec<String>> = Vec::new();
    for row in rows {
        if !games.contains(&row.game.as_str()) {
            games.push(&row.game);
        }
        let (speed, unit) = speed(registry, row);
        match lines.last_mut().filter(|line| line[0] == row.algorithm) {
            Some(line) => line.push(short(speed)),
            None => lines.push(vec![row.algorithm.clone(), unit.to_owned(), short(speed)]),
        }
    }
    // A measurement that was interrupted leaves its last line short.
    for line in &mut lines {
        line.resize(2 + games.len(), String::new());
    }
    let mut titles = vec![("algorithm", Align::Left), ("unit", Align::Left)];
    titles.extend(games.iter().map(|game| (*game, Align::Right)));
    table::draw(&titles, &lines)
}

/// Monte Carlo searches are known by their simulations, all others by their nodes.
fn speed(registry: &Registry, row: &Row) -> (f64, &'static str) {
    let algorithm = registry.algorithm(&row.algorithm);
    let simulates = algorithm.is_ok_and(|(algorithm, _)| algorithm.family == Family::MonteCarlo);
    if simulates { (row.iterations_per_second, "simulations/s") } else { (row.nodes_per_second, "nodes/s") }
}
