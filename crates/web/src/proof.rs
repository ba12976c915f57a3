//! The search for a proof, and games against a proof that was found.

use std::sync::Arc;

use engine::{Player, Report, Settings, Source, Strategy};
use parking_lot::Mutex;

use crate::error::in_one_line;
use crate::message::{SearchSetting, Seat};
use crate::search::{Which, post};
use crate::table::{State, Table};
use crate::worker::{Event, Job, News, Worker};

/// A search for the value of a position.
pub struct Proof {
    pub(crate) worker: Worker,
    settings: Settings,
    memory: Option<usize>,
    keep: bool,
    /// What is to be proven.
    pub(crate) node: usize,
    pub(crate) report: Option<Box<Report>>,
    pub(crate) error: Option<String>,
    /// Seconds of earlier runs.
    pub(crate) earlier: f64,
    pub(crate) certificate: Option<Arc<Vec<u8>>>,
    /// The certificate is being written.
    pub(crate) is_writing: bool,
    pub(crate) version: u64,
}

/// The proof that a game was opened with, on its way through the game.
pub struct ProofGame {
    strategies: Arc<Mutex<Vec<Box<dyn Strategy>>>>,
    pub(crate) value: i8,
    pub(crate) holders: Vec<Player>,
    /// How many moves the certificate names.
    pub(crate) size: u64,
    /// The position that the strategy is asked about.
    asked: Option<usize>,
    /// What it has answered, and where.
    pub(crate) answer: Option<(usize, Result<Answer, String>)>,
}

/// The proven move.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(crate) text: String,
    /// How it is known.
    pub(crate) source: String,
}

impl ProofGame {
    /// A game against verified strategies.
    pub fn new(verified: engine::Verified) -> ProofGame {
        let holders = verified.strategies.iter().map(|strategy| strategy.holder()).collect();
        ProofGame {
            value: verified.header.value,
            size: verified.size.choices,
            holders,
            strategies: Arc::new(Mutex::new(verified.strategies)),
            asked: None,
            answer: None,
        }
    }
}

/// The proven move of the player to move at the end of a line.
fn ask(
    strategies: &mut [Box<dyn Strategy>],
    holder: Player,
    line: &[String],
) -> Result<Option<Answer>, String> {
    let strategy = strategies.iter_mut().find(|strategy| strategy.holder() == holder);
    let Some(strategy) = strategy else { return Ok(None) };
    strategy.rewind();
    line.iter().try_for_each(|text| strategy.play(text)).map_err(|error| in_one_line(&error))?;
    let reply = strategy.reply().map_err(|error| in_one_line(&error))?;
    Ok(reply.map(|reply| Answer {
        text: reply.text,
        source: match reply.source {
            Source::Named => "named in the certificate".to_owned(),
            Source::Rule(rule) => format!("by the rule {rule}"),
            Source::Search => "found by a search".to_owned(),
        },
    }))
}

impl State {
    /// Begins to look for a proof of the position that is looked at, or continues.
    pub(crate) fn prove(&mut self, table: &Table, setting: &SearchSetting, keep: bool) -> Result<(), String> {
        if self.position.outcome().is_some() {
            return Err("the game is over here: there is nothing to prove".to_owned());
        }
        let settings = table.shared.check(setting.settings(Settings::for_solving()))?;
        let fits = |proof: &Proof| proof.settings == settings && proof.memory == setting.memory;
        let mut proof = match self.proof.take().filter(fits) {
            Some(proof) => proof,
            None => Proof {
                worker: Worker::start(
                    self.start.copy(),
                    table.shared.share(setting.bytes())?,
                    post(self.me.clone(), Which::Proof),
                )?,
                settings,
                memory: setting.memory,
                keep,
                node: self.cursor,
                report: None,
                error: None,
                earlier: 0.0,
                certificate: None,
                is_writing: false,
                version: 0,
            },
        };
        let number = self.searches.next_job();
        if proof.node == self.cursor {
            proof.earlier += proof.report.as_ref().map_or(0.0, |report| report.seconds);
        } else {
            (proof.earlier, proof.certificate) = (0.0, None);
        }
        (proof.keep, proof.node, proof.report, proof.error) = (keep, self.cursor, None, None);
        proof.version = number;
        proof.worker.think(Job {
            number,
            settings: proof.settings.clone(),
            line: self.line.moves(self.cursor),
            budget: setting.budget(table.shared.limits.threads),
            afresh: false,
        });
        self.proof = Some(proof);
        Ok(())
    }

    pub(crate) fn stop_proof(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.worker.stop();
        }
    }

    pub(crate) fn stop_unwatched_proof(&mut self) {
        if let Some(proof) = &mut self.proof {
            if proof.worker.is_running && !proof.keep {
                proof.worker.stop();
            }
        }
    }

    pub(crate) fn proof_news(&mut self, (number, event): News) {
        let version = self.searches.next_job();
        let Some(proof) = self.proof.as_mut().filter(|proof| proof.worker.job == number) else { return };
        proof.version = version;
        if !matches!(event, Event::Progress(_)) {
            proof.worker.is_running = false;
        }
        match event {
            Event::Failed(reason) => proof.error = Some(reason),
            Event::Progress(report) | Event::Done(report) => {
                if let (Some(value), Some(node)) = (report.value, self.line.get_mut(proof.node)) {
                    node.value = Some(crate::line::Value { v: f32::from(value), r: true });
                }
                proof.report = Some(report);
            }
        }
    }

    /// Writes the certificate of what was proven.
    pub(crate) fn certify(&mut self, table: &Table) -> Result<(), String> {
        let me = self.me.clone();
        let version = self.searches.next_job();
        let is_proven = |proof: &&mut Proof| proof.report.as_ref().is_some_and(|report| report.resolved);
        let proof = self.proof.as_mut().filter(is_proven).ok_or("nothing was proven yet")?;
        if proof.is_writing || proof.certificate.is_some() {
            return Ok(());
        }
        (proof.is_writing, proof.version) = (true, version);
        proof.worker.certificate(table.shared.limits.certificate, move |written| {
            let Some(table) = me.upgrade() else { return };
            let mut state = table.lock();
            let version = state.searches.next_job();
            if let Some(proof) = &mut state.proof {
                (proof.is_writing, proof.version) = (false, version);
                match written {
                    Ok(bytes) => proof.certificate = Some(Arc::new(bytes)),
                    Err(reason) => proof.error = Some(reason),
                }
            }
            drop(state);
            table.tell();
        });
        Ok(())
    }

    /// Asks the strategy for its move in the position that is looked at. One question at a time.
    pub(crate) fn ask_proof(&mut self) {
        let Some(player) = self.to_move() else { return };
        let (node, line, me) = (self.cursor, self.line.moves(self.cursor), self.me.clone());
        let Some(proof) = &mut self.proof_game else { return };
        let is_answered = proof.answer.as_ref().is_some_and(|(known, _)| *known == node);
        if proof.asked.is_some() || is_answered || !proof.holders.contains(&player) {
            return;
        }
        proof.asked = Some(node);
        let strategies = proof.strategies.clone();
        let question = move || {
            let answer = ask(&mut strategies.lock(), player, &line);
            if let Some(table) = me.upgrade() {
                table.lock().proof_answers(&table, node, answer);
                table.tell();
            }
        };
        if std::thread::Builder::new().name("proof".to_owned()).spawn(question).is_err() {
            proof.asked = None;
        }
    }

    fn proof_answers(&mut self, table: &Table, node: usize, answer: Result<Option<Answer>, String>) {
        let Some(proof) = &mut self.proof_game else { return };
        proof.asked = None;
        proof.answer = match answer {
            Ok(None) => None,
            Ok(Some(answer)) => Some((node, Ok(answer))),
            Err(reason) => Some((node, Err(reason))),
        };
        let text = match &proof.answer {
            Some((_, Ok(answer))) => Some(answer.text.clone()),
            _ => None,
        };
        self.changed();
        if self.cursor != node {
            return self.let_engines_play(table);
        }
        let holds = self.to_move().is_some_and(|player| self.seats[player.index()] == Seat::Proof);
        if let Some(text) = text.filter(|_| holds && self.runs && self.is_at_the_end()) {
            self.trouble = self.play_text(table, &text).err();
        }
    }
}

impl Table {
    /// Begins a game where a certificate does, and keeps the proof.
    pub fn against(self: Arc<Table>, proof: ProofGame) -> Arc<Table> {
        {
            let mut state = self.lock();
            for player in &proof.holders[..1] {
                state.seats[player.index()] = Seat::Proof;
            }
            state.proof_game = Some(proof);
            state.changed();
        }
        self
    }

    /// The certificate that was written.
    pub fn certificate(&self) -> Option<Arc<Vec<u8>>> {
        self.lock().proof.as_ref()?.certificate.clone()
    }
}
