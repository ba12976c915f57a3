//! `unbounded games`

use clap::Args;
use engine::{About, Registry};
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
    let rows: Vec<Vec<String>> = registry
        .list()
        .map(|about| {
            // The usual game goes without an example: its name is in the first column.
            let name = full_name(about, registry.open(about.name).is_ok());
            let example = about.samples.iter().find(|sample| sample.contains(':'));
            let example = example.map_or_else(|| name.clone(), |sample| (*sample).to_owned());
            vec![name, example, about.summary.to_owned()]
        })
        .collect();
    let titles = [("game", Align::Left), ("example", Align::Left), ("rules", Align::Left)];
    output::write(&table::draw(&titles, &rows))
}

/// The name with its variants, in brackets where the game can do without.
fn full_name(about: &About, has_usual: bool) -> String {
    let About { name, variants, .. } = about;
    match (variants.is_empty(), has_usual) {
        (true, _) => (*name).to_owned(),
        (false, true) => format!("{name}[:{variants}]"),
        (false, false) => format!("{name}:{variants}"),
    }
}
