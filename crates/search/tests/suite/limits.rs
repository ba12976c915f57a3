//! Long games, small memory limits, and searches that are continued.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Game, Player};
use games::breakthrough::Breakthrough;
use games::connect4::Connect4;
use games::graph::{Description, Graph, State};
use games::nim::Nim;
use search::evaluate::{Mobility, Noise, Own, Zero};
use search::policy::{Descent, Random, Ubfm};
use search::{Budget, Completion, Policy, Search, Searcher, Stop};

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// A game of this many plies. Every ply offers an immediate draw; only the last state is won.
fn long_game(plies: usize) -> State {
    let end = 2 * plies;
    let description = Description {
        player: vec![1; end + 1],
        children: (0..=end)
            .map(|s| if s % 2 == 0 && s < end { vec![s as u32 + 1, s as u32 + 2] } else { Vec::new() })
            .collect(),
        gain: (0..=end).map(|s| if s == end { 1.0 } else { 0.0 }).collect(),
        score: (0..=end).map(|s| if s == end { 1.0 } else { 0.0 }).collect(),
        eval: Vec::new(),
    };
    Graph::new(description).unwrap().start()
}

#[test]
fn a_game_of_many_plies_does_not_overflow_a_stack() {
    // The random member descends from the root in every iteration, so its work is quadratic.
    let members: [(usize, Box<dyn Policy<State>>); 3] =
        [(20_000, Box::new(Ubfm)), (20_000, Box::new(Descent)), (3_000, Box::new(Random::new(1)))];
    for (plies, policy) in members {
        // A recursive search would overflow this stack.
        let solve = move || {
            let mut search = Search::new(long_game(plies), policy, Completion::On, Box::new(Own));
            let budget = Budget { iterations: Some(2 * plies as u64), ..Budget::default() };
            search.run(&budget, &never());
            let line = search.finding().line.len();
            (search.label().unwrap().exact, line)
        };
        let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(solve).unwrap();
        assert_eq!(thread.join().unwrap(), (1, plies));
    }
}

#[test]
fn a_search_continues_within_its_memory_limit() {
    for memory in [200_000, 1_000_000, 20_000_000] {
        for policy in [Box::new(Ubfm) as Box<dyn Policy<_>>, Box::new(Descent)] {
            let start = Connect4::<u64>::start(7, 6);
            let mut search = Search::new(start, policy, Completion::On, Box::new(Noise { seed: 3 }));
            let budget = Budget { memory: Some(memory), iterations: Some(10_000), ..Budget::default() };
            for _ in 0..20 {
                search.run(&budget, &never());
                assert!(search.bytes() <= memory, "{} bytes of {memory}", search.bytes());
            }
            assert!(search.bytes() > memory / 4, "the memory is used: {}", search.bytes());
            assert!(search.decide().is_some());
        }
    }
}

#[test]
fn dropped_states_are_found_again() {
    let start = Connect4::<u64>::start(4, 4);
    for threads in [1, 3] {
        let mut search = Search::new(start, Box::new(Ubfm), Completion::On, Box::new(Mobility));
        let memory = 300_000 * threads;
        let budget = Budget { memory: Some(memory), threads: Some(threads), ..Budget::default() };
        assert_eq!(search.run(&budget, &never()), Stop::Resolved, "with {threads}");
        assert_eq!(search.label().unwrap().exact, 0);
        assert!(search.bytes() <= memory);
        assert!(search.decide().is_some() && search.proven_move(&start, 0, &|| true).is_some());
    }
}

#[test]
fn followers_resolve_what_the_leader_needs() {
    for (width, height, gain) in [(4, 5, -1), (3, 6, 1)] {
        let start = Breakthrough::start(width, height);
        for policy in [Box::new(Ubfm) as Box<dyn Policy<_>>, Box::new(Descent)] {
            let mut search = Search::new(start, policy, Completion::Sighted, Box::new(Own));
            let budget = Budget { threads: Some(4), ..Budget::default() };
            assert_eq!(search.run(&budget, &never()), Stop::Resolved);
            let finding = search.finding();
            assert_eq!(finding.label.map(|label| label.exact), Some(gain));
            let mut end = start;
            finding.line.iter().for_each(|&m| end.play(m));
            // The line may end early where the ledger has dropped what a mirror image proved.
            assert!(
                end.outcome().is_none_or(|outcome| outcome.gain() == gain),
                "the line preserves the value"
            );
            assert!(search.proven_move(&start, gain, &|| true).is_some());
        }
    }
}

#[test]
fn the_value_of_the_root_is_that_of_its_best_child_with_several_workers() {
    let start = Breakthrough::start(6, 6);
    for policy in [Box::new(Ubfm) as Box<dyn Policy<_>>, Box::new(Descent)] {
        let mut search = Search::new(start, policy, Completion::On, Box::new(Noise { seed: 1 }));
        let budget = Budget { threads: Some(3), evaluations: Some(100_000), ..Budget::default() };
        for _ in 0..4 {
            assert_eq!(search.run(&budget, &never()), Stop::Evaluations);
            let finding = search.finding();
            let values = finding.choices.iter().map(|choice| choice.label.value);
            assert_eq!(finding.label.map(|label| label.value), values.reduce(f32::max));
        }
    }
}

#[test]
fn too_little_memory_is_reported() {
    for completion in [Completion::Off, Completion::On, Completion::Strong] {
        let start = Connect4::<u64>::start(7, 6);
        let mut search = Search::new(start, Box::new(Ubfm), completion, Box::new(Noise { seed: 3 }));
        assert_eq!(search.run(&Budget { memory: Some(20), ..Budget::default() }, &never()), Stop::Memory);
    }
    // Strong solving resolves every state, so it must not drop any.
    let start = Connect4::<u64>::start(7, 6);
    let mut search = Search::new(start, Box::new(Ubfm), Completion::Strong, Box::new(Noise { seed: 3 }));
    assert_eq!(search.run(&Budget { memory: Some(1 << 20), ..Budget::default() }, &never()), Stop::Memory);
    assert!(search.bytes() <= 1 << 20 && search.decide().is_some());
}

#[test]
fn a_search_continues_after_the_root_has_moved() {
    let start = Connect4::<u64>::start(4, 4);
    let mut search = Search::new(start, Box::new(Ubfm), Completion::On, Box::new(Mobility));
    search.run(&Budget { iterations: Some(5_000), ..Budget::default() }, &never());
    let (states, mut next) = (search.states(), start);
    next.play(search.decide().unwrap());
    let known = search.find(&next).expect("the move was selected, so its state is expanded");
    search.set_root(next);
    assert_eq!(search.states(), states, "nothing is dropped while there is room");
    assert_eq!(search.label(), Some(known));
    search.run(&Budget::default(), &never());
    assert_eq!(search.label().unwrap().exact, 0);
}

#[test]
fn slices_give_the_same_search_as_one_run() {
    let run = |slice: u64| {
        let start = Connect4::<u64>::start(6, 5);
        let mut search = Search::new(start, Box::new(Ubfm), Completion::On, Box::new(Noise { seed: 5 }));
        for _ in 0..20_000 / slice {
            search.run(&Budget { iterations: Some(slice), ..Budget::default() }, &never());
            search.choices(&start);
        }
        (search.label(), search.counts(), search.choices(&start))
    };
    let whole = run(20_000);
    assert_eq!(run(1_000), whole);
    assert_eq!(run(7 * 25 - 50), whole);
}

#[test]
fn every_limit_ends_a_search() {
    let start = Connect4::<u64>::start(7, 6);
    let mut search = Search::new(start, Box::new(Ubfm), Completion::On, Box::new(Zero));
    let time = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    assert_eq!(search.run(&time, &never()), Stop::Time);
    let iterations = Budget { iterations: Some(10), ..Budget::default() };
    let before = search.counts().iterations;
    assert_eq!(search.run(&iterations, &never()), Stop::Iterations);
    assert_eq!(search.counts().iterations, before + 10);
    assert_eq!(search.run(&Budget::default(), &AtomicBool::new(true)), Stop::Interrupted);
}

#[test]
fn a_finished_game_is_resolved_at_once() {
    let over = Nim::new(&[0, 0], Player::Second);
    let mut search = Search::new(over, Box::new(Descent), Completion::On, Box::new(Zero));
    assert_eq!(search.label(), None);
    assert_eq!(search.run(&Budget::default(), &never()), Stop::Resolved);
    assert_eq!(search.label().unwrap().exact, 1);
    assert_eq!(search.decide(), None);
    assert!(search.finding().line.is_empty());
}
