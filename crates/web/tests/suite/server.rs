//! A server for a test.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;

use engine::Registry;
use web::{Config, Limits};

/// A server that ends when it is dropped.
pub struct Server {
    pub address: SocketAddr,
    interrupt: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(limits: Limits, games: Option<&Path>) -> Server {
        let config = Config {
            address: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
            names: Vec::new(),
            games: games.map(Path::to_owned),
            follow: None,
            limits,
        };
        let interrupt = Arc::new(AtomicBool::new(false));
        let (ready, address) = channel();
        let seen = interrupt.clone();
        let thread = std::thread::spawn(move || {
            let tell = |address| ready.send(address).unwrap();
            web::serve(Registry::standard(), config, &seen, tell).unwrap();
        });
        Server { address: address.recv().unwrap(), interrupt, thread: Some(thread) }
    }

    /// Sends bytes and returns the whole answer.
    pub fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with usual headers.
    pub fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    /// Begins a game and returns its id.
    pub fn begin(&self, body: &str) -> String {
        let answer = self.post("/api/games", body);
        let id = answer.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
        id.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        self.thread.take().into_iter().for_each(|thread| drop(thread.join()));
    }
}
