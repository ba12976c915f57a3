//! `unbounded tournament`

use std::path::PathBuf;

use arena::directory::{Directory, PlayedShard};
use arena::plan::Plan;
use arena::schedule::Schedule;
use arena::table::Format;
use arena::tournament::{Store, Tournament};
use clap::{Args, Subcommand};
use engine::{Registry, quantity};
use serde_json::json;

use crate::playing::{self, PlayOptions};
use crate::{Failure, interrupt, output};

/// Plays a plan of many matches: several games, players and sets of evaluators
#[derive(Args)]
#[command(
    after_help = "Example: unbounded tournament run experiments/completion/plan.toml\nThe plan is cut into shards; what is done is never played again."
)]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Plays what is missing on all cores, and reports
    #[command(after_help = "Example: unbounded tournament run plan.toml --jobs 2")]
    Run {
        #[command(flatten)]
        plan: PlanFile,
        #[command(flatten)]
        play_options: PlayOptions,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Reports what has been played so far
    #[command(after_help = "Example: unbounded tournament report plan.toml --format latex")]
    Report {
        #[command(flatten)]
        plan: PlanFile,
        /// How tables are printed: text, markdown, csv or latex
        #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = str::parse::<Format>)]
        format: Format,
        /// Print one JSON object
        #[arg(long, conflicts_with = "format")]
        json: bool,
    },
    /// Says what there is to play, and what is missing
    #[command(after_help = "Example: unbounded tournament plan plan.toml")]
    Plan {
        #[command(flatten)]
        plan: PlanFile,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Plays one shard, for tools that distribute shards over machines
    #[command(after_help = "Example: unbounded tournament shard plan.toml --index 7")]
    Shard {
        #[command(flatten)]
        plan: PlanFile,
        /// Which shard, counted from 0
        #[arg(long, value_name = "I", value_parser = quantity::count, allow_negative_numbers = true)]
        index: u64,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// A plan and where it is played.
#[derive(Args)]
struct PlanFile {
    /// The plan, a TOML file
    file: PathBuf,
    /// Where everything is kept [default: beside the plan, with .run in place of .toml]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl PlanFile {
    fn read(&self, registry: &Registry) -> Result<Plan, Failure> {
        let mut plan = Plan::open(&self.file)?;
        let checked = plan.name_games(registry).and_then(|()| plan.check(registry));
        checked.map_err(|error| Failure::from(error).at(&self.file.display().to_string()))?;
        Ok(plan)
    }

    fn directory(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.file.with_extension("run"))
    }
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    // Foreign engines begin with the check of the plan, and an interrupt must not leave them behind.
    interrupt::catch();
    match &arguments.verb {
        Verb::Run { plan: file, play_options, json } => {
            let plan = file.read(registry)?;
            let schedule = Schedule::new(&plan, registry)?;
            let store = Store::Directory(Directory::begin(&file.directory(), &plan, registry)?);
            play_options.announce_default_players(registry, &plan)?;
            let results = play_options.play(Tournament::new(&schedule, store))?;
            playing::print(registry, &plan, &results, *json)
        }
        Verb::Report { plan: file, format, json } => {
            let plan = file.read(registry)?;
            let schedule = Schedule::new(&plan, registry)?;
            let store = Store::Directory(Directory::begin(&file.directory(), &plan, registry)?);
            let results = Tournament::new(&schedule, store).results()?;
            playing::write_report(registry, &plan, &results)?;
            match json {
                true => output::json(&results.standing),
                false => output::write(&results.standing.render(&plan, *format)),
            }
        }
        Verb::Plan { plan: file, json } => describe(registry, file, *json),
        Verb::Shard { plan: file, index, json } => shard(registry, file, *index, *json),
    }
}

fn describe(registry: &Registry, file: &PlanFile, as_json: bool) -> Result<(), Failure> {
    let plan = file.read(registry)?;
    let schedule = Schedule::new(&plan, registry)?;
    let path = file.directory();
    let missing = match path.exists() {
        true => Directory::begin(&path, &plan, registry)?.missing(&schedule),
        false => (0..schedule.shard_count()).collect(),
    };
    let (matches, shards) = (2 * schedule.pair_count(), schedule.shard_count());
    if as_json {
        return output::json(&json!({
            "games": plan.games,
            "players": plan.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
            "sets": plan.sets.iter().map(|set| &set.name).collect::<Vec<_>>(),
            "matches": matches,
            "shards": shards,
            "missing": missing,
            "reproducible": plan.is_reproducible(),
            "directory": path,
        }));
    }
    output::write(&format!(
        "games       {}\nplayers     {}\nmatches     {matches} in {shards} shards, {} shards missing\nresults     {}\ndirectory   {}\n",
        plan.games.join(" "),
        plan.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(", "),
        missing.len(),
        match plan.is_reproducible() {
            true => "the same on every machine",
            false => "depend on the machine: moves are limited by time or made by several workers",
        },
        path.display()
    ))
}

fn shard(registry: &Registry, file: &PlanFile, index: u64, as_json: bool) -> Result<(), Failure> {
    let plan = file.read(registry)?;
    let schedule = Schedule::new(&plan, registry)?;
    let directory = Directory::begin(&file.directory(), &plan, registry)?;
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    let is_new = match interrupt::during(|interrupted| directory.play(index, &schedule, interrupted))? {
        PlayedShard::Before => false,
        PlayedShard::Now => true,
        PlayedShard::Interrupted => {
            return Err(Failure::Failed("interrupted: nothing was kept".to_owned()));
        }
    };
    let matches = 2 * schedule.shard(index).len();
    match as_json {
        true => output::json(&json!({ "shard": index, "matches": matches, "played_now": is_new })),
        false => output::write(&format!(
            "shard {index}: {matches} matches {}\n",
            if is_new { "played" } else { "were there already" }
        )),
    }
}
