//! A page of a game without a connection: what tests and fuzzers talk to.

use std::sync::Arc;

use engine::Registry;

use crate::files_of::Below;
use crate::limits::{Limits, Quota};
use crate::message::{Message, NewGame};
use crate::table::{Shared, Table, Watcher};

/// A game and a page that watches it.
pub struct Page {
    table: Arc<Table>,
    _watcher: Watcher,
}

impl Page {
    /// Begins the game that a request asks for, in JSON.
    pub fn begin(registry: Arc<Registry>, limits: Limits, request: &str) -> Result<Page, String> {
        let new: NewGame = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let quota = Quota::new(limits.clone());
        let shared = Shared { registry, limits, quota, below: Below::default(), tables: Default::default() };
        let table = Table::begin("page".to_owned(), &Arc::new(shared), &new)?;
        Ok(Page { _watcher: table.watch(), table })
    }

    /// Says something, as a message of a connection.
    pub fn say(&self, text: &str) -> Result<(), String> {
        let message: Message = serde_json::from_str(text).map_err(|error| error.to_string())?;
        self.table.hear(message).map(drop)
    }

    /// What the page is shown.
    pub fn seen(&self) -> String {
        self.table.state_text().1.to_string()
    }

    /// How many positions the game has.
    pub fn positions(&self) -> usize {
        self.table.lock().line.len()
    }
}
