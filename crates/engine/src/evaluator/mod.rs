//! An evaluator under a name, with its options.

mod list;

use std::sync::Arc;

use game::quiet::Quiet;
use game::{AnyState, Game, TerminalFunction, TextError, split_name};
use search::evaluate::ForType;
use search::{Evaluator, OptionInfo, Options};

use crate::Error;

pub use list::EVERY_EVALUATOR;
pub(crate) use list::{AUTO, natural, standard};

/// What a list of evaluators says about one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// Its name. Where a colon is in it, such as in `network:FILE`, users write something else behind the colon.
    pub name: &'static str,
    /// The evaluator in one line.
    pub summary: &'static str,
    /// What can be set besides the options of [every evaluator](EVERY_EVALUATOR).
    pub options: &'static [OptionInfo],
}

impl EvaluatorInfo {
    /// The part of the name that is always the same.
    pub(crate) fn fixed_name(&self) -> &'static str {
        split_name(self.name).0
    }

    /// Whether users write something behind a colon.
    pub(crate) fn has_argument(&self) -> bool {
        self.name.contains(':')
    }

    fn wrong(&self, error: &TextError) -> Error {
        Error::Settings(format!("evaluator {}: {error}", self.fixed_name()))
    }
}

/// What an evaluator is made for.
#[derive(Clone, Copy)]
pub struct EvaluatorSetup<'a> {
    /// The canonical name of the game.
    pub game: &'a str,
    /// The state where the search begins.
    pub start: &'a AnyState,
    /// f_t, on whose scale estimates are.
    pub terminal: TerminalFunction,
    /// The seed of the search.
    pub seed: u64,
    /// What stands behind the colon of the name.
    pub argument: &'a str,
}

impl EvaluatorSetup<'_> {
    /// An evaluator of one type of states for the search. Another game than that of the type is refused.
    pub fn for_type<G: Game>(
        &self,
        evaluator: impl Evaluator<G> + 'static,
    ) -> Result<Box<dyn Evaluator<AnyState>>, TextError> {
        match self.start.downcast::<G>() {
            Some(_) => Ok(Box::new(ForType::<G, _>::new(evaluator))),
            None => Err(TextError::new(format!("it is for another game than {}", self.game))),
        }
    }
}

/// Makes an evaluator from its options.
type Make =
    dyn Fn(&Options, &EvaluatorSetup<'_>) -> Result<Box<dyn Evaluator<AnyState>>, Error> + Send + Sync;

/// An evaluator in a list.
#[derive(Clone)]
pub(crate) struct Entry {
    pub info: EvaluatorInfo,
    make: Arc<Make>,
}

impl Entry {
    /// An entry of a user's: what is wrong is said of the evaluator.
    pub fn new(
        info: EvaluatorInfo,
        make: impl Fn(&Options, &EvaluatorSetup<'_>) -> Result<Box<dyn Evaluator<AnyState>>, TextError>
        + Send
        + Sync
        + 'static,
    ) -> Entry {
        Entry::with_error(info, move |options, setup| {
            make(options, setup).map_err(|error| info.wrong(&error))
        })
    }

    /// An entry that says by itself what is wrong.
    fn with_error(
        info: EvaluatorInfo,
        make: impl Fn(&Options, &EvaluatorSetup<'_>) -> Result<Box<dyn Evaluator<AnyState>>, Error>
        + Send
        + Sync
        + 'static,
    ) -> Entry {
        Entry { info, make: Arc::new(make) }
    }

    /// Reads options as people write them between the parentheses.
    pub fn read_options(&self, text: &str) -> Result<Options, Error> {
        Options::read(&[self.info.options, EVERY_EVALUATOR].concat(), text)
            .map_err(|error| self.info.wrong(&error))
    }

    /// The evaluator. It looks behind forcing moves if its options say so.
    pub fn make(
        &self,
        options: &Options,
        setup: EvaluatorSetup<'_>,
    ) -> Result<Box<dyn Evaluator<AnyState>>, Error> {
        let evaluator = (self.make)(options, &setup)?;
        Ok(match options.count("quiet").map_err(|error| self.info.wrong(&error))? {
            0 => evaluator,
            depth => Box::new(Quiet::new(evaluator, depth, setup.terminal)),
        })
    }
}
