//! The code in the pages is the code of this example.

const PAGES: [(&str, &str); 2] = [
    ("add-an-algorithm.md", include_str!("../../../docs/add-an-algorithm.md")),
    ("add-an-evaluator.md", include_str!("../../../docs/add-an-evaluator.md")),
];

const SOURCES: [&str; 5] = [
    include_str!("../src/lib.rs"),
    include_str!("../src/main.rs"),
    include_str!("../src/corners.rs"),
    include_str!("../src/restless.rs"),
    include_str!("library.rs"),
];

/// The lines of a text without what stands at their margins.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_pages_quote_the_example() {
    let sources = SOURCES.map(lines);
    for (page, text) in PAGES {
        let blocks: Vec<&str> =
            text.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
        assert!(blocks.len() >= 3, "{page} shows code");
        for block in blocks {
            let quoted = lines(block);
            let is_there = |source: &Vec<&str>| source.windows(quoted.len()).any(|part| part == quoted);
            assert!(sources.iter().any(is_there), "{page} should quote the example:\n{block}");
        }
    }
}
