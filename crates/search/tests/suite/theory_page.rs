//! docs/theory.md quotes the reference implementation verbatim and names a test for every statement.

use std::collections::BTreeSet;

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/theory.md"));
const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/reference.rs"));
const STATEMENTS: &str = include_str!("theorem.rs");

/// The lines of a method that has a body, moved to the left margin.
fn method(name: &str) -> String {
    let method = |line: &str| {
        let line = line.strip_prefix("    ").unwrap_or_default();
        let rest = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("fn ");
        rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with(['(', '<']))
    };
    let mut lines = Vec::new();
    for line in REFERENCE.lines().skip_while(|line| !method(line)) {
        lines.push(line.strip_prefix("    ").unwrap_or(line));
        if line == "    }" {
            break;
        }
    }
    assert!(lines.len() > 2, "there is no method {name}");
    lines.join("\n")
}

#[test]
fn the_page_quotes_the_reference() {
    let quotes: String =
        PAGE.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let mut rest = quotes.clone();
    for name in ["iterate", "completed_best_action", "backup_resolution", "back_up"] {
        let method = method(name);
        assert!(quotes.contains(&method), "docs/theory.md should quote this:\n{method}");
        rest = rest.replace(&method, "");
    }
    assert_eq!(rest.trim(), "", "docs/theory.md quotes what is not in reference.rs");
}

#[test]
fn the_page_names_the_tests_of_all_statements() {
    let statements = ["algorithm_", "lemma_", "proposition_", "theorem_", "remark_"];
    let is_statement = |name: &&str| statements.iter().any(|start| name.starts_with(start));
    let tests = STATEMENTS.lines().filter_map(|line| line.trim().strip_prefix("fn ")?.split('(').next());
    let tests: BTreeSet<&str> = tests.filter(is_statement).collect();
    let named: BTreeSet<&str> = PAGE.split('`').filter(is_statement).collect();
    assert_eq!(named, tests);
    for number in 4..=9 {
        let part = format!("_{number}_");
        assert!(named.iter().any(|name| name.contains(&part)), "no test of statement {number}");
    }
}
