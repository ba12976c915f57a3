//! Flags about the checkpoint of a long solve.

use std::time::Duration;

use clap::Args;
use engine::{CheckpointFile, Error, Registry, Session, quantity};

use crate::Failure;
use crate::named::{open, refused};

/// Where a solve is saved, and how often.
#[derive(Args)]
pub struct CheckpointFlags {
    /// Save the search to this file every so often and at the end
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<String>,
    /// Go on with the search that this file holds, and keep saving it there; limits count from its beginning
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "game", "position", "moves", "record", "algorithm", "depth", "null_move", "quiescence", "k_best", "strong",
            "evaluator", "terminal", "decision", "seed", "checkpoint",
        ]
    )]
    resume: Option<String>,
    /// How often to save
    #[arg(long, value_name = "TIME", value_parser = quantity::interval, allow_negative_numbers = true, default_value = "60s")]
    every: Duration,
}

impl CheckpointFlags {
    /// The file of the checkpoint, if there is one. From now on it belongs to this process.
    pub fn checkpoint_file(&self) -> Result<Option<CheckpointFile>, Failure> {
        let name = self.checkpoint.as_ref().or(self.resume.as_ref());
        let checkpoint_file = name.map(|name| CheckpointFile::lock(name, self.every)).transpose();
        checkpoint_file.map_err(|error| match error {
            files::Error::InUse { .. } => error.into(),
            error => Failure::name(error),
        })
    }

    /// The search of the file to resume, if there is one.
    pub fn resumed(&self, registry: &Registry) -> Result<Option<Box<dyn Session>>, Failure> {
        let Some(name) = &self.resume else { return Ok(None) };
        let mut file = open(name)?;
        registry.resume(&mut file).map_err(|error| refused(name, &error)).map(Some)
    }
}

/// Saves the search before it has done anything, so that a name that cannot be written does not cost an hour.
pub fn begin(checkpoint_file: &mut CheckpointFile, session: &mut dyn Session) -> Result<(), Failure> {
    checkpoint_file.begin(session).map_err(|error| match error {
        Error::Write(error) => Failure::name(error),
        error => error.into(),
    })
}
