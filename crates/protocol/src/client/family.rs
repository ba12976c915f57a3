//! UCI, UCCI, UAI and UGI from the client's side: the whole game is told before every move.

use engine::Position;

use super::game::Game;
use super::{Caller, Line, Setup, Trouble, short};
use crate::clock::Limits;
use crate::desk::Unit;
use crate::family::{Keywords, Tongue, Uai, Ucci, Uci, Ugi, variant};
use crate::protocol::Protocol;
use crate::spelling::Spelling;

/// A member of the family.
pub struct Family {
    protocol: Protocol,
    tongue: Box<dyn Tongue + Send>,
    keywords: &'static Keywords,
}

/// An option that an engine has announced.
struct Announced {
    name: String,
    /// The values of a list.
    values: Vec<String>,
}

impl Family {
    /// The client's half of one of these protocols.
    pub fn new(protocol: Protocol) -> Family {
        let (tongue, keywords): (Box<dyn Tongue + Send>, _) = match protocol {
            Protocol::Ucci => (Box::new(Ucci::new()), &Ucci::KEYWORDS),
            Protocol::Uai => (Box::new(Uai), &Uai::KEYWORDS),
            Protocol::Ugi => (Box::new(Ugi), &Ugi::KEYWORDS),
            _ => (Box::new(Uci), &Uci::KEYWORDS),
        };
        Family { protocol, tongue, keywords }
    }

    /// UCCI has no word `name` in front of the name of an option.
    fn set(&self, line: &mut Line<'_>, name: &str, value: &str) {
        line.say(match self.protocol {
            Protocol::Ucci => format!("setoption {name} {value}"),
            _ => format!("setoption name {name} value {value}"),
        });
    }

    /// The game and its variant: an engine that does not know a variant would play chess without a word.
    fn choose_variant(
        &self,
        line: &mut Line<'_>,
        announced: &[Announced],
        start: &dyn Position,
    ) -> Result<(), Trouble> {
        let Some(variant) = variant(start.game()).filter(|_| self.protocol == Protocol::Uci) else {
            return Ok(());
        };
        match announced.iter().find(|option| option.name.eq_ignore_ascii_case("UCI_Variant")) {
            None if variant == "chess" => Ok(()),
            Some(option) if option.values.iter().any(|value| value == variant) => {
                self.set(line, "UCI_Variant", variant);
                Ok(())
            }
            Some(option) => Err(Trouble::Unable(format!(
                "it does not play {}: the UCI_Variant `{variant}` is not among {}",
                start.game(),
                short(&option.values.join(", "))
            ))),
            None => Err(Trouble::Unable(format!(
                "it does not play {}: it has no option UCI_Variant",
                start.game()
            ))),
        }
    }
}

/// `option name Skill Level type spin default 20 min 0 max 20`; UCCI has no word `name`.
fn announced(line: &str) -> Option<Announced> {
    let text = line.strip_prefix("option ")?;
    let text = text.strip_prefix("name ").unwrap_or(text);
    let (name, kind) = text.split_once(" type ").unwrap_or((text, ""));
    let values = format!("{kind} ");
    let values = values.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
    Some(Announced { name: name.trim().to_owned(), values })
}

impl Caller for Family {
    fn greet(&mut self, line: &mut Line<'_>, setup: &Setup, start: &dyn Position) -> Result<(), Trouble> {
        line.say(self.keywords.hello);
        let (mut options, end) = (Vec::new(), format!("{}ok", self.keywords.hello));
        line.hear_until(|said| {
            options.extend(announced(said));
            (said == end).then_some(())
        })?;
        self.choose_variant(line, &options, start)?;
        for (name, value) in &setup.options {
            let Some(known) = options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
                let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
                let names = short(&names.join(", "));
                return Err(Trouble::Unable(format!("it has no option `{name}`; it has {names}")));
            };
            self.set(line, &known.name, value);
        }
        Ok(())
    }

    fn new_game(&mut self, line: &mut Line<'_>, _: &dyn Position, _: &Limits) -> Result<(), Trouble> {
        line.say(self.keywords.new_game);
        line.say("isready");
        line.wait_for("readyok")
    }

    fn ask(&mut self, line: &mut Line<'_>, game: &Game, limits: &Limits) -> Result<Option<String>, Trouble> {
        let start = match self.protocol {
            Protocol::Ucci => format!("fen {}", game.start().text()),
            _ => "startpos".to_owned(),
        };
        let moves = game.texts().join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        line.say(format!("position {start}{moves}"));
        let mut go = "go".to_owned();
        if let Some(time) = limits.move_time {
            let milliseconds = time.as_millis().max(1);
            // UCCI knows no time of a move, only that of the last one before the control.
            go += &match self.protocol {
                Protocol::Ucci => format!(" time {milliseconds} movestogo 1"),
                _ => format!(" movetime {milliseconds}"),
            };
        }
        go += &limits.nodes.map_or(String::new(), |nodes| format!(" nodes {nodes}"));
        go += &limits.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        line.say(go);
        let best = line.hear_until(|said| match said.split_whitespace().collect::<Vec<_>>()[..] {
            ["bestmove", word, ..] => Some(word.to_owned()),
            ["nobestmove", ..] => Some("nobestmove".to_owned()),
            _ => None,
        })?;
        Ok((best != "resign").then_some(best))
    }

    fn spelling(&self) -> &dyn Spelling {
        self.tongue.spelling()
    }

    fn unit(&self) -> Unit {
        self.tongue.unit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_values() {
        let option =
            announced("option name UCI_Variant type combo default chess var chess var king of the hill");
        let option = option.unwrap();
        assert_eq!(option.name, "UCI_Variant");
        assert_eq!(option.values, ["chess", "king of the hill"]);
        assert_eq!(announced("option usemillisec type check").unwrap().name, "usemillisec");
        assert!(announced("id name x").is_none());
    }
}
