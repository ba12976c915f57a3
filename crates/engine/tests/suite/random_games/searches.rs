//! Searches of random games, and what must be true of each.

use std::io::Cursor;

use ::game::Rng;
use engine::{Algorithm, Budget, Family, Report, Session, Settings, Watch};

use super::game::RandomGame;
use super::tally::Tally;

/// Options that change what an algorithm relies on.
const VARIATIONS: [&str; 8] = [
    "ubfm(sight=no)",
    "descent(sight=no)",
    "proof(epsilon=0)",
    "auto(start=one)",
    "df-pn(start=one)",
    "df-pn(start=evaluator,epsilon=0)",
    "pns(start=evaluator)",
    "mcts-solver(expand=5)",
];

/// Enough for a proof where there will be one, and an end where there may be none.
fn enough(algorithm: &Algorithm) -> Budget {
    let limit = Budget::default();
    match algorithm.family {
        _ if !algorithm.proves => Budget { iterations: Some(200), ..limit },
        Family::FixedDepth => Budget { nodes: Some(300_000), ..limit },
        Family::MonteCarlo => Budget { iterations: Some(3_000), ..limit },
        Family::Bounds => Budget { evaluations: Some(2_000), ..limit },
        _ => Budget { iterations: Some(100_000), ..limit },
    }
}

fn algorithm<'a>(game: &'a RandomGame, text: &str) -> &'a Algorithm {
    game.registry.algorithm(text).expect("the algorithm is in the list").0
}

/// How the search with this number goes about it.
fn settings(name: &str, rng: &mut Rng) -> Settings {
    let can_be_strong = ["ubfm", "descent", "random", "ubfm-uct"].contains(&name);
    Settings {
        algorithm: name.to_owned(),
        evaluator: ["own", "noise", "zero", "mobility"][rng.below(4)].to_owned(),
        strong: can_be_strong && rng.below(4) == 0,
        seed: rng.next_u64() % 1_000,
        ..Settings::default()
    }
}

/// Every algorithm on a game, each with one to three threads and some memory.
pub fn every_algorithm(game: &RandomGame, tally: &mut Tally) {
    let mut rng = Rng::new(game.seed);
    for name in game.registry.algorithms().iter().map(|algorithm| algorithm.name).chain(VARIATIONS) {
        let memory = [None, None, Some(1_000 + rng.below(60_000))][rng.below(3)];
        let budget = Budget { memory, threads: Some(1 + rng.below(3)), ..enough(algorithm(game, name)) };
        let settings = settings(name, &mut rng);
        let mut session = game.start().session(&settings).expect("it can be searched");
        if rng.below(4) == 0 {
            session = interrupted(game, session, &budget, &mut rng, tally);
        }
        check(game, &settings, &budget, session.as_mut(), tally);
    }
}

/// The algorithms that evict, with so little memory that most of what they find is lost again.
pub fn hardly_any_memory(game: &RandomGame, tally: &mut Tally) {
    let mut rng = Rng::new(game.seed);
    for name in ["auto", "proof", "depth-first", "portfolio", "df-pn", "alpha-beta", "pvs", "ubfm", "descent"]
    {
        for threads in 1..=3 {
            let memory = Some(threads * [10_000, 20_000, 40_000][rng.below(3)]);
            let limit = Budget { nodes: Some(200_000), ..Budget::default() };
            let budget = Budget { memory, threads: Some(threads), ..limit };
            let settings = settings(name, &mut rng);
            let mut session = game.start().session(&settings).expect("it can be searched");
            check(game, &settings, &budget, session.as_mut(), tally);
        }
    }
}

/// Searches a little, and saves what was found. Goes on with what was saved, or, if the algorithm cannot be saved, with the
/// same session.
fn interrupted(
    game: &RandomGame,
    mut session: Box<dyn Session>,
    budget: &Budget,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Box<dyn Session> {
    let a_little = Budget { iterations: Some(1 + rng.below(20) as u64), ..*budget };
    session.think(&a_little, &mut Watch::default());
    let mut saved = Vec::new();
    if session.save(&mut saved).is_err() {
        return session;
    }
    tally.resumed += 1;
    game.registry.resume(&mut Cursor::new(saved)).expect("what was saved is taken up")
}

/// Searches, and compares what was found with what is true.
fn check(
    game: &RandomGame,
    settings: &Settings,
    budget: &Budget,
    session: &mut dyn Session,
    tally: &mut Tally,
) {
    let report = session.think(budget, &mut Watch::default());
    let what = || format!("{} with {settings:?} and {budget:?}: {report:?}", game.name);
    let algorithm = algorithm(game, &settings.algorithm);
    assert!(report.value.is_none_or(|value| value == game.value()), "a wrong proof: {}", what());
    for m in report.moves.iter().filter(|m| m.r) {
        assert_eq!(m.c, game.value_after(&m.text), "a wrong proof of {}: {}", m.text, what());
    }
    if report.resolved && !report.line.is_empty() {
        let best = report.best_move.as_deref().expect("a game that goes on has a best move");
        assert_eq!(game.value_after(best), game.value(), "the best move: {}", what());
        assert!(game.preserves_value(&report.line), "the line: {}", what());
        tally.lines += 1;
    }
    let ends_with_a_proof = algorithm.proves && algorithm.ends && algorithm.family != Family::Bounds;
    let is_limited = matches!(report.stop, "iterations" | "nodes" | "evaluations") || budget.memory.is_some();
    assert!(report.resolved || is_limited || !ends_with_a_proof, "no proof: {}", what());
    count(algorithm, &report, tally);
}

fn count(algorithm: &Algorithm, report: &Report, tally: &mut Tally) {
    let of = tally.by_algorithm.entry(algorithm.name).or_default();
    of.searches += 1;
    of.proven += u64::from(report.resolved);
    of.evictions += report.evictions;
}
