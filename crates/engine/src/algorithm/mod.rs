//! A search algorithm under a name, with its options.

mod list;

use std::sync::Arc;

use game::{AnyState, TerminalFunction, TerminalValue, TextError};
use search::policy::Member;
use search::{Completion, OptionInfo, Options, Search, Searcher, Setup, Values};
use serde::Serialize;

use crate::Error;

pub(crate) use list::standard;

/// An algorithm in a list: a member of the class of the paper, or any other [`Searcher`].
#[derive(Clone)]
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
    /// Whether f_t tells it more about the end of a game than the gain. The others ask who wins, and nothing else.
    pub looks_at_f_t: bool,
    /// Whether random games cost it more than they tell. Then evaluator `auto` counts moves instead of playing them.
    pub avoids_playouts: bool,
    /// What can be set.
    pub options: Vec<OptionInfo>,
    maker: Maker,
}

/// How the search is made.
#[derive(Clone)]
enum Maker {
    /// By the walk of the class, with the two choices of this member.
    Walk(Member<AnyState>, Completion),
    /// In any other way.
    Other(Arc<Make>),
}

/// Makes a search from its options.
type Make = dyn Fn(&Options, Setup<AnyState>) -> Result<Box<dyn Searcher<AnyState>>, TextError> + Send + Sync;

/// What every member of the class with completion can do.
pub(crate) const SIGHT: OptionInfo = OptionInfo {
    name: "sight",
    default: "yes",
    values: Values::Flag,
    summary: "take what the game sees without a search, where f_t is the score or the gain: wins at once, bounds, mirror images; no: the rules alone",
};

impl Algorithm {
    /// An algorithm that neither proves nor ends by itself, as long as its fields are not set to say otherwise.
    /// `make` begins a search.
    pub fn new<S: Searcher<AnyState> + 'static>(
        name: &'static str,
        summary: &'static str,
        options: &[OptionInfo],
        make: impl Fn(&Options, Setup<AnyState>) -> Result<S, TextError> + Send + Sync + 'static,
    ) -> Algorithm {
        let make = move |options: &Options, setup: Setup<AnyState>| Ok(Box::new(make(options, setup)?) as _);
        Algorithm {
            name,
            family: Family::Other,
            summary,
            proves: false,
            ends: false,
            looks_at_f_t: false,
            avoids_playouts: false,
            options: options.to_vec(),
            maker: Maker::Other(Arc::new(make)),
        }
    }

    /// A member of the class. It gets the option `sight`, solves strongly, looks at f_t, and proves (Theorem 9).
    pub fn of_class(member: Member<AnyState>) -> Algorithm {
        Algorithm {
            proves: true,
            ends: true,
            options: [&member.options, &[SIGHT][..]].concat(),
            ..Algorithm::walk(member, Completion::On)
        }
    }

    /// The walk of a member of the class without completion: a baseline. The class itself has completion.
    pub fn without_completion(member: Member<AnyState>) -> Algorithm {
        Algorithm::walk(member, Completion::Off)
    }

    fn walk(member: Member<AnyState>, completion: Completion) -> Algorithm {
        Algorithm {
            name: member.name,
            family: Family::UnboundedMinimax,
            summary: member.summary,
            proves: false,
            ends: false,
            looks_at_f_t: true,
            avoids_playouts: false,
            options: member.options.clone(),
            maker: Maker::Walk(member, completion),
        }
    }

    /// Whether it makes sense to give it this f_t.
    pub fn takes(&self, terminal: TerminalValue) -> bool {
        self.looks_at_f_t || tells_only_who_wins(terminal)
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

    /// A search by this algorithm. `strong` asks for the value of every reachable state.
    pub fn searcher(
        &self,
        options: &Options,
        strong: bool,
        setup: Setup<AnyState>,
    ) -> Result<Box<dyn Searcher<AnyState>>, Error> {
        if strong && !matches!(self.maker, Maker::Walk(_, Completion::On)) {
            return Err(Error::Settings(format!(
                "{} does not resolve every state and cannot solve strongly",
                self.name
            )));
        }
        let searcher = match &self.maker {
            Maker::Walk(member, completion) => walk(member, *completion, options, strong, setup),
            Maker::Other(make) => make(options, setup),
        };
        searcher.map_err(|error| self.wrong_option(error))
    }

    /// Reads options as people write them between the parentheses.
    pub(crate) fn read_options(&self, text: &str) -> Result<Options, Error> {
        Options::read(&self.options, text).map_err(|error| self.wrong_option(error))
    }

    fn wrong_option(&self, error: TextError) -> Error {
        Error::Settings(format!("algorithm {}: {error}", self.name))
    }
}

/// Whether this f_t is of use to an algorithm that asks who wins, and nothing else.
pub(crate) fn tells_only_who_wins(terminal: TerminalValue) -> bool {
    matches!(terminal, TerminalValue::Score | TerminalValue::Gain)
}

/// The walk of the class with the choices of a member.
fn walk(
    member: &Member<AnyState>,
    completion: Completion,
    options: &Options,
    strong: bool,
    setup: Setup<AnyState>,
) -> Result<Box<dyn Searcher<AnyState>>, TextError> {
    let policy = member.policy(options, setup.seed)?;
    let completion = match completion {
        Completion::On if strong => Completion::Strong,
        Completion::On if options.flag(SIGHT.name) => Completion::Sighted,
        completion => completion,
    };
    let Setup { root, evaluator, terminal, decision, .. } = setup;
    let mut search = Search::with_terminal(root, policy, completion, terminal, evaluator);
    search.decision = decision;
    Ok(Box::new(search))
}

/// Algorithms that are made alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Made for solving: proof numbers with one ledger.
    Solver,
    /// The class of the paper, and its walks without completion.
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
    /// None of these.
    Other,
}

impl Family {
    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Family::Solver => "solvers",
            Family::UnboundedMinimax => "unbounded minimax",
            Family::Proof => "proof numbers",
            Family::FixedDepth => "fixed depth",
            Family::Bounds => "estimate and conspiracy",
            Family::MonteCarlo => "Monte Carlo",
            Family::Trivial => "trivial",
            Family::Other => "others",
        }
    }
}
