//! The analysis protocol: queries and answers as lines of JSON, in the manner of KataGo's. Each field is described in
//! `docs/protocols.md`.

mod answer;
mod query;

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::conversation::{Dialect, Flow};
use crate::desk::Desk;
use crate::search::{Event, News};
use query::{Query, Wrong};

/// A position that was asked for, and is not answered yet.
struct Task {
    id: String,
    turn: usize,
    /// The player to move there.
    player: engine::Player,
    /// How many moves to list.
    moves: Option<usize>,
}

/// The analysis protocol.
pub struct Analysis {
    /// How many positions are searched at the same time.
    searches: usize,
    tasks: HashMap<u64, Task>,
    /// Positions before and after this are not connected by a tree.
    generation: u64,
}

/// More positions than this are not kept waiting.
const MOST_TASKS: usize = 100_000;

impl Analysis {
    /// With so many searches at the same time.
    pub fn new(searches: usize) -> Self {
        Analysis { searches, tasks: HashMap::new(), generation: 0 }
    }

    fn obey(&mut self, line: &str, desk: &mut Desk<'_>) -> Result<(), Wrong> {
        let value: Value = serde_json::from_str(line)
            .map_err(|error| Wrong::new(None, "", format!("this is no JSON: {error}")))?;
        let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
        let Some(id) = id.filter(|_| value.is_object()) else {
            return Err(Wrong::new(None, "id", "a query is an object with a string id"));
        };
        match value.get("action").map(Value::as_str) {
            None => self.begin(Query::read(&id, &value)?, desk),
            Some(Some("query_version")) => {
                self.say(
                    &json!({"id": id, "action": "query_version", "version": env!("CARGO_PKG_VERSION")}),
                    desk,
                );
                Ok(())
            }
            Some(Some("clear_cache")) => {
                self.generation += 1;
                self.say(&json!({"id": id, "action": "clear_cache"}), desk);
                Ok(())
            }
            Some(Some("terminate")) => {
                let (target, turns) = query::target(&id, &value)?;
                self.terminate(
                    |task| task.id == target && turns.as_ref().is_none_or(|t| t.contains(&task.turn)),
                    desk,
                );
                let mut answer = json!({"id": id, "action": "terminate", "terminateId": target});
                if let Some(turns) = turns {
                    answer["turnNumbers"] = json!(turns);
                }
                self.say(&answer, desk);
                Ok(())
            }
            Some(Some("terminate_all")) => {
                self.terminate(|_| true, desk);
                self.say(&json!({"id": id, "action": "terminate_all"}), desk);
                Ok(())
            }
            Some(_) => Err(Wrong::new(
                Some(&id),
                "action",
                "there are query_version, clear_cache, terminate and terminate_all",
            )),
        }
    }

    /// Gives the positions of a query to the searching threads.
    fn begin(&mut self, query: Query, desk: &mut Desk<'_>) -> Result<(), Wrong> {
        let wrong = |field: &str, error: &dyn std::fmt::Display| {
            Wrong::new(Some(&query.id), field, error.to_string())
        };
        let game = query.game.clone().unwrap_or_else(|| desk.game().to_owned());
        let mut start = desk.open(&game).map_err(|error| wrong("game", &error))?;
        if let Some(text) = &query.position {
            start = start.read(text).map_err(|error| wrong("position", &error))?;
        }
        let replay = start.replay(&query.moves.join(" ")).map_err(|error| wrong("moves", &error))?;
        let decisions = replay.moves;
        let turns = query.turns.clone().unwrap_or_else(|| vec![decisions.len()]);
        if let Some(turn) = turns.iter().find(|turn| **turn > decisions.len()) {
            return Err(wrong("analyzeTurns", &format!("there are {} moves, not {turn}", decisions.len())));
        }
        if self.tasks.len() + turns.len() > MOST_TASKS {
            return Err(wrong("analyzeTurns", &"too many positions wait already"));
        }
        let mut player = desk.player.clone();
        player.algorithm = query.algorithm.clone().or(player.algorithm);
        player.evaluator = query.evaluator.clone().or(player.evaluator);
        let settings = player.settings(&*start);
        desk.check_algorithm(&settings.algorithm).map_err(|error| wrong("algorithm", &error))?;
        for (index, turn) in turns.into_iter().enumerate() {
            let decisions = decisions[..turn].to_vec();
            let position = start.replay(&decisions.join(" ")).map_err(|error| wrong("moves", &error))?.end;
            let mut job = desk.job_at(start.copy(), decisions, settings.clone());
            job.game = self.generation;
            job.priority = query.priority_of(index);
            job.every = query.every;
            query.limit(&mut job.budget);
            if let Some(memory) = &mut job.budget.memory {
                // All searches together keep the limit.
                *memory /= self.searches.max(1);
            }
            let task = Task { id: query.id.clone(), turn, player: position.turn(), moves: query.most_moves };
            self.tasks.insert(job.id, task);
            desk.submit(job);
        }
        Ok(())
    }

    /// Ends tasks. Those that have begun still tell what they have found.
    fn terminate(&mut self, is_meant: impl Fn(&Task) -> bool, desk: &mut Desk<'_>) {
        let mut ids: Vec<u64> =
            self.tasks.iter().filter(|(_, task)| is_meant(task)).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        for id in ids {
            if desk.cancel(id)
                && let Some(task) = self.tasks.remove(&id)
            {
                let answer = json!({"id": task.id, "turnNumber": task.turn, "isDuringSearch": false, "noResults": true});
                self.say(&answer, desk);
            }
        }
    }

    fn say(&self, answer: &Value, desk: &mut Desk<'_>) {
        desk.say(&answer.to_string());
    }
}

impl Dialect for Analysis {
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow {
        if text.trim().is_empty() {
            return Flow::Continue;
        }
        if let Err(wrong) = self.obey(text, desk) {
            self.say(&wrong.answer(), desk);
        }
        Flow::Continue
    }

    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow {
        let answer = match &event.news {
            News::Progress(found) => self.tasks.get(&event.job).map(|task| answer::of(task, found, true)),
            News::Done(found) => self.tasks.remove(&event.job).map(|task| answer::of(&task, found, false)),
            News::Failed(reason) => {
                let task = self.tasks.remove(&event.job);
                task.map(|task| json!({"id": task.id, "turnNumber": task.turn, "error": reason}))
            }
        };
        if let Some(answer) = answer {
            self.say(&answer, desk);
        }
        Flow::Continue
    }

    fn is_busy(&self, _: &Desk<'_>) -> bool {
        !self.tasks.is_empty()
    }

    fn searches(&self) -> usize {
        self.searches
    }
}
