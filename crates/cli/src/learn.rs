//! `unbounded learn`

mod journal;
mod strength;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use engine::{Clock, Event, LearnOptions, NetworkKind, Registry, Student, TerminalValue, quantity};
use journal::{Journal, Line};
use serde_json::json;

use crate::progress::{Progress, Style};
use crate::{Failure, arguments, interrupt, output};

/// Learns an evaluation function from nothing but the rules
#[derive(Args)]
#[command(after_help = "Example: unbounded learn connect4 --out c4 --hours 0.2\n\
    Descent plays against itself, and a network learns from the states of its searches. Ctrl-C or a crash loses the last \
    minutes at most: the same command goes on. Then: unbounded play connect4 --evaluator network:c4/network.safetensors")]
pub struct Arguments {
    /// The game, such as connect4 or hex:7 (`unbounded games` lists them)
    #[arg(required_unless_present = "report")]
    game: Option<String>,
    /// The directory of the run: the same one goes on with it
    #[arg(long, value_name = "DIR", required_unless_present = "report")]
    out: Option<PathBuf>,
    /// How long to learn in all, in hours [default: until Ctrl-C]
    #[arg(long, value_name = "H", value_parser = quantity::hours, allow_negative_numbers = true)]
    hours: Option<f64>,
    /// Time is processor time of all threads, for machines that do other work
    #[arg(long)]
    cpu_time: bool,
    /// How many games to learn from in all
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true)]
    games: Option<u64>,
    /// A TOML file with what is learned, and how; what it leaves out is as usual
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The kind of network that learns [default: as the configuration says]
    #[arg(long, value_name = "KIND", value_enum)]
    network: Option<Kind>,
    /// f_t, what the end of a game is worth, in place of what the configuration says
    #[arg(
        long,
        value_name = "NAME",
        value_parser = TerminalValue::named,
        long_help = arguments::list_terminal_values()
    )]
    terminal: Option<TerminalValue>,
    /// Games side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true)]
    workers: Option<usize>,
    /// Another seed learns from other games [default: as the configuration says]
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How often the network is kept and its strength is measured
    #[arg(long, value_name = "TIME", value_parser = quantity::interval, default_value = "2m")]
    every: Duration,
    /// Pairs of matches against each fixed opponent when strength is measured; 0 measures nothing
    #[arg(long, value_name = "N", value_parser = quantity::count_in(quantity::PAIRS), allow_negative_numbers = true, default_value = "10")]
    pairs: u64,
    /// Draws the plots of a run again, and says how far it has come
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "out", "hours", "games", "config", "network", "terminal", "seed"])]
    report: Option<PathBuf>,
    /// How progress is told on standard error
    #[arg(long, value_name = "STYLE", value_enum, default_value = "auto")]
    progress: Style,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The kinds of networks
#[derive(Clone, Copy, ValueEnum)]
pub enum Kind {
    /// Follows the changes of a state, in integers: for a processor
    Incremental,
    /// The same with patterns of cells, seen by the side to move
    Patterns,
    /// Convolutions over the board: for a GPU, in a build with `--features residual`
    Residual,
}

impl From<Kind> for NetworkKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Incremental => NetworkKind::Incremental,
            Kind::Patterns => NetworkKind::Patterns,
            Kind::Residual => NetworkKind::Residual,
        }
    }
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.report {
        let journal = Journal::open(path)?;
        journal.draw()?;
        return print(&journal, arguments.json);
    }
    let (Some(game), Some(path)) = (&arguments.game, &arguments.out) else {
        return Err(Failure::Usage("a game and --out DIR are needed".to_owned()));
    };
    let limits = Limits { seconds: arguments.hours.map(|hours| 3600.0 * hours), games: arguments.games };
    let options = arguments.options()?;
    let start = registry.open(game)?;
    let game = start.game();
    let workers =
        arguments.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut student = start.student(options, workers)?;
    let (mut journal, checkpoint) = Journal::begin(registry, path, game, &options)?;
    if let Some(file) = &checkpoint {
        student = start.resume_student(file, workers)?;
    }
    student.set_clock(if arguments.cpu_time { Clock::Processor } else { Clock::Wall });
    journal.go_back_to(student.progress().games)?;
    let mut progress = Progress::new(arguments.progress);
    let mut kept = Instant::now();
    interrupt::during(|stop| -> Result<(), Failure> {
        while !limits.are_reached(student.as_ref()) && !stop.load(Ordering::Relaxed) {
            let round = student.round(stop, &|_: &Event| {});
            let Some(round) = round else { break };
            journal.write(&Line::Round(round))?;
            progress.say(&format!(
                "{} games, {} states, {} states/s, loss {:.4}, value at the start {:+.3}{}{}",
                round.games,
                quantity::short(round.states as f64),
                quantity::short(round.states as f64 / round.seconds.max(0.001)),
                round.loss,
                round.start_value,
                journal.strength(),
                limits.left(student.as_ref())
            ));
            let is_last = limits.are_reached(student.as_ref()) || stop.load(Ordering::Relaxed);
            if kept.elapsed() >= arguments.every || is_last {
                journal.keep(student.as_ref(), &arguments.command())?;
                if arguments.pairs > 0 && !stop.load(Ordering::Relaxed) {
                    progress.say("playing against fixed opponents");
                    let player = strength::player(&journal.network(), student.options().play.terminal)?;
                    let opponents =
                        strength::measure(registry, game, player, arguments.pairs, workers, stop)?;
                    for (opponent, mean) in opponents {
                        let (games, seconds) = (student.progress().games, student.progress().seconds);
                        journal.write(&Line::Strength { opponent, mean, games, seconds })?;
                    }
                }
                journal.draw()?;
                kept = Instant::now();
            }
        }
        journal.keep(student.as_ref(), &arguments.command())
    })?;
    drop(progress);
    journal.draw()?;
    print(&journal, arguments.json)
}

/// When to end.
struct Limits {
    seconds: Option<f64>,
    games: Option<u64>,
}

impl Limits {
    fn are_reached(&self, student: &dyn Student) -> bool {
        let progress = student.progress();
        self.seconds.is_some_and(|limit| progress.seconds >= limit)
            || self.games.is_some_and(|limit| progress.games >= limit)
    }

    /// How long it will take, in words.
    fn left(&self, student: &dyn Student) -> String {
        let progress = student.progress();
        let by_games = self.games.map(|limit| {
            progress.seconds * limit.saturating_sub(progress.games) as f64 / progress.games.max(1) as f64
        });
        let by_time = self.seconds.map(|limit| (limit - progress.seconds).max(0.0));
        let left = by_games.into_iter().chain(by_time).reduce(f64::min);
        // A limit that is never reached leaves more than can be counted.
        let left = left.and_then(|left| Duration::try_from_secs_f64(left).ok());
        left.map_or(String::new(), |left| format!(", {} left", quantity::long(left)))
    }
}

impl Arguments {
    /// What is learned, and how.
    fn options(&self) -> Result<LearnOptions, Failure> {
        let mut options = match &self.config {
            None => LearnOptions::default(),
            Some(file) => read_toml(file)?,
        };
        options.seed = self.seed.unwrap_or(options.seed);
        options.play.terminal = self.terminal.unwrap_or(options.play.terminal);
        options.network = self.network.map_or(options.network, NetworkKind::from);
        Ok(options)
    }

    /// What was asked for, for the history of the network.
    fn command(&self) -> String {
        let mut command = format!("unbounded learn {}", self.game.as_deref().unwrap_or_default());
        if let Some(hours) = self.hours {
            command += &format!(" --hours {hours}");
        }
        if self.cpu_time {
            command += " --cpu-time";
        }
        if let Some(games) = self.games {
            command += &format!(" --games {games}");
        }
        if let Some(file) = self.config.as_deref().and_then(Path::file_name) {
            command += &format!(" --config {}", file.display());
        }
        if let Some(kind) = self.network.and_then(|kind| kind.to_possible_value()) {
            command += &format!(" --network {}", kind.get_name());
        }
        if let Some(terminal) = self.terminal {
            command += &format!(" --terminal {}", terminal.name());
        }
        if let Some(seed) = self.seed {
            command += &format!(" --seed {seed}");
        }
        command
    }
}

fn read_toml<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, Failure> {
    let wrong = |reason: &str| Failure::Usage(format!("{}: {}", file.display(), reason.replace('\n', " ")));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(&error.to_string()))?;
    toml::from_str(&text).map_err(|error| wrong(&engine::suggest_key(error.message(), &[])))
}

fn print(journal: &Journal, as_json: bool) -> Result<(), Failure> {
    let Some(round) = journal.last_round() else {
        return Err(Failure::Failed("nothing has been learned yet: not one round was finished".to_owned()));
    };
    if as_json {
        return output::json(&json!({
            "game": journal.game,
            "round": round,
            "strength": journal.last_strength(),
            "network": journal.network(),
        }));
    }
    output::write(&format!(
        "game        {}\nlearned     {} games, {} states, {} samples in {}\nloss        {:.4}\nstart       {:+.3}\n{}network     {}\n",
        journal.game,
        round.games,
        quantity::short(round.states as f64),
        quantity::short(round.samples as f64),
        quantity::long(Duration::from_secs_f64(round.seconds)),
        round.loss,
        round.start_value,
        journal
            .last_strength()
            .iter()
            .map(|(opponent, mean)| format!("strength    {:+.0} % against {opponent}\n", 100.0 * mean))
            .collect::<String>(),
        journal.network().display()
    ))
}
