//! Games that a network plays against itself, and what is learned from them.

mod ordinal;
mod partial;
mod terminal_name;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::quiet::Quiet;
use game::{Game, Key, Rng, TerminalFunction, TerminalValue};
use search::policy::{Descent, Ubfm};
use search::{Budget, Completion, Evaluator, Label, Policy, Search, Searcher};
use serde::{Deserialize, Serialize};

use crate::samples::Samples;
pub use ordinal::draw;
use partial::PartialDescent;

/// Which states of a game are learned from, and with which target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Learning {
    /// All expanded and terminal states of the game's searches, with their v.
    #[default]
    Tree,
    /// The states that were on the board, with their v.
    Root,
    /// The states that were on the board, with the terminal value of the game.
    Terminal,
}

/// Which search plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Generator {
    /// Descent, whose lines go to the end of the game.
    #[default]
    Descent,
    /// Unbounded Best-First Minimax.
    Ubfm,
}

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayOptions {
    /// Evaluations for each move.
    pub evaluations: u64,
    /// Fewer if they take longer than this. Games then depend on the machine.
    pub milliseconds: Option<u64>,
    /// Which search plays.
    pub generator: Generator,
    /// The chance that Descent goes on below each state that it expands: 1 is Descent.
    #[serde(skip_serializing_if = "is_one")]
    pub go_on: f32,
    /// The depth to which [`Quiet`] follows forcing moves behind a child that a forcing move leads to.
    #[serde(skip_serializing_if = "is_zero")]
    pub quiet: u32,
    /// Whether the search completes: learned values are then exact where the game is resolved.
    pub completion: bool,
    /// Which states are learned from.
    pub learning: Learning,
    /// f_t: what terminal states are worth.
    #[serde(with = "terminal_name")]
    pub terminal: TerminalValue,
    /// The e of the [ordinal distribution](draw), drawn evenly between these for each game: some games explore,
    /// some show what best play is.
    pub exploitation: [f32; 2],
    /// Whether a state is stored as a random one of its images.
    pub symmetries: bool,
    /// Games that are longer end without a result.
    pub longest: usize,
}

impl Default for PlayOptions {
    fn default() -> Self {
        PlayOptions {
            evaluations: 500,
            milliseconds: None,
            generator: Generator::Descent,
            go_on: 1.0,
            quiet: 0,
            completion: true,
            learning: Learning::Tree,
            terminal: TerminalValue::Score,
            exploitation: [0.4, 0.9],
            symmetries: true,
            longest: 1000,
        }
    }
}

/// What is as usual is not written: files of builds that do not know it stay as they were.
fn is_one(number: &f32) -> bool {
    *number == 1.0
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Episode {
    /// What there is to learn from it.
    pub samples: Samples,
    /// How many moves were played.
    pub plies: usize,
    /// The gain of player 1, if the game was played to its end or its end is proven.
    pub gain: Option<i8>,
    /// The key of the last state on the board.
    pub end: Key,
    /// Evaluations of all its searches.
    pub evaluations: u64,
    /// v of the start, as the first search found it.
    pub start_value: f32,
}

/// Plays one game from a start that goes with this f_t. It ends when it is over or resolved: all that follows is in the
/// tree. `None` if `stop` was set.
pub fn play<G: Game>(
    start: &G,
    terminal: TerminalFunction,
    network: &(impl Evaluator<G> + Clone + 'static),
    options: &PlayOptions,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Episode> {
    let mut rng = Rng::new(seed);
    let [low, high] = options.exploitation;
    let exploitation = low + (high - low) * ordinal::chance(&mut rng);
    let policy: Box<dyn Policy<G>> = match options.generator {
        Generator::Descent if options.go_on >= 1.0 => Box::new(Descent),
        Generator::Descent => Box::new(PartialDescent::new(options.go_on, rng.next_u64())),
        Generator::Ubfm => Box::new(Ubfm),
    };
    let completion = if options.completion { Completion::On } else { Completion::Off };
    let mut state = start.clone();
    let evaluator: Box<dyn Evaluator<G>> = match options.quiet {
        0 => Box::new(network.clone()),
        depth => Box::new(Quiet::new(network.clone(), depth, terminal)),
    };
    let mut search = Search::with_terminal(state.clone(), policy, completion, terminal, evaluator);
    let budget = Budget {
        evaluations: Some(options.evaluations.max(1)),
        time: options.milliseconds.map(Duration::from_millis),
        ..Budget::default()
    };
    let mut line: Vec<(G, Label)> = Vec::new();
    while state.outcome().is_none() && line.len() < options.longest {
        search.run(&budget, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(label) = search.label() else { break };
        line.push((state.clone(), label));
        if label.resolved {
            break;
        }
        let choices = search.choices(&state).unwrap_or_default();
        let Some(index) = draw(&choices, state.turn(), exploitation, &mut rng) else { break };
        state.play(choices[index].m);
        search.set_root(state.clone());
    }
    let last = line.last().filter(|(last, label)| label.resolved && *last == state).map(|(_, label)| *label);
    let ended =
        state.outcome().map(|outcome| Completion::On.terminal(outcome, terminal.value(&state, outcome)));
    let end = last.or(ended);
    let mut collector = Collector::new(options.symmetries, rng);
    match options.learning {
        Learning::Tree => {
            let states: Vec<G> = line.iter().map(|(state, _)| state.clone()).collect();
            search.visit_labels(&states, |state, label| {
                collector.push(state, label.value);
                ControlFlow::Continue(())
            });
        }
        Learning::Root => line.iter().for_each(|(state, label)| collector.push(state, label.value)),
        Learning::Terminal => {
            let states = line.iter().map(|(state, _)| state);
            states.for_each(|state| end.into_iter().for_each(|end| collector.push(state, end.value)));
        }
    }
    if let Some(ended) = ended.filter(|_| options.learning != Learning::Tree) {
        collector.push(&state, ended.value);
    }
    Some(Episode {
        samples: collector.samples,
        plies: line.len() - usize::from(last.is_some()),
        gain: end.map(|end| end.exact),
        end: state.key(),
        evaluations: search.counts().evaluations,
        start_value: line.first().map_or(0.0, |(_, label)| label.value),
    })
}

/// The ends of a number of random games, with what they are worth.
pub fn random_ends<G: Game>(
    start: &G,
    terminal: TerminalFunction,
    count: usize,
    options: &PlayOptions,
    seed: u64,
) -> Samples {
    let mut rng = Rng::new(seed);
    let mut collector = Collector::new(options.symmetries, Rng::new(rng.next_u64()));
    for _ in 0..count {
        let mut end = start.clone();
        let outcome = end.play_out(&mut rng, None);
        collector.push(&end, terminal.value(&end, outcome));
    }
    collector.samples
}

/// Stores states, each as itself or as one of its images.
struct Collector {
    samples: Samples,
    symmetries: bool,
    rng: Rng,
    buffer: Vec<u32>,
}

impl Collector {
    fn new(symmetries: bool, rng: Rng) -> Collector {
        Collector { samples: Samples::default(), symmetries, rng, buffer: Vec::new() }
    }

    fn push<G: Game>(&mut self, state: &G, value: f32) {
        let images = if self.symmetries { state.symmetries() } else { Vec::new() };
        // A number behind the images is the state itself.
        let image = images.get(self.rng.below(images.len() + 1)).unwrap_or(state);
        self.samples.push_state(image, value, &mut self.buffer);
    }
}
