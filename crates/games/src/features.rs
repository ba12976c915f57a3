//! Features that many games share: whose stone is on which cell.

use game::bits::Bits;

/// Appends the features of the stones of two sides on a board of `cells` cells: the cell itself for the
/// first, `cells` more for the second. What a game adds begins at `2 * cells`.
pub fn stones<B: Bits>(stones: [B; 2], cells: usize, out: &mut Vec<u32>) {
    for (side, set) in stones.into_iter().enumerate() {
        out.extend(set.cells().map(|cell| (side * cells + cell) as u32));
    }
}
