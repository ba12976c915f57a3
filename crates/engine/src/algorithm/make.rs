//! From a name in the list to a search.

use game::{AnyState, TerminalFunction, TerminalValue, TextError};
use search::baseline::depth_first::DepthFirst;
use search::baseline::monte_carlo::MonteCarlo;
use search::baseline::trivial::Trivial;
use search::baseline::{b_star, best_first, conspiracy};
use search::policy::{Descent, Random, Ubfm, UbfmUct};
use search::solver::ProofSearch;
use search::solver::pns::Pns;
use search::{Completion, Options, Policy, Search, Searcher, Setup};

use super::{Algorithm, Choices, Member};
use crate::{Error, evaluator};

impl Algorithm {
    /// Whether f_t tells it more about the end of a game than the gain. The others ask who wins, and nothing else.
    pub fn looks_at_f_t(&self) -> bool {
        matches!(
            self.member,
            Member::Class(..) | Member::BestFirst | Member::BStar | Member::Conspiracy | Member::Greedy
        )
    }

    /// Whether it makes sense to give it this f_t.
    pub fn takes(&self, terminal: TerminalValue) -> bool {
        self.looks_at_f_t() || matches!(terminal, TerminalValue::Score | TerminalValue::Gain)
    }

    /// f_t of this kind for games of this name from here on, and the position as a search with it needs it.
    pub(crate) fn terminal(
        &self,
        kind: TerminalValue,
        game: &str,
        start: &AnyState,
    ) -> Result<(TerminalFunction, AnyState), Error> {
        if !self.takes(kind) {
            return Err(Error::Settings(format!(
                "{} asks only who wins: it has no use for the terminal value {}",
                self.name,
                kind.name()
            )));
        }
        let begun = TerminalFunction::begin(kind, start);
        begun.map_err(|error| Error::Settings(format!("game `{game}`: {error}")))
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

    /// The evaluator that makes sense if nobody says. Those that go by proof numbers have no use for random games:
    /// moves are counted faster.
    pub(crate) fn natural_evaluator(&self, start: &AnyState) -> &'static str {
        match (self.member, evaluator::natural(start)) {
            (Member::Solver(_), "playouts") => "mobility",
            (_, natural) => natural,
        }
    }

    /// A search by this algorithm. `strong` asks for the value of every reachable state.
    pub(crate) fn searcher(
        &self,
        options: &Options,
        strong: bool,
        setup: Setup<AnyState>,
    ) -> Result<Box<dyn Searcher<AnyState>>, Error> {
        if strong && !matches!(self.member, Member::Class(_, Completion::On)) {
            return Err(Error::Settings(format!(
                "{} does not resolve every state and cannot solve strongly",
                self.name
            )));
        }
        let searcher: Result<Box<dyn Searcher<AnyState>>, TextError> = match self.member {
            Member::Class(choices, completion) => choices.policy(options, setup.seed).and_then(|policy| {
                let completion = match completion {
                    Completion::On if strong => Completion::Strong,
                    Completion::On if options.flag("sight") => Completion::Sighted,
                    completion => completion,
                };
                let Setup { root, evaluator, terminal, .. } = setup;
                let mut search = Search::with_terminal(root, policy, completion, terminal, evaluator);
                search.decision = setup.decision;
                Ok(Box::new(search) as _)
            }),
            Member::DepthFirst(method) => {
                DepthFirst::new(method, options, setup).map(|search| Box::new(search) as _)
            }
            Member::MonteCarlo(variant) => {
                MonteCarlo::new(variant, options, setup).map(|search| Box::new(search) as _)
            }
            Member::Pns => Pns::new(setup, options).map(|search| Box::new(search) as _),
            Member::Solver(method) => {
                ProofSearch::new(method, options, setup).map(|search| Box::new(search) as _)
            }
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
    fn policy(self, options: &Options, seed: u64) -> Result<Box<dyn Policy<AnyState>>, TextError> {
        Ok(match self {
            Choices::Ubfm => Box::new(Ubfm),
            Choices::Descent => Box::new(Descent),
            Choices::Random => Box::new(Random::new(seed)),
            Choices::UbfmUct => Box::new(UbfmUct::new(options)?),
        })
    }
}
