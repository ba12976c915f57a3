//! A connection: what a page says about its game, and what the server says of it.
//!
//! Nothing is queued for a page that reads slowly: it gets the latest state of everything when it is ready for more.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::message::Message;
use crate::rate::Rate;
use crate::report;
use crate::table::{Question, Table};

/// Answers that wait for a page.
const ANSWERS: usize = 16;

/// What a page has been told.
#[derive(Default)]
struct Told {
    state: u64,
    searches: [u64; 2],
    proof: u64,
}

/// Talks with a page until one of them goes.
pub async fn talk(mut socket: WebSocket, table: Arc<Table>) {
    let mut watcher = table.watch();
    let mut rate = Rate::new(table.shared.limits.rate);
    let (answers, mut answered) = mpsc::channel::<String>(ANSWERS);
    let mut told = Told::default();
    if tell(&mut socket, &table, &mut told).await.is_err() {
        return;
    }
    loop {
        let sent = tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    let wait = rate.take(Instant::now());
                    tokio::time::sleep(wait).await;
                    match hear(&table, text.as_str(), &answers) {
                        Ok(()) => Ok(()),
                        Err(reason) => say(&mut socket, &json!({ "type": "error", "text": reason })).await,
                    }
                }
                Some(Ok(Frame::Binary(_))) => {
                    say(&mut socket, &json!({ "type": "error", "text": "messages are text" })).await
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                    tokio::time::sleep(rate.take(Instant::now())).await;
                    Ok(())
                }
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
            },
            Some(text) = answered.recv() => socket.send(Frame::Text(text.into())).await,
            news = watcher.news.changed() => match news {
                Ok(()) => tell(&mut socket, &table, &mut told).await,
                Err(_) => return,
            },
        };
        if sent.is_err() {
            return;
        }
    }
}

async fn say(socket: &mut WebSocket, what: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(what.to_string().into())).await
}

/// Does what a message asks for.
fn hear(table: &Arc<Table>, text: &str, answers: &mpsc::Sender<String>) -> Result<(), String> {
    let message: Message =
        serde_json::from_str(text).map_err(|error| format!("this message is not understood: {error}"))?;
    let Some(question) = table.hear(message)? else { return Ok(()) };
    // Who asks more than it reads gets no answers.
    let permit = answers.clone().try_reserve_owned().map_err(|_| "too many questions at once".to_owned())?;
    match question {
        Question::Peek(answer) => drop(permit.send(answer)),
        Question::Look(request, receive) => {
            tokio::spawn(async move {
                let (moves, error) = match receive.await {
                    Ok(Ok(moves)) => (moves, None),
                    Ok(Err(reason)) => (None, Some(reason)),
                    Err(_) => (None, Some("the search has ended".to_owned())),
                };
                let moves = moves.map(|moves| moves.iter().map(report::row).collect::<Vec<_>>());
                let answer = json!({ "type": "look", "request": request, "moves": moves, "error": error });
                permit.send(answer.to_string());
            });
        }
    }
    Ok(())
}

/// Says all that the page does not know yet.
async fn tell(socket: &mut WebSocket, table: &Table, told: &mut Told) -> Result<(), axum::Error> {
    let (version, text) = table.state_text();
    if version != told.state {
        socket.send(Frame::Text(text.as_ref().into())).await?;
        told.state = version;
    }
    let mut news = Vec::new();
    {
        let state = table.lock();
        for slot in 0..told.searches.len() {
            if let Some((version, said)) = report::search(&state, slot, told.searches[slot]) {
                told.searches[slot] = version;
                news.push(said);
            }
        }
        if let Some((version, said)) = report::proof(&state, told.proof) {
            told.proof = version;
            news.push(said);
        }
    }
    for said in news {
        say(socket, &said).await?;
    }
    Ok(())
}
