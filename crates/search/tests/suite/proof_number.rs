//! The proof-number searches find the exact value: on random graphs, and with very little memory. The engine's
//! tests check them on games, together with all other algorithms.

use game::Game;
use games::connect4::Connect4;
use games::graph::{Description, Graph, State};
use proptest::prelude::*;
use search::evaluate::Noise;
use search::solver::pns::{self, Pns};
use search::solver::{Method, ProofSearch};
use search::{Budget, Decision, Evaluator, Finding, Options, Searcher, Setup, Stop, TerminalFunction, Watch};

use crate::model::{Shape, minimax, random_graph};

const STARTS: [&str; 4] = ["start=one", "start=mobility", "start=evaluator", "start=both"];

fn setup<G: Game>(root: &G, evaluator: Box<dyn Evaluator<G>>) -> Setup<G> {
    Setup {
        root: root.clone(),
        evaluator,
        terminal: TerminalFunction::SCORE,
        decision: Decision::Safe,
        seed: 1,
    }
}

fn noise<G: Game>() -> Box<dyn Evaluator<G>> {
    Box::new(Noise { seed: 3 })
}

fn pns<G: Game>(root: &G, options: &str) -> Pns<G> {
    Pns::new(setup(root, noise()), &Options::read(pns::OPTIONS, options).unwrap()).unwrap()
}

fn df_pn<G: Game>(root: &G, options: &str) -> ProofSearch<G> {
    proof(Method::DfPn, root, options)
}

fn proof<G: Game>(method: Method, root: &G, options: &str) -> ProofSearch<G> {
    ProofSearch::new(method, &Options::read(method.options(), options).unwrap(), setup(root, noise()))
        .unwrap()
}

fn memory(bytes: usize) -> Budget {
    Budget { memory: Some(bytes), ..Budget::default() }
}

/// Runs the search to its end and checks its value, move and line.
fn solve<G: Game>(search: &mut dyn Searcher<G>, budget: &Budget, value: i8) -> Finding<G::Move> {
    assert_eq!(search.search(budget, &mut Watch::default()), Stop::Resolved);
    let finding = search.finding();
    let label = finding.label.unwrap();
    assert_eq!((label.exact, label.resolved), (value, true), "{}", search.root().position());
    if let Some(best) = finding.best {
        let choice = finding.choices[best];
        assert_eq!(
            (choice.label.exact, choice.label.resolved),
            (value, true),
            "the move preserves the value"
        );
        let mut end = search.root().clone();
        finding.line.iter().for_each(|&m| end.play(m));
        assert!(end.outcome().is_none_or(|outcome| outcome.gain() == value), "the line preserves the value");
    }
    finding
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Graded), Just(Shape::Skipping)]
}

/// 0 is pns, 1 to 4 are depth-first searches with increasing epsilon, the others combine two values of
/// epsilon.
fn search_of(number: usize, start: usize, root: &State) -> Box<dyn Searcher<State>> {
    let start = STARTS[start];
    match number {
        0 => Box::new(pns(root, start)),
        1 => Box::new(df_pn(root, &format!("{start},epsilon=0"))),
        2 => Box::new(df_pn(root, start)),
        3 => Box::new(df_pn(root, &format!("{start},epsilon=2"))),
        4 => Box::new(proof(Method::DepthFirst, root, start)),
        5 => Box::new(proof(Method::Portfolio, root, start)),
        _ => Box::new(proof(Method::Auto, root, start)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// In one run or in slices, with ample memory or very little. Intermediate results must be true as well.
    #[test]
    fn searches_find_the_values_of_random_graphs(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(),
        number in 0_usize..7, start in 0_usize..4, slice in 1_u64..50, has_little_memory in any::<bool>(),
    ) {
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        // This would be too little for pns, which cannot drop anything.
        let memory = (has_little_memory && number > 0).then_some(100_000);
        let mut whole = search_of(number, start, &root);
        let found = solve(whole.as_mut(), &Budget { memory, ..Budget::default() }, exact[0]);
        prop_assert!(memory.is_none_or(|memory| found.bytes <= memory));

        let mut sliced = search_of(number, start, &root);
        let budget = Budget { iterations: Some(slice), memory, ..Budget::default() };
        while sliced.search(&budget, &mut Watch::default()) != Stop::Resolved {
            for (choice, &child) in sliced.finding().choices.iter().zip(&game.children[0]) {
                if choice.label.resolved {
                    prop_assert_eq!(choice.label.exact, exact[child as usize]);
                }
            }
        }
        prop_assert_eq!(sliced.finding().counts, found.counts);
        prop_assert_eq!(sliced.finding().choices, found.choices);
    }

    /// Any number of workers finds the same value, and a move that preserves it.
    #[test]
    fn many_workers_agree(
        seed in any::<u64>(), states in 2_usize..200, shape in any_shape(),
        number in 1_usize..7, start in 0_usize..4, threads in 2_usize..6,
    ) {
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = search_of(number, start, &root);
        let budget = Budget { threads: Some(threads), ..Budget::default() };
        solve(search.as_mut(), &budget, exact[0]);
        if let Some(m) = search.proven_move(&root, exact[0], &|| true) {
            let mut child = root.clone();
            child.play(m);
            prop_assert_eq!(exact[child.position().parse::<usize>().unwrap()], exact[0]);
        } else {
            prop_assert!(game.children[0].is_empty());
        }
    }

    /// A search that is saved and loaded between slices finds the same value.
    #[test]
    fn a_search_can_be_saved_and_resumed(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(),
        number in 1_usize..7, start in 0_usize..4, slice in 1_u64..50,
    ) {
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        let root = Graph::new(game).unwrap().start();
        let mut search = search_of(number, start, &root);
        let budget = Budget { iterations: Some(slice), ..Budget::default() };
        for _ in 0..10 {
            search.search(&budget, &mut Watch::default());
            let mut saved = Vec::new();
            prop_assert!(search.save(&mut saved).unwrap());
            let done = search.finding().counts;
            search = search_of(number, start, &root);
            search.load(&mut saved.as_slice()).unwrap();
            prop_assert_eq!(search.finding().counts, done);
        }
        solve(search.as_mut(), &Budget::default(), exact[0]);
    }

    /// Moving the root in the middle of a question does not lead to wrong results.
    #[test]
    fn the_root_may_move(
        seed in any::<u64>(), states in 2_usize..60, shape in any_shape(),
        number in 0_usize..7, start in 0_usize..4, slice in 0_u64..40,
    ) {
        let game = random_graph(seed, states, shape);
        let exact = minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = search_of(number, start, &root);
        for s in (0..states).chain((0..states).rev()) {
            search.set_root(root.parse_position(&s.to_string()).unwrap());
            search.search(&Budget { iterations: Some(slice), ..Budget::default() }, &mut Watch::default());
            if let Some(label) = search.finding().label.filter(|label| label.resolved) {
                prop_assert_eq!(label.exact, exact[s]);
            }
        }
        search.set_root(root);
        solve(search.as_mut(), &Budget::default(), exact[0]);
    }
}

/// A game of this many forced plies with a win at the end.
fn long_game(plies: usize) -> State {
    let description = Description {
        player: (0..=plies as i64).map(|s| 1 + s % 2).collect(),
        children: (1..=plies as u32).map(|s| vec![s]).chain([Vec::new()]).collect(),
        gain: vec![1.0; plies + 1],
        score: vec![1.0; plies + 1],
        eval: Vec::new(),
    };
    Graph::new(description).unwrap().start()
}

#[test]
fn a_game_of_many_plies_does_not_overflow_a_stack() {
    let solve = || {
        let (long, very_long) = (long_game(2_000), long_game(20_000));
        solve(&mut pns(&long, ""), &Budget::default(), 1);
        solve(&mut df_pn(&very_long, ""), &Budget::default(), 1).counts.depth
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(solve).unwrap();
    assert_eq!(thread.join().unwrap(), 20_000);
}

#[test]
fn pns_stops_at_the_memory_limit_and_df_pn_continues() {
    let start = Connect4::<u64>::start(5, 5);
    let tight = memory(100_000);
    let mut best_first = pns(&start, "");
    assert_eq!(best_first.search(&tight, &mut Watch::default()), Stop::Memory);
    let finding = best_first.finding();
    assert!(finding.bytes <= 100_000 && finding.best.is_some() && !finding.label.unwrap().resolved);
    let found = solve(&mut df_pn(&start, ""), &tight, 0);
    assert!(found.bytes <= 100_000, "{}", found.bytes);
    let ample = solve(&mut df_pn(&start, ""), &Budget::default(), 0);
    assert!(found.counts.expansions > ample.counts.expansions, "dropped states are expanded again");
}
