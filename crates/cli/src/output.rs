//! Writing results: text for people, one line of JSON for programs.

use std::io::{IsTerminal, Write};

use engine::{Outcome, Player, Position, Report, View};
use serde::Serialize;

use crate::Failure;
use engine::quantity::{memory, short};

/// Writes to standard output. A reader that has gone away (`| head`) ends the program without a complaint.
pub fn write(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Failure::Unread),
        Err(error) => Err(Failure::Failed(format!("cannot write to standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Writes to standard error. A failure is ignored: there may be no reader.
pub fn remark(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes one object on one line.
pub fn json(object: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(object).map_err(|error| Failure::Failed(error.to_string()))?;
    write(&(line + "\n"))
}

/// Whether standard output takes colours.
pub fn has_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The picture of a position, coloured where that is possible.
pub fn picture(view: &View) -> String {
    if !has_colour() {
        return view.to_string();
    }
    view.draw(|player, symbol| {
        let colour = if player == Player::First { "1;36" } else { "1;33" };
        format!("\x1b[{colour}m{symbol}\x1b[0m")
    })
}

/// What the players are called, the first one first.
pub type Names = [&'static str; 2];

/// How a game ended, in words.
pub fn outcome(names: Names, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{} wins ({})", names[winner.index()], outcome.result()),
        Outcome::Draw => "draw (1/2)".to_owned(),
    }
}

/// The player to move, with the symbol of its pieces where there is only one.
pub fn to_move(position: &dyn Position) -> String {
    let (turn, view) = (position.turn(), position.view());
    let name = position.player_names()[turn.index()];
    match view.symbol(turn) {
        Some(symbol) => format!("{name} ({symbol})"),
        None => name.to_owned(),
    }
}

/// The move to play, why, and what is expected then.
pub fn choice(report: &Report) -> String {
    match &report.best_move {
        Some(best) => {
            format!("best move   {best}: {}\nline        {}\n", report.reason, report.line.join(" "))
        }
        None => format!("best move   none: {}\n", report.reason),
    }
}

/// A proven gain of the first player, in words.
pub fn gain(names: Names, gain: i8) -> String {
    match Outcome::from_gain(gain) {
        Outcome::Win(winner) => format!("{} wins", names[winner.index()]),
        Outcome::Draw => "draw".to_owned(),
    }
}

/// A proven gain of the first player, seen by the player to move.
pub fn result_for(turn: Player, gain: i8) -> &'static str {
    match gain * turn.sign() {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

/// The functions that a search goes by: its evaluator, and f_t if that is not the usual one.
pub fn functions(report: &Report) -> String {
    match report.terminal {
        None | Some("score") => report.evaluator.clone(),
        Some(terminal) => format!("{} and terminal value {terminal}", report.evaluator),
    }
}

/// How large a proof is, in one line.
pub fn proof_size(title: &str, size: &engine::Size) -> String {
    let by_rule = match size.by_rule {
        0 => String::new(),
        states => format!("{} proofs by rule, ", short(states as f64)),
    };
    format!(
        "{title:<11} {} states, {} moves named, {by_rule}{}\n",
        short(size.states as f64),
        short(size.choices as f64),
        memory(size.bytes as usize)
    )
}
