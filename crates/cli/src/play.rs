//! `unbounded play`

use std::io::BufRead;
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{Player, Registry, Report, Session, Watch};
use serde_json::json;

use crate::arguments::{GameAndPosition, SearchFlags};
use crate::progress::{INTERVAL, Progress, Style};
use crate::{Failure, analyse, interrupt, output};

/// Plays against the engine in the terminal
#[derive(Args)]
#[command(after_help = "Example: unbounded play connect4 --first engine --time 2s\n\
                        At the prompt: a move, or help, moves, hint, analyse, undo, resign, quit.")]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    #[command(flatten)]
    search: SearchFlags,
    /// Who plays the first player [default: human, or the opponent of the second]
    #[arg(long, value_name = "WHO", value_enum)]
    first: Option<Seat>,
    /// Who plays the second player [default: the opponent of the first]
    #[arg(long, value_name = "WHO", value_enum)]
    second: Option<Seat>,
    /// Print one JSON object with the game at the end
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seat {
    Human,
    Engine,
}

impl Seat {
    fn other(self) -> Seat {
        match self {
            Seat::Human => Seat::Engine,
            Seat::Engine => Seat::Human,
        }
    }
}

/// The default time for a move of the engine.
const TIME: Duration = Duration::from_secs(2);

const HELP: &str = "\
a move     as the list of legal moves writes it
moves      list the legal moves
hint       what the engine would play here
analyse    every move with what the engine knows of it
undo       take the last move of yours back
resign     give up
quit       leave the game
";

/// What a person says at the prompt.
enum Said {
    Move(String),
    Undo,
    Resign,
    Quit,
}

/// A move of the game, and who made it.
struct Played {
    text: String,
    by: Seat,
}

/// A game in progress.
struct Game<'a> {
    arguments: &'a Arguments,
    session: Box<dyn Session>,
    moves: Vec<Played>,
    /// The proven value that was announced last.
    announced: Option<i8>,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    interrupt::catch();
    let start = arguments.at.open(registry)?;
    let session = start.session(&arguments.search.settings())?;
    let mut game = Game { arguments, session, moves: Vec::new(), announced: None };
    let result = game.play()?;
    let moves: Vec<&str> = game.moves.iter().map(|played| played.text.as_str()).collect();
    if arguments.json {
        return output::json(&json!({
            "game": start.game(),
            "start": start.text(),
            "moves": moves,
            "result": result,
            "position": game.session.position().text(),
        }));
    }
    // A player who left early can continue from here.
    output::write(&format!("moves     {}\nposition  {}\n", moves.join(" "), game.session.position().text()))
}

impl Game<'_> {
    /// Plays to the end; the result is `None` if a player left.
    fn play(&mut self) -> Result<Option<&'static str>, Failure> {
        loop {
            let position = self.session.position();
            self.say(&format!("\n{}", output::picture(&position.view())))?;
            if let Some(outcome) = position.outcome() {
                self.say(&format!("{}\n", output::outcome(outcome)))?;
                return Ok(Some(outcome.result()));
            }
            match self.seat(position.turn()) {
                Seat::Engine => self.engine_moves()?,
                Seat::Human => match self.ask(position.turn())? {
                    Said::Move(text) => self.make(text, Seat::Human)?,
                    Said::Undo => self.undo()?,
                    Said::Resign => {
                        let winner = position.turn().other();
                        self.say(&format!("the {} resigns\n", output::player(position.turn())))?;
                        return Ok(Some(engine::Outcome::Win(winner).result()));
                    }
                    Said::Quit => return Ok(None),
                },
            }
        }
    }

    /// A seat without a named player is taken by the opponent of the other one.
    fn seat(&self, player: Player) -> Seat {
        let first = self.arguments.first.or(self.arguments.second.map(Seat::other)).unwrap_or(Seat::Human);
        match player {
            Player::First => first,
            Player::Second => self.arguments.second.unwrap_or(first.other()),
        }
    }

    fn engine_moves(&mut self) -> Result<(), Failure> {
        let player = self.session.position().turn();
        let report = self.think();
        let Some(best) = report.best_move.clone() else {
            return Err(Failure::Failed(
                "the engine found no move: the memory limit is too small".to_owned(),
            ));
        };
        self.say(&format!("the {} plays {best} ({})\n", output::player(player), report.reason))?;
        if report.value != self.announced
            && let Some(value) = report.value
        {
            self.say(&format!("proven with best play: {}\n", output::gain(value)))?;
        }
        self.announced = report.value;
        self.make(best, Seat::Engine)
    }

    fn make(&mut self, text: String, by: Seat) -> Result<(), Failure> {
        self.session.play(&text)?;
        self.moves.push(Played { text, by });
        Ok(())
    }

    fn think(&mut self) -> Report {
        let mut progress = Progress::new(Style::Auto);
        let budget = self.arguments.search.budget_or(TIME);
        interrupt::during(|interrupted| {
            let mut show = |report: &Report| progress.search(report);
            let watch = &mut Watch {
                interrupt: Some(interrupted),
                snapshots: Some((INTERVAL, &mut show)),
                ..Watch::default()
            };
            self.session.think(&budget, watch)
        })
    }

    /// Reads until there is a legal move or a word that ends the turn.
    fn ask(&mut self, player: Player) -> Result<Said, Failure> {
        loop {
            self.say(&format!("{}, your move (or help): ", output::player(player)))?;
            let mut line = Vec::new();
            let read = std::io::stdin().lock().read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::reading("standard input", &error))? == 0 {
                self.say("\n")?;
                return Ok(Said::Quit);
            }
            let line = String::from_utf8_lossy(&line);
            match line.trim() {
                "" => {}
                "help" | "?" => self.say(HELP)?,
                "moves" => self.say(&(self.session.position().moves().join(" ") + "\n"))?,
                "hint" => {
                    let report = self.think();
                    let best = report.best_move.as_deref().unwrap_or("no idea");
                    self.say(&format!("{best} ({})\n", report.reason))?;
                }
                "analyse" | "analyze" => {
                    let report = self.think();
                    self.say(&analyse::describe(&report, 12))?;
                }
                "undo" => return Ok(Said::Undo),
                "resign" => return Ok(Said::Resign),
                "quit" | "exit" => return Ok(Said::Quit),
                text => match self.session.position().replay(text) {
                    Ok(replay) if replay.moves.len() == 1 => return Ok(Said::Move(replay.moves[0].clone())),
                    Ok(_) => self.say("one move at a time\n")?,
                    Err(engine::Error::Move { error, .. }) => self.say(&format!("{error}\n"))?,
                    Err(error) => self.say(&format!("{error}\n"))?,
                },
            }
        }
    }

    /// Takes back the last move of a person, and what the engine answered.
    fn undo(&mut self) -> Result<(), Failure> {
        // An engine that opened the game would only open it again.
        if self.moves.iter().all(|played| played.by == Seat::Engine) {
            return self.say("there is nothing to take back\n");
        }
        while let Some(played) = self.moves.pop() {
            self.session.undo();
            if played.by == Seat::Human {
                break;
            }
        }
        self.announced = None;
        Ok(())
    }

    /// The conversation goes to standard output, or out of the way of the JSON object.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.arguments.json {
            output::remark(text);
            Ok(())
        } else {
            output::write(text)
        }
    }
}
