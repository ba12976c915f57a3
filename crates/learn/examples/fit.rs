//! How well does a network foresee states that it has not seen? Networks of several kinds learn from the same games for the
//! same processor time, without games of their own.
//!
//! `cargo run --release -p unbounded-learn --example fit -- GAME NETWORK GAMES SECONDS OPTIONS...`
//!
//! NETWORK is the file of the network that plays the games, or `-` for one that has learned nothing. OPTIONS are those of a
//! learner, as JSON; those of the first one say how the games are played. One game in eight is held out.

use std::sync::atomic::AtomicBool;

use game::{AnyState, Rng, TerminalFunction};
use learn::Clock;
use learn::learner::LearnOptions;
use learn::network::{Horizon, Inference, Network, Parameters};
use learn::replay::{Replay, ReplayOptions};
use learn::samples::Samples;
use learn::selfplay;
use learn::train::{Adam, train_steps, training};

/// Every so many games one is held out.
const HELD_OUT: usize = 8;

/// Held-out states that are looked at.
const LOOK_AT: usize = 4096;

/// Steps between two looks at the clock.
const STEPS: u64 = 20;

/// Times at which the loss is measured, in parts of all.
const PARTS: [f64; 5] = [0.125, 0.25, 0.5, 0.75, 1.0];

/// The network that plays.
fn player(file: &str, start: &AnyState, terminal: TerminalFunction, options: &LearnOptions) -> Inference {
    if file == "-" {
        let parameters = Parameters::new(options.architecture(start, terminal), 1);
        return Inference::new(&parameters, Horizon::natural(start), terminal).expect("an ordinary network");
    }
    let network = Network::read(file.as_ref()).expect("the second argument is the file of a network");
    network.inference(terminal).expect("an ordinary network")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, file, games, seconds, options @ ..] = arguments.as_slice() else {
        panic!("expected: GAME NETWORK GAMES SECONDS OPTIONS...");
    };
    let games: usize = games.parse().expect("the third argument is a number of games");
    let seconds: f64 = seconds.parse().expect("the fourth argument is a time in seconds");
    let options: Vec<LearnOptions> =
        options.iter().map(|text| serde_json::from_str(text).expect("options are JSON")).collect();
    let start = games::start(name).expect("a game");
    let terminal = options[0].play.terminal;
    let (terminal, start) = TerminalFunction::begin(terminal, &start).expect("this game has such ends");

    let network = player(file, &start, terminal, &options[0]);
    let whole = ReplayOptions { games: usize::MAX, bytes: usize::MAX, ..options[0].replay };
    let (mut seen, mut unseen) = (Replay::new(whole), Replay::new(whole));
    for seed in 0..games {
        let play = selfplay::PlayOptions { symmetries: false, ..options[0].play };
        let stop = AtomicBool::new(false);
        let played = selfplay::play(&start, terminal, &network, &play, seed as u64, &stop);
        let samples = played.expect("nothing stops the game").samples;
        if seed % HELD_OUT == 0 { unseen.push(&samples) } else { seen.push(&samples) }
    }
    let mut test = Samples::default();
    unseen.draw(LOOK_AT, &mut Rng::new(1), &mut test);
    let mean = (0..test.len()).map(|index| test.target(index)).sum::<f32>() / test.len() as f32;
    let spread =
        (0..test.len()).map(|index| (test.target(index) - mean).powi(2)).sum::<f32>() / test.len() as f32;
    println!("{name}: {} states to learn from, {} held out, variance {spread:.4}", seen.len(), unseen.len());

    for options in options {
        let architecture = options.architecture(&start, terminal);
        let (title, adam) = (architecture.to_string(), Adam::new(&architecture));
        let mut learner =
            training(Parameters::new(architecture, 7), adam, &options.train).expect("an ordinary network");
        let (mut steps, mut samples, mut used) = (0, 0, 0.0);
        let mut losses = Vec::new();
        for part in PARTS {
            while used < part * seconds {
                let begin = Clock::Processor.start();
                let draw = |step: u64, batch: &mut Samples| {
                    seen.draw(options.train.batch, &mut Rng::new(step), batch);
                };
                let rate = options.train.rate_after(samples);
                samples += train_steps(&mut *learner, rate, steps..steps + STEPS, draw).samples;
                steps += STEPS;
                used += begin.seconds();
            }
            losses.push(format!("{:.4}", learner.loss(&test)));
        }
        let rate = samples as f64 / used / 1000.0;
        println!(
            "{}  {rate:6.1} k samples/s  {title}  batch {}, rate {}",
            losses.join("  "),
            options.train.batch,
            options.train.rate
        );
    }
}
