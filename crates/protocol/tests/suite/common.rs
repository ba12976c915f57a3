//! Conversations for tests.

use std::sync::LazyLock;

use engine::{Budget, Registry};
use protocol::{Conversation, Player, Protocol};

pub static GAMES: LazyLock<Registry> = LazyLock::new(Registry::standard);

/// A player that is the same everywhere: so many evaluations for each decision, and little memory.
pub fn player(evaluations: u64, evaluator: &str) -> Player {
    let budget = Budget {
        evaluations: Some(evaluations),
        memory: Some(64 << 20),
        threads: Some(1),
        ..Budget::default()
    };
    Player { evaluator: Some(evaluator.to_owned()), budget, ..Player::default() }
}

/// A conversation that tells nothing of a search until its end.
pub fn open(protocol: &str, game: &str, player: Player) -> Conversation<'static> {
    let protocol = Protocol::named(protocol).unwrap();
    let mut conversation = protocol.open(&GAMES, game, player).unwrap();
    conversation.set_interval(None);
    conversation
}

/// What is heard after a message, when the search has ended or the client has to speak.
pub fn ask(conversation: &mut Conversation<'_>, message: &str) -> String {
    conversation.say(message);
    conversation.settle();
    conversation.heard()
}
