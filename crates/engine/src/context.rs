//! What goes along with every state of a game.

use std::sync::Arc;

use game::{AnyState, TerminalValue};
use search::{Searcher, Setup};

use crate::catalogue::Catalogue;
use crate::default_player::{DEFAULT, DefaultPlayer};
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

    /// The same settings with the default player by its name: see [`Position::name_player`].
    pub fn name_player(&self, start: &AnyState, settings: &Settings) -> Settings {
        if settings.algorithm != DEFAULT {
            return settings.clone();
        }
        let DefaultPlayer { mut algorithm, mut evaluator, .. } = DefaultPlayer::of(&self.game, start);
        let names_evaluator = settings.evaluator != AUTO.name;
        // Not every player of the table takes another evaluator, another f_t, or resolves every state. This one does.
        if settings.strong || settings.terminal != TerminalValue::default() || names_evaluator {
            algorithm = Settings::default().algorithm;
        }
        if names_evaluator {
            evaluator = settings.evaluator.clone();
        }
        Settings { algorithm, evaluator, ..settings.clone() }
    }

    /// The search that solves unless another one is named, from this state.
    pub fn solver(&self, state: &AnyState) -> Option<Box<dyn Searcher<AnyState>>> {
        self.search(state, &Settings::for_solving()).ok().map(|(searcher, _)| searcher)
    }
}
