//! `unbounded lookup`

use clap::Args;
use engine::{Database, DatabaseEntry, Error, Position, Registry};

use crate::table::{self, Align};
use crate::{Failure, named, output};
use engine::quantity::short;

/// Looks a position up in a database: its value, and that of every move
#[derive(Args)]
#[command(after_help = "Example: unbounded lookup hexapawn.db --moves \"a1a2\"\n\
                        `unbounded solve GAME --strong --database FILE` writes one.")]
pub struct Arguments {
    /// The database, as `unbounded solve --strong --database` writes it
    file: String,
    /// The position in the game's notation; the one that the database is about if left out
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    moves: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let name = &arguments.file;
    let refused = |error: &Error| named::refused(name, error);
    let database = Database::open(registry, Box::new(named::open(name)?));
    let mut database = database.map_err(|error| refused(&error))?;
    let position = match &arguments.position {
        Some(text) => database.position().read(text)?,
        None => database.position().copy(),
    };
    let position = position.replay(&arguments.moves)?.end;
    let entry = database.look_up(position.as_ref()).map_err(|error| match error {
        Error::Database(_) => refused(&error),
        unknown => unknown.into(),
    })?;
    if arguments.json {
        return output::json(&entry);
    }
    let states = short(database.states() as f64);
    output::write(&(output::picture(&position.view()) + "\n" + &describe(&entry, position.as_ref(), &states)))
}

fn describe(entry: &DatabaseEntry, position: &dyn Position, states: &str) -> String {
    let mut text = format!(
        "value       {}: {}\nbest move   {}\ndatabase    {states} states\n",
        entry.value,
        output::gain(position.player_names(), entry.value),
        entry.best_move.as_deref().unwrap_or("none: the game is over"),
    );
    if !entry.moves.is_empty() {
        let rows: Vec<_> = entry
            .moves
            .iter()
            .map(|m| vec![m.text.clone(), output::result_for(position.turn(), m.value).to_owned()])
            .collect();
        text.push('\n');
        text.push_str(&table::draw(&[("move", Align::Left), ("value", Align::Left)], &rows));
    }
    text
}
