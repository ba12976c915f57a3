//! Whoever solves a game can prove it: every algorithm that proves, with one worker and with several, with ample
//! memory and with hardly any.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use engine::{Budget, Registry, Settings, Watch};

const GAMES: &[(&str, i8)] = &[
    ("tictactoe", 0),
    ("hexapawn:3x3", -1),
    ("hex:3,noswap", 1),
    ("connect4:4x4", 0),
    ("clobber:3x3", 1),
    ("clobber:3x4", -1),
    ("nim:3-4-5", 1),
    ("domineering:4x4", 1),
    ("breakthrough:3x4", -1),
];

const PROVERS: &[&str] = &[
    "auto",
    "proof",
    "depth-first",
    "portfolio",
    "ubfm",
    "descent",
    "random",
    "df-pn",
    "alpha-beta",
    "mcts-solver",
];

/// Less than most of these games need, for each worker.
const HARDLY_ANY: usize = 300_000;

fn prove(game: &str, value: i8, algorithm: &str, budget: &Budget) {
    let registry = Registry::standard();
    let settings = Settings { algorithm: algorithm.to_owned(), ..Settings::default() };
    let mut session = registry.open(game).unwrap().session(&settings).unwrap();
    let what = format!("{game} by {algorithm} with {budget:?}");
    let report = session.think(budget, &mut Watch::default());
    assert_eq!((report.value, report.stop), (Some(value), "resolved"), "{what}");
    let mut certificate = Vec::new();
    let written = session.certificate(&mut certificate, budget, &AtomicBool::new(false));
    let size = written.unwrap_or_else(|error| panic!("{what}: {error}"));
    let verified = registry.verify(&mut Cursor::new(certificate));
    let verified = verified.unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!((verified.header.value, &*verified.header.game), (value, game), "{what}");
    assert_eq!(verified.size, size, "{what}");
}

fn prove_all(provers: &[&str], memory: usize) {
    for &(game, value) in GAMES {
        for algorithm in provers {
            for threads in [1, 3] {
                let budget =
                    Budget { memory: Some(memory * threads), threads: Some(threads), ..Budget::default() };
                prove(game, value, algorithm, &budget);
            }
        }
    }
}

#[test]
fn every_prover_proves_what_it_says() {
    prove_all(PROVERS, 1 << 30);
}

/// What is forgotten is proven again.
#[test]
fn hardly_any_memory_is_enough_for_a_certificate() {
    // The solver by simulations keeps its whole tree, and a random walk that forgets takes forever.
    let is_thrifty = |name: &&str| !["mcts-solver", "random"].contains(name);
    let thrifty: Vec<&str> = PROVERS.iter().copied().filter(is_thrifty).collect();
    prove_all(&thrifty, HARDLY_ANY);
}
