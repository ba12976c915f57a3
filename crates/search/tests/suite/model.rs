//! Random graphs as models of games, and the minimax value of each of their states.

use game::Rng;
use games::graph::Description;

/// The shape of random graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Children are exactly one layer deeper, so the graph is graded.
    Graded,
    /// Children are one to three layers deeper, so a child may also be a grandchild.
    Skipping,
}

/// A random layered graph with shared children. It uses few distinct values, so that ties are common.
pub fn random_graph(seed: u64, states: usize, shape: Shape) -> Description {
    let mut rng = Rng::new(seed);
    let layers = 2 + rng.below(9);
    let mut layer: Vec<usize> = (1..states).map(|_| 1 + rng.below(layers)).collect();
    layer.push(0);
    layer.sort_unstable();
    let reach = if shape == Shape::Graded { 1 } else { 3 };
    let early_end = rng.below(30);
    let mut children = Vec::new();
    for s in 0..states {
        let mut near: Vec<u32> = (0..states)
            .filter(|&t| layer[s] < layer[t] && layer[t] <= layer[s] + reach)
            .map(|t| t as u32)
            .collect();
        let wanted = if s > 0 && rng.below(100) < early_end { 0 } else { 1 + rng.below(6) };
        let mut chosen = Vec::new();
        while chosen.len() < wanted && !near.is_empty() {
            chosen.push(near.swap_remove(rng.below(near.len())));
        }
        children.push(chosen);
    }
    let alternate = rng.below(3) > 0;
    let player =
        (0..states).map(|s| 1 + if alternate { layer[s] % 2 } else { rng.below(2) } as i64).collect();
    let draws = rng.below(100);
    let gain: Vec<f64> =
        (0..states).map(|_| if rng.below(100) < draws { 0.0 } else { [-1.0, 1.0][rng.below(2)] }).collect();
    let score = gain.iter().map(|gain| gain * [1.0, 2.0, 3.0][rng.below(3)]).collect();
    let granularity = [2, 3, 8, 1000][rng.below(4)];
    let eval =
        (0..states).map(|_| (rng.below(granularity) as f64 - granularity as f64 / 2.0) / 100.0).collect();
    Description { player, children, gain, score, eval }
}

/// Definition 2: the minimax value M(s) of every state. Children have larger numbers than their parents.
pub fn minimax(game: &Description) -> Vec<i8> {
    let mut value: Vec<i8> = game.gain.iter().map(|&gain| gain as i8).collect();
    for s in (0..value.len()).rev() {
        let children = game.children[s].iter().map(|&t| value[t as usize]);
        let best = if game.player[s] == 1 { children.max() } else { children.min() };
        value[s] = best.unwrap_or(value[s]);
    }
    value
}
