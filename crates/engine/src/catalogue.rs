//! The algorithms and evaluators that can be used with any game, by name.

use game::{AnyState, nearest, split_name};
use search::{Evaluator, Options, options};

use crate::evaluator::{AUTO, Entry, EvaluatorInfo, EvaluatorSetup, natural};
use crate::{Algorithm, Error, algorithm, evaluator};

/// Algorithms and evaluators by name.
#[derive(Clone)]
pub(crate) struct Catalogue {
    algorithms: Vec<Algorithm>,
    evaluators: Vec<Entry>,
}

impl Default for Catalogue {
    /// The algorithms and evaluators of this project.
    fn default() -> Self {
        Catalogue { algorithms: algorithm::standard(), evaluators: evaluator::standard() }
    }
}

impl Catalogue {
    /// All algorithms, family by family.
    pub fn algorithms(&self) -> &[Algorithm] {
        &self.algorithms
    }

    /// What there is to say of each evaluator.
    pub fn evaluators(&self) -> impl Iterator<Item = &EvaluatorInfo> {
        std::iter::once(&AUTO).chain(self.evaluators.iter().map(|entry| &entry.info))
    }

    /// Adds an algorithm behind its family, in place of one of the same name.
    pub fn add_algorithm(&mut self, algorithm: Algorithm) {
        check_name(algorithm.name);
        self.algorithms.retain(|known| known.name != algorithm.name);
        let family = self.algorithms.iter().rposition(|known| known.family == algorithm.family);
        self.algorithms.insert(family.map_or(self.algorithms.len(), |last| last + 1), algorithm);
    }

    /// Adds an evaluator, in place of one of the same name.
    pub fn add_evaluator(&mut self, entry: Entry) {
        let name = entry.info.fixed_name();
        check_name(name);
        assert!(name != AUTO.name, "the evaluator `auto` stands for others");
        self.evaluators.retain(|known| known.info.fixed_name() != name);
        self.evaluators.push(entry);
    }

    /// The algorithm with its options, as people write them: `ubfm`, `ubfm-uct(c=0.5)`.
    pub fn algorithm(&self, text: &str) -> Result<(&Algorithm, Options), Error> {
        let (name, given) =
            options::call(text).map_err(|error| Error::Settings(format!("algorithm {error}")))?;
        let algorithm = self.algorithms.iter().find(|algorithm| algorithm.name == name);
        let algorithm = algorithm.ok_or_else(|| Error::Algorithm {
            name: name.to_owned(),
            near: nearest(name, self.algorithms.iter().map(|algorithm| algorithm.name)).map(str::to_owned),
            known: self.algorithms.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok((algorithm, algorithm.read_options(given)?))
    }

    /// The evaluator that is written like `noise(seed=7)`, and how people write what was chosen.
    pub fn evaluator(
        &self,
        text: &str,
        setup: EvaluatorSetup<'_>,
    ) -> Result<(String, Box<dyn Evaluator<AnyState>>), Error> {
        let named = |name: &str| self.evaluators.iter().find(|entry| entry.info.fixed_name() == name);
        // First of all: a file may have parentheses in its name.
        if let Some((name, argument)) = text.split_once(':')
            && let Some(entry) = named(name).filter(|entry| entry.info.has_argument())
        {
            // Options are the parentheses at its end.
            let (argument, given) =
                argument.strip_suffix(')').and_then(|text| text.rsplit_once('(')).unwrap_or((argument, ""));
            let options = entry.read_options(given)?;
            return Ok((text.to_owned(), entry.make(&options, EvaluatorSetup { argument, ..setup })?));
        }
        let (name, given) =
            options::call(text).map_err(|error| Error::Settings(format!("evaluator {error}")))?;
        let entry = named(if name == AUTO.name { natural(setup.start) } else { name });
        let entry = entry.filter(|entry| !entry.info.has_argument()).ok_or_else(|| {
            let known = self.evaluators().map(EvaluatorInfo::fixed_name);
            let near = nearest(split_name(name).0, known);
            let near = self.evaluators().find(|info| Some(info.fixed_name()) == near);
            Error::Evaluator {
                name: name.to_owned(),
                near: near.map(|info| info.name.to_owned()),
                known: self.evaluators().map(|info| info.name).collect::<Vec<_>>().join(", "),
            }
        })?;
        let options = entry.read_options(given)?;
        let (name, changed) = (entry.info.name, options.changed());
        let name = if changed.is_empty() { name.to_owned() } else { format!("{name}({changed})") };
        Ok((name, entry.make(&options, setup)?))
    }
}

/// Refuses a name that users could not write.
fn check_name(name: &str) {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    assert!(
        !name.is_empty() && name.chars().all(is_plain),
        "`{name}` cannot be registered: a name has letters, digits and hyphens"
    );
}
