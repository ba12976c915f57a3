//! How far a network looks before it estimates: states without a choice are worth what lies behind them.

use std::sync::atomic::AtomicBool;

use game::children::{Family, Look};
use game::{AnyState, Clock, Features, Game, Machinery, Rng, TerminalFunction, TerminalValue};
use learn::learner::{LearnOptions, Learner};
use learn::network::{Architecture, Horizon, Incremental, Inference, Parameters, Shape};
use search::{Evaluator, children};

const GAME: &str = "draughts:brazilian";

/// As it is defined: the only child of a state, as long as there is only one.
fn expected<G: Game>(state: &G, network: &Incremental) -> f32 {
    match children(state).as_slice() {
        [] => state.score(),
        [(_, only)] => expected(only, network),
        _ => network.value(state),
    }
}

/// Counts estimates of states with and without a choice, each compared with its definition.
fn random_games(start: AnyState) -> [u32; 2] {
    let shape = Shape { features: start.feature_count(), width: 64, hidden: [16, 16] };
    let network = Incremental::new(&Parameters::new(shape, 5));
    let parameters = Parameters::new(Architecture::Incremental(shape), 5);
    let ahead = Inference::new(&parameters, Horizon::Choice, TerminalFunction::SCORE).unwrap();
    let here = Inference::new(&parameters, Horizon::State, TerminalFunction::SCORE).unwrap();
    let (mut rng, mut counts) = (Rng::new(3), [0, 0]);
    for _ in 0..20 {
        let mut state = start.clone();
        while state.outcome().is_none() {
            let next: Vec<AnyState> = children(&state).into_iter().map(|(_, child)| child).collect();
            let [mut far, mut near] = [vec![0.0; next.len()], vec![0.0; next.len()]];
            ahead.evaluate(&state, &next, &mut far);
            here.evaluate(&state, &next, &mut near);
            for ((child, far), near) in next.iter().zip(far).zip(near) {
                assert_eq!(far, expected(child, &network), "{}", child.position());
                assert_eq!(near, network.value(child), "{}", child.position());
                counts[usize::from(children(child).len() == 1)] += 1;
            }
            state = next[rng.below(next.len())].clone();
        }
    }
    counts
}

#[test]
fn a_state_without_a_choice_is_worth_what_lies_behind_it() {
    let [free, forced] = games::start("draughts:brazilian").map(random_games).unwrap();
    assert!(free > 100 && forced > 100, "{free} {forced}");
}

/// The horizon of a network that has learned for one round, as its file says.
struct Learned(Option<Horizon>);

impl Learned {
    fn visit(self, start: AnyState) -> Horizon {
        let mut options = LearnOptions {
            width: 64,
            hidden: [16, 16],
            games_a_round: 1,
            horizon: self.0,
            ..LearnOptions::default()
        };
        options.play.longest = 2;
        options.play.evaluations = 10;
        let path =
            std::env::temp_dir().join(format!("unbounded-horizon-{}-{:?}", std::process::id(), self.0));
        let mut learner = Learner::new(GAME, start.clone(), options, 1).unwrap();
        learner.round(&AtomicBool::new(false), &|_| {}).unwrap();
        learner.save(&path).unwrap();
        let resumed = Learner::load(&path, GAME, start, 1);
        std::fs::remove_file(path).unwrap();
        let horizon = resumed.unwrap().network("").horizon;
        assert_eq!(horizon, learner.network("").horizon);
        horizon
    }
}

/// An estimate that looks as far as the end of the game is f_t, with the plies that lead there.
#[test]
fn an_end_within_the_horizon_is_worth_f_t() {
    // Two counters: the second player has to take the last one, and wins after two plies.
    let start = games::start("nim:1-1").unwrap();
    assert!(children(&start).iter().all(|(_, child)| children(child).len() == 1));
    let shape = Shape { features: start.feature_count(), width: 64, hidden: [16, 16] };
    let parameters = Parameters::new(Architecture::Incremental(shape), 5);
    for (kind, value) in
        [(TerminalValue::DepthAdditive, -1.0), (TerminalValue::DepthMargin, -1.0 - 64.0 / 66.0)]
    {
        let (terminal, start) = TerminalFunction::begin(kind, &start).unwrap();
        let ahead = Inference::new(&parameters, Horizon::Choice, terminal).unwrap();
        // A search asks for the children of a state through its generator.
        let mut generator = start.child_generator();
        let mut family = Family::default();
        generator.generate(&start, Look::Rules(terminal), &mut family, &Clock::never()).unwrap();
        let mut values = vec![0.0; family.moves.len()];
        generator.evaluate(&start, 0..2, &ahead, &mut values);
        assert_eq!(values, [value; 2], "{kind:?}");
    }
}

#[test]
fn games_with_compulsory_moves_are_learned_with_foresight_unless_somebody_says() {
    assert_eq!(
        games::start("draughts:brazilian").map(|start| Learned(None).visit(start)).unwrap(),
        Horizon::Choice
    );
    assert_eq!(
        games::start("draughts:brazilian").map(|start| Learned(Some(Horizon::State)).visit(start)).unwrap(),
        Horizon::State
    );
    fn natural(start: AnyState) -> Horizon {
        Horizon::natural(&start)
    }
    assert_eq!(games::start("connect4").map(natural).unwrap(), Horizon::State);
}
