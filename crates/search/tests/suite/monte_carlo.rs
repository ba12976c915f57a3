//! The Monte Carlo family: its proofs are right, its moves are good, and it respects its limits.

use std::time::Duration;

use game::laws::exhaustive_value;
use game::{AnyState, Game, Player};
use games::breakthrough::Breakthrough;
use games::connect4::Connect4;
use games::graph::Graph;
use games::hex::Hex;
use games::nim::Nim;
use proptest::prelude::*;
use search::baseline::monte_carlo::{MonteCarlo, Variant};
use search::evaluate::{Mobility, Noise};
use search::{Budget, Decision, Options, Searcher, Setup, Stop, TerminalFunction, Watch};

use crate::model::{Shape, minimax, random_graph};

const ALL: [Variant; 5] =
    [Variant::Plain, Variant::Rave, Variant::ImplicitMinimax, Variant::Solver, Variant::MinimaxSelection];
const PROVERS: [Variant; 2] = [Variant::Solver, Variant::MinimaxSelection];

fn searcher<G: Game>(variant: Variant, options: &str, root: &G, seed: u64) -> MonteCarlo<G> {
    let options = Options::read(variant.options(), options).unwrap();
    let setup = Setup {
        root: root.clone(),
        evaluator: Box::new(Mobility),
        terminal: TerminalFunction::SCORE,
        decision: Decision::Safe,
        seed,
    };
    MonteCarlo::new(variant, &options, setup).unwrap()
}

fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

fn run<G: Game>(search: &mut MonteCarlo<G>, budget: &Budget) -> Stop {
    search.search(budget, &mut Watch::default())
}

fn after<G: Game>(state: &G, m: G::Move) -> G {
    let mut next = state.clone();
    next.play(m);
    next
}

fn best<G: Game>(search: &mut MonteCarlo<G>) -> G::Move {
    let finding = search.finding();
    finding.choices[finding.best.unwrap()].m
}

/// Both provers find the value, a move that preserves it, and a line that ends with it.
fn proves(start: AnyState) {
    let value = exhaustive_value(&start);
    for (variant, seed) in PROVERS.iter().flat_map(|&variant| [(variant, 1), (variant, 2)]) {
        let mut search = searcher(variant, "", &start, seed);
        assert_eq!(run(&mut search, &Budget::default()), Stop::Resolved);
        let finding = search.finding();
        let label = finding.label.unwrap();
        assert_eq!((label.exact, label.resolved), (value, true), "{variant:?} of {}", start.position());
        assert_eq!(exhaustive_value(&after(&start, best(&mut search))), value);
        for choice in finding.choices.iter().filter(|choice| choice.label.resolved) {
            assert_eq!(exhaustive_value(&after(&start, choice.m)), choice.label.exact);
        }
        let end = finding.line.iter().fold(start.clone(), |state, &m| after(&state, m));
        assert_eq!(end.outcome().unwrap().gain(), value, "the line of {}", start.position());
    }
}

#[test]
fn the_provers_agree_with_exhaustive_search() {
    games::start("mnk:3x3x3").map(proves).unwrap();
    games::start("mnk:4x3x3").map(proves).unwrap();
    games::start("connect4:4x4").map(proves).unwrap();
    games::start("hexapawn").map(proves).unwrap();
    games::start("hexapawn:4x4").map(proves).unwrap();
    games::start("domineering:4x4").map(proves).unwrap();
    games::start("clobber:3x4").map(proves).unwrap();
    games::start("hex:3").map(proves).unwrap();
    games::start("hex:3,noswap").map(proves).unwrap();
    games::start("nim:3-4-5").map(proves).unwrap();
    proves(AnyState::new(Nim::new(&[1, 2, 3], Player::Second)));
}

/// The solver proves a game with its default settings.
struct ProvesByDefault(i8);

impl ProvesByDefault {
    fn visit(self, start: AnyState) {
        let mut search = searcher(Variant::Solver, "", &start, 1);
        let budget = Budget { memory: Some(256 << 20), ..iterations(3_000_000) };
        assert_eq!(run(&mut search, &budget), Stop::Resolved, "{}", start.position());
        assert_eq!(search.finding().label.unwrap().exact, self.0, "{}", start.position());
    }
}

#[test]
fn the_solver_proves_larger_games_with_its_default_settings() {
    games::start("hex:4,noswap").map(|start| ProvesByDefault(1).visit(start)).unwrap();
    games::start("hex:4").map(|start| ProvesByDefault(-1).visit(start)).unwrap();
    games::start("clobber:4x4").map(|start| ProvesByDefault(1).visit(start)).unwrap();
    // The states of this game include their history, so there are too many for an exhaustive search.
    games::start("dodgem").map(|start| ProvesByDefault(1).visit(start)).unwrap();
}

/// All members find a move that preserves the value.
fn plays_well(start: AnyState) {
    let value = exhaustive_value(&start);
    let searches = ALL.map(|variant| (variant, "")).into_iter().chain([(Variant::Plain, "leaves=evaluator")]);
    for (variant, options) in searches {
        let mut search = searcher(variant, options, &start, 3);
        run(&mut search, &iterations(20_000));
        let chosen = best(&mut search);
        assert_eq!(
            exhaustive_value(&after(&start, chosen)),
            value,
            "{variant:?}({options}) plays {} at {}",
            start.move_text(chosen),
            start.position()
        );
    }
}

#[test]
fn every_member_finds_a_move_that_preserves_the_value() {
    games::start("mnk:3x3x3").map(plays_well).unwrap();
    games::start("connect4:4x4").map(plays_well).unwrap();
    games::start("hexapawn").map(plays_well).unwrap();
    games::start("domineering:4x4").map(plays_well).unwrap();
    games::start("hex:3").map(plays_well).unwrap();
    games::start("nim:1-2-4").map(plays_well).unwrap();
}

#[test]
fn slices_and_snapshots_do_not_change_a_search_but_the_seed_does() {
    let start = Connect4::<u64>::start(6, 5);
    for variant in ALL {
        let mut whole = searcher(variant, "", &start, 7);
        run(&mut whole, &iterations(3_000));
        let whole = whole.finding();
        let mut slices = searcher(variant, "", &start, 7);
        let mut seen = 0;
        for _ in 0..30 {
            let mut see = |_| seen += 1;
            let mut watch = Watch { snapshots: Some((Duration::ZERO, &mut see)), ..Watch::default() };
            slices.search(&iterations(100), &mut watch);
        }
        assert!(seen > 0);
        assert_eq!(slices.finding(), whole, "{variant:?}");
        let mut other = searcher(variant, "", &start, 8);
        run(&mut other, &iterations(3_000));
        assert_ne!(other.finding().choices, whole.choices, "{variant:?}");
    }
}

#[test]
fn counts_report_the_work_done() {
    let start = Connect4::<u64>::start(7, 6);
    for variant in ALL {
        let mut search = searcher(variant, "", &start, 1);
        assert_eq!(run(&mut search, &iterations(500)), Stop::Iterations);
        let finding = search.finding();
        let counts = finding.counts;
        assert_eq!(counts.iterations, 500);
        let selections: u32 = finding.choices.iter().map(|choice| choice.selections).sum();
        assert_eq!(u64::from(selections), counts.iterations, "{variant:?}");
        assert!(counts.charged >= counts.iterations && counts.charged >= counts.evaluations);
        assert!(counts.nodes > counts.expansions && counts.depth > 1);
    }
    let mut search = searcher(Variant::Plain, "", &start, 1);
    let budget = Budget { evaluations: Some(321), ..Budget::default() };
    assert_eq!(run(&mut search, &budget), Stop::Evaluations);
    assert_eq!(search.finding().counts.evaluations, 321);
}

#[test]
fn a_search_respects_its_memory_limit() {
    let start = Connect4::<u64>::start(7, 6);
    for variant in ALL {
        for memory in [200_000, 2_000_000] {
            let mut search = searcher(variant, "", &start, 1);
            let stop = run(&mut search, &Budget { memory: Some(memory), ..iterations(200_000) });
            let proves = PROVERS.contains(&variant);
            assert_eq!(stop, if proves { Stop::Memory } else { Stop::Iterations }, "{variant:?}");
            let finding = search.finding();
            assert!(finding.bytes <= memory, "{variant:?}: {} of {memory}", finding.bytes);
            assert!(finding.bytes > memory / 3, "{variant:?}: {} of {memory}", finding.bytes);
            assert!(finding.best.is_some());
        }
        let mut search = searcher(variant, "", &start, 1);
        assert_eq!(run(&mut search, &Budget { memory: Some(100), ..Budget::default() }), Stop::Memory);
    }
}

#[test]
fn a_proof_is_found_with_less_memory_than_all_states_need() {
    let start = Hex::<u64>::start(4, 4, false);
    let mut search = searcher(Variant::Solver, "", &start, 1);
    assert_eq!(run(&mut search, &Budget::default()), Stop::Resolved);
    let whole = search.finding();
    let mut search = searcher(Variant::Solver, "", &start, 1);
    let budget = Budget { memory: Some(whole.bytes * 3 / 4), ..Budget::default() };
    assert_eq!(run(&mut search, &budget), Stop::Resolved);
    assert_eq!(search.finding().label, whole.label);
}

#[test]
fn the_subtree_of_the_played_moves_is_kept() {
    let start = Breakthrough::start(6, 6);
    for variant in ALL {
        let mut search = searcher(variant, "", &start, 1);
        run(&mut search, &iterations(5_000));
        let line = search.finding().line;
        let selections =
            search.finding().choices.iter().find(|choice| choice.m == line[0]).unwrap().selections;
        let (one, whole) = (after(&start, line[0]), search.finding().states);
        search.set_root(one);
        let kept = search.finding();
        assert!(kept.states < whole);
        let below: u32 = kept.choices.iter().map(|choice| choice.selections).sum();
        assert!(below.abs_diff(selections) <= 1, "{variant:?}: {below} of {selections}");
        // The subtree is a valid tree for further simulations.
        run(&mut search, &iterations(2_000));
        let more = search.finding();
        let grown: u32 = more.choices.iter().map(|choice| choice.selections).sum();
        assert_eq!(grown, below + 2_000);
        // A move and the reply in one step.
        let two = after(&after(&one, more.line[0]), more.line[1]);
        search.set_root(two);
        assert!(!search.finding().choices.is_empty());
        // Any other state starts a new tree.
        search.set_root(start);
        assert!(search.finding().choices.iter().all(|choice| choice.selections == 0));
    }
}

#[test]
fn proven_values_are_kept_while_the_game_proceeds() {
    let mut state = Connect4::<u64>::start(4, 4);
    let mut search = searcher(Variant::Solver, "", &state, 1);
    assert_eq!(run(&mut search, &Budget::default()), Stop::Resolved);
    while state.outcome().is_none() {
        state.play(best(&mut search));
        search.set_root(state);
        assert_eq!(run(&mut search, &iterations(0)), Stop::Resolved, "{}", state.position());
        assert_eq!(search.finding().label.unwrap().exact, 0);
    }
}

#[test]
fn a_terminal_root_is_resolved_immediately() {
    for variant in ALL {
        let mut search = searcher(variant, "", &Nim::new(&[0, 0], Player::Second), 1);
        assert_eq!(run(&mut search, &Budget::default()), Stop::Resolved);
        let finding = search.finding();
        assert_eq!(finding.label.unwrap().exact, 1);
        assert_eq!(finding.best, None);
        assert!(finding.line.is_empty());
    }
}

#[test]
fn options_out_of_range_are_rejected() {
    let rejected =
        |variant: Variant, text: &str| Options::read(variant.options(), text).unwrap_err().to_string();
    assert!(rejected(Variant::ImplicitMinimax, "alpha=1.5").contains("alpha=1.5"));
    assert!(rejected(Variant::MinimaxSelection, "depth=0").contains("depth=0"));
    assert!(rejected(Variant::Plain, "leaves=tea").contains("leaves=tea"));
    assert!(rejected(Variant::Plain, "expand=0").contains("expand=0"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Proofs are right even on graphs with shared states and draws.
    #[test]
    fn the_provers_are_right_on_random_graphs(
        seed in any::<u64>(), states in 2_usize..80, graded in any::<bool>(),
        prover in 0_usize..2, expand in 1_u32..4, explores in any::<bool>(),
    ) {
        let shape = if graded { Shape::Graded } else { Shape::Skipping };
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let variant = PROVERS[prover];
        let c = if explores { 2 } else { 0 };
        let options = Options::read(variant.options(), &format!("c={c}, expand={expand}")).unwrap();
        let evaluator = Box::new(Noise { seed });
        let setup = Setup { root: root.clone(), evaluator, terminal: TerminalFunction::SCORE, decision: Decision::Safe, seed };
        let mut search = MonteCarlo::new(variant, &options, setup).unwrap();
        prop_assert_eq!(run(&mut search, &iterations(1_000_000)), Stop::Resolved);
        let finding = search.finding();
        prop_assert_eq!(finding.label.unwrap().exact, exact[0]);
        if let Some(best) = finding.best {
            prop_assert_eq!(exact[game.children[0][best] as usize], exact[0]);
        }
        for (choice, &child) in finding.choices.iter().zip(&game.children[0]) {
            if choice.label.resolved {
                prop_assert_eq!(choice.label.exact, exact[child as usize]);
            }
        }
    }
}
