//! The directory of a learning run: what was asked for, what happened, the networks, and plots of it.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{LearnOptions, Learner, Registry, RoundDone};
use files::Lock;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::machine::Machine;
use crate::plot::{LinePlot, Point, Series, line_plot};

/// The contents of `run.toml`.
#[derive(Serialize, Deserialize)]
struct Run {
    #[serde(flatten)]
    machine: Machine,
    game: String,
    options: LearnOptions,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum LogLine {
    /// A round of games and training.
    Round(RoundDone),
    /// The result of a strength test.
    Strength(Strength),
}

impl LogLine {
    /// The number of games after which it was written.
    fn games(&self) -> u64 {
        match self {
            LogLine::Round(round) => round.games,
            LogLine::Strength(strength) => strength.games,
        }
    }
}

/// What the network scored against an opponent that never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The name of the opponent.
    pub opponent: String,
    /// The mean score: a win is 1, a draw 0, a loss -1.
    pub mean: f64,
    /// Games of self-play up to the test.
    pub games: u64,
    /// Seconds of learning up to the test.
    pub seconds: f64,
}

/// The directory of a run.
pub struct Journal {
    path: PathBuf,
    /// Keeps other processes from learning in the same directory.
    _lock: Option<Lock>,
    game: String,
    lines: Vec<LogLine>,
}

fn wrong(file: &Path, reason: impl ToString) -> Error {
    Error::File { file: file.display().to_string(), reason: reason.to_string() }
}

impl Journal {
    /// Begins a run of the game of this canonical name, or continues one. Returns the checkpoint to continue from, if
    /// there is one.
    pub(super) fn begin(
        registry: &Registry,
        path: &Path,
        game: &str,
        options: &LearnOptions,
    ) -> Result<(Journal, Option<PathBuf>), Error> {
        fs::create_dir_all(path.join("networks"))
            .map_err(|error| wrong(path, format!("cannot write here: {error}")))?;
        let lock = Lock::hold(path, "learning run")?;
        files::remove_stale(path, None);
        files::remove_stale(&path.join("networks"), None);
        let file = path.join("run.toml");
        if file.exists() {
            let run = read_run(&file)?;
            let is_same_game =
                run.game == game || registry.open(&run.game).is_ok_and(|start| start.game() == game);
            if !is_same_game || run.options != *options {
                let reason =
                    format!("this run learns {} with other options; choose another directory", run.game);
                return Err(wrong(&file, reason));
            }
        } else {
            let run = Run { machine: Machine::this(), game: game.to_owned(), options: *options };
            let text = toml::to_string(&run).map_err(|error| wrong(&file, error))?;
            files::write(&file, "run", text.as_bytes())?;
        }
        let journal = Journal { _lock: Some(lock), game: game.to_owned(), ..Journal::open(path)? };
        Ok((journal, Some(path.join("checkpoint")).filter(|file| file.exists())))
    }

    /// Removes what was logged after this number of games: it is not in the checkpoint, and happens again.
    pub(super) fn go_back_to(&mut self, games: u64) -> Result<(), Error> {
        self.lines.retain(|line| line.games() <= games);
        let file = self.log();
        let lines = self.lines.iter().map(|line| to_json(line, &file)).collect::<Result<String, _>>()?;
        Ok(files::write(&file, "log", lines.as_bytes())?)
    }

    /// A run that has begun, to look at.
    pub fn open(path: &Path) -> Result<Journal, Error> {
        let run = read_run(&path.join("run.toml"))?;
        let text = fs::read_to_string(path.join("log.jsonl")).unwrap_or_default();
        // A crash may have cut off the last line. What it said happens again.
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Journal { path: path.to_owned(), _lock: None, game: run.game, lines })
    }

    /// Adds a line to the log.
    pub(super) fn write(&mut self, line: LogLine) -> Result<(), Error> {
        let file = self.log();
        files::append(&file, "log", to_json(&line, &file)?.as_bytes())?;
        self.lines.push(line);
        Ok(())
    }

    fn log(&self) -> PathBuf {
        self.path.join("log.jsonl")
    }

    /// The canonical name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// All lines of the log.
    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// The file of the newest network.
    pub fn network(&self) -> PathBuf {
        self.path.join("network.safetensors")
    }

    /// Saves the network as it is now, and all that is needed to continue. With `keep`, the network also stays under the
    /// number of games that it has learned from.
    pub(super) fn save(&self, learner: &Learner, command: &str, keep: bool) -> Result<(), Error> {
        if learner.progress().rounds == 0 {
            return Ok(());
        }
        learner.write_network(&self.network(), command)?;
        if keep {
            let name = format!("{:07}.safetensors", learner.progress().games);
            learner.write_network(&self.path.join("networks").join(name), command)?;
        }
        Ok(learner.save(&self.path.join("checkpoint"))?)
    }

    /// Keeps the network as it is now as the snapshot with this number.
    pub(super) fn keep(&self, learner: &Learner, command: &str, number: usize) -> Result<(), Error> {
        let name = format!("{number:02}.safetensors");
        Ok(learner.write_network(&self.path.join("networks").join(name), command)?)
    }

    fn rounds(&self) -> impl DoubleEndedIterator<Item = &RoundDone> {
        self.lines.iter().filter_map(|line| match line {
            LogLine::Round(round) => Some(round),
            LogLine::Strength(_) => None,
        })
    }

    fn strengths(&self) -> impl DoubleEndedIterator<Item = &Strength> {
        self.lines.iter().filter_map(|line| match line {
            LogLine::Strength(strength) => Some(strength),
            LogLine::Round(_) => None,
        })
    }

    /// The last round.
    pub fn last_round(&self) -> Option<&RoundDone> {
        self.rounds().next_back()
    }

    /// The last result against each opponent, by name.
    pub fn last_strength(&self) -> Vec<&Strength> {
        let mut last: Vec<&Strength> = Vec::new();
        for strength in self.strengths().rev() {
            if !last.iter().any(|known| known.opponent == strength.opponent) {
                last.push(strength);
            }
        }
        last.sort_by(|a, b| a.opponent.cmp(&b.opponent));
        last
    }

    /// Draws the plots.
    pub fn draw(&self) -> Result<(), Error> {
        let point = |seconds: f64, y: f64| Point { x: seconds / 60.0, y, band: None };
        let losses: Vec<Point> =
            self.rounds().map(|round| point(round.seconds, f64::from(round.loss))).collect();
        // A few hundred points are all that a plot can show.
        let step = losses.len().div_ceil(300).max(1);
        let losses = losses.chunks(step).map(|some| Point {
            y: some.iter().map(|point| point.y).sum::<f64>() / some.len() as f64,
            ..some[some.len() - 1]
        });
        let loss = Series { name: "mean squared error".to_owned(), points: losses.collect() };
        self.plot("loss", "loss", vec![loss])?;
        let mut scores: Vec<Series> = Vec::new();
        for Strength { opponent, mean, seconds, .. } in self.strengths() {
            let index = scores.iter().position(|series| series.name == *opponent).unwrap_or_else(|| {
                scores.push(Series { name: opponent.clone(), points: Vec::new() });
                scores.len() - 1
            });
            scores[index].points.push(point(*seconds, 100.0 * mean));
        }
        self.plot("strength", "score (%)", scores)
    }

    fn plot(&self, name: &str, y_title: &str, series: Vec<Series>) -> Result<(), Error> {
        let plot = LinePlot {
            title: format!("{}: {name}", self.game),
            x_title: "minutes of learning".to_owned(),
            y_title: y_title.to_owned(),
            series,
        };
        Ok(files::write(&self.path.join(format!("{name}.svg")), "plot", line_plot(&plot).as_bytes())?)
    }
}

fn read_run(file: &Path) -> Result<Run, Error> {
    let text = fs::read_to_string(file).map_err(|error| wrong(file, error))?;
    toml::from_str(&text).map_err(|error| wrong(file, error.message().replace('\n', " ")))
}

fn to_json(line: &LogLine, file: &Path) -> Result<String, Error> {
    Ok(serde_json::to_string(line).map_err(|error| wrong(file, error))? + "\n")
}
