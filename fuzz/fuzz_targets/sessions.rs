//! Any text as a session of a protocol: every line is answered or refused, and nothing waits for ever.
#![no_main]

use std::sync::LazyLock;

use engine::{Budget, Registry};
use protocol::{Flow, Player, Protocol};

static GAMES: LazyLock<Registry> = LazyLock::new(Registry::standard);

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&first, text)) = input.split_first() else { return };
    let protocol = Protocol::ALL[usize::from(first) % Protocol::ALL.len()];
    let budget =
        Budget { evaluations: Some(3), memory: Some(1 << 20), threads: Some(1), ..Budget::default() };
    let player = Player { evaluator: Some("zero".to_owned()), budget, ..Player::default() };
    let speaks = |game: &&&str| protocol.speaks(game);
    let game = ["nim", "chess", "xiangqi", "ataxx", "draughts", "arimaa", "amazons", "gomoku", "othello"];
    let mut engine = protocol.open(&GAMES, game.iter().find(speaks).unwrap(), player).unwrap();
    for line in String::from_utf8_lossy(text).lines() {
        if engine.say(line) == Flow::Quit {
            break;
        }
        engine.settle();
        engine.heard();
    }
});
