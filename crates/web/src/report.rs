//! What the server says of a game: the state, the searches, the proof.

use engine::{MoveReport, Report};
use serde_json::{Value, json};

use crate::picture;
use crate::table::{State, Table};

/// The game and the position that is looked at.
pub fn state(table: &Table, state: &State) -> Value {
    let node = |(number, node): (usize, &crate::line::Node)| {
        json!([number, node.parent, node.text, node.value.map(|value| json!([value.v, value.r]))])
    };
    let proof = state.proof_game.as_ref().map(|proof| {
        let answer = proof.answer.as_ref().filter(|(node, _)| *node == state.cursor);
        json!({
            "value": proof.value,
            "holders": proof.holders.iter().map(|player| player.index()).collect::<Vec<_>>(),
            "size": proof.size,
            "move": answer.and_then(|(_, answer)| answer.as_ref().ok()).map(|answer| &answer.text),
            "source": answer.and_then(|(_, answer)| answer.as_ref().ok()).map(|answer| &answer.source),
            "error": answer.and_then(|(_, answer)| answer.as_ref().err()),
        })
    });
    let mut said = json!({
        "type": "state",
        "id": table.id,
        "game": state.game,
        "begins": state.begins,
        "nodes": state.line.nodes().map(node).collect::<Vec<_>>(),
        "cursor": state.cursor,
        "seats": state.seats,
        "runs": state.runs,
        "trouble": state.trouble,
        "thinking": state.searches.thinking.map(|(player, _)| player.index()),
        "ended": state.ended.as_ref().map(|(result, reason)| json!({ "result": result, "reason": reason })),
        "clock": state.clocks.as_ref().map(|clocks| json!({
            "setting": clocks.setting,
            "left": clocks.now(),
            "running": clocks.running().map(|player| player.index()),
        })),
        "proof": proof,
    });
    let board = picture::of(&*state.position);
    if let (Value::Object(said), Value::Object(board)) = (&mut said, board) {
        said.extend(board);
    }
    said
}

/// A search of the position that is looked at, if it has changed since this version: its new version and what to say.
pub fn search(state: &State, slot: usize, since: u64) -> Option<(u64, Value)> {
    let Some(analysis) = &state.searches.analyses[slot] else {
        return (since != 0).then(|| (0, json!({ "type": "search", "slot": slot, "open": false })));
    };
    if analysis.version == since {
        return None;
    }
    let said = json!({
        "type": "search",
        "slot": slot,
        "open": true,
        "running": analysis.worker.is_running,
        "node": analysis.node,
        "setting": analysis.setting,
        "error": analysis.error,
        "report": analysis.report.as_deref().map(report),
    });
    Some((analysis.version, said))
}

/// The search for a proof, in the same way.
pub fn proof(state: &State, since: u64) -> Option<(u64, Value)> {
    let Some(proof) = &state.proof else {
        return (since != 0).then(|| (0, json!({ "type": "proof", "open": false })));
    };
    if proof.version == since {
        return None;
    }
    let said = json!({
        "type": "proof",
        "open": true,
        "running": proof.worker.is_running,
        "node": proof.node,
        "error": proof.error,
        "earlier": proof.earlier,
        "report": proof.report.as_deref().map(report),
        "writing": proof.is_writing,
        "certificate": proof.certificate.as_ref().map(|bytes| bytes.len()),
    });
    Some((proof.version, said))
}

/// A report without what the page knows already.
fn report(report: &Report) -> Value {
    json!({
        "algorithm": report.algorithm,
        "options": report.options,
        "evaluator": report.evaluator,
        "proves": report.proves,
        "resolved": report.resolved,
        "value": report.value,
        "estimate": report.estimate.and_then(number),
        "best": report.best_move,
        "reason": report.reason,
        "line": report.line,
        "iterations": report.iterations,
        "evaluations": report.evaluations,
        "expansions": report.expansions,
        "depth": report.depth,
        "states": report.states,
        "bytes": report.bytes,
        "evictions": report.evictions,
        "seconds": report.seconds,
        "stop": report.stop,
        "numbers": report.numbers.map(|numbers| json!([numbers.gain, numbers.proof, numbers.disproof])),
        "moves": report.moves.iter().map(row).collect::<Vec<_>>(),
    })
}

/// A move with what is known of it: the text, c, v, r, n.
pub fn row(m: &MoveReport) -> Value {
    json!([m.text, m.c, number(m.v), m.r, m.n])
}

/// A number with as many digits as tell it from others of its width.
fn number(v: f32) -> Option<f64> {
    v.to_string().parse().ok().filter(|v: &f64| v.is_finite())
}
