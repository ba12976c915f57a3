//! Many commands in one session. A test of its own, because it looks at the memory of the whole process.
#![cfg(target_os = "linux")]

use engine::{Budget, Registry};
use protocol::{Player, Protocol};

/// Memory in use, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = status.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

#[test]
fn ten_thousand_commands_take_no_more_memory_than_two_thousand() {
    let registry = Registry::standard();
    let budget =
        Budget { evaluations: Some(20), memory: Some(8 << 20), threads: Some(1), ..Budget::default() };
    let player = Player { evaluator: Some("zero".to_owned()), budget, ..Player::default() };
    let mut engine = Protocol::Ugi.open(&registry, "connect4", player).unwrap();
    let mut after_warming_up = 0;
    for round in 0..2500 {
        let moves = ["4 4 3", "4 4", "1 2 3 4", "7"][round % 4];
        let new_game = if round % 10 == 0 { "uginewgame" } else { "isready" };
        for command in [new_game, &format!("position startpos moves {moves}"), "go", "no such command"] {
            engine.say(command);
            engine.settle();
            assert!(engine.heard().len() < 1000);
        }
        if round == 500 {
            after_warming_up = resident();
        }
    }
    let growth = resident().saturating_sub(after_warming_up);
    assert!(growth < 4 << 20, "{growth} bytes more");
}
