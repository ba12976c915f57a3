//! The plan of a tournament: which players meet in which games, how often, and how.

use std::collections::BTreeMap;
use std::path::Path;

use engine::quantity::{MATCHES, POSITIVE};
use engine::{DEFAULT, Registry};
use game::suggest_key;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::duel::MatchRules;
use crate::opening::Openings;
use crate::player::{MoveBudget, Player};
use crate::statistics::sprt::Sprt;

/// A tournament, as its TOML file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The title of its tables.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The games.
    pub games: Vec<String>,
    /// Who meets whom.
    #[serde(default)]
    pub pairing: Pairing,
    /// How many matches for each pairing of players (and of evaluators, where there are sets). Each opening is
    /// played from both seats, so this is even.
    #[serde(default = "two_hundred")]
    pub matches: usize,
    /// Where matches begin.
    #[serde(default)]
    pub openings: Openings,
    /// The seed of everything random.
    #[serde(default = "one")]
    pub seed: u64,
    /// The budget of a move of every player that has none of its own.
    #[serde(flatten)]
    pub budget: MoveBudget,
    /// A proven value ends the match.
    #[serde(default, skip_serializing_if = "is_false")]
    pub adjudicate: bool,
    /// A match of more plies is a draw.
    #[serde(default, alias = "most_plies", skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<usize>,
    /// Ends early, when a sequential test has decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Pairs of matches in a shard.
    #[serde(default = "ten")]
    pub shard: usize,
    /// Scores to compare with, for example published ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// The players.
    pub players: Vec<Player>,
    /// Sets of evaluators: every player plays with every evaluator of a set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<Set>,
}

fn one() -> u64 {
    1
}

fn ten() -> usize {
    10
}

fn two_hundred() -> usize {
    200
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Every two players meet.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// The protocol of the paper: two players, sets of evaluators, every ordered pair of evaluators of a set.
    Paper,
}

/// Scores of the first player to compare with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Whose they are.
    pub name: String,
    /// The mean score of each game, in percent.
    pub games: BTreeMap<String, f64>,
    /// The mean over all games, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<f64>,
}

/// A set of evaluators: the players of a match use any two of them, in every order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Its name in tables.
    pub name: String,
    /// The evaluators. `{game}` stands for the game.
    pub evaluators: Vec<String>,
    /// That many sets instead of one: `{set}` in the name and in the evaluators stands for their numbers, from 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Each evaluator once for every one of these numbers, which `{snapshot}` stands for, with two digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub snapshots: Vec<usize>,
    /// The games that it is for [default: all].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// How many matches for each pair of evaluators, where that is not as in the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<usize>,
}

/// The keys of a plan and of a player: what is flattened keeps the parser from listing them.
pub const KEYS: [&str; 30] = [
    "title",
    "games",
    "pairing",
    "matches",
    "openings",
    "seed",
    "adjudicate",
    "max_plies",
    "most_plies",
    "sprt",
    "shard",
    "reference",
    "players",
    "sets",
    "time",
    "cpu-time",
    "evaluations",
    "iterations",
    "nodes",
    "memory",
    "threads",
    "name",
    "algorithm",
    "level",
    "evaluator",
    "terminal",
    "decision",
    "overall",
    "count",
    "snapshots",
];

impl Plan {
    /// A plan of one game, with the usual settings.
    pub fn new(game: &str, players: Vec<Player>, budget: MoveBudget) -> Plan {
        let mut plan = Plan {
            title: String::new(),
            games: vec![game.to_owned()],
            pairing: Pairing::default(),
            matches: two_hundred(),
            openings: Openings::default(),
            seed: one(),
            budget,
            adjudicate: false,
            max_plies: None,
            sprt: None,
            shard: ten(),
            reference: None,
            players,
            sets: Vec::new(),
        };
        plan.name_players();
        plan
    }

    /// Reads the text of a plan.
    pub fn read(text: &str) -> Result<Plan, Error> {
        let mut plan: Plan = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start].lines().count().max(1));
            Error::Plan(format!("line {line}: {}", suggest_key(error.message(), &KEYS).replace('\n', " ")))
        })?;
        plan.name_players();
        plan.sets = plan.sets.iter().flat_map(Set::written_out).collect();
        Ok(plan)
    }

    /// Reads the file of a plan.
    pub fn open(file: &Path) -> Result<Plan, Error> {
        let wrong = |reason: String| Error::File { file: file.display().to_string(), reason };
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        Plan::read(&text).map_err(|error| wrong(error.to_string()))
    }

    /// Gives every player a name of its own.
    pub fn name_players(&mut self) {
        for i in 0..self.players.len() {
            if self.players[i].name.is_empty() {
                self.players[i].name = match &*self.players[i].algorithm {
                    "" => DEFAULT.to_owned(),
                    algorithm => algorithm.to_owned(),
                };
            }
            let (before, rest) = self.players.split_at_mut(i);
            let is_taken = |name: &str| before.iter().any(|player| player.name == name);
            if is_taken(&rest[0].name) {
                let names = (2..).map(|number| format!("{} #{number}", rest[0].name));
                rest[0].name = names.into_iter().find(|name| !is_taken(name)).unwrap_or_default();
            }
        }
    }

    /// Gives every game its canonical name, wherever the plan names it.
    pub fn name_games(&mut self, registry: &Registry) -> Result<(), Error> {
        let canonical = |game: &String| Ok::<_, Error>(registry.open(game)?.game().to_owned());
        let all = |games: &[String]| games.iter().map(canonical).collect::<Result<Vec<_>, _>>();
        self.games = all(&self.games)?;
        for set in &mut self.sets {
            set.games = set.games.as_deref().map(all).transpose()?;
        }
        if let Some(reference) = &mut self.reference {
            let games = std::mem::take(&mut reference.games).into_iter();
            reference.games =
                games.map(|(game, score)| Ok((canonical(&game)?, score))).collect::<Result<_, Error>>()?;
        }
        Ok(())
    }

    /// How matches are played.
    pub fn rules(&self) -> MatchRules {
        MatchRules { adjudicate: self.adjudicate, max_plies: self.max_plies }
    }

    /// The sequential test, if there is one.
    pub fn sprt(&self) -> Result<Option<Sprt>, Error> {
        let read = |text: &String| text.parse().map_err(|error| Error::Plan(format!("sprt: {error}")));
        self.sprt.as_ref().map(read).transpose()
    }

    /// Whether the results are the same on every machine: no move depends on a clock, or on which of several workers
    /// is faster, or on what a foreign engine does.
    pub fn is_reproducible(&self) -> bool {
        let budgets = self.players.iter().map(|player| player.budget_within(&self.budget));
        budgets.into_iter().all(|budget| budget.time.is_none() && budget.threads.unwrap_or(1) == 1)
            && !self.players.iter().any(Player::is_foreign)
    }

    /// A name that two sets have.
    fn repeated_set(&self) -> Option<&str> {
        let mut names = self.sets.iter().enumerate();
        let repeated = names.find(|(i, set)| self.sets[..*i].iter().any(|other| other.name == set.name));
        repeated.map(|(_, set)| set.name.as_str())
    }

    /// Refuses a plan that cannot be played, before anything is played.
    pub fn check(&self, registry: &Registry) -> Result<(), Error> {
        let wrong = |reason: &str| Err(Error::Plan(reason.to_owned()));
        if self.games.is_empty() {
            return wrong("there is no game in `games`");
        }
        if let Some(twice) = (1..self.games.len()).find(|&i| self.games[..i].contains(&self.games[i])) {
            return wrong(&format!("the game {} is in `games` twice", self.games[twice]));
        }
        if self.players.len() < 2 {
            return wrong("at least two players are needed");
        }
        if self.pairing == Pairing::Paper && (self.players.len() != 2 || self.sets.is_empty()) {
            return wrong("pairing = \"paper\" needs exactly two players and at least one of [[sets]]");
        }
        let counts = self.sets.iter().filter_map(|set| set.matches).chain([self.matches]);
        for matches in counts {
            if matches % 2 == 1 || !MATCHES.has(matches as u64) {
                return wrong(&format!(
                    "`matches` is {matches} and should be even and {MATCHES}: each opening is played from both seats"
                ));
            }
        }
        let lengths = [("shard", Some(self.shard), MATCHES), ("max_plies", self.max_plies, POSITIVE)];
        for (key, number, range) in lengths {
            let checked = number.map(|number| range.check(number as u64)).transpose();
            checked.map_err(|reason| Error::Plan(format!("`{key}`: {reason}")))?;
        }
        if self.sets.iter().any(|set| set.evaluators.is_empty()) {
            return wrong("a set has no evaluators");
        }
        if let Some(set) = self.repeated_set() {
            return wrong(&format!("two sets are called {set}; with `count`, the name needs {{set}}"));
        }
        if self.sprt()?.is_some() && (self.players.len() != 2 || self.games.len() != 1) {
            return wrong("a sequential test needs exactly two players and one game");
        }
        self.budget.read().map_err(Error::Plan)?;
        // Every player is created once in every game, so that a wrong name is reported at once.
        let schedule = crate::schedule::Schedule::new(self, registry)?;
        schedule.check_players()
    }
}

impl Set {
    /// The sets that one entry of a plan stands for, without `count` and `snapshots`.
    fn written_out(&self) -> Vec<Set> {
        let numbers = self.count.map_or(vec![None], |count| (1..=count).map(Some).collect());
        let snapshots = self.snapshots.iter().map(|snapshot| Some(format!("{snapshot:02}")));
        let snapshots: Vec<_> = if self.snapshots.is_empty() { vec![None] } else { snapshots.collect() };
        let one = |number: Option<usize>| {
            let numbered = |text: &String| match number {
                Some(number) => text.replace("{set}", &number.to_string()),
                None => text.clone(),
            };
            let of_snapshot = |evaluator: &String, snapshot: &Option<String>| match snapshot {
                Some(snapshot) => evaluator.replace("{snapshot}", snapshot),
                None => evaluator.clone(),
            };
            let evaluators = self.evaluators.iter().map(numbered);
            let evaluators =
                evaluators.flat_map(|one| snapshots.iter().map(move |snapshot| of_snapshot(&one, snapshot)));
            Set {
                name: numbered(&self.name),
                evaluators: evaluators.collect(),
                count: None,
                snapshots: Vec::new(),
                ..self.clone()
            }
        };
        numbers.into_iter().map(one).collect()
    }
}
