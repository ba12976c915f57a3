//! The loop of learning: a round of games, played side by side by the newest network, then training on what they
//! have shown.
//!
//! A game depends on the network at the beginning of its round and on its number, and training on the states in
//! the order of the games. So the same seed learns the same, however many workers there are.

mod checkpoint;
mod event;
mod ranges;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use game::key::mix;
use game::{Game, Rng, TerminalFunction};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::network::{
    About, Architecture, Horizon, Inference, Layout, Network, Parameters, PatternOptions, Patterns,
    Precision, Shape, Tower, TowerOptions,
};
use crate::replay::{Replay, ReplayOptions};
use crate::samples::Samples;
use crate::selfplay::{self, Episode, PlayOptions};
use crate::team::team;
use crate::train::{Adam, TrainOptions, Training, train_steps, training};
pub use checkpoint::CheckpointError;
pub use event::{Event, GamePlayed, RoundDone};

/// The kinds of networks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NetworkKind {
    /// A wide first layer that follows the changes of a state, in integers: made for a processor.
    #[default]
    Incremental,
    /// Patterns of cells that share their rows over the board, seen by the side to move, in integers.
    Patterns,
    /// Convolutions over the planes of the board: made for a GPU.
    Residual,
}

/// What is learned, and how: all that the result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnOptions {
    /// Another seed learns from other games.
    pub seed: u64,
    /// What kind of network learns.
    #[serde(skip_serializing_if = "is_default")]
    pub network: NetworkKind,
    /// Units of the first layer of an incremental network.
    pub width: usize,
    /// Units of its dense layers.
    pub hidden: [usize; 2],
    /// How far the network looks before it estimates [default: as the game suggests].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
    /// Games of a round.
    pub games_a_round: usize,
    /// Random games played before the first round; the network learns what their ends are worth.
    pub random_ends: usize,
    /// How large a pattern network is.
    #[serde(skip_serializing_if = "is_default")]
    pub patterns: PatternOptions,
    /// How large a residual network is.
    #[serde(skip_serializing_if = "is_default")]
    pub residual: TowerOptions,
    /// How games are played.
    pub play: PlayOptions,
    /// How many states are kept.
    pub replay: ReplayOptions,
    /// How the network is trained.
    pub train: TrainOptions,
}

impl Default for LearnOptions {
    fn default() -> Self {
        let Shape { width, hidden, .. } = Shape::usual(1);
        LearnOptions {
            seed: 0,
            network: NetworkKind::default(),
            width,
            hidden,
            horizon: None,
            games_a_round: 8,
            random_ends: 0,
            patterns: PatternOptions::default(),
            residual: TowerOptions::default(),
            play: PlayOptions::default(),
            replay: ReplayOptions::default(),
            train: TrainOptions::default(),
        }
    }
}

impl LearnOptions {
    /// f_t for games that begin here, and the start as a search with this f_t needs it.
    fn terminal<G: Game>(&self, start: &G) -> Result<(TerminalFunction, G), String> {
        TerminalFunction::begin(self.play.terminal, start).map_err(|error| error.to_string())
    }

    /// The network that learns this game.
    pub fn architecture<G: Game>(&self, start: &G, terminal: TerminalFunction) -> Architecture {
        match self.network {
            NetworkKind::Incremental => {
                let LearnOptions { width, hidden, .. } = *self;
                Architecture::Incremental(Shape { features: start.feature_count(), width, hidden })
            }
            NetworkKind::Patterns => {
                let patterns = Patterns::new(start, self.patterns, terminal.scale(start));
                Architecture::Patterns(Box::new(patterns))
            }
            NetworkKind::Residual => Architecture::Residual(Tower::new(start, self.residual)),
        }
    }
}

/// Defaults are not written, so that builds that do not know the option read these files.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How far a learner has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Rounds done.
    pub rounds: u64,
    /// Games played.
    pub games: u64,
    /// States that they gave.
    pub states: u64,
    /// Samples trained, with repetitions.
    pub samples: u64,
    /// Mini-batches trained.
    pub steps: u64,
    /// Seconds of learning.
    pub seconds: f64,
}

/// A network that learns a game.
pub struct Learner<G: Game> {
    name: String,
    /// Where games begin, as a search with this f_t needs it.
    start: G,
    terminal: TerminalFunction,
    options: LearnOptions,
    workers: ThreadPool,
    progress: Progress,
    clock: Clock,
    trainer: Box<dyn Training>,
    /// What plays: see [`TrainOptions::follow`].
    parameters: Parameters<Architecture>,
    horizon: Horizon,
    network: Inference,
    replay: Replay,
}

impl<G: Game> Learner<G> {
    /// A learner of this game that has learned nothing yet, with this number of workers.
    pub fn new(name: &str, start: G, options: LearnOptions, workers: usize) -> Result<Self, String> {
        if let Some(fault) = options.fault() {
            return Err(fault);
        }
        let (terminal, start) = options.terminal(&start)?;
        let architecture = options.architecture(&start, terminal);
        if let Some(fault) = architecture.fault() {
            return Err(fault);
        }
        let horizon = options.horizon.unwrap_or_else(|| Horizon::natural(&start));
        let adam = Adam::new(&architecture);
        let parameters = Parameters::new(architecture, mix(options.seed));
        Ok(Learner {
            name: name.to_owned(),
            start,
            terminal,
            options,
            workers: team(workers).map_err(|error| error.to_string())?,
            progress: Progress::default(),
            clock: Clock::default(),
            network: Inference::new(&parameters, horizon, terminal).map_err(|error| error.to_string())?,
            horizon,
            trainer: training(parameters.clone(), adam, &options.train).map_err(|error| error.to_string())?,
            parameters,
            replay: Replay::new(options.replay),
        })
    }

    /// The same learner with another name of its game, for the files that it writes.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Learner { name: name.to_owned(), ..self }
    }

    /// What is learned, and how.
    pub fn options(&self) -> &LearnOptions {
        &self.options
    }

    /// Counts the seconds of learning by this clock.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// How far it has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The newest network as a search uses it.
    pub fn evaluator(&self) -> &Inference {
        &self.network
    }

    /// The newest network with all that a file says about it, to the last digit. `command` is what was asked for.
    pub fn network(&self, command: &str) -> Network {
        let mut about = About::new(&self.name, &self.start);
        about.history.command = command.to_owned();
        about.history.games = self.progress.games;
        about.history.states = self.progress.states;
        about.history.samples = self.progress.samples;
        about.history.seconds = self.progress.seconds;
        let (parameters, horizon) = (self.parameters.clone(), self.horizon);
        Network { about, parameters, horizon, precision: Precision::Single }
    }

    /// Writes the newest network, with as many digits as a search needs. `command` is what was asked for.
    pub fn write_network(&self, file: &Path, command: &str) -> Result<(), files::Error> {
        Network { precision: Precision::Half, ..self.network(command) }.write(file)
    }

    /// One round. If `stop` is set meanwhile, the round does not count, and `None` is returned.
    pub fn round(&mut self, stop: &AtomicBool, see: &(dyn Fn(&Event) + Sync)) -> Option<RoundDone> {
        let begin = self.clock.start();
        if self.progress.steps == 0 {
            self.learn_random_ends();
        }
        let games = self.play_games(stop, see)?;
        let playing = begin.seconds();
        let new: usize = games.iter().map(|game| game.samples.len()).sum();
        let of_games = |value: &dyn Fn(&Episode) -> f32| {
            games.iter().map(value).sum::<f32>() / games.len().max(1) as f32
        };
        let start_value = of_games(&|game| game.start_value);
        let plies = of_games(&|game| game.plies as f32);
        let ends = games.iter().filter_map(|game| game.gain);
        let decisive = ends.clone().filter(|gain| *gain != 0).count() as f32 / ends.count().max(1) as f32;
        let distinct = games.iter().map(|game| game.end).collect::<HashSet<_>>().len();
        let held_out = self.trainer.loss(&some_of(&games));
        let first_player = of_games(&|game| 0.5 + 0.5 * f32::from(game.gain.unwrap_or(0)));
        self.progress.games += games.len() as u64;
        self.progress.states += new as u64;
        games.into_iter().for_each(|game| self.replay.push(&game.samples));
        let loss = self.train(new);
        self.progress.rounds += 1;
        let seconds = begin.seconds();
        self.progress.seconds = to_milliseconds(self.progress.seconds + seconds);
        let Progress { rounds: round, games, states, samples, seconds: in_all, .. } = self.progress;
        let training = seconds - playing;
        let window = self.replay.len();
        let done = RoundDone {
            round,
            games,
            states,
            samples,
            seconds: in_all,
            loss,
            held_out,
            start_value,
            first_player,
            decisive,
            distinct,
            plies,
            playing,
            training,
            window,
        };
        see(&Event::Round(done));
        Some(done)
    }

    /// Learns what the ends of random games are worth.
    fn learn_random_ends(&mut self) {
        let LearnOptions { random_ends, play, seed, .. } = &self.options;
        let samples = selfplay::random_ends(&self.start, self.terminal, *random_ends, play, mix(mix(*seed)));
        let count = samples.len();
        if count > 0 {
            self.replay.push(&samples);
            self.train(count);
        }
    }

    /// Plays the games of a round. They are returned in the order of their numbers, not of their ends.
    fn play_games(&self, stop: &AtomicBool, see: &(dyn Fn(&Event) + Sync)) -> Option<Vec<Episode>> {
        // Pattern networks see another image at every use.
        let symmetries = self.options.play.symmetries && self.options.network != NetworkKind::Patterns;
        let play_options = PlayOptions { symmetries, ..self.options.play };
        let play = |number: usize| {
            let game = self.progress.games + number as u64;
            let seed = mix(self.options.seed ^ mix(game + 1));
            let Learner { start, terminal, network, .. } = self;
            let episode = selfplay::play(start, *terminal, network, &play_options, seed, stop)?;
            let Episode { plies, gain, evaluations, start_value, .. } = episode;
            let states = episode.samples.len();
            see(&Event::Game(GamePlayed { game, plies, gain, states, evaluations, start_value }));
            Some(episode)
        };
        let games = (0..self.options.games_a_round).into_par_iter().with_max_len(1);
        let played: Option<Vec<Episode>> = self.workers.install(|| games.map(play).collect());
        played.filter(|_| !stop.load(Ordering::Relaxed))
    }

    /// Trains as much as this number of new states calls for. Returns the mean loss.
    fn train(&mut self, new: usize) -> f32 {
        let Learner { options, workers, progress, trainer, replay, .. } = self;
        let TrainOptions { batch: size, follow, .. } = options.train;
        let rate = options.train.rate_after(progress.samples);
        let steps = (new * options.replay.uses as usize).div_ceil(size) as u64;
        let draw = |step: u64, batch: &mut Samples| {
            replay.draw(size, &mut Rng::new(mix(options.seed) ^ step), batch);
        };
        let range = progress.steps..progress.steps + steps;
        let done = workers.install(|| train_steps(&mut **trainer, rate, range, draw));
        progress.steps += steps;
        progress.samples += done.samples;
        // The first rounds leave the beginning behind.
        let follow = follow.max(1.0 / (self.progress.rounds + 1) as f32);
        self.parameters.follow(&self.trainer.numbers(), follow);
        self.network = Inference::new(&self.parameters, self.horizon, self.terminal)
            .expect("what learns is a network of this build");
        (done.losses / steps.max(1) as f64) as f32
    }
}

/// How many states of a round show how well they were foreseen.
const HELD_OUT: usize = 512;

/// States from all over these games.
fn some_of(games: &[Episode]) -> Samples {
    let count: usize = games.iter().map(|game| game.samples.len()).sum();
    let states = games.iter().flat_map(|game| (0..game.samples.len()).map(|index| (&game.samples, index)));
    let mut some = Samples::default();
    for (samples, index) in states.step_by(count.div_ceil(HELD_OUT).max(1)) {
        some.push(samples.features(index), samples.target(index));
    }
    some
}

/// To three decimals: files hold these seconds as text and must read again what was written, which is certain of
/// short numbers only.
fn to_milliseconds(seconds: f64) -> f64 {
    (1000.0 * seconds).round() / 1000.0
}
