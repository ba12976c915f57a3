//! Every parser and file format under any bytes: they are refused with a message, or they mean something that can be worked
//! with. Never a panic, never a hang.
//!
//! Each [`Target`] is a plain function. `fuzz/` hands it the inputs of a fuzzer, and a test of this crate hands it its seeds
//! (`fuzz/seeds`) and random changes of them. Checksums and compression would stop a fuzzer at the door, so inputs of
//! sealed files come without: `sealing` adds what fits.

mod files;
mod games;
mod learning;
mod pages;
mod records;
mod sealing;
mod seeds;
mod sessions;
mod settings;
mod tournaments;

// How tests alter the bytes of files, shared with those of certificates.
#[path = "../../certificate/tests/suite/forge.rs"]
pub mod forge;

/// What is done with the bytes of an input, and what a fuzzer begins with.
pub struct Target {
    /// Its name: that of the fuzz target, and of the directory of its seeds.
    pub name: &'static str,
    /// Reads an input, and works with what was read. Says whether the input was accepted.
    pub run: fn(&[u8]) -> bool,
    /// Inputs that are accepted, to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "positions", run: games::positions, seeds: seeds::positions },
    Target { name: "moves", run: games::moves, seeds: seeds::moves },
    Target { name: "names", run: games::names, seeds: seeds::names },
    Target { name: "graphs", run: games::graphs, seeds: seeds::graphs },
    Target { name: "sessions", run: sessions::sessions, seeds: seeds::sessions },
    Target { name: "pgn", run: records::pgn, seeds: seeds::pgn },
    Target { name: "sgf", run: records::sgf, seeds: seeds::sgf },
    Target { name: "pdn", run: records::pdn, seeds: seeds::pdn },
    Target { name: "arimaa", run: records::arimaa, seeds: seeds::arimaa },
    Target { name: "ggf", run: records::ggf, seeds: seeds::ggf },
    Target { name: "othello", run: records::othello, seeds: seeds::othello },
    Target { name: "psq", run: records::psq, seeds: seeds::psq },
    Target { name: "json", run: records::json, seeds: seeds::json },
    Target { name: "pages", run: pages::pages, seeds: seeds::pages },
    Target { name: "options", run: settings::options, seeds: seeds::options },
    Target { name: "quantities", run: settings::quantities, seeds: seeds::quantities },
    Target { name: "plans", run: tournaments::plans, seeds: seeds::plans },
    Target { name: "shards", run: tournaments::shards, seeds: seeds::shards },
    Target { name: "configurations", run: learning::configurations, seeds: seeds::configurations },
    Target { name: "networks", run: learning::networks, seeds: seeds::networks },
    Target { name: "learners", run: learning::learners, seeds: seeds::learners },
    Target { name: "checkpoints", run: files::checkpoints, seeds: seeds::checkpoints },
    Target { name: "certificates", run: files::certificates, seeds: seeds::certificates },
    Target { name: "databases", run: files::databases, seeds: seeds::databases },
];

/// The target of this name.
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("the target is in the list")
}
