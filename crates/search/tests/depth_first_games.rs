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
        for options in ["", ",quiescence", ",k-best=3", ",quiescence,k-best=2"] {
            let depth = 1 + deep_enough(&start);
            let options = format!("depth={depth}{options}");
            let mut searches = SHORTCUTS.map(|method| searcher(method, &options, &start, NOISE));
            for _ in 0..2 {
                let mut state = start.clone();
                let mut moves = Vec::new();
                for _ in 0..rng.below(12) {
                    moves.clear();
                    state.moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    state.play(rng.pick(&moves));
                    if rng.below(3) > 0 {
                        continue;
                    }
                    let plain = value(&mut searcher(Method::Minimax, &options, &state, NOISE));
                    for (search, method) in searches.iter_mut().zip(SHORTCUTS) {
                        search.set_root(state.clone());
                        assert_eq!(value(search), plain, "{method:?}({options}) at {}", state.position());
                    }
                }
            }
        }
    }
}

/// A depth whose full tree is small.
fn deep_enough<G: Game>(start: &G) -> u32 {
    let branching = start.count_moves(&mut Vec::new()).max(2) as f64;
    ((20_000.0_f64.ln() / branching.ln()) as u32).clamp(1, 4) - 1
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
    let games =
        ["mnk:4x3x3", "hexapawn:4x5", "breakthrough:3x5", "connect4:4x4", "nim", "domineering:3x4", "dodgem"];
    for game in games {
        games::open(game, Solve { few_lines: false }).unwrap();
    }
}
