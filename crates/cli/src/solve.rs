//! `unbounded solve`

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use engine::{Budget, Registry, Report, Session, Size, TraceRow, Watch};

use crate::arguments::{How, Spot};
use crate::checkpoint::Keeping;
use crate::new_file::NewFile;
use crate::progress::{INTERVAL, Progress};
use crate::quantity::{memory, short};
use crate::{Failure, interrupt, output};

/// Finds the exact value of a position and a best line
#[derive(Args)]
#[command(after_help = "Example: unbounded solve hex:4,noswap --moves a4\n\
                        Ctrl-C prints the best answer so far. What takes long is saved with --checkpoint FILE and \
                        taken up again with --resume FILE.")]
pub struct Arguments {
    /// The game, such as tictactoe, connect4:5x4 or hex:4,noswap (`unbounded games` lists them)
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    spot: Spot,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    keeping: Keeping,
    /// Write a JSON line after every iteration to this file, or to standard output with -
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    trace: Option<String>,
    /// Write a strategy that proves the value to this file (`unbounded verify` checks it)
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let mut session = arguments.session(registry)?;
    let budget = arguments.how.finite_budget(session.settings())?;
    let mut trace = arguments.trace.as_deref().map(Trace::open).transpose()?;
    // Begun before the search: a name that cannot be written should not cost an hour.
    let file =
        arguments.certificate.as_deref().map(|name| NewFile::create(name, "certificate")).transpose()?;
    let mut keeper = arguments.keeping.keeper(session.as_mut())?;
    let mut progress = Progress::new();
    let report = interrupt::during(|interrupted| {
        let mut show = |report: &Report| progress.search(report);
        let mut row = trace.as_mut().map(|trace| {
            |row: TraceRow| {
                trace.write(row);
                if trace.failed.is_some() {
                    // Nobody can read on: there is no use in searching on.
                    interrupted.store(true, Ordering::SeqCst);
                }
            }
        });
        let mut keep =
            keeper.as_mut().map(|keeper| (keeper.every, |session: &mut dyn Session| keeper.keep(session)));
        session.think(
            &budget,
            &mut Watch {
                interrupt: Some(interrupted),
                snapshots: Some((INTERVAL, &mut show)),
                trace: row.as_mut().map(|row| row as &mut dyn FnMut(TraceRow)),
                pauses: keep
                    .as_mut()
                    .map(|(every, keep)| (*every, keep as &mut dyn FnMut(&mut dyn Session) -> bool)),
            },
        )
    });
    drop(progress);
    if let Some(trace) = trace {
        trace.close()?;
    }
    if let Some(keeper) = keeper {
        keeper.close()?;
    }
    if arguments.json {
        output::json(&report)?;
    } else {
        output::write(&describe(&report))?;
    }
    match file {
        None => Ok(()),
        Some(file) if !report.resolved => {
            file.discard();
            Err(Failure::Failed("no certificate was written: the value is not proven".to_owned()))
        }
        Some(file) => {
            let size =
                interrupt::during(|interrupted| certify(session.as_mut(), file, &budget, interrupted))?;
            if !arguments.json {
                output::write(&output::proof_size("certificate", &size))?;
            }
            Ok(())
        }
    }
}

impl Arguments {
    /// The search to begin, or to go on with.
    fn session(&self, registry: &Registry) -> Result<Box<dyn Session>, Failure> {
        if let Some(session) = self.keeping.resumed(registry)? {
            return Ok(session);
        }
        let game = self.game.as_deref().unwrap_or_default();
        Ok(self.spot.open(registry, game)?.session(&self.how.settings())?)
    }
}

/// Writes the certificate.
fn certify(
    session: &mut dyn Session,
    mut file: NewFile,
    budget: &Budget,
    interrupted: &AtomicBool,
) -> Result<Size, Failure> {
    let mut progress = Progress::new();
    progress.say("writing the certificate");
    match session.certificate(&mut file, budget, interrupted) {
        Ok(size) => file.finish().map(|()| size),
        Err(error) => {
            file.discard();
            Err(Failure::Failed(format!("no certificate was written: {error}")))
        }
    }
}

fn describe(report: &Report) -> String {
    let estimate = report.estimate.map_or(String::new(), |v| format!(", estimate {v:+.3}"));
    let mut text = match report.value {
        Some(value) => format!("value       {value}: {} (proven)\n", output::gain(value)),
        None => format!("value       not proven, stopped by: {}{estimate}\n", report.stop),
    };
    text.push_str(&output::choice(report));
    text.push_str(&format!(
        "search      {} with {}: {} iterations, {} expansions, {} evaluations, {} states in {}, {:.2} s\n",
        report.algorithm,
        report.evaluator,
        short(report.iterations as f64),
        short(report.expansions as f64),
        short(report.evaluations as f64),
        short(report.states as f64),
        memory(report.bytes),
        report.seconds
    ));
    text
}

/// A line of JSON for every iteration.
struct Trace {
    file: NewFile,
    failed: Option<std::io::Error>,
}

impl Trace {
    fn open(name: &str) -> Result<Trace, Failure> {
        Ok(Trace { file: NewFile::create(name, "trace")?, failed: None })
    }

    fn write(&mut self, row: TraceRow) {
        if self.failed.is_none() {
            let line = serde_json::to_string(&row).expect("a row of numbers has a JSON form");
            self.failed = writeln!(self.file, "{line}").err();
        }
    }

    fn close(self) -> Result<(), Failure> {
        match self.failed {
            Some(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            Some(error) => Err(error.into()),
            None => self.file.finish(),
        }
    }
}
