//! A member of the class under a name.

use std::sync::Arc;

use game::{Game, TextError};

use super::Policy;
use crate::options::{OptionInfo, Options};

/// A member of the class as lists have it, here and in a user's crate.
#[derive(Clone)]
pub struct Member<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// The algorithm in one line.
    pub summary: &'static str,
    /// What can be set.
    pub options: Vec<OptionInfo>,
    make: Arc<Make<G>>,
}

/// Makes a policy from its options and a seed.
type Make<G> = dyn Fn(&Options, u64) -> Result<Box<dyn Policy<G>>, TextError> + Send + Sync;

impl<G: Game> Member<G> {
    /// A member of the class. `make` gets its options and a seed for whatever is pseudo-random.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        options: &[OptionInfo],
        make: impl Fn(&Options, u64) -> Result<Box<dyn Policy<G>>, TextError> + Send + Sync + 'static,
    ) -> Self {
        Member { name, summary, options: options.to_vec(), make: Arc::new(make) }
    }

    /// The policy, before its first choice.
    pub fn policy(&self, options: &Options, seed: u64) -> Result<Box<dyn Policy<G>>, TextError> {
        (self.make)(options, seed)
    }
}
