//! Writing what was found.

use serde_json::{Value, json};

use super::Task;
use crate::score::rows;
use crate::search::Found;

/// The answer about a position, on the way or at the end.
pub fn of(task: &Task, found: &Found, is_during_search: bool) -> Value {
    let report = &found.report;
    let rows = rows(report, task.player);
    let moves = rows.iter().take(task.moves.unwrap_or(usize::MAX)).enumerate().map(|(order, row)| {
        json!({
            "move": row.decision,
            "order": order,
            "c": row.c,
            "v": number(row.v),
            "r": row.r,
            "n": row.n,
            "score": row.score.uci(),
        })
    });
    json!({
        "id": task.id,
        "turnNumber": task.turn,
        "isDuringSearch": is_during_search,
        "game": report.game,
        "position": report.position,
        "player": if task.player == engine::Player::First { 1 } else { 2 },
        "bestMove": report.best_move,
        "reason": report.reason,
        "line": report.line,
        "rootInfo": {
            "resolved": report.resolved,
            "value": report.value,
            "v": report.estimate.map(number),
            "lineLength": report.line_length,
            "iterations": report.iterations,
            "evaluations": report.evaluations,
            "nodes": report.nodes,
            "depth": report.depth,
            "states": report.states,
            "bytes": report.bytes,
            "seconds": (report.seconds * 1e6).round() / 1e6,
            "stop": report.stop,
        },
        "moveInfos": moves.collect::<Vec<_>>(),
    })
}

/// A value with as many digits as it has: not those that a wider type would add.
fn number(v: f32) -> f64 {
    v.to_string().parse().unwrap_or(0.0)
}
