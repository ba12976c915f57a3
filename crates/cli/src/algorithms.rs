//! `unbounded algorithms`

use clap::Args;
use engine::{Algorithm, Family, Registry};
use serde_json::json;

use crate::table::{self, Align};
use crate::{Failure, output};

/// Lists the search algorithms and their options
#[derive(Args)]
#[command(after_help = "Example: unbounded algorithms\n\
                        Options are written in parentheses: --algorithm \"ubfm-uct(c=0.5)\"")]
pub struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let algorithms = registry.algorithms();
    if arguments.json {
        return output::json(&json!({ "algorithms": algorithms.iter().map(object).collect::<Vec<_>>() }));
    }
    let titles = [("algorithm", Align::Left), ("proves", Align::Left), ("idea", Align::Left)];
    let mut text = String::new();
    for family in families(algorithms) {
        let members = algorithms.iter().filter(|algorithm| algorithm.family == family);
        let mut rows = Vec::new();
        for algorithm in members {
            let proves = if algorithm.proves { "yes" } else { "no" };
            rows.push(vec![algorithm.name.to_owned(), proves.to_owned(), algorithm.summary.to_owned()]);
            for option in &algorithm.options {
                let setting = format!("  {}={}", option.name, option.default);
                rows.push(vec![setting, String::new(), format!("  {}", option.summary)]);
            }
        }
        text.push_str(&format!("{}\n{}\n", family.title().to_uppercase(), table::draw(&titles, &rows)));
    }
    output::write(text.trim_end_matches('\n'))?;
    output::write("\n")
}

/// The families in the order of the list.
fn families(algorithms: &[Algorithm]) -> Vec<Family> {
    let mut families: Vec<Family> = algorithms.iter().map(|algorithm| algorithm.family).collect();
    families.dedup();
    families
}

fn object(algorithm: &Algorithm) -> serde_json::Value {
    let options: Vec<_> = algorithm
        .options
        .iter()
        .map(|option| json!({"name": option.name, "default": option.default, "summary": option.summary}))
        .collect();
    json!({
        "name": algorithm.name,
        "family": algorithm.family,
        "summary": algorithm.summary,
        "proves": algorithm.proves,
        "options": options,
    })
}
