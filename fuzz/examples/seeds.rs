//! Writes the inputs that both targets begin with: the records of other programs and the start of each sample.

use std::path::Path;

use game::{Game, Visitor};
use serde::Deserialize;

/// What is of use here in a record.
#[derive(Deserialize)]
struct Record {
    game: String,
    position: Option<String>,
    reached: Option<String>,
    #[serde(rename = "final")]
    end: Option<String>,
    moves: Option<String>,
}

struct StartText;

impl Visitor for StartText {
    type Output = String;
    fn visit<G: Game>(self, start: G) -> String {
        start.position()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    for sample in fuzz::samples() {
        positions.extend(fuzz::write(sample, &games::open(sample, StartText)?));
    }
    for kind in ["games", "perft"] {
        for file in folder.join("../crates/games/tests/data").join(kind).read_dir()? {
            for line in std::fs::read_to_string(file?.path())?.lines() {
                let record: Record = serde_json::from_str(line)?;
                let texts = [record.position, record.reached, record.end].into_iter().flatten();
                positions.extend(texts.filter_map(|text| fuzz::write(&record.game, &text)));
                moves.extend(record.moves.and_then(|text| fuzz::write(&record.game, &text)));
            }
        }
    }
    for (target, inputs) in [("positions", positions), ("moves", moves)] {
        let corpus = folder.join("corpus").join(target);
        std::fs::create_dir_all(&corpus)?;
        for (index, input) in inputs.iter().enumerate() {
            std::fs::write(corpus.join(format!("seed-{index:04}")), input)?;
        }
        println!("{}: {} seeds", corpus.display(), inputs.len());
    }
    Ok(())
}
