//! Random games by name, with the value of each of their states.

use ::game::{About, Rng, TextError};
use engine::{Position, Registry};
use games::graph::{Description, Graph, State};

use crate::model::{Shape, minimax, random_graph};

/// A random game, and what is true of it.
pub struct RandomGame {
    pub registry: Registry,
    /// The name in the registry.
    pub name: String,
    pub seed: u64,
    description: Description,
    /// The value of each state.
    pub values: Vec<i8>,
}

/// Opens `SEED-STATES`.
fn open(variant: &str) -> Result<State, TextError> {
    let wrong = || TextError::new(format!("a random game is SEED-STATES, not `{variant}`"));
    let (seed, states) = variant.split_once('-').ok_or_else(wrong)?;
    let seed = seed.parse().map_err(|_| wrong())?;
    let states = states.parse().map_err(|_| wrong())?;
    Ok(Graph::new(describe(seed, states))?.start())
}

fn describe(seed: u64, states: usize) -> Description {
    match states {
        ..SMALL => {
            random_graph(seed, states, if seed.is_multiple_of(2) { Shape::Graded } else { Shape::Skipping })
        }
        _ => layered_graph(seed, states / LAYERS),
    }
}

/// Games of fewer states are small.
const SMALL: usize = 80;

/// Moves that a large game lasts.
const LAYERS: usize = 24;

/// A random graph of layers with this many states each, where every state but the last ones leads to three of the next layer,
/// and the players alternate. About as many ends are won as make the value of the start hard to see.
fn layered_graph(seed: u64, width: usize) -> Description {
    const CHILDREN: usize = 3;
    let (mut rng, states) = (Rng::new(seed), LAYERS * width);
    let mut next = |s: usize| {
        let first = (s / width + 1) * width;
        let mut chosen = Vec::new();
        while first < states && chosen.len() < CHILDREN {
            let child = (first + rng.below(width)) as u32;
            if !chosen.contains(&child) {
                chosen.push(child);
            }
        }
        chosen
    };
    let children: Vec<Vec<u32>> = (0..states).map(&mut next).collect();
    let player = (0..states).map(|s| 1 + (s / width % 2) as i64).collect();
    // Where each side to move has three moves, a won share of 68 % stays what it is over two layers.
    let draws = rng.below(2) * 30;
    let mut gain = || {
        if rng.below(100) < draws {
            0.0
        } else if rng.below(100) < 68 {
            1.0
        } else {
            -1.0
        }
    };
    let gain: Vec<f64> = (0..states).map(|_| gain()).collect();
    let eval = (0..states).map(|_| rng.below(1000) as f64 / 1000.0 - 0.5).collect();
    Description { player, children, score: gain.clone(), gain, eval }
}

impl RandomGame {
    fn new(seed: u64, states: usize) -> RandomGame {
        let mut registry = Registry::standard();
        let about = About { name: "random", variants: "", summary: "", samples: &[] };
        registry.register(about, open);
        let description = describe(seed, states);
        let values = minimax(&description);
        RandomGame { registry, name: format!("random:{seed}-{states}"), seed, description, values }
    }

    /// A game of few states, with moves that skip some of the others.
    pub fn small(seed: u64) -> RandomGame {
        RandomGame::new(seed, 2 + Rng::new(seed ^ 0x5eed).below(SMALL - 2))
    }

    /// A game of thousands of states, most of which matter to a proof.
    pub fn large(seed: u64) -> RandomGame {
        RandomGame::new(seed, 6_000 + Rng::new(seed ^ 0x5eed).below(6_000))
    }

    /// The start.
    pub fn start(&self) -> Box<dyn Position> {
        self.registry.open(&self.name).expect("the game is in the registry")
    }

    /// The value of the start.
    pub fn value(&self) -> i8 {
        self.values[0]
    }

    /// The value of the state that a move leads to. Moves are written as the state they lead to.
    pub fn value_after(&self, m: &str) -> i8 {
        self.values[m.parse::<usize>().expect("a move is a number")]
    }

    /// Whether a line can be played from the start, and every state on it has the value of the start.
    pub fn preserves_value(&self, line: &[String]) -> bool {
        let (words, mut state) = (line.join(" "), 0);
        words.split_whitespace().all(|word| {
            let next: u32 = word.parse().expect("a move is a number");
            let is_legal = self.description.children[state].contains(&next);
            assert!(is_legal, "{}: {state} does not lead to {next}: {words}", self.name);
            state = next as usize;
            self.values[state] == self.value()
        })
    }
}
