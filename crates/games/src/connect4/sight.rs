//! What is certain of a position without a search.
//!
//! **Forced moves.** If all moves but one let the opponent win at once, the value is that of this one.
//!
//! **Answers in the same column** (claimeven: Allis 1988). Take some free cells: all empty cells of some columns, the
//! lowest ones of others, so that play within them is play by the rules. A player X is *last* on them if their
//! number is even and the opponent Y moves, or odd and X moves. Then X can always play so, as long as both play
//! on free cells: while Y is to move, the number of columns with an odd number of free cells is even. If Y
//! plays in a column with an even number, X answers right above. If Y plays in one with an odd number, there is
//! another such column, and X plays there; so X does with its first move if X is to move. Then
//! * of the cells that are an even number of cells below the highest free one of their column, Y gets at most the
//!   lowest free cells of columns with an odd number ([`Play::open`]): each of these columns has an even number
//!   of free cells once that cell is taken, and then X takes every second cell;
//! * not even these if there is only one such column, for then X is to move, and begins there;
//! * X gets all the others of them if play goes on until the free cells are filled.
//!
//! The first player to make four has won, so if Y's stones with all cells that Y may get hold no four, Y does not win
//! on the free cells. This decides in two ways.
//! * All empty cells are free ([`Sight::fill`]): X does not lose, and wins if its stones with the cells that it is
//!   sure to get hold a four.
//! * X would make four in a cell that is not yet within reach; the free cells are all but that one, those above
//!   it, and the one right below it ([`Sight::wait`]). X does not play below the cell. If Y does, without making
//!   four, X makes four at once; and when the free cells are filled, Y must. So X wins.

use game::bits::Bits;
use game::{Bounds, Player};

use super::board::Rules;

/// A position seen by the player to move.
pub(super) struct Sight<'a, B> {
    pub rules: &'a Rules<B>,
    pub player: Player,
    /// The stones of the player to move.
    pub own: B,
    /// The stones of the opponent.
    pub others: B,
}

/// Free cells, and how a player who is last on them shares them out.
struct Play<B> {
    free: B,
    /// The cells an even number of cells below the highest free one of their column.
    evens: B,
    /// Those of them that are not sure to fall to the player who is last.
    open: B,
}

impl<B: Bits> Play<B> {
    /// `next` are the lowest empty cells of the columns.
    #[inline]
    fn new(free: B, evens: B, next: B) -> Self {
        let odd = free & evens & next;
        let open = if odd.without_lowest().is_empty() { B::EMPTY } else { odd };
        Play { free, evens, open }
    }

    /// The cells that may fall to the player who is not last.
    #[inline]
    fn may_fall_to_first(&self) -> B {
        (self.free & !self.evens) | self.open
    }

    /// The cells that fall to the player who is last if play goes on for long enough.
    #[inline]
    fn fall_to_last(&self) -> B {
        self.free & self.evens & !self.open
    }
}

impl<B: Bits> Sight<'_, B> {
    /// What is certain if the game is not over.
    #[inline]
    pub fn bounds(mut self) -> Bounds {
        let rules = self.rules;
        let mut wins = rules.completions(self.own);
        loop {
            let taken = self.own | self.others;
            let next = rules.board & (taken.up(1) | rules.bottoms) & !taken;
            if wins.meets(next) {
                return Bounds::win(self.player);
            }
            if next.is_empty() {
                return Bounds::exactly(0);
            }
            let losses = rules.completions(self.others);
            let forced = losses & next;
            // Two cells cannot be taken at once, and a stone below a threat lets the opponent onto it.
            let tries = if forced.is_empty() { next } else { forced } & !losses.down(1);
            if tries.is_empty() || !forced.without_lowest().is_empty() {
                return Bounds::win(self.player.other());
            }
            if !tries.without_lowest().is_empty() {
                return self.answers(next, wins, losses);
            }
            (self.own, self.others) = (self.others, self.own | tries);
            self.player = self.player.other();
            wins = losses;
        }
    }

    /// What follows from answers in the same column, and from lines that are blocked. `wins` and `losses` are the
    /// cells where the player and the opponent make four, `next` the lowest empty cells.
    #[inline]
    fn answers(&self, next: B, wins: B, losses: B) -> Bounds {
        let (rules, player, opponent) = (self.rules, self.player, self.player.other());
        let empty = rules.board & !(self.own | self.others);
        let is_last = empty.count() % 2 == 1;
        // Without the cells from the one below the threat up an even number of cells is missing in its column
        // if an even number is above the threat, and then the same player is last as on all empty cells.
        let reached_by_last = rules.evens & empty & !next;
        let reached_by_first = empty & !rules.evens & !next;
        let (own_cells, others_cells) =
            if is_last { (reached_by_last, reached_by_first) } else { (reached_by_first, reached_by_last) };
        if (wins & own_cells).cells().any(|cell| self.wait(cell, self.others, empty, next)) {
            return Bounds::win(player);
        }
        if (losses & others_cells).cells().any(|cell| self.wait(cell, self.own, empty, next)) {
            return Bounds::win(opponent);
        }
        if is_last {
            self.fill(player, self.own, self.others, empty, next)
        } else {
            self.fill(opponent, self.others, self.own, empty, next)
        }
    }

    /// What follows if all empty cells are free.
    #[inline]
    fn fill(&self, last: Player, of_last: B, of_first: B, empty: B, next: B) -> Bounds {
        let rules = self.rules;
        let play = Play::new(empty, rules.evens, next);
        let bounds = if rules.has_four(rules.board & !of_first) { Bounds::ANY } else { without_win(last) };
        if rules.has_four(of_first | play.may_fall_to_first()) {
            bounds
        } else if rules.has_four(of_last | play.fall_to_last()) {
            Bounds::win(last)
        } else {
            bounds.and(without_win(last.other()))
        }
    }

    /// Whether a player who would make four in this cell, which is not within reach, wins by waiting: the one who
    /// is last on the other cells. `opponent` are the stones of the other one.
    #[inline]
    fn wait(&self, cell: usize, opponent: B, empty: B, next: B) -> bool {
        let rules = self.rules;
        let ([column, _], [_, closed]) = (rules.columns_from[cell], rules.columns_from[cell - 1]);
        // The highest free cell of the column lies two below the threat.
        let evens = if rules.evens.has(cell) { rules.evens } else { rules.evens ^ column };
        let play = Play::new(empty & !closed, evens, next);
        !rules.has_four(opponent | play.may_fall_to_first() | B::cell(cell - 1))
    }
}

/// This player cannot win.
fn without_win(player: Player) -> Bounds {
    match player {
        Player::First => Bounds { at_least: -1, at_most: 0 },
        Player::Second => Bounds { at_least: 0, at_most: 1 },
    }
}
