//! What rounding to integers costs in strength: networks against themselves with all digits, at equal evaluations.
//!
//! `cargo run --release -p unbounded-learn --example integers -- [NETWORKS] [PAIRS] [EVALUATIONS]`

mod matches;

use std::path::Path;

use game::{Game, TerminalFunction, Visitor};
use learn::network::{Architecture, Network, Parameters};
use search::{Budget, Evaluator};

/// The network as it was trained: floats, every layer from the beginning.
#[derive(Clone)]
struct Floats(Parameters);

impl<G: Game> Evaluator<G> for Floats {
    fn evaluate(&self, _: &G, children: &[G], values: &mut [f32]) {
        let mut features = Vec::new();
        for (child, value) in children.iter().zip(values) {
            features.clear();
            child.features(&mut features);
            *value = self.0.value(&features);
        }
    }
}

#[derive(Clone, Copy)]
struct Comparison<'a> {
    game: &'a str,
    networks: &'a Path,
    pairs: u64,
    evaluations: u64,
}

impl Visitor for Comparison<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let path = self.networks.join(format!("{}.safetensors", self.game));
        let network = Network::read_for(&path, self.game, &start).map_err(|error| error.to_string())?;
        let integers = network.inference(TerminalFunction::SCORE).map_err(|error| error.to_string())?;
        let Architecture::Incremental(shape) = *network.parameters.shape() else {
            return Err("only incremental networks are rounded".to_owned());
        };
        let floats = Floats(Parameters::from_numbers(shape, network.parameters.numbers().to_vec())?);
        let budget = Budget { evaluations: Some(self.evaluations), ..Budget::default() };
        let (integers, floats): (matches::Make<'_, G>, matches::Make<'_, G>) =
            (&|| Box::new(integers.clone()), &|| Box::new(floats.clone()));
        let [wins, draws, losses] = matches::compare(&start, self.pairs, &budget, [integers, floats]);
        println!("{}: integers have {wins} wins, {draws} draws, {losses} losses against floats", self.game);
        Ok(())
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, usual: &'static str| arguments.get(index).map_or(usual, String::as_str);
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    let comparison = Comparison {
        game: "",
        networks: Path::new(argument(0, "networks")),
        pairs: number(argument(1, "100"))?,
        evaluations: number(argument(2, "500"))?,
    };
    let text = |error: game::TextError| error.to_string();
    // Each game's own door: the list would compile the search for every game.
    games::breakthrough::open("", Comparison { game: "breakthrough", ..comparison }).map_err(text)??;
    games::connect4::open("", Comparison { game: "connect4", ..comparison }).map_err(text)??;
    games::othello::open("", Comparison { game: "othello", ..comparison }).map_err(text)?
}
