//! The theorem of the paper and its lemmas, on random graphs with shared children.

mod model;

use std::sync::atomic::AtomicBool;

use game::Game;
use games::graph::{Graph, State};
use model::{Model, Shape, random_graph};
use proptest::prelude::*;
use search::evaluate::Own;
use search::policy::{Descent, Random, Ubfm};
use search::{Budget, Completion, Policy, Search, Searcher, Stop};

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Graded), Just(Shape::Skipping)]
}

fn any_completion() -> impl Strategy<Value = Completion> {
    prop_oneof![Just(Completion::Off), Just(Completion::On), Just(Completion::Strong)]
}

/// 0 is UBFM, 1 is Descent, everything else a random policy with this seed.
fn policy(number: u64) -> Box<dyn Policy<State>> {
    match number {
        0 => Box::new(Ubfm),
        1 => Box::new(Descent),
        seed => Box::new(Random::new(seed)),
    }
}

fn state(root: &State, number: usize) -> State {
    root.parse_position(&number.to_string()).unwrap()
}

fn once() -> Budget {
    Budget { iterations: Some(1), ..Budget::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// As many workers as one likes prove the same, and what they have resolved on the way is true.
    #[test]
    fn many_workers_agree(
        seed in any::<u64>(), states in 2_usize..200, shape in any_shape(), member in 0_u64..4,
        threads in 2_usize..6,
        completion in prop_oneof![Just(Completion::On), Just(Completion::Sighted), Just(Completion::Strong)],
    ) {
        let game = random_graph(seed, states, shape);
        let truth = Model::minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = Search::new(root.clone(), policy(member), completion, Box::new(Own));
        let budget = Budget { threads: Some(threads), ..Budget::default() };
        prop_assert_eq!(search.run(&budget, &AtomicBool::new(false)), Stop::Resolved);
        prop_assert_eq!(search.label().map(|label| label.exact), Some(truth[0]));
        for choice in search.choices(&root).unwrap_or_default() {
            let child = game.children[0][choice.m as usize] as usize;
            prop_assert!(!choice.label.resolved || choice.label.exact == truth[child]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The fast walk is the naive walk: every iteration, every label, every count.
    #[test]
    fn the_walk_equals_the_naive_model(
        seed in any::<u64>(), states in 2_usize..60, shape in any_shape(),
        completion in any_completion(), descend in any::<bool>(), looks in any::<bool>(),
    ) {
        let game = random_graph(seed, states, shape);
        let root = Graph::new(game.clone()).unwrap().start();
        prop_assert!(shape == Shape::Skipping || root.graded());
        let mut model = Model::new(game.clone(), completion, descend);
        let mut search = Search::new(root.clone(), policy(u64::from(descend)), completion, Box::new(Own));
        for iteration in 0..4 * states {
            let stop = search.run(&once(), &AtomicBool::new(false));
            model.iterate(0);
            prop_assert_eq!(stop == Stop::Resolved, model.label[&0].resolved);
            prop_assert_eq!(search.label(), Some(model.label[&0]), "iteration {}", iteration);
            prop_assert_eq!(search.counts().expansions, model.expansions);
            if stop == Stop::Resolved {
                break;
            }
            // Looking makes the walk come back to the root, which must not change what it does next.
            if looks && iteration % 3 == 0 {
                search.choices(&root);
            }
        }
        for s in 0..states {
            let here = state(&root, s);
            let Some(choices) = search.choices(&here) else { continue };
            for (choice, &t) in choices.iter().zip(&game.children[s]) {
                prop_assert_eq!(choice.label, model.label[&(t as usize)], "from {} to {}", s, t);
                prop_assert_eq!(choice.selections, model.selections[&(s, t as usize)], "from {} to {}", s, t);
            }
        }
    }

    /// Every member of the class resolves the root within 2|S| iterations, and then c is the minimax value.
    /// On the way what is resolved is right and never changes.
    #[test]
    fn every_member_is_complete(
        seed in any::<u64>(), states in 2_usize..80, shape in any_shape(), member in 0_u64..12,
        completion in prop_oneof![Just(Completion::On), Just(Completion::Strong)],
    ) {
        let game = random_graph(seed, states, shape);
        let truth = Model::minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = Search::new(root.clone(), policy(member), completion, Box::new(Own));
        let mut proven = vec![None; states];
        // A walk that found an unresolved state without unresolved children would panic here.
        while search.run(&once(), &AtomicBool::new(false)) != Stop::Resolved {
            prop_assert!(search.counts().iterations <= 2 * states as u64, "more than 2|S| iterations");
            for (s, proven) in proven.iter_mut().enumerate() {
                let Some(label) = search.find(&state(&root, s)) else { continue };
                if let Some(before) = *proven {
                    prop_assert_eq!(label, before, "state {} was resolved and changed", s);
                }
                if label.resolved {
                    prop_assert_eq!(label.exact, truth[s], "state {} is resolved with a wrong value", s);
                    *proven = Some(label);
                }
            }
        }
        let label = search.label().unwrap();
        prop_assert!(label.resolved);
        prop_assert_eq!(label.exact, truth[0]);
    }

    /// Strong solving gives every reachable state its value.
    #[test]
    fn strong_solving_resolves_every_reachable_state(
        seed in any::<u64>(), states in 2_usize..60, shape in any_shape(), member in 0_u64..6,
    ) {
        let game = random_graph(seed, states, shape);
        let truth = Model::minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = Search::new(root.clone(), policy(member), Completion::Strong, Box::new(Own));
        search.run(&Budget::default(), &AtomicBool::new(false));
        let (mut open, mut seen) = (vec![0_usize], vec![false; states]);
        while let Some(s) = open.pop() {
            if std::mem::replace(&mut seen[s], true) || game.children[s].is_empty() {
                continue;
            }
            let label = search.find(&state(&root, s));
            prop_assert!(label.is_some_and(|label| label.resolved), "state {} is not resolved", s);
            prop_assert_eq!(label.unwrap().exact, truth[s]);
            open.extend(game.children[s].iter().map(|&t| t as usize));
        }
    }

    /// What is dropped when a game goes on does not change the truth that is found afterwards.
    #[test]
    fn forgetting_the_unreachable_keeps_the_search_complete(
        seed in any::<u64>(), states in 2_usize..60, shape in any_shape(), member in 0_u64..4, before in 0_u64..40,
    ) {
        let game = random_graph(seed, states, shape);
        let truth = Model::minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = Search::new(root.clone(), policy(member), Completion::On, Box::new(Own));
        search.run(&Budget { iterations: Some(before), ..Budget::default() }, &AtomicBool::new(false));
        for &child in &game.children[0] {
            let kept = search.states();
            search.set_root(state(&root, child as usize));
            search.forget_the_unreachable();
            prop_assert!(search.states() <= kept);
            search.run(&Budget::default(), &AtomicBool::new(false));
            prop_assert_eq!(search.label().unwrap().exact, truth[child as usize]);
        }
    }
}
