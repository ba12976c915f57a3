//! `unbounded verify`

use std::fs::File;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Error, Limits, Registry, quantity};
use serde_json::json;

use crate::progress::{Progress, Style};
use crate::{Failure, in_one_line, interrupt, named, output};

/// Checks a certificate by the rules of its game alone
#[derive(Args)]
#[command(after_help = "Example: unbounded verify proof.cert\n\
                        A sound proof exits with 0, one that is refused with 1, and with 3 if a limit or Ctrl-C \
                        came first.")]
pub struct Arguments {
    /// The certificate, as `unbounded solve --certificate` writes it
    file: String,
    #[command(flatten)]
    within: Within,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How long to verify.
#[derive(Args)]
pub struct Within {
    /// Time limit, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Memory limit, such as 512MiB
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, allow_negative_numbers = true, default_value = "4GiB")]
    memory: usize,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { file, within, json } = arguments;
    let (header, size) = within.check(file, |file, limits| registry.verify(file, limits))?;
    if *json {
        return output::json(&json!({
            "game": header.game,
            "rules": header.rules,
            "position": header.position,
            "value": header.value,
            "rule": header.rule,
            "states": size.states,
            "choices": size.choices,
            "by_rule": size.by_rule,
            "bytes": size.bytes,
        }));
    }
    let names = registry.open(&header.game)?.read(&header.position)?.player_names();
    let rule = header.rule.map_or(String::new(), |rule| format!("rule        {rule}\n"));
    output::write(&format!(
        "proven      {}: {}\ngame        {}, rules version {}\nposition    {}\n{rule}{}",
        header.value,
        output::gain(names, header.value),
        header.game,
        header.rules,
        header.position,
        output::proof_size("proof", &size)
    ))
}

impl Within {
    /// Opens a certificate and checks it.
    pub fn check<T>(
        &self,
        name: &str,
        check: impl FnOnce(&mut File, &Limits<'_>) -> Result<T, Error>,
    ) -> Result<T, Failure> {
        let mut file = named::open(name)?;
        Progress::new(Style::Auto).say("verifying");
        let checked = interrupt::during(|interrupted| {
            let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
            let limits = Limits { deadline, memory: Some(self.memory), interrupt: Some(interrupted) };
            check(&mut file, &limits)
        });
        checked.map_err(|error| match error.is_halt() {
            true => Failure::Unfinished(Some(format!("`{name}` is not verified: {}", in_one_line(&error)))),
            false => named::refused(name, &error),
        })
    }
}
