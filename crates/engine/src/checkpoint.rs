//! Checkpoints: a search written down, to go on another day or on another machine.
//!
//! The file is sealed; its header says what is searched and how, its body is whatever the algorithm needs.

use std::io::{BufReader, BufWriter, Read, Write};
use std::time::Duration;

use game::{AnyState, Game, TerminalValue};
use sealed::{File, Kind};
use search::{Counts, Decision, Searcher};
use serde::{Deserialize, Serialize};

use crate::session::{Session, Settings, TypedSession};
use crate::{Error, Registry};

const KIND: Kind = Kind("unbounded checkpoint 1");

/// What a checkpoint is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    game: String,
    rules: u32,
    position: String,
    algorithm: String,
    evaluator: String,
    /// The name of f_t. What is as usual is not written: files of versions that do not know it stay as they were.
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
            terminal: terminal.map_err(|error| wrong(error.to_string()))?.unwrap_or_default(),
            strong: self.strong,
            decision: if self.plain_decision { Decision::Plain } else { Decision::Safe },
            seed: self.seed,
        })
    }
}

/// Writes a checkpoint. Returns whether the algorithm can be saved.
pub(crate) fn write(
    out: &mut dyn Write,
    header: &Header,
    searcher: &mut dyn Searcher<AnyState>,
) -> std::io::Result<bool> {
    let mut body = BufWriter::new(KIND.begin(out, header)?);
    let saved = searcher.save(&mut body)?;
    body.into_inner().map_err(std::io::IntoInnerError::into_error)?.finish()?;
    Ok(saved)
}

/// Takes up the search of a checkpoint.
pub(crate) fn resume(registry: &Registry, mut file: &mut dyn File) -> Result<Box<dyn Session>, Error> {
    let sealed = |error: sealed::Error| match error {
        sealed::Error::Foreign(reason) => wrong(format!("this is no checkpoint of version 1: {reason}")),
        error => wrong(error.to_string()),
    };
    KIND.check(&mut file).map_err(sealed)?;
    let (header, body): (Header, _) = KIND.open(&mut file).map_err(sealed)?;
    registry.open(&header.game)?.read(&header.position)?.resume(&header, &mut BufReader::new(body))
}

/// Takes up a search of `root`, which stands at the position of the header.
pub(crate) fn load(root: &AnyState, header: &Header, body: &mut dyn Read) -> Result<Box<dyn Session>, Error> {
    if header.rules != root.rules_version() {
        return Err(wrong(format!(
            "the search is under version {} of the rules of {}; this program plays version {}",
            header.rules,
            header.game,
            root.rules_version()
        )));
    }
    let time = Duration::from_millis(header.milliseconds);
    let mut session = TypedSession::new(&header.game, root.clone(), &header.settings()?)?;
    session.take_up(body, time).map_err(|error| wrong(format!("the search in it does not fit: {error}")))?;
    match body.read(&mut [0]) {
        Ok(0) => Ok(Box::new(session)),
        _ => Err(wrong("the search in it ends before the file does".to_owned())),
    }
}

fn wrong(reason: String) -> Error {
    Error::Checkpoint(reason)
}
