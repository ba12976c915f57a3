//! A network of any kind as a search uses it.

use game::Game;
use search::Evaluator;

use super::incremental::Incremental;
use super::layout::Architecture;
use super::parameters::Parameters;
#[cfg(feature = "residual")]
use super::residual::Residual;

/// The feature that residual networks need is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this build has no residual networks: build with --features residual")]
pub struct NoResidual;

/// A network that evaluates the children of a state together. Copies share their weights.
#[derive(Clone, Debug)]
pub enum Inference {
    /// In integers, by differences.
    Incremental(Incremental),
    /// By convolutions.
    #[cfg(feature = "residual")]
    Residual(Residual),
}

impl Inference {
    /// The network with these numbers.
    pub fn new(parameters: &Parameters<Architecture>) -> Result<Inference, NoResidual> {
        match parameters.shape() {
            Architecture::Incremental(shape) => {
                let parameters = parameters.clone().with_layout(*shape);
                Ok(Inference::Incremental(Incremental::new(&parameters)))
            }
            #[cfg(feature = "residual")]
            Architecture::Residual(tower) => {
                let parameters = parameters.clone().with_layout(tower.clone());
                Ok(Inference::Residual(Residual::new(&parameters)))
            }
            #[cfg(not(feature = "residual"))]
            Architecture::Residual(_) => Err(NoResidual),
        }
    }
}

impl<G: Game> Evaluator<G> for Inference {
    fn evaluate(&self, parent: &G, children: &[G], values: &mut [f32]) {
        match self {
            Inference::Incremental(network) => network.evaluate(parent, children, values),
            #[cfg(feature = "residual")]
            Inference::Residual(network) => network.evaluate(parent, children, values),
        }
    }
}
