//! `unbounded solve`

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use clap::Args;
use engine::{
    Budget, CheckpointFile, Error, MoveValue, Player, Position, Registry, Report, Session, Shortest,
    TraceRow, Watch,
};
use files::NewFile;

use crate::arguments::{PositionFlags, SearchFlags};
use crate::checkpoint::{self, CheckpointFlags};
use crate::progress::{INTERVAL, Progress, Style};
use crate::table::{self, Align};
use crate::trace::Trace;
use crate::{Failure, in_one_line, interrupt, output};
use engine::quantity::{memory, short};

/// Finds the exact value of a position and a best line
#[derive(Args)]
#[command(after_help = "Example: unbounded solve hex:4,noswap --moves a4\n\
                        The win in the fewest plies: unbounded solve connect4:4x4 --strong --terminal depth\n\
                        Ctrl-C prints the best answer so far. What takes long is saved with --checkpoint FILE and \
                        taken up again with --resume FILE.\n\
                        Exit code: 0 the value is proven, 3 it is not, 2 wrong usage, 1 any other failure.")]
pub struct Arguments {
    /// The game, such as tictactoe, connect4:5x4 or hex:4,noswap (`unbounded games` lists them)
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    position: PositionFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    checkpoint: CheckpointFlags,
    /// Write a JSON line after every iteration to this file, or to standard output with -
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    trace: Option<String>,
    /// Write a strategy that proves the value to this file (`unbounded verify` checks it)
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Resolve every legal move, and list them, the best first
    #[arg(long)]
    all_moves: bool,
    /// Find the length of the shortest forced win: the winner hurries, the loser holds out
    #[arg(long)]
    shortest: bool,
    /// Write the value of every reachable state to this file (`unbounded lookup` reads it); no search, but an
    /// enumeration
    #[arg(
        long,
        value_name = "FILE",
        requires = "strong",
        conflicts_with_all = [
            "algorithm", "evaluator", "terminal", "iterations", "evaluations", "nodes", "checkpoint", "resume", "trace",
            "certificate", "all_moves", "shortest",
        ]
    )]
    database: Option<String>,
    /// How progress is shown on standard error
    #[arg(long, value_name = "STYLE", value_enum, default_value = "auto")]
    progress: Style,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    if let Some(name) = &arguments.database {
        let position = arguments.position(registry)?;
        let report = enumerate(position.as_ref(), name, &arguments.search.budget(), arguments.progress)?;
        return arguments.print(&report, position.turn());
    }
    let mut checkpoint_file = arguments.checkpoint.checkpoint_file()?;
    let mut session = arguments.session(registry)?;
    let budget = arguments.search.finite_budget(registry, session.settings())?;
    let mut trace = arguments.trace.as_deref().map(Trace::open).transpose()?;
    if let Some(checkpoint_file) = &mut checkpoint_file {
        checkpoint::begin(checkpoint_file, session.as_mut())?;
    }
    // Begun before the search: a name that cannot be written should not cost an hour.
    let file = arguments.certificate.as_deref().map(|name| NewFile::named(name, "certificate"));
    let file = file.transpose().map_err(Failure::name)?;
    // An interrupt between the answer and the certificate ends the writing, not the program.
    interrupt::during(|_| {
        let report = arguments.search(session.as_mut(), &budget, trace.as_mut(), checkpoint_file.as_mut());
        // A trace on standard output comes first. The answer is printed even if the trace could not be written.
        let traced = trace.map_or(Ok(()), Trace::close);
        arguments.print(&report, session.position().turn())?;
        traced?;
        if let Some(checkpoint_file) = checkpoint_file {
            checkpoint_file.close()?;
        }
        match (report.resolved, file) {
            (true, None) => Ok(()),
            (true, Some(file)) => arguments.certify(session.as_mut(), file, &budget),
            (false, None) => Err(Failure::Unfinished(None)),
            (false, Some(_)) => Err(Failure::Unfinished(Some(
                "no certificate was written: the value is not proven".to_owned(),
            ))),
        }
    })
}

impl Arguments {
    /// The search to begin, or to go on with.
    fn session(&self, registry: &Registry) -> Result<Box<dyn Session>, Failure> {
        if let Some(session) = self.checkpoint.resumed(registry)? {
            return Ok(session);
        }
        Ok(self.position(registry)?.session(&self.search.settings_to_solve()?)?)
    }

    /// The position, where no search is resumed.
    fn position(&self, registry: &Registry) -> Result<Box<dyn Position>, Failure> {
        self.position.open(registry, self.game.as_deref().unwrap_or_default())
    }

    /// Searches, with progress, trace and checkpoints.
    fn search(
        &self,
        session: &mut dyn Session,
        budget: &Budget,
        mut trace: Option<&mut Trace>,
        mut checkpoint_file: Option<&mut CheckpointFile>,
    ) -> Report {
        let progress = RefCell::new(Progress::new(self.progress));
        if let Some(failure) = checkpoint_file.as_ref().and_then(|checkpoint_file| checkpoint_file.failure())
        {
            progress.borrow_mut().warn(&unsaved(failure));
        }
        interrupt::during(|interrupted| {
            let mut show = |report: &Report| progress.borrow_mut().search(report);
            let mut row = trace.as_mut().map(|trace| {
                |row: TraceRow| {
                    trace.write(row);
                    if trace.failed.is_some() {
                        // The trace is incomplete from here on, so the search ends.
                        interrupted.store(true, Ordering::SeqCst);
                    }
                }
            });
            let every = checkpoint_file.as_ref().map(|checkpoint_file| checkpoint_file.every());
            let mut keep = checkpoint_file.as_mut().map(|checkpoint_file| {
                |session: &mut dyn Session| {
                    if checkpoint_file.save(session)
                        && let Some(failure) = checkpoint_file.failure()
                    {
                        progress.borrow_mut().warn(&unsaved(failure));
                    }
                    true
                }
            });
            let keep = keep.as_mut().map(|keep| keep as &mut dyn FnMut(&mut dyn Session) -> bool);
            let watch = &mut Watch {
                interrupt: Some(interrupted),
                snapshots: Some((INTERVAL, &mut show)),
                trace: row.as_mut().map(|row| row as &mut dyn FnMut(TraceRow)),
                pauses: every.zip(keep),
            };
            let mut report = session.think(budget, watch);
            let say = |message: &str| progress.borrow_mut().say_sometimes(message);
            // First of all: resolving the moves may forget what the root was worth.
            if self.shortest {
                let say = &mut |plies| say(&format!("looking for a win in {plies} plies"));
                report.shortest = session.shortest(budget, interrupted, say);
                report.follow_the_shortest();
            }
            if self.all_moves {
                let say = &mut |done, all| say(&format!("resolving move {done} of {all}"));
                report.take_values(session.all_moves(budget, interrupted, say));
            }
            report
        })
    }

    /// Writes the certificate.
    fn certify(&self, session: &mut dyn Session, mut file: NewFile, budget: &Budget) -> Result<(), Failure> {
        let mut progress = Progress::new(self.progress);
        progress.say("writing the certificate");
        let written = interrupt::during(|interrupted| session.certificate(&mut file, budget, interrupted));
        let size = written.map_err(|error| unwritten("certificate", &error))?;
        file.finish()?;
        if self.json { Ok(()) } else { output::write(&output::proof_size("certificate", &size)) }
    }

    fn print(&self, report: &Report, turn: Player) -> Result<(), Failure> {
        if self.json { output::json(report) } else { output::write(&describe(report, turn)) }
    }
}

/// Writes the database.
fn enumerate(
    position: &dyn Position,
    name: &str,
    budget: &Budget,
    progress: Style,
) -> Result<Report, Failure> {
    let mut file = NewFile::named(name, "database").map_err(Failure::name)?;
    let mut progress = Progress::new(progress);
    let written = interrupt::during(|interrupted| {
        let say = &mut |explored| progress.enumeration(&explored);
        position.write_database(&mut file, budget, interrupted, say)
    });
    let report = written.map_err(|error| unwritten("database", &error))?;
    file.finish()?;
    Ok(report)
}

/// A file that could not be written, and why.
fn unwritten(what: &str, error: &Error) -> Failure {
    let message = format!("no {what} was written: {}", in_one_line(error));
    if error.is_halt() { Failure::Unfinished(Some(message)) } else { Failure::Failed(message) }
}

/// A checkpoint that could not be written while the search goes on.
fn unsaved(failure: &Error) -> String {
    format!("{}; the search goes on", in_one_line(failure))
}

fn describe(report: &Report, turn: Player) -> String {
    let estimate = report.estimate.map_or(String::new(), |v| format!(", estimate {v:+.3}"));
    let mut text = match report.value {
        Some(value) => format!("value       {value}: {} (proven)\n", output::gain(report.players, value)),
        None => format!("value       not proven, stopped by: {}{estimate}\n", report.stop),
    };
    text.push_str(&output::choice(report));
    if let Some(shortest) = &report.shortest {
        text.push_str(&describe_shortest(report, shortest));
    }
    text.push_str(&format!(
        "search      {} with {}: {} iterations, {} expansions, {} evaluations, {} visited and {} stored states in {}, {:.2} s\n",
        report.algorithm,
        output::functions(report),
        short(report.iterations as f64),
        short(report.expansions as f64),
        short(report.evaluations as f64),
        short(report.nodes as f64),
        short(report.states as f64),
        memory(report.bytes),
        report.seconds
    ));
    if let Some(moves) = report.all_moves.as_deref().filter(|moves| !moves.is_empty()) {
        text.push_str(&format!("\n{}", describe_moves(moves, turn)));
    }
    text
}

fn describe_shortest(report: &Report, shortest: &Shortest) -> String {
    let Some(plies) = shortest.plies else {
        return format!(
            "shortest    not found in time: no win in less than {}\n",
            plies_of(shortest.at_least)
        );
    };
    let winner = report.players[usize::from(report.value < Some(0))];
    let has_mate = report.game.split(':').next() == Some("chess");
    let length = match shortest.moves {
        Some(moves) if has_mate => format!("{winner} mates in {moves}, {}", plies_of(plies)),
        Some(moves) => format!("{winner} wins in {}, {moves} of the winner", plies_of(plies)),
        None => format!("{winner} wins in {}", plies_of(plies)),
    };
    format!("shortest    {length}\n")
}

/// `1 ply`, `2 plies`.
fn plies_of(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// Every move with its value for the player to move.
fn describe_moves(moves: &[MoveValue], turn: Player) -> String {
    let columns = [("move", Align::Left), ("value", Align::Left), ("line", Align::Left)];
    let value = |value: Option<i8>| value.map_or("not proven", |value| output::result_for(turn, value));
    let row = |m: &MoveValue| vec![m.text.clone(), value(m.value).to_owned(), m.line.join(" ")];
    table::draw(&columns, &moves.iter().map(row).collect::<Vec<_>>())
}
