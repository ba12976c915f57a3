//! `unbounded man`

use std::path::{Path, PathBuf};

use clap::Args;
use clap_mangen::Man;
use engine::Registry;
use serde_json::json;

use crate::{Failure, output};

/// Writes the manual pages of all commands
#[derive(Args)]
#[command(after_help = "Example: unbounded man ~/.local/share/man/man1\nThen: man unbounded-solve")]
pub struct Arguments {
    /// The directory for the pages, which is created where it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let directory = &arguments.directory;
    let at = |error: std::io::Error| Failure::Failed(format!("{}: {error}", directory.display()));
    std::fs::create_dir_all(directory).map_err(at)?;
    let mut command = crate::definition(registry).disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    write_pages(&command, directory, &mut pages)?;
    if arguments.json {
        return output::json(&json!({ "directory": directory, "pages": pages }));
    }
    output::write(&format!("{} pages are in {}\n", pages.len(), directory.display()))
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &clap::Command, directory: &Path, pages: &mut Vec<String>) -> Result<(), Failure> {
    let page = Man::new(command.clone());
    let (name, mut text) = (page.get_filename(), Vec::new());
    let rendered = page.render(&mut text);
    rendered.map_err(|error| Failure::Failed(format!("{name} cannot be made: {error}")))?;
    files::write(&directory.join(&name), "manual page", &text)?;
    pages.push(name);
    command.get_subcommands().try_for_each(|command| write_pages(command, directory, pages))
}
