//! Does it learn? A network learns a game for some minutes, then plays `ubfm` against `ubfm` with `mobility` at
//! equal time.
//!
//! `cargo run --release -p unbounded-learn --example learns -- GAME MINUTES [WORKERS] [OPTIONS as JSON]`

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Game, Outcome, Player, Rng, TextError, Visitor, split_name};
use learn::learner::{Event, LearnOptions, Learner};
use learn::network::Incremental;
use search::evaluate::Mobility;
use search::policy::Ubfm;
use search::{Budget, Completion, Evaluator, Search, Searcher};

const PAIRS: u64 = 20;
const TIME: Duration = Duration::from_millis(20);
const OPENING: usize = 2;

struct Learns {
    name: String,
    minutes: f64,
    workers: usize,
    options: LearnOptions,
}

/// The gain of player 1 in a game from this opening.
fn play<G: Game>(opening: &G, evaluators: [&dyn Fn() -> Box<dyn Evaluator<G>>; 2]) -> i8 {
    let mut state = opening.clone();
    let mut searches =
        evaluators.map(|evaluator| Search::new(state.clone(), Box::new(Ubfm), Completion::On, evaluator()));
    let budget = Budget { time: Some(TIME), ..Budget::default() };
    loop {
        if let Some(outcome) = state.outcome() {
            return outcome.gain();
        }
        let search = &mut searches[state.turn().index()];
        search.set_root(state.clone());
        search.run(&budget, &AtomicBool::new(false));
        let Some(m) = search.decide() else { return Outcome::Draw.gain() };
        state.play(m);
    }
}

/// Wins, draws and losses of the network.
fn compare<G: Game>(start: &G, network: &Incremental) -> [u32; 3] {
    let mut counts = [0; 3];
    for pair in 0..PAIRS {
        let mut rng = Rng::new(pair);
        let opening = loop {
            let mut state = start.clone();
            for _ in 0..OPENING {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                if !moves.is_empty() {
                    state.play(rng.pick(&moves));
                }
            }
            if state.outcome().is_none() {
                break state;
            }
        };
        let learned = || -> Box<dyn Evaluator<G>> { Box::new(network.clone()) };
        let mobility = || -> Box<dyn Evaluator<G>> { Box::new(Mobility) };
        for side in Player::BOTH {
            let evaluators: [&dyn Fn() -> Box<dyn Evaluator<G>>; 2] =
                if side == Player::First { [&learned, &mobility] } else { [&mobility, &learned] };
            counts[(1 - play(&opening, evaluators) * side.sign()) as usize] += 1;
        }
    }
    counts
}

impl Visitor for Learns {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let mut learner = Learner::new(&self.name, start.clone(), self.options, self.workers)
            .expect("the game can be learned");
        let begin = Instant::now();
        let stop = AtomicBool::new(false);
        let show = Cell::new(1.0);
        while begin.elapsed().as_secs_f64() < 60.0 * self.minutes {
            let Some(round) = learner.round(&stop, &|_: &Event| {}) else { break };
            if round.seconds >= show.get() {
                show.set(1.5 * round.seconds);
                println!("{}", Event::Round(round).to_line());
            }
        }
        let [wins, draws, losses] = compare(&start, learner.evaluator());
        println!(
            "{} after {:.1} minutes, {} games, {} states: {wins} wins, {draws} draws, {losses} losses against mobility",
            self.name,
            begin.elapsed().as_secs_f64() / 60.0,
            learner.progress().games,
            learner.progress().states,
        );
    }
}

fn main() -> Result<(), TextError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, usual: &'static str| arguments.get(index).map_or(usual, String::as_str);
    let name = argument(0, "breakthrough:6x6");
    let learns = Learns {
        name: name.to_owned(),
        minutes: argument(1, "1").parse().expect("the second argument is a number"),
        workers: argument(2, "1").parse().expect("the third argument is a number"),
        options: serde_json::from_str(argument(3, "{}")).expect("the fourth argument is options as JSON"),
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
