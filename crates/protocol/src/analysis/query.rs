//! Reading a query.

use std::time::Duration;

use engine::Budget;
use serde_json::{Value, json};

/// A query for the analysis of positions of a game.
pub struct Query {
    pub id: String,
    pub game: Option<String>,
    pub position: Option<String>,
    pub moves: Vec<String>,
    pub turns: Option<Vec<usize>>,
    pub algorithm: Option<String>,
    pub evaluator: Option<String>,
    pub every: Option<Duration>,
    pub most_moves: Option<usize>,
    time: Option<Duration>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
    iterations: Option<u64>,
    priority: i64,
    priorities: Option<Vec<i64>>,
}

/// What is wrong with a query.
pub struct Wrong {
    id: Option<String>,
    field: String,
    message: String,
}

impl Wrong {
    pub fn new(id: Option<&str>, field: &str, message: impl Into<String>) -> Wrong {
        Wrong { id: id.map(str::to_owned), field: field.to_owned(), message: message.into() }
    }

    /// The answer to the query.
    pub fn answer(&self) -> Value {
        let mut answer = json!({"error": self.message});
        if let Some(id) = &self.id {
            answer["id"] = json!(id);
        }
        if !self.field.is_empty() {
            answer["field"] = json!(self.field);
        }
        answer
    }
}

/// The fields that a query may have.
const FIELDS: &[&str] = &[
    "id",
    "game",
    "position",
    "moves",
    "analyzeTurns",
    "algorithm",
    "evaluator",
    "maxTime",
    "maxEvaluations",
    "maxNodes",
    "maxIterations",
    "maxMoves",
    "reportDuringSearchEvery",
    "priority",
    "priorities",
];

/// Reads fields of one query.
struct Fields<'a> {
    id: &'a str,
    value: &'a Value,
}

impl Fields<'_> {
    fn wrong(&self, name: &str, wanted: &str) -> Wrong {
        Wrong::new(Some(self.id), name, format!("{wanted} is needed"))
    }

    /// A field that may be left out.
    fn get<T>(
        &self,
        name: &str,
        wanted: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, Wrong> {
        let field = self.value.get(name).filter(|field| !field.is_null());
        field.map(|field| read(field).ok_or_else(|| self.wrong(name, wanted))).transpose()
    }

    fn text(&self, name: &str) -> Result<Option<String>, Wrong> {
        self.get(name, "a string", |field| field.as_str().map(str::to_owned))
    }

    fn count(&self, name: &str) -> Result<Option<u64>, Wrong> {
        self.get(name, "a positive integer", |field| field.as_u64().filter(|count| *count > 0))
    }

    fn seconds(&self, name: &str) -> Result<Option<Duration>, Wrong> {
        let time = |field: &Value| field.as_f64().filter(|time| *time > 0.0 && *time < 1e9);
        self.get(name, "a positive number of seconds", |field| time(field).map(Duration::from_secs_f64))
    }

    fn list<T>(
        &self,
        name: &str,
        wanted: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<Vec<T>>, Wrong> {
        self.get(name, wanted, |field| field.as_array()?.iter().map(&read).collect())
    }
}

fn turn(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|turn| usize::try_from(turn).ok())
}

impl Query {
    pub fn read(id: &str, value: &Value) -> Result<Query, Wrong> {
        let fields = Fields { id, value };
        let names = value.as_object().into_iter().flatten().map(|(name, _)| name);
        if let Some(name) = names.into_iter().find(|name| !FIELDS.contains(&name.as_str())) {
            return Err(Wrong::new(Some(id), name, "there is no such field"));
        }
        // Moves are one string with blanks, or a list of them.
        let moves = fields.get("moves", "a string, or a list of strings,", |field| match field {
            Value::String(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
            Value::Array(list) => list.iter().map(|m| m.as_str().map(str::to_owned)).collect(),
            _ => None,
        })?;
        let turns = fields.list("analyzeTurns", "a list of numbers of moves", turn)?;
        let priorities = fields.list("priorities", "a list of integers", Value::as_i64)?;
        if let Some(priorities) = &priorities
            && priorities.len() != turns.as_ref().map_or(1, Vec::len)
        {
            return Err(fields.wrong("priorities", "one for each of analyzeTurns"));
        }
        Ok(Query {
            game: fields.text("game")?,
            position: fields.text("position")?,
            moves: moves.unwrap_or_default(),
            turns,
            algorithm: fields.text("algorithm")?,
            evaluator: fields.text("evaluator")?,
            every: fields.seconds("reportDuringSearchEvery")?,
            most_moves: fields.count("maxMoves")?.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            time: fields.seconds("maxTime")?,
            evaluations: fields.count("maxEvaluations")?,
            nodes: fields.count("maxNodes")?,
            iterations: fields.count("maxIterations")?,
            priority: fields.get("priority", "an integer", Value::as_i64)?.unwrap_or(0),
            priorities,
            id: id.to_owned(),
        })
    }

    /// The priority of the position with this index.
    pub fn priority_of(&self, index: usize) -> i64 {
        self.priorities.as_ref().and_then(|list| list.get(index).copied()).unwrap_or(self.priority)
    }

    /// The limits of the query, which hold in addition to those of the user.
    pub fn limit(&self, budget: &mut Budget) {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let is_limited = budget.is_limited();
        budget.time = budget.time.into_iter().chain(self.time).min();
        budget.evaluations = least(budget.evaluations, self.evaluations);
        budget.nodes = least(budget.nodes, self.nodes);
        budget.iterations = least(budget.iterations, self.iterations);
        if !is_limited && !budget.is_limited() {
            budget.time = Some(crate::player::USUAL_TIME);
        }
    }
}

/// The query that is to be terminated, and which of its turns, all if none are named.
pub fn target(id: &str, value: &Value) -> Result<(String, Option<Vec<usize>>), Wrong> {
    let fields = Fields { id, value };
    let target = fields.text("terminateId")?.ok_or_else(|| fields.wrong("terminateId", "a string"))?;
    Ok((target, fields.list("turnNumbers", "a list of numbers of moves", turn)?))
}
