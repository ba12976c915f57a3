//! All algorithms on the same small games: those that prove agree with exhaustive search and with each other,
//! the others play a move that keeps the value, given the budget.

use std::collections::HashMap;

use engine::{Algorithm, Budget, Family, Registry, Report, Settings, Watch};
use game::laws::exhaustive_value;
use game::{AnyMove, AnyState, Game};
use search::policy::members;

/// Small games of every kind: draws, wins of either player, several decisions a turn, no moves left.
const GAMES: &[&str] = &[
    "tictactoe",
    "hexapawn:3x3",
    "hexapawn:4x4",
    "connect4:4x4",
    "nim:3-4-5",
    "nim:1-2-3",
    "domineering:4x4",
    "clobber:3x4",
    "hex:3,noswap",
    "hex:3",
    "breakthrough:3x4",
    "othello:4",
    "mnk:4x3x3",
];

/// The value of a game, and of each of its first moves.
fn exhaustive(start: AnyState) -> (i8, HashMap<String, i8>) {
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let after = |&m: &AnyMove| {
        let mut child = start.clone();
        child.play(m);
        (start.move_text(m), exhaustive_value(&child))
    };
    (exhaustive_value(&start), moves.iter().map(after).collect())
}

fn think(game: &str, algorithm: &str, evaluator: &str, budget: Budget) -> Report {
    let settings =
        Settings { algorithm: algorithm.to_owned(), evaluator: evaluator.to_owned(), ..Settings::default() };
    let mut session = Registry::standard().open(game).unwrap().session(&settings).unwrap();
    session.think(&budget, &mut Watch::default())
}

#[test]
fn every_evaluator_can_have_quiet_leaves() {
    let network = concat!("network:", env!("CARGO_MANIFEST_DIR"), "/../../networks/chess.safetensors");
    let budget = Budget { evaluations: Some(3000), ..Budget::default() };
    let quiet_network = format!("{network}(quiet=2)");
    for (plain, quiet) in [
        ("mobility", "mobility(quiet=2)"),
        ("noise(seed=3)", "noise(seed=3,quiet=2)"),
        ("best", "best(quiet=2)"),
        (network, &quiet_network),
    ] {
        let [without, with] = [plain, quiet].map(|evaluator| think("chess", "ubfm", evaluator, budget));
        assert_eq!((without.evaluator.as_str(), with.evaluator.as_str()), (plain, quiet));
        // What was evaluated behind the children counts, too.
        let [fewer, more] = [with, without].map(|report| report.expansions);
        assert!(fewer < more, "{quiet}: {fewer} of {more}");
    }
    let refused = |evaluator: &str| {
        let settings = Settings { evaluator: evaluator.to_owned(), ..Settings::default() };
        let session = Registry::standard().open("chess").unwrap().session(&settings);
        session.map(drop).unwrap_err().to_string()
    };
    assert!(refused("best(quiet=33)").contains("from 0 to 32"), "{}", refused("best(quiet=33)"));
    let loud = refused(&format!("{network}(loud=1)"));
    assert!(loud.contains("there is no option `loud`; the options are quiet"), "{loud}");
}

/// A member of the class is a `Policy`. The solvers are none: they go by proof numbers and keep a ledger.
#[test]
fn solvers_are_a_family_of_their_own() {
    let registry = Registry::standard();
    let of = |family| {
        let family = registry.algorithms().iter().filter(move |algorithm| algorithm.family == family);
        family.map(|algorithm| algorithm.name).collect::<Vec<_>>()
    };
    assert_eq!(of(Family::Solver), ["auto", "proof", "depth-first", "portfolio"]);
    let class: Vec<&str> = members::<AnyState>().iter().map(|member| member.name).collect();
    let baselines = ["ubfm-basic", "descent-basic", "best-first"];
    assert_eq!(of(Family::UnboundedMinimax), [&class[..], &baselines].concat());
    assert_eq!(of(Family::Other), [""; 0]);
}

#[test]
fn all_that_prove_agree_with_exhaustive_search() {
    let registry = Registry::standard();
    for game in GAMES {
        let (value, moves) = games::start(game).map(exhaustive).unwrap();
        // Bounds may end before the proof is complete.
        let until_proven = |algorithm: &&Algorithm| algorithm.proves && algorithm.family != Family::Bounds;
        let provers = registry.algorithms().iter().filter(until_proven).map(|algorithm| algorithm.name);
        let provers = provers.chain(["ubfm(sight=no)", "descent(sight=no)"]);
        let variations = ["df-pn(start=one)", "df-pn(start=evaluator,epsilon=0)", "pns(start=evaluator)"];
        for algorithm in provers.chain(variations) {
            // Plain minimax looks at every line of play: the smallest games are enough.
            if algorithm == "minimax" && !["hexapawn:3x3", "tictactoe", "nim:1-2-3"].contains(game) {
                continue;
            }
            let report = think(game, algorithm, "noise", Budget::default());
            assert_eq!((report.value, report.stop), (Some(value), "resolved"), "{game} by {algorithm}");
            let best = report.best_move.unwrap();
            assert_eq!(moves[&best], value, "{game} by {algorithm}: {best}");
            for m in report.moves.iter().filter(|m| m.r) {
                assert_eq!(moves[&m.text], m.c, "{game} by {algorithm}: {}", m.text);
            }
        }
    }
}

/// A table too small for what is seen costs time, not truth.
#[test]
fn hardly_any_memory_is_enough_for_a_proof() {
    for game in GAMES {
        let (value, _) = games::start(game).map(exhaustive).unwrap();
        for algorithm in ["df-pn", "alpha-beta", "pvs", "mtdf"] {
            let report =
                think(game, algorithm, "noise", Budget { memory: Some(300_000), ..Budget::default() });
            assert_eq!(report.value, Some(value), "{game} by {algorithm}");
        }
    }
}

#[test]
fn all_others_play_a_move_that_keeps_the_value() {
    // Left out are those that need not find one, as their pages say: they stop looking (`b-star`,
    // `conspiracy`), stay blind (the `-basic` ones, `best-first`), or hardly look (`greedy`, `random-move`).
    for game in ["tictactoe", "hexapawn:3x3", "connect4:4x4", "domineering:4x4", "hex:3", "nim:1-2-4"] {
        let (value, moves) = games::start(game).map(exhaustive).unwrap();
        for algorithm in ["mcts", "mcts(leaves=evaluator)", "rave", "mcts-minimax"] {
            let budget = Budget { iterations: Some(20_000), ..Budget::default() };
            let report = think(game, algorithm, "auto", budget);
            assert!(!report.proves && !report.resolved, "{game} by {algorithm}");
            let best = report.best_move.unwrap();
            assert_eq!(moves[&best], value, "{game} by {algorithm}: {best}");
        }
    }
}

#[test]
fn the_monte_carlo_solver_proves_larger_games_by_its_default_settings() {
    for (game, value) in [("hex:4,noswap", 1), ("hex:4", -1), ("clobber:4x4", 1), ("tictactoe", 0)] {
        let budget = Budget { memory: Some(1 << 30), ..Budget::default() };
        assert_eq!(think(game, "mcts-solver", "auto", budget).value, Some(value), "{game}");
    }
}
