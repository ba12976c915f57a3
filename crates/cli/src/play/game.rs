//! A game in progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::clock::{Clock, Limits, part_of_turn};
use engine::quantity::long;
use engine::{Budget, Outcome, Player, Position, Registry, Report, Session, Watch};

use super::input::{Heard, Input};
use super::record::Record;
use super::{Arguments, Seat};
use crate::arguments::describe_player;
use crate::progress::{INTERVAL, Progress, Style};
use crate::turn::read_turn;
use crate::{Failure, analyse, interrupt, output};

/// The default time for a turn of the engine.
const TIME: Duration = Duration::from_secs(2);

const HELP: &str = "\
a move     as people write it; a whole turn may be one line
moves      list the legal moves
hint       what the engine would play here
analyse    every move with what the engine knows of it
undo       take your last turn back
resign     give up
quit       leave the game
";

/// What a person says at the prompt.
enum Said {
    Turn(Vec<String>),
    Undo,
    Resign,
    Quit,
    /// Nothing, until the time was over.
    TimeOver,
}

/// A game in progress.
pub struct Game<'a> {
    arguments: &'a Arguments,
    session: Box<dyn Session>,
    record: Record,
    clocks: Option<[Clock; 2]>,
    /// When the present turn began.
    begin: Instant,
    input: Input,
    /// The proven value that was announced last.
    announced: Option<i8>,
}

impl<'a> Game<'a> {
    /// Sets the board up.
    pub fn begin(registry: &Registry, arguments: &'a Arguments) -> Result<Game<'a>, Failure> {
        let (start, moves) = arguments.at.line(registry)?;
        let usual = registry.open(start.game())?;
        let settings = arguments.search.settings();
        let session = start.session(&settings)?;
        let record = Record::new(start.as_ref(), start.text() == usual.text());
        let clocks = arguments.clock.map(|clock| [clock; 2]);
        let mut game = Game {
            arguments,
            session,
            record,
            clocks,
            begin: Instant::now(),
            input: Input::default(),
            announced: None,
        };
        for text in start.replay(&moves)?.moves {
            game.make(text, None)?;
        }
        game.leave_behind();
        if let Some(player) = describe_player(start.as_ref(), &settings).filter(|_| arguments.has_engine()) {
            game.say(&format!("{player}\n"))?;
        }
        Ok(game)
    }

    /// Plays to the end, or until a player leaves.
    pub fn play(&mut self) -> Result<(), Failure> {
        let mut last = None;
        while let Some(position) = self.show()? {
            if last.replace(position.turn()) != Some(position.turn()) {
                self.begin = Instant::now();
            }
            match self.arguments.seat(position.turn()) {
                Seat::Engine => self.engine_turn(position.turn())?,
                Seat::Human => {
                    if self.human_turn(position.as_ref())? == Flow::Leave {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Prints the record.
    pub fn close(&mut self) -> Result<(), Failure> {
        interrupt::leave_behind(String::new());
        output::write(&self.record.text(self.session.position().as_ref(), self.arguments.json))
    }

    /// Shows the position, and returns it if the game goes on.
    fn show(&mut self) -> Result<Option<Box<dyn Position>>, Failure> {
        let position = self.session.position();
        if self.record.result.is_some() {
            return Ok(None);
        }
        self.say(&format!("\n{}", output::picture(&position.view())))?;
        let Some(outcome) = position.outcome() else { return Ok(Some(position)) };
        self.say(&format!("{}\n", output::outcome(position.player_names(), outcome)))?;
        self.end(outcome);
        Ok(None)
    }

    fn end(&mut self, outcome: Outcome) {
        self.record.result = Some(outcome.result());
        self.leave_behind();
    }

    /// From now on this is the record that Ctrl-C leaves behind.
    fn leave_behind(&self) {
        interrupt::leave_behind(self.record.text(self.session.position().as_ref(), self.arguments.json));
    }

    fn make(&mut self, text: String, by: Option<Seat>) -> Result<(), Failure> {
        let player = self.session.turn();
        self.session.play(&text)?;
        self.record.add(text, player, by);
        Ok(())
    }

    /// All decisions of a turn, within the time of the turn.
    fn engine_turn(&mut self, player: Player) -> Result<(), Failure> {
        let budget = self.budget(player);
        let (mut turn, mut values) = (String::new(), Vec::new());
        let name = self.session.position().player_names()[player.index()];
        let reason = loop {
            let position = self.session.position();
            let part = |time| part_of_turn(time, self.begin.elapsed(), position.decisions_left());
            let report = self.think(&Budget { time: budget.time.map(part), ..budget });
            let Some(best) = report.best_move else {
                return Err(Failure::Failed(
                    "the engine found no move: the memory limit is too small".to_owned(),
                ));
            };
            if !turn.is_empty() {
                turn += position.within_turn();
            }
            turn += &best;
            values.push(report.value);
            self.make(best, Some(Seat::Engine))?;
            if self.session.outcome().is_some() || self.session.turn() != player {
                break report.reason;
            }
        };
        self.leave_behind();
        self.say(&format!("{name} plays {turn} ({reason})\n"))?;
        for value in values {
            self.announce(value)?;
        }
        self.press_clock(player)
    }

    /// Says what is proven, once.
    fn announce(&mut self, value: Option<i8>) -> Result<(), Failure> {
        if value != self.announced
            && let Some(value) = value
        {
            let names = self.session.position().player_names();
            self.say(&format!("proven with best play: {}\n", output::gain(names, value)))?;
        }
        self.announced = value;
        Ok(())
    }

    fn human_turn(&mut self, position: &dyn Position) -> Result<Flow, Failure> {
        let player = position.turn();
        match self.ask(position)? {
            Said::Turn(texts) => {
                for text in texts {
                    self.make(text, Some(Seat::Human))?;
                }
                self.leave_behind();
                if self.session.turn() != player || self.session.outcome().is_some() {
                    self.press_clock(player)?;
                }
            }
            Said::TimeOver => self.press_clock(player)?,
            Said::Undo => {
                self.undo()?;
                self.leave_behind();
            }
            Said::Resign => {
                let names = position.player_names();
                self.say(&format!("{} resigns\n", names[player.index()]))?;
                self.end(Outcome::Win(player.other()));
                return Ok(Flow::Leave);
            }
            Said::Quit => return Ok(Flow::Leave),
        }
        Ok(Flow::Stay)
    }

    /// Ends a turn on the clock. A player whose time was over has lost, unless the game has ended.
    fn press_clock(&mut self, player: Player) -> Result<(), Failure> {
        let took = self.begin.elapsed();
        let Some(clocks) = &mut self.clocks else { return Ok(()) };
        if clocks[player.index()].spend(took) || self.session.outcome().is_some() {
            return Ok(());
        }
        let names = self.session.position().player_names();
        let outcome = Outcome::Win(player.other());
        let text = output::outcome(names, outcome);
        self.say(&format!("the time of {} is over: {text}\n", names[player.index()]))?;
        self.end(outcome);
        Ok(())
    }

    /// The limits of a turn.
    fn budget(&self, player: Player) -> Budget {
        let given = self.arguments.search.budget();
        let Some(clocks) = self.clocks else { return self.arguments.search.budget_or(TIME) };
        let limits = Limits { move_time: given.time, clocks: clocks.map(Some), ..Limits::default() };
        Budget { time: limits.time(player, Duration::ZERO), ..given }
    }

    fn think(&mut self, budget: &Budget) -> Report {
        let mut progress = Progress::new(Style::Auto);
        interrupt::during(|interrupted| {
            let mut show = |report: &Report| progress.search(report);
            let watch = &mut Watch {
                interrupt: Some(interrupted),
                snapshots: Some((INTERVAL, &mut show)),
                ..Watch::default()
            };
            self.session.think(budget, watch)
        })
    }

    /// Reads until there is a legal turn, or part of one, or a word that ends the turn.
    fn ask(&mut self, position: &dyn Position) -> Result<Said, Failure> {
        let player = position.turn();
        loop {
            let spent = self.begin.elapsed();
            let left = self.clocks.map(|clocks| clocks[player.index()].left.saturating_sub(spent));
            let clock = left.map_or(String::new(), |left| format!(" ({} left)", long(left)));
            self.say(&format!("{}, your move{clock} (or help): ", output::to_move(position)))?;
            let line = match self.listen(left)? {
                Heard::Line(line) => line,
                Heard::End => {
                    self.say("\n")?;
                    return Ok(Said::Quit);
                }
                Heard::Nothing => {
                    self.say("\n")?;
                    return Ok(Said::TimeOver);
                }
            };
            match line.trim() {
                "" => {}
                "help" | "?" => self.say(HELP)?,
                "moves" => self.say(&(position.moves().join(" ") + "\n"))?,
                "hint" => {
                    let report = self.think(&self.budget(player));
                    let best = report.best_move.as_deref().unwrap_or("no idea");
                    self.say(&format!("{best} ({})\n", report.reason))?;
                }
                "analyse" | "analyze" => {
                    let report = self.think(&self.budget(player));
                    self.say(&analyse::describe(&report, 12))?;
                }
                "undo" => return Ok(Said::Undo),
                "resign" => return Ok(Said::Resign),
                "quit" | "exit" => return Ok(Said::Quit),
                text => match read_turn(position, text) {
                    Ok(turn) => return Ok(Said::Turn(turn)),
                    Err(reason) => self.say(&format!("{reason}\n"))?,
                },
            }
        }
    }

    /// Waits for a line, and ponders meanwhile if that is wanted.
    fn listen(&mut self, limit: Option<Duration>) -> Result<Heard, Failure> {
        let (input, session) = (&mut self.input, &mut self.session);
        let heard = if self.arguments.ponder && self.arguments.has_engine() {
            let over = AtomicBool::new(false);
            let Budget { memory, threads, .. } = self.arguments.search.budget();
            let endless = Budget { memory, threads, ..Budget::default() };
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    session.think(&endless, &mut Watch { interrupt: Some(&over), ..Watch::default() });
                });
                let heard = input.next(limit);
                over.store(true, Ordering::Relaxed);
                heard
            })
        } else {
            input.next(limit)
        };
        heard.map_err(|error| Failure::reading("standard input", &error))
    }

    /// Takes back the last turn of a person, and what the engine answered.
    fn undo(&mut self) -> Result<(), Failure> {
        // An engine that opened the game would only open it again.
        let undone = self.record.undo();
        if undone == 0 {
            return self.say("there is nothing to take back\n");
        }
        for _ in 0..undone {
            self.session.undo();
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

/// Whether the game goes on after a turn.
#[derive(PartialEq, Eq)]
enum Flow {
    Stay,
    Leave,
}
