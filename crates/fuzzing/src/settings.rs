//! What people type: algorithms and evaluators with options, and numbers with units.

use engine::{Budget, Registry, Settings, Watch, quantity};

/// The first line as an algorithm, the second as an evaluator: they are refused, or they search.
pub fn options(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let (algorithm, evaluator) = text.split_once('\n').unwrap_or((&text, "auto"));
    // Files are not read here.
    if evaluator.trim_start().starts_with("network:") {
        return false;
    }
    let settings =
        Settings { algorithm: algorithm.to_owned(), evaluator: evaluator.to_owned(), ..Settings::default() };
    let start = Registry::standard().open("nim:1-2").expect("the game is in the list");
    let Ok(mut session) = start.session(&settings) else { return false };
    let budget = Budget { evaluations: Some(20), iterations: Some(20), ..Budget::default() };
    let report = session.think(&budget, &mut Watch::default());
    assert!(report.value.is_none_or(|value| value == 1), "{settings:?}: {report:?}");
    true
}

/// Any text as a number of every kind: what is refused has a message.
pub fn quantities(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let refusals = [
        quantity::duration(&text).err(),
        quantity::interval(&text).err(),
        quantity::bytes(&text).err(),
        quantity::memory_limit(&text).err(),
        quantity::count(&text).err(),
        quantity::positive_count(&text).err(),
        quantity::threads(&text).err(),
    ];
    assert!(refusals.iter().flatten().all(|refusal| !refusal.is_empty()));
    refusals.iter().any(Option::is_none)
}
