//! Levels of strength, from a beginner to the strongest player.
//!
//! A level limits how much is searched before a decision and lets the player slip now and then. Both are counts, so that a
//! level is as strong on every machine. `experiments/levels` measures the levels against each other.

use game::{AnyState, Game, Rng};
use search::Budget;

/// A level of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level may do: how often it may evaluate all children of a position, and how many of a thousand of its moves are
/// random.
struct Strength {
    expansions: u64,
    slips: u32,
}

/// The levels below the highest one, from the lowest.
const LEVELS: [Strength; 9] = [
    Strength { expansions: 1, slips: 750 },
    Strength { expansions: 1, slips: 560 },
    Strength { expansions: 1, slips: 420 },
    Strength { expansions: 1, slips: 300 },
    Strength { expansions: 2, slips: 200 },
    Strength { expansions: 4, slips: 120 },
    Strength { expansions: 12, slips: 60 },
    Strength { expansions: 50, slips: 20 },
    Strength { expansions: 250, slips: 0 },
];

impl Level {
    /// The highest level: as strong as the player can be.
    pub const HIGHEST: Level = Level(LEVELS.len() as u8 + 1);

    /// The level of this number, from 1 to 10.
    pub fn new(number: u8) -> Result<Level, String> {
        match number {
            1.. if number <= Level::HIGHEST.0 => Ok(Level(number)),
            _ => Err(format!("levels are numbers from 1 to {}", Level::HIGHEST.0)),
        }
    }

    /// Reads the number of a level.
    pub fn read(text: &str) -> Result<Level, String> {
        Level::new(text.trim().parse().unwrap_or(0))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    fn strength(self) -> Option<&'static Strength> {
        LEVELS.get(usize::from(self.0) - 1)
    }

    /// A budget for a decision at this level. Where there are many moves, there are as many more evaluations.
    pub(crate) fn limit(self, budget: &Budget, root: &AnyState) -> Budget {
        let Some(strength) = self.strength() else { return *budget };
        let moves = root.count_moves(&mut Vec::new()) as u64;
        let evaluations = strength.expansions.saturating_mul(moves.max(1));
        Budget {
            evaluations: Some(budget.evaluations.map_or(evaluations, |own| own.min(evaluations))),
            ..*budget
        }
    }

    /// The random move that the player makes here, if it slips. The same seed slips in the same positions.
    pub(crate) fn slip(self, root: &AnyState, seed: u64) -> Option<String> {
        let strength = self.strength()?;
        let mut rng = Rng::new(root.key().low() ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if rng.below(1000) as u32 >= strength.slips {
            return None;
        }
        let mut moves = Vec::new();
        root.moves(&mut moves);
        (!moves.is_empty()).then(|| root.move_text(rng.pick(&moves)))
    }
}
