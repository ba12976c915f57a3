//! What the last search has found, for the analyse commands of GoGui and HexGui and for boards that show live analysis.

use engine::{Player, Position};

use crate::desk::{Unit, words};
use crate::score::{Row, Score, rows};
use crate::search::Found;
use crate::spelling::Spelling;

/// The commands as GoGui and HexGui list them: type, label, command.
pub const COMMANDS: [&str; 6] = [
    "gfx/Search/unbounded-gfx",
    "pspairs/Values (v)/unbounded-values",
    "pspairs/Selections (n)/unbounded-selections",
    "var/Expected line/unbounded-line",
    "string/Proven values/unbounded-proven",
    "string/Position/unbounded-position",
];

/// How many moves a stream shows if the user has asked for no number.
pub const USUAL_LINES: usize = 8;

/// The answer to an analyse command.
pub fn tell(name: &str, root: &dyn Position, found: &Found, spelling: &dyn Spelling) -> String {
    let known = known(root, found, spelling);
    let pairs = |value: &dyn Fn(&Row) -> String| {
        known.iter().map(|(word, row)| format!("{word} {}", value(row))).collect::<Vec<_>>().join("\n")
    };
    match name {
        "unbounded-values" => pairs(&|row| format!("{:.2}", row.v)),
        "unbounded-selections" => pairs(&|row| row.n.to_string()),
        "unbounded-line" => line(root, found, spelling),
        "unbounded-proven" => {
            let proven = known.iter().filter(|(_, row)| !matches!(row.score, Score::Estimate(_)));
            let texts: Vec<String> =
                proven.map(|(word, row)| format!("{word} {}", verdict(row.score))).collect();
            if texts.is_empty() { "nothing is proven".to_owned() } else { texts.join(" ") }
        }
        // Everything at once.
        _ => {
            let labels: String =
                known.iter().take(20).map(|(word, row)| format!(" {word} {}", row.n)).collect();
            let best = known.first().map_or(String::new(), |(word, row)| format!("{word} {}", row.labels()));
            format!("VAR {}\nLABEL{labels}\nTEXT {best}", line(root, found, spelling))
        }
    }
}

/// A line of live analysis, as Leela Zero writes it.
pub fn stream(root: &dyn Position, found: &Found, lines: usize, spelling: &dyn Spelling) -> String {
    let expected = words(root, found, Unit::Turn, spelling);
    let known = known(root, found, spelling);
    let infos = known.iter().take(lines).enumerate().map(|(order, (word, row))| {
        let share = match row.score {
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
            Score::Draw => 0.5,
            Score::Estimate(v) => (v.clamp(-1.0, 1.0) + 1.0) / 2.0,
        };
        let line = if order == 0 { expected.join(" ") } else { word.clone() };
        let share = (f64::from(share) * 10_000.0).round();
        format!("info move {word} visits {} winrate {share} order {order} pv {line}", row.n)
    });
    infos.collect::<Vec<_>>().join(" ")
}

/// The moves of the position of the report in the words of the dialect, the best first.
fn known(root: &dyn Position, found: &Found, spelling: &dyn Spelling) -> Vec<(String, Row)> {
    let rows = rows(&found.report, root.turn());
    let write = |row: Row| {
        let decisions = found.decisions[..found.before].iter().chain([&row.decision]).cloned();
        (spelling.write(root, &decisions.collect::<Vec<_>>()), row)
    };
    rows.into_iter().map(write).collect()
}

/// The expected line with the colours of the players.
fn line(root: &dyn Position, found: &Found, spelling: &dyn Spelling) -> String {
    let mut player = root.turn();
    let mut texts = Vec::new();
    for word in words(root, found, Unit::Turn, spelling) {
        texts.push(format!("{} {word}", if player == Player::First { "b" } else { "w" }));
        player = player.other();
    }
    texts.join(" ")
}

fn verdict(score: Score) -> &'static str {
    match score {
        Score::Win(_) => "wins",
        Score::Loss(_) => "loses",
        Score::Draw => "draws",
        Score::Estimate(_) => "is open",
    }
}
