//! DXP, the DamExchange Protocol: two draughts programs play over a connection, without a judge. The engine is the follower, which
//! waits for the other program to ask for a game.

use std::time::Duration;

use engine::{Outcome, Player, Position};

use crate::clock::{Clock, Limits, seat};
use crate::conversation::{Dialect, Flow, Framing};
use crate::desk::{Desk, Unit};
use crate::family::pdn;
use crate::record::Record;
use crate::score::{Row, Score, rows};
use crate::search::{Event, Found, News};

/// DXP.
#[derive(Default)]
pub struct Dxp {
    /// The engine's player, while a game is on.
    player: Option<Player>,
    clock: Clock,
    /// What the last search has found out about its move.
    row: Option<Row>,
}

/// The longest text of a message.
const LONGEST_CHAT: usize = 120;

impl Dxp {
    fn obey(&mut self, message: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let Some(kind) = message.chars().next() else { return Ok(()) };
        if !message.is_ascii() {
            return Err("a message has characters that are not ASCII".to_owned());
        }
        match kind {
            'R' => self.request(message, desk),
            'M' => self.hear(message, desk),
            'E' => {
                desk.stop();
                if let Some(player) = self.player.take() {
                    say(desk, &format!("E{}1", reason(desk.record.position(), player)));
                }
                Ok(())
            }
            'B' => self.go_back(message, desk),
            // Whatever the opponent says, it hears what the engine knows. Some programs cannot read two messages at once, so
            // that the engine never says anything before a move.
            'C' => {
                let known = self.row.as_ref().map(|row| format!("{}: {}", verdict(row.score), row.labels()));
                say(desk, &format!("C{}", known.as_deref().unwrap_or("nothing is known yet")));
                Ok(())
            }
            // Answers to what the engine never asks.
            'A' | 'K' => Ok(()),
            kind => Err(format!("unknown message {kind}")),
        }
    }

    /// A request for a game: version, name, colour of the follower, minutes, moves, position.
    fn request(&mut self, message: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let accept = |code: char| format!("A{:<32}{code}", "unbounded");
        let field = |from: usize, to: usize| message.get(from..to).map(str::trim).unwrap_or_default();
        if field(1, 3) != "01" {
            say(desk, &accept('1'));
            return Ok(());
        }
        let player = match field(35, 36) {
            "W" => Player::First,
            "Z" => Player::Second,
            _ => return Err("a request names the colour W or Z".to_owned()),
        };
        let number = |from, to| field(from, to).parse::<u32>().map_err(|_| "a request names time and moves");
        let (minutes, moves) = (number(36, 39)?, number(39, 42)?);
        let start = desk.open(desk.game())?;
        let begin = match field(42, 43) {
            "B" => {
                let side = if field(43, 44) == "Z" { 'B' } else { 'W' };
                let squares = message.get(44..).unwrap_or_default().trim_end();
                start.read(&pdn(&format!("{side}{squares}"))?).map_err(|error| error.to_string())?
            }
            _ => start,
        };
        desk.stop();
        desk.set(Record::new(begin, None));
        self.player = Some(player);
        self.row = None;
        self.clock = Clock {
            left: Duration::from_secs(60) * minutes,
            increment: Duration::ZERO,
            moves_to_go: (moves > 0).then_some(moves),
        };
        say(desk, &accept('0'));
        self.go(desk);
        Ok(())
    }

    /// A move of the opponent: time, from, to, number of victims, victims.
    fn hear(&mut self, message: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let player = self.player.ok_or("there is no game")?;
        let number = |from: usize| message.get(from..from + 2).and_then(|text| text.parse::<u32>().ok());
        let read = || Some((number(5)?, number(7)?, number(9)?));
        let (from, to, count) = read().ok_or("a move has time, squares and victims")?;
        let victims: Option<Vec<u32>> = (0..count as usize).map(|index| number(11 + 2 * index)).collect();
        let mut victims = victims.ok_or("the victims of a move are missing")?;
        victims.sort_unstable();
        let position = desk.record.position();
        if position.turn() == player {
            return Err("it is not your turn".to_owned());
        }
        let is_meant = |decision: &String| squares(decision) == Some((from, to, victims.clone()));
        let Some(decision) = position.moves().into_iter().find(is_meant) else {
            self.player = None;
            say(desk, "E01");
            return Err(format!("illegal move {from}-{to}"));
        };
        desk.record.decide(&decision.clone(), vec![decision])?;
        if desk.record.position().outcome().is_some() {
            self.player = None;
            say(desk, &format!("E{}1", reason(desk.record.position(), player)));
            return Ok(());
        }
        self.go(desk);
        Ok(())
    }

    /// The opponent asks to go back to a move and a side.
    fn go_back(&mut self, message: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let number: Option<usize> = message.get(1..4).and_then(|text| text.parse().ok());
        let number = number.filter(|number| *number > 0).ok_or("a request to go back names a move")?;
        let to_move = if message.get(4..5) == Some("Z") { Player::Second } else { Player::First };
        let offset = usize::from(to_move != desk.record.start().turn());
        let words = 2 * (number - 1) + offset;
        if self.player.is_none() || desk.is_thinking() || words > desk.record.len() {
            say(desk, "K1");
            return Ok(());
        }
        while desk.record.len() > words {
            desk.record.undo();
        }
        say(desk, "K0");
        self.go(desk);
        Ok(())
    }

    /// Begins to think if it is the engine's turn.
    fn go(&mut self, desk: &mut Desk<'_>) {
        let position = desk.record.position();
        let Some(player) = self.player.filter(|player| position.turn() == *player) else { return };
        if position.outcome().is_some() || desk.is_thinking() {
            return;
        }
        let mut limits = Limits::default();
        if self.clock.left > Duration::ZERO {
            limits.clocks[seat(player)] = Some(self.clock);
        }
        desk.begin(&limits, Unit::Decision, false);
    }

    fn play(&mut self, found: &Found, desk: &mut Desk<'_>) -> Result<(), String> {
        let Some(player) = self.player.filter(|_| desk.root().text() == desk.record.position().text()) else {
            // The game has ended, or another one has begun.
            self.go(desk);
            return Ok(());
        };
        self.row = rows(&found.report, player).into_iter().next();
        let decision = found.decisions.first().ok_or("there is no move")?;
        let (from, to, victims) = squares(decision).ok_or("a move without squares")?;
        desk.record.decide(decision, vec![decision.clone()])?;
        let time = Duration::from_secs_f64(found.report.seconds.clamp(0.0, 1e6));
        self.clock.left = self.clock.left.saturating_sub(time).max(Duration::from_millis(1));
        self.clock.moves_to_go = self.clock.moves_to_go.map(|moves| moves.saturating_sub(1).max(1));
        let victims: String = victims.iter().map(|square| format!("{square:02}")).collect();
        let seconds = time.as_secs() % 10_000;
        say(desk, &format!("M{seconds:04}{from:02}{to:02}{:02}{victims}", victims.len() / 2));
        Ok(())
    }
}

impl Dialect for Dxp {
    fn message(&mut self, text: &str, desk: &mut Desk<'_>) -> Flow {
        if let Err(message) = self.obey(text, desk) {
            complain(desk, &message);
        }
        Flow::Continue
    }

    fn event(&mut self, event: Event, desk: &mut Desk<'_>) -> Flow {
        let played = match event.news {
            News::Progress(_) => Ok(()),
            News::Done(found) => self.play(&found, desk),
            News::Failed(reason) => Err(reason),
        };
        if let Err(message) = played {
            complain(desk, &message);
        }
        Flow::Continue
    }

    fn framing(&self) -> Framing {
        Framing::Zeros
    }
}

fn say(desk: &mut Desk<'_>, message: &str) {
    desk.say_text(&format!("{message}\0"));
}

/// What is wrong is told as chat: there is no other way.
fn complain(desk: &mut Desk<'_>, message: &str) {
    let text: String =
        message.chars().filter(|c| c.is_ascii() && !c.is_control()).take(LONGEST_CHAT).collect();
    say(desk, &format!("Cerror: {text}"));
}

/// From, to and victims of a move in the notation of the game.
fn squares(decision: &str) -> Option<(u32, u32, Vec<u32>)> {
    let (squares, victims) = decision.split_once(':').unwrap_or((decision, ""));
    let (from, to) = squares.split_once(['x', '-'])?;
    let victims = victims.split(',').filter(|word| !word.is_empty()).map(|word| word.parse().ok());
    let mut victims = victims.collect::<Option<Vec<u32>>>()?;
    victims.sort_unstable();
    Some((from.parse().ok()?, to.parse().ok()?, victims))
}

/// How a game has ended for this player: 0 unknown, 1 lost, 2 drawn, 3 won.
fn reason(position: &dyn Position, player: Player) -> char {
    match position.outcome() {
        None => '0',
        Some(Outcome::Draw) => '2',
        Some(Outcome::Win(winner)) if winner == player => '3',
        Some(Outcome::Win(_)) => '1',
    }
}

fn verdict(score: Score) -> &'static str {
    match score {
        Score::Win(_) => "a proven win for me",
        Score::Loss(_) => "a proven loss for me",
        Score::Draw => "a proven draw",
        Score::Estimate(_) => "nothing is proven",
    }
}
