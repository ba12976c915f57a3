//! A position as the page draws it.

use engine::scene::{Click, Decoration, Ground, Scene};
use engine::{Player, Position};
use game::Tiling;
use game::view::Glyph;
use serde_json::{Value, json};

/// The board, and all moves with the ways to click them.
pub fn of(position: &dyn Position) -> Value {
    let scene = position.scene();
    let moves = match position.outcome() {
        Some(_) => Vec::new(),
        None => position.clickable_moves(&scene),
    };
    let ways = |ways: Vec<Vec<Click>>| {
        ways.into_iter().map(|way| way.into_iter().map(click).collect::<Value>()).collect::<Value>()
    };
    json!({
        "position": position.text(),
        "turn": position.turn().index(),
        "result": position.outcome().map(|outcome| outcome.result()),
        "scene": board(&scene),
        "moves": moves.into_iter().map(|(text, clicks)| json!([text, ways(clicks)])).collect::<Vec<_>>(),
    })
}

fn click(click: Click) -> Value {
    match click {
        Click::Cell(cell) => json!(cell),
        Click::Button(word) => json!(word),
    }
}

/// The board alone.
pub fn board(scene: &Scene) -> Value {
    let cell = |cell: &engine::scene::Cell| {
        let piece = match cell.glyph {
            Glyph::Empty => Value::Null,
            Glyph::Blocked => json!("#"),
            Glyph::Piece(owner, symbol) => json!([owner.index(), symbol]),
            Glyph::Neutral(symbol) => json!(symbol),
        };
        json!({
            "name": cell.name,
            "place": cell.place,
            "at": cell.centre.map(short),
            "piece": piece,
            "height": cell.height,
            "trap": cell.ground == Ground::Trap,
        })
    };
    let points = |points: &[[f32; 2]]| points.iter().map(|point| json!(point.map(short))).collect::<Value>();
    let decoration = |decoration: &Decoration| match decoration {
        Decoration::Line(line) => json!({ "kind": "line", "points": points(line) }),
        Decoration::Edge(side, line) => json!({
            "kind": "edge",
            "side": if *side == Player::First { 0 } else { 1 },
            "points": points(line),
        }),
        Decoration::Dot(point) => json!({ "kind": "dot", "points": points(&[*point]) }),
    };
    json!({
        "tiling": scene.tiling.map(|tiling| match tiling {
            Tiling::Squares => "squares",
            Tiling::Points => "points",
            Tiling::Hexagons => "hexagons",
        }),
        "figures": scene.figures.name(),
        "cells": scene.cells.iter().map(cell).collect::<Vec<_>>(),
        "labels": scene.labels.iter().map(|(name, at)| json!([name, at.map(short)])).collect::<Vec<_>>(),
        "decorations": scene.decorations.iter().map(decoration).collect::<Vec<_>>(),
        "notes": scene.notes,
    })
}

/// A coordinate with three digits: thousandths of a cell are not seen.
fn short(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}
