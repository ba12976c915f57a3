//! `unbounded analyse`

use std::time::Duration;

use clap::Args;
use engine::{Registry, Report, Watch};

use crate::arguments::{GameAndPosition, SearchFlags, warn_of_missing_network};
use crate::progress::{INTERVAL, Screen};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};
use engine::quantity::{self, memory, short};

/// Every legal move with what is known of it, the chosen move and why
#[derive(Args)]
#[command(after_help = "Example: unbounded analyse connect4 --moves \"4 4 4\" --time 3s\n\
                        Early wins first: unbounded analyse connect4 --terminal depth --time 3s\n\
                        Without --algorithm and --evaluator, the strongest player that was measured for the game analyses. Without a \
                        limit it searches for 5 seconds. Ctrl-C prints the best answer so far.\n\
                        Columns: c proven gain of the first player, v estimate, r proven, n how often the search \
                        went there.")]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    #[command(flatten)]
    search: SearchFlags,
    /// How many moves to list, the best first
    #[arg(long, value_name = "N", value_parser = quantity::count, allow_negative_numbers = true, default_value = "20")]
    top: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Lines of a description that are not moves.
const FRAME: usize = 7;

/// The default time for an analysis.
const TIME: Duration = Duration::from_secs(5);

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let position = arguments.at.open(registry)?;
    let settings = arguments.search.settings();
    warn_of_missing_network(position.as_ref(), &settings);
    let mut session = position.session(&settings)?;
    let top = arguments.top as usize;
    let mut screen = Screen::new(!arguments.json);
    let board = output::picture(&position.view()) + "\n";
    let rows = screen.height().saturating_sub(FRAME + board.lines().count());
    let report = interrupt::during(|interrupted| {
        let mut show =
            |report: &Report| screen.show(&format!("{board}{}", describe(report, top.min(rows.max(1)))));
        let watch = &mut Watch {
            interrupt: Some(interrupted),
            snapshots: Some((INTERVAL, &mut show)),
            ..Watch::default()
        };
        session.think(&arguments.search.budget_or(TIME), watch)
    });
    drop(screen);
    if arguments.json {
        return output::json(&report);
    }
    output::write(&(board + &describe(&report, top)))
}

/// The estimate of the position, which is that of its best line. The safe decision may choose another move.
fn estimate(report: &Report, v: f32) -> String {
    let chosen = report.moves.iter().find(|m| Some(&m.text) == report.best_move.as_ref());
    let best = report.moves.iter().find(|m| m.v == v && !m.r);
    match (chosen, best) {
        (Some(chosen), Some(best)) if chosen.v != v => format!(
            "{:+.3} (estimate after {}; {} looks better with {v:+.3}, but was examined less)",
            chosen.v, chosen.text, best.text
        ),
        _ => format!("{v:+.3} (estimate)"),
    }
}

/// The table of moves, the choice and the counts.
pub fn describe(report: &Report, top: usize) -> String {
    let mut order: Vec<usize> = (0..report.moves.len()).collect();
    let first = report.moves.iter().position(|m| Some(&m.text) == report.best_move.as_ref());
    order.sort_by_key(|&i| (Some(i) != first, std::cmp::Reverse(report.moves[i].n)));
    let rows: Vec<Vec<String>> = order
        .iter()
        .take(top)
        .map(|&i| {
            let m = &report.moves[i];
            let mark = if Some(i) == first { ">" } else { "" };
            let proven = if m.r { output::gain(report.players, m.c) } else { String::new() };
            vec![
                mark.to_owned(),
                m.text.clone(),
                // 0 is a proven draw, so what is not known stays blank.
                if m.r || m.c != 0 { m.c.to_string() } else { String::new() },
                format!("{:+.3}", m.v),
                u8::from(m.r).to_string(),
                m.n.to_string(),
                proven,
            ]
        })
        .collect();
    let columns = [
        ("", Align::Left),
        ("move", Align::Left),
        ("c", Align::Right),
        ("v", Align::Right),
        ("r", Align::Right),
        ("n", Align::Right),
        ("", Align::Left),
    ];
    let mut text = String::new();
    if !rows.is_empty() {
        text.push_str(&table::draw(&columns, &rows));
    }
    if report.moves.len() > top {
        text.push_str(&format!("   ... and {} more\n", report.moves.len() - top));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let value = match (report.value, report.estimate) {
        (Some(value), _) => format!("{value}: {} (proven)", output::gain(report.players, value)),
        (None, Some(v)) => estimate(report, v),
        (None, None) => "unknown".to_owned(),
    };
    text.push_str(&format!("value       {value}\n"));
    text.push_str(&output::choice(report));
    text.push_str(&format!(
        "search      {} with {}: {} iterations, {} evaluations, {} in {:.1} s ({})\n",
        report.algorithm,
        output::functions(report),
        short(report.iterations as f64),
        short(report.evaluations as f64),
        memory(report.bytes),
        report.seconds,
        report.stop
    ));
    text
}
