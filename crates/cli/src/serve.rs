//! `unbounded serve`

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use engine::Registry;
use engine::quantity;
use serde_json::json;

use crate::{Failure, interrupt, output};

/// A board in the browser: play, watch the search think, prove, follow experiments
#[derive(Args)]
#[command(after_help = "Example: unbounded serve --games my-games\n\
                        Then open the address that it prints. Ctrl-C ends it. Only programs on this computer can \
                        connect, unless --listen says otherwise.")]
pub struct Arguments {
    /// The port; 0 for any free one
    #[arg(long, value_name = "PORT", default_value = "8080")]
    port: u16,
    /// Listen at this address instead of 127.0.0.1: others can then play, and use this computer to search
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Another name of this server, if a browser is to use it
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Keep games in this directory, so that they outlive the server
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Show the tournaments and learning runs below this directory, and allow its networks and graphs
    #[arg(long, value_name = "DIR")]
    follow: Option<PathBuf>,
    /// How many searches may be open at a time
    #[arg(long, value_name = "N", default_value = "16")]
    searches: usize,
    /// How many threads a search may use
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// The memory of all searches together [default: what a search uses that is given no limit]
    #[arg(long, value_name = "SIZE", value_parser = quantity::memory_limit, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// The memory of one search [default: a quarter of that of all]
    #[arg(long, value_name = "SIZE", value_parser = quantity::memory_limit, allow_negative_numbers = true)]
    memory_per_search: Option<usize>,
    /// How many games may be in memory
    #[arg(long, value_name = "N", default_value = "500")]
    open_games: usize,
    /// Print one JSON object with the address when it is ready
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn config(&self) -> web::Config {
        let usual = web::Limits::default();
        let total_memory = self.memory.unwrap_or(usual.total_memory);
        let limits = web::Limits {
            games: self.open_games,
            searches: self.searches,
            threads: usize::from(self.threads),
            memory: self.memory_per_search.unwrap_or(total_memory / 4).min(total_memory),
            total_memory,
            ..usual
        };
        web::Config {
            address: SocketAddr::new(self.listen.unwrap_or(Ipv4Addr::LOCALHOST.into()), self.port),
            names: self.allow_host.clone(),
            games: self.games.clone(),
            follow: self.follow.clone(),
            limits,
        }
    }
}

pub fn run(registry: Registry, arguments: &Arguments) -> Result<(), Failure> {
    let config = arguments.config();
    let address = config.address;
    if !address.ip().is_loopback() {
        output::remark(&format!(
            "unbounded: warning: everyone who reaches {address} can play and use this computer to search; there are no \
             passwords\n"
        ));
    }
    let served = interrupt::during(|interrupted| {
        web::serve(registry, config, interrupted, |address| {
            let url = format!("http://{address}/");
            // A reader that has gone away does not end the server.
            let _ = match arguments.json {
                true => output::json(&json!({ "url": url })),
                false => output::write(&format!("open {url} in a browser; Ctrl-C ends the server\n")),
            };
        })
    });
    served.map_err(|error| Failure::Failed(format!("cannot serve at {address}: {error}")))
}
