//! How fast a network is inside a search, in self-play and in training, on one core.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::{Game, Rng, Visitor};
use learn::network::{Incremental, Parameters, Shape};
use learn::samples::Samples;
use learn::selfplay::{self, PlayOptions};
use learn::train::Trainer;
use search::evaluate::Noise;
use search::policy::Ubfm;
use search::{Budget, Completion, Evaluator, Search};

struct Measure(&'static str);

fn evaluations_per_second<G: Game>(start: &G, evaluator: Box<dyn Evaluator<G>>, time: Duration) -> f64 {
    let mut search = Search::new(start.clone(), Box::new(Ubfm), Completion::On, evaluator);
    let budget = Budget { time: Some(time), ..Budget::default() };
    let begin = seconds_on_core();
    search.run(&budget, &AtomicBool::new(false));
    search.counts().evaluations as f64 / (seconds_on_core() - begin)
}

/// How long this thread has run, whoever else runs; the time of day where the system does not say.
fn seconds_on_core() -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64()),
        |nanoseconds| nanoseconds / 1e9,
    )
}

impl Visitor for Measure {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let shape = Shape::usual(start.feature_count());
        let network = Incremental::new(&Parameters::new(shape, 1));
        let time = Duration::from_millis(1500);
        let speed = evaluations_per_second(&start, Box::new(network.clone()), time);
        let whole = evaluations_per_second(&start, Box::new(network.clone().without_differences()), time);
        let playing = states_per_second(&start, &network);
        let noise = evaluations_per_second(&start, Box::new(Noise { seed: 1 }), time);
        println!(
            "{:16} {shape}: {:.2} M evaluations/s, {:.2} times those without differences; noise {:.2} M/s",
            self.0,
            speed / 1e6,
            speed / whole,
            noise / 1e6
        );
        println!("{:16} self-play: {:.0} states/s", self.0, playing);
        #[cfg(feature = "residual")]
        measure_residual(self.0, &start, time);
    }
}

/// The same search with a residual network of the usual size.
#[cfg(feature = "residual")]
fn measure_residual<G: Game>(name: &str, start: &G, time: Duration) {
    use learn::network::{Residual, Tower, TowerOptions};
    let tower = Tower::new(start, TowerOptions::default());
    let network = Residual::new(&Parameters::new(tower.clone(), 1));
    let speed = evaluations_per_second(start, Box::new(network), time);
    println!("{name:16} {tower}: {speed:.0} evaluations/s");
}

/// States that games of self-play give to learn from.
fn states_per_second<G: Game>(start: &G, network: &Incremental) -> f64 {
    let (options, stop) = (PlayOptions::default(), AtomicBool::new(false));
    let begin = seconds_on_core();
    let games = (0..8).filter_map(|seed| selfplay::play(start, network, &options, seed, &stop));
    let states: usize = games.map(|game| game.samples.len()).sum();
    states as f64 / (seconds_on_core() - begin)
}

fn measure_training() {
    let shape = Shape::usual(484);
    let mut rng = Rng::new(1);
    let mut batch = Samples::default();
    for _ in 0..256 {
        let features: Vec<u16> = (0..33).map(|i| (i * 14 + rng.below(14)) as u16).collect();
        batch.push(&features, (rng.below(3) as f32) - 1.0);
    }
    let mut trainer = Trainer::fresh(Parameters::new(shape, 1), 1);
    let (steps, begin) = (2000, seconds_on_core());
    let loss: f32 = (0..steps).map(|_| trainer.step(&batch, 1e-3)).sum();
    let seconds = seconds_on_core() - begin;
    let samples = (steps * batch.len()) as f64;
    println!(
        "training {shape}: {:.3} M samples/s, mean loss {}",
        samples / seconds / 1e6,
        loss / steps as f32
    );
}

fn main() {
    measure_training();
    // Each game's own door: the list would compile the search for every game.
    let opened = [
        games::breakthrough::open("", Measure("breakthrough")),
        games::hex::open("11", Measure("hex:11")),
        games::othello::open("", Measure("othello")),
        games::amazons::open("", Measure("amazons")),
    ];
    opened.into_iter().collect::<Result<(), _>>().expect("these games are there");
}
