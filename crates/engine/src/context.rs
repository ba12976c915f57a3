//! What goes along with every state of a game.

use std::sync::Arc;

use game::AnyState;
use search::{Searcher, Setup};

use crate::catalogue::Catalogue;
use crate::evaluator::{AUTO, EvaluatorSetup, natural};
use crate::heading::Heading;
use crate::position::{Erased, Position};
use crate::{Error, Settings};

/// A game by its canonical name, with what can be used to search it.
#[derive(Clone)]
pub(crate) struct Context {
    pub game: String,
    pub catalogue: Arc<Catalogue>,
}

impl Context {
    /// A position of the game.
    pub fn position(&self, state: AnyState) -> Box<dyn Position> {
        Box::new(Erased { context: self.clone(), state })
    }

    /// A search with these settings, and what its reports say of it.
    pub fn search(
        &self,
        start: &AnyState,
        settings: &Settings,
    ) -> Result<(Box<dyn Searcher<AnyState>>, Heading), Error> {
        let (algorithm, options) = self.catalogue.algorithm(&settings.algorithm)?;
        let evaluator = match settings.evaluator.as_str() {
            name if name == AUTO.name && algorithm.avoids_playouts && natural(start) == "playouts" => {
                "mobility"
            }
            name => name,
        };
        let (game, seed) = (self.game.as_str(), settings.seed);
        let (terminal, root) = algorithm.terminal(settings.terminal, game, start)?;
        let setup = EvaluatorSetup { game, start: &root, terminal, seed, argument: "" };
        let (name, evaluator) = self.catalogue.evaluator(evaluator, setup)?;
        let setup = Setup { root, evaluator, terminal, decision: settings.decision, seed };
        let searcher = algorithm.searcher(&options, settings.strong, setup)?;
        let heading = Heading {
            game: self.game.clone(),
            algorithm: algorithm.name,
            options: options.changed(),
            evaluator: if searcher.uses_evaluator() { name } else { "random games".to_owned() },
            terminal: algorithm.looks_at_f_t.then(|| settings.terminal.name()),
            strong: settings.strong,
            proves: algorithm.proves,
        };
        Ok((searcher, heading))
    }

    /// The search that solves unless another one is named, from this state.
    pub fn solver(&self, state: &AnyState) -> Option<Box<dyn Searcher<AnyState>>> {
        self.search(state, &Settings::for_solving()).ok().map(|(searcher, _)| searcher)
    }
}
