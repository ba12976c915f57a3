//! `unbounded verify`

use clap::Args;
use engine::{Registry, Verified};
use serde_json::json;

use crate::progress::{Progress, Style};
use crate::{Failure, named, output};

/// Checks a certificate by the rules of its game alone
#[derive(Args)]
#[command(after_help = "Example: unbounded verify proof.cert\n\
                        A sound proof exits with 0, everything else with 1.")]
pub struct Arguments {
    /// The certificate, as `unbounded solve --certificate` writes it
    file: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let Verified { header, size, .. } = verify(registry, &arguments.file)?;
    if arguments.json {
        return output::json(&json!({
            "game": header.game,
            "rules": header.rules,
            "position": header.position,
            "value": header.value,
            "states": size.states,
            "choices": size.choices,
            "bytes": size.bytes,
        }));
    }
    output::write(&format!(
        "proven      {}: {}\ngame        {}, rules version {}\nposition    {}\n{}",
        header.value,
        output::gain(header.value),
        header.game,
        header.rules,
        header.position,
        output::proof_size("proof", &size)
    ))
}

/// Opens a certificate and checks it.
pub fn verify(registry: &Registry, name: &str) -> Result<Verified, Failure> {
    let mut file = named::open(name)?;
    Progress::new(Style::Auto).say("verifying");
    registry.verify(&mut file).map_err(|error| named::refused(name, &error))
}
