//! `unbounded show`

use clap::Args;
use engine::{Player, Position, Registry};
use serde_json::json;

use crate::arguments::GameAndPosition;
use crate::{Failure, output};

/// Draws a position, whose turn it is, and the legal moves
#[derive(Args)]
#[command(after_help = "Example: unbounded show breakthrough --moves \"b2b3 g7g6\"")]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let position = arguments.at.open(registry)?;
    if arguments.json {
        return output::json(&json!({
            "game": position.game(),
            "position": position.text(),
            "turn": match position.turn() { Player::First => 1, Player::Second => 2 },
            "result": position.outcome().map(|outcome| outcome.result()),
            "moves": position.moves(),
            "picture": position.view().to_string(),
        }));
    }
    output::write(&describe(position.as_ref()))
}

/// The picture, the text, whose turn, and the moves.
fn describe(position: &dyn Position) -> String {
    let mut text = output::picture(&position.view());
    text.push_str(&format!("\nposition  {}\n", position.text()));
    match position.outcome() {
        Some(outcome) => {
            text.push_str(&format!("result    {}\n", output::outcome(position.player_names(), outcome)))
        }
        None => {
            let moves = position.moves();
            text.push_str(&format!("to move   {}\n", output::to_move(position)));
            text.push_str(&format!("moves     {}: {}\n", moves.len(), moves.join(" ")));
        }
    }
    text
}
