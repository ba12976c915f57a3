//! `unbounded bench`

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::bench::{Row, RulesRow};
use engine::{Position, Registry};
use serde_json::json;

use crate::progress::Progress;
use crate::quantity::{self, short};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};

/// Measures how fast the search or the rules are
///
/// `search`: on each game the search runs from the start with evaluator `noise` until it stores enough
/// children; then the same positions are expanded without a tree. The ratio of the two speeds is what the tree
/// costs. `perft`: how many lines of play are counted and how many random moves are played a second.
#[derive(Args)]
#[command(after_help = "Example: unbounded bench --games \"connect4 hex:11\" --children 2M\n\
                        Example: unbounded bench perft")]
pub struct Arguments {
    /// What to measure
    #[arg(value_enum, default_value = "search")]
    what: What,
    /// Which games, parted by spaces [default: five for search, all for perft]
    #[arg(long, value_name = "NAMES")]
    games: Option<String>,
    /// How many children to store on each game (search)
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true, default_value = "10M")]
    children: u64,
    /// How long to count and to play on each game (perft)
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
}

/// The games of the search benchmark.
const SEARCHED: &str = "connect4 breakthrough hex:11 othello:8 clobber:10x10";

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let names = match (&arguments.games, arguments.what) {
        (Some(names), _) => names.clone(),
        (None, What::Search) => SEARCHED.to_owned(),
        (None, What::Perft) => {
            registry.list().filter_map(|about| about.samples.first().copied()).collect::<Vec<_>>().join(" ")
        }
    };
    let positions: Vec<_> =
        names.split_whitespace().map(|name| registry.open(name)).collect::<Result<_, _>>()?;
    match arguments.what {
        What::Search => {
            let children = arguments.children as usize;
            let rows = measure(&positions, |position, interrupted| position.bench(children, interrupted));
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_search(&rows) }
        }
        What::Perft => {
            let rows = measure(&positions, |position, _| position.bench_rules(arguments.time));
            if arguments.json { output::json(&json!({ "rows": rows })) } else { show_rules(&rows) }
        }
    }
}

/// Measures one game after the other.
fn measure<R>(positions: &[Box<dyn Position>], one: impl Fn(&dyn Position, &AtomicBool) -> R) -> Vec<R> {
    let mut progress = Progress::new();
    interrupt::during(|interrupted| {
        let mut rows = Vec::new();
        for position in positions {
            progress.say(&format!("measuring {}", position.game()));
            let row = one(position.as_ref(), interrupted);
            // A measurement that was cut short says nothing; those before it stand.
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
            rows.push(row);
        }
        rows
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
