//! The exchange of the two colours, as a map of features.

use crate::Planes;

/// What becomes of the features of a state when the colours are exchanged, the board is turned where the game needs
/// it, and the other side is to move: the same game, seen by the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourSwap {
    /// The plane that each plane becomes. Of a pair of planes, the first is about the first side.
    pub planes: Vec<usize>,
    /// The cell that each cell becomes.
    pub cells: Vec<u16>,
    /// What each feature behind the planes becomes, counted from the end of the planes.
    pub rest: Vec<usize>,
    /// The feature, counted in the same way, that says that the second side is to move.
    pub second_to_move: usize,
    /// The feature, counted in the same way, that says that the players have changed sides.
    pub sides_changed: Option<usize>,
    /// Whether the exchanged state is worth the same to the other player. It is not where the rules favour a side,
    /// such as by komi: then who is to move must be known besides.
    pub exact: bool,
}

impl ColourSwap {
    /// The first two planes are exchanged and all others stay, as do the cells. Of `rest` features behind the planes
    /// the first says that the second side is to move; the others stay.
    pub fn of_stones(planes: &Planes, rest: usize) -> ColourSwap {
        let exchanged = [1, 0].into_iter().chain(2..planes.count);
        ColourSwap {
            planes: exchanged.take(planes.count).collect(),
            cells: (0..planes.places.len() as u16).collect(),
            rest: (0..rest).collect(),
            second_to_move: 0,
            sides_changed: None,
            exact: true,
        }
    }

    /// The same with these planes.
    #[must_use]
    pub fn with_planes(self, planes: impl IntoIterator<Item = usize>) -> ColourSwap {
        ColourSwap { planes: planes.into_iter().collect(), ..self }
    }

    /// The same with a board that is turned so.
    #[must_use]
    pub fn turning(self, cell: impl Fn(usize) -> usize) -> ColourSwap {
        let cells = (0..self.cells.len()).map(|from| cell(from) as u16).collect();
        ColourSwap { cells, ..self }
    }

    /// What a feature becomes, [`ColourSwap::second_to_move`] apart, which goes on or off.
    pub fn image(&self, feature: usize) -> usize {
        let (cells, in_planes) = (self.cells.len(), self.planes.len() * self.cells.len());
        if feature < in_planes {
            self.planes[feature / cells] * cells + usize::from(self.cells[feature % cells])
        } else {
            in_planes + self.rest[feature - in_planes]
        }
    }

    /// What all features of a state become, in rising order.
    pub fn images(&self, features: &[u32]) -> Vec<u32> {
        let second_to_move = (self.planes.len() * self.cells.len() + self.second_to_move) as u32;
        let others = features.iter().filter(|&&feature| feature != second_to_move);
        let mut images: Vec<u32> = others.map(|&feature| self.image(feature as usize) as u32).collect();
        images.extend((!features.contains(&second_to_move)).then_some(second_to_move));
        images.sort_unstable();
        images
    }
}
