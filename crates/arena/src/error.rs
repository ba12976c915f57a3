//! The errors of tournaments and learning runs.

/// A wrong plan, player, opening or file, in one sentence that names the place.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A player that cannot play.
    #[error("player `{player}`: {reason}")]
    Player {
        /// The name of the player.
        player: String,
        /// Why.
        reason: String,
    },
    /// A plan that cannot be played.
    #[error("{0}")]
    Plan(String),
    /// A file that cannot be written, or is in use.
    #[error(transparent)]
    Write(#[from] files::Error),
    /// A file that cannot be read, or does not say what it should.
    #[error("{file}: {reason}")]
    File {
        /// Its name.
        file: String,
        /// Why.
        reason: String,
    },
    /// Openings that cannot be played.
    #[error("openings `{file}`: {reason}")]
    Openings {
        /// The name of the file.
        file: String,
        /// Why.
        reason: String,
    },
    /// Random openings that all end the game.
    #[error("{game}: no random line of {plies} plies was found that does not end the game")]
    NoOpening {
        /// The game.
        game: String,
        /// How long the line should be.
        plies: usize,
    },
    /// A wrong game, algorithm, evaluator or move.
    #[error(transparent)]
    Engine(#[from] engine::Error),
}
