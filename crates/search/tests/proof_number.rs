//! Proof numbers find the truth: on every small game, at the end of games of every kind, on random graphs,
//! and with hardly any memory.

mod model;

use game::{Game, Rng, Visitor, laws};
use games::graph::{Graph, State};
use model::{Model, Shape, random_graph};
use proptest::prelude::*;
use search::baseline::proof_number::df_pn::{self, DfPn};
use search::baseline::proof_number::pns::{self, Pns};
use search::evaluate::{Noise, Own};
use search::{Budget, Decision, Evaluator, Finding, Options, Searcher, Setup, Stop, Watch};

const STARTS: [&str; 3] = ["start=one", "start=mobility", "start=evaluator"];

fn setup<G: Game>(root: &G, evaluator: Box<dyn Evaluator<G>>) -> Setup<G> {
    Setup { root: root.clone(), evaluator, decision: Decision::Safe, seed: 1 }
}

fn noise<G: Game>() -> Box<dyn Evaluator<G>> {
    Box::new(Noise { seed: 3 })
}

fn pns<G: Game>(root: &G, options: &str) -> Pns<G> {
    Pns::new(setup(root, noise()), &Options::read(pns::OPTIONS, options).unwrap()).unwrap()
}

fn df_pn<G: Game>(root: &G, options: &str) -> DfPn<G> {
    DfPn::new(setup(root, noise()), &Options::read(df_pn::OPTIONS, options).unwrap()).unwrap()
}

fn memory(bytes: usize) -> Budget {
    Budget { memory: Some(bytes), ..Budget::default() }
}

/// Runs to the end and checks that value and move are right.
fn solve<G: Game>(search: &mut dyn Searcher<G>, budget: &Budget, value: i8) -> Finding<G::Move> {
    assert_eq!(search.search(budget, &mut Watch::default()), Stop::Resolved);
    let finding = search.finding();
    let label = finding.label.unwrap();
    assert_eq!((label.exact, label.resolved), (value, true), "{}", search.root().position());
    if let Some(best) = finding.best {
        let choice = finding.choices[best];
        assert_eq!((choice.label.exact, choice.label.resolved), (value, true), "the move keeps the value");
        let mut end = search.root().clone();
        finding.line.iter().for_each(|&m| end.play(m));
        assert!(end.outcome().is_none_or(|outcome| outcome.gain() == value), "so does the line");
    }
    finding
}

/// Every algorithm on this position, `budget` being for those that need not remember everything.
struct AllAgree;

impl Visitor for AllAgree {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let value = laws::exhaustive_value(&start);
        for start_numbers in STARTS {
            solve(&mut pns(&start, start_numbers), &Budget::default(), value);
            solve(&mut df_pn(&start, start_numbers), &Budget::default(), value);
        }
        solve(&mut df_pn(&start, "epsilon=0"), &memory(200_000), value);
    }
}

#[test]
fn small_games_have_their_values() {
    for name in [
        "tictactoe", "mnk:3x4x3", "hexapawn:3x3", "hexapawn:4x4", "connect4:4x4", "nim:3-4-5", "nim:1-2-3",
        "domineering:4x4", "clobber:3x4", "dodgem", "hex:3,noswap", "hex:3", "breakthrough:3x4", "othello:4",
    ] {
        games::open(name, AllAgree).unwrap();
    }
}
