//! What remains true of a board when its past can forbid moves or end the game.

use super::{Cyclic, History, PLIES};
use crate::{Bounds, Features, Game, Key, Machinery, ProofRule, Sharing, Sight, forward};

/// The board's certain knowledge is about best play by the rules of the board alone. Only a win by the next move is as
/// certain here: the board says how the game ends before the past is asked. A longer line can run into a verdict, for
/// either player, or into a move that is forbidden.
#[deny(clippy::missing_trait_methods)]
impl<B: Cyclic> Sight<B::Move> for History<B> {
    forward!(board: estimate, is_forcing);

    /// None: what the rule proves of a board may be cut short by the past.
    fn proof_rule(&self) -> Option<Box<dyn ProofRule<Self>>> {
        None
    }

    /// The board's, unless the past has ended the game or forbids the move.
    #[inline]
    fn winning_move(&self) -> Option<B::Move> {
        if self.outcome.is_some() {
            return None;
        }
        self.board.winning_move().filter(|m| !B::FORBIDS || !self.forbidden().contains(m))
    }

    /// Not the board's: what the board promises may take several moves.
    #[inline]
    fn bounds(&self) -> Bounds {
        Bounds::ANY
    }

    /// Not the board's, for the same reason.
    #[inline]
    fn prospects(&self, _: &[B::Move], _: &mut Vec<Bounds>) {}

    /// Not the board's: a move that is as good there may repeat a position where the other one does not.
    #[inline]
    fn prune(&self, _: &mut Vec<B::Move>) {}

    /// The board does not know which moves the past forbids.
    fn mobility(&self) -> Option<[u32; 2]> {
        if B::FORBIDS { None } else { self.board.mobility() }
    }

    /// No earlier position can come again after a pass, so it is the beginning of a history.
    fn pass(&self) -> Option<Self> {
        let passed = self.outcome.is_none().then(|| self.board.pass())?.map(History::new)?;
        passed.outcome.is_none().then_some(passed)
    }
}

/// States are the same only with the same past.
#[deny(clippy::missing_trait_methods)]
impl<B: Cyclic> Sharing for History<B> {
    /// Distinguished by the length of the game, which makes every history graded. Little is lost: equal states
    /// with ways of different lengths are those after an irreversible move that could have been played
    /// earlier.
    fn sharing_key(&self) -> Key {
        self.key() ^ Key::of(PLIES + u64::from(self.plies))
    }

    /// Not the board's: a mirror image is worth as much only if its past is mirrored, too.
    fn canonical_key(&self) -> Key {
        self.sharing_key()
    }

    fn graded(&self) -> bool {
        true
    }
}

/// The features of the board; the past has none.
#[deny(clippy::missing_trait_methods)]
impl<B: Cyclic> Features for History<B> {
    forward!(board: feature_count, features, planes, lattice, colour_swap);

    /// Only where there is no past: it would have to be mirrored, too.
    fn symmetries(&self) -> Vec<Self> {
        match self.past.latest() {
            None => self.board.symmetries().into_iter().map(History::new).collect(),
            Some(_) => Vec::new(),
        }
    }
}

impl<B: Cyclic> Machinery for History<B> {
    forward!(board: move_width);
}
