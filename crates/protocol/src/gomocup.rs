//! The protocol of Gomocup: coordinates from 0, one stone per turn of gomoku and two of Connect6.

use std::time::Duration;

use engine::{Player, Position};

use crate::clock::{Clock, Limits};
use crate::conversation::{Dialect, Flow};
use crate::desk::{Desk, Unit};
use crate::record::Record;
use crate::score::rows;
use crate::search::{Event, Found, News};
use crate::spelling::{Plain, Spelling, base, cell, cell_text, pieces, read_plainly, size};

/// A win at once; every turn until then takes one from it.
const WIN: i32 = 10_000;

/// A clock that shows this or more shows no limit.
const ENDLESS: Duration = Duration::from_secs(2_000_000);

const SPELLING: Plain = Plain { blank: ' ' };

/// Stones as clients write them, such as `7,7`, with a blank between the two of a turn of Connect6.
pub struct Stones;

impl Spelling for Stones {
    fn write(&self, _: &dyn Position, decisions: &[String]) -> String {
        let stones = decisions.iter().filter_map(|stone| cell(stone)).map(coordinates);
        stones.collect::<Vec<_>>().join(" ")
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        let words = cells(word)?.into_iter().map(|(column, row)| cell_text(column, row));
        read_plainly(before, &words.collect::<Vec<_>>().join(" "))
    }
}

/// A stone of a `BOARD`: its cell, and whether it is the engine's own.
type Stone = ((u32, u32), bool);

/// Gomocup.
#[derive(Default)]
pub struct Gomocup {
    limits: Limits,
    left: Option<Duration>,
    /// The stones of a `BOARD` that is being told.
    board: Option<Vec<Stone>>,
}

impl Gomocup {
    fn obey(&mut self, line: &str, desk: &mut Desk<'_>) -> Result<Flow, String> {
        if let Some(board) = &mut self.board {
            if !line.eq_ignore_ascii_case("DONE") {
                match numbers(line)[..] {
                    [x, y, owner @ 1..=3] => board.push(((x + 1, y + 1), owner == 1)),
                    _ => {
                        self.board = None;
                        return Err(format!("`{line}` is no stone: write x,y,owner, and DONE at the end"));
                    }
                }
                return Ok(Flow::Continue);
            }
            let board = self.board.take().unwrap_or_default();
            set_up(&board, desk)?;
            self.go(desk)?;
            return Ok(Flow::Continue);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_uppercase().as_str() {
            "" => {}
            "START" => {
                let side: u32 = rest.parse().map_err(|_| "START: a size is needed".to_owned())?;
                let name = format!("{}:{side}", base(desk.game()));
                desk.new_game(&name).map_err(|_| format!("unsupported size {side}"))?;
                desk.say("OK");
            }
            "RESTART" => {
                desk.restart()?;
                desk.say("OK");
            }
            "BEGIN" => self.go(desk)?,
            "TURN" => {
                place(&cells(rest)?, desk)?;
                self.go(desk)?;
            }
            "PLAY" => {
                place(&cells(rest)?, desk)?;
                desk.say(rest);
            }
            "BOARD" => self.board = Some(Vec::new()),
            "TAKEBACK" => {
                if !desk.record.undo() {
                    return Err("there is no stone to take back".to_owned());
                }
                desk.say("OK");
            }
            "INFO" => self.hear(rest, desk)?,
            "ABOUT" => desk.say(&format!(
                "name=\"unbounded\", version=\"{}\", author=\"the unbounded contributors\"",
                env!("CARGO_PKG_VERSION")
            )),
            // Not part of the protocol, but the only way to end a search at once.
            "STOP" | "YXSTOP" => desk.stop(),
            "END" => {
                desk.stop();
                return Ok(Flow::Quit);
            }
            _ => desk.say(&format!("UNKNOWN command {word}")),
        }
        Ok(Flow::Continue)
    }

    /// `INFO key value`; unknown keys are passed over, as the protocol says.
    fn hear(&mut self, text: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let number = || value.trim().parse::<u64>().map_err(|_| format!("INFO {key}: a number is needed"));
        let time = || number().map(|time| Duration::from_millis(time.min(1 << 40)));
        match key {
            "timeout_turn" => self.limits.move_time = Some(time()?).filter(|time| *time < ENDLESS),
            "time_left" => self.left = Some(time()?).filter(|time| *time < ENDLESS),
            "max_memory" => {
                let most = usize::try_from(number()?).unwrap_or(usize::MAX);
                // 0 is no limit, and with less than this there is no search.
                let most = if most == 0 { usize::MAX } else { most.max(1 << 20) };
                desk.player.budget.memory = desk.player.budget.memory.map(|memory| memory.min(most));
            }
            "thread_num" => desk.player.budget.threads = Some(number()?.clamp(1, 1024) as usize),
            "max_node" => self.limits.nodes = Some(number()?).filter(|nodes| *nodes > 0),
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, desk: &mut Desk<'_>) -> Result<(), String> {
        if desk.is_thinking() {
            return Err("the search has not ended yet".to_owned());
        }
        if desk.record.position().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let clock = self.left.map(|left| Clock { left, ..Clock::default() });
        desk.begin(&Limits { clocks: [clock; 2], ..self.limits }, Unit::Turn, false);
        Ok(())
    }

    fn tell(&self, found: &Found, desk: &mut Desk<'_>) {
        let report = &found.report;
        let Some(row) = rows(report, desk.root().turn()).into_iter().next() else { return };
        let line: Vec<String> = desk.line(found, Unit::Turn, &SPELLING);
        desk.say(&format!(
            "MESSAGE depth {} score {} nodes {} {} line {}",
            report.depth,
            row.score.number(WIN),
            report.nodes,
            row.labels(),
            line.join(" ")
        ));
    }
}

impl Dialect for Gomocup {
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow {
        self.obey(text.trim(), desk).unwrap_or_else(|message| {
            desk.say(&format!("ERROR {message}"));
            Flow::Continue
        })
    }

    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow {
        match event.news {
            News::Progress(found) => self.tell(&found, desk),
            News::Done(found) => {
                self.tell(&found, desk);
                let stones = Stones.write(desk.root(), &found.decisions);
                match desk.record.decide(&stones, found.decisions.clone()) {
                    Ok(()) => desk.say(&stones),
                    Err(message) => desk.say(&format!("ERROR {message}")),
                }
            }
            News::Failed(reason) => desk.say(&format!("ERROR {reason}")),
        }
        Flow::Continue
    }
}

/// Numbers separated by commas or blanks; what is no number ends them.
fn numbers(text: &str) -> Vec<u32> {
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    let numbers: Option<Vec<u32>> =
        words.map(|word| word.parse().ok().filter(|number| *number < 100)).collect();
    numbers.unwrap_or_default()
}

/// The cells of a turn.
fn cells(text: &str) -> Result<Vec<(u32, u32)>, String> {
    let numbers = numbers(text);
    if numbers.is_empty() || numbers.len() % 2 == 1 {
        return Err(format!("`{text}` is no move: write x,y"));
    }
    Ok(numbers.chunks(2).map(|pair| (pair[0] + 1, pair[1] + 1)).collect())
}

fn coordinates((column, row): (u32, u32)) -> String {
    format!("{},{}", column - 1, row - 1)
}

/// Plays the stones of a turn. A first stone that the rules of the opening forbid here is put on the board all the same.
fn place(cells: &[(u32, u32)], desk: &mut Desk<'_>) -> Result<(), String> {
    let words: Vec<String> = cells.iter().map(|&(column, row)| cell_text(column, row)).collect();
    let coordinates: Vec<String> = cells.iter().copied().map(coordinates).collect();
    let word = coordinates.join(" ");
    if desk.record.decide(&word, words).is_ok() {
        return Ok(());
    }
    if pieces(desk.record.position()).is_empty() && cells.len() == 1 {
        let stones: Vec<Stone> = cells.iter().map(|&cell| (cell, false)).collect();
        return put(&stones, desk);
    }
    Err(format!("illegal move {word}"))
}

/// Sets up a board: as a game where its stones make one in their order, otherwise as a position.
fn set_up(stones: &[Stone], desk: &mut Desk<'_>) -> Result<(), String> {
    let start = desk.record.start().copy();
    // An earlier board is no start of a game.
    let start = if desk.record.said().is_some() { desk.open(start.game())? } else { start };
    let own = stones.iter().filter(|(_, is_own)| *is_own).count();
    let engine = if own == stones.len() - own { Player::First } else { Player::Second };
    let mut position = start.copy();
    let mut words = Vec::new();
    for &((column, row), is_own) in stones {
        let mover = if is_own { engine } else { engine.other() };
        let word = cell_text(column, row);
        let next = position.replay(&word).ok().filter(|_| position.turn() == mover);
        let Some(next) = next else { return put(stones, desk) };
        position = next.end;
        words.push(word);
    }
    if position.turn() != engine {
        return put(stones, desk);
    }
    if desk.record.said().is_some() {
        desk.set(Record::new(start, None));
    }
    desk.record.play_all(words.iter().map(String::as_str), &SPELLING)
}

/// Puts stones on an empty board; the engine is to move.
fn put(stones: &[Stone], desk: &mut Desk<'_>) -> Result<(), String> {
    let start = desk.open(desk.game())?;
    let (columns, rows) = size(&*start);
    let own = stones.iter().filter(|(_, is_own)| *is_own).count();
    let (mine, yours) = if own == stones.len() - own { ('x', 'o') } else { ('o', 'x') };
    let row = |row: u32| -> String {
        let cell = |column: u32| {
            let stone = stones.iter().find(|(cell, _)| *cell == (column, row));
            stone.map_or('.', |(_, is_own)| if *is_own { mine } else { yours })
        };
        (1..=columns).map(cell).collect()
    };
    let text = (1..=rows).rev().map(row).collect::<Vec<_>>().join("/");
    let text = format!("{text} {mine}");
    let position = start.read(&text).map_err(|error| error.to_string())?;
    desk.set(Record::new(position, Some(text)));
    Ok(())
}
