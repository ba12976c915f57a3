//! `unbounded completions`

use clap::Args;
use clap_complete::Shell;
use engine::Registry;
use serde_json::json;

use crate::{Failure, output};

/// Prints a script with which a shell completes commands and options
#[derive(Args)]
#[command(
    after_help = "Example: unbounded completions bash > ~/.local/share/bash-completion/completions/unbounded\n\
                  Example: unbounded completions fish > ~/.config/fish/completions/unbounded.fish\n\
                  zsh reads such a script from a directory of its fpath, under the name _unbounded."
)]
pub struct Arguments {
    /// The shell
    shell: Shell,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let mut command = crate::definition(registry);
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    let script = String::from_utf8_lossy(&script);
    if arguments.json {
        return output::json(&json!({ "shell": arguments.shell.to_string(), "script": script }));
    }
    output::write(&script)
}
