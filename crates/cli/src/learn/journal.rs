//! The directory of a learning run: what was asked for, what happened, the networks, and plots of it.

use std::fs;
use std::path::{Path, PathBuf};

use arena::directory::processor;
use arena::plot::{LinePlot, Point, Series, line_plot};
use engine::{LearnOptions, Registry, RoundDone, Student};
use files::Lock;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// What `run.toml` says.
#[derive(Serialize, Deserialize)]
struct Run {
    version: String,
    cpu: String,
    cores: usize,
    game: String,
    options: LearnOptions,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Line {
    /// A round of games and training.
    Round(RoundDone),
    /// What the network is worth against an opponent that never changes.
    Strength {
        /// Who that is.
        opponent: String,
        /// The mean score: a win is 1, a draw 0, a loss -1.
        mean: f64,
        /// After so many games.
        games: u64,
        /// After so many seconds of learning.
        seconds: f64,
    },
}

/// The directory of a run.
pub struct Journal {
    path: PathBuf,
    /// Keeps other processes from learning in the same directory.
    _lock: Option<Lock>,
    pub game: String,
    lines: Vec<Line>,
}

impl Journal {
    /// Begins a run of the game of this canonical name, or goes on with one. Returns the checkpoint to go on from, if there
    /// is one.
    pub fn begin(
        registry: &Registry,
        path: &Path,
        game: &str,
        options: &LearnOptions,
    ) -> Result<(Journal, Option<PathBuf>), Failure> {
        fs::create_dir_all(path.join("networks"))
            .map_err(|error| Failure::Usage(format!("cannot write to {}: {error}", path.display())))?;
        let lock = Lock::hold(path, "learning run")?;
        files::remove_stale(path, None);
        files::remove_stale(&path.join("networks"), None);
        let file = path.join("run.toml");
        if file.exists() {
            let run: Run = super::read_toml(&file)?;
            let is_same_game =
                run.game == game || registry.open(&run.game).is_ok_and(|start| start.game() == game);
            if !is_same_game || run.options != *options {
                return Err(Failure::Usage(format!(
                    "{}: this run learns {} with other options; choose another directory",
                    file.display(),
                    run.game
                )));
            }
        } else {
            let run = Run {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                cpu: processor(),
                cores: std::thread::available_parallelism().map_or(1, usize::from),
                game: game.to_owned(),
                options: *options,
            };
            let text = toml::to_string(&run).map_err(|error| Failure::Failed(error.to_string()))?;
            files::write(&file, "run", text.as_bytes())?;
        }
        let journal = Journal { _lock: Some(lock), game: game.to_owned(), ..Journal::open(path)? };
        Ok((journal, Some(path.join("checkpoint")).filter(|file| file.exists())))
    }

    /// Strikes out what happened after so many games: it is not in the checkpoint, and happens again.
    pub fn go_back_to(&mut self, games: u64) -> Result<(), Failure> {
        self.lines.retain(|line| match line {
            Line::Round(round) => round.games <= games,
            Line::Strength { games: after, .. } => *after <= games,
        });
        let lines = self.lines.iter().map(|line| Ok(serde_json::to_string(line)? + "\n"));
        let text = lines.collect::<serde_json::Result<String>>();
        let text = text.map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(files::write(&self.path.join("log.jsonl"), "log", text.as_bytes())?)
    }

    /// A run that has begun.
    pub fn open(path: &Path) -> Result<Journal, Failure> {
        let run: Run = super::read_toml(&path.join("run.toml"))?;
        let text = fs::read_to_string(path.join("log.jsonl")).unwrap_or_default();
        // A line that was cut off by a crash is no loss.
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Journal { path: path.to_owned(), _lock: None, game: run.game, lines })
    }

    /// Writes a line of the log.
    pub fn write(&mut self, line: &Line) -> Result<(), Failure> {
        self.lines.push(line.clone());
        let text = serde_json::to_string(line).map_err(|error| Failure::Failed(error.to_string()))? + "\n";
        Ok(files::append(&self.path.join("log.jsonl"), "log", text.as_bytes())?)
    }

    /// The newest network.
    pub fn network(&self) -> PathBuf {
        self.path.join("network.safetensors")
    }

    /// Keeps the network as it is now, and all that is needed to go on.
    pub fn keep(&mut self, student: &dyn Student, command: &str) -> Result<(), Failure> {
        if student.progress().rounds == 0 {
            return Ok(());
        }
        student.write_network(&self.network(), command)?;
        let name = format!("{:07}.safetensors", student.progress().games);
        student.write_network(&self.path.join("networks").join(name), command)?;
        student.save(&self.path.join("checkpoint"))?;
        Ok(())
    }

    /// The last round.
    pub fn last_round(&self) -> Option<&RoundDone> {
        self.lines.iter().rev().find_map(|line| match line {
            Line::Round(round) => Some(round),
            Line::Strength { .. } => None,
        })
    }

    /// The last score against each opponent.
    pub fn last_strength(&self) -> Vec<(String, f64)> {
        let mut last: Vec<(String, f64)> = Vec::new();
        for line in self.lines.iter().rev() {
            if let Line::Strength { opponent, mean, .. } = line
                && !last.iter().any(|(known, _)| known == opponent)
            {
                last.push((opponent.clone(), *mean));
            }
        }
        last.sort_by(|a, b| a.0.cmp(&b.0));
        last
    }

    /// The same in a few words.
    pub fn strength(&self) -> String {
        let words = self.last_strength();
        words.iter().map(|(opponent, mean)| format!(", {:+.0} % against {opponent}", 100.0 * mean)).collect()
    }

    /// Draws the plots.
    pub fn draw(&self) -> Result<(), Failure> {
        let point = |seconds: f64, y: f64| Point { x: seconds / 60.0, y, band: None };
        let rounds = self.lines.iter().filter_map(|line| match line {
            Line::Round(round) => Some(round),
            Line::Strength { .. } => None,
        });
        let losses: Vec<Point> = rounds.map(|round| point(round.seconds, f64::from(round.loss))).collect();
        // A few hundred points are all that a plot can show.
        let step = losses.len().div_ceil(300).max(1);
        let losses = losses.chunks(step).map(|some| Point {
            y: some.iter().map(|point| point.y).sum::<f64>() / some.len() as f64,
            ..some[some.len() - 1]
        });
        let loss = Series { name: "mean squared error".to_owned(), points: losses.collect() };
        self.plot("loss", "loss", vec![loss])?;
        let mut strengths: Vec<Series> = Vec::new();
        for line in &self.lines {
            let Line::Strength { opponent, mean, seconds, .. } = line else { continue };
            let place = strengths.iter().position(|series| series.name == *opponent).unwrap_or_else(|| {
                strengths.push(Series { name: opponent.clone(), points: Vec::new() });
                strengths.len() - 1
            });
            strengths[place].points.push(point(*seconds, 100.0 * mean));
        }
        self.plot("strength", "score (%)", strengths)
    }

    fn plot(&self, name: &str, y_title: &str, series: Vec<Series>) -> Result<(), Failure> {
        let plot = LinePlot {
            title: format!("{}: {name}", self.game),
            x_title: "minutes of learning".to_owned(),
            y_title: y_title.to_owned(),
            series,
        };
        Ok(files::write(&self.path.join(format!("{name}.svg")), "plot", line_plot(&plot).as_bytes())?)
    }
}
