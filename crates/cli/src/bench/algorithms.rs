//! The table of `bench algorithms`.

use engine::bench::AlgorithmRow;
use engine::quantity::short;
use engine::{Family, Registry};

use crate::table::{self, Align};

/// A line for each algorithm and a column for each game, in the unit of the family.
pub fn describe(registry: &Registry, rows: &[AlgorithmRow]) -> String {
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

/// Monte Carlo searches count their simulations, all others their nodes.
fn speed(registry: &Registry, row: &AlgorithmRow) -> (f64, &'static str) {
    let algorithm = registry.algorithm(&row.algorithm);
    let simulates = algorithm.is_ok_and(|(algorithm, _)| algorithm.family == Family::MonteCarlo);
    if simulates { (row.iterations_per_second, "simulations/s") } else { (row.nodes_per_second, "nodes/s") }
}
