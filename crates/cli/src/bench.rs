//! `unbounded bench`

use std::sync::atomic::Ordering;

use clap::Args;
use engine::Registry;
use engine::bench::Row;
use serde_json::json;

use crate::progress::Progress;
use crate::quantity::{self, short};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};

/// Measures the search against its physical limit
///
/// On each game the search runs from the start with evaluator `noise` until it stores enough children; then
/// the same positions are expanded without a tree. The ratio of the two speeds is what the tree costs.
#[derive(Args)]
#[command(after_help = "Example: unbounded bench --games \"connect4 hex:11\" --children 2M")]
pub struct Arguments {
    /// Which games, parted by spaces
    #[arg(
        long,
        value_name = "NAMES",
        default_value = "connect4 breakthrough hex:11 othello:8 clobber:10x10"
    )]
    games: String,
    /// How many children to store on each
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true, default_value = "10M")]
    children: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let positions: Vec<_> =
        arguments.games.split_whitespace().map(|name| registry.open(name)).collect::<Result<_, _>>()?;
    let mut progress = Progress::new();
    let rows: Vec<Row> = interrupt::during(|interrupted| {
        let mut rows = Vec::new();
        for position in &positions {
            progress.say(&format!("measuring {}", position.game()));
            let row = position.bench(arguments.children as usize, interrupted);
            // A measurement that was cut short says nothing; those before it stand.
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
            rows.push(row);
        }
        rows
    });
    drop(progress);
    if arguments.json {
        return output::json(&json!({ "rows": rows }));
    }
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
