//! The list of games, algorithms and evaluators: those of this project and those that a user adds.

use std::sync::Arc;

use certificate::{Header, Limits, Size};
use game::{About, AnyState, Game, TextError, nearest, split_name};
use sealed::File;
use search::policy::Member;
use search::{Evaluator, Options};

use crate::catalogue::Catalogue;
use crate::context::Context;
use crate::evaluator::Entry;
use crate::position::Position;
use crate::strategy::Verified;
use crate::{Algorithm, Error, EvaluatorInfo, EvaluatorSetup, Session, algorithm, checkpoint};

type Open = Box<dyn Fn(&str) -> Result<AnyState, TextError> + Send + Sync>;

/// Games, algorithms and evaluators by name. A position knows those that were registered when it was opened.
#[derive(Default)]
pub struct Registry {
    games: Vec<(About, Open)>,
    catalogue: Arc<Catalogue>,
}

impl Registry {
    /// The games, algorithms and evaluators of this project. ([`Registry::default`] has no games.)
    pub fn standard() -> Registry {
        let mut registry = Registry::default();
        for &about in games::LIST {
            registry.games.push((about, Box::new(games::start)));
        }
        registry
    }

    /// Adds a game. `open` gets the variant, what stands behind the colon in the name, and returns the start.
    /// A game of the same name is replaced.
    pub fn register<G: Game>(
        &mut self,
        about: About,
        open: impl Fn(&str) -> Result<G, TextError> + Send + Sync + 'static,
    ) {
        self.games.retain(|(known, _)| known.name != about.name);
        let open = move |name: &str| Ok(AnyState::new(open(split_name(name).1)?));
        self.games.push((about, Box::new(open)));
    }

    /// Adds a member of the class: an algorithm by its two choices. An algorithm of the same name is replaced.
    ///
    /// # Panics
    /// If a user could not write the name, or if the member has an option `sight`, which every member gets.
    pub fn register_member(&mut self, member: Member<AnyState>) {
        assert!(
            member.options.iter().all(|option| option.name != algorithm::SIGHT.name),
            "`{}` cannot be registered: every member gets the option `sight`",
            member.name
        );
        self.register_algorithm(Algorithm::of_class(member));
    }

    /// Adds an algorithm. One of the same name is replaced.
    ///
    /// # Panics
    /// If a user could not write the name.
    pub fn register_algorithm(&mut self, algorithm: Algorithm) {
        Arc::make_mut(&mut self.catalogue).add_algorithm(algorithm);
    }

    /// Adds an evaluator. `make` gets its options and what it is for. An evaluator of the same name is replaced.
    ///
    /// # Panics
    /// If a user could not write the name, or if it is `auto`.
    pub fn register_evaluator(
        &mut self,
        info: EvaluatorInfo,
        make: impl Fn(&Options, &EvaluatorSetup<'_>) -> Result<Box<dyn Evaluator<AnyState>>, TextError>
        + Send
        + Sync
        + 'static,
    ) {
        Arc::make_mut(&mut self.catalogue).add_evaluator(Entry::new(info, make));
    }

    /// The games, in order.
    pub fn list(&self) -> impl Iterator<Item = &About> {
        self.games.iter().map(|(about, _)| about)
    }

    /// The algorithms, family by family.
    pub fn algorithms(&self) -> &[Algorithm] {
        self.catalogue.algorithms()
    }

    /// The algorithm with its options, as people write them: `ubfm`, `ubfm-uct(c=0.5)`.
    pub fn algorithm(&self, text: &str) -> Result<(&Algorithm, Options), Error> {
        self.catalogue.algorithm(text)
    }

    /// The evaluators, in order.
    pub fn evaluators(&self) -> impl Iterator<Item = &EvaluatorInfo> {
        self.catalogue.evaluators()
    }

    /// The start of the named game, such as `connect4:7x6`. Its [name](Position::game) is the canonical one, here
    /// `connect4`, however this one is spelled.
    pub fn open(&self, full_name: &str) -> Result<Box<dyn Position>, Error> {
        let (name, _) = split_name(full_name);
        let (about, open) = self.games.iter().find(|(about, _)| about.name == name).ok_or_else(|| {
            let near = nearest(name, self.list().map(|about| about.name));
            Error::Game { name: name.to_owned(), near: near.map(str::to_owned) }
        })?;
        let start = open(full_name).map_err(|error| Error::Variant { name: full_name.to_owned(), error })?;
        let game = about.canonical(full_name, &start, |name| open(name).ok());
        Ok(Context { game, catalogue: self.catalogue.clone() }.position(start))
    }

    /// Checks a certificate by the rules of the game that it names, within these limits.
    pub fn verify(&self, file: &mut dyn File, limits: &Limits<'_>) -> Result<(Header, Size), Error> {
        self.game_of(file)?.verify(file, limits)
    }

    /// The same, and keeps the strategies of the certificate.
    pub fn open_certificate(&self, file: &mut dyn File, limits: &Limits<'_>) -> Result<Verified, Error> {
        self.game_of(file)?.open_certificate(file, limits)
    }

    /// The game that a certificate is about.
    fn game_of(&self, mut file: &mut dyn File) -> Result<Box<dyn Position>, Error> {
        self.open(&certificate::file::read_header(&mut file)?.game)
    }

    /// Goes on with the search of a checkpoint.
    pub fn resume(&self, file: &mut dyn File) -> Result<Box<dyn Session>, Error> {
        checkpoint::resume(self, file)
    }
}
