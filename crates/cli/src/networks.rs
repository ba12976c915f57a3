//! `unbounded networks`

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::quantity;
use serde_json::{Value, json};

use crate::table::{self, Align};
use crate::{Failure, output};

/// Lists the networks that come with the project, or says what network files hold
#[derive(Args)]
#[command(after_help = "Example: unbounded networks\n\
                        Example: unbounded networks c4/network.safetensors\n\
                        A network is an evaluator: --evaluator network:FILE, or --evaluator best for the one that is \
                        listed here.")]
pub struct Arguments {
    /// Network files [default: those that come with the project]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let files = if arguments.files.is_empty() { engine::all_shipped() } else { arguments.files.clone() };
    if files.is_empty() {
        return Err(Failure::Failed(
            "there is no directory `networks` here, above the program or at UNBOUNDED_NETWORKS".to_owned(),
        ));
    }
    let (mut rows, mut objects): (Vec<Vec<String>>, Vec<Value>) = Default::default();
    for file in &files {
        let network = engine::read_network(file)?;
        let (about, history) = (&network.about, &network.about.history);
        let bytes = std::fs::metadata(file)
            .map_err(|error| Failure::reading(&file.display().to_string(), &error))?
            .len();
        objects.push(json!({
            "file": file,
            "bytes": bytes,
            "game": about.game,
            "rules_version": about.rules_version,
            "architecture": network.parameters.shape().to_string(),
            "horizon": network.horizon,
            "history": history,
        }));
        rows.push(vec![
            about.game.clone(),
            network.parameters.shape().to_string(),
            quantity::memory(bytes as usize),
            history.games.to_string(),
            quantity::short(history.states as f64),
            quantity::long(Duration::from_secs_f64(history.seconds.max(0.0))),
            file.display().to_string(),
        ]);
    }
    if arguments.json {
        return output::json(&json!({ "networks": objects }));
    }
    let titles = [
        ("game", Align::Left),
        ("network", Align::Left),
        ("size", Align::Right),
        ("games", Align::Right),
        ("states", Align::Right),
        ("learned for", Align::Right),
        ("file", Align::Left),
    ];
    output::write(&table::draw(&titles, &rows))
}
