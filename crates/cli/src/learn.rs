//! `unbounded learn`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::learning::{Event, Journal, LearningRun, Limits, RunOptions, Snapshots, Strength};
use clap::{Args, ValueEnum};
use engine::quantity::{self, short};
use engine::{Clock, LearnOptions, NetworkKind, Registry, RoundDone, TerminalValue};
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
    /// A TOML file with the learning options; those that it leaves out have their defaults
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
    /// Keep this number of networks as networks/01.safetensors and so on, spaced evenly in the logarithm of --games after
    /// its first twentieth, in place of one at every interval
    #[arg(long, value_name = "N", value_parser = quantity::count_in(quantity::SNAPSHOTS), allow_negative_numbers = true, requires = "games")]
    snapshots: Option<u64>,
    /// Pairs of matches against each fixed opponent when strength is measured; 0 measures nothing
    #[arg(long, value_name = "N", value_parser = quantity::count_in(quantity::PAIRS), allow_negative_numbers = true, default_value = "10")]
    pairs: u64,
    /// Draws the plots of a run again, and says how far it has come
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "out", "hours", "games", "config", "network", "terminal", "seed"])]
    report: Option<PathBuf>,
    /// How progress is shown on standard error
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
    let options = arguments.run_options();
    let limits = options.limits;
    let mut run = LearningRun::begin(registry, game, path, arguments.learn_options()?, options)?;
    let mut display = Display::new(arguments.progress, limits, run.journal());
    interrupt::during(|stop| run.learn(stop, &mut |event| display.show(event)))?;
    drop(display);
    print(run.journal(), arguments.json)
}

/// What a user sees of a run.
struct Display {
    progress: Progress,
    limits: Limits,
    /// The last score against each opponent.
    scores: BTreeMap<String, f64>,
}

impl Display {
    fn new(style: Style, limits: Limits, journal: &Journal) -> Display {
        let scores = journal.last_strength().into_iter();
        let scores = scores.map(|strength| (strength.opponent.clone(), strength.mean)).collect();
        Display { progress: Progress::new(style), limits, scores }
    }

    fn show(&mut self, event: &Event) {
        match event {
            Event::Game(_) | Event::Saved => {}
            Event::Round(round) => self.show_round(round),
            Event::Testing => self.progress.say("playing against fixed opponents"),
            Event::Strength(strength) => {
                self.scores.insert(strength.opponent.clone(), strength.mean);
            }
        }
    }

    fn show_round(&mut self, round: &RoundDone) {
        let scores = self.scores.iter();
        let scores = scores.map(|(opponent, mean)| format!(", {:+.0} % against {opponent}", 100.0 * mean));
        let left = self.limits.time_left(round);
        self.progress.say(&format!(
            "{} games, {} states, {} states/s, loss {:.4}, value at the start {:+.3}{}{}",
            round.games,
            short(round.states as f64),
            short(round.states as f64 / round.seconds.max(0.001)),
            round.loss,
            round.start_value,
            scores.collect::<String>(),
            left.map_or(String::new(), |left| format!(", {} left", quantity::long(left)))
        ));
    }
}

impl Arguments {
    /// How the run is carried out.
    fn run_options(&self) -> RunOptions {
        let usual = RunOptions::default();
        RunOptions {
            limits: Limits {
                time: self.hours.map(|hours| Duration::from_secs_f64(3600.0 * hours)),
                games: self.games,
            },
            workers: self.workers.unwrap_or(usual.workers),
            clock: if self.cpu_time { Clock::Processor } else { Clock::Wall },
            interval: self.every,
            snapshots: self
                .snapshots
                .zip(self.games)
                .map(|(count, games)| Snapshots::spaced(count as usize, games)),
            pairs: self.pairs,
            command: self.command(),
        }
    }

    /// What is learned, and how.
    fn learn_options(&self) -> Result<LearnOptions, Failure> {
        let mut options = match &self.config {
            None => LearnOptions::default(),
            Some(file) => read_configuration(file)?,
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

fn read_configuration(file: &Path) -> Result<LearnOptions, Failure> {
    let wrong = |reason: &str| Failure::Usage(format!("{}: {}", file.display(), reason.replace('\n', " ")));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(&error.to_string()))?;
    toml::from_str(&text).map_err(|error| wrong(&engine::suggest_key(error.message(), &[])))
}

fn print(journal: &Journal, as_json: bool) -> Result<(), Failure> {
    let Some(round) = journal.last_round() else {
        return Err(Failure::Failed("nothing has been learned yet: not one round was finished".to_owned()));
    };
    let strength = journal.last_strength().into_iter();
    if as_json {
        return output::json(&json!({
            "game": journal.game(),
            "round": round,
            "strength": strength.map(|strength| (&strength.opponent, strength.mean)).collect::<Vec<_>>(),
            "network": journal.network(),
        }));
    }
    output::write(&format!(
        "game        {}\nlearned     {} games, {} states, {} samples in {}\nloss        {:.4}\nstart       {:+.3}\n{}network     {}\n",
        journal.game(),
        round.games,
        short(round.states as f64),
        short(round.samples as f64),
        quantity::long(Duration::from_secs_f64(round.seconds)),
        round.loss,
        round.start_value,
        strength
            .map(|Strength { opponent, mean, .. }| {
                format!("strength    {:+.0} % against {opponent}\n", 100.0 * mean)
            })
            .collect::<String>(),
        journal.network().display()
    ))
}
