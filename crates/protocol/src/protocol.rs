//! The dialects by name, and the one that people use for each game.

use engine::Registry;

use crate::conversation::{Conversation, Dialect};
use crate::family::{Aei, Family, Hub, Uai, Ucci, Uci, Ugi};
use crate::gtp::{Dcoi, Gtp, Standard, olympiad_name};
use crate::player::Player;
use crate::spelling::base;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface: any game.
    Ugi,
    /// UCI, with the variants of Fairy-Stockfish.
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// The Universal Ataxx Interface.
    Uai,
    /// Hub, for draughts.
    Hub,
    /// The Arimaa Engine Interface.
    Aei,
    /// The Go Text Protocol.
    Gtp,
    /// The dialect of GTP of the Computer Olympiad's interface.
    Dcoi,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 8] = [
        Protocol::Ugi,
        Protocol::Uci,
        Protocol::Ucci,
        Protocol::Uai,
        Protocol::Hub,
        Protocol::Aei,
        Protocol::Gtp,
        Protocol::Dcoi,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Uci => "uci",
            Protocol::Ucci => "ucci",
            Protocol::Uai => "uai",
            Protocol::Hub => "hub",
            Protocol::Aei => "aei",
            Protocol::Gtp => "gtp",
            Protocol::Dcoi => "dcoi",
        }
    }

    /// The protocol of this name.
    pub fn named(name: &str) -> Result<Protocol, String> {
        Protocol::ALL.into_iter().find(|protocol| protocol.name() == name).ok_or_else(|| {
            let names = Protocol::ALL.map(Protocol::name).join(", ");
            format!("there is no protocol `{name}`; there are {names}")
        })
    }

    /// Whether it has words for the moves of this game.
    pub fn speaks(self, game: &str) -> bool {
        match self {
            Protocol::Ugi => true,
            Protocol::Uci => crate::family::is_fairy(game),
            Protocol::Ucci => base(game) == "xiangqi",
            Protocol::Uai => base(game) == "ataxx",
            Protocol::Hub => base(game) == "draughts",
            Protocol::Aei => base(game) == "arimaa",
            Protocol::Gtp => base(game) != "arimaa",
            Protocol::Dcoi => olympiad_name(game).is_some(),
        }
    }

    /// Where the engine waits for its client, if the protocol does not use standard input.
    pub fn default_address(self) -> Option<&'static str> {
        None
    }

    fn dialect(self) -> Box<dyn Dialect> {
        match self {
            Protocol::Ugi => Box::new(Family::new(Ugi)),
            Protocol::Uci => Box::new(Family::new(Uci)),
            Protocol::Ucci => Box::new(Family::new(Ucci::new())),
            Protocol::Uai => Box::new(Family::new(Uai)),
            Protocol::Hub => Box::new(Family::new(Hub::default())),
            Protocol::Aei => Box::new(Family::new(Aei::default())),
            Protocol::Gtp => Box::new(Gtp::new(Standard::default())),
            Protocol::Dcoi => Box::new(Gtp::new(Dcoi::default())),
        }
    }

    /// A conversation about this game.
    pub fn open<'r>(
        self,
        registry: &'r Registry,
        game: &str,
        player: Player,
    ) -> Result<Conversation<'r>, String> {
        let start = registry.open(game).map_err(|error| error.to_string())?;
        if !self.speaks(start.game()) {
            let others = Protocol::ALL.into_iter().filter(|protocol| protocol.speaks(start.game()));
            let others: Vec<&str> = others.map(Protocol::name).collect();
            return Err(format!(
                "{} has no words for {}; protocols for it: {}",
                self.name(),
                start.game(),
                others.join(", ")
            ));
        }
        Ok(Conversation::new(registry, start, player, self.dialect()))
    }
}

/// The protocol that people use for this game.
pub fn default_protocol(game: &str) -> Protocol {
    match base(game) {
        "chess" | "breakthrough" | "clobber" | "amazons" if Protocol::Uci.speaks(game) => Protocol::Uci,
        "xiangqi" => Protocol::Ucci,
        "ataxx" => Protocol::Uai,
        "draughts" => Protocol::Hub,
        "arimaa" => Protocol::Aei,
        "go" | "hex" | "havannah" => Protocol::Gtp,
        _ if olympiad_name(game).is_some() => Protocol::Dcoi,
        _ => Protocol::Ugi,
    }
}
