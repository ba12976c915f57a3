//! Requests: who is answered, what is refused.

use web::Limits;

use crate::server::Server;

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or(answer)
}

#[test]
fn the_page_is_there_and_loads_nothing_from_elsewhere() {
    let server = Server::start(Limits::default(), None);
    let page = server.get("/");
    assert!(status(&page) == "200" && page.contains("<title>unbounded</title>"), "{page}");
    assert!(page.to_lowercase().contains("content-security-policy: default-src 'self'"), "{page}");
    assert!(server.get("/main.js").contains("text/javascript"));
    assert!(server.get("/api/rules/hex").contains("# Hex"));
    let catalogue = server.get("/api/catalogue");
    assert!(catalogue.contains("\"connect4\"") && !catalogue.contains("network:FILE"), "{catalogue}");
}

#[test]
fn other_hosts_and_pages_of_other_sites_are_refused() {
    let server = Server::start(Limits::default(), None);
    let ask = |headers: &str| {
        let answer = server.ask(&format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"));
        status(&answer).to_owned()
    };
    let port = server.address.port();
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n")), "200");
    assert_eq!(ask(&format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n")), "200");
    assert_eq!(ask("Host: evil.example\r\n"), "403");
    assert_eq!(ask(&format!("Host: localhost:{port}\r\nOrigin: http://evil.example\r\n")), "403");
    assert_eq!(ask(&format!("Host: localhost:{port}\r\nOrigin: null\r\n")), "403");
}

#[test]
fn no_file_of_the_server_can_be_named() {
    let server = Server::start(Limits::default(), None);
    for path in
        ["/../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/api/rules/..%2f..%2fREADME", "/page/index.html"]
    {
        assert_ne!(status(&server.get(path)), "200", "{path}");
    }
    for body in [
        r#"{"game":"graph:/etc/passwd"}"#,
        r#"{"game":"graph:../../docs/blind.json"}"#,
        r#"{"game":"hex:5","file":"/etc/passwd"}"#,
        r#"{"game":"no such game"}"#,
        r#"{"game":"hex:5","position":"nonsense"}"#,
        r#"{"game":"hex:5","moves":"a1 a1"}"#,
        "{",
    ] {
        let answer = server.post("/api/games", body);
        assert!(status(&answer).starts_with('4'), "{body}: {answer}");
        assert!(!answer.contains("root:"), "{answer}");
    }
    for id in ["..%2f..%2fetc%2fpasswd", "0", "gggggggggggggggggggggggggggggggg"] {
        assert_eq!(status(&server.get(&format!("/api/games/{id}/record"))), "404", "{id}");
    }
    assert_eq!(status(&server.get("/api/follow/run?name=../..")), "400");
    assert_eq!(status(&server.post("/api/proofs", "no certificate")), "400");
}

#[test]
fn open_games_and_long_requests_are_limited() {
    let server = Server::start(Limits { games: 3, ..Limits::default() }, None);
    for _ in 0..3 {
        server.begin(r#"{"game":"tictactoe"}"#);
    }
    let refused = server.post("/api/games", r#"{"game":"tictactoe"}"#);
    assert!(refused.contains("3 games are open already"), "{refused}");
    let long = format!(r#"{{"game":"tictactoe","moves":"{}"}}"#, "a1 ".repeat(1 << 16));
    assert_eq!(status(&server.post("/api/games", &long)), "413");
}

#[test]
fn a_record_says_what_was_played_and_games_outlive_the_server() {
    let directory = tempfile::tempdir().unwrap();
    let id = {
        let server = Server::start(Limits::default(), Some(directory.path()));
        server.begin(r#"{"game":"hex:5","moves":"c3 swap b2"}"#)
    };
    let server = Server::start(Limits::default(), Some(directory.path()));
    let record = server.get(&format!("/api/games/{id}/record"));
    assert!(record.contains("[Game \"hex:5\"]") && record.contains("c3 swap b2"), "{record}");
    // Damage is not a panic: the game is gone, and the server goes on.
    std::fs::write(directory.path().join(format!("{id}.json")), "{\"nodes\":[]}").unwrap();
    drop(server);
    let server = Server::start(Limits::default(), Some(directory.path()));
    assert_eq!(status(&server.get(&format!("/api/games/{id}/record"))), "404");
}
