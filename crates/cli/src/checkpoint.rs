//! Checkpoints of a long solve: written every so often, complete or not at all.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use engine::{Error, Registry, Session};

use engine::quantity;
use files::{Lock, NewFile};

use crate::Failure;

/// Where a solve is saved, and how often.
#[derive(Args)]
pub struct Keeping {
    /// Save the search to this file every so often and at the end
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<String>,
    /// Go on with the search that this file holds, and keep saving it there; limits count from its beginning
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "game", "position", "moves", "algorithm", "depth", "null_move", "quiescence", "k_best", "strong",
            "evaluator", "decision", "seed", "checkpoint",
        ]
    )]
    pub resume: Option<String>,
    /// How often to save
    #[arg(long, value_name = "TIME", value_parser = quantity::interval, allow_negative_numbers = true, default_value = "60s")]
    every: Duration,
}

impl Keeping {
    /// The name of the checkpoint, if there is one.
    fn name(&self) -> Option<&String> {
        self.checkpoint.as_ref().or(self.resume.as_ref())
    }

    /// Keeps other processes away from the checkpoint, as long as the lock lives.
    pub fn lock(&self) -> Result<Option<Lock>, Failure> {
        let locked =
            self.name().filter(|name| *name != "-").map(|name| Lock::hold(Path::new(name), "checkpoint"));
        locked.transpose().map_err(|error| match error {
            files::Error::InUse { .. } => error.into(),
            error => Failure::name(error),
        })
    }

    /// Who saves the search, if anybody. It is saved at once: what cannot be written or cannot be saved
    /// should not cost an hour.
    pub fn keeper(&self, session: &mut dyn Session) -> Result<Option<Keeper>, Failure> {
        let Some(name) = self.name() else { return Ok(None) };
        let mut keeper = Keeper { name: name.clone(), every: self.every, failure: None };
        keeper.save(session)?;
        Ok(Some(keeper))
    }

    /// The search of the file to resume, if there is one.
    pub fn resumed(&self, registry: &Registry) -> Result<Option<Box<dyn Session>>, Failure> {
        let Some(name) = &self.resume else { return Ok(None) };
        let mut file =
            File::open(name).map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))?;
        let refused = |error: Error| Failure::Failed(format!("`{name}` is refused: {error}"));
        registry.resume(&mut file).map_err(refused).map(Some)
    }
}

/// Saves a search to a file again and again.
pub struct Keeper {
    name: String,
    /// How often.
    pub every: Duration,
    failure: Option<Failure>,
}

impl Keeper {
    fn save(&mut self, session: &mut dyn Session) -> Result<(), Failure> {
        let mut file = NewFile::named(&self.name, "checkpoint").map_err(Failure::name)?;
        session.save(&mut file).map_err(|error| match error {
            Error::Checkpoint(reason) => {
                Failure::Failed(format!("cannot write the checkpoint `{}`: {reason}", self.name))
            }
            other => other.into(),
        })?;
        Ok(file.finish()?)
    }

    /// Saves the search as it is now. Returns whether there is any use in going on.
    pub fn keep(&mut self, session: &mut dyn Session) -> bool {
        self.failure = self.save(session).err();
        self.failure.is_none()
    }

    /// What went wrong in the end.
    pub fn close(self) -> Result<(), Failure> {
        self.failure.map_or(Ok(()), Err)
    }
}
