//! What rounding to integers costs in strength: networks against themselves with all digits, at equal evaluations.
//!
//! `cargo run --release -p unbounded-learn --example integers -- [NETWORKS] [PAIRS] [EVALUATIONS]`

mod matches;

use std::path::Path;

use game::{AnyState, Game, TerminalFunction};
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

impl Comparison<'_> {
    fn play(self) -> Result<(), String> {
        let start = games::start(self.game).map_err(|error| error.to_string())?;
        let path = self.networks.join(format!("{}.safetensors", self.game));
        let network = Network::read_for(&path, self.game, &start).map_err(|error| error.to_string())?;
        let integers = network.inference(TerminalFunction::SCORE).map_err(|error| error.to_string())?;
        let Architecture::Incremental(shape) = *network.parameters.shape() else {
            return Err("only incremental networks are rounded".to_owned());
        };
        let floats = Floats(Parameters::from_numbers(shape, network.parameters.numbers().to_vec())?);
        let budget = Budget { evaluations: Some(self.evaluations), ..Budget::default() };
        let (integers, floats): (matches::Make<'_, AnyState>, matches::Make<'_, AnyState>) =
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
    ["breakthrough", "connect4", "othello"]
        .into_iter()
        .try_for_each(|game| Comparison { game, ..comparison }.play())
}
