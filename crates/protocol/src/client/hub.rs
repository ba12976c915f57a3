//! Hub from the client's side.

use engine::Position;

use super::game::Game;
use super::{Caller, Line, Setup, Trouble, short};
use crate::clock::Limits;
use crate::family::{self, Tongue, hub_arguments, hub_position, hub_variant};
use crate::spelling::Spelling;

/// The client's half of Hub.
#[derive(Default)]
pub struct Hub {
    tongue: family::Hub,
}

/// A value of a line such as `param name=variant value=normal`.
fn value(line: &str, command: &str, name: &str) -> Option<String> {
    let (said, arguments) = hub_arguments(line).ok()?;
    let argument = arguments.into_iter().find(|(known, _)| known == name).filter(|_| said == command)?;
    argument.1
}

impl Caller for Hub {
    fn greet(&mut self, line: &mut Line<'_>, setup: &Setup, start: &dyn Position) -> Result<(), Trouble> {
        line.say("hub");
        let (mut names, mut variants) = (Vec::new(), None);
        line.hear_until(|said| {
            if let Some(name) = value(said, "param", "name") {
                if name == "variant" {
                    variants = value(said, "param", "values");
                }
                names.push(name);
            }
            (said == "wait").then_some(())
        })?;
        let variant = hub_variant(start.game());
        let knows = |list: &String| list.split_whitespace().any(|known| known == variant);
        match &variants {
            Some(list) if !knows(list) => {
                let list = short(list);
                return Err(Trouble::Unable(format!("it has no variant `{variant}`; it has {list}")));
            }
            // Engines of international draughts only may have no such parameter.
            None if variant != "normal" => {
                return Err(Trouble::Unable(format!("it has no variant `{variant}`")));
            }
            _ => {}
        }
        if names.iter().any(|name| name == "variant") {
            line.say(format!("set-param name=variant value={variant}"));
        }
        for (name, value) in &setup.options {
            if !names.contains(name) {
                let names = short(&names.join(", "));
                return Err(Trouble::Unable(format!("it has no parameter `{name}`; it has {names}")));
            }
            line.say(format!("set-param name={name} value=\"{value}\""));
        }
        line.say("init");
        line.wait_for("ready")
    }

    fn new_game(&mut self, line: &mut Line<'_>, _: &dyn Position, _: &Limits) -> Result<(), Trouble> {
        line.say("new-game");
        line.say("ping");
        line.wait_for("pong")
    }

    fn ask(&mut self, line: &mut Line<'_>, game: &Game, limits: &Limits) -> Result<Option<String>, Trouble> {
        let moves = game.texts().join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves=\"{moves}\"") };
        line.say(format!("pos pos={}{moves}", hub_position(game.start())));
        let mut level = "level".to_owned();
        if let Some(time) = limits.move_time {
            level += &format!(" move-time={:.3}", time.as_secs_f64());
        }
        level += &limits.nodes.map_or(String::new(), |nodes| format!(" nodes={nodes}"));
        level += &limits.depth.map_or(String::new(), |depth| format!(" depth={depth}"));
        line.say(level);
        line.say("go think");
        let best = line.hear_until(|said| match said.split_whitespace().next() {
            Some("done") => Some(Ok(value(said, "done", "move"))),
            Some("error") => Some(Err(Trouble::Wrong(format!("it said `{}`", short(said))))),
            _ => None,
        })??;
        best.map(Some).ok_or_else(|| Trouble::Wrong("it has no move to play".to_owned()))
    }

    fn spelling(&self) -> &dyn Spelling {
        self.tongue.spelling()
    }
}
