//! How many moves each player is sure of, and how many it can have at most.

use game::bits::Bits;
use game::{Bounds, Player};

use super::Domineering;

impl Domineering {
    /// From the lower or left half of a domino to the other half.
    #[inline]
    fn step(&self, player: Player) -> u32 {
        match player {
            Player::First => self.rules.columns as u32,
            Player::Second => 1,
        }
    }

    /// As many dominoes of the player as fit into these cells beside each other: of each run of cells, the
    /// first two, the next two and so on.
    #[inline]
    fn packed(&self, player: Player, cells: u128) -> u128 {
        let step = self.step(player);
        let (mut places, mut packed) = (self.places_within(player, cells), 0);
        while places != 0 {
            let firsts = places & !places.up(step);
            packed |= firsts;
            places &= !(firsts | firsts.up(step));
        }
        packed
    }

    /// A number of moves that the player can make whatever the opponent does.
    ///
    /// Cells that no domino of the opponent's can cover stay free until the player comes. Dominoes packed into
    /// the other cells can be spoiled: two of them at once where they lie side by side, else one. The player
    /// lays them in turn, those first that lie side by side, of which every three are worth one move.
    #[inline]
    fn sure_moves(&self, player: Player) -> u32 {
        let (other, free) = (player.other(), self.free());
        let (step, aside) = (self.step(player), self.step(other));
        let places = self.places(other);
        let safe = self.packed(player, free & !(places | places.up(aside)));
        let rest = self.packed(player, free & !(safe | safe.up(step)));
        let touching = self.places_within(other, rest | rest.up(step));
        let touching = touching | touching.up(aside);
        let pairs = (rest & (touching | touching.down(step))).count();
        let singles = rest.count() - pairs;
        let (pairs, singles) = match player == self.turn {
            true => (pairs, singles),
            false if pairs >= 2 => (pairs - 2, singles),
            false => (0, (pairs + singles).saturating_sub(1)),
        };
        safe.count() + pairs / 3 + (pairs % 3 + singles).div_ceil(2)
    }

    /// A player who is sure to move after every move that the opponent can ever make wins; who is to move needs
    /// one move more.
    #[inline]
    pub(super) fn room(&self) -> Bounds {
        let (mover, other) = (self.turn, self.turn.other());
        let [first, second] = Player::BOTH.map(|player| self.packed(player, self.free()).count());
        let (own, others) = if mover == Player::First { (first, second) } else { (second, first) };
        if own > others && self.sure_moves(mover) > others {
            Bounds::win(mover)
        } else if others >= own && self.sure_moves(other) >= own {
            Bounds::win(other)
        } else {
            Bounds::ANY
        }
    }
}
