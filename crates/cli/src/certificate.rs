//! `unbounded certificate`

use std::io::BufRead;

use clap::{Args, Subcommand, ValueEnum};
use engine::{Player, Registry, Reply, Source, Strategy};
use serde_json::json;

use crate::turn::read_turn;
use crate::verify::Within;
use crate::{Failure, output};

/// Looks into a certificate
#[derive(Args)]
#[command(after_help = "Example: unbounded certificate show proof.cert\n\
                        Its commands have --help with an example, and --json.")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Show(Show),
}

/// Walks through a proof: enter the opponent's moves, see the proven reply
///
/// The certificate is verified first.
#[derive(Args)]
#[command(after_help = "Example: unbounded certificate show proof.cert --moves \"a2-a3\"\n\
                        At the prompt: a move of the opponent, moves, or quit.")]
struct Show {
    /// The certificate, as `unbounded solve --certificate` writes it
    file: String,
    /// Which strategy of a proven draw to walk through
    #[arg(long, value_name = "WHO", value_enum)]
    holder: Option<Holder>,
    /// The opponent's first moves, separated by spaces
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    moves: String,
    #[command(flatten)]
    within: Within,
    /// Print one JSON object with the line so far, and ask nothing
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Holder {
    First,
    Second,
}

impl From<Player> for Holder {
    fn from(player: Player) -> Holder {
        match player {
            Player::First => Holder::First,
            Player::Second => Holder::Second,
        }
    }
}

impl Holder {
    /// For programs.
    fn name(self) -> &'static str {
        match self {
            Holder::First => "first player",
            Holder::Second => "second player",
        }
    }
}

pub fn run(registry: &Registry, arguments: &Arguments) -> Result<(), Failure> {
    let Verb::Show(show) = &arguments.verb;
    let mut verified =
        show.within.check(&show.file, |file, limits| registry.open_certificate(file, limits))?;
    let is_wanted = |player| show.holder.is_none_or(|wanted| wanted == Holder::from(player));
    let place = verified.strategies.iter().position(|strategy| is_wanted(strategy.holder()));
    let Some(place) = place else {
        let strategy = &verified.strategies[0];
        let winner = strategy.position().player_names()[strategy.holder().index()];
        return Err(Failure::Usage(format!("only {winner} has a proven strategy here")));
    };
    let mut walk = Walk { strategy: verified.strategies.swap_remove(place), line: Vec::new(), last: None };
    walk.reply()?;
    for text in show.moves.split_whitespace() {
        walk.play(text).map_err(Failure::Usage)?;
    }
    if show.json {
        return output::json(&json!({
            "holder": Holder::from(walk.strategy.holder()).name(),
            "line": walk.line,
            "position": walk.strategy.position().text(),
            "result": walk.strategy.position().outcome().map(|outcome| outcome.result()),
            "last": walk.last.as_ref().map(|reply| json!({ "move": reply.text, "source": source(reply.source) })),
        }));
    }
    walk.talk()
}

/// A strategy and the game that it plays.
struct Walk {
    strategy: Box<dyn Strategy>,
    line: Vec<String>,
    /// The last move of the holder.
    last: Option<Reply>,
}

impl Walk {
    /// Plays the holder's proven moves until the opponent is to move or the game is over.
    fn reply(&mut self) -> Result<(), Failure> {
        while let Some(reply) = self.strategy.reply()? {
            self.strategy.play(&reply.text)?;
            self.line.push(reply.text.clone());
            self.last = Some(reply);
        }
        Ok(())
    }

    /// Plays a turn of the opponent and the replies to it.
    fn play(&mut self, text: &str) -> Result<(), String> {
        for decision in read_turn(self.strategy.position().as_ref(), text)? {
            self.strategy.play(&decision).map_err(|error| error.to_string())?;
            self.line.push(decision);
        }
        self.reply().map_err(|_| "the proven reply cannot be played".to_owned())
    }

    fn talk(&mut self) -> Result<(), Failure> {
        let mut lines = std::io::stdin().lock().lines();
        let unreadable = |error| Failure::reading("standard input", &error);
        loop {
            let position = self.strategy.position();
            let line = self.line.join(" ");
            let last = self.last.as_ref().map_or(String::new(), |reply| {
                format!("reply     {}: {}\n", reply.text, source(reply.source))
            });
            output::write(&format!("\n{}line      {line}\n{last}", output::picture(&position.view())))?;
            if let Some(outcome) = position.outcome() {
                return output::write(&format!("{}\n", output::outcome(position.player_names(), outcome)));
            }
            loop {
                output::write(&format!("{} to move> ", output::to_move(position.as_ref())))?;
                let Some(text) = lines.next().transpose().map_err(unreadable)? else {
                    return output::write("\n");
                };
                match text.trim() {
                    "" => {}
                    "quit" | "exit" => return Ok(()),
                    "moves" => output::write(&(position.moves().join(" ") + "\n"))?,
                    text => match self.play(text) {
                        Ok(()) => break,
                        Err(error) => output::write(&format!("{error}\n"))?,
                    },
                }
            }
        }
    }
}

/// How a move of the holder is known, in words.
fn source(source: Source) -> String {
    match source {
        Source::Named => "named by the certificate".to_owned(),
        Source::Rule(rule) => format!("by the rule `{rule}`"),
        Source::Search => "found by a search, in a position that the certificate covers".to_owned(),
    }
}
