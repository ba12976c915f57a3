//! Who wins the race to the last row, as far as a few shifts show it.

use game::bits::Bits;
use game::{Bounds, Player};

use super::{FILE_A, FILE_H, Kind, Pawns, ROW, Step};

/// These cells, one row further on for the player.
#[inline]
fn forward(player: Player, cells: u64) -> u64 {
    match player {
        Player::First => cells << ROW,
        Player::Second => cells >> ROW,
    }
}

/// The cells beside these.
#[inline]
fn beside(cells: u64) -> u64 {
    (cells & !FILE_A) >> 1 | (cells & !FILE_H) << 1
}

impl<K: Kind> Pawns<K> {
    /// A step onto the last row, or the capture of the last enemy pawn.
    #[inline]
    pub(super) fn winning_step(&self) -> Option<Step> {
        let (mover, other) = (self.turn, self.turn.other().index());
        let last_pawn = if self.pawns[other].without_lowest().is_empty() { self.pawns[other] } else { 0 };
        let ends = self.rules.goals[mover.index()] | last_pawn;
        let wins = self.targets(mover).map(|targets| targets & ends);
        let direction = wins.iter().position(|wins| !wins.is_empty())?;
        Some(Step::to(wins[direction].lowest(), mover, direction))
    }

    /// The cells from which the player's pawns reach the last row with one step unless they are captured. No pawn
    /// can step in front of them, but a pawn that they could take may go: where pawns do not step diagonally,
    /// the cell straight ahead must be free.
    #[inline]
    fn final_steps(&self, player: Player) -> u64 {
        let goal = self.rules.goals[player.index()];
        let free = if K::DIAGONAL_STEPS { goal } else { goal & !(self.pawns[0] | self.pawns[1]) };
        forward(player.other(), free)
    }

    /// How many steps the foremost of these pawns of the player is from the last row; there is at least one.
    #[inline]
    pub(super) fn distance(&self, player: Player, pawns: u64) -> usize {
        match player {
            Player::First => self.rules.rows - 1 - (63 - pawns.leading_zeros() as usize) / ROW,
            Player::Second => pawns.lowest() / ROW,
        }
    }

    /// The player's pawns that the opponent's can never meet if they go straight on: those lie in no cone that
    /// opens from an enemy pawn towards its last row. The foremost of them has no pawn before it, else that one
    /// would be such a pawn, too.
    #[inline]
    fn runners(&self, player: Player) -> u64 {
        let other = player.other();
        let mut cones = self.pawns[other.index()];
        for _ in 1..self.rules.rows {
            cones |= forward(other, cones | beside(cones));
        }
        self.pawns[player.index()] & !cones
    }

    /// What is certain of a game that is not over.
    #[inline]
    pub(super) fn race(&self) -> Bounds {
        let (mover, other) = (self.turn, self.turn.other());
        if self.winning_step().is_some() {
            return Bounds::win(mover);
        }
        let [straight, west, east] = self.targets(mover);
        let threats = self.pawns[other.index()] & self.final_steps(other);
        if !threats.is_empty() {
            // One capture stops one pawn; the other one, or the only one, then steps onto the last row.
            let stopped = threats.without_lowest().is_empty() && threats.meets(west | east);
            return if stopped { Bounds::ANY } else { Bounds::win(other) };
        }
        let distance = |player: Player| self.distance(player, self.pawns[player.index()]);
        // A step to a door that no pawn guards, while the opponent needs two steps at least.
        let guarded = beside(forward(other, self.pawns[other.index()]));
        if distance(other) > 1 && self.final_steps(mover).meets((straight | west | east) & !guarded) {
            return Bounds::win(mover);
        }
        // The player with the foremost pawn, or with one as far and the move, is there first if nothing can stop it.
        let (first, latest) = match (distance(mover), distance(other)) {
            (own, others) if own <= others => (mover, others),
            (own, _) => (other, own - 1),
        };
        let runners = self.runners(first);
        if !runners.is_empty() && self.distance(first, runners) <= latest {
            return Bounds::win(first);
        }
        Bounds::ANY
    }
}
