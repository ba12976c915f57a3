//! `unbounded replay`

use clap::Args;
use engine::Registry;
use serde_json::json;

use crate::arguments::GameAndPosition;
use crate::{Failure, output};

/// Checks a game record: every move must be legal
#[derive(Args)]
#[command(after_help = "Example: unbounded replay tictactoe --moves \"b2 a1 c1 a3 a2 c2\"\n\
                        A record: unbounded replay chess --record game.pgn --ply 20")]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let (start, moves) = arguments.at.line(registry)?;
    let replay = start.replay(&moves)?;
    let outcome = replay.end.outcome();
    if arguments.json {
        return output::json(&json!({
            "counts": replay.counts,
            "result": outcome.map(|outcome| outcome.result()),
            "position": replay.end.text(),
        }));
    }
    let mut text = String::new();
    for (ply, (m, count)) in (1..).zip(replay.moves.iter().zip(&replay.counts)) {
        text.push_str(&format!("{ply:>4}  {m:8} one of {count}\n"));
    }
    text.push_str(&output::picture(&replay.end.view()));
    text.push_str(&format!("position  {}\n", replay.end.text()));
    text.push_str(&match outcome {
        Some(outcome) => format!("result    {}\n", output::outcome(replay.end.player_names(), outcome)),
        None => format!("to move   {}\n", output::to_move(replay.end.as_ref())),
    });
    output::write(&text)
}
