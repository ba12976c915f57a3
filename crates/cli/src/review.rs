//! `unbounded review`

use std::time::Duration;

use arena::plot::{LinePlot, Point, Series, line_plot};
use clap::Args;
use engine::review::{Judgement, Turn, Value, review};
use engine::{Player, Position, Registry};
use files::NewFile;
use serde_json::json;

use crate::arguments::{GameAndPosition, SearchFlags, warn_of_missing_network};
use crate::output::Names;
use crate::progress::{Progress, Style};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};

/// Goes through a finished game: the value after each turn, the mistakes, and what was better
#[derive(Args)]
#[command(
    after_help = "Example: unbounded review chess --moves \"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#\"\n\
                        A record: unbounded review chess --record game.pgn\n\
                        With a plot: unbounded review connect4 --moves 44433 --plot review.svg\n\
                        Without --algorithm and --evaluator, the strongest player that was measured for the game judges. \
                        Without a limit it thinks for 1 second per turn.\n\
                        Values are between -1 and 1, seen by the first player. A turn is an inaccuracy if it gives away at \
                        least 0.25, a mistake from 0.5 on, and a blunder from 1 on or if a proven result is thrown away."
)]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    #[command(flatten)]
    search: SearchFlags,
    /// Draw the values to this file, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The default time for a turn.
const TIME: Duration = Duration::from_secs(1);

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let (start, moves) = arguments.at.line(registry)?;
    let replay = start.replay(&moves)?;
    let end = replay.end;
    if replay.moves.is_empty() {
        return Err(Failure::Usage(
            "there is no game to review: give its moves with --moves or --record".to_owned(),
        ));
    }
    // Begun before the search: a name that cannot be written should not cost the review.
    let plot = arguments.plot.as_deref().map(|name| NewFile::named(name, "plot"));
    let plot = plot.transpose().map_err(Failure::name)?;
    let settings = arguments.search.settings();
    warn_of_missing_network(start.as_ref(), &settings);
    let mut progress = Progress::new(if arguments.json { Style::None } else { Style::Auto });
    let (turns, is_interrupted) = interrupt::during(|interrupted| {
        let see = &mut |done, all| progress.say(&format!("{done} of {all} turns reviewed"));
        let budget = arguments.search.budget_or(TIME);
        let turns = review(start.as_ref(), &moves, &settings, &budget, interrupted, see);
        (turns, interrupted.load(std::sync::atomic::Ordering::Relaxed))
    });
    drop(progress);
    let turns = turns?;
    let judge = start.name_player(&settings);
    if arguments.json {
        output::json(&json!({
            "game": start.game(),
            "start": start.text(),
            "algorithm": judge.algorithm,
            "evaluator": judge.evaluator,
            "turns": turns,
            "result": end.outcome().map(|outcome| outcome.result()),
            "position": end.text(),
        }))?;
    } else {
        let judge = format!("reviewed    by {} with evaluator {}\n", judge.algorithm, judge.evaluator);
        output::write(&(describe(&turns, end.as_ref()) + &judge))?;
    }
    if let Some(mut file) = plot {
        file.put(draw(&turns, start.as_ref()).as_bytes())?;
        file.finish()?;
    }
    match is_interrupted {
        true => Err(Failure::Unfinished(Some("interrupted: the turns above were reviewed".to_owned()))),
        false => Ok(()),
    }
}

/// A row for each turn, what each player did wrong, and how the game ended.
fn describe(turns: &[Turn], end: &dyn Position) -> String {
    let names = end.player_names();
    let columns = [
        ("turn", Align::Right),
        ("player", Align::Left),
        ("move", Align::Left),
        ("value", Align::Right),
        ("", Align::Left),
    ];
    let row = |(number, turn): (usize, &Turn)| {
        vec![
            number.to_string(),
            names[turn.player.index()].to_owned(),
            turn.text.clone(),
            format!("{:+.2}", turn.after.value),
            remark(turn, names),
        ]
    };
    let rows: Vec<Vec<String>> = (1..).zip(turns).map(row).collect();
    let mut text = table::draw(&columns, &rows) + "\n";
    for player in Player::BOTH {
        text += &format!("{:11} {}\n", names[player.index()], summary(turns, player));
    }
    text.extend(end.outcome().map(|outcome| format!("result      {}\n", output::outcome(names, outcome))));
    text
}

/// What is proven after a turn, and what was better.
fn remark(turn: &Turn, names: Names) -> String {
    let mut parts = Vec::new();
    if let Some(judgement) = turn.judgement {
        parts.push(format!("{}: {} was better ({})", judgement.name(), turn.best, value(turn.before, names)));
    }
    parts.extend(turn.after.proven.map(|gain| output::gain(names, gain)));
    parts.join("; ")
}

fn value(value: Value, names: Names) -> String {
    match value.proven {
        Some(gain) => output::gain(names, gain),
        None => format!("{:+.2}", value.value),
    }
}

/// How many turns of a player were how bad.
fn summary(turns: &[Turn], player: Player) -> String {
    let count = |judgement: Judgement| {
        turns.iter().filter(|turn| turn.player == player && turn.judgement == Some(judgement)).count()
    };
    let judgements = [Judgement::Blunder, Judgement::Mistake, Judgement::Inaccuracy];
    let counted = judgements.map(|judgement| (count(judgement), judgement.name()));
    let words =
        counted.into_iter().filter(|(count, _)| *count > 0).map(|(count, name)| match (count, name) {
            (1, name) => format!("1 {name}"),
            (count, "inaccuracy") => format!("{count} inaccuracies"),
            (count, name) => format!("{count} {name}s"),
        });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "no mistakes".to_owned() } else { words.join(", ") }
}

/// The values after all turns, as SVG.
fn draw(turns: &[Turn], start: &dyn Position) -> String {
    let first = turns.first().map(|turn| turn.before.value);
    let values = first.into_iter().chain(turns.iter().map(|turn| turn.after.value));
    let points =
        (0..).zip(values).map(|(turn, value)| Point { x: f64::from(turn), y: f64::from(value), band: None });
    line_plot(&LinePlot {
        title: format!("Review of a game of {}", start.game()),
        x_title: "turn".to_owned(),
        y_title: format!("value for {}", start.player_names()[0]),
        series: vec![Series { name: String::new(), points: points.collect() }],
    })
}
