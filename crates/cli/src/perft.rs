//! `unbounded perft`

use std::time::Instant;

use clap::Args;
use engine::{Registry, Unit};
use serde_json::json;

use crate::arguments::GameAndPosition;
use crate::progress::{Progress, Style};
use engine::quantity;

use crate::{Failure, output};

/// Counts the lines of play of a given length, the usual check of a move generator
#[derive(Args)]
#[command(after_help = "Example: unbounded perft breakthrough --depth 5")]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    /// How many moves deep
    #[arg(long, value_name = "N", value_parser = quantity::depth_of_lines, allow_negative_numbers = true)]
    depth: u32,
    /// Count whole turns instead of single decisions
    #[arg(long)]
    turns: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let (start, moves) = arguments.at.line(registry)?;
    let position = start.play_on_the_board(&moves)?;
    let unit = if arguments.turns { Unit::Turn } else { Unit::Decision };
    let mut progress = Progress::new(Style::Auto);
    let begin = Instant::now();
    let nodes = position.perft(arguments.depth, unit, &mut |done, all| {
        progress.say_sometimes(&format!("{done} of {all} moves"));
    });
    let seconds = begin.elapsed().as_secs_f64();
    drop(progress);
    if arguments.json {
        return output::json(
            &json!({"game": position.game(), "depth": arguments.depth, "nodes": nodes, "seconds": seconds}),
        );
    }
    output::write(&format!("{nodes} lines of depth {} in {seconds:.3} s\n", arguments.depth))
}
