//! What the page can offer: games, algorithms, evaluators.

use engine::Registry;
use serde_json::{Value, json};

use crate::limits::Limits;

/// Everything that has a name.
pub fn of(registry: &Registry, limits: &Limits, follows: bool) -> Value {
    let games = registry.list().map(|about| {
        json!({
            "name": about.name,
            "variants": about.variants,
            "summary": about.summary,
            "samples": about.samples,
        })
    });
    let algorithms = registry.algorithms().iter().map(|algorithm| {
        json!({
            "name": algorithm.name,
            "family": algorithm.family.title(),
            "summary": algorithm.summary,
            "proves": algorithm.proves,
        })
    });
    let evaluators = registry
        .evaluators()
        // Files of the server are not for those who only have its page.
        .filter(|evaluator| !evaluator.name.contains(':'))
        .map(|evaluator| json!({ "name": evaluator.name, "summary": evaluator.summary }));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games.collect::<Vec<_>>(),
        "algorithms": algorithms.collect::<Vec<_>>(),
        "evaluators": evaluators.collect::<Vec<_>>(),
        "full_level": protocol::FULL_LEVEL,
        "threads": limits.threads,
        "memory": limits.memory >> 20,
        "follows": follows,
    })
}
