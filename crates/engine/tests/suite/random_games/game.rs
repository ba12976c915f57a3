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
    random_graph(seed, states, if seed % 2 == 0 { Shape::Graded } else { Shape::Skipping })
}

impl RandomGame {
    fn new(seed: u64, states: usize) -> RandomGame {
        let mut registry = Registry::default();
        let about = About { name: "random", variants: "", summary: "", samples: &[] };
        registry.register(about, open);
        let description = describe(seed, states);
        let values = minimax(&description);
        RandomGame { registry, name: format!("random:{seed}-{states}"), seed, description, values }
    }

    /// A game of fewer than 80 states.
    pub fn small(seed: u64) -> RandomGame {
        RandomGame::new(seed, 2 + Rng::new(seed ^ 0x5eed).below(78))
    }

    /// A game of a few thousand states.
    pub fn large(seed: u64) -> RandomGame {
        RandomGame::new(seed, 2_000 + Rng::new(seed ^ 0x5eed).below(2_000))
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
