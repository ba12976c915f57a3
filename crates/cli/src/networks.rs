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
                        Example: unbounded networks --install\n\
                        A network is an evaluator: --evaluator network:FILE, or --evaluator best for the one that is \
                        listed here.")]
pub struct Arguments {
    /// Network files [default: those that come with the project]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Copy the networks to the user's data directory, where the program finds them when the checkout is gone
    #[arg(long, conflicts_with = "files")]
    install: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let files = if arguments.files.is_empty() { engine::all_shipped() } else { arguments.files.clone() };
    if files.is_empty() {
        let places: Vec<String> =
            engine::network_directories().iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::Failed(format!("there are no networks in {}", places.join(", "))));
    }
    if arguments.install {
        return install(&files, arguments.json);
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

/// Copies the networks to the data directory.
fn install(files: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    let none =
        || Failure::Failed("there is no data directory: neither XDG_DATA_HOME nor HOME is set".to_owned());
    let directory = engine::data_directory().ok_or_else(none)?;
    let at = |error: std::io::Error| Failure::Failed(format!("{}: {error}", directory.display()));
    std::fs::create_dir_all(&directory).map_err(at)?;
    for file in files {
        let bytes =
            std::fs::read(file).map_err(|error| Failure::reading(&file.display().to_string(), &error))?;
        files::write(&directory.join(file.file_name().unwrap_or_default()), "network", &bytes)?;
    }
    if as_json {
        return output::json(&json!({ "directory": directory, "networks": files.len() }));
    }
    output::write(&format!("{} networks are in {}\n", files.len(), directory.display()))
}
