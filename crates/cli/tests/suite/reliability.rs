//! The page about reliability names a test for every promise, and every test that it names exists.

use std::path::Path;

/// The rows of the tables of promises: the promise, and the tests that are named beside it.
fn promises(page: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.filter_map(|row| row.split_once(" | "));
    let promises = page.split("## Longer checks").next().unwrap();
    let is_promise = |promise: &str| promise != "promise" && promises.contains(&format!("| {promise} | "));
    let tests = |cell| str::split(cell, ", ").map(|test: &str| test.trim_matches('`')).collect();
    cells.filter(|(promise, _)| is_promise(promise)).map(|(promise, cell)| (promise, tests(cell))).collect()
}

#[test]
fn every_promise_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/reliability.md")).unwrap();
    let promises = promises(&page);
    assert!(promises.len() > 40, "{} promises", promises.len());
    for (promise, tests) in promises {
        for test in tests {
            let (file, name) =
                test.split_once("::").unwrap_or_else(|| panic!("{promise}: {test} is no test"));
            let text =
                std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            let (before, _) = text
                .split_once(&format!("fn {name}("))
                .unwrap_or_else(|| panic!("{promise} names a test that is not there: {test}"));
            let attributes = before.rsplit_once("}\n").map_or(before, |(_, attributes)| attributes);
            assert!(
                attributes.contains("#[test]") && !attributes.contains("#[ignore"),
                "{test} does not run"
            );
        }
    }
}
