//! How fast does a network estimate states inside a search, and how fast does it learn?

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{AnyState, Rng, TerminalFunction};
use learn::Clock;
use learn::learner::{LearnOptions, NetworkKind};
use learn::network::{Architecture, Horizon, Inference, Layout, Parameters};
use learn::replay::{Replay, ReplayOptions};
use learn::samples::Samples;
use learn::selfplay::{self, PlayOptions};
use learn::train::{Adam, TrainOptions, train_steps, training};
use search::policy::Ubfm;
use search::{Budget, Completion, Evaluator, Search};

use crate::{Error, learning};

/// What was measured on one game, in seconds of one processor where nothing else is said.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LearningRow {
    /// The game's name.
    pub game: String,
    /// The network.
    pub network: String,
    /// Features that are on in a state, on average.
    pub features_on: f64,
    /// Evaluations a second by the network inside `ubfm`.
    pub evaluations_per_second: f64,
    /// The same where every state is computed from the beginning.
    pub whole_per_second: f64,
    /// What the differences gain: the first divided by the second.
    pub ratio: f64,
    /// Evaluations a second in games of self-play.
    pub self_play_evaluations_per_second: f64,
    /// States to learn from that self-play gives a second.
    pub self_play_states_per_second: f64,
    /// Samples a second in training.
    pub samples_per_second: f64,
    /// The same on all cores.
    pub samples_per_second_on_all_cores: f64,
}

/// Measures a network of the usual size that has learned nothing, for about `time` each: with differences and
/// without them, in self-play, and in training on the states of self-play.
pub fn learning(
    name: &str,
    start: &AnyState,
    kind: NetworkKind,
    time: Duration,
    interrupt: &AtomicBool,
) -> Result<LearningRow, Error> {
    let refusal = |reason: &dyn std::fmt::Display| learning::refusal(name, &reason.to_string());
    let architecture = LearnOptions { network: kind, ..LearnOptions::default() }
        .architecture(start, TerminalFunction::SCORE);
    if let Some(reason) = architecture.fault() {
        return Err(refusal(&reason));
    }
    let parameters = Parameters::new(architecture.clone(), 1);
    let network = Inference::new(&parameters, Horizon::State, TerminalFunction::SCORE)
        .map_err(|error| refusal(&error))?;
    let [evaluations_per_second, whole_per_second] = [network.clone(), network.clone().without_differences()]
        .map(|network| evaluations_per_second(start, Box::new(network), time, interrupt));

    let (begin, clock, mut evaluations) = (Instant::now(), Clock::Processor.start(), 0);
    let mut replay = Replay::new(ReplayOptions::default());
    for seed in 0.. {
        let (terminal, options) = (TerminalFunction::SCORE, PlayOptions::default());
        let Some(game) = selfplay::play(start, terminal, &network, &options, seed, interrupt) else { break };
        evaluations += game.evaluations;
        replay.push(&game.samples);
        if begin.elapsed() >= time {
            break;
        }
    }
    let playing = clock.seconds();

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let [samples_per_second, samples_per_second_on_all_cores] =
        [1, cores].map(|workers| samples_per_second(&parameters, &replay, time, workers));
    let mut batch = Samples::default();
    replay.draw(1_000, &mut Rng::new(1), &mut batch);
    let on: usize = (0..batch.len()).map(|index| batch.features(index).len()).sum();

    Ok(LearningRow {
        game: name.to_owned(),
        network: architecture.to_string(),
        features_on: on as f64 / batch.len().max(1) as f64,
        evaluations_per_second,
        whole_per_second,
        ratio: evaluations_per_second / whole_per_second,
        self_play_evaluations_per_second: evaluations as f64 / playing,
        self_play_states_per_second: replay.len() as f64 / playing,
        samples_per_second,
        samples_per_second_on_all_cores,
    })
}

fn evaluations_per_second(
    start: &AnyState,
    evaluator: Box<dyn Evaluator<AnyState>>,
    time: Duration,
    interrupt: &AtomicBool,
) -> f64 {
    let mut search = Search::new(start.clone(), Box::new(Ubfm), Completion::On, evaluator);
    let clock = Clock::Processor.start();
    search.run(&Budget { time: Some(time), ..Budget::default() }, interrupt);
    search.counts().evaluations as f64 / clock.seconds()
}

/// Training steps between two looks at the clock.
const STEPS: u64 = 32;

fn samples_per_second(
    parameters: &Parameters<Architecture>,
    replay: &Replay,
    time: Duration,
    workers: usize,
) -> f64 {
    let TrainOptions { rate, batch: size, .. } = TrainOptions::default();
    let Ok(team) = learn::team(workers) else { return 0.0 };
    let draw = |step: u64, batch: &mut Samples| replay.draw(size, &mut Rng::new(step), batch);
    let adam = Adam::new(parameters.shape());
    let Ok(mut trainer) = training(parameters.clone(), adam, &TrainOptions::default()) else { return 0.0 };
    let clock = if workers == 1 { Clock::Processor } else { Clock::Wall }.start();
    let (begin, mut step, mut samples) = (Instant::now(), 0, 0);
    while begin.elapsed() < time && !replay.is_empty() {
        samples += team.install(|| train_steps(&mut *trainer, rate, step..step + STEPS, draw)).samples;
        step += STEPS;
    }
    samples as f64 / clock.seconds()
}
