//! Values that are known from elsewhere, found again through the one door.

use engine::{Budget, Registry, Report, Settings, Watch};

fn solve(game: &str, moves: &str, algorithm: &str, evaluator: &str) -> Report {
    let position = Registry::standard().open(game).unwrap().replay(moves).unwrap().end;
    let settings =
        Settings { algorithm: algorithm.to_owned(), evaluator: evaluator.to_owned(), ..Settings::default() };
    // Ample for what is asked here, and an end in case of a mistake.
    let budget = Budget { iterations: Some(60_000_000), memory: Some(8 << 30), ..Budget::default() };
    position.session(&settings).unwrap().think(&budget, &mut Watch::default())
}

/// Reads the table; every algorithm that proves solves its share of it.
#[test]
fn the_values_of_whole_games_are_found() {
    let table = include_str!("../data/known_values.tsv");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 60);
    for row in rows {
        let (game, value) = (row[0], row[1].parse().unwrap());
        for algorithm in ["ubfm", "descent"] {
            let report = solve(game, "", algorithm, "auto");
            assert_eq!(report.value, Some(value), "{game} with {algorithm}: {report:?}");
        }
    }
}

/// Those that take up to a minute, each with an algorithm and an evaluator that manage it.
#[test]
fn the_values_of_larger_games_are_found() {
    for (game, value, algorithm, evaluator) in [
        ("clobber:4x5", 1, "ubfm", "playouts"),
        ("breakthrough:3x7", -1, "ubfm", "mobility"),
        ("mnk:4x4x4", 0, "descent", "noise"),
        ("connect4:5x5", 0, "ubfm", "mobility"),
    ] {
        assert_eq!(solve(game, "", algorithm, evaluator).value, Some(value), "{game}");
    }
}

/// Which first moves win on Hex 4x4 without swap: exactly those on the short diagonal.
#[test]
fn the_opening_map_of_hex_4x4_is_found() {
    let map = ["wwwB", "wwBw", "wBww", "Bwww"];
    for (row, line) in map.iter().enumerate() {
        for (column, winner) in line.chars().enumerate() {
            let opening = format!("{}{}", ["a", "b", "c", "d"][column], row + 1);
            let report = solve("hex:4,noswap", &opening, "descent", "auto");
            let expected = if winner == 'B' { 1 } else { -1 };
            assert_eq!(report.value, Some(expected), "{opening}");
        }
    }
}

/// Random play solves, too: the theorem does not care how children are chosen.
#[test]
fn the_random_member_finds_the_same_values() {
    for (game, value) in [("tictactoe", 0), ("hex:3,noswap", 1), ("hexapawn:4x4", 1), ("domineering:4x4", 1)]
    {
        assert_eq!(solve(game, "", "random", "zero").value, Some(value), "{game}");
    }
}

/// Strong solving of a small game agrees with weak solving, and resolves more.
#[test]
fn strong_solving_finds_the_same_value() {
    for game in ["tictactoe", "hex:3,noswap", "othello:4", "breakthrough:3x4", "nim:3-4-5"] {
        let weak = solve(game, "", "ubfm", "auto");
        let settings = Settings { strong: true, ..Settings::default() };
        let mut session = Registry::standard().open(game).unwrap().session(&settings).unwrap();
        let strong = session.think(&Budget::default(), &mut Watch::default());
        assert_eq!(strong.value, weak.value, "{game}");
        assert!(strong.states >= weak.states, "{game}");
        assert!(strong.moves.iter().all(|m| m.r), "{game}: every move of the root is resolved");
    }
}

/// The best line of a solved game ends the game with the proven value.
#[test]
fn the_line_of_a_solved_game_leads_to_its_value() {
    for game in ["tictactoe", "connect4:4x4", "hex:3,noswap", "breakthrough:3x5", "clobber:3x4", "dodgem"] {
        let report = solve(game, "", "ubfm", "auto");
        let end = Registry::standard().open(game).unwrap().replay(&report.line.join(" ")).unwrap().end;
        assert_eq!(end.outcome().map(|outcome| outcome.gain()), report.value, "{game}: {:?}", report.line);
    }
}

/// A session keeps its table from move to move, also backwards.
#[test]
fn a_session_remembers_what_it_has_solved() {
    let mut session =
        Registry::standard().open("connect4:4x4").unwrap().session(&Settings::default()).unwrap();
    let solved = session.think(&Budget::default(), &mut Watch::default());
    assert_eq!(solved.stop, "resolved");
    session.play(solved.best_move.as_deref().unwrap()).unwrap();
    let next = session.think(&Budget::default(), &mut Watch::default());
    assert_eq!((next.value, next.iterations), (solved.value, solved.iterations), "nothing was left to do");
    assert!(session.undo() && !session.undo());
    assert_eq!(session.position().moves().len(), 4);
}

/// Reports say what ended a search.
#[test]
fn a_report_says_why_the_search_ended() {
    let think = |budget: Budget| {
        let mut session =
            Registry::standard().open("connect4").unwrap().session(&Settings::default()).unwrap();
        session.think(&budget, &mut Watch::default()).stop
    };
    let none = Budget::default();
    assert_eq!(think(Budget { iterations: Some(5), ..none }), "iterations");
    assert_eq!(think(Budget { evaluations: Some(5), ..none }), "evaluations");
    assert_eq!(think(Budget { memory: Some(1_000), ..none }), "memory");
    assert_eq!(think(Budget { time: Some(std::time::Duration::ZERO), ..none }), "time");
}

/// The Monte Carlo searches by name: what they prove is true, and the report says what their leaves are.
#[test]
fn monte_carlo_searches_are_behind_the_same_door() {
    let think = |algorithm: &str| {
        let settings = Settings { algorithm: algorithm.to_owned(), ..Settings::default() };
        let mut session = Registry::standard().open("connect4:4x4").unwrap().session(&settings).unwrap();
        // Ample for a proof of this board, and little for those that prove nothing.
        let budget = Budget { iterations: Some(500_000), ..Budget::default() };
        session.think(&budget, &mut Watch::default())
    };
    for prover in ["mcts-solver", "mcts-ms", "mcts-ms(depth=3,visits=1)"] {
        let report = think(prover);
        assert_eq!((report.value, report.stop, report.proves), (Some(0), "resolved", true), "{prover}");
    }
    for (algorithm, evaluator) in [
        ("mcts", "random games"),
        ("rave(k=300)", "random games"),
        ("mcts-minimax", "own"),
        ("mcts(leaves=evaluator)", "own"),
    ] {
        let report = think(algorithm);
        assert_eq!((report.stop, report.proves), ("iterations", false), "{algorithm}");
        assert_eq!(report.evaluator, evaluator, "{algorithm}");
    }
}
