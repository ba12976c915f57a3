//! Residual networks: one value a state however it is asked for, and the loop of learning around them.

use std::sync::atomic::AtomicBool;

use game::{Game, Rng, Visitor};
use games::breakthrough::Breakthrough;
use games::connect4::Connect4;
use learn::learner::{LearnOptions, Learner, NetworkKind};
use learn::network::{Architecture, Parameters, Residual, Tower, TowerOptions};
use learn::samples::Samples;
use learn::train::{Adam, ResidualTrainer, TrainOptions, Training, training};
use search::Evaluator;

const SMALL: TowerOptions = TowerOptions { blocks: 2, channels: 8 };

/// A network whose blocks do something, unlike those of a new one.
fn parameters<G: Game>(start: &G) -> Parameters<Tower> {
    let mut parameters = Parameters::new(Tower::new(start, SMALL), 1);
    let mut rng = Rng::new(2);
    for number in parameters.numbers_mut() {
        *number += (rng.below(1000) as f32 - 499.5) / 5000.0;
    }
    parameters
}

/// Plays a random game and holds every batch against its states, one by one.
struct Batches;

impl Visitor for Batches {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let network = Residual::new(&parameters(&start));
        let (mut state, mut rng, mut seen) = (start, Rng::new(3), Vec::new());
        while state.outcome().is_none() {
            let mut children: Vec<G> = search::children(&state).into_iter().map(|(_, child)| child).collect();
            let mut together = vec![0.0; children.len()];
            network.evaluate(&state, &children, &mut together);
            for (child, &value) in children.iter().zip(&together) {
                let mut alone = [0.0];
                network.evaluate(child, std::slice::from_ref(child), &mut alone);
                assert!((alone[0] - value).abs() <= 1e-5, "{alone:?} {value}");
            }
            let mut again = vec![0.0; children.len()];
            network.clone().evaluate(&state, &children, &mut again);
            assert_eq!(again, together);
            seen.extend(together);
            state = children.swap_remove(rng.below(children.len()));
        }
        assert!(seen.iter().all(|value| value.abs() < 2.0));
        assert!(seen.iter().any(|value| value != &seen[0]), "one value for all states");
    }
}

#[test]
fn a_batch_has_the_values_of_its_states() {
    games::connect4::open("5x4", Batches).unwrap();
    games::breakthrough::open("4x5", Batches).unwrap();
    games::havannah::open("4", Batches).unwrap();
    games::nim::open("", Batches).unwrap();
}

#[test]
fn no_children_are_no_work() {
    let start = Breakthrough::start(4, 5);
    Residual::new(&parameters(&start)).evaluate(&start, &[], &mut []);
}

fn batch() -> Samples {
    let (mut batch, mut buffer) = (Samples::default(), Vec::new());
    for (_, child) in search::children(&Breakthrough::start(4, 5)) {
        for (m, grandchild) in search::children(&child) {
            let target = if child.move_text(m).starts_with('a') { 1.0 } else { -0.5 };
            batch.push_state(&grandchild, target, &mut buffer);
        }
    }
    batch
}

/// The gradient is that of finite differences, as far as the first step of Adam shows it: that is a step of the
/// rate against the sign of each slope.
#[test]
fn the_first_step_goes_down_where_it_is_steep() {
    const RATE: f32 = 1e-3;
    let (batch, parameters) = (batch(), parameters(&Breakthrough::start(4, 5)));
    let fresh =
        |parameters: &Parameters<Tower>| ResidualTrainer::new(parameters, &Adam::new(parameters.shape()));
    let mut trainer = fresh(&parameters);
    trainer.step(&batch, RATE);
    let after = trainer.numbers();
    let mut steep = 0;
    for place in (0..after.len()).step_by(41) {
        let loss = |by: f32| {
            let mut moved = parameters.clone();
            moved.numbers_mut()[place] += by;
            fresh(&moved).step(&batch, 0.0)
        };
        let slope = (loss(1e-2) - loss(-1e-2)) / 2e-2;
        if slope.abs() > 1e-2 {
            steep += 1;
            let step = after[place] - parameters.numbers()[place];
            assert!((step + RATE * slope.signum()).abs() < 1e-4, "{place}: {step} against {slope}");
        }
    }
    assert!(steep > 5, "{steep}");
}

#[test]
fn training_goes_on_from_its_memory() {
    let (batch, start) = (batch(), Breakthrough::start(4, 5));
    let architecture = Architecture::Residual(Tower::new(&start, SMALL));
    let adam = Adam::new(&architecture);
    let mut trainer =
        training(Parameters::new(architecture.clone(), 1), adam, &TrainOptions::default()).unwrap();
    let losses: Vec<f32> = (0..20).map(|_| trainer.step(&batch, 3e-3)).collect();
    let parameters = Parameters::from_numbers(architecture, trainer.numbers().into_owned()).unwrap();
    let mut other = training(parameters, trainer.memory().into_owned(), &TrainOptions::default()).unwrap();
    for _ in 0..20 {
        assert_eq!(trainer.step(&batch, 3e-3), other.step(&batch, 3e-3));
    }
    let last = trainer.step(&batch, 3e-3);
    assert!(last < 0.2 * losses[0], "{losses:?} {last}");
}

const NAME: &str = "connect4:4x4";

fn learner(workers: usize) -> Learner<Connect4<u64>> {
    let mut options = LearnOptions {
        network: NetworkKind::Residual,
        residual: SMALL,
        games_a_round: 4,
        ..LearnOptions::default()
    };
    options.play.evaluations = 60;
    options.train.batch = 64;
    options.train.rate = 3e-3;
    Learner::new(NAME, Connect4::<u64>::start(4, 4), options, workers).unwrap()
}

fn losses(learner: &mut Learner<Connect4<u64>>, rounds: usize) -> Vec<f32> {
    let stop = AtomicBool::new(false);
    (0..rounds).map(|_| learner.round(&stop, &|_| {}).unwrap().loss).collect()
}

#[test]
fn a_learner_learns_and_goes_on_from_a_checkpoint() {
    let path = std::env::temp_dir().join(format!("unbounded-residual-{}", std::process::id()));
    let mut expected = learner(1);
    let first = losses(&mut expected, 3);
    expected.save(&path).unwrap();
    let later = losses(&mut expected, 5);
    let mut resumed = Learner::load(&path, NAME, Connect4::<u64>::start(4, 4), 2).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(losses(&mut resumed, 5), later);
    assert!(resumed.network("").parameters == expected.network("").parameters);
    let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
    assert!(mean(&later[3..]) < 0.9 * mean(&first), "{first:?} {later:?}");
}
