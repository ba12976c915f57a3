//! Sessions of the engine protocols.

use engine::{Budget, Registry};
use protocol::{Flow, Player, Protocol};

/// Games, of which each protocol speaks some.
const GAMES: [&str; 9] =
    ["nim", "chess", "xiangqi", "ataxx", "draughts", "arimaa", "amazons", "gomoku", "othello"];

/// Any text as a session, whose protocol the first byte selects: every line is answered or refused, and nothing waits for
/// ever.
pub fn sessions(input: &[u8]) -> bool {
    let Some((&first, text)) = input.split_first() else { return false };
    let protocol = Protocol::ALL[usize::from(first) % Protocol::ALL.len()];
    let budget =
        Budget { evaluations: Some(3), memory: Some(1 << 20), threads: Some(1), ..Budget::default() };
    let player = Player { evaluator: Some("zero".to_owned()), budget, ..Player::default() };
    let registry = Registry::standard();
    let game = GAMES.iter().find(|game| protocol.speaks(game)).expect("it speaks one of these games");
    let mut engine = protocol.open(&registry, game, player).expect("the protocol speaks the game");
    for line in String::from_utf8_lossy(text).lines() {
        if engine.say(line) == Flow::Quit {
            break;
        }
        engine.settle();
        engine.heard();
    }
    true
}
