//! On which machine, and by which version of the program, a run began.

use std::fs;

use serde::{Deserialize, Serialize};

/// The first lines of every `run.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The version of the program.
    pub version: String,
    /// The name of the processor.
    pub cpu: String,
    /// How many threads it runs at the same time.
    pub cores: usize,
}

impl Machine {
    /// The machine that runs this process.
    pub fn this() -> Machine {
        Machine {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cpu: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or(std::env::consts::ARCH, |(_, name)| name).to_owned()
}
