//! NBoard, version 2, the protocol of Othello programs: games in GGF, moves such as `F5/1.5/0.2`.

use engine::Position;

use crate::clock::Limits;
use crate::conversation::{Dialect, Flow};
use crate::desk::{Desk, Unit};
use crate::record::Record;
use crate::records::Ggf;
use crate::score::{Score, rows};
use crate::search::{Event, Found, News};
use crate::spelling::{Spelling, read_plainly, size};

/// Moves in upper case, `PA` for a pass.
pub struct Moves;

impl Spelling for Moves {
    fn write(&self, _: &dyn Position, decisions: &[String]) -> String {
        decisions.concat().replace("pass", "pa").to_uppercase()
    }

    fn read(&self, before: &dyn Position, word: &str) -> Result<Vec<String>, String> {
        // Evaluation and time may follow.
        let word = word.split('/').next().unwrap_or_default().trim().to_lowercase();
        read_plainly(before, if matches!(word.as_str(), "pa" | "pas") { "pass" } else { &word })
    }
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Move,
    Hint(usize),
}

/// NBoard.
pub struct NBoard {
    /// The depth that the client has set.
    depth: Option<u32>,
    purpose: Purpose,
    /// What to do when the present search has ended.
    next: Option<Purpose>,
}

impl Default for NBoard {
    fn default() -> Self {
        NBoard { depth: None, purpose: Purpose::Move, next: None }
    }
}

/// The most evaluations of a depth.
const MOST_DOUBLINGS: u32 = 13;

impl NBoard {
    fn obey(&mut self, line: &str, desk: &mut Desk<'_>) -> Result<Flow, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "nboard" => desk.say("set myname unbounded"),
            "set" => self.set(rest, desk)?,
            "move" => desk.record.play(rest, &Moves)?,
            "go" => self.ask(Purpose::Move, desk),
            "hint" => {
                let number = rest.parse().map_err(|_| "hint: a number of moves is needed".to_owned())?;
                self.ask(Purpose::Hint(number), desk);
            }
            "ping" => {
                desk.stop();
                desk.say(&format!("pong {rest}"));
            }
            "stop" => desk.stop(),
            "learn" => desk.say("learned"),
            "analyze" => desk.say("status no analysis of whole games"),
            "quit" => {
                self.next = None;
                desk.stop();
                return Ok(Flow::Quit);
            }
            _ => return Err(format!("unknown command {word}")),
        }
        Ok(Flow::Continue)
    }

    fn set(&mut self, text: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match name {
            "depth" => {
                let depth = value.trim().parse().map_err(|_| "set depth: a number is needed".to_owned())?;
                self.depth = Some(depth);
            }
            "game" => set_game(value, desk)?,
            _ => {}
        }
        Ok(())
    }

    /// A best-first search knows no depth to complete: every two plies double the evaluations.
    fn limits(&self) -> Limits {
        let evaluations = self.depth.map(|depth| 500 << (depth / 2).min(MOST_DOUBLINGS));
        Limits { evaluations, ..Limits::default() }
    }

    fn ask(&mut self, purpose: Purpose, desk: &mut Desk<'_>) {
        if desk.is_thinking() {
            self.next = Some(purpose);
            desk.stop();
            return;
        }
        self.purpose = purpose;
        if desk.record.position().outcome().is_some() {
            desk.say("status the game is over");
            return;
        }
        desk.say("status thinking");
        desk.begin(&self.limits(), Unit::Decision, false);
    }

    fn hint(&self, found: &Found, desk: &mut Desk<'_>) {
        let number = match self.purpose {
            Purpose::Move => 1,
            Purpose::Hint(number) => number,
        };
        let (_, side) = size(desk.root());
        let report = &found.report;
        let best = desk.line(found, Unit::Decision, &Moves).concat();
        let rows = rows(report, desk.root().turn());
        for (index, row) in rows.iter().take(number).enumerate() {
            let word = Moves.write(desk.root(), std::slice::from_ref(&row.decision));
            let line = if index == 0 { &best } else { &word };
            desk.say(&format!("search {line} {:.2} 0 {}", discs(row.score, side), report.depth));
            desk.say(&format!("status {word} {}", row.labels()));
        }
        desk.say(&format!("nodestats {} {:.2}", report.nodes, report.seconds));
    }
}

impl Dialect for NBoard {
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow {
        self.obey(text.trim(), desk).unwrap_or_else(|message| {
            desk.say(&format!("status error: {message}"));
            Flow::Continue
        })
    }

    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow {
        match event.news {
            News::Progress(found) => {
                self.hint(&found, desk);
                return Flow::Continue;
            }
            News::Done(found) => {
                self.hint(&found, desk);
                if self.purpose == Purpose::Move && self.next.is_none() {
                    let word = Moves.write(desk.root(), &found.decisions);
                    let (_, side) = size(desk.root());
                    let row = rows(&found.report, desk.root().turn()).into_iter().next();
                    let value = row.map_or(0.0, |row| discs(row.score, side));
                    desk.say(&format!("=== {word}/{value:.2}/{:.2}", found.report.seconds));
                } else {
                    desk.say("status");
                }
            }
            News::Failed(reason) => desk.say(&format!("status error: {reason}")),
        }
        if let Some(purpose) = self.next.take() {
            self.ask(purpose, desk);
        }
        Flow::Continue
    }

    fn is_busy(&self, desk: &Desk<'_>) -> bool {
        desk.is_thinking() || self.next.is_some()
    }
}

/// A value in discs: an estimate as a share of the board, a win as all of it.
fn discs(score: Score, side: u32) -> f32 {
    let cells = (side * side) as f32;
    match score {
        Score::Win(_) => cells,
        Score::Loss(_) => -cells,
        Score::Draw => 0.0,
        Score::Estimate(v) => (v.clamp(-1.0, 1.0) * cells).clamp(1.0 - cells, cells - 1.0),
    }
}

/// A game in GGF.
fn set_game(ggf: &str, desk: &mut Desk<'_>) -> Result<(), String> {
    let wrong = |error: String| format!("set game: {error}");
    let game = Ggf::read(ggf).map_err(wrong)?;
    let (side, text) = game.board().map_err(wrong)?;
    let start = desk.open(&format!("othello:{side}"))?;
    let begin = start.read(&text).map_err(|error| format!("set game: {error}"))?;
    // The same game with more moves goes on with the tree.
    if desk.record.said() == Some(&text) && desk.game() == begin.game() {
        return desk.record.play_all(game.moves(), &Moves);
    }
    let mut record = Record::new(begin, Some(text));
    record.play_all(game.moves(), &Moves)?;
    desk.set(record);
    Ok(())
}
