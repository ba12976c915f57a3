//! Which engine, and how it is set up, as the user writes it.

use std::path::PathBuf;
use std::time::Duration;

use engine::{options, quantity};

use crate::protocol::Protocol;

/// A foreign engine: its protocol, its command, and what is set before the first game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The protocol.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where the program runs, if not here.
    pub directory: Option<PathBuf>,
    /// Options of the engine, by its own names.
    pub options: Vec<(String, String)>,
    /// How deep a search looks at most.
    pub depth: Option<u32>,
    /// How long to wait for an answer beyond the time of the move.
    pub timeout: Option<Duration>,
}

impl Setup {
    /// Reads `command='stockfish', option.Skill Level=3`.
    pub fn read(protocol: Protocol, text: &str) -> Result<Setup, String> {
        let (command, options) = (Vec::new(), Vec::new());
        let mut setup = Setup { protocol, command, directory: None, options, depth: None, timeout: None };
        for option in options::split(text).filter(|option| !option.is_empty()) {
            let (name, value) =
                option.split_once('=').ok_or_else(|| format!("`{option}`: a value is missing"))?;
            let (name, value) = (name.trim(), unquoted(value.trim()));
            match name {
                "command" => setup.command = words(value)?,
                "directory" => setup.directory = Some(PathBuf::from(value)),
                "depth" => {
                    let depth = quantity::depth(value).map_err(|reason| format!("{option}: {reason}"))?;
                    setup.depth = Some(depth);
                }
                "timeout" => {
                    let timeout =
                        quantity::duration(value).map_err(|reason| format!("{option}: {reason}"))?;
                    setup.timeout = Some(timeout);
                }
                _ => match name.strip_prefix("option.") {
                    Some(own) if !own.trim().is_empty() => {
                        setup.options.push((own.trim().to_owned(), value.to_owned()));
                    }
                    _ => {
                        return Err(format!(
                            "there is no option `{name}` for a foreign engine; the options are command, directory, depth, \
                             timeout and option.NAME for its own"
                        ));
                    }
                },
            }
        }
        if setup.command.is_empty() {
            return Err(format!("a command is missing: {}(command='PROGRAM ARGUMENTS')", protocol.name()));
        }
        Ok(setup)
    }

    /// The same for a game, whose name `{game}` stands for.
    #[must_use]
    pub fn for_game(&self, game: &str) -> Setup {
        let command = self.command.iter().map(|word| word.replace("{game}", game)).collect();
        Setup { command, ..self.clone() }
    }
}

/// A value without the quotation marks around it.
fn unquoted(text: &str) -> &str {
    let inner = |mark: char| text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark));
    inner('\'').or_else(|| inner('"')).unwrap_or(text)
}

/// The words of a command. Quotation marks keep blanks together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut mark) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match mark {
            Some(open) if c == open => mark = None,
            None if matches!(c, '\'' | '"') => {
                mark = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if mark.is_some() {
        return Err(format!("command `{text}`: a quotation mark is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_as_people_write_them() {
        let text = "command='node \"my engine.js\" --level=3,4', option.Skill Level=3, depth=5, timeout=2s";
        let setup = Setup::read(Protocol::Uci, text).unwrap();
        assert_eq!(setup.command, ["node", "my engine.js", "--level=3,4"]);
        assert_eq!(setup.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!((setup.depth, setup.timeout), (Some(5), Some(Duration::from_secs(2))));
        let setup = Setup::read(Protocol::Gtp, "command=unbounded engine {game}").unwrap();
        assert_eq!(setup.for_game("hex:5").command, ["unbounded", "engine", "hex:5"]);
    }

    #[test]
    fn what_is_wrong_with_a_setup_is_said() {
        for (text, part) in [
            ("", "a command is missing"),
            ("command", "a value is missing"),
            ("command='a \"b'", "not closed"),
            ("command=a, depth=deep", "depth=deep"),
            ("command=a, timeout=soon", "timeout=soon"),
            ("command=a, level=3", "no option `level`"),
            ("command=a, option.=3", "no option `option.`"),
        ] {
            let error = Setup::read(Protocol::Uci, text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
