//! Certificates that a page brings: they are verified by the rules, and then played against.

use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::Limits;

use crate::error::in_one_line;
use crate::message::NewGame;
use crate::proof::ProofGame;
use crate::store::Store;
use crate::table::Table;

/// How long a certificate is looked at.
const TIME: Duration = Duration::from_secs(120);

/// Verifies a certificate, and begins a game at the position that it is about.
pub fn open(store: &Store, bytes: &[u8]) -> Result<Arc<Table>, String> {
    let shared = &store.shared;
    let header =
        certificate::file::read_header(&mut Cursor::new(bytes)).map_err(|error| in_one_line(&error))?;
    // The name of a game may be that of a file.
    shared.below.game(&header.game)?;
    let share = shared.share(None)?;
    let limits =
        Limits { deadline: Some(Instant::now() + TIME), memory: Some(share.memory), interrupt: None };
    let verified = shared
        .registry
        .open_certificate(&mut Cursor::new(bytes), &limits)
        .map_err(|error| in_one_line(&error))?;
    let new = NewGame { game: header.game, position: Some(header.position), ..NewGame::default() };
    let proof = ProofGame::new(verified);
    store.add(|id| Ok(Table::begin(id, shared, &new)?.against(proof)))
}
