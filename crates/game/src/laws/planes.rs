//! Laws of the planes in which features lie.

use crate::{Game, Planes};

/// Every cell has a place of its own, and no feature is on beyond the edge of the board.
pub fn are_sound<G: Game>(state: &G, features: &[u32]) -> Result<(), String> {
    let planes = state.planes();
    if planes.features() > state.feature_count() {
        return Err(format!("the planes have {} features", planes.features()));
    }
    let mut places: Vec<usize> = planes.places.iter().flatten().copied().map(usize::from).collect();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two cells of a plane have the same place".into());
    }
    if places.last().is_some_and(|&last| last >= planes.rows * planes.columns) {
        return Err("a cell of a plane lies beyond its rows".into());
    }
    let is_nowhere = |feature: usize| {
        feature < planes.features() && planes.places[feature % planes.places.len()].is_none()
    };
    match features.iter().find(|&&feature| is_nowhere(feature as usize)) {
        Some(feature) => Err(format!("feature {feature} is on, but has no place on the board")),
        None => Ok(()),
    }
}

/// A mirror image has as many features in each plane, and as many behind them. A board of one cell, which a game
/// has that does not show this, says nothing about images.
pub fn are_moved_as_a_whole<G: Game>(state: &G, image: &G) -> Result<(), String> {
    let planes = state.planes();
    if image.planes() != planes {
        return Err(format!("its mirror image {} has other planes", image.position()));
    }
    if planes.places.len() <= 1 || of_features(&planes, state) == of_features(&planes, image) {
        Ok(())
    } else {
        Err(format!("its mirror image {} has other features in a plane", image.position()))
    }
}

/// The plane of each feature that is on, in order; one number more for features behind all planes.
fn of_features<G: Game>(planes: &Planes, state: &G) -> Vec<usize> {
    let mut features = Vec::new();
    state.features(&mut features);
    let plane = |feature: u32| (feature as usize / planes.places.len()).min(planes.count);
    let mut found: Vec<usize> = features.into_iter().map(plane).collect();
    found.sort_unstable();
    found
}
