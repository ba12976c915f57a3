//! A search that was saved and loaded continues exactly like one that was never interrupted.

use std::sync::atomic::AtomicBool;

use game::{AnyState, Game, Rng};
use games::connect4::Connect4;
use games::graph::Graph;
use search::evaluate::Noise;
use search::{Budget, Completion, Search, Searcher};

use crate::members::Member;
use crate::model::{Shape, random_graph};

fn new_search<G: Game>(root: &G, member: Member, completion: Completion) -> Search<G> {
    Search::new(root.clone(), member.policy(), completion, Box::new(Noise { seed: 3 }))
}

fn iterate<G: Game>(search: &mut Search<G>, iterations: u64) {
    search.run(&Budget { iterations: Some(iterations), ..Budget::default() }, &AtomicBool::new(false));
}

fn saved<G: Game>(search: &mut Search<G>) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(search.save(&mut bytes).unwrap());
    bytes
}

/// Saves after some iterations, loads into a new search, and compares both with an uninterrupted run.
fn check<G: Game>(root: &G, before: u64, after: u64) {
    for completion in [Completion::On, Completion::Strong, Completion::Off] {
        for member in Member::all(7) {
            let mut whole = new_search(root, member, completion);
            iterate(&mut whole, before + after);
            let mut first = new_search(root, member, completion);
            iterate(&mut first, before);
            let bytes = saved(&mut first);
            let mut second = new_search(root, member, completion);
            second.load(&mut bytes.as_slice()).unwrap();
            assert_eq!(saved(&mut second), bytes, "saving again writes the same bytes");
            // The saved search and the loaded one must both continue like the uninterrupted one.
            for mut part in [first, second] {
                iterate(&mut part, after);
                let (whole, part) = (whole.finding(), part.finding());
                assert_eq!((&part.label, part.counts), (&whole.label, whole.counts));
                assert_eq!((&part.choices, &part.line), (&whole.choices, &whole.line));
                assert_eq!((part.best, part.states), (whole.best, whole.states));
            }
        }
    }
}

fn check_after_some_iterations(start: AnyState) {
    for (before, after) in [(0, 100), (1, 1), (200, 300), (100, 0)] {
        check(&start, before, after);
    }
}

#[test]
fn a_loaded_search_continues_like_the_saved_one() {
    for name in
        ["connect4", "othello:6", "hex:4", "clobber:4x4", "dodgem:4", "chess", "tictactoe", "amazons:4x4"]
    {
        games::start(name).map(check_after_some_iterations).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn searches_of_random_graphs_with_shared_states_are_restored() {
    let mut rng = Rng::new(11);
    for round in 0..300 {
        let shape = if round % 2 == 0 { Shape::Graded } else { Shape::Skipping };
        let states = 2 + rng.below(60);
        let root = Graph::new(random_graph(rng.next_u64(), states, shape)).unwrap().start();
        check(&root, rng.below(30) as u64, rng.below(60) as u64);
    }
}

/// Bytes that were changed lead to an error or to another tree, but never to a panic.
#[test]
fn damaged_and_mismatched_data_is_an_error() {
    let root = Connect4::<u64>::start(4, 4);
    let mut search = new_search(&root, Member::named("ubfm"), Completion::On);
    iterate(&mut search, 200);
    let bytes = saved(&mut search);
    let load = |bytes: &[u8], root: &Connect4<u64>| {
        let mut search = new_search(root, Member::named("ubfm"), Completion::On);
        let loaded = search.load(&mut &bytes[..]).is_ok();
        if loaded {
            iterate(&mut search, 50);
        }
        loaded
    };
    assert!(load(&bytes, &root));
    let mut other = root;
    other.play(other.parse_move("2").unwrap());
    assert!(!load(&bytes, &other), "another position");
    assert!(!load(&bytes, &Connect4::<u64>::start(5, 4)), "another board");
    let mut rng = Rng::new(2);
    for _ in 0..700 {
        let mut damaged = bytes.clone();
        // Damage after the counts only: any count is valid.
        let offset = 56 + rng.below(bytes.len() - 56);
        damaged[offset] ^= 1 << rng.below(8);
        load(&damaged, &root);
        assert!(!load(&bytes[..offset], &root), "cut off at {offset}");
    }
}
