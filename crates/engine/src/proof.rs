//! Certificates of what a session has proven, and the way back from a file to a strategy.

use std::collections::HashMap;
use std::io::Write;

use certificate::{Header, Promise, Size};
use game::{AnyMove, AnyState, Game, Player};
use sealed::File;
use search::{Budget, Searcher, Setup, Stop, Watch};

use crate::position::{Erased, Position};
use crate::{Algorithm, Error, Settings, evaluator};

/// A certificate that was found sound.
pub struct Verified {
    /// What it proves.
    pub header: Header,
    /// How large it is.
    pub size: Size,
    /// The strategies that prove it, each with its holder: one for a win, two for a draw.
    pub strategies: Vec<Box<dyn Strategy>>,
}

/// A proven strategy on its way through a game.
pub trait Strategy: Send {
    /// Who follows it.
    fn holder(&self) -> Player;
    /// The present position.
    fn position(&self) -> Box<dyn Position>;
    /// The holder's proven move here; `None` where the opponent is to move or the game is over.
    fn reply(&self) -> Option<String>;
    /// Plays a move; the holder's must be the proven one.
    fn play(&mut self, text: &str) -> Result<(), Error>;
}

/// Writes a certificate of a value that `searcher` has proven at its root.
pub(crate) fn write(
    out: &mut dyn Write,
    game: &str,
    searcher: &mut dyn Searcher<AnyState>,
    value: i8,
    budget: &Budget,
    watch: &mut Watch<'_, AnyMove>,
) -> Result<Size, Error> {
    let root = searcher.root().clone();
    let mut prover = Prover { game, helper: None, budget };
    Ok(certificate::write(out, game, &root, value, |promise, state| {
        let gain = promise.gain();
        searcher.proven_move(state, gain).or_else(|| prover.prove(state, gain, watch))
    })?)
}

/// Proves again what a search has proven and forgotten since.
struct Prover<'a> {
    game: &'a str,
    helper: Option<Box<dyn Searcher<AnyState>>>,
    budget: &'a Budget,
}

impl Prover<'_> {
    fn prove(&mut self, state: &AnyState, gain: i8, watch: &mut Watch<'_, AnyMove>) -> Option<AnyMove> {
        if let Some(m) = self.helper.as_mut().and_then(|helper| helper.proven_move(state, gain)) {
            return Some(m);
        }
        let helper = match &mut self.helper {
            Some(helper) => {
                helper.set_root(state.clone());
                helper
            }
            none => none.insert(helper(self.game, state.clone())?),
        };
        (helper.search(self.budget, watch) == Stop::Resolved).then(|| helper.proven_move(state, gain))?
    }
}

/// The search that solves if nobody says how, from this state.
fn helper(game: &str, state: AnyState) -> Option<Box<dyn Searcher<AnyState>>> {
    let settings = Settings::default();
    let (algorithm, options) = Algorithm::read("auto").ok()?;
    let evaluator = algorithm.natural_evaluator(&state);
    let (_, evaluator) = evaluator::read(evaluator, settings.seed, game, &state).ok()?;
    let setup = Setup { root: state, evaluator, decision: settings.decision, seed: settings.seed };
    algorithm.searcher(&options, false, setup).ok()
}

/// Checks a certificate about the game of `start`.
pub(crate) fn verify(name: &str, start: &AnyState, mut file: &mut dyn File) -> Result<Verified, Error> {
    let mut choices: HashMap<Player, HashMap<AnyState, AnyMove>> = HashMap::new();
    let (header, size) = certificate::verify(&mut file, start, |promise: Promise, state: &AnyState, m| {
        choices.entry(promise.holder).or_default().insert(state.clone(), m);
    })?;
    let root = start
        .parse_position(&header.position)
        .map_err(|error| Error::Position { text: header.position.clone(), error })?;
    let strategies = Promise::that_prove(header.value)
        .into_iter()
        .map(|Promise { holder, .. }| {
            let choices = choices.remove(&holder).unwrap_or_default();
            Box::new(Typed { name: name.to_owned(), holder, state: root.clone(), choices }) as _
        })
        .collect();
    Ok(Verified { header, size, strategies })
}

struct Typed {
    name: String,
    holder: Player,
    state: AnyState,
    choices: HashMap<AnyState, AnyMove>,
}

impl Strategy for Typed {
    fn holder(&self) -> Player {
        self.holder
    }

    fn position(&self) -> Box<dyn Position> {
        Erased::start(&self.name, self.state.clone())
    }

    fn reply(&self) -> Option<String> {
        let m = self.choices.get(&self.state).filter(|_| self.state.turn() == self.holder)?;
        Some(self.state.move_text(*m))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let m = self.state.parse_move(text).map_err(|error| Error::Move { ply: 1, error })?;
        if self.state.turn() == self.holder && self.choices.get(&self.state) != Some(&m) {
            return Err(Error::Settings(format!("`{text}` is not the proven move here")));
        }
        self.state.play(m);
        Ok(())
    }
}
