//! Measurements: how fast are rules, searches, algorithms and networks, and how long do algorithms take to solve?

mod algorithms;
mod learning;
mod solve;
mod summary;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::perft::Unit;
use game::{AnyState, Game, Machinery, Rng};
use search::evaluate::BuiltIn;
use search::policy::Ubfm;
use search::{Budget, Completion, Search, bare};

pub use algorithms::{AlgorithmRow, algorithm};
pub use learning::{LearningRow, learning};
pub use solve::{SolveRow, Task, Trial};
pub use summary::{Solved, SpeedUp, Summary};

/// The memory limit of a measured search.
const MEMORY: usize = 4 << 30;

/// What was measured on one game.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SearchRow {
    /// The game's name.
    pub game: String,
    /// Iterations a second.
    pub iterations_per_second: f64,
    /// Children generated and stored a second.
    pub evaluations_per_second: f64,
    /// The same without a tree: the physical limit.
    pub bare_per_second: f64,
    /// Search divided by limit.
    pub ratio: f64,
    /// Bytes held for each stored child, all included.
    pub bytes_per_child: f64,
    /// Children stored in the end.
    pub stored_children: usize,
}

/// Searches from `start` with evaluator `noise` until `children` children are stored, then expands the same
/// positions without a tree, in the same run.
pub fn search(name: &str, start: AnyState, children: usize, interrupt: &AtomicBool) -> SearchRow {
    let noise = || start.evaluator(BuiltIn::Noise(1));
    let mut search = Search::new(start.clone(), Box::new(Ubfm), Completion::On, noise());
    let begin = Instant::now();
    // In slices, because the number of children is not a budget.
    let slice = Budget { iterations: Some(100), ..Budget::default() };
    while search.stored_children() < children && search.run(&slice, interrupt) == search::Stop::Iterations {}
    let seconds = begin.elapsed().as_secs_f64();

    let mut states = search.expanded_states(usize::MAX);
    // In another order than that of the tree, whose neighbours would teach the branch predictor.
    let mut rng = Rng::new(7);
    for i in (1..states.len()).rev() {
        states.swap(i, rng.below(i + 1));
    }
    let begin = Instant::now();
    let (generated, sum) = bare::expand_all(&states, &*noise());
    black_box(sum);
    let bare_seconds = begin.elapsed().as_secs_f64();

    let evaluations_per_second = search.stored_children() as f64 / seconds;
    let bare_per_second = generated as f64 / bare_seconds;
    SearchRow {
        game: name.to_owned(),
        iterations_per_second: search.counts().iterations as f64 / seconds,
        evaluations_per_second,
        bare_per_second,
        ratio: evaluations_per_second / bare_per_second,
        bytes_per_child: search.bytes() as f64 / search.stored_children().max(1) as f64,
        stored_children: search.stored_children(),
    }
}

/// How fast the rules of one game are.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RulesRow {
    /// The game's name.
    pub game: String,
    /// Lines of play counted a second, in bulk at the leaves.
    pub leaves_per_second: f64,
    /// Random moves a second, each chosen from a full list.
    pub plies_per_second: f64,
    /// Random games a second.
    pub games_per_second: f64,
}

/// Counts lines of play from `start`, then plays random games, for about `time` each.
pub fn rules(name: &str, start: &AnyState, time: Duration) -> RulesRow {
    let begin = Instant::now();
    let (mut depth, mut leaves_per_second) = (1, 0.0);
    // Deeper and deeper: the last count takes most of the time and is the one that says something.
    while begin.elapsed() < time && depth < 64 {
        let counting = Instant::now();
        let leaves = start.perft(depth, Unit::Decision);
        if leaves == 0 {
            break;
        }
        leaves_per_second = leaves as f64 / counting.elapsed().as_secs_f64().max(1e-9);
        depth += 1;
        // The next count would take much longer than there is time for.
        if counting.elapsed() * 4 > time {
            break;
        }
    }
    let begin = Instant::now();
    let (mut plies, mut games, mut rng) = (0_u64, 0_u64, Rng::new(1));
    while begin.elapsed() < time {
        // To read the clock takes as long as some plies of a small game.
        let enough = plies + 1000;
        while plies < enough {
            start.clone().play_out(&mut rng, Some(&mut |_, _| plies += 1));
            games += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    RulesRow {
        game: name.to_owned(),
        leaves_per_second,
        plies_per_second: plies as f64 / seconds,
        games_per_second: games as f64 / seconds,
    }
}
