//! `unbounded play`

mod game;
mod input;
mod record;

use clap::{Args, ValueEnum};
use engine::clock::Clock;
use engine::{Player, Registry};

use crate::Failure;
use crate::arguments::{GameAndPosition, SearchFlags};
use crate::interrupt;

/// Plays against the engine in the terminal
#[derive(Args)]
#[command(after_help = "Example: unbounded play connect4 --first engine --time 2s\n\
                        With clocks: unbounded play chess --level 4 --clock 5m+3s\n\
                        At the prompt: a move as people write it (e2e4, e2-e4, e4 or Nf3 in chess), or help, moves, hint, \
                        analyse, undo, resign, quit.\n\
                        Without --algorithm and --evaluator, the strongest player that was measured for the game plays. \
                        Without a limit it thinks for 2 seconds per turn.")]
pub struct Arguments {
    #[command(flatten)]
    at: GameAndPosition,
    #[command(flatten)]
    search: SearchFlags,
    /// Who plays the first player [default: human, or the opponent of the second]
    #[arg(long, value_name = "WHO", value_enum)]
    first: Option<Seat>,
    /// Who plays the second player [default: the opponent of the first]
    #[arg(long, value_name = "WHO", value_enum)]
    second: Option<Seat>,
    /// The time that each player has for the game and what every turn adds, such as 5m+3s
    #[arg(long, value_name = "CLOCK", value_parser = Clock::read, allow_hyphen_values = true)]
    clock: Option<Clock>,
    /// Let the engine think while you do
    #[arg(long, conflicts_with = "level")]
    ponder: bool,
    /// Print one JSON object with the game at the end
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Seat {
    Human,
    Engine,
}

impl Seat {
    fn other(self) -> Seat {
        match self {
            Seat::Human => Seat::Engine,
            Seat::Engine => Seat::Human,
        }
    }
}

impl Arguments {
    /// A seat without a named player is taken by the opponent of the other one.
    fn seat(&self, player: Player) -> Seat {
        let first = self.first.or(self.second.map(Seat::other)).unwrap_or(Seat::Human);
        match player {
            Player::First => first,
            Player::Second => self.second.unwrap_or(first.other()),
        }
    }

    fn has_engine(&self) -> bool {
        Player::BOTH.into_iter().any(|player| self.seat(player) == Seat::Engine)
    }
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    interrupt::catch();
    let mut game = game::Game::begin(registry, arguments)?;
    let played = game.play();
    // The record is complete even if the game could not go on.
    let closed = game.close();
    played.and(closed)
}
