//! The `unbounded` command: one file per subcommand.
//!
//! [`run`] is the whole program over any registry, so that a program of your own offers all commands for your
//! games, algorithms and evaluators, too:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     let registry = engine::Registry::standard();
//!     // registry.register(...);
//!     cli::run(registry)
//! }
//! ```

mod algorithms;
mod analyse;
mod arguments;
mod bench;
mod certificate;
mod checkpoint;
mod compare;
mod completions;
mod convert;
mod engine_mode;
mod games;
mod interrupt;
mod learn;
mod lookup;
mod man;
mod matches;
mod named;
mod networks;
mod output;
mod perft;
mod play;
mod playing;
mod processor;
mod progress;
mod replay;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod table;
mod tournament;
mod trace;
mod turn;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::Registry;

/// Solves, plays and analyses two-player perfect-information games. Bring a game and nothing else.
#[derive(Parser)]
#[command(name = "unbounded", version, propagate_version = true)]
#[command(
    after_help = "Example: unbounded solve connect4:5x4\nEvery command has --help with an example, and --json."
)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Games(games::Arguments),
    Algorithms(algorithms::Arguments),
    Show(show::Arguments),
    Perft(perft::Arguments),
    Replay(replay::Arguments),
    Convert(convert::Arguments),
    Solve(solve::Arguments),
    Verify(verify::Arguments),
    Certificate(certificate::Arguments),
    Lookup(lookup::Arguments),
    Analyse(analyse::Arguments),
    Compare(compare::Arguments),
    Play(play::Arguments),
    Review(review::Arguments),
    Engine(engine_mode::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Learn(learn::Arguments),
    Networks(networks::Arguments),
    Match(matches::Arguments),
    Tournament(tournament::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// What went wrong, with the exit code that it leads to.
enum Failure {
    /// The user asked for something that does not exist: exit code 2.
    Usage(String),
    /// Something could not be done: exit code 1.
    Failed(String),
    /// A limit ended the work before its result was there: exit code 3. The report says so; what is missing besides is said
    /// here.
    Unfinished(Option<String>),
    /// The reader of standard output or of a pipe has gone away. This is not a failure, and nothing is printed.
    Unread,
}

impl Failure {
    /// A file that the user named cannot be written at all.
    fn name(error: files::Error) -> Failure {
        Failure::Usage(in_one_line(&error))
    }

    /// Something cannot be read.
    fn reading(what: &str, error: &std::io::Error) -> Failure {
        Failure::Failed(format!("cannot read {what}: {error}"))
    }

    /// The same, with the place where it is.
    fn at(self, place: &str) -> Failure {
        match self {
            Failure::Usage(text) => Failure::Usage(format!("{place}: {text}")),
            Failure::Failed(text) => Failure::Failed(format!("{place}: {text}")),
            other => other,
        }
    }
}

impl From<engine::Error> for Failure {
    fn from(error: engine::Error) -> Failure {
        match error {
            engine::Error::Write(error) => error.into(),
            error => Failure::Usage(in_one_line(&error)),
        }
    }
}

impl From<arena::Error> for Failure {
    fn from(error: arena::Error) -> Failure {
        match error {
            arena::Error::Write(error) => error.into(),
            error => Failure::Usage(in_one_line(&error)),
        }
    }
}

impl From<files::Error> for Failure {
    fn from(error: files::Error) -> Failure {
        if error.is_broken_pipe() { Failure::Unread } else { Failure::Failed(in_one_line(&error)) }
    }
}

/// An error with its causes.
fn in_one_line(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Runs the command line of this process over the games, algorithms and evaluators of `registry`.
pub fn run(registry: Registry) -> ExitCode {
    if let Some(complaint) = processor::complaint() {
        return complain(complaint, 1);
    }
    interrupt::survive_file_limits();
    engine::explain_threads_without_memory();
    engine::map_large_arrays();
    let command = match read_command_line(&registry) {
        Ok(command) => command,
        Err(error) => return report_usage(&error),
    };
    let done = match command.verb {
        Verb::Games(arguments) => games::run(&registry, &arguments),
        Verb::Algorithms(arguments) => algorithms::run(&registry, &arguments),
        Verb::Show(arguments) => show::run(&registry, &arguments),
        Verb::Perft(arguments) => perft::run(&registry, &arguments),
        Verb::Replay(arguments) => replay::run(&registry, &arguments),
        Verb::Convert(arguments) => convert::run(&registry, &arguments),
        Verb::Solve(arguments) => solve::run(&registry, &arguments),
        Verb::Verify(arguments) => verify::run(&registry, &arguments),
        Verb::Certificate(arguments) => certificate::run(&registry, &arguments),
        Verb::Lookup(arguments) => lookup::run(&registry, &arguments),
        Verb::Analyse(arguments) => analyse::run(&registry, &arguments),
        Verb::Compare(arguments) => compare::run(&registry, &arguments),
        Verb::Play(arguments) => play::run(&registry, &arguments),
        Verb::Review(arguments) => review::run(&registry, &arguments),
        Verb::Engine(arguments) => engine_mode::run(&registry, &arguments),
        #[cfg(feature = "serve")]
        Verb::Serve(arguments) => serve::run(registry, &arguments),
        Verb::Learn(arguments) => learn::run(&registry, &arguments),
        Verb::Networks(arguments) => networks::run(&arguments),
        Verb::Match(arguments) => matches::run(&registry, &arguments),
        Verb::Tournament(arguments) => tournament::run(&registry, &arguments),
        Verb::Bench(arguments) => bench::run(&registry, &arguments),
        Verb::Completions(arguments) => completions::run(&registry, &arguments),
        Verb::Man(arguments) => man::run(&registry, &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => complain(&message, 2),
        Err(Failure::Failed(message)) => complain(&message, 1),
        Err(Failure::Unfinished(None)) => ExitCode::from(3),
        Err(Failure::Unfinished(Some(message))) => complain(&message, 3),
        Err(Failure::Unread) => ExitCode::SUCCESS,
    }
}

/// The whole command line, from which help, completions and manual pages are made.
fn definition(registry: &Registry) -> clap::Command {
    arguments::list_in_help(Command::command(), registry)
}

/// Reads the command line. Its help lists what is in the registry.
fn read_command_line(registry: &Registry) -> Result<Command, clap::Error> {
    let mut command = definition(registry);
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Command::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Says in one line what went wrong, whatever characters the user's text brought along.
fn complain(message: &str, code: u8) -> ExitCode {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    output::remark(&format!("unbounded: {line}\n"));
    ExitCode::from(code)
}

/// Help and version go to standard output; a wrong flag gets one sentence.
fn report_usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
        // Coloured only in a terminal; a reader that has gone away is not a failure.
        let _ = error.print();
        return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
    }
    let text = error.render().to_string();
    let mut sentence: Vec<&str> = text.split("\n\n").next().unwrap_or(&text).lines().map(str::trim).collect();
    if let Some(first) = sentence.first_mut() {
        *first = first.trim_start_matches("error: ");
    }
    let tip = text
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with("tip: a similar") || line.starts_with("tip: some similar"));
    let tip = tip.map_or(String::new(), |tip| format!(" ({tip})"));
    complain(&format!("{}{tip}; see --help", sentence.join(" ")), 2)
}
