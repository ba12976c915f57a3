//! Turns as people type them.

use engine::Position;

/// The decisions of a turn, or of a part of it, that a person has written.
pub fn read_turn(position: &dyn Position, text: &str) -> Result<Vec<String>, String> {
    let replay = match position.replay(text) {
        Ok(replay) => replay,
        Err(engine::Error::Move { error, .. }) => return Err(error.to_string()),
        Err(error) => return Err(error.to_string()),
    };
    let (player, mut place) = (position.turn(), position.copy());
    for (number, decision) in replay.moves.iter().enumerate() {
        if place.turn() != player {
            let turn = replay.moves[..number].join(position.within_turn());
            return Err(format!("one turn at a time: `{turn}` is a whole one"));
        }
        place = place.replay(decision).map_err(|error| error.to_string())?.end;
    }
    Ok(replay.moves)
}
