//! Every algorithm that solves can certify what it has solved: with one worker and with several, with ample
//! memory and with hardly any.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Budget, Error, Halt, Limits, Registry, Session, Settings, Source, Watch};

const GAMES: &[(&str, i8)] = &[
    ("tictactoe", 0),
    ("hexapawn:3x3", -1),
    ("hex:3,noswap", 1),
    ("hex:4", -1),
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
    let verified = registry.verify(&mut Cursor::new(certificate), &Limits::default());
    let (header, verified) = verified.unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!((header.value, &*header.game), (value, game), "{what}");
    assert_eq!(verified, size, "{what}");
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

/// A session that has solved a game with so much memory.
fn solved(game: &str, memory: usize) -> Box<dyn Session> {
    let settings = Settings { algorithm: "proof".to_owned(), ..Settings::default() };
    let mut session = Registry::standard().open(game).unwrap().session(&settings).unwrap();
    let budget = Budget { memory: Some(memory), ..Budget::default() };
    assert!(session.think(&budget, &mut Watch::default()).resolved);
    session
}

/// Why no certificate is written.
fn halt(session: &mut dyn Session, budget: &Budget, interrupted: bool) -> Option<Halt> {
    match session.certificate(&mut Vec::new(), budget, &AtomicBool::new(interrupted)) {
        Ok(_) => None,
        Err(Error::Certificate(certificate::Error::Halt(halt))) => Some(halt),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_limit_ends_the_writing() {
    let mut session = solved("connect4:4x4", 1 << 20);
    let budget = Budget::default();
    assert_eq!(halt(session.as_mut(), &budget, false), None);
    assert_eq!(halt(session.as_mut(), &budget, true), Some(Halt::Interrupted));
    // What the search has spent is gone.
    let time = Some(Duration::ZERO);
    assert_eq!(halt(session.as_mut(), &Budget { time, ..budget }, false), Some(Halt::Time));
    assert_eq!(halt(session.as_mut(), &Budget { memory: Some(50_000), ..budget }, false), Some(Halt::Memory));
    // With little memory much is forgotten, and has to be proven again: that counts, too.
    let mut session = solved("connect4:4x4", 20_000);
    assert_eq!(halt(session.as_mut(), &Budget { iterations: Some(0), ..budget }, false), Some(Halt::Limits));
    assert_eq!(halt(session.as_mut(), &Budget { memory: Some(1 << 20), ..budget }, false), None);
}

/// Plays against a certificate: the opponent's moves are the given ones by turns, among those that are legal. Returns
/// how the holder's moves were known.
fn play_against(game: &str, choices: &mut dyn FnMut(usize) -> usize) -> Vec<Source> {
    let (registry, mut certificate) = (Registry::standard(), Vec::new());
    let mut session = solved(game, 1 << 30);
    session.certificate(&mut certificate, &Budget::default(), &AtomicBool::new(false)).unwrap();
    let opened = registry.open_certificate(&mut Cursor::new(certificate), &Limits::default()).unwrap();
    let mut sources = Vec::new();
    for mut strategy in opened.strategies {
        while strategy.position().outcome().is_none() {
            if let Some(reply) = strategy.reply().unwrap() {
                sources.push(reply.source);
                strategy.play(&reply.text).unwrap();
            } else {
                let moves = strategy.position().moves();
                strategy.play(&moves[choices(moves.len())]).unwrap();
            }
        }
        let gain = strategy.position().outcome().unwrap().gain() * strategy.holder().sign();
        assert!(gain >= opened.header.value * strategy.holder().sign(), "{game}");
    }
    sources
}

#[test]
fn the_holder_keeps_its_promise_whatever_is_played() {
    let mut rng = game::Rng::new(8);
    for game in ["tictactoe", "hexapawn:3x3", "connect4:4x4", "hex:4", "hex:5,noswap", "hex:5", "hex:4x5"] {
        let (mut named, mut by_rule) = (0, 0);
        for _ in 0..10 {
            for source in play_against(game, &mut |count| rng.below(count)) {
                named += usize::from(source == Source::Named);
                by_rule += usize::from(matches!(source, Source::Rule(_)));
            }
        }
        assert!(named > 0 || game == "hex:5,noswap", "{game}");
        assert_eq!(by_rule > 0, game.starts_with("hex:"), "{game}");
    }
}

#[test]
fn verifying_ends_with_its_limits() {
    let (mut session, mut certificate) = (solved("connect4:4x4", 1 << 20), Vec::new());
    session.certificate(&mut certificate, &Budget::default(), &AtomicBool::new(false)).unwrap();
    let limits = Limits { memory: Some(20_000), ..Limits::default() };
    let registry = Registry::standard();
    let file = &mut Cursor::new(certificate);
    let is_full = |error: Option<Error>| {
        matches!(error, Some(Error::Certificate(certificate::Error::Halt(Halt::Memory))))
    };
    assert!(is_full(registry.verify(file, &limits).err()));
    assert!(is_full(registry.open_certificate(file, &limits).err()));
    assert!(registry.open_certificate(file, &Limits::default()).is_ok());
}
