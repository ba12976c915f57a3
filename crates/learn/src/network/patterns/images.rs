//! The images of a state under the turns of its board, as features.

use super::board::Board;

/// Turns boards.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The cell that each cell goes to, for each turn.
    maps: Vec<Vec<u16>>,
    unturnable: Vec<bool>,
    cells: usize,
    in_planes: usize,
}

impl Images {
    /// All images of the states of a game.
    pub fn new(board: &Board) -> Images {
        let mut unturnable = vec![false; board.features];
        board.unturnable.iter().for_each(|&feature| unturnable[feature] = true);
        let maps = board.turns.iter().filter_map(|turn| board.cell_map(turn)).collect();
        Images { maps, unturnable, cells: board.cells(), in_planes: board.in_planes() }
    }

    /// How many there are of a state with these features, itself among them.
    pub fn of(&self, features: &[u16]) -> usize {
        let is_fixed = features.iter().any(|&feature| self.unturnable[usize::from(feature)]);
        if is_fixed { 1 } else { 1 + self.maps.len() }
    }

    /// The features of an image; the first one is the state itself.
    pub fn image(&self, features: &[u16], number: usize, image: &mut Vec<u32>) {
        image.clear();
        match number.checked_sub(1) {
            None => image.extend(features.iter().map(|&feature| u32::from(feature))),
            Some(map) => image.extend(features.iter().map(|&feature| self.turned(usize::from(feature), map))),
        }
    }

    fn turned(&self, feature: usize, map: usize) -> u32 {
        if feature >= self.in_planes {
            return feature as u32;
        }
        let cell = feature % self.cells;
        (feature - cell) as u32 + u32::from(self.maps[map][cell])
    }
}
