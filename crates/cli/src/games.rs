//! `unbounded games`

use clap::Args;
use engine::Registry;
use serde_json::json;

use crate::table::{self, Align};
use crate::{Failure, output};

/// Lists the games, their variants and an example of each
#[derive(Args)]
#[command(after_help = "Example: unbounded games")]
pub struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.json {
        let games: Vec<_> = registry
            .list()
            .map(|about| {
                json!({"name": about.name, "variants": about.variants,
                       "summary": about.summary, "samples": about.samples})
            })
            .collect();
        return output::json(&json!({ "games": games }));
    }
    let name = |name: &str, variants: &str| {
        if variants.is_empty() { name.to_owned() } else { format!("{name}:{variants}") }
    };
    let rows: Vec<Vec<String>> = registry
        .list()
        .map(|about| {
            let example =
                about.samples.first().map_or_else(|| name(about.name, about.variants), |s| (*s).to_owned());
            vec![name(about.name, about.variants), example, about.summary.to_owned()]
        })
        .collect();
    output::write(&table::draw(&[("game", Align::Left), ("example", Align::Left), ("", Align::Left)], &rows))
}
