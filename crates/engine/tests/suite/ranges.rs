//! Extreme values of every option are refused with a sentence or work, and every limit ends every algorithm.

use engine::{Algorithm, Budget, Error, Registry, Report, Settings, Watch};

const EXTREMES: [&str; 12] = [
    "",
    "0",
    "-0",
    "-1",
    "0.5",
    "1e308",
    "-1e308",
    "nan",
    "inf",
    "4294967295",
    "18446744073709551615",
    "word",
];

fn think(game: &str, algorithm: &str, evaluator: &str, budget: Budget) -> Result<Report, Error> {
    let settings =
        Settings { algorithm: algorithm.to_owned(), evaluator: evaluator.to_owned(), ..Settings::default() };
    let mut session = Registry::standard().open(game)?.session(&settings)?;
    Ok(session.think(&budget, &mut Watch::default()))
}

/// A refusal names the option and the value.
fn works_or_is_refused(algorithm: &str, evaluator: &str, option: &str, value: &str) {
    for game in ["tictactoe", "nim:1-2-3"] {
        let budget = Budget { iterations: Some(60), evaluations: Some(40), ..Budget::default() };
        match think(game, algorithm, evaluator, budget) {
            Ok(report) => assert!(report.best_move.is_some(), "{algorithm} {evaluator} on {game}"),
            Err(error) => {
                let (error, named) = (error.to_string(), format!("`{option}={value}` should be "));
                assert!(error.contains(&named), "{algorithm} {evaluator}: {error}");
            }
        }
    }
}

#[test]
fn extreme_values_of_every_option_are_refused_or_work() {
    let registry = Registry::standard();
    for Algorithm { name, options, .. } in registry.algorithms() {
        for option in options {
            for value in EXTREMES.into_iter().chain([option.default]) {
                works_or_is_refused(&format!("{name}({}={value})", option.name), "auto", option.name, value);
            }
        }
    }
    for evaluator in registry.evaluators() {
        for option in evaluator.options {
            for value in EXTREMES.into_iter().chain([option.default]) {
                let evaluator = format!("{}({}={value})", evaluator.name, option.name);
                works_or_is_refused("ubfm", &evaluator, option.name, value);
            }
        }
    }
}

#[test]
fn every_limit_ends_every_algorithm() {
    let unexpanded = ["mcts(expand=1000000)", "rave(expand=1000000)"];
    let registry = Registry::standard();
    for algorithm in registry.algorithms().iter().map(|algorithm| algorithm.name).chain(unexpanded) {
        for game in ["tictactoe", "nim:1-2", "hex:3,noswap"] {
            for limit in [
                Budget { iterations: Some(3000), ..Budget::default() },
                Budget { evaluations: Some(3000), ..Budget::default() },
                Budget { nodes: Some(3000), ..Budget::default() },
            ] {
                let report = think(game, algorithm, "auto", limit).unwrap();
                assert!(report.stop != "interrupted", "{algorithm} on {game}: {}", report.stop);
            }
        }
    }
}
