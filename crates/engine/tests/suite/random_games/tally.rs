//! Counts of what was tried, so that a test that tries nothing fails.

use std::collections::BTreeMap;
use std::fmt;

use engine::Registry;

/// What was tried with an algorithm.
#[derive(Default)]
pub struct OfAlgorithm {
    pub searches: u64,
    pub proven: u64,
    pub evictions: u64,
}

/// What was tried in all.
#[derive(Default)]
pub struct Tally {
    pub by_algorithm: BTreeMap<&'static str, OfAlgorithm>,
    /// Lines of proven values that were followed.
    pub lines: u64,
    /// Searches that were saved and taken up.
    pub resumed: u64,
    /// Certificates that were written and accepted.
    pub certificates: u64,
    /// Altered certificates that claim something false.
    pub false_claims: u64,
    /// Altered certificates that are still proofs.
    pub altered_proofs: u64,
}

impl Tally {
    fn sum(&self, count: impl Fn(&OfAlgorithm) -> u64) -> u64 {
        self.by_algorithm.values().map(count).sum()
    }

    /// Fails if a part of the test has not been exercised.
    pub fn assert_that_much_was_tried(&self) {
        let registry = Registry::standard();
        for (name, of) in &self.by_algorithm {
            let proves = registry.algorithm(name).expect("it is in the list").0.proves;
            assert!(of.searches >= 100, "{name}: {} searches", of.searches);
            assert!(of.proven >= 20 || !proves, "{name}: {} proofs", of.proven);
        }
        assert_eq!(self.by_algorithm.len(), registry.algorithms().len());
        // One of each way to keep what was found: the ledger, the table, the tree.
        for name in ["auto", "proof", "depth-first", "df-pn", "alpha-beta", "pvs", "ubfm", "descent"] {
            let evictions = self.by_algorithm[name].evictions;
            assert!(evictions >= 1_000, "{name}: {evictions} evictions");
        }
        assert!(self.lines >= 1_000 && self.resumed >= 200, "{self}");
        assert!(
            self.certificates >= 100 && self.false_claims >= 1_000 && self.altered_proofs >= 20,
            "{self}"
        );
    }
}

/// One line of JSON, which `.ci/long` adds up.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { lines, resumed, certificates, false_claims, altered_proofs, .. } = self;
        let (searches, proven) = (self.sum(|of| of.searches), self.sum(|of| of.proven));
        let evictions = self.sum(|of| of.evictions);
        write!(
            f,
            "{{\"searches\":{searches},\"proven\":{proven},\"evictions\":{evictions},\"lines\":{lines},\
             \"resumed\":{resumed},\"certificates\":{certificates},\"false_claims\":{false_claims},\
             \"altered_proofs\":{altered_proofs}}}"
        )
    }
}
