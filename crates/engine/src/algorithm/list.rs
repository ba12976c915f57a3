//! The algorithms of this project, family by family.

use search::baseline::depth_first::{DepthFirst, Method};
use search::baseline::monte_carlo::{MonteCarlo, Variant};
use search::baseline::trivial::Trivial;
use search::baseline::{b_star, best_first, conspiracy};
use search::policy::{Descent, Member, Ubfm, members};
use search::solver::{self, ProofSearch, pns};

use super::{Algorithm, Family};

/// All algorithms of this project. The members of the class come from their own list ([`members`]).
pub(crate) fn standard() -> Vec<Algorithm> {
    let mut list = solvers();
    list.extend(members().into_iter().map(Algorithm::of_class));
    list.extend(baselines_of_the_class());
    list.extend(fixed_depth());
    list.extend(proof_numbers());
    list.extend(bounds());
    list.extend(monte_carlo());
    list.extend(trivial());
    list
}

/// Made for proofs, guided by proof numbers, with a ledger in place of a tree.
fn solvers() -> Vec<Algorithm> {
    use solver::Method::{Auto, DepthFirst, Portfolio, Proof};
    let solver =
        |name, method, summary| Algorithm { family: Family::Solver, ..proof_search(name, method, summary) };
    vec![
        solver(
            "auto",
            Auto,
            "for solving: proof and depth-first by turns with one ledger, most of the time the one that does better on small positions of the game",
        ),
        solver(
            "proof",
            Proof,
            "for solving: the child that a proof seems to need least, by proof and disproof numbers",
        ),
        solver(
            "depth-first",
            DepthFirst,
            "for solving: the most promising child until it is resolved, then the next one",
        ),
        solver("portfolio", Portfolio, "for solving: proof and depth-first by turns, with one ledger"),
    ]
}

/// The walks of the paper's experiment, which know no completion, and the original of 1996.
fn baselines_of_the_class() -> Vec<Algorithm> {
    let ubfm = Member::new(
        "ubfm-basic",
        "Unbounded Best-First Minimax without completion, the baseline",
        &[],
        |_, _| Ok(Box::new(Ubfm)),
    );
    let descent = Member::new("descent-basic", "Descent without completion, the baseline", &[], |_, _| {
        Ok(Box::new(Descent))
    });
    let best_first = Algorithm::new(
        "best-first",
        "the best-first minimax of 1996: ends when the best line ends the game",
        &[],
        |_, setup| Ok(best_first::search(setup)),
    );
    vec![
        Algorithm::without_completion(ubfm),
        Algorithm::without_completion(descent),
        Algorithm { family: Family::UnboundedMinimax, ends: true, looks_at_f_t: true, ..best_first },
    ]
}

fn fixed_depth() -> Vec<Algorithm> {
    let searcher = |name, method: Method, summary| Algorithm {
        family: Family::FixedDepth,
        proves: true,
        ends: true,
        ..Algorithm::new(name, summary, method.options(), move |options, setup| {
            DepthFirst::new(method, options, setup)
        })
    };
    vec![
        searcher("minimax", Method::Minimax, "every move of every state down to a depth, without a shortcut"),
        searcher(
            "alpha-beta",
            Method::AlphaBeta,
            "minimax without the moves that cannot matter, with a transposition table and move ordering",
        ),
        searcher(
            "pvs",
            Method::Pvs,
            "principal variation search: alpha-beta that asks of later moves only whether they are better",
        ),
        searcher("mtdf", Method::Mtdf, "MTD(f): alpha-beta with null windows only, closing in on the value"),
    ]
}

fn proof_numbers() -> Vec<Algorithm> {
    let pns = Algorithm::new(
        "pns",
        "proof-number search: expand the leaf that the cheapest proof and the cheapest disproof share",
        pns::OPTIONS,
        |options, setup| pns::Pns::new(setup, options),
    );
    vec![
        Algorithm { family: Family::Proof, proves: true, ends: true, ..pns },
        proof_search(
            "df-pn",
            solver::Method::DfPn,
            "depth-first proof-number search: the same within any memory, with a table",
        ),
    ]
}

/// A depth-first search by proof numbers.
fn proof_search(name: &'static str, method: solver::Method, summary: &'static str) -> Algorithm {
    Algorithm {
        family: Family::Proof,
        proves: true,
        ends: true,
        avoids_playouts: true,
        ..Algorithm::new(name, summary, method.options(), move |options, setup| {
            ProofSearch::new(method, options, setup)
        })
    }
}

/// They end when they are sure enough: they may prove the value on the way, but do not go on until they have.
fn bounds() -> Vec<Algorithm> {
    let b_star = Algorithm::new(
        "b-star",
        "B*: pessimistic and optimistic bounds, until one move stands out",
        b_star::OPTIONS,
        |options, setup| b_star::search(setup, options),
    );
    let conspiracy = Algorithm::new(
        "conspiracy",
        "conspiracy numbers: until too many leaves would have to be wrong for another value",
        conspiracy::OPTIONS,
        |options, setup| conspiracy::search(setup, options),
    );
    let sure_enough = |algorithm| Algorithm {
        family: Family::Bounds,
        proves: true,
        ends: true,
        looks_at_f_t: true,
        ..algorithm
    };
    [b_star, conspiracy].map(sure_enough).into()
}

fn monte_carlo() -> Vec<Algorithm> {
    let searcher = |name, variant: Variant, summary| Algorithm {
        family: Family::MonteCarlo,
        ..Algorithm::new(name, summary, variant.options(), move |options, setup| {
            MonteCarlo::new(variant, options, setup)
        })
    };
    let prover =
        |name, variant, summary| Algorithm { proves: true, ends: true, ..searcher(name, variant, summary) };
    vec![
        searcher(
            "mcts",
            Variant::Plain,
            "Monte Carlo tree search (UCT) with random games or the evaluator at its leaves",
        ),
        searcher(
            "rave",
            Variant::Rave,
            "mcts whose means lean on all moves as first: every move of a simulation counts",
        ),
        searcher(
            "mcts-minimax",
            Variant::ImplicitMinimax,
            "mcts whose means lean on the minimax of the evaluator's values",
        ),
        prover(
            "mcts-solver",
            Variant::Solver,
            "mcts that proves: resolved states, draws included, are not simulated again",
        ),
        prover(
            "mcts-ms",
            Variant::MinimaxSelection,
            "mcts-solver that looks a few moves ahead for the end of the game on its way down the tree",
        ),
    ]
}

fn trivial() -> Vec<Algorithm> {
    let greedy =
        Algorithm::new("greedy", "the move with the best estimate, one move ahead", &[], |_, setup| {
            Ok(Trivial::greedy(setup))
        });
    let random =
        Algorithm::new("random-move", "any legal move", &[], |_, setup| Ok(Trivial::random_move(setup)));
    vec![
        Algorithm { family: Family::Trivial, ends: true, looks_at_f_t: true, ..greedy },
        Algorithm { family: Family::Trivial, ends: true, ..random },
    ]
}
