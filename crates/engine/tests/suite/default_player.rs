//! The default players: the table can be used, and games without a row have a player.

use engine::{
    Basis, Budget, DEFAULT, DefaultPlayer, Registry, Settings, TerminalValue, Watch, measured_players,
};

fn player_of(game: &str) -> DefaultPlayer {
    Registry::standard().open(game).unwrap().default_player()
}

#[test]
fn every_row_of_the_table_can_play() {
    let registry = Registry::standard();
    assert!(measured_players().len() >= 22);
    for row in measured_players() {
        let start = registry.open(&row.game).unwrap();
        assert_eq!(start.game(), row.game, "the name is canonical");
        let settings = Settings {
            algorithm: row.algorithm.clone(),
            evaluator: row.evaluator.clone(),
            ..Settings::default()
        };
        start.session(&settings).unwrap_or_else(|error| panic!("{}: {error}", row.game));
        assert_eq!(player_of(&row.game).basis, Basis::Measured, "{}", row.game);
        assert!(!row.evidence.is_empty(), "{} was measured", row.game);
        for evidence in &row.evidence {
            let [lower, upper] = evidence.interval;
            assert!(lower <= evidence.score && evidence.score <= upper, "{}: {evidence:?}", row.game);
            assert!(upper > 0.0 && evidence.matches > 0, "{}: {evidence:?}", row.game);
        }
    }
    let games: std::collections::HashSet<&str> =
        measured_players().iter().map(|row| row.game.as_str()).collect();
    assert_eq!(games.len(), measured_players().len(), "one row for each game");
}

#[test]
fn games_without_a_row_have_a_sensible_player() {
    for (game, algorithm, evaluator, basis) in [
        ("connect4", "ubfm", "best", Basis::Network),
        ("amazons:6x6", "mcts", "auto", Basis::Variant("amazons".to_owned())),
        ("go:19", "mcts", "auto", Basis::Variant("go:9".to_owned())),
        ("connect4:5x4", "ubfm", "auto", Basis::Rule),
        ("domineering:4x4", "ubfm", "auto", Basis::Rule),
        ("gomoku:6", "mcts-solver", "auto", Basis::Rule),
    ] {
        let expected = DefaultPlayer {
            algorithm: algorithm.to_owned(),
            evaluator: evaluator.to_owned(),
            basis,
            missing: None,
        };
        assert_eq!(player_of(game), expected, "{game}");
    }
}

#[test]
fn a_session_of_the_default_player_says_who_that_is() {
    let start = Registry::standard().open("othello:6").unwrap();
    let default = || Settings { algorithm: DEFAULT.to_owned(), ..Settings::default() };
    let names = |settings: Settings| {
        let mut session = start.session(&settings).unwrap();
        let budget = Budget { iterations: Some(3), ..Budget::default() };
        let report = session.think(&budget, &mut Watch::default());
        assert_eq!(report.algorithm, session.settings().algorithm);
        (report.algorithm, report.evaluator)
    };
    let named = |algorithm: &str, evaluator: &str| (algorithm.to_owned(), evaluator.to_owned());
    assert_eq!(names(default()), named("ubfm", "best"));
    assert_eq!(names(Settings { evaluator: "mobility".to_owned(), ..default() }), named("ubfm", "mobility"));
    // Not every player resolves all states, or takes every f_t.
    let amazons = Registry::standard().open("amazons").unwrap();
    for settings in
        [Settings { strong: true, ..default() }, Settings { terminal: TerminalValue::Gain, ..default() }]
    {
        assert_eq!(amazons.session(&settings).unwrap().settings().algorithm, "ubfm");
    }
}
