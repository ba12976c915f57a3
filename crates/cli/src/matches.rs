//! `unbounded match`

use std::path::{Path, PathBuf};

use arena::directory::Directory;
use arena::opening::Openings;
use arena::plan::Plan;
use arena::player::{MoveBudget, Player};
use arena::schedule::Schedule;
use arena::tournament::{Store, Tournament};
use clap::Args;
use engine::{Registry, quantity};

use crate::playing::{PlayOptions, print};
use crate::{Failure, interrupt};

/// Lets players play against each other
#[derive(Args)]
#[command(
    after_help = "Example: unbounded match connect4 --players \"ubfm(evaluator=mobility)\" mcts --games 20 --time 20ms\n\
    A foreign engine: unbounded match chess --players \"ubfm(evaluator=best)\" \"uci(command='stockfish', option.Skill Level=3)\" --time 100ms\n\
    Two terminal values: unbounded match othello:6 --players \"ubfm(terminal=raw-score)\" \"ubfm(terminal=depth)\"\n\
    A player is an algorithm with its options, or auto, the strongest player that was measured for the game; level(N) is weaker, \
    from 1 to 10; evaluator, terminal, decision, time, cpu-time, evaluations, iterations, nodes, memory, \
    threads and level are options of every player, and a name may stand in front: \"champion: ubfm-uct(c=0.5, time=50ms)\". \
    A foreign engine is its protocol (aei, gomocup, gtp, hub, uai, ucci, uci, ugi) with its command, its own options (option.NAME=VALUE), \
    depth, directory and timeout. Every opening is played from both seats. With more than two players, every two of them meet."
)]
pub struct Arguments {
    /// The game, such as connect4 or hex:7 (`unbounded games` lists them)
    game: String,
    /// The players, two or more, or names of the roster
    #[arg(long, value_name = "PLAYER", num_args = 2.., required = true)]
    players: Vec<String>,
    /// A TOML file with [[players]] that are called by name
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Matches of every two players
    #[arg(long, value_name = "N", value_parser = quantity::count_in(quantity::MATCHES), allow_negative_numbers = true, default_value = "200")]
    games: u64,
    /// Time of a move, such as 100ms
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// The time of a move is processor time, for machines that do other work
    #[arg(long, requires = "time")]
    cpu_time: bool,
    /// Evaluations of a move: the results are then the same on every machine [default: 1000]
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true)]
    evaluations: Option<u64>,
    /// Iterations of a move
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// Memory of a player
    #[arg(long, value_name = "SIZE", default_value = "512MiB")]
    memory: String,
    /// Where matches begin: none, random:PLIES, or file:NAME with a line of moves for each opening
    #[arg(long, value_name = "OPENINGS", default_value = "random:4", value_parser = openings)]
    openings: Openings,
    /// Ends early, when this sequential test has decided, such as elo0=0,elo1=10
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Ends a match when the player to move has proven the value
    #[arg(long)]
    adjudicate: bool,
    /// Calls a match of more plies a draw
    #[arg(long, alias = "most-plies", value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true)]
    max_plies: Option<u64>,
    /// The seed of everything random
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true, default_value = "1")]
    seed: u64,
    /// Keeps every match and the report in this directory; the same command goes on there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    play_options: PlayOptions,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The default number of evaluations per move.
const EVALUATIONS: u64 = 1000;

fn openings(text: &str) -> Result<Openings, String> {
    Openings::try_from(text.to_owned())
}

/// The players of a roster.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    players: Vec<Player>,
}

impl Arguments {
    fn plan(&self) -> Result<Plan, Failure> {
        let roster = self.roster.as_deref().map_or(Ok(Vec::new()), roster)?;
        let player = |text: &String| match roster.iter().find(|player| player.name == *text) {
            Some(player) => Ok(player.clone()),
            None => Player::read(text),
        };
        let mut budget = MoveBudget {
            time: self.time.clone(),
            cpu_time: self.cpu_time,
            evaluations: self.evaluations,
            iterations: self.iterations,
            memory: Some(self.memory.clone()),
            ..MoveBudget::default()
        };
        if !budget.is_limited() {
            budget.evaluations = Some(EVALUATIONS);
        }
        let players = self.players.iter().map(player).collect::<Result<_, _>>()?;
        Ok(Plan {
            matches: self.games as usize,
            openings: self.openings.clone(),
            seed: self.seed,
            adjudicate: self.adjudicate,
            max_plies: self.max_plies.map(|plies| usize::try_from(plies).unwrap_or(usize::MAX)),
            sprt: self.sprt.clone(),
            shard: 1,
            ..Plan::new(&self.game, players, budget)
        })
    }
}

fn roster(file: &Path) -> Result<Vec<Player>, Failure> {
    let wrong = |reason: &str| Failure::Usage(format!("roster `{}`: {reason}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(&error.to_string()))?;
    let roster: Roster = toml::from_str(&text).map_err(|error| {
        wrong(&engine::suggest_key(error.message(), &arena::plan::KEYS).replace('\n', " "))
    })?;
    Ok(roster.players)
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    // Foreign engines begin with the check of the plan, and an interrupt must not leave them behind.
    interrupt::catch();
    let mut plan = arguments.plan()?;
    plan.name_games(registry)?;
    plan.title.clone_from(&plan.games[0]);
    plan.check(registry)?;
    let schedule = Schedule::new(&plan, registry)?;
    arguments.play_options.announce_default_players(registry, &plan)?;
    let store = match &arguments.out {
        None => Store::Memory(Vec::new()),
        Some(path) => Store::Directory(Directory::begin(path, &plan, registry)?),
    };
    let results = arguments.play_options.play(Tournament::new(&schedule, store))?;
    print(registry, &plan, &results, arguments.json)
}
