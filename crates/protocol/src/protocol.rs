//! The dialects by name, and the one that people use for each game.

use engine::Registry;

use crate::analysis::Analysis;
use crate::conversation::{Conversation, Dialect};
use crate::dxp::Dxp;
use crate::family::{Aei, Family, Hub, Uai, Ucci, Uci, Ugi};
use crate::gomocup::Gomocup;
use crate::gtp::{Dcoi, Gtp, Standard, olympiad_name};
use crate::nboard::NBoard;
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
    /// Gomocup, for gomoku and Connect6.
    Gomocup,
    /// NBoard, for Othello.
    NBoard,
    /// The DamExchange Protocol, for draughts.
    Dxp,
    /// Analysis by lines of JSON: any game.
    Analysis,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 12] = [
        Protocol::Ugi,
        Protocol::Uci,
        Protocol::Ucci,
        Protocol::Uai,
        Protocol::Hub,
        Protocol::Aei,
        Protocol::Gtp,
        Protocol::Dcoi,
        Protocol::Gomocup,
        Protocol::NBoard,
        Protocol::Dxp,
        Protocol::Analysis,
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
            Protocol::Gomocup => "gomocup",
            Protocol::NBoard => "nboard",
            Protocol::Dxp => "dxp",
            Protocol::Analysis => "analysis",
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
            Protocol::Ugi | Protocol::Analysis => true,
            Protocol::Uci => crate::family::is_fairy(game),
            Protocol::Ucci => base(game) == "xiangqi",
            Protocol::Uai => base(game) == "ataxx",
            Protocol::Hub => base(game) == "draughts",
            Protocol::Aei => base(game) == "arimaa",
            Protocol::Gtp => base(game) != "arimaa",
            Protocol::Dcoi => olympiad_name(game).is_some(),
            Protocol::Gomocup => matches!(base(game), "gomoku" | "connect6"),
            Protocol::NBoard => base(game) == "othello",
            Protocol::Dxp => base(game) == "draughts",
        }
    }

    /// Where the engine waits for its client, if the protocol does not use standard input.
    pub fn default_address(self) -> Option<&'static str> {
        (self == Protocol::Dxp).then_some("127.0.0.1:27531")
    }

    fn dialect(self, searches: usize) -> Box<dyn Dialect> {
        match self {
            Protocol::Ugi => Box::new(Family::new(Ugi)),
            Protocol::Uci => Box::new(Family::new(Uci)),
            Protocol::Ucci => Box::new(Family::new(Ucci::new())),
            Protocol::Uai => Box::new(Family::new(Uai)),
            Protocol::Hub => Box::new(Family::new(Hub::default())),
            Protocol::Aei => Box::new(Family::new(Aei::default())),
            Protocol::Gtp => Box::new(Gtp::new(Standard::default())),
            Protocol::Dcoi => Box::new(Gtp::new(Dcoi::default())),
            Protocol::Gomocup => Box::new(Gomocup::default()),
            Protocol::NBoard => Box::new(NBoard::default()),
            Protocol::Dxp => Box::new(Dxp::default()),
            Protocol::Analysis => Box::new(Analysis::new(searches)),
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
        let dialect = self.dialect(player.searches);
        Ok(Conversation::new(registry, start, player, dialect))
    }
}

/// The protocol that people use for this game.
pub fn default_protocol(game: &str) -> Protocol {
    match base(game) {
        "chess" | "breakthrough" | "clobber" | "amazons" if Protocol::Uci.speaks(game) => Protocol::Uci,
        "xiangqi" => Protocol::Ucci,
        "ataxx" => Protocol::Uai,
        "draughts" if game != "draughts:canadian" => Protocol::Hub,
        "arimaa" => Protocol::Aei,
        "go" | "hex" | "havannah" => Protocol::Gtp,
        "othello" => Protocol::NBoard,
        "gomoku" | "connect6" => Protocol::Gomocup,
        _ if olympiad_name(game).is_some() => Protocol::Dcoi,
        _ => Protocol::Ugi,
    }
}
