//! Checkpoints: a search written down, to go on another day or on another machine.
//!
//! The file is sealed; its header says what is searched and how, its body is whatever the algorithm needs.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::Duration;

use game::{AnyState, Definition, Game, TerminalValue};
use sealed::{File, Kind};
use search::{Counts, Decision, Searcher};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::session::{Session, Settings, TypedSession};
use crate::{Error, Registry};

const KIND: Kind = Kind("unbounded checkpoint 1");

/// What a checkpoint is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    game: String,
    rules: u32,
    /// What defines the game, where its name does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    position: String,
    algorithm: String,
    evaluator: String,
    /// The name of f_t. The default is not written, so that older versions read these files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    terminal: Option<String>,
    strong: bool,
    plain_decision: bool,
    seed: u64,
    /// What was spent so far, for people who look into the file.
    milliseconds: u64,
    iterations: u64,
    expansions: u64,
    nodes: u64,
    evaluations: u64,
}

impl Header {
    pub fn new(game: &str, root: &AnyState, settings: &Settings, time: Duration, counts: &Counts) -> Header {
        Header {
            game: game.to_owned(),
            rules: root.rules_version(),
            definition: root.definition().map(|definition| definition.to_string()),
            position: root.position(),
            algorithm: settings.algorithm.clone(),
            evaluator: settings.evaluator.clone(),
            terminal: (settings.terminal != TerminalValue::default())
                .then(|| settings.terminal.name().to_owned()),
            strong: settings.strong,
            plain_decision: settings.decision == Decision::Plain,
            seed: settings.seed,
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            iterations: counts.iterations,
            expansions: counts.expansions,
            nodes: counts.nodes,
            evaluations: counts.evaluations,
        }
    }

    fn settings(&self) -> Result<Settings, Error> {
        let terminal = self.terminal.as_deref().map(TerminalValue::named).transpose();
        Ok(Settings {
            algorithm: self.algorithm.clone(),
            evaluator: self.evaluator.clone(),
            terminal: terminal.map_err(CheckpointError::Terminal)?.unwrap_or_default(),
            strong: self.strong,
            decision: if self.plain_decision { Decision::Plain } else { Decision::Safe },
            seed: self.seed,
            level: None,
        })
    }
}

/// Writes a checkpoint. Returns whether the algorithm can be saved.
pub(crate) fn write(
    out: &mut dyn Write,
    header: &Header,
    searcher: &mut dyn Searcher<AnyState>,
) -> io::Result<bool> {
    let mut body = BufWriter::new(KIND.begin(out, header)?);
    let saved = searcher.save(&mut body)?;
    body.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
    Ok(saved)
}

/// Why a checkpoint is refused, or cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is something else, or of another version.
    #[error("not a version 1 checkpoint: {0}")]
    Foreign(String),
    /// Its bytes are not those that were written.
    #[error("the file is damaged: its checksum does not fit")]
    Checksum,
    /// The game has changed since.
    #[error("the search is under version {found} of the rules of {game}; this program plays version {known}")]
    Rules {
        /// The game's name.
        game: String,
        /// The version in the file.
        found: u32,
        /// The version of this program.
        known: u32,
    },
    /// What defines the game has changed since.
    #[error(transparent)]
    Redefined(#[from] game::Redefined),
    /// The terminal value in it does not exist.
    #[error(transparent)]
    Terminal(game::TextError),
    /// A search whose terminal value counts plies has left the position where it began.
    #[error(
        "with the terminal value {terminal}, a search is saved at the position where it began, and moves have been \
         played since"
    )]
    Plies {
        /// The terminal value.
        terminal: &'static str,
    },
    /// It does not hold the search that its header describes.
    #[error("the search in it does not fit")]
    Misfit(#[source] io::Error),
    /// There is something behind the search.
    #[error("the search in it ends before the file does")]
    Longer,
}

impl From<sealed::Error> for CheckpointError {
    fn from(error: sealed::Error) -> CheckpointError {
        match error {
            sealed::Error::File(error) => CheckpointError::File(error),
            sealed::Error::Foreign(reason) => CheckpointError::Foreign(reason),
            sealed::Error::Checksum => CheckpointError::Checksum,
        }
    }
}

/// Takes up the search of a checkpoint.
pub(crate) fn resume(registry: &Registry, mut file: &mut dyn File) -> Result<Box<dyn Session>, Error> {
    KIND.check(&mut file).map_err(CheckpointError::from)?;
    let (header, body): (Header, _) = KIND.open(&mut file).map_err(CheckpointError::from)?;
    let start = registry.open(&header.game)?;
    // Before the position is read: it may be one of the other definition.
    let same = Definition::check(start.game(), header.definition.as_deref(), start.definition());
    same.map_err(CheckpointError::from)?;
    start.read(&header.position)?.resume(&header, &mut BufReader::new(body))
}

/// Takes up a search of `root`, which stands at the position of the header.
pub(crate) fn load(
    context: &Context,
    root: &AnyState,
    header: &Header,
    body: &mut dyn Read,
) -> Result<Box<dyn Session>, Error> {
    let (found, known) = (header.rules, root.rules_version());
    if found != known {
        return Err(CheckpointError::Rules { game: context.game.clone(), found, known }.into());
    }
    let time = Duration::from_millis(header.milliseconds);
    let mut session = TypedSession::new(context.clone(), root.clone(), &header.settings()?)?;
    session.take_up(body, time).map_err(CheckpointError::Misfit)?;
    match body.read(&mut [0]).map_err(CheckpointError::File)? {
        0 => Ok(Box::new(session)),
        _ => Err(CheckpointError::Longer.into()),
    }
}
