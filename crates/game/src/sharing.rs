//! Which states share what a search knows of them.

use crate::{Game, Key};

/// Keys under which a search keeps what it knows. The defaults share between equal states and no others.
pub trait Sharing {
    /// The key under which a search shares what it knows of this state. Equal keys mean equal states, but
    /// equal states may have different keys: telling them apart by the length of the way can make a game
    /// [graded](Sharing::graded) that is not.
    #[inline]
    fn sharing_key(&self) -> Key
    where
        Self: Game,
    {
        self.key()
    }

    /// One key for this state and its images under the symmetries of the board: what is proven of one of them
    /// is proven of all. States with equal keys have the same player to move and the same value.
    #[inline]
    fn canonical_key(&self) -> Key
    where
        Self: Game,
    {
        self.sharing_key()
    }

    /// Whether no move from a state leads to a state that another move or a longer line from the same state
    /// reaches too, states with different [`Sharing::sharing_key`] being different. Then a walk deep in the tree
    /// never changes the other children of a state above it, and the search need not look at them again.
    /// `false` is always safe.
    fn graded(&self) -> bool {
        false
    }
}
