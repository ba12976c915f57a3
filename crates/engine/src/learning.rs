//! Networks: learned by any game's learner, and found by name.

use std::path::Path;

use game::{AnyState, TerminalFunction};
use learn::learner::LearnOptions;
use learn::network::{FileError, Network};
use search::Evaluator;

use crate::Error;

/// A network that learns some game.
pub type Learner = learn::learner::Learner<AnyState>;

/// A learner of a game that has learned nothing yet.
pub(crate) fn begin(
    name: &str,
    start: &AnyState,
    options: LearnOptions,
    workers: usize,
) -> Result<Learner, Error> {
    Learner::new(name, start.clone(), options, workers).map_err(|reason| refusal(name, &reason))
}

/// This game cannot be learned.
pub(crate) fn refusal(name: &str, reason: &str) -> Error {
    Error::Settings(format!("{name} cannot be learned: {reason}"))
}

/// A learner that goes on from a checkpoint.
pub(crate) fn resume(name: &str, start: &AnyState, file: &Path, workers: usize) -> Result<Learner, Error> {
    let load = || {
        let named = Learner::game_of(file)?;
        let known = if is_spelling(&named, name) { &named } else { name };
        Ok(Learner::load(file, known, start.clone(), workers)?.named(name))
    };
    load().map_err(|source| Error::Learner { file: file.to_owned(), source })
}

/// Whether a name in a file, which may be older than canonical names, is one of the game of this name.
fn is_spelling(named: &str, game: &str) -> bool {
    named != game && games::canonical(named).is_ok_and(|name| name == game)
}

/// The canonical name of a game as a part of a file's name: `hex-11`.
pub fn file_name(game: &str) -> String {
    game.replace([':', ',', '/', '\\'], "-")
}

/// What a network file says of itself.
pub fn read_network(file: &Path) -> Result<Network, Error> {
    Network::read(file).map_err(|error| wrong(file, error))
}

/// The evaluator of a network file, for a search with this f_t.
pub(crate) fn evaluator(
    file: &Path,
    game: &str,
    start: &AnyState,
    terminal: TerminalFunction,
) -> Result<Box<dyn Evaluator<AnyState>>, Error> {
    let read = || {
        let mut network = Network::read(file)?;
        if is_spelling(&network.about.game, game) {
            game.clone_into(&mut network.about.game);
        }
        network.check_fits(game, start)?;
        network.inference(terminal)
    };
    Ok(Box::new(read().map_err(|error| wrong(file, error))?))
}

fn wrong(file: &Path, source: FileError) -> Error {
    Error::Network { file: file.to_owned(), source }
}
