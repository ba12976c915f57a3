//! Does it learn? A network learns a game for some minutes, then plays `ubfm` against `ubfm` with `mobility` at
//! equal time, or against a network that has learned side by side with other options.
//!
//! `cargo run --release -p unbounded-learn --example learns -- GAME MINUTES [OPTIONS as JSON] [OTHER OPTIONS]`

mod matches;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Game, TextError, Visitor, split_name};
use learn::learner::{Event, LearnOptions, Learner};
use learn::network::Inference;
use search::evaluate::Mobility;
use search::{Budget, Evaluator};

const PAIRS: u64 = 20;
const TIME: Duration = Duration::from_millis(20);

struct Learns {
    name: String,
    minutes: f64,
    options: LearnOptions,
    other: Option<LearnOptions>,
}

impl Learns {
    /// Learns for as long as it was asked to.
    fn learn<G: Game>(&self, start: &G, options: LearnOptions) -> Inference {
        let mut learner =
            Learner::new(&self.name, start.clone(), options, 1).expect("the game can be learned");
        let begin = Instant::now();
        let mut show = 1.0;
        while begin.elapsed().as_secs_f64() < 60.0 * self.minutes {
            let Some(round) = learner.round(&AtomicBool::new(false), &|_: &Event| {}) else { break };
            if round.seconds >= show {
                show = 2.0 * round.seconds;
                println!("{}", Event::Round(round).to_line());
            }
        }
        let progress = learner.progress();
        println!("{} games, {} states, {} samples", progress.games, progress.states, progress.samples);
        learner.evaluator().clone()
    }
}

impl Visitor for Learns {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let (network, other) = std::thread::scope(|scope| {
            let (this, start) = (&self, &start);
            let other = self.other.map(|options| scope.spawn(move || this.learn(start, options)));
            let network = self.learn(start, self.options);
            (network, other.map(|other| other.join().expect("the other one learns, too")))
        });
        let opponent = || -> Box<dyn Evaluator<G>> {
            match &other {
                Some(other) => Box::new(other.clone()),
                None => Box::new(Mobility),
            }
        };
        let budget = Budget { time: Some(TIME), ..Budget::default() };
        let [wins, draws, losses] =
            matches::compare(&start, PAIRS, &budget, [&|| Box::new(network.clone()), &opponent]);
        println!("{}: {wins} wins, {draws} draws, {losses} losses", self.name);
    }
}

fn main() -> Result<(), TextError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, usual: &'static str| arguments.get(index).map_or(usual, String::as_str);
    let options = |text: &str| serde_json::from_str(text).expect("options are JSON");
    let name = argument(0, "breakthrough:6x6");
    let learns = Learns {
        name: name.to_owned(),
        minutes: argument(1, "1").parse().expect("the second argument is a number"),
        options: options(argument(2, "{}")),
        other: arguments.get(3).map(|text| options(text)),
    };
    // Each game's own door: the list would compile the search for every game.
    match split_name(name) {
        ("breakthrough", variant) => games::breakthrough::open(variant, learns),
        ("connect4", variant) => games::connect4::open(variant, learns),
        ("hex", variant) => games::hex::open(variant, learns),
        ("othello", variant) => games::othello::open(variant, learns),
        _ => Err(TextError::new("this example knows breakthrough, connect4, hex and othello")),
    }
}
