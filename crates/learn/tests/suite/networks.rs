//! Networks over random games of every game: differences, levels and integers give the values that they should.

use game::{Game, Rng, Visitor};
use learn::network::{Incremental, Level, Parameters, Shape};
use search::Evaluator;

/// How far integers may be from floats, for a network with weights of the usual size.
const BOUND: f32 = 5e-3;

struct RandomGames {
    plies: usize,
}

fn children<G: Game>(state: &G) -> Vec<G> {
    search::children(state).into_iter().map(|(_, child)| child).collect()
}

impl Visitor for RandomGames {
    type Output = Result<f32, String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        let shape = Shape { features: start.feature_count(), width: 64, hidden: [32, 16] };
        let parameters = Parameters::new(shape, 11);
        let network = Incremental::new(&parameters);
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
            let values = |network: &Incremental| {
                let mut values = vec![0.0; children.len()];
                network.evaluate(&state, &children, &mut values);
                values
            };
            let expected = values(&whole);
            for level in Level::available() {
                if values(&network.clone().at_level(level)) != expected {
                    return Err(format!("{level:?} at {}", state.position()));
                }
            }
            let mut features = Vec::new();
            for (child, &value) in children.iter().zip(&expected).take(4) {
                features.clear();
                child.features(&mut features);
                worst = worst.max((parameters.value(&features) - value).abs());
                if network.value(child) != value {
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
        let worst = games::open(sample, RandomGames { plies: 60 }).unwrap();
        let worst = worst.unwrap_or_else(|place| panic!("{sample}: {place}"));
        assert!(worst <= BOUND, "{sample}: {worst}");
    }
}
