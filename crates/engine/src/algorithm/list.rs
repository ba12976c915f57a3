//! The list of all algorithms, family by family.

use search::baseline::depth_first::Method;
use search::baseline::monte_carlo::Variant;
use search::baseline::{b_star, conspiracy};
use search::policy::UbfmUct;
use search::solver::{self, pns};
use search::{Completion, OptionInfo, Values};

use super::{Algorithm, Choices, Family, Member};

/// All algorithms.
pub const ALGORITHMS: &[Algorithm] = &[
    solver(
        "auto",
        solver::Method::Auto,
        "for solving: proof and depth-first by turns with one ledger, most of the time the one that does better on small positions of the game",
    ),
    solver(
        "proof",
        solver::Method::Proof,
        "for solving: the child that a proof seems to need least, by proof and disproof numbers",
    ),
    solver(
        "depth-first",
        solver::Method::DepthFirst,
        "for solving: the most promising child until it is resolved, then the next one",
    ),
    solver(
        "portfolio",
        solver::Method::Portfolio,
        "for solving: proof and depth-first by turns, with one ledger",
    ),
    class(
        "ubfm",
        Choices::Ubfm,
        "Unbounded Best-First Minimax with completion: expand the end of the best line",
    ),
    class(
        "descent",
        Choices::Descent,
        "Descent with completion: follow the best line to the end of the game in every iteration",
    ),
    Algorithm {
        options: &[UbfmUct::C, SIGHT],
        ..class("ubfm-uct", Choices::UbfmUct, "ubfm with a bonus for children that were seldom selected")
    },
    class(
        "random",
        Choices::Random,
        "random children, random depth: complete all the same, as the theorem says",
    ),
    basic("ubfm-basic", Choices::Ubfm, "Unbounded Best-First Minimax without completion, the baseline"),
    basic("descent-basic", Choices::Descent, "Descent without completion, the baseline"),
    Algorithm {
        family: Family::UnboundedMinimax,
        ..trivial(
            "best-first",
            Member::BestFirst,
            "the best-first minimax of 1996: ends when the best line ends the game",
        )
    },
    fixed_depth("minimax", Method::Minimax, "every move of every state down to a depth, without a shortcut"),
    fixed_depth(
        "alpha-beta",
        Method::AlphaBeta,
        "minimax without the moves that cannot matter, with a transposition table and move ordering",
    ),
    fixed_depth(
        "pvs",
        Method::Pvs,
        "principal variation search: alpha-beta that asks of later moves only whether they are better",
    ),
    fixed_depth("mtdf", Method::Mtdf, "MTD(f): alpha-beta with null windows only, closing in on the value"),
    proof(
        "pns",
        Member::Pns,
        pns::OPTIONS,
        "proof-number search: expand the leaf that the cheapest proof and the cheapest disproof share",
    ),
    proof(
        "df-pn",
        Member::Solver(solver::Method::DfPn),
        solver::Method::DfPn.options(),
        "depth-first proof-number search: the same within any memory, with a table",
    ),
    bounds(
        "b-star",
        Member::BStar,
        b_star::OPTIONS,
        "B*: pessimistic and optimistic bounds, until one move stands out",
    ),
    bounds(
        "conspiracy",
        Member::Conspiracy,
        conspiracy::OPTIONS,
        "conspiracy numbers: until too many leaves would have to be wrong for another value",
    ),
    monte_carlo(
        "mcts",
        Variant::Plain,
        "Monte Carlo tree search (UCT) with random games or the evaluator at its leaves",
    ),
    monte_carlo(
        "rave",
        Variant::Rave,
        "mcts whose means lean on all moves as first: every move of a simulation counts",
    ),
    monte_carlo(
        "mcts-minimax",
        Variant::ImplicitMinimax,
        "mcts whose means lean on the minimax of the evaluator's values",
    ),
    monte_carlo_prover(
        "mcts-solver",
        Variant::Solver,
        "mcts that proves: resolved states, draws included, are not simulated again",
    ),
    monte_carlo_prover(
        "mcts-ms",
        Variant::MinimaxSelection,
        "mcts-solver that looks a few moves ahead for the end of the game on its way down the tree",
    ),
    trivial("greedy", Member::Greedy, "the move with the best estimate, one move ahead"),
    trivial("random-move", Member::RandomMove, "any legal move"),
];

/// What every member of the class with completion can do.
const SIGHT: OptionInfo = OptionInfo {
    name: "sight",
    default: "yes",
    values: Values::Flag,
    summary: "take what the game sees without a search, where f_t is the score or the gain: wins at once, bounds, mirror images; no: the rules alone",
};

/// A member of the class.
const fn class(name: &'static str, choices: Choices, summary: &'static str) -> Algorithm {
    Algorithm {
        name,
        family: Family::UnboundedMinimax,
        summary,
        proves: true,
        ends: true,
        options: &[SIGHT],
        member: Member::Class(choices, Completion::On),
    }
}

/// The walk of a member of the class without completion: a baseline. The class itself has completion.
const fn basic(name: &'static str, choices: Choices, summary: &'static str) -> Algorithm {
    Algorithm {
        proves: false,
        ends: false,
        options: &[],
        member: Member::Class(choices, Completion::Off),
        ..class(name, choices, summary)
    }
}

const fn fixed_depth(name: &'static str, method: Method, summary: &'static str) -> Algorithm {
    Algorithm {
        name,
        family: Family::FixedDepth,
        summary,
        proves: true,
        ends: true,
        options: method.options(),
        member: Member::DepthFirst(method),
    }
}

/// A solver: made for proofs, guided by proof numbers, with a ledger in place of a tree.
const fn solver(name: &'static str, method: solver::Method, summary: &'static str) -> Algorithm {
    let algorithm = proof(name, Member::Solver(method), method.options(), summary);
    Algorithm { family: Family::Solver, ..algorithm }
}

const fn proof(
    name: &'static str,
    member: Member,
    options: &'static [OptionInfo],
    summary: &'static str,
) -> Algorithm {
    Algorithm { name, family: Family::Proof, summary, proves: true, ends: true, options, member }
}

/// Ends when it is sure enough: it may prove the value on the way, but does not go on until it has.
const fn bounds(
    name: &'static str,
    member: Member,
    options: &'static [OptionInfo],
    summary: &'static str,
) -> Algorithm {
    Algorithm { family: Family::Bounds, ..proof(name, member, options, summary) }
}

const fn monte_carlo(name: &'static str, variant: Variant, summary: &'static str) -> Algorithm {
    Algorithm {
        name,
        family: Family::MonteCarlo,
        summary,
        proves: false,
        ends: false,
        options: variant.options(),
        member: Member::MonteCarlo(variant),
    }
}

/// A Monte Carlo search that proves.
const fn monte_carlo_prover(name: &'static str, variant: Variant, summary: &'static str) -> Algorithm {
    Algorithm { proves: true, ends: true, ..monte_carlo(name, variant, summary) }
}

const fn trivial(name: &'static str, member: Member, summary: &'static str) -> Algorithm {
    Algorithm { name, family: Family::Trivial, summary, proves: false, ends: true, options: &[], member }
}
