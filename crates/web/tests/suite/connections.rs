//! Connections: what is said in them, and how much.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use web::Limits;

use crate::server::Server;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(server: &Server, id: &str) -> Socket {
    let address = format!("ws://{}/api/games/{id}/socket", server.address);
    connect_async(address).await.unwrap().0
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::Text(message.to_string().into())).await.unwrap();
}

/// Reads until something of this type and kind is said.
async fn hear(socket: &mut Socket, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = tokio::time::timeout(Duration::from_secs(120), socket.next()).await;
        let frame = frame.expect("an answer comes").expect("the connection stays").unwrap();
        let Message::Text(text) = frame else { continue };
        let said: Value = serde_json::from_str(&text).unwrap();
        if is_it(&said) {
            return said;
        }
    }
}

fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test)
}

#[test]
fn a_game_is_played_searched_and_proven() {
    let server = Server::start(Limits::default(), None);
    let id = server.begin(r#"{"game":"hexapawn:3x3"}"#);
    run(async {
        let mut socket = connect(&server, &id).await;
        let state = hear(&mut socket, |said| said["type"] == "state").await;
        assert_eq!((state["cursor"].as_u64(), state["moves"].as_array().map(Vec::len)), (Some(0), Some(3)));
        say(&mut socket, json!({ "type": "analyse", "slot": 0, "search": { "evaluations": 500 } })).await;
        let search = hear(&mut socket, |said| said["type"] == "search" && said["running"] == false).await;
        assert_eq!(search["report"]["value"], -1);
        say(&mut socket, json!({ "type": "look", "slot": 0, "line": [], "request": 7 })).await;
        let look = hear(&mut socket, |said| said["type"] == "look").await;
        assert_eq!((look["request"].as_u64(), look["moves"].as_array().map(Vec::len)), (Some(7), Some(3)));
        say(&mut socket, json!({ "type": "prove", "search": {} })).await;
        hear(&mut socket, |said| said["type"] == "proof" && said["report"]["resolved"] == true).await;
        hear(&mut socket, |said| said["type"] == "proof" && said["running"] == false).await;
        say(&mut socket, json!({ "type": "certificate" })).await;
        hear(&mut socket, |said| said["type"] == "proof" && said["certificate"].is_u64()).await;
        say(&mut socket, json!({ "type": "move", "text": "a1a2" })).await;
        let state = hear(&mut socket, |said| said["type"] == "state").await;
        assert_eq!(state["nodes"].as_array().map(Vec::len), Some(2));
    });
    let opened = server.post(&format!("/api/games/{id}/proof"), "{}");
    assert!(opened.contains("\"id\""), "{opened}");
}

#[test]
fn an_engine_answers_and_the_game_goes_on_after_a_lost_connection() {
    let server = Server::start(Limits::default(), None);
    let id = server.begin(
        r#"{"game":"tictactoe","seats":[{"kind":"human"},{"kind":"engine","search":{"evaluations":50}}]}"#,
    );
    run(async {
        let mut socket = connect(&server, &id).await;
        say(&mut socket, json!({ "type": "move", "text": "b2" })).await;
        hear(&mut socket, |said| said["nodes"].as_array().is_some_and(|nodes| nodes.len() == 3)).await;
        drop(socket);
        let mut socket = connect(&server, &id).await;
        let state = hear(&mut socket, |said| said["type"] == "state").await;
        assert_eq!(state["nodes"].as_array().map(Vec::len), Some(3));
        say(&mut socket, json!({ "type": "takeback" })).await;
        hear(&mut socket, |said| said["nodes"].as_array().is_some_and(|nodes| nodes.len() == 1)).await;
    });
}

#[test]
fn a_search_ends_when_nobody_watches() {
    let limits = Limits { unwatched: Duration::from_millis(100), ..Limits::default() };
    let server = Server::start(limits, None);
    let id = server.begin(r#"{"game":"connect4"}"#);
    run(async {
        let mut socket = connect(&server, &id).await;
        let endless = json!({ "type": "analyse", "slot": 0, "search": {} });
        say(&mut socket, endless).await;
        say(&mut socket, json!({ "type": "analyse", "slot": 1, "search": {}, "keep": true })).await;
        hear(&mut socket, |said| said["slot"] == 0 && said["report"]["evaluations"].as_u64() > Some(0)).await;
        drop(socket);
        tokio::time::sleep(Duration::from_secs(2)).await;
        let mut socket = connect(&server, &id).await;
        // It begins again when somebody watches: the first message is about the search that had stopped.
        let kept = hear(&mut socket, |said| said["slot"] == 1).await;
        assert_eq!(kept["running"], true);
    });
}

#[test]
fn long_messages_close_the_connection_and_bad_ones_are_answered() {
    let server = Server::start(Limits { message: 1000, connections: 2, ..Limits::default() }, None);
    let id = server.begin(r#"{"game":"tictactoe"}"#);
    run(async {
        let mut socket = connect(&server, &id).await;
        for bad in
            ["", "{}", "null", "[1]", r#"{"type":"move"}"#, r#"{"type":"goto","node":-1}"#, "\u{0}\u{1}"]
        {
            socket.send(Message::Text(bad.into())).await.unwrap();
            hear(&mut socket, |said| said["type"] == "error").await;
        }
        socket.send(Message::Binary(vec![1, 2, 3].into())).await.unwrap();
        hear(&mut socket, |said| said["type"] == "error").await;
        let second = connect(&server, &id).await;
        let address = format!("ws://{}/api/games/{id}/socket", server.address);
        assert!(connect_async(&address).await.is_err(), "a third connection is one too many");
        drop(second);
        let _ = socket.send(Message::Text("x".repeat(5000).into())).await;
        let end = async {
            while let Some(Ok(frame)) = socket.next().await {
                if frame.is_close() {
                    break;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), end).await.expect("the connection is closed");
    });
    assert!(server.get("/").contains("200 OK"), "the server goes on");
}
