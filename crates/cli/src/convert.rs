//! `unbounded convert`

use std::path::PathBuf;

use clap::Args;
use engine::{Registry, quantity};
use protocol::records::Format;
use serde_json::json;

use crate::{Failure, named, output};

/// Converts game records between formats
#[derive(Args)]
#[command(after_help = "Example: unbounded convert games.pgn --to json\n\
                        Comments and variations are kept where both formats have them. Without --to, each game is written in \
                        the format that people use for it.")]
pub struct Arguments {
    /// The record; `-` for standard input
    file: String,
    /// Its format: pgn, sgf, pdn, arimaa, ggf, othello, psq or json [default: as the file looks]
    #[arg(long, value_name = "FORMAT", value_parser = Format::named)]
    from: Option<Format>,
    /// The format to write [default: the usual one of the game]
    #[arg(long, value_name = "FORMAT", value_parser = Format::named)]
    to: Option<Format>,
    /// The game, where the record does not say it, such as ataxx or othello:10
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Convert only this game of the record, counted from 1
    #[arg(long, value_name = "N", value_parser = quantity::positive_count, allow_negative_numbers = true)]
    number: Option<u64>,
    /// Write to this file in place of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let file = &arguments.file;
    let mut records = named::records(file, arguments.from, arguments.game.as_deref(), registry)?;
    let wrong = |reason: String| Failure::Usage(format!("`{file}`: {reason}"));
    if let Some(number) = arguments.number {
        let (index, count) = (usize::try_from(number - 1).unwrap_or(usize::MAX), records.len());
        if index >= count {
            return Err(wrong(format!("there is no game {number}: the file has {count}")));
        }
        records = vec![records.swap_remove(index)];
    }
    let first = records.first().ok_or_else(|| wrong("there is no game in it".to_owned()))?;
    let to = arguments.to.unwrap_or_else(|| Format::usual(&first.game));
    let text = to.write(&records, registry).map_err(wrong)?;
    if let Some(path) = &arguments.out {
        files::write(path, "record", text.as_bytes()).map_err(Failure::name)?;
    }
    match (arguments.json, &arguments.out) {
        (true, out) => {
            let text = out.is_none().then_some(&text);
            output::json(&json!({ "games": records.len(), "format": to.name(), "file": out, "text": text }))
        }
        (false, Some(path)) => {
            output::write(&format!("{} games as {to} in {}\n", records.len(), path.display()))
        }
        (false, None) => output::write(&text),
    }
}
