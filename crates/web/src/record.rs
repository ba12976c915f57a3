//! A game as a file for other programs.

use crate::table::Table;

/// A text with a name.
pub struct File {
    /// The name of the file.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The moves up to the position that is looked at, in the game's notation: what `unbounded replay` checks.
pub fn of(table: &Table) -> File {
    let state = table.lock();
    let result = match (&state.ended, state.position.outcome()) {
        (Some((result, _)), _) => (*result).to_owned(),
        (None, Some(outcome)) => outcome.result().to_owned(),
        (None, None) => "*".to_owned(),
    };
    let mut text = format!("[Game \"{}\"]\n", state.game);
    if let Some(position) = &state.begins {
        text.push_str(&format!("[Position \"{position}\"]\n"));
    }
    text.push_str(&format!("[Result \"{result}\"]\n\n"));
    let mut width = 0;
    for m in state.line.moves(state.cursor) {
        if width + m.len() > 78 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += m.len();
        text.push_str(&m);
    }
    text.push_str(&format!("\n{result}\n"));
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    File { name: format!("{}.txt", state.game.chars().map(safe).collect::<String>()), text }
}
