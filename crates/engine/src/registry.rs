//! The list of games: those of this project and those that a user adds.

use certificate::{Header, Limits, Size};
use game::{About, AnyState, Game, TextError, split_name};
use sealed::File;

use crate::position::{Erased, Position};
use crate::strategy::Verified;
use crate::{Error, Session, checkpoint};

type Open = Box<dyn Fn(&str) -> Result<AnyState, TextError> + Send + Sync>;

/// Games by name.
#[derive(Default)]
pub struct Registry {
    entries: Vec<(About, Open)>,
}

impl Registry {
    /// The games of this project.
    pub fn standard() -> Registry {
        let mut registry = Registry::default();
        for &about in games::LIST {
            registry.entries.push((about, Box::new(games::start)));
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
        self.entries.retain(|(known, _)| known.name != about.name);
        let open = move |name: &str| Ok(AnyState::new(open(split_name(name).1)?));
        self.entries.push((about, Box::new(open)));
    }

    /// What there is, in order.
    pub fn list(&self) -> impl Iterator<Item = &About> {
        self.entries.iter().map(|(about, _)| about)
    }

    /// The start of the named game, such as `connect4:7x6`. Its [name](Position::game) is the canonical one, here
    /// `connect4`, however this one is spelled.
    pub fn open(&self, full_name: &str) -> Result<Box<dyn Position>, Error> {
        let (name, _) = split_name(full_name);
        let (about, open) = self.entries.iter().find(|(about, _)| about.name == name).ok_or_else(|| {
            let distance = |about: &&About| strsim::damerau_levenshtein(about.name, name);
            let near =
                self.list().min_by_key(distance).filter(|about| distance(about) <= about.name.len() / 3);
            Error::Game { name: name.to_owned(), near: near.map(|about| about.name.to_owned()) }
        })?;
        let start = open(full_name).map_err(|error| Error::Variant { name: full_name.to_owned(), error })?;
        let name = about.canonical(full_name, &start, |name| open(name).ok());
        Ok(Erased::start(&name, start))
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
