//! `unbounded bench`

mod algorithms;
mod solve;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::bench::{self, LearningRow, RulesRow, SearchRow, SolveRow, Summary, Trial};
use engine::{Position, Registry};
use serde_json::json;

use crate::learn::Kind;
use crate::progress::{Progress, Style};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};
use engine::quantity::{self, short};

/// Measures how fast the search, the rules, the algorithms or networks are, and how long it takes to solve games
///
/// `search`: on each game the search runs from the start with evaluator `noise` until it stores enough
/// children; then the same positions are expanded without a tree. The ratio of the two speeds is what the tree
/// costs. `perft`: how many lines of play are counted and how many random moves are played a second.
/// `algorithms`: how many nodes each search algorithm visits a second, or simulations where it plays random games.
/// `solve`: how long each of them takes to solve games whose values are known, with one and with more workers.
/// `learn`: how many states a network estimates a second inside `ubfm`, with differences to the parent and
/// without, how many states self-play gives to learn from, and how many are learned from, all on one core.
#[derive(Args)]
#[command(after_help = "Example: unbounded bench --games \"connect4 hex:11\" --children 2M\n\
                        Example: unbounded bench perft\n\
                        Example: unbounded bench algorithms --algorithms \"ubfm greedy\"\n\
                        Example: unbounded bench learn --games \"othello chess\"\n\
                        Example: unbounded bench solve --tasks \"hex:4,noswap a4 = 1; connect4:7x5\" --time 5m\n\
                        Example: unbounded bench solve --tasks file:benches/solve/hex.txt --algorithms auto \
                        --threads 1 --time 10s")]
pub struct Arguments {
    /// What to measure
    #[arg(value_enum, default_value = "search")]
    what: What,
    /// Which games, separated by spaces [default: five for search, all for perft, six for
    /// algorithms, four for learn]
    #[arg(long, value_name = "NAMES")]
    games: Option<String>,
    /// How many children to store on each game (search)
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true, default_value = "10M")]
    children: u64,
    /// Which algorithms, separated by spaces, options in parentheses (algorithms, solve) [default: all; four to solve]
    #[arg(long, value_name = "NAMES")]
    algorithms: Option<String>,
    /// The function that estimates states (algorithms)
    #[arg(long, value_name = "NAME", default_value = "zero")]
    evaluator: String,
    /// How long to count and to play on each game (perft), or each search (algorithms, solve), or each
    /// part (learn) [default: 1s; 60s to solve]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    time: Option<Duration>,
    /// The kind of network (learn)
    #[arg(long, value_name = "KIND", value_enum, default_value = "incremental")]
    network: Kind,
    /// What to solve, separated by semicolons: a game, moves or `@` and a position if any, and `= value` where the
    /// value is known; or file:NAME with a line for each (solve)
    #[arg(long, value_name = "TASKS", default_value = solve::TASKS, hide_default_value = true)]
    tasks: String,
    /// With how many workers, separated by spaces (solve)
    #[arg(long, value_name = "NUMBERS", default_value = "1 2")]
    threads: String,
    /// How often to solve each task with each number of workers, by turns: the run of median time counts (solve)
    /// [default: once; very short ones five times, and three times what takes more than 5 s, with several
    /// numbers of workers]
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true)]
    runs: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Search,
    Perft,
    Algorithms,
    Solve,
    Learn,
}

/// The games on which algorithms are measured.
const COMPARED: &str = "connect4 breakthrough hex:11 othello:8 amazons chess";

/// The games on which networks are measured.
const LEARNED: &str = "breakthrough hex:11 othello:8 amazons";

/// The algorithms that are compared in solving.
const SOLVING: &str = "auto ubfm df-pn alpha-beta";

/// The games of the search benchmark.
const SEARCHED: &str = "connect4 breakthrough hex:11 othello:8 clobber:10x10";

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let time = arguments.time.unwrap_or(Duration::from_secs(1));
    let game = |position: &&dyn Position| position.game().to_owned();
    match arguments.what {
        What::Search => {
            let opened = arguments.open(registry, SEARCHED)?;
            let children = arguments.children as usize;
            let rows = measure(&as_refs(&opened), game, |position, interrupted| {
                Ok(position.bench(children, interrupted))
            })?;
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_search(&rows) }
        }
        What::Perft => {
            let samples = registry.list().filter_map(|about| about.samples.first().copied());
            let opened = arguments.open(registry, &samples.collect::<Vec<_>>().join(" "))?;
            let rows = measure(&as_refs(&opened), game, |position, _| Ok(position.bench_rules(time)))?;
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_rules(&rows) }
        }
        What::Algorithms => {
            let opened = arguments.open(registry, COMPARED)?;
            let positions = as_refs(&opened);
            let names: Vec<&str> = match &arguments.algorithms {
                Some(names) => names.split_whitespace().collect(),
                None => registry.algorithms().iter().map(|algorithm| algorithm.name).collect(),
            };
            let pairs: Vec<_> = names
                .iter()
                .flat_map(|name| positions.iter().map(move |&position| (*name, position)))
                .collect();
            let rows = measure(
                &pairs,
                |(name, position)| format!("{name} on {}", position.game()),
                |(name, position), interrupted| {
                    Ok(bench::algorithm(name, *position, &arguments.evaluator, time, interrupted)?)
                },
            )?;
            if arguments.json {
                output::json(&json!({ "rows": rows }))
            } else {
                output::write(&algorithms::describe(registry, &rows))
            }
        }
        What::Solve => arguments.solve(registry),
        What::Learn => {
            let opened = arguments.open(registry, LEARNED)?;
            let rows = measure(&as_refs(&opened), game, |position, interrupted| {
                Ok(position.bench_learning(arguments.network.into(), time, interrupted)?)
            })?;
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_learning(&rows) }
        }
    }
}

impl Arguments {
    /// The games to measure, `usual` if none are named.
    fn open(&self, registry: &Registry, usual: &str) -> Result<Vec<Box<dyn Position>>, Failure> {
        let names = self.games.as_deref().unwrap_or(usual);
        Ok(names.split_whitespace().map(|name| registry.open(name)).collect::<Result<_, _>>()?)
    }

    fn solve(&self, registry: &Registry) -> Result<(), Failure> {
        let tasks = solve::read(registry, &self.tasks)?;
        let algorithms = self.algorithms.as_deref().unwrap_or(SOLVING);
        let threads = self.threads.split_whitespace().map(quantity::threads);
        let threads = threads.collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
        let (time, runs) = (self.time.unwrap_or(Duration::from_secs(60)), self.runs);
        let mut trials = Vec::new();
        for task in &tasks {
            for algorithm in algorithms.split_whitespace() {
                trials.push(Trial { task, algorithm, threads: &threads, time, runs });
            }
        }
        let rows = measure_and_tell(
            &trials,
            Trial::name,
            |rows: &Vec<SolveRow>| solve::tell(rows),
            |trial, interrupted| Ok(trial.run(interrupted)?),
        )?;
        let rows = rows.concat();
        let summary = Summary::of(&rows);
        if self.json {
            output::json(&json!({ "rows": rows, "summary": summary }))?;
        } else {
            output::write(&solve::describe(&rows, &summary))?;
        }
        // A wrong value is worse than any speed.
        match rows.iter().find(|row| row.is_wrong()) {
            None => Ok(()),
            Some(row) => Err(Failure::Failed(format!("{} by {} has a wrong value", row.task, row.algorithm))),
        }
    }
}

fn as_refs(opened: &[Box<dyn Position>]) -> Vec<&dyn Position> {
    opened.iter().map(AsRef::as_ref).collect()
}

/// Measures one thing after the other.
fn measure<T, R>(
    things: &[T],
    name: impl Fn(&T) -> String,
    one: impl Fn(&T, &AtomicBool) -> Result<R, Failure>,
) -> Result<Vec<R>, Failure> {
    measure_and_tell(things, name, |_| String::new(), one)
}

/// The same; what `tell` says of each result stays on the screen until the table is there.
fn measure_and_tell<T, R>(
    things: &[T],
    name: impl Fn(&T) -> String,
    tell: impl Fn(&R) -> String,
    one: impl Fn(&T, &AtomicBool) -> Result<R, Failure>,
) -> Result<Vec<R>, Failure> {
    let mut progress = Progress::new(Style::Auto);
    interrupt::during(|interrupted| {
        let mut rows = Vec::new();
        for (number, thing) in (1..).zip(things) {
            progress.say(&format!("measuring {} ({number} of {})", name(thing), things.len()));
            let row = one(thing, interrupted)?;
            // A measurement that was cut short says nothing; those before it stand.
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
            progress.note(&tell(&row));
            rows.push(row);
        }
        Ok(rows)
    })
}

fn show_rules(rows: &[RulesRow]) -> Result<(), Failure> {
    let titles = [
        ("game", Align::Left),
        ("leaves/s", Align::Right),
        ("random plies/s", Align::Right),
        ("random games/s", Align::Right),
    ];
    let cells = |row: &RulesRow| {
        vec![
            row.game.clone(),
            short(row.leaves_per_second),
            short(row.plies_per_second),
            short(row.games_per_second),
        ]
    };
    output::write(&table::draw(&titles, &rows.iter().map(cells).collect::<Vec<_>>()))
}

fn show_learning(rows: &[LearningRow]) -> Result<(), Failure> {
    let titles = [
        ("game", Align::Left),
        ("network", Align::Left),
        ("evaluations/s", Align::Right),
        ("whole/s", Align::Right),
        ("ratio", Align::Right),
        ("self-play states/s", Align::Right),
        ("samples/s", Align::Right),
        ("on all cores", Align::Right),
    ];
    let cells = |row: &LearningRow| {
        vec![
            row.game.clone(),
            row.network.clone(),
            short(row.evaluations_per_second),
            short(row.whole_per_second),
            format!("{:.2}", row.ratio),
            short(row.self_play_states_per_second),
            short(row.samples_per_second),
            short(row.samples_per_second_on_all_cores),
        ]
    };
    output::write(&table::draw(&titles, &rows.iter().map(cells).collect::<Vec<_>>()))
}

fn show_search(rows: &[SearchRow]) -> Result<(), Failure> {
    let titles = [
        ("game", Align::Left),
        ("iterations/s", Align::Right),
        ("evaluations/s", Align::Right),
        ("limit/s", Align::Right),
        ("ratio", Align::Right),
        ("bytes/child", Align::Right),
        ("children", Align::Right),
    ];
    let cells = |row: &SearchRow| {
        vec![
            row.game.clone(),
            short(row.iterations_per_second),
            short(row.evaluations_per_second),
            short(row.bare_per_second),
            format!("{:.3}", row.ratio),
            format!("{:.1}", row.bytes_per_child),
            short(row.stored_children as f64),
        ]
    };
    output::write(&table::draw(&titles, &rows.iter().map(cells).collect::<Vec<_>>()))
}
