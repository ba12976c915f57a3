//! The fixed-depth family over the list of games: all members find the same values, and the right ones.

mod fixed_depth;

use std::sync::atomic::{AtomicUsize, Ordering};

use fixed_depth::{ALL, SHORTCUTS, run, searcher, value};
use game::laws::exhaustive_value;
use game::{Game, Rng, Visitor};
use search::baseline::depth_first::Method;
use search::evaluate::Noise;
use search::{Budget, Searcher, Stop};

/// From a few random positions of a game, with the same searches all the way.
struct SameValues;

impl Visitor for SameValues {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        const NOISE: Noise = Noise { seed: 5 };
        let mut rng = Rng::new(3);
        for options in ["", "quiescence", "k-best=3", "quiescence,k-best=2"] {
            let mut searches = SHORTCUTS.map(|method| searcher(method, options, &start, NOISE));
            let mut state = start.clone();
            let mut moves = Vec::new();
            for ply in 0..12 {
                moves.clear();
                state.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                if ply % 4 == 1 {
                    let depth = Budget { iterations: Some(deep_enough(moves.len())), ..Budget::default() };
                    let plain = value(&mut searcher(Method::Minimax, options, &state, NOISE), depth);
                    for (search, method) in searches.iter_mut().zip(SHORTCUTS) {
                        search.set_root(state.clone());
                        assert_eq!(
                            value(search, depth),
                            plain,
                            "{method:?}({options}) at {}",
                            state.position()
                        );
                    }
                }
                state.play(rng.pick(&moves));
            }
        }
    }
}

/// A depth whose full tree is small.
fn deep_enough(branching: usize) -> u64 {
    ((3_000_f64.ln() / (branching.max(2) as f64).ln()) as u64).clamp(1, 4)
}

#[test]
fn all_members_find_the_same_value_in_every_game() {
    let samples: Vec<&str> = games::LIST.iter().flat_map(|about| about.samples.iter().copied()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(sample) = samples.get(next.fetch_add(1, Ordering::Relaxed)) {
                    games::open(sample, SameValues).unwrap();
                }
            });
        }
    });
}

/// Solves a game and compares with exhaustive search.
struct Solve {
    few_lines: bool,
}

impl Visitor for Solve {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let truth = exhaustive_value(&start);
        // Plain minimax looks at every line of play.
        let methods = if self.few_lines { &ALL[..] } else { &SHORTCUTS };
        for &method in methods {
            for options in ["", "quiescence"] {
                let mut search = searcher(method, options, &start, Noise { seed: 2 });
                let (stop, finding) = run(&mut search, Budget::default());
                let label = finding.label.unwrap();
                let found = (stop, label.resolved, label.exact, label.value);
                assert_eq!(found, (Stop::Resolved, true, truth, f32::from(truth)), "{method:?}({options})");
            }
        }
        for options in ["null-move=1", "null-move=2", "k-best=2", "k-best=2,null-move=1,quiescence"] {
            let mut search = searcher(Method::Pvs, options, &start, Noise { seed: 2 });
            let (stop, finding) = run(&mut search, Budget { iterations: Some(20), ..Budget::default() });
            let label = finding.label.unwrap();
            assert!(stop != Stop::Resolved || label.exact == truth, "pvs({options})");
        }
    }
}

#[test]
fn small_games_are_solved() {
    for game in
        ["tictactoe", "hexapawn", "clobber:3x3", "clobber:1x7", "hex:3,noswap", "hex:1x2", "mnk:1x1x1"]
    {
        games::open(game, Solve { few_lines: true }).unwrap();
    }
    let games = ["mnk:4x3x3", "hexapawn:4x4", "breakthrough:3x4", "connect4:4x4", "nim", "hex:3,noswap"];
    for game in games {
        games::open(game, Solve { few_lines: false }).unwrap();
    }
}
