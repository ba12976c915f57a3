//! What pages of the web interface say.

use std::sync::{Arc, LazyLock};

use engine::Registry;
use web::{Limits, Page};

/// Any text as what a page says: the first line begins a game, each other line is a message. All are understood or refused, and
/// what the page is shown is JSON.
pub fn pages(input: &[u8]) -> bool {
    static REGISTRY: LazyLock<Arc<Registry>> = LazyLock::new(|| Arc::new(Registry::standard()));
    let limits = Limits {
        moves: 60,
        searches: 3,
        threads: 1,
        memory: 4 << 20,
        total_memory: 12 << 20,
        ..Limits::default()
    };
    let text = String::from_utf8_lossy(input);
    let mut lines = text.lines();
    let Some(Ok(page)) = lines.next().map(|line| Page::begin(REGISTRY.clone(), limits, line)) else {
        return false;
    };
    let understood = lines.filter(|line| page.say(line).is_ok()).count();
    let seen: serde_json::Value = serde_json::from_str(&page.seen()).expect("the page is shown JSON");
    assert_eq!(seen["type"], "state");
    understood > 0
}
