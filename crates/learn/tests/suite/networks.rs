//! Networks over random games of every game: differences, levels and integers give the values that they should.

use game::{AnyState, Features, Game, Rng};
use learn::network::{Incremental, Parameters, PatternNetwork, PatternOptions, Patterns, Shape, SimdLevel};
use search::Evaluator;

/// How far integers may be from floats, for a network with weights of the usual size.
const BOUND: f32 = 5e-3;
/// The same for patterns with random rows, on a scale of 2: their rounding errors add up over the cells of a large board.
const PATTERN_BOUND: f32 = 1e-1;

struct RandomGames {
    plies: usize,
}

/// A network in all ways to compute it.
trait Ways<G: Game>: Evaluator<G> + Clone {
    fn at_level(self, level: SimdLevel) -> Self;
    fn without_differences(self) -> Self;
    /// The value of one state, as integers and as floats.
    fn alone(&self, state: &G) -> [f32; 2];
}

#[derive(Clone)]
struct Known<N, P>(N, P);

impl<G: Game, N: Evaluator<G>, P: Send + Sync> Evaluator<G> for Known<N, P> {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        self.0.evaluate(parent, children, values);
    }
}

impl<G: Game> Ways<G> for Known<Incremental, Parameters> {
    fn at_level(self, level: SimdLevel) -> Self {
        Known(self.0.at_level(level), self.1)
    }

    fn without_differences(self) -> Self {
        Known(self.0.without_differences(), self.1)
    }

    fn alone(&self, state: &G) -> [f32; 2] {
        [self.0.value(state), self.1.value(&features(state))]
    }
}

impl<G: Game> Ways<G> for Known<PatternNetwork, Parameters<Patterns>> {
    fn at_level(self, level: SimdLevel) -> Self {
        Known(self.0.at_level(level), self.1)
    }

    fn without_differences(self) -> Self {
        Known(self.0.without_differences(), self.1)
    }

    fn alone(&self, state: &G) -> [f32; 2] {
        [self.0.value(state), self.1.value_of(&features(state))]
    }
}

fn features<G: Game>(state: &G) -> Vec<u32> {
    let mut features = Vec::new();
    state.features(&mut features);
    features
}

fn children<G: Game>(state: &G) -> Vec<G> {
    search::children(state).into_iter().map(|(_, child)| child).collect()
}

impl RandomGames {
    /// The largest error of either network.
    fn visit(self, start: AnyState) -> Result<[f32; 2], String> {
        let shape = Shape { features: start.feature_count(), width: 64, hidden: [32, 16] };
        let parameters = Parameters::new(shape, 11);
        let worst = self.check(&start, &Known(Incremental::new(&parameters), parameters))?;
        let sizes = PatternOptions { width: 64, hidden: [32, 16], stages: 3 };
        let mut parameters = Parameters::new(Patterns::new(&start, sizes, 2.0), 11);
        // Rows of patterns begin as zeros, which would hide what goes wrong with them.
        let mut rng = Rng::new(5);
        let rows = parameters.shape().rows() * sizes.width;
        let numbers = parameters.numbers_mut()[..rows].iter_mut().filter(|number| **number == 0.0);
        numbers.for_each(|number| *number = (rng.below(2001) as f32 - 1000.0) / 40_000.0);
        let patterns = self.check(&start, &Known(PatternNetwork::new(&parameters), parameters))?;
        Ok([worst, patterns])
    }

    fn check<G: Game>(&self, start: &G, network: &impl Ways<G>) -> Result<f32, String> {
        let whole = network.clone().without_differences();
        let mut rng = Rng::new(4);
        let (mut state, mut worst) = (start.clone(), 0.0_f32);
        for _ in 0..self.plies {
            if state.outcome().is_some() {
                state = start.clone();
            }
            let mut children = children(&state);
            if children.is_empty() {
                break;
            }
            children.truncate(40);
            let values = |network: &dyn Evaluator<G>| {
                let mut values = vec![0.0; children.len()];
                network.evaluate(&state, &children, &mut values);
                values
            };
            let expected = values(&whole);
            for level in SimdLevel::available() {
                if values(&network.clone().at_level(level)) != expected {
                    return Err(format!("{level:?} at {}", state.position()));
                }
            }
            for (child, &value) in children.iter().zip(&expected).take(4) {
                let [alone, float] = network.alone(child);
                worst = worst.max((float - value).abs());
                if alone != value {
                    return Err(format!("alone at {}", child.position()));
                }
            }
            state = children.swap_remove(rng.below(children.len()));
        }
        Ok(worst)
    }
}

#[test]
fn differences_and_levels_change_nothing_and_integers_little() {
    for sample in games::LIST.iter().flat_map(|about| about.samples) {
        let worst = games::start(sample).map(|start| RandomGames { plies: 60 }.visit(start)).unwrap();
        let worst = worst.unwrap_or_else(|place| panic!("{sample}: {place}"));
        assert!(worst[0] <= BOUND && worst[1] <= PATTERN_BOUND, "{sample}: {worst:?}");
    }
}

/// Whether a pattern network gives a state and its images, and its exchanged state, the values that they must have.
/// How many images were compared.
fn alike(start: AnyState) -> usize {
    let mut parameters = Parameters::new(Patterns::new(&start, PatternOptions::default(), 2.0), 3);
    let (layout, mut rng) = (parameters.shape().clone(), Rng::new(8));
    // The features tell images apart; the patterns alone do not.
    let (features, width) = (start.feature_count(), layout.sizes.width);
    let numbers = &mut parameters.numbers_mut()[..layout.rows() * width];
    numbers[..features * width].fill(0.0);
    let patterns = numbers[features * width..].iter_mut();
    patterns.for_each(|number| *number = (rng.below(2001) as f32 - 1000.0) / 40_000.0);
    let network = PatternNetwork::new(&parameters);
    let (mut state, mut moves, mut compared) = (start.clone(), Vec::new(), 0);
    for _ in 0..80 {
        for image in state.symmetries() {
            assert_eq!(network.value(&image), network.value(&state), "{}", state.position());
            compared += 1;
        }
        moves.clear();
        state.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        state.play(rng.pick(&moves));
    }
    compared
}

#[test]
fn patterns_look_alike_from_all_sides() {
    for game in [
        "clobber",
        "othello",
        "amazons",
        "breakthrough",
        "hex:7",
        "havannah:4",
        "santorini",
        "chess",
        "connect4",
    ] {
        let compared = games::start(game).map(alike).unwrap();
        assert!(compared > 0, "{game}");
    }
}
