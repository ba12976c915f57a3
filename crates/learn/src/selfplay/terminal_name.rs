//! How files of options name f_t.

use game::TerminalValue;
use serde::{Deserialize, Deserializer, Serializer};

/// What files call [`TerminalValue::DepthMargin`] that were written before there were other values that depend on depth.
const DEPTH: &str = "depth";

pub fn serialize<S: Serializer>(kind: &TerminalValue, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TerminalValue, D::Error> {
    let name = String::deserialize(deserializer)?;
    if name == DEPTH {
        return Ok(TerminalValue::DepthMargin);
    }
    TerminalValue::named(&name).map_err(serde::de::Error::custom)
}
