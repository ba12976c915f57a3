//! `unbounded solve`

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use clap::Args;
use engine::{Registry, Report, TraceRow, Watch};

use crate::arguments::{How, Where};
use crate::progress::{INTERVAL, Progress};
use crate::quantity::{memory, short};
use crate::{Failure, interrupt, output};

/// Finds the exact value of a position and a best line
#[derive(Args)]
#[command(after_help = "Example: unbounded solve hex:4,noswap --moves a4\n\
                        Ctrl-C prints the best answer so far.")]
pub struct Arguments {
    #[command(flatten)]
    at: Where,
    #[command(flatten)]
    how: How,
    /// Write a JSON line after every iteration to this file, or to standard output with -
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    trace: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let position = arguments.at.open(registry)?;
    let budget = arguments.how.finite_budget()?;
    let mut session = position.session(&arguments.how.settings())?;
    let mut trace = arguments.trace.as_deref().map(Trace::open).transpose()?;
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
        session.think(
            &budget,
            &mut Watch {
                interrupt: Some(interrupted),
                snapshots: Some((INTERVAL, &mut show)),
                trace: row.as_mut().map(|row| row as &mut dyn FnMut(TraceRow)),
            },
        )
    });
    drop(progress);
    if let Some(trace) = trace {
        trace.close()?;
    }
    if arguments.json {
        return output::json(&report);
    }
    output::write(&describe(&report))
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

/// Where the trace goes. A file gets its name only when it is complete; a pipe or a device is written to as
/// it is.
struct Trace {
    out: BufWriter<Box<dyn Write>>,
    /// The name that is written to, and the final one.
    names: Option<(String, String)>,
    failed: Option<std::io::Error>,
}

impl Trace {
    fn open(name: &str) -> Result<Trace, Failure> {
        if name == "-" {
            return Ok(Trace { out: BufWriter::new(Box::new(std::io::stdout())), names: None, failed: None });
        }
        let wrong = |error: &dyn Display| Failure::Usage(format!("cannot write the trace `{name}`: {error}"));
        if name.is_empty() || Path::new(name).is_dir() {
            return Err(wrong(&"this is not the name of a file"));
        }
        let exists_otherwise = Path::new(name).exists() && !Path::new(name).is_file();
        let written = if exists_otherwise { name.to_owned() } else { format!("{name}.partial") };
        let file = File::create(&written).map_err(|error| wrong(&error))?;
        let names = Some((written, name.to_owned()));
        Ok(Trace { out: BufWriter::new(Box::new(file)), names, failed: None })
    }

    fn write(&mut self, row: TraceRow) {
        if self.failed.is_none() {
            let line = serde_json::to_string(&row).expect("a row of numbers has a JSON form");
            self.failed = writeln!(self.out, "{line}").err();
        }
    }

    fn close(mut self) -> Result<(), Failure> {
        match self.failed.take().map_or_else(|| self.out.flush(), Err) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            done => done?,
        }
        if let Some((written, name)) = &self.names
            && written != name
        {
            std::fs::rename(written, name)?;
        }
        Ok(())
    }
}
