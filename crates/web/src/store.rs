//! The games on the server, by their ids, in memory and in files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::message::NewGame;
use crate::saved::Saved;
use crate::table::{Shared, Table};

/// All games.
pub struct Store {
    pub(crate) shared: Arc<Shared>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    /// Where games are kept.
    directory: Option<PathBuf>,
}

impl Store {
    /// A store without games, but for those in the files of this directory.
    pub fn new(shared: Arc<Shared>, directory: Option<PathBuf>) -> Store {
        Store { shared, tables: Mutex::default(), directory }
    }

    /// Begins a game.
    pub fn begin(&self, new: &NewGame) -> Result<Arc<Table>, String> {
        self.add(|id| Table::begin(id, &self.shared, new))
    }

    /// Adds a game that `make` makes with a new id.
    pub fn add(&self, make: impl FnOnce(String) -> Result<Arc<Table>, String>) -> Result<Arc<Table>, String> {
        let most = self.shared.limits.games;
        if self.tables.lock().len() >= most {
            self.drop_idle();
        }
        let table = make(new_id()?)?;
        let mut tables = self.tables.lock();
        if tables.len() >= most {
            return Err(format!("{most} games are open already, which is the limit of this server"));
        }
        tables.insert(table.id.clone(), table.clone());
        Ok(table)
    }

    /// The game with this id.
    pub fn get(&self, id: &str) -> Option<Arc<Table>> {
        if !is_id(id) {
            return None;
        }
        if let Some(table) = self.tables.lock().get(id) {
            return Some(table.clone());
        }
        let text = std::fs::read_to_string(self.file(id)?).ok()?;
        let saved: Saved = serde_json::from_str(&text).ok()?;
        let table = Table::of_saved(id.to_owned(), &self.shared, saved).ok()?;
        let mut tables = self.tables.lock();
        if tables.len() >= self.shared.limits.games {
            return None;
        }
        Some(tables.entry(id.to_owned()).or_insert(table).clone())
    }

    fn file(&self, id: &str) -> Option<PathBuf> {
        Some(self.directory.as_deref()?.join(format!("{id}.json")))
    }

    fn tables(&self) -> Vec<Arc<Table>> {
        self.tables.lock().values().cloned().collect()
    }

    /// Ends what is not wanted any more, and writes what has changed. This is called several times a second.
    pub fn tidy(&self) {
        for table in self.tables() {
            table.tidy();
        }
        self.save();
    }

    /// Writes the games that have changed.
    pub fn save(&self) {
        if self.directory.is_none() {
            return;
        }
        for table in self.tables() {
            let Some((saved, file)) = table.unsaved().zip(self.file(&table.id)) else { continue };
            if let Err(error) = write(&file, &saved) {
                eprintln!("unbounded: a game could not be written: {error}");
            }
        }
    }

    /// Drops games that no page has watched for long. Those in files can be opened again.
    fn drop_idle(&self) {
        self.save();
        self.tables.lock().retain(|_, table| !table.is_idle());
    }
}

fn write(file: &Path, saved: &Saved) -> Result<(), String> {
    let text = serde_json::to_string(saved).map_err(|error| error.to_string())?;
    files::write(file, "game", text.as_bytes()).map_err(|error| error.to_string())
}

/// Ids cannot be guessed: who knows one may play the game.
fn new_id() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers for an id: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_no_paths() {
        let id = new_id().unwrap();
        assert!(is_id(&id) && id != new_id().unwrap());
        assert!(
            !is_id("../../../../etc/passwd")
                && !is_id("")
                && !is_id(&id[1..])
                && !is_id(&id.replace(|_| true, "G"))
        );
    }
}
