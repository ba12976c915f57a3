//! `unbounded engine`

use std::io::{stdin, stdout};
use std::net::TcpListener;

use clap::Args;
use engine::Registry;
use protocol::{Player, Protocol, default_protocol};

use crate::arguments::{SearchFlags, describe_player};
use crate::{Failure, output};

/// Plays and analyses for other programs, by the protocol that they speak
#[derive(Args)]
#[command(after_help = "Example: unbounded engine chess --protocol uci --time 500ms\n\
                        Without --algorithm and --evaluator, the strongest player that was measured for the game plays. Limits hold in addition \
                        to those of the client; counts are for each decision. A client that gives no limit gets a second.")]
pub struct Arguments {
    /// The game, such as chess or hex:11 (`unbounded games` lists them)
    game: String,
    /// The protocol: analysis, aei, dcoi, dxp, gomocup, gtp, hub, nboard, uai, ucci, uci or ugi [default: the one that
    /// people use for the game]
    #[arg(long, value_name = "NAME", value_parser = Protocol::named)]
    protocol: Option<Protocol>,
    /// Wait for the client at this address, such as 127.0.0.1:27531, in place of standard input (dxp always does)
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Report this many moves, the best first, unless the client wants another number
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    /// Search this many positions at the same time (analysis); they share the memory limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = engine::quantity::threads)]
    searches: usize,
    #[command(flatten)]
    search: SearchFlags,
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let settings = arguments.search.settings();
    let start = registry.open(&arguments.game)?;
    let protocol = arguments.protocol.unwrap_or_else(|| default_protocol(start.game()));
    let player = Player {
        lines: usize::from(arguments.lines),
        searches: arguments.searches,
        ..Player::new(settings, arguments.search.budget())
    };
    // What is wrong with the settings is said now, and not when the first move is wanted.
    start.session(&player.settings(start.as_ref()))?;
    let announce = || {
        if let Some(player) = describe_player(start.as_ref(), &arguments.search.settings()) {
            output::remark(&format!("unbounded: {player}\n"));
        }
    };
    let address = arguments.listen.as_deref().or(protocol.default_address());
    let Some(address) = address else {
        let conversation = protocol.open(registry, &arguments.game, player).map_err(Failure::Usage)?;
        announce();
        let end = conversation.lead(stdin(), &mut stdout().lock());
        return end.map_err(|error| Failure::Failed(format!("cannot write to standard output: {error}")));
    };
    let failed = |error: std::io::Error| Failure::Failed(format!("cannot listen at {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(failed)?;
    announce();
    output::remark(&format!("listening at {}\n", listener.local_addr().map_err(failed)?));
    // One client after the other, until the program is ended.
    loop {
        let (stream, _) = listener.accept().map_err(failed)?;
        let conversation =
            protocol.open(registry, &arguments.game, player.clone()).map_err(Failure::Usage)?;
        let input = stream.try_clone().map_err(failed)?;
        let mut output = stream;
        // A client that has gone away makes place for the next one.
        let _ = conversation.lead(input, &mut output);
    }
}
