//! `unbounded bench`

mod algorithms;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::bench::{Row, RulesRow};
use engine::{ALGORITHMS, Position, Registry};
use serde_json::json;

use crate::progress::{Progress, Style};
use crate::quantity::{self, short};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};

/// Measures how fast the search, the rules or the algorithms are
///
/// `search`: on each game the search runs from the start with evaluator `noise` until it stores enough
/// children; then the same positions are expanded without a tree. The ratio of the two speeds is what the tree
/// costs. `perft`: how many lines of play are counted and how many random moves are played a second.
/// `algorithms`: how many nodes each search algorithm visits a second, or simulations where it plays random games.
#[derive(Args)]
#[command(after_help = "Example: unbounded bench --games \"connect4 hex:11\" --children 2M\n\
                        Example: unbounded bench perft\n\
                        Example: unbounded bench algorithms --algorithms \"ubfm greedy\"")]
pub struct Arguments {
    /// What to measure
    #[arg(value_enum, default_value = "search")]
    what: What,
    /// Which games, parted by spaces [default: five for search, all for perft, six for algorithms]
    #[arg(long, value_name = "NAMES")]
    games: Option<String>,
    /// How many children to store on each game (search)
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true, default_value = "10M")]
    children: u64,
    /// Which algorithms, parted by spaces, options in parentheses (algorithms) [default: all]
    #[arg(long, value_name = "NAMES")]
    algorithms: Option<String>,
    /// The function that estimates states (algorithms)
    #[arg(long, value_name = "NAME", default_value = "zero")]
    evaluator: String,
    /// How long to count and to play on each game (perft), or each search (algorithms)
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "1s")]
    time: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Search,
    Perft,
    Algorithms,
}

/// The games on which algorithms are measured.
const COMPARED: &str = "connect4 breakthrough hex:11 othello:8 amazons chess";

/// The games of the search benchmark.
const SEARCHED: &str = "connect4 breakthrough hex:11 othello:8 clobber:10x10";

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let names = match (&arguments.games, arguments.what) {
        (Some(names), _) => names.clone(),
        (None, What::Search) => SEARCHED.to_owned(),
        (None, What::Algorithms) => COMPARED.to_owned(),
        (None, What::Perft) => {
            registry.list().filter_map(|about| about.samples.first().copied()).collect::<Vec<_>>().join(" ")
        }
    };
    let opened: Vec<Box<dyn Position>> =
        names.split_whitespace().map(|name| registry.open(name)).collect::<Result<_, _>>()?;
    let positions: Vec<&dyn Position> = opened.iter().map(AsRef::as_ref).collect();
    let game = |position: &&dyn Position| position.game().to_owned();
    match arguments.what {
        What::Search => {
            let children = arguments.children as usize;
            let rows =
                measure(&positions, game, |position, interrupted| Ok(position.bench(children, interrupted)))?;
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_search(&rows) }
        }
        What::Perft => {
            let rows = measure(&positions, game, |position, _| Ok(position.bench_rules(arguments.time)))?;
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_rules(&rows) }
        }
        What::Algorithms => {
            let names: Vec<&str> = match &arguments.algorithms {
                Some(names) => names.split_whitespace().collect(),
                None => ALGORITHMS.iter().map(|algorithm| algorithm.name).collect(),
            };
            let pairs: Vec<_> = names
                .iter()
                .flat_map(|name| positions.iter().map(move |&position| (*name, position)))
                .collect();
            let rows = measure(
                &pairs,
                |(name, position)| format!("{name} on {}", position.game()),
                |(name, position), interrupted| {
                    algorithms::measure(name, *position, &arguments.evaluator, arguments.time, interrupted)
                },
            )?;
            if arguments.json {
                output::json(&json!({ "rows": rows }))
            } else {
                output::write(&algorithms::describe(&rows))
            }
        }
    }
}

/// Measures one thing after the other.
fn measure<T, R>(
    things: &[T],
    name: impl Fn(&T) -> String,
    one: impl Fn(&T, &AtomicBool) -> Result<R, Failure>,
) -> Result<Vec<R>, Failure> {
    let mut progress = Progress::new(Style::Auto);
    interrupt::during(|interrupted| {
        let mut rows = Vec::new();
        for thing in things {
            progress.say(&format!("measuring {}", name(thing)));
            let row = one(thing, interrupted)?;
            // A measurement that was cut short says nothing; those before it stand.
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
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

fn show_search(rows: &[Row]) -> Result<(), Failure> {
    let titles = [
        ("game", Align::Left),
        ("iterations/s", Align::Right),
        ("evaluations/s", Align::Right),
        ("limit/s", Align::Right),
        ("ratio", Align::Right),
        ("bytes/child", Align::Right),
        ("children", Align::Right),
    ];
    let cells = |row: &Row| {
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
