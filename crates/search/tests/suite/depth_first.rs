//! The fixed-depth family: all methods find the same values, proofs are right, limits are respected.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::Game;
use games::graph::{Description, Graph, State};
use proptest::prelude::*;
use search::baseline::depth_first::{MAX_DEPTH, Method};
use search::evaluate::{Noise, Own};
use search::{Budget, Finding, Searcher, Stop, Watch};

use crate::fixed_depth::{ALL, SHORTCUTS, run, searcher, value};
use crate::model::{Shape, minimax, random_graph};

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Graded), Just(Shape::Skipping)]
}

fn graph(description: &Description) -> State {
    Graph::new(description.clone()).unwrap().start()
}

/// Resolves the root, and compares its label and those of its moves with the exact ones.
fn prove(
    method: Method,
    description: &Description,
    exact: &[i8],
    quiescence: bool,
    budget: Budget,
) -> Result<Finding<u32>, TestCaseError> {
    let options = if quiescence { "quiescence" } else { "" };
    let mut search = searcher(method, options, &graph(description), Own);
    let (stop, finding) = run(&mut search, budget);
    let label = finding.label.unwrap();
    prop_assert_eq!((stop, label.resolved, label.exact), (Stop::Resolved, true, exact[0]));
    let after = |m: u32| exact[description.children[0][m as usize] as usize];
    let best = &finding.choices[finding.best.unwrap()];
    prop_assert_eq!(after(best.m), exact[0], "{:?} plays a worse move", method);
    for choice in finding.choices.iter().filter(|choice| choice.label.resolved) {
        prop_assert_eq!(choice.label.exact, after(choice.m), "{:?}", method);
    }
    Ok(finding)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// At every depth, with a large or tiny table that contains other states and other depths.
    #[test]
    fn all_members_find_the_same_value_in_random_graphs(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(), memory in 0_usize..20_000,
        options in prop_oneof![Just(""), Just(",quiescence"), Just(",k-best=1"), Just(",k-best=2")],
    ) {
        let description = random_graph(seed, states, shape);
        let start = graph(&description);
        for depth in 1..7 {
            let options = format!("depth={depth}{options}");
            let mut searches = SHORTCUTS.map(|method| searcher(method, &options, &start, Own));
            for s in (0..states).filter(|&s| !description.children[s].is_empty()).take(20) {
                let state = start.parse_position(&s.to_string()).unwrap();
                let plain = value(&mut searcher(Method::Minimax, &options, &state, Own), Budget::default());
                for (search, method) in searches.iter_mut().zip(SHORTCUTS) {
                    search.set_root(state.clone());
                    let (_, finding) = run(search, Budget { memory: Some(memory), ..Budget::default() });
                    prop_assert_eq!(finding.label.unwrap().value, plain, "{:?}({}) at {}", method, options, s);
                }
            }
        }
    }

    /// Without a depth limit the root is resolved with its minimax value. Resolved moves have theirs as well.
    #[test]
    fn proofs_are_right_in_random_graphs(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(), memory in 0_usize..20_000,
        quiescence in any::<bool>(),
    ) {
        let description = random_graph(seed, states, shape);
        let exact = minimax(&description);
        prop_assume!(!description.children[0].is_empty());
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        for method in ALL {
            let finding = prove(method, &description, &exact, quiescence, budget)?;
            // Plain minimax resolves every move, not only the best one.
            let known = finding.choices.iter().filter(|choice| choice.label.resolved).count();
            prop_assert!(method != Method::Minimax || exact[0] != 0 || known == finding.choices.len());
        }
    }

    /// With moves omitted, a search ends, and whatever it proves is right.
    #[test]
    fn omitting_moves_proves_nothing_wrong(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(), k in 1_u32..4,
    ) {
        let description = random_graph(seed, states, shape);
        let exact = minimax(&description);
        prop_assume!(!description.children[0].is_empty());
        for method in ALL {
            let mut search = searcher(method, &format!("k-best={k}"), &graph(&description), Own);
            let (stop, finding) = run(&mut search, Budget::default());
            let label = finding.label.unwrap();
            prop_assert_eq!(stop == Stop::Resolved, label.resolved);
            prop_assert!(stop == Stop::Resolved || stop == Stop::Done);
            prop_assert!(finding.counts.depth < 20);
            prop_assert!(!label.resolved || label.exact == exact[0], "{:?}", method);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any number of workers proves the same values, with an ample table or a tiny one.
    #[test]
    fn many_workers_agree(
        seed in any::<u64>(), states in 2_usize..200, shape in any_shape(), memory in 0_usize..40_000,
        threads in 2_usize..6, quiescence in any::<bool>(),
    ) {
        let description = random_graph(seed, states, shape);
        let exact = minimax(&description);
        prop_assume!(!description.children[0].is_empty());
        let budget = Budget { memory: Some(memory), threads: Some(threads), ..Budget::default() };
        for method in ALL {
            prove(method, &description, &exact, quiescence, budget)?;
        }
    }
}

/// The searches are deep enough for workers to avoid each other, and all estimates differ.
#[test]
fn many_workers_find_the_same_values_as_one_at_every_depth() {
    let connect4 = games::connect4::Connect4::<u64>::start(6, 5);
    let breakthrough = games::breakthrough::Breakthrough::start(5, 5);
    agree(&connect4, 8);
    agree(&breakthrough, 5);
}

fn agree<G: Game>(start: &G, depth: u32) {
    for method in SHORTCUTS {
        for options in ["", ",quiescence", ",k-best=4"] {
            let options = format!("depth={depth}{options}");
            let single = value(&mut searcher(method, &options, start, Noise { seed: 1 }), Budget::default());
            for threads in [2, 5] {
                for memory in [100_000, 100_000_000] {
                    let budget = Budget { threads: Some(threads), memory: Some(memory), ..Budget::default() };
                    let mut search = searcher(method, &options, start, Noise { seed: 1 });
                    let (stop, finding) = run(&mut search, budget);
                    let found = (stop, finding.counts.depth, finding.label.unwrap().value);
                    assert_eq!(found, (Stop::Done, depth, single), "{method:?}({options}) with {threads}");
                    assert_eq!(finding.counts.iterations, u64::from(depth), "each depth counts once");
                }
            }
        }
    }
}

#[test]
fn a_won_game_is_won_in_the_fewest_moves_and_a_lost_one_is_prolonged() {
    // Both moves of state 0 win for player 1, one in three moves, the other in one.
    let description = Description {
        player: vec![1, 1, 2, 1, 1],
        children: vec![vec![2, 1], vec![], vec![3], vec![4], vec![]],
        gain: vec![0.0, 1.0, 0.0, 0.0, 1.0],
        score: vec![0.0, 1.0, 0.0, 0.0, 3.0],
        eval: Vec::new(),
    };
    for method in ALL {
        let (_, finding) = run(&mut searcher(method, "", &graph(&description), Own), Budget::default());
        assert_eq!((finding.line, finding.counts.depth), (vec![1], 1), "{method:?}");
        // Player 2 loses with both moves, but one of them lasts longer.
        let lost = Description {
            player: vec![2, 1, 2, 1, 1],
            children: vec![vec![1, 2], vec![], vec![3], vec![4], vec![]],
            ..description.clone()
        };
        let (_, finding) = run(&mut searcher(method, "", &graph(&lost), Own), Budget::default());
        assert_eq!((finding.label.unwrap().exact, finding.best), (1, Some(1)), "{method:?}");
    }
}

/// A game of this many plies. Every ply offers an immediate draw; only the last state is won.
fn long_game(plies: u32) -> State {
    let states = 2 * plies as usize + 1;
    let last = states as u32 - 1;
    let next = |s: u32| if s.is_multiple_of(2) && s < last { vec![s + 1, s + 2] } else { Vec::new() };
    let gain: Vec<f64> = (0..states).map(|s| f64::from(u8::from(s + 1 == states))).collect();
    let children = (0..=last).map(next).collect();
    graph(&Description { player: vec![1; states], children, score: gain.clone(), gain, eval: Vec::new() })
}

#[test]
fn a_long_game_does_not_overflow_a_stack() {
    for method in ALL {
        for (plies, expected) in [(MAX_DEPTH - 1, Stop::Resolved), (MAX_DEPTH + 1, Stop::Done)] {
            let solve = move || run(&mut searcher(method, "", &long_game(plies), Own), Budget::default()).0;
            let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(solve).unwrap();
            assert_eq!(thread.join().unwrap(), expected, "{method:?}");
        }
    }
}

#[test]
fn limits_are_respected() {
    let start = games::connect4::Connect4::<u64>::start(7, 6);
    for method in ALL {
        let new = || searcher(method, "", &start, Noise { seed: 1 });
        let none = Budget::default();
        let budgets = [
            (Budget { nodes: Some(5_000), ..none }, Stop::Nodes),
            (Budget { evaluations: Some(5_000), ..none }, Stop::Evaluations),
            (Budget { iterations: Some(4), ..none }, Stop::Iterations),
            (Budget { time: Some(Duration::from_millis(20)), ..none }, Stop::Time),
        ];
        for (budget, expected) in budgets {
            let (stop, finding) = run(&mut new(), budget);
            assert_eq!(stop, expected, "{method:?}");
            assert!(finding.counts.nodes <= 5_000 + 7 || budget.nodes.is_none());
            assert!(finding.counts.charged <= 5_000 + 7 || budget.evaluations.is_none());
            assert!(finding.counts.depth == 4 || budget.iterations.is_none());
            assert_eq!((finding.choices.len(), finding.best.is_some()), (7, true));
        }
        for (budget, expected) in budgets {
            let (stop, finding) = run(&mut new(), Budget { threads: Some(3), ..budget });
            assert_eq!(stop, expected, "{method:?} with 3 workers");
            assert!(finding.counts.depth == 4 || budget.iterations.is_none());
            assert_eq!((finding.choices.len(), finding.best.is_some()), (7, true));
        }
        let (stop, finding) = run(&mut new(), Budget { nodes: Some(0), ..none });
        assert_eq!((stop, finding.label, finding.best), (Stop::Nodes, None, None));
        let (_, finding) = run(&mut new(), Budget { nodes: Some(1), ..none });
        assert!(finding.best.is_some(), "a single node suffices for a move");

        let interrupt = AtomicBool::new(true);
        let mut watch = Watch { interrupt: Some(&interrupt), ..Watch::default() };
        assert_eq!(new().search(&none, &mut watch), Stop::Interrupted);
        for memory in [0, 10_000, 1_000_000] {
            let (_, finding) = run(&mut new(), Budget { nodes: Some(200_000), memory: Some(memory), ..none });
            assert!(finding.bytes <= memory.max(100_000), "{method:?}: {} bytes of {memory}", finding.bytes);
            let budget = Budget { nodes: Some(200_000), memory: Some(memory), threads: Some(3), ..none };
            let (_, finding) = run(&mut new(), budget);
            assert!(finding.bytes <= memory.max(300_000), "{method:?}: {} bytes of {memory}", finding.bytes);
        }
    }
}

#[test]
fn snapshots_and_single_iterations_do_not_change_a_search() {
    let start = games::breakthrough::Breakthrough::start(5, 5);
    for method in ALL {
        let budget = Budget { nodes: Some(100_000), ..Budget::default() };
        let new = || searcher(method, "quiescence", &start, Noise { seed: 1 });
        let (stop, finding) = run(&mut new(), budget);
        let (mut watched, mut seen) = (new(), 0);
        let mut see = |_| seen += 1;
        let mut watch = Watch { snapshots: Some((Duration::ZERO, &mut see)), ..Watch::default() };
        assert_eq!(watched.search(&budget, &mut watch), stop);
        assert_eq!(watched.finding(), finding);
        assert!(seen > 10, "{seen}");

        let mut stepwise = searcher(method, "depth=4", &start, Noise { seed: 1 });
        let step = Budget { iterations: Some(1), ..Budget::default() };
        while run(&mut stepwise, step).0 == Stop::Iterations {}
        let (stop, at_once) =
            run(&mut searcher(method, "depth=4", &start, Noise { seed: 1 }), Budget::default());
        assert_eq!((stop, stepwise.finding()), (Stop::Done, at_once), "{method:?}");
    }
}

#[test]
fn the_line_is_legal_and_starts_with_the_best_move() {
    let start = games::connect4::Connect4::<u64>::start(5, 4);
    for method in ALL {
        let (_, finding) =
            run(&mut searcher(method, "depth=8", &start, Noise { seed: 1 }), Budget::default());
        assert_eq!(finding.line[0], finding.choices[finding.best.unwrap()].m);
        assert!(finding.line.len() > 2, "{method:?}: {:?}", finding.line);
        let mut state = start;
        for &m in &finding.line {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            assert!(moves.contains(&m));
            state.play(m);
        }
    }
}
