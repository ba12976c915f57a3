//! B*, conspiracy numbers and the original best-first minimax: they end, and their results are right if their
//! options demand a proof.

use game::{Game, Player, laws};
use games::connect4::Connect4;
use games::graph::{Description, Graph, State};
use games::nim::Nim;
use proptest::prelude::*;
use search::baseline::{b_star, best_first, conspiracy};
use search::evaluate::{Noise, Own, Zero};
use search::{Budget, Decision, Evaluator, Options, Searcher, Setup, Stop, TerminalFunction, Watch};

use crate::model::{Shape, minimax, random_graph};

fn setup<G: Game>(root: &G, evaluator: impl Evaluator<G> + 'static) -> Setup<G> {
    Setup {
        root: root.clone(),
        evaluator: Box::new(evaluator),
        terminal: TerminalFunction::SCORE,
        decision: Decision::Safe,
        seed: 1,
    }
}

fn b_star<G: Game>(root: &G, evaluator: impl Evaluator<G> + 'static, options: &str) -> Box<dyn Searcher<G>> {
    let options = Options::read(b_star::OPTIONS, options).unwrap();
    Box::new(b_star::search(setup(root, evaluator), &options).unwrap())
}

fn conspiracy<G: Game>(
    root: &G,
    evaluator: impl Evaluator<G> + 'static,
    options: &str,
) -> Box<dyn Searcher<G>> {
    let options = Options::read(conspiracy::OPTIONS, options).unwrap();
    Box::new(conspiracy::search(setup(root, evaluator), &options).unwrap())
}

/// B* and conspiracy numbers, with options under which they end only with certainty.
fn careful<G: Game>(root: &G) -> [Box<dyn Searcher<G>>; 4] {
    [
        b_star(root, Zero, "spread=2"),
        b_star(root, Noise { seed: 2 }, "spread=2"),
        conspiracy(root, Zero, "threshold=60000"),
        conspiracy(root, Noise { seed: 2 }, "threshold=60000"),
    ]
}

fn run<G: Game>(search: &mut dyn Searcher<G>) -> Stop {
    search.search(&Budget::default(), &mut Watch::default())
}

fn play_well<G: Game>(root: &G) {
    let value = laws::exhaustive_value(root);
    for mut search in careful(root) {
        let stop = run(search.as_mut());
        let finding = search.finding();
        let label = finding.label.unwrap();
        assert_eq!(stop == Stop::Resolved, label.resolved);
        assert!(!label.resolved || label.exact == value);
        let mut child = root.clone();
        child.play(finding.choices[finding.best.unwrap()].m);
        assert_eq!(laws::exhaustive_value(&child), value, "the move preserves the value");
    }
}

#[test]
fn careful_searches_play_small_games_well() {
    play_well(&Nim::new(&[1, 2, 3], Player::First));
    play_well(&Nim::new(&[2, 3, 4], Player::Second));
    play_well(&Connect4::<u64>::start(3, 3));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn careful_searches_are_right_on_random_graphs(seed in any::<u64>(), states in 2_usize..40) {
        let game = random_graph(seed, states, Shape::Skipping);
        let exact = minimax(&game);
        let root = Graph::new(game.clone()).unwrap().start();
        for (number, mut search) in careful(&root).into_iter().enumerate() {
            let stop = run(search.as_mut());
            let finding = search.finding();
            // B* ends as soon as it has separated one move; conspirators can only be ruled out by a proof.
            prop_assert!(stop == Stop::Resolved || (number < 2 && stop == Stop::Done));
            if let Some(label) = finding.label.filter(|label| label.resolved) {
                prop_assert_eq!(label.exact, exact[0]);
            }
            for (choice, &child) in finding.choices.iter().zip(&game.children[0]) {
                prop_assert!(!choice.label.resolved || choice.label.exact == exact[child as usize]);
            }
            if let Some(best) = finding.best {
                prop_assert_eq!(exact[game.children[0][best] as usize], exact[0]);
            }
        }
    }

    /// With options that leave doubt, all three end, and slices do not change the result.
    #[test]
    fn slices_give_the_same_search_as_one_run(seed in any::<u64>(), states in 2_usize..40, slice in 1_u64..9) {
        let root = Graph::new(random_graph(seed, states, Shape::Graded)).unwrap().start();
        let all = || -> [Box<dyn Searcher<State>>; 3] {
            [
                b_star(&root, Own, "spread=0.1"),
                conspiracy(&root, Own, "threshold=2"),
                Box::new(best_first::search(setup(&root, Own))),
            ]
        };
        for (mut whole, mut sliced) in all().into_iter().zip(all()) {
            let stop = run(whole.as_mut());
            prop_assert!(matches!(stop, Stop::Done | Stop::Resolved));
            let budget = Budget { iterations: Some(slice), ..Budget::default() };
            while sliced.search(&budget, &mut Watch::default()) == Stop::Iterations {}
            prop_assert_eq!(sliced.finding(), whole.finding());
        }
    }

    /// The descent from where the last back-up stopped finds the same leaf as a descent from the root.
    #[test]
    fn best_first_expands_the_principal_leaf(seed in any::<u64>(), states in 2_usize..40) {
        let game = random_graph(seed, states, Shape::Skipping);
        let root = Graph::new(game.clone()).unwrap().start();
        let mut search = best_first::search(setup(&root, Own));
        let mut naive = Naive { state: 0, children: Vec::new() };
        let once = Budget { iterations: Some(1), ..Budget::default() };
        let mut stop = Stop::Iterations;
        while stop == Stop::Iterations {
            let before = search.finding().counts.iterations;
            stop = search.search(&once, &mut Watch::default());
            let finding = search.finding();
            if finding.counts.iterations > before {
                prop_assert!(naive.expand_the_principal_leaf(&game));
                prop_assert_eq!(finding.label.map(|label| label.value), Some(naive.value(&game)));
            }
        }
        prop_assert!(!naive.expand_the_principal_leaf(&game));
    }
}

/// A recursive implementation of best-first minimax.
struct Naive {
    state: usize,
    children: Vec<Naive>,
}

impl Naive {
    fn value(&self, game: &Description) -> f32 {
        let ended = game.children[self.state].is_empty();
        let own = if ended { game.score[self.state] } else { game.eval[self.state] } as f32;
        self.children.get(self.best(game)).map_or(own, |best| best.value(game))
    }

    fn best(&self, game: &Description) -> usize {
        let sign = if game.player[self.state] == 1 { 1.0 } else { -1.0 };
        let values: Vec<f32> = self.children.iter().map(|child| sign * child.value(game)).collect();
        (1..values.len()).fold(0, |best, index| if values[index] > values[best] { index } else { best })
    }

    /// Returns `false` if the principal leaf is terminal.
    fn expand_the_principal_leaf(&mut self, game: &Description) -> bool {
        let best = self.best(game);
        match self.children.get_mut(best) {
            Some(child) => child.expand_the_principal_leaf(game),
            None => {
                let children = game.children[self.state].iter();
                self.children =
                    children.map(|&t| Naive { state: t as usize, children: Vec::new() }).collect();
                !self.children.is_empty()
            }
        }
    }
}

/// The game of docs/theory.md: the principal variation ends in an immediate draw, and the forced win is never
/// explored.
#[test]
fn best_first_may_be_blind() {
    let root = Graph::from_json(include_str!("../../../../docs/blind.json")).unwrap().start();
    let mut search = best_first::search(setup(&root, Own));
    assert_eq!(run(&mut search), Stop::Done, "the original must not be repaired");
    let finding = search.finding();
    assert_eq!(root.move_text(finding.choices[finding.best.unwrap()].m), "1");
    assert_eq!(finding.counts.expansions, 1);
}

#[test]
fn the_subtree_of_the_played_move_is_kept() {
    let start = Connect4::<u64>::start(5, 5);
    let all: [Box<dyn Searcher<_>>; 3] = [
        b_star(&start, Noise { seed: 1 }, "spread=2"),
        conspiracy(&start, Noise { seed: 1 }, "threshold=1000"),
        Box::new(best_first::search(setup(&start, Noise { seed: 1 }))),
    ];
    for mut search in all {
        search.search(&Budget { iterations: Some(500), ..Budget::default() }, &mut Watch::default());
        let before = search.finding();
        let choice = before.choices[before.best.unwrap()];
        let mut next = start;
        next.play(choice.m);
        search.set_root(next);
        let after = search.finding();
        assert_eq!(after.label, Some(choice.label));
        assert_eq!(after.line, before.line[1..]);
        assert!(after.states > 1 && after.states < before.states);
        assert_eq!(
            search.search(&Budget { memory: Some(10), ..Budget::default() }, &mut Watch::default()),
            Stop::Memory
        );
    }
}
