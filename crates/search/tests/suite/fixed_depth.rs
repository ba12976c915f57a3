//! Fixed-depth searches for tests.

use game::Game;
use search::baseline::depth_first::{DepthFirst, Method};
use search::{Budget, Decision, Evaluator, Finding, Options, Searcher, Setup, Stop, TerminalFunction, Watch};

/// The methods with cuts.
pub const SHORTCUTS: [Method; 3] = [Method::AlphaBeta, Method::Pvs, Method::Mtdf];
/// All methods.
pub const ALL: [Method; 4] = [Method::Minimax, Method::AlphaBeta, Method::Pvs, Method::Mtdf];

/// A search by this method, with options in text form.
pub fn searcher<G: Game>(
    method: Method,
    options: &str,
    root: &G,
    evaluator: impl Evaluator<G> + 'static,
) -> DepthFirst<G> {
    let options = Options::read(method.options(), options).unwrap();
    let setup = Setup {
        root: root.clone(),
        evaluator: Box::new(evaluator),
        terminal: TerminalFunction::SCORE,
        decision: Decision::Plain,
        seed: 1,
    };
    DepthFirst::new(method, &options, setup).unwrap()
}

/// Runs the search and returns what it has found.
pub fn run<G: Game>(search: &mut DepthFirst<G>, budget: Budget) -> (Stop, Finding<G::Move>) {
    (search.search(&budget, &mut Watch::default()), search.finding())
}

/// The value of the root.
pub fn value<G: Game>(search: &mut DepthFirst<G>, budget: Budget) -> f32 {
    run(search, budget).1.label.unwrap().value
}
