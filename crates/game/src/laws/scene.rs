//! Laws of the scene: it shows what the picture shows, and every move can be clicked in it.

use std::collections::BTreeMap;

use crate::scene::Click;
use crate::view::Glyph;
use crate::{Game, Tiling};

/// Each cell shows what the picture shows in its place; the picture has pieces nowhere else. The notes are the same.
pub fn is_the_picture<G: Game>(state: &G) -> Result<(), String> {
    let (view, scene) = (state.view(), state.scene());
    if view.notes != scene.notes && !view.rows.is_empty() {
        return Err(format!(
            "the notes of the scene are {:?}, those of the picture {:?}",
            scene.notes, view.notes
        ));
    }
    if view.rows.is_empty() {
        return Ok(());
    }
    if view.slanted != (scene.tiling == Some(Tiling::Hexagons)) {
        return Err(format!("the scene has {:?}, which is not how the picture is drawn", scene.tiling));
    }
    for cell in &scene.cells {
        let [column, row] = cell.place;
        let seen = view.rows.get(row).and_then(|(_, glyphs)| glyphs.get(column));
        // What the picture has no symbol for, such as a height under a worker, may be in the scene alone.
        if seen != Some(&cell.glyph) {
            return Err(format!("the scene shows {:?} on {}, the picture {seen:?}", cell.glyph, cell.name));
        }
    }
    for (row, (_, glyphs)) in view.rows.iter().enumerate() {
        for (column, glyph) in glyphs.iter().enumerate() {
            if !matches!(glyph, Glyph::Blocked | Glyph::Neutral(' ')) && scene.at(column, row).is_none() {
                return Err(format!(
                    "the scene has no cell in column {column} and row {row}, which is {glyph:?}"
                ));
            }
        }
    }
    Ok(())
}

/// Every move has a way to click it on cells of the scene; where there is a board, buttons are words that name no cell. No
/// way is that of another move, or the beginning of one.
pub fn moves_can_be_clicked<G: Game>(state: &G, moves: &[G::Move]) -> Result<(), String> {
    let scene = state.scene();
    let mut ways: BTreeMap<Vec<Click>, String> = BTreeMap::new();
    for &m in moves {
        let text = state.move_text(m);
        let of_move = state.clicks(m, &scene);
        if of_move.is_empty() {
            return Err(format!("the move {text} cannot be clicked"));
        }
        for way in of_move {
            let is_sound = |click: &Click| match click {
                Click::Cell(cell) => *cell < scene.cells.len(),
                Click::Button(word) => {
                    !word.is_empty() && (scene.cells.is_empty() || word.chars().all(char::is_alphabetic))
                }
            };
            if way.is_empty() || !way.iter().all(is_sound) {
                return Err(format!("the move {text} has the clicks {way:?}"));
            }
            if let Some(other) = ways.insert(way, text.clone()).filter(|other| *other != text) {
                return Err(format!("the moves {text} and {other} have the same clicks"));
            }
        }
    }
    let mut pairs = ways.iter().zip(ways.iter().skip(1));
    match pairs.find(|((first, _), (second, _))| second.starts_with(first)) {
        Some(((_, first), (_, second))) => {
            Err(format!("the clicks of {first} are the beginning of those of {second}"))
        }
        None => Ok(()),
    }
}
