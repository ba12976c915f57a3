//! GTP 2 for Go, Hex, Havannah, Othello, Amazons and whatever else is written in single words.

use std::time::Duration;

use engine::{Outcome, Player, Position};

use super::time::Clocks;
use super::vertices::Vertices;
use super::{Answer, Commands, analyse};
use crate::clock::Limits;
use crate::desk::{Desk, Unit};
use crate::record::Record;
use crate::search::Found;
use crate::spelling::{Spelling, base, size};

/// The names of the commands.
const NAMES: &[&str] = &[
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "gogui-play_sequence",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
    "lz-analyze",
    "gogui-analyze_commands",
    "hexgui-analyze_commands",
    "unbounded-position",
    "unbounded-result",
    "unbounded-gfx",
    "unbounded-line",
    "unbounded-proven",
    "unbounded-selections",
    "unbounded-values",
];

/// What the result of a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Play,
    Advise,
    Analyse,
}

/// The commands of GTP 2.
pub struct Standard {
    clocks: Clocks,
    purpose: Purpose,
    /// What the last search has found, and where.
    last: Option<(Box<dyn Position>, Found)>,
}

impl Default for Standard {
    fn default() -> Self {
        Standard { clocks: Clocks::default(), purpose: Purpose::Play, last: None }
    }
}

/// A move that the engine plays for the other side, so that a player of Go may play twice in a row, has no word.
const NO_WORD: &str = "";

impl Commands for Standard {
    fn names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn obey(&mut self, name: &str, words: &[&str], desk: &mut Desk<'_>) -> Result<Answer, String> {
        let position = desk.record.position();
        let text = match name {
            "boardsize" => {
                set_size(words, desk)?;
                String::new()
            }
            "clear_board" => {
                desk.restart()?;
                self.last = None;
                String::new()
            }
            "komi" => {
                set_komi(words, desk)?;
                String::new()
            }
            "play" => {
                let (colour, word) = words.split_first().ok_or("a colour and a move are needed")?;
                play(player(colour)?, &word.join(" "), desk)?;
                String::new()
            }
            "gogui-play_sequence" => {
                words.chunks(2).try_for_each(|pair| match pair {
                    [colour, word] => play(player(colour)?, word, desk),
                    _ => Err("a move is missing".to_owned()),
                })?;
                String::new()
            }
            "genmove" | "reg_genmove" => {
                let player = player(words.first().ok_or("a colour is needed")?)?;
                self.purpose = if name == "genmove" { Purpose::Play } else { Purpose::Advise };
                return self.search(player, self.clocks.limits(), false, desk);
            }
            "lz-analyze" => {
                let colour = words.iter().find_map(|word| player(word).ok());
                let interval: Option<u64> = words.iter().find_map(|word| word.parse().ok());
                desk.every = Some(Duration::from_millis(10 * interval.unwrap_or(50).clamp(1, 1000)));
                self.purpose = Purpose::Analyse;
                let limits = Limits { endless: true, ..Limits::default() };
                return self.search(colour.unwrap_or(position.turn()), limits, true, desk);
            }
            "undo" => {
                if !desk.record.undo() {
                    return Err("cannot undo".to_owned());
                }
                if desk.record.last_word() == Some(NO_WORD) {
                    desk.record.undo();
                }
                String::new()
            }
            "time_settings" => {
                self.clocks.set(words)?;
                String::new()
            }
            "time_left" => {
                let (colour, time) = words.split_first().ok_or("a colour and a time are needed")?;
                self.clocks.tell(player(colour)?, time)?;
                String::new()
            }
            "showboard" => format!("\n{}{}", position.view(), position.text()),
            "final_score" => final_score(position)?,
            "gogui-analyze_commands" | "hexgui-analyze_commands" => analyse::COMMANDS.join("\n"),
            "unbounded-position" => position.text(),
            "unbounded-result" => {
                position.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.result().to_owned())
            }
            _ => {
                let (root, found) = self.last.as_ref().ok_or("nothing has been searched yet")?;
                analyse::tell(name, &**root, found, &Vertices)
            }
        };
        Ok(Answer::Now(text))
    }

    fn found(&mut self, found: Result<&Found, String>, desk: &mut Desk<'_>) -> Result<String, String> {
        let found = found?;
        let root = desk.root().copy();
        self.last = Some((root.copy(), found.clone()));
        if self.purpose == Purpose::Analyse {
            return Ok(analyse::stream(&*root, found, desk.player.lines, &Vertices));
        }
        if found.decisions.is_empty() {
            return Err("there is no move".to_owned());
        }
        let word = Vertices.write(&*root, &found.decisions);
        if self.purpose == Purpose::Play {
            self.clocks.spend(root.turn(), Duration::from_secs_f64(found.report.seconds.clamp(0.0, 1e7)));
            desk.record.decide(&word, found.decisions.clone())?;
        }
        Ok(word)
    }

    fn progress(&mut self, found: &Found, desk: &Desk<'_>) -> Option<String> {
        Some(analyse::stream(desk.root(), found, desk.player.lines.max(analyse::USUAL_LINES), &Vertices))
    }
}

impl Standard {
    fn search(
        &mut self,
        player: Player,
        limits: Limits,
        is_stream: bool,
        desk: &mut Desk<'_>,
    ) -> Result<Answer, String> {
        give_turn(player, desk)?;
        if desk.record.position().outcome().is_some() {
            desk.record.go_on();
        }
        if desk.record.position().outcome().is_some() {
            // After two passes, a client that plays on is told to pass.
            let is_go = base(desk.game()) == "go" && !is_stream;
            return if is_go {
                Ok(Answer::Now("PASS".to_owned()))
            } else {
                Err("the game is over".to_owned())
            };
        }
        desk.begin(&limits, Unit::Turn, is_stream);
        Ok(if is_stream { Answer::Stream } else { Answer::Later })
    }
}

/// The player of a colour.
fn player(colour: &str) -> Result<Player, String> {
    match colour.to_lowercase().as_str() {
        "b" | "black" => Ok(Player::First),
        "w" | "white" => Ok(Player::Second),
        _ => Err(format!("`{colour}` is no colour: black or white")),
    }
}

/// Sees to it that this player is to move. In Go the other one may pass for that.
fn give_turn(player: Player, desk: &mut Desk<'_>) -> Result<(), String> {
    let position = desk.record.position();
    if position.turn() == player || position.outcome().is_some() {
        return Ok(());
    }
    let passed = position.replay("pass").ok().filter(|replay| replay.end.outcome().is_none());
    match passed {
        Some(passed) if base(desk.game()) == "go" => desk.record.decide(NO_WORD, passed.moves),
        _ => Err(format!("it is the turn of {}", if player == Player::First { "white" } else { "black" })),
    }
}

fn play(player: Player, word: &str, desk: &mut Desk<'_>) -> Result<(), String> {
    if word.eq_ignore_ascii_case("resign") {
        return Ok(());
    }
    let before = desk.record.len();
    give_turn(player, desk)?;
    desk.record.play(word, &Vertices).map_err(|error| {
        if desk.record.len() > before {
            desk.record.undo();
        }
        format!("illegal move: {error}")
    })
}

/// `boardsize N`, or `boardsize COLUMNS ROWS`.
fn set_size(words: &[&str], desk: &mut Desk<'_>) -> Result<(), String> {
    let number = |word: &&str| word.parse::<u32>().map_err(|_| format!("`{word}` is no size"));
    let columns = number(words.first().ok_or("a size is needed")?)?;
    let rows = words.get(1).map_or(Ok(columns), number)?;
    let game = desk.game().to_owned();
    let options = game.split_once(',').map_or(String::new(), |(_, options)| format!(",{options}"));
    let name = match base(&game) {
        name @ ("go" | "havannah" | "othello") if rows == columns => format!("{name}:{columns}{options}"),
        name @ ("hex" | "amazons" | "clobber" | "breakthrough" | "domineering") => {
            format!("{name}:{columns}x{rows}{options}")
        }
        _ if (columns, rows) == size(desk.record.start()) => game,
        _ => return Err("unacceptable size".to_owned()),
    };
    desk.new_game(&name).map_err(|_| "unacceptable size".to_owned())
}

/// `komi K`. The game goes on under the other rule.
fn set_komi(words: &[&str], desk: &mut Desk<'_>) -> Result<(), String> {
    let komi: Option<f64> = words.first().and_then(|word| word.parse().ok());
    let komi = komi.filter(|komi| komi.is_finite()).ok_or("a komi is needed")?;
    if base(desk.game()) != "go" {
        return Ok(());
    }
    let name = desk.game().split(',').next().unwrap_or_default().to_owned();
    let name = if name == "go" { "go:9".to_owned() } else { name };
    let decisions = desk.record.decisions();
    let start = desk.open(&format!("{name},komi={komi}"))?;
    let mut record = Record::new(start, None);
    decisions.into_iter().try_for_each(|decision| record.decide(&decision.clone(), vec![decision]))?;
    desk.set(record);
    Ok(())
}

/// The lead in Go, the winner elsewhere.
fn final_score(position: &dyn Position) -> Result<String, String> {
    let outcome = position.outcome().ok_or("the game is not over")?;
    let lead = number_of(position, "area ").zip(komi(position)).map(|(area, komi)| area - komi);
    Ok(match (outcome, lead) {
        (Outcome::Draw, _) => "0".to_owned(),
        (Outcome::Win(Player::First), Some(lead)) => format!("B+{lead}"),
        (Outcome::Win(Player::Second), Some(lead)) => format!("W+{}", -lead),
        (Outcome::Win(Player::First), None) => "B+".to_owned(),
        (Outcome::Win(Player::Second), None) => "W+".to_owned(),
    })
}

/// The komi of a game of Go; `None` in other games.
pub fn komi(position: &dyn Position) -> Option<f64> {
    number_of(position, "komi ").filter(|_| base(position.game()) == "go")
}

/// A number in the notes on a position, behind this word.
fn number_of(position: &dyn Position, word: &str) -> Option<f64> {
    let number = |note: &String| note.split_once(word)?.1.split([' ', ',']).next()?.parse().ok();
    position.view().notes.iter().find_map(number)
}
