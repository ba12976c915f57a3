//! The algorithms by name.

use game::Game;
use search::baseline::depth_first::{DepthFirst, Method};
use search::baseline::monte_carlo::{MonteCarlo, Variant};
use search::baseline::proof_number::df_pn::{self, DfPn};
use search::baseline::proof_number::pns::{self, Pns};
use search::baseline::trivial::Trivial;
use search::baseline::{b_star, best_first, conspiracy};
use search::policy::{Descent, Random, Ubfm, UbfmUct};
use search::{Completion, OptionInfo, Options, Policy, Search, Searcher, Setup};
use serde::Serialize;

use crate::Error;

/// An algorithm in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// Its relatives.
    pub family: Family,
    /// The algorithm in one line.
    pub summary: &'static str,
    /// Whether it can prove the value of a position.
    pub proves: bool,
    /// Whether it ends by itself, be it with a proof or without.
    pub ends: bool,
    /// What can be set.
    pub options: &'static [OptionInfo],
    member: Member,
}

/// Algorithms that are made alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// The class of the paper.
    UnboundedMinimax,
    /// Proof and disproof numbers.
    Proof,
    /// Depth-first to a fixed depth, deeper and deeper.
    FixedDepth,
    /// Bounds on values, and how many leaves would have to change.
    Bounds,
    /// Random games, and what they tell on average.
    MonteCarlo,
    /// No search to speak of.
    Trivial,
}

impl Family {
    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Family::UnboundedMinimax => "unbounded minimax",
            Family::Proof => "proof numbers",
            Family::FixedDepth => "fixed depth",
            Family::Bounds => "estimate and conspiracy",
            Family::MonteCarlo => "Monte Carlo",
            Family::Trivial => "trivial",
        }
    }
}

/// Where the algorithm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    Class(Choices, Completion),
    DepthFirst(Method),
    MonteCarlo(Variant),
    Pns,
    DfPn,
    BStar,
    Conspiracy,
    BestFirst,
    RandomMove,
    Greedy,
}

/// The two free choices of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choices {
    Ubfm,
    Descent,
    Random,
    UbfmUct,
}

/// All algorithms.
pub const ALGORITHMS: &[Algorithm] = &[
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
        options: UbfmUct::OPTIONS,
        ..class("ubfm-uct", Choices::UbfmUct, "ubfm with a bonus for children that were seldom selected")
    },
    class(
        "random",
        Choices::Random,
        "random children, random depth: complete all the same, as the theorem says",
    ),
    basic(
        "ubfm-basic",
        Choices::Ubfm,
        "Unbounded Best-First Minimax without completion, the baseline; proves nothing",
    ),
    basic("descent-basic", Choices::Descent, "Descent without completion, the baseline; proves nothing"),
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
    monte_carlo(
        "mcts",
        Variant::Plain,
        "Monte Carlo tree search (UCT) with random games or the evaluator at its leaves; proves nothing",
    ),
    monte_carlo(
        "rave",
        Variant::Rave,
        "mcts whose means lean on all moves as first: every move of a simulation counts; proves nothing",
    ),
    monte_carlo(
        "mcts-minimax",
        Variant::ImplicitMinimax,
        "mcts whose means lean on the minimax of the evaluator's values; proves nothing",
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
    Algorithm {
        family: Family::UnboundedMinimax,
        ..trivial(
            "best-first",
            Member::BestFirst,
            "best-first minimax of 1996: ends when the best line ends the game; proves nothing",
        )
    },
    proof(
        "pns",
        Member::Pns,
        pns::OPTIONS,
        "proof-number search: expand the leaf that the cheapest proof and the cheapest disproof share",
    ),
    proof(
        "df-pn",
        Member::DfPn,
        df_pn::OPTIONS,
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
    trivial("greedy", Member::Greedy, "the move with the best estimate, one move ahead; proves nothing"),
    trivial("random-move", Member::RandomMove, "any legal move; proves nothing"),
];

/// A member of the class.
const fn class(name: &'static str, choices: Choices, summary: &'static str) -> Algorithm {
    Algorithm {
        name,
        family: Family::UnboundedMinimax,
        summary,
        proves: true,
        ends: true,
        options: &[],
        member: Member::Class(choices, Completion::On),
    }
}

/// A member of the class without completion.
const fn basic(name: &'static str, choices: Choices, summary: &'static str) -> Algorithm {
    Algorithm {
        proves: false,
        ends: false,
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

/// A Monte Carlo search.
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
const fn prover(name: &'static str, variant: Variant, summary: &'static str) -> Algorithm {
    Algorithm { proves: true, ends: true, ..monte_carlo(name, variant, summary) }
}

const fn trivial(name: &'static str, member: Member, summary: &'static str) -> Algorithm {
    Algorithm { name, family: Family::Trivial, summary, proves: false, ends: true, options: &[], member }
}

impl Algorithm {
    /// The algorithm of this name.
    pub fn named(name: &str) -> Result<&'static Algorithm, Error> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name).ok_or_else(|| Error::Algorithm {
            name: name.to_owned(),
            known: ALGORITHMS.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// The algorithm with its options, as people write them: `ubfm`, `ubfm-uct(c=0.5)`.
    pub fn read(text: &str) -> Result<(&'static Algorithm, Options), Error> {
        let text = text.trim();
        let (name, options) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => (
                name.trim_end(),
                rest.strip_suffix(')').ok_or_else(|| {
                    Error::Settings(format!("algorithm `{text}`: the closing parenthesis is missing"))
                })?,
            ),
        };
        let algorithm = Algorithm::named(name)?;
        let options = Options::read(algorithm.options, options);
        Ok((algorithm, options.map_err(|error| algorithm.wrong_option(error))?))
    }

    fn wrong_option(&self, error: game::TextError) -> Error {
        Error::Settings(format!("algorithm {}: {error}", self.name))
    }

    /// Whether random games take the place of the evaluator.
    pub(crate) fn plays_random_games(&self, options: &Options) -> bool {
        match self.member {
            Member::MonteCarlo(variant) => {
                variant.settings(options).is_ok_and(|settings| !settings.uses_evaluator())
            }
            _ => false,
        }
    }

    /// A search by this algorithm. `strong` asks for the value of every reachable state.
    pub(crate) fn searcher<G: Game>(
        &self,
        options: &Options,
        strong: bool,
        setup: Setup<G>,
    ) -> Result<Box<dyn Searcher<G>>, Error> {
        if strong && !matches!(self.member, Member::Class(_, Completion::On)) {
            return Err(Error::Settings(format!(
                "{} does not resolve every state and cannot solve strongly",
                self.name
            )));
        }
        let searcher: Result<Box<dyn Searcher<G>>, game::TextError> = match self.member {
            Member::Class(choices, completion) => choices.policy(options, setup.seed).map(|policy| {
                let completion = if strong { Completion::Strong } else { completion };
                let mut search = Search::new(setup.root, policy, completion, setup.evaluator);
                search.decision = setup.decision;
                Box::new(search) as _
            }),
            Member::DepthFirst(method) => {
                DepthFirst::new(method, options, setup).map(|search| Box::new(search) as _)
            Member::MonteCarlo(variant) => {
                MonteCarlo::new(variant, options, setup).map(|search| Box::new(search) as _)
            }
            Member::Pns => Pns::new(setup, options).map(|search| Box::new(search) as _),
            Member::DfPn => DfPn::new(setup, options).map(|search| Box::new(search) as _),
            Member::BStar => b_star::search(setup, options).map(|search| Box::new(search) as _),
            Member::Conspiracy => conspiracy::search(setup, options).map(|search| Box::new(search) as _),
            Member::BestFirst => Ok(Box::new(best_first::search(setup))),
            Member::RandomMove => Ok(Box::new(Trivial::random_move(setup))),
            Member::Greedy => Ok(Box::new(Trivial::greedy(setup))),
        };
        searcher.map_err(|error| self.wrong_option(error))
    }
}

impl Choices {
    fn policy<G: Game>(self, options: &Options, seed: u64) -> Result<Box<dyn Policy<G>>, game::TextError> {
        Ok(match self {
            Choices::Ubfm => Box::new(Ubfm),
            Choices::Descent => Box::new(Descent),
            Choices::Random => Box::new(Random::new(seed)),
            Choices::UbfmUct => Box::new(UbfmUct::new(options)?),
        })
    }
}
