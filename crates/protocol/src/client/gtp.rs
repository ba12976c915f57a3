//! GTP 2 from the client's side.

use std::time::Duration;

use engine::Position;

use super::game::Game;
use super::{Caller, Line, Setup, Trouble, colour, short};
use crate::clock::Limits;
use crate::gtp::{Vertices, komi};
use crate::spelling::{Spelling, base, size};

/// The client's half of GTP.
#[derive(Default)]
pub struct Gtp {
    /// The commands that the engine knows; empty if it does not say.
    known: Vec<String>,
    /// How many turns of the game the engine has been told.
    told: usize,
}

impl Gtp {
    fn knows(&self, command: &str) -> bool {
        self.known.is_empty() || self.known.iter().any(|known| known == command)
    }
}

/// Sends a command, and waits for the answer.
fn send(line: &mut Line<'_>, command: String) -> Result<Result<String, String>, Trouble> {
    line.say(command);
    // Some programs print other things before.
    let first = line.hear_until(|said| said.starts_with(['=', '?']).then(|| said.to_owned()))?;
    let (sign, text) = first.split_at(1);
    let mut text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    loop {
        let more = line.hear()?;
        if more.trim().is_empty() {
            break;
        }
        text = text + "\n" + more.trim();
    }
    Ok(if sign == "=" { Ok(text) } else { Err(text) })
}

/// The same for a command that must not fail.
fn obey(line: &mut Line<'_>, command: String) -> Result<String, Trouble> {
    let refused =
        |text: String| Trouble::Unable(format!("it refused `{}`: {}", short(&command), short(&text)));
    send(line, command.clone())?.map_err(refused)
}

/// The size of the board in the words of `boardsize`, if the game has a board.
fn board_size(start: &dyn Position) -> Option<String> {
    let (columns, rows) = size(start);
    match base(start.game()) {
        _ if columns == 0 => None,
        // The side of the hexagon.
        "havannah" => Some(columns.div_ceil(2).to_string()),
        _ if columns == rows => Some(columns.to_string()),
        _ => Some(format!("{columns} {rows}")),
    }
}

/// A time for each move as a period of whole seconds and its number of moves, as near as possible.
fn period(time: Duration) -> (u64, u32) {
    const MOST_MOVES: u32 = 20;
    let seconds = time.as_secs_f64();
    let error = |moves: u32| {
        let exact = seconds * f64::from(moves);
        (exact.round().max(1.0) / exact - 1.0).abs()
    };
    let moves = (1..=MOST_MOVES).min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(1);
    ((seconds * f64::from(moves)).round().max(1.0) as u64, moves)
}

impl Caller for Gtp {
    fn greet(&mut self, line: &mut Line<'_>, setup: &Setup, _: &dyn Position) -> Result<(), Trouble> {
        let known = send(line, "list_commands".to_owned())?.unwrap_or_default();
        self.known = known.split_whitespace().map(str::to_owned).collect();
        for (name, value) in &setup.options {
            obey(line, format!("{name} {value}"))?;
        }
        Ok(())
    }

    fn new_game(
        &mut self,
        line: &mut Line<'_>,
        start: &dyn Position,
        limits: &Limits,
    ) -> Result<(), Trouble> {
        self.told = 0;
        if let Some(size) = board_size(start).filter(|_| self.knows("boardsize")) {
            obey(line, format!("boardsize {size}"))?;
        }
        if let Some(komi) = komi(start) {
            obey(line, format!("komi {komi}"))?;
        }
        obey(line, "clear_board".to_owned())?;
        if let Some(time) = limits.move_time.filter(|_| self.knows("time_settings")) {
            let (seconds, moves) = period(time);
            obey(line, format!("time_settings 0 {seconds} {moves}"))?;
        }
        Ok(())
    }

    fn ask(&mut self, line: &mut Line<'_>, game: &Game, limits: &Limits) -> Result<Option<String>, Trouble> {
        for word in &game.words()[self.told..] {
            obey(line, format!("play {} {}", colour(word.player), word.text))?;
        }
        let colour = colour(game.position().turn());
        if let Some(time) = limits.move_time.filter(|_| self.knows("time_left")) {
            let (seconds, moves) = period(time);
            obey(line, format!("time_left {colour} {seconds} {moves}"))?;
        }
        let word = send(line, format!("genmove {colour}"))?;
        let word = word.map_err(|text| Trouble::Wrong(format!("it refused to move: {}", short(&text))))?;
        // What it has played it need not be told.
        self.told = game.words().len() + 1;
        Ok((!word.eq_ignore_ascii_case("resign")).then_some(word))
    }

    fn spelling(&self) -> &dyn Spelling {
        &Vertices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_periods_of_whole_seconds() {
        let of = |milliseconds| period(Duration::from_millis(milliseconds));
        assert_eq!((of(500), of(100), of(2000), of(1500)), ((1, 2), (1, 10), (2, 1), (3, 2)));
        assert_eq!((of(333), of(1)), ((1, 3), (1, 20)));
    }
}
