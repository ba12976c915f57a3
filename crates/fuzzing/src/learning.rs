//! What learning reads: configurations, networks, and its checkpoints.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use engine::{Budget, LearnOptions, Position, Registry, Settings, Watch};
use learn::network::Network;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::sealing;

/// The game that is learned: it has few features.
pub const GAME: &str = "mnk:2x2x2";

pub fn start() -> Box<dyn Position> {
    Registry::standard().open(GAME).expect("the game is in the list")
}

/// Numbers above this ask for large networks, which is not forbidden.
const LARGE: f64 = 64.0;

/// Whether no number in a configuration is large.
fn is_small(value: &toml::Value) -> bool {
    match value {
        toml::Value::Table(table) => table.values().all(is_small),
        toml::Value::Array(array) => array.iter().all(is_small),
        toml::Value::Integer(number) => (*number as f64) <= LARGE,
        toml::Value::Float(number) => *number <= LARGE,
        _ => true,
    }
}

/// A configuration: it is refused, or a game can be learned with it.
pub fn configurations(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let Ok(options) = toml::from_str::<LearnOptions>(&text) else { return false };
    if !toml::from_str::<toml::Value>(&text).is_ok_and(|value| is_small(&value)) {
        return false;
    }
    let Ok(mut learner) = start().learner(options, 1) else { return false };
    learner.round(&AtomicBool::new(true), &|_| {});
    true
}

/// A network as an input: its header as a line of JSON without the checksum, and its numbers.
pub fn open_network(file: &[u8]) -> Vec<u8> {
    let length = u64::from_le_bytes(file[..8].try_into().expect("these are eight bytes")) as usize;
    let mut header: Value = serde_json::from_slice(&file[8..8 + length]).expect("the header is JSON");
    header["__metadata__"].as_object_mut().expect("there is metadata").remove("checksum");
    [header.to_string().as_bytes(), b"\n", &file[8 + length..]].concat()
}

/// An input as a network file, with the checksum that fits. Nothing if its first line is not a header.
fn seal_network(input: &[u8]) -> Option<Vec<u8>> {
    let end = input.iter().position(|&byte| byte == b'\n')?;
    let (header, numbers) = (&input[..end], &input[end + 1..]);
    let mut header: BTreeMap<String, Value> = serde_json::from_slice(header).ok()?;
    let mut metadata: BTreeMap<String, String> =
        serde_json::from_value(header.remove("__metadata__")?).ok()?;
    let text = serde_json::to_string(&metadata).ok()?;
    metadata.insert("checksum".to_owned(), sealing::sum_of(&[text.as_bytes(), numbers].concat()));
    // The metadata comes first, then the tensors in the order of their names.
    let tensors: Vec<String> =
        header.iter().map(|(name, tensor)| format!(",{name:?}:{}", tensor_text(tensor))).collect();
    let metadata = serde_json::to_string(&metadata).ok()?;
    let mut json = format!("{{\"__metadata__\":{metadata}{}}}", tensors.concat()).into_bytes();
    json.resize((json.len() + 8).next_multiple_of(64) - 8, b' ');
    Some([&(json.len() as u64).to_le_bytes()[..], &json, numbers].concat())
}

/// A tensor in the order in which it is written.
fn tensor_text(tensor: &Value) -> String {
    let field = |name: &str| tensor.get(name).map_or(String::new(), Value::to_string);
    format!(
        "{{\"dtype\":{},\"shape\":{},\"data_offsets\":{}}}",
        field("dtype"),
        field("shape"),
        field("data_offsets")
    )
}

/// A network: it is refused, or it evaluates.
pub fn networks(input: &[u8]) -> bool {
    let Some(file) = seal_network(input) else { return false };
    if Network::from_bytes(&file).is_err() {
        return false;
    }
    let mut named = NamedTempFile::new().expect("there is room for a file");
    named.write_all(&file).expect("there is room for a file");
    let evaluator = format!("network:{}", named.path().display());
    let settings = Settings { evaluator, ..Settings::default() };
    // It may be the network of another game.
    let Ok(mut session) = start().session(&settings) else { return false };
    session.think(&Budget { evaluations: Some(20), ..Budget::default() }, &mut Watch::default());
    true
}

/// A checkpoint of learning: it is refused, or learning goes on.
pub fn learners(input: &[u8]) -> bool {
    let mut file = NamedTempFile::new().expect("there is room for a file");
    file.write_all(&sealing::seal(input)).expect("there is room for a file");
    let Ok(mut learner) = start().resume_learner(file.path(), 1) else { return false };
    learner.round(&AtomicBool::new(true), &|_| {});
    learner.save(file.path()).expect("what was taken up can be saved");
    true
}
