//! Playing a plan with its progress shown, for `match` and `tournament`.

use std::path::PathBuf;

use arena::plan::Plan;
use arena::player::Player;
use arena::report;
use arena::table::Format;
use arena::tournament::{Progress as Played, Results, Tournament};
use clap::Args;
use engine::{Registry, quantity};

use crate::progress::{Progress, Style};
use crate::{Failure, interrupt, output};

/// How a plan is played.
#[derive(Args)]
pub struct PlayOptions {
    /// Matches side by side [default: one for each core]
    #[arg(long, value_name = "N", value_parser = quantity::threads, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// How progress is shown on standard error
    #[arg(long, value_name = "STYLE", value_enum, default_value = "auto")]
    progress: Style,
}

impl PlayOptions {
    /// Says who the default player is in each game, if the plan has it.
    pub fn announce_default_players(&self, registry: &Registry, plan: &Plan) -> Result<(), Failure> {
        let is_due = self.progress != Style::None && plan.players.iter().any(Player::is_default);
        for game in plan.games.iter().filter(|_| is_due) {
            let player = registry.open(game)?.default_player();
            output::remark(&format!("unbounded: {game} is played by {player}\n"));
        }
        Ok(())
    }

    /// Plays what is missing.
    pub fn play(&self, tournament: Tournament<'_>) -> Result<Results, Failure> {
        let jobs = self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let mut progress = Progress::new(self.progress);
        let see = &mut |played| progress.say_sometimes(&describe(played));
        Ok(interrupt::during(|interrupted| tournament.play(jobs, interrupted, see))?)
    }
}

fn describe(Played { matches, done, time_left }: Played) -> String {
    let share = done as f64 / matches.max(1) as f64;
    let bar: String = (0..20).map(|step| if f64::from(step) < 20.0 * share { '#' } else { '.' }).collect();
    let left = time_left.map_or(String::new(), |left| format!(", {} left", quantity::long(left)));
    format!("[{bar}] {done} of {matches} matches{left}")
}

/// Writes the files of the report, where there is a directory.
pub fn write_report(registry: &Registry, plan: &Plan, results: &Results) -> Result<Option<PathBuf>, Failure> {
    let Some(path) = &results.path else { return Ok(None) };
    let directory = path.join("report");
    report::write(&directory, plan, &results.standing, &results.records, registry)?;
    Ok(Some(directory))
}

/// Prints the results, and writes the report.
pub fn print(registry: &Registry, plan: &Plan, results: &Results, as_json: bool) -> Result<(), Failure> {
    let directory = write_report(registry, plan, results)?;
    if as_json {
        return output::json(&results.standing);
    }
    let mut text = results.standing.render(plan, Format::Text);
    if let Some(directory) = directory {
        text += &format!("tables, plots and matches are in {}\n", directory.display());
    }
    if results.elsewhere > 0 {
        text += &format!(
            "shards that other processes are playing: {}; report again when they are done\n",
            results.elsewhere
        );
    }
    if results.is_unfinished {
        text += "interrupted: the same command continues from here\n";
    }
    output::write(&text)
}
