//! Checkpoints: all that a learner needs to go on another day.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use game::Game;
use sealed::Kind;
use serde::{Deserialize, Serialize};

use super::{LearnOptions, Learner, Progress};
use crate::clock::Clock;
use crate::network::{FileError, Layout, Network, Parameters};
use crate::replay::Replay;
use crate::samples::read_all;
use crate::team::team;
use crate::train::{Adam, training};

const KIND: Kind = Kind("unbounded learner 1");

/// Why a checkpoint is refused.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file is not whole, or not a checkpoint.
    #[error(transparent)]
    File(#[from] sealed::Error),
    /// Its network is not one, or belongs to another game.
    #[error(transparent)]
    Network(#[from] FileError),
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        CheckpointError::File(error.into())
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    game: String,
    options: LearnOptions,
    progress: Progress,
    optimiser_steps: u64,
    network_bytes: u64,
}

impl<G: Game> Learner<G> {
    /// Writes a checkpoint.
    pub fn save(&self, path: &Path) -> Result<(), files::Error> {
        let network = self.network("").to_bytes();
        let adam = self.trainer.memory();
        let header = Header {
            game: self.name.clone(),
            options: self.options,
            progress: self.progress,
            optimiser_steps: adam.steps,
            network_bytes: network.len() as u64,
        };
        files::write_with(path, "checkpoint", |file| {
            let mut writer = KIND.begin(file, &header)?;
            writer.write_all(&network)?;
            for number in self.trainer.numbers().iter().chain(&adam.mean).chain(&adam.square) {
                writer.write_all(&number.to_le_bytes())?;
            }
            for steps in &adam.row_steps {
                writer.write_all(&steps.to_le_bytes())?;
            }
            self.replay.save(&mut writer)?;
            writer.finish().map(|_| ())
        })
    }

    /// The name of the game that a checkpoint is about, as it was when it was written.
    pub fn game_of(path: &Path) -> Result<String, CheckpointError> {
        let mut file = File::open(path)?;
        let (Header { game, .. }, _) = KIND.open(&mut file)?;
        Ok(game)
    }

    /// Goes on from a checkpoint of the same game, with so many workers.
    pub fn load(path: &Path, name: &str, start: G, workers: usize) -> Result<Self, CheckpointError> {
        let mut file = File::open(path)?;
        KIND.check(&mut file)?;
        let (header, body) = KIND.open::<_, Header>(&mut file)?;
        let mut body = BufReader::new(body);
        let network = read_all(&mut body, header.network_bytes, |[byte]: [u8; 1]| byte)?;
        let network = Network::from_bytes(&network)?;
        network.check_fits(name, &start)?;
        let (terminal, start) = header.options.terminal(&start).map_err(FileError::Foreign)?;
        let inference = network.inference(terminal)?;
        let Network { parameters, horizon, .. } = network;
        let mut numbers = || read_all(&mut body, parameters.shape().numbers() as u64, f32::from_le_bytes);
        let trained =
            Parameters::from_numbers(parameters.shape().clone(), numbers()?).map_err(FileError::Foreign)?;
        let (mean, square) = (numbers()?, numbers()?);
        let row_steps = read_all(&mut body, parameters.shape().lazy_rows() as u64, u32::from_le_bytes)?;
        let adam = Adam { steps: header.optimiser_steps, mean, square, row_steps };
        let replay = Replay::load(header.options.replay, &mut body)?;
        if body.read(&mut [0])? > 0 {
            return Err(
                io::Error::new(io::ErrorKind::InvalidData, "there is more than there should be").into()
            );
        }
        Ok(Learner {
            name: name.to_owned(),
            start,
            terminal,
            options: header.options,
            workers: team(workers).map_err(io::Error::other)?,
            progress: header.progress,
            clock: Clock::default(),
            network: inference,
            horizon,
            trainer: training(trained, adam, &header.options.train).map_err(FileError::from)?,
            parameters,
            replay,
        })
    }
}
