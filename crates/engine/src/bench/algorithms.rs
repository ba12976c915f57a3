//! How fast the algorithms are, each in its own unit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::MEMORY;
use crate::{Budget, Error, Position, Settings, Watch};

/// One algorithm on one game.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AlgorithmRow {
    /// The algorithm as it was asked for, with its options.
    pub algorithm: String,
    /// The game's name.
    pub game: String,
    /// Nodes per second.
    pub nodes_per_second: f64,
    /// Iterations per second.
    pub iterations_per_second: f64,
    /// Evaluations per second.
    pub evaluations_per_second: f64,
    /// How many moves deep it looked.
    pub depth: u32,
}

/// Lets an algorithm search from a position for about `time`; again and again if it ends early.
pub fn algorithm(
    name: &str,
    position: &dyn Position,
    evaluator: &str,
    time: Duration,
    interrupt: &AtomicBool,
) -> Result<AlgorithmRow, Error> {
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
    Ok(AlgorithmRow {
        algorithm: name.to_owned(),
        game: position.game().to_owned(),
        nodes_per_second: nodes as f64 / seconds,
        iterations_per_second: iterations as f64 / seconds,
        evaluations_per_second: evaluations as f64 / seconds,
        depth,
    })
}
