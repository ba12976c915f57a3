//! Whatever is printed with a proven value keeps that value: the best move, the line, and the lines of all moves, compared
//! with an exhaustive search of random graphs and small games.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::{Budget, Registry, Report, Session, Settings, Watch};
use game::{About, AnyState, Game, Player, TextError};
use games::graph::{Description, Graph, State};

use crate::model::{Shape, minimax, random_graph};

const GRAPH: About = About { name: "model", variants: "SEED", summary: "a random graph", samples: &[] };

fn graph(seed: u64) -> Description {
    let shape = if seed.is_multiple_of(2) { Shape::Graded } else { Shape::Skipping };
    random_graph(seed, 15 + seed as usize % 60, shape)
}

fn open_graph(seed: &str) -> Result<State, TextError> {
    Ok(Graph::new(graph(seed.parse().expect("a seed")))?.start())
}

/// Values of states by exhaustive search.
#[derive(Default)]
struct Truth(HashMap<AnyState, i8>);

impl Truth {
    fn of(&mut self, state: &AnyState) -> i8 {
        if let Some(outcome) = state.outcome() {
            return outcome.gain();
        }
        if let Some(&value) = self.0.get(state) {
            return value;
        }
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let values = moves.into_iter().map(|m| {
            let mut child = state.clone();
            child.play(m);
            self.of(&child)
        });
        let value = match state.turn() {
            Player::First => values.max(),
            Player::Second => values.min(),
        };
        let value = value.expect("a state without moves is over");
        self.0.insert(state.clone(), value);
        value
    }

    /// Every state of the line has this value. The texts of a turn are separated by spaces.
    fn check_line(&mut self, start: &AnyState, line: &[String], value: i8, what: &str) {
        let mut state = start.clone();
        for text in line.iter().flat_map(|turn| turn.split_whitespace()) {
            state.play(state.parse_move(text).expect("a line is legal"));
            let found = self.of(&state);
            assert_eq!(found, value, "{what}: {text} in {line:?}");
        }
    }
}

/// A game with its start, twice: for the session and for the truth.
struct Case {
    name: String,
    start: AnyState,
}

fn session(registry: &Registry, game: &str, algorithm: &str, evaluator: &str) -> Box<dyn Session> {
    let (algorithm, evaluator) = (algorithm.to_owned(), evaluator.to_owned());
    let settings = Settings { algorithm, evaluator, ..Settings::default() };
    registry.open(game).unwrap().session(&settings).unwrap()
}

/// Checks everything that a report says of a proven value. Returns whether the value is proven.
fn check(truth: &mut Truth, start: &AnyState, report: &Report, what: &str) -> bool {
    for m in report.moves.iter().filter(|m| m.r) {
        truth.check_line(start, std::slice::from_ref(&m.text), m.c, what);
    }
    let Some(value) = report.value else { return false };
    assert_eq!(truth.of(start), value, "{what}");
    truth.check_line(start, report.best_move.as_slice(), value, what);
    truth.check_line(start, &report.line, value, what);
    let best = report.best_move.as_deref().unwrap_or_default();
    let first = report.line.first().map_or("", |turn| turn.split_whitespace().next().unwrap_or(turn));
    assert!(report.line.is_empty() || first == best, "{what}: {best} and {:?}", report.line);
    true
}

fn check_all(registry: &Registry, case: &Case, budget: Budget, truth: &mut Truth) -> (usize, usize) {
    let (mut proven, mut ended) = (0, 0);
    let Case { name, start } = case;
    for algorithm in Registry::standard().algorithms().iter().filter(|algorithm| algorithm.proves) {
        for evaluator in ["auto", "noise"] {
            let what = format!("{} with {evaluator} on {name}, {budget:?}", algorithm.name);
            let mut session = session(registry, name, algorithm.name, evaluator);
            let report = session.think(&budget, &mut Watch::default());
            if !check(truth, start, &report, &what) {
                continue;
            }
            proven += 1;
            let mut end = start.clone();
            for text in report.line.iter().flat_map(|turn| turn.split_whitespace()) {
                end.play(end.parse_move(text).unwrap());
            }
            ended += usize::from(end.outcome().is_some());
            let more = Budget { iterations: Some(10_000), nodes: Some(400_000), ..budget };
            for m in session.all_moves(&more, &AtomicBool::new(false), &mut |_, _| {}) {
                let Some(value) = m.value else { continue };
                truth.check_line(start, &m.line, value, &format!("{what}, move {}", m.text));
            }
        }
    }
    (proven, ended)
}

fn budgets() -> [Budget; 3] {
    let large = Budget { iterations: Some(5_000), nodes: Some(200_000), ..Budget::default() };
    [large, Budget { memory: Some(64 << 10), ..large }, Budget { threads: Some(2), ..large }]
}

#[test]
fn lines_keep_proven_values_on_random_graphs() {
    let mut registry = Registry::default();
    registry.register(GRAPH, open_graph);
    let (mut proven, mut ended) = (0, 0);
    for seed in 0..120 {
        let start = AnyState::new(open_graph(&seed.to_string()).unwrap());
        let case = Case { name: format!("model:{seed}"), start };
        let [large, small, team] = budgets();
        let budget = [large, large, small, team][seed as usize % 4];
        let mut truth = Truth::default();
        assert_eq!(truth.of(&case.start), minimax(&graph(seed))[0]);
        let (some, to_the_end) = check_all(&registry, &case, budget, &mut truth);
        (proven, ended) = (proven + some, ended + to_the_end);
    }
    assert!(proven > 3_000, "too few proofs to tell: {proven}");
    assert!(10 * ended > 9 * proven, "{ended} of {proven} lines end the game");
}

#[test]
fn lines_keep_proven_values_on_small_games() {
    let registry = Registry::standard();
    let names = ["tictactoe", "nim:3-4-5", "hexapawn:3x3", "connect4:4x3", "domineering:4x4", "clobber:3x3"];
    let (mut proven, mut ended) = (0, 0);
    for name in names.into_iter().chain(["hex:3,noswap", "breakthrough:3x4", "mnk:4x3x3"]) {
        let case = Case { name: name.to_owned(), start: games::start(name).unwrap() };
        let mut truth = Truth::default();
        for budget in budgets() {
            let (some, to_the_end) = check_all(&registry, &case, budget, &mut truth);
            (proven, ended) = (proven + some, ended + to_the_end);
        }
    }
    assert!(proven > 400, "too few proofs to tell: {proven}");
    assert!(10 * ended > 9 * proven, "{ended} of {proven} lines end the game");
}
