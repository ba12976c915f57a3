//! A network of any kind as a search uses it.

use game::{Game, TerminalFunction};
use search::Evaluator;

use super::horizon::Horizon;
use super::incremental::Incremental;
use super::layout::Architecture;
use super::parameters::Parameters;
use super::patterns::{PatternNetwork, Patterns};
#[cfg(feature = "residual")]
use super::residual::Residual;

/// The feature that residual networks need is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this build has no residual networks: build with --features residual")]
pub struct NoResidual;

/// A network that evaluates the children of a state together. Copies share their weights.
#[derive(Clone, Debug)]
pub struct Inference {
    layers: Layers,
    horizon: Horizon,
    terminal: TerminalFunction,
}

#[derive(Clone, Debug)]
enum Layers {
    /// In integers, by differences, with patterns.
    Patterns(PatternNetwork),
    /// In integers, by differences.
    Incremental(Incremental),
    /// By convolutions.
    #[cfg(feature = "residual")]
    Residual(Residual),
}

impl Inference {
    /// The network with these numbers that looks so far. Where it looks as far as the end of the game, that is worth f_t.
    pub fn new(
        parameters: &Parameters<Architecture>,
        horizon: Horizon,
        terminal: TerminalFunction,
    ) -> Result<Inference, NoResidual> {
        let layers = match parameters.shape() {
            Architecture::Patterns(patterns) => {
                let parameters = parameters.clone().with_layout(Patterns::clone(patterns));
                Layers::Patterns(PatternNetwork::new(&parameters))
            }
            Architecture::Incremental(shape) => {
                let parameters = parameters.clone().with_layout(*shape);
                Layers::Incremental(Incremental::new(&parameters))
            }
            #[cfg(feature = "residual")]
            Architecture::Residual(tower) => {
                let parameters = parameters.clone().with_layout(tower.clone());
                Layers::Residual(Residual::new(&parameters))
            }
            #[cfg(not(feature = "residual"))]
            Architecture::Residual(_) => return Err(NoResidual),
        };
        Ok(Inference { layers, horizon, terminal })
    }

    /// The same network, but every state is computed from the beginning, for measurements; the values are the same.
    #[must_use]
    pub fn without_differences(self) -> Inference {
        let layers = match self.layers {
            Layers::Patterns(network) => Layers::Patterns(network.without_differences()),
            Layers::Incremental(network) => Layers::Incremental(network.without_differences()),
            #[cfg(feature = "residual")]
            residual @ Layers::Residual(_) => residual,
        };
        Inference { layers, ..self }
    }
}

impl<G: Game> Evaluator<G> for Inference {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        let Inference { layers, horizon, terminal } = self;
        match layers {
            Layers::Patterns(network) => horizon.evaluate(network, *terminal, parent, children, values),
            Layers::Incremental(network) => horizon.evaluate(network, *terminal, parent, children, values),
            #[cfg(feature = "residual")]
            Layers::Residual(network) => horizon.evaluate(network, *terminal, parent, children, values),
        }
    }
}
