//! `unbounded serve`: it says where, answers there, and ends when it is asked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;

use serde_json::Value;

#[test]
#[cfg(unix)]
fn it_serves_until_it_is_interrupted() {
    let mut server = crate::common::command(&["serve", "--port", "0", "--json"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap();
    let address =
        said["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.contains("<title>unbounded</title>"), "{page}");
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", server.id())]).status();
    assert!(sent.unwrap().success());
    let ended = server.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[test]
fn an_address_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let ran = crate::common::run(&["serve", "--port", &port.to_string()]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains(&format!("cannot serve at 127.0.0.1:{port}")), "{}", ran.err);
}
