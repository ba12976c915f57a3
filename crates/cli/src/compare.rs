//! `unbounded compare`

use std::sync::atomic::Ordering;

use clap::Args;
use engine::{Budget, Error, Registry, Report, Settings, TerminalValue, Watch, options};
use serde_json::json;

use crate::arguments::{EvaluationFlags, GameAndPosition, Limits};
use crate::progress::{INTERVAL, Progress, Style};
use crate::table::{self, Align};
use crate::{Failure, interrupt, output};
use engine::quantity::short;

/// What several algorithms find in one position with the same budget
#[derive(Args)]
#[command(
    after_help = "Example: unbounded compare connect4:5x4 --algorithms \"ubfm,ubfm-basic,df-pn\" --nodes 10k\n\
                        Without a limit each makes 10,000 nodes, which means the same for every algorithm. With --time all have the same \
                        time. An evaluation costs nothing where an algorithm does not evaluate. --terminal is for \
                        the algorithms that look at it; the others go by the gain."
)]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    /// Which algorithms, separated by commas, with options in parentheses if any [default: all]
    #[arg(long, value_name = "NAMES")]
    algorithms: Option<String>,
    #[command(flatten)]
    evaluation: EvaluationFlags,
    #[command(flatten)]
    limits: Limits,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The default number of nodes per algorithm.
const NODES: u64 = 10_000;

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let position = arguments.at.open(registry)?;
    let names: Vec<&str> = match &arguments.algorithms {
        Some(names) => options::split(names).collect(),
        None => registry.algorithms().iter().map(|algorithm| algorithm.name).collect(),
    };
    if names.iter().any(|name| name.is_empty()) {
        return Err(Failure::Usage("--algorithms: a name is missing between commas".to_owned()));
    }
    // All of them are made before the first one begins, so that a wrong name is reported at once.
    let mut sessions = names
        .iter()
        .map(|name| position.session(&arguments.settings(registry, name)?))
        .collect::<Result<Vec<_>, _>>()?;
    let budget = match arguments.limits.budget() {
        budget if budget.is_limited() => budget,
        budget => Budget { nodes: Some(NODES), ..budget },
    };
    let mut progress = Progress::new(Style::Auto);
    let reports = interrupt::during(|interrupted| {
        let mut reports = Vec::new();
        // One after the other, and each gives its memory back before the next begins.
        for mut session in sessions.drain(..) {
            let mut show = |report: &Report| {
                progress.say(&format!(
                    "{}: {} evaluations",
                    report.algorithm,
                    short(report.evaluations as f64)
                ));
            };
            let snapshots = Some((INTERVAL, &mut show as &mut dyn FnMut(&Report)));
            let watch = &mut Watch { interrupt: Some(interrupted), snapshots, ..Watch::default() };
            reports.push(session.think(&budget, watch));
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
        }
        reports
    });
    drop(progress);
    if arguments.json {
        return output::json(&json!({
            "game": position.game(),
            "position": position.text(),
            "reports": reports,
        }));
    }
    output::write(&(output::picture(&position.view()) + "\n" + &describe(&reports)))
}

impl Arguments {
    /// The settings of an algorithm. Those that look at nothing but the gain have the usual f_t.
    fn settings(&self, registry: &Registry, name: &str) -> Result<Settings, Error> {
        let settings = Settings { algorithm: name.to_owned(), ..self.evaluation.settings() };
        let (algorithm, _) = registry.algorithm(name)?;
        let takes = algorithm.takes(settings.terminal);
        Ok(if takes { settings } else { Settings { terminal: TerminalValue::default(), ..settings } })
    }
}

fn describe(reports: &[Report]) -> String {
    let titles = [
        ("algorithm", Align::Left),
        ("move", Align::Left),
        ("value", Align::Right),
        ("proven", Align::Left),
        ("depth", Align::Right),
        ("nodes", Align::Right),
        ("evaluations", Align::Right),
        ("seconds", Align::Right),
        ("stopped by", Align::Left),
    ];
    let rows = reports.iter().map(|report| {
        let name = match report.options.as_str() {
            "" => report.algorithm.clone(),
            options => format!("{}({options})", report.algorithm),
        };
        let value = match (report.value, report.estimate) {
            (Some(value), _) => value.to_string(),
            (None, Some(estimate)) => format!("{estimate:+.3}"),
            (None, None) => "-".to_owned(),
        };
        let proven = match (report.value, report.proves) {
            (Some(value), _) => output::gain(report.players, value),
            (None, true) => "not yet".to_owned(),
            (None, false) => "cannot".to_owned(),
        };
        vec![
            name,
            report.best_move.clone().unwrap_or_else(|| "-".to_owned()),
            value,
            proven,
            report.depth.to_string(),
            short(report.nodes as f64),
            short(report.evaluations as f64),
            format!("{:.3}", report.seconds),
            report.stop.to_owned(),
        ]
    });
    table::draw(&titles, &rows.collect::<Vec<_>>())
}
