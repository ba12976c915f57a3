//! The records of other programs: files with one JSON object a line, in the folders of `data`.

use std::path::Path;

use serde::Deserialize;

/// How to come to a state: from the start or from `position`, by `moves`.
#[derive(Deserialize)]
pub struct Line {
    pub game: String,
    pub position: Option<String>,
    #[serde(default)]
    pub moves: String,
}

/// All records in a folder of the test data.
pub fn read<T: for<'a> Deserialize<'a>>(folder: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<_> = folder
        .read_dir()
        .expect("the folder exists")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    let mut records = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")) {
        for (index, line) in std::fs::read_to_string(file).expect("the file is text").lines().enumerate() {
            let record = serde_json::from_str(line);
            records.push(record.unwrap_or_else(|error| panic!("{}:{}: {error}", file.display(), index + 1)));
        }
    }
    records
}
