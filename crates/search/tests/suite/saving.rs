//! A search that was saved and taken up again is the search that was never interrupted.

use std::sync::atomic::AtomicBool;

use game::{Game, Rng, Visitor};
use games::connect4::Connect4;
use games::graph::Graph;
use search::evaluate::Noise;
use search::{Budget, Completion, Search, Searcher};

use crate::members::Member;
use crate::model::{Shape, random_graph};

fn begin<G: Game>(root: &G, member: Member, completion: Completion) -> Search<G> {
    Search::new(root.clone(), member.policy(), completion, Box::new(Noise { seed: 3 }))
}

fn go_on<G: Game>(search: &mut Search<G>, iterations: u64) {
    search.run(&Budget { iterations: Some(iterations), ..Budget::default() }, &AtomicBool::new(false));
}

fn saved<G: Game>(search: &mut Search<G>) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert!(search.save(&mut bytes).unwrap());
    bytes
}

/// Saves after some iterations, takes up in a new search, and compares with a run that was left alone.
fn check<G: Game>(root: &G, before: u64, after: u64) {
    for completion in [Completion::On, Completion::Strong, Completion::Off] {
        for member in Member::all(7) {
            let mut whole = begin(root, member, completion);
            go_on(&mut whole, before + after);
            let mut first = begin(root, member, completion);
            go_on(&mut first, before);
            let bytes = saved(&mut first);
            let mut second = begin(root, member, completion);
            second.load(&mut bytes.as_slice()).unwrap();
            assert_eq!(saved(&mut second), bytes, "what is read is written again as it was");
            // Whoever was saved goes on like whoever was taken up.
            for mut part in [first, second] {
                go_on(&mut part, after);
                let (whole, part) = (whole.finding(), part.finding());
                assert_eq!((&part.label, part.counts), (&whole.label, whole.counts));
                assert_eq!((&part.choices, &part.line), (&whole.choices, &whole.line));
                assert_eq!((part.best, part.states), (whole.best, whole.states));
            }
        }
    }
}

struct Check;

impl Visitor for Check {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        for (before, after) in [(0, 100), (1, 1), (200, 300), (100, 0)] {
            check(&start, before, after);
        }
    }
}

#[test]
fn a_search_goes_on_as_if_nothing_had_happened() {
    for name in
        ["connect4", "othello:6", "hex:4", "clobber:4x4", "dodgem:4", "chess", "tictactoe", "amazons:4x4"]
    {
        games::open(name, Check).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn random_graphs_with_shared_states() {
    let mut rng = Rng::new(11);
    for round in 0..300 {
        let shape = if round % 2 == 0 { Shape::Graded } else { Shape::Skipping };
        let states = 2 + rng.below(60);
        let root = Graph::new(random_graph(rng.next_u64(), states, shape)).unwrap().start();
        check(&root, rng.below(30) as u64, rng.below(60) as u64);
    }
}

/// Bytes that do not fit are an error or another tree, but never a panic.
#[test]
fn what_does_not_fit_is_an_error() {
    let root = Connect4::<u64>::start(4, 4);
    let mut search = begin(&root, Member::named("ubfm"), Completion::On);
    go_on(&mut search, 200);
    let bytes = saved(&mut search);
    let load = |bytes: &[u8], root: &Connect4<u64>| {
        let mut search = begin(root, Member::named("ubfm"), Completion::On);
        let loaded = search.load(&mut &bytes[..]).is_ok();
        if loaded {
            go_on(&mut search, 50);
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
        // Behind the counts: what a count says cannot be wrong.
        let place = 56 + rng.below(bytes.len() - 56);
        damaged[place] ^= 1 << rng.below(8);
        load(&damaged, &root);
        assert!(!load(&bytes[..place], &root), "cut off at {place}");
    }
}
