//! The board in a browser: `unbounded serve`.
//!
//! A store (`store.rs`) holds games by their ids. A table (`table.rs`) is a game with its variations, players and clocks, the
//! searches that go along with it, each of them in a thread of its own (`worker.rs`), and those who watch. A page has one
//! connection (`socket.rs`) to its game. `docs/web.md` in the repository describes the messages.

mod assets;
mod catalogue;
mod certificates;
mod clock;
mod error;
mod files_of;
mod follow;
mod guard;
mod limits;
mod line;
mod message;
mod page;
mod picture;
mod priority;
mod proof;
mod rate;
mod record;
mod report;
mod saved;
mod search;
mod server;
mod socket;
mod store;
mod table;
mod worker;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use engine::Registry;
use tokio::net::TcpListener;

pub use limits::Limits;
pub use page::Page;

/// How often games are tidied up.
const TIDY: Duration = Duration::from_millis(200);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at; port 0 for any free one.
    pub address: SocketAddr,
    /// Other names of this server.
    pub names: Vec<String>,
    /// Where games are kept.
    pub games: Option<PathBuf>,
    /// Where pages may look for tournaments, learning runs, networks and graphs.
    pub follow: Option<PathBuf>,
    /// How much it does at most.
    pub limits: Limits,
}

/// Serves until `interrupt` becomes true. `ready` hears of the address.
pub fn serve(
    registry: Registry,
    config: Config,
    interrupt: &AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    if let Some(directory) = &config.games {
        std::fs::create_dir_all(directory)?;
    }
    let app = app(registry, &config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(config.address).await?;
        ready(listener.local_addr()?);
        let server = axum::serve(listener, server::router(app.clone())).into_future();
        let tidying = app.clone();
        let tidy = async move {
            while !interrupt.load(Ordering::Relaxed) {
                tokio::time::sleep(TIDY).await;
                let app = tidying.clone();
                // A panic there would be told on standard error; the server goes on.
                let _ = tokio::task::spawn_blocking(move || app.store.tidy()).await;
            }
        };
        tokio::select! {
            served = server => served,
            () = tidy => Ok(()),
        }
    });
    app.store.save();
    // Searches end by themselves when their games are dropped.
    runtime.shutdown_background();
    served
}

fn app(registry: Registry, config: &Config) -> io::Result<Arc<server::App>> {
    let below = files_of::Below::new(config.follow.as_deref())?;
    let limits = config.limits.clone();
    let quota = limits::Quota::new(limits.clone());
    let shared = Arc::new(table::Shared {
        registry: Arc::new(registry),
        limits,
        quota,
        below: below.clone(),
        tables: parking_lot::Mutex::default(),
    });
    Ok(Arc::new(server::App {
        store: store::Store::new(shared, config.games.clone()),
        follow: follow::Follow::new(below),
        guard: guard::Guard::new(config.address.ip(), &config.names),
        connections: AtomicUsize::new(0),
    }))
}
