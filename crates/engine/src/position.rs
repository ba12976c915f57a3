//! A state of a game, whatever its type.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::database::Reader;
use certificate::{Header, Limits, Size};
use game::perft::Unit;
use game::reading::read_next;
use game::scene::Click;
use game::{AnyMove, AnyState, Definition, Game, Outcome, Player, Scene, TextError, View};
use sealed::File;
use search::Budget;

use crate::context::Context;
use crate::default_player::DefaultPlayer;
use crate::session::{Session, Settings, TypedSession};
use crate::strategy::{self, Verified};
use crate::{
    DatabaseEntry, Error, Explored, LearnOptions, Learner, NetworkKind, Report, bench, certificates,
    checkpoint, database, learning,
};

/// A state of some game.
pub trait Position: Send + Sync {
    /// The canonical name of the game.
    fn game(&self) -> &str;
    /// The state in the game's notation.
    fn text(&self) -> String;
    /// The player to move.
    fn turn(&self) -> Player;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// What the players are called in sentences, the first one first: see [`Game::player_names`].
    fn player_names(&self) -> [&'static str; 2];
    /// How many decisions are probably left in the turn of the player to move, the next one included.
    fn decisions_left(&self) -> u32;
    /// What stands between the decisions of one turn when people write them.
    fn within_turn(&self) -> &'static str;
    /// Who plays the game from here if the user names no player.
    fn default_player(&self) -> DefaultPlayer;
    /// The same settings with the default player by its name, if they ask for it. What they say besides, such as another
    /// evaluator, counts: then it may be another player.
    fn name_player(&self, settings: &Settings) -> Settings;
    /// All legal moves in the game's notation.
    fn moves(&self) -> Vec<String>;
    /// A picture.
    fn view(&self) -> View;
    /// The picture as a front end draws it.
    fn scene(&self) -> Scene;
    /// All legal moves in the game's notation, each with the ways to click it in the scene.
    fn clickable_moves(&self, scene: &Scene) -> Vec<(String, Vec<Vec<Click>>)>;
    /// Another position of the same game.
    fn read(&self, text: &str) -> Result<Box<dyn Position>, Error>;
    /// Plays moves separated by whitespace, in any of the ways in which people write them: see
    /// [`read_next`](game::reading::read_next).
    fn replay(&self, moves: &str) -> Result<Replay, Error>;
    /// Plays moves separated by whitespace by the rules of the board alone, past ends that the history of the
    /// game makes: the way to a position whose lines are to be counted.
    fn play_on_the_board(&self, moves: &str) -> Result<Box<dyn Position>, Error>;
    /// Counts lines of play; `progress` hears which share of the moves here is done.
    fn perft(&self, depth: u32, unit: Unit, progress: &mut dyn FnMut(usize, usize)) -> u64;
    /// A search from here.
    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, Error>;
    /// Takes up a search of this position.
    fn resume(&self, header: &checkpoint::Header, body: &mut dyn Read) -> Result<Box<dyn Session>, Error>;
    /// Checks a certificate about this game by the rules alone, within these limits.
    fn verify(&self, file: &mut dyn File, limits: &Limits<'_>) -> Result<(Header, Size), Error>;
    /// The same, and keeps the strategies of the certificate.
    fn open_certificate(&self, file: &mut dyn File, limits: &Limits<'_>) -> Result<Verified, Error>;
    /// The version of the rules.
    fn rules_version(&self) -> u32;
    /// What defines the game, where its name does not.
    fn definition(&self) -> Option<Definition>;
    /// Writes the value of every state that can be reached from here, within the time and memory of the
    /// budget. `progress` hears of it again and again.
    fn write_database(
        &self,
        out: &mut dyn Write,
        budget: &Budget,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(Explored),
    ) -> Result<Report, Error>;
    /// What a database says of this position.
    fn look_up(&self, reader: &mut Reader) -> Result<DatabaseEntry, Error>;
    /// A network that begins to learn the game from here, with this number of workers.
    fn learner(&self, options: LearnOptions, workers: usize) -> Result<Learner, Error>;
    /// A network that goes on to learn, from a checkpoint.
    fn resume_learner(&self, file: &Path, workers: usize) -> Result<Learner, Error>;
    /// Measures the search from here until it stores this number of children.
    fn bench(&self, children: usize, interrupt: &AtomicBool) -> bench::SearchRow;
    /// Measures the rules from here, for about this long.
    fn bench_rules(&self, time: Duration) -> bench::RulesRow;
    /// Measures a network of this game, for about `time` each: see [`bench::learning`].
    fn bench_learning(
        &self,
        kind: NetworkKind,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> Result<bench::LearningRow, Error>;
    /// A copy.
    fn copy(&self) -> Box<dyn Position>;
}

/// What a replay of moves gives.
pub struct Replay {
    /// How many legal moves there were before each move.
    pub counts: Vec<usize>,
    /// The moves as the game writes them.
    pub moves: Vec<String>,
    /// Where they lead.
    pub end: Box<dyn Position>,
}

/// A [`Position`] made of a state.
#[derive(Clone)]
pub(crate) struct Erased {
    pub context: Context,
    pub state: AnyState,
}

impl Erased {
    /// Plays moves separated by whitespace. `prepare` may change a state before a word is read, `before` sees
    /// every decision.
    fn follow(
        &self,
        moves: &str,
        prepare: impl Fn(&mut AnyState),
        mut before: impl FnMut(&AnyState, AnyMove),
    ) -> Result<AnyState, Error> {
        let mut state = self.state.clone();
        let words: Vec<&str> = moves.split_whitespace().collect();
        let (mut next, mut ply, mut decisions) = (0, 1, Vec::new());
        while next < words.len() {
            prepare(&mut state);
            decisions.clear();
            next += read_next(&state, &words[next..], &mut decisions)
                .map_err(|error| Error::Move { ply, error })?;
            for &m in &decisions {
                before(&state, m);
                state.play(m);
                ply += 1;
            }
        }
        // Numbers and results are no moves. A game may have words of its own that decide nothing.
        if ply == 1 && !words.is_empty() && self.state.parse_next(&words, &mut decisions).is_err() {
            let error = TextError::new(format!("there is no move in `{}`", words.join(" ")));
            return Err(Error::Move { ply, error });
        }
        Ok(state)
    }
}

impl Position for Erased {
    fn game(&self) -> &str {
        &self.context.game
    }

    fn text(&self) -> String {
        self.state.position()
    }

    fn turn(&self) -> Player {
        self.state.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.state.player_names()
    }

    fn decisions_left(&self) -> u32 {
        self.state.decisions_left()
    }

    fn within_turn(&self) -> &'static str {
        self.state.within_turn()
    }

    fn default_player(&self) -> DefaultPlayer {
        DefaultPlayer::of(&self.context.game, &self.state)
    }

    fn name_player(&self, settings: &Settings) -> Settings {
        self.context.name_player(&self.state, settings)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves.into_iter().map(|m| self.state.move_text(m)).collect()
    }

    fn view(&self) -> View {
        self.state.view()
    }

    fn scene(&self) -> Scene {
        self.state.scene()
    }

    fn clickable_moves(&self, scene: &Scene) -> Vec<(String, Vec<Vec<Click>>)> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        let clickable = |m: AnyMove| (self.state.move_text(m), self.state.clicks(m, scene));
        moves.into_iter().map(clickable).collect()
    }

    fn read(&self, text: &str) -> Result<Box<dyn Position>, Error> {
        let state = self.state.parse_position(text);
        let state = state.map_err(|error| Error::Position { text: text.to_owned(), error })?;
        Ok(self.context.position(state))
    }

    fn replay(&self, moves: &str) -> Result<Replay, Error> {
        let (mut counts, mut texts, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
        let end = self.follow(
            moves,
            |_| {},
            |state, m| {
                counts.push(state.count_moves(&mut buffer));
                texts.push(state.move_text(m));
            },
        )?;
        Ok(Replay { counts, moves: texts, end: self.context.position(end) })
    }

    fn play_on_the_board(&self, moves: &str) -> Result<Box<dyn Position>, Error> {
        Ok(self.context.position(self.follow(moves, AnyState::forget_past, |_, _| {})?))
    }

    fn perft(&self, depth: u32, unit: Unit, progress: &mut dyn FnMut(usize, usize)) -> u64 {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        if unit == Unit::Turn || depth < 2 || moves.is_empty() {
            return self.state.perft(depth, unit);
        }
        let mut total = 0;
        for (done, &m) in moves.iter().enumerate() {
            progress(done, moves.len());
            let mut child = self.state.clone();
            child.play(m);
            total += child.perft(depth - 1, unit);
        }
        total
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, Error> {
        Ok(Box::new(TypedSession::new(self.context.clone(), self.state.clone(), settings)?))
    }

    fn resume(&self, header: &checkpoint::Header, body: &mut dyn Read) -> Result<Box<dyn Session>, Error> {
        checkpoint::load(&self.context, &self.state, header, body)
    }

    fn verify(&self, file: &mut dyn File, limits: &Limits<'_>) -> Result<(Header, Size), Error> {
        certificates::verify(&self.state, file, limits)
    }

    fn open_certificate(&self, file: &mut dyn File, limits: &Limits<'_>) -> Result<Verified, Error> {
        strategy::open(&self.context, &self.state, file, limits)
    }

    fn rules_version(&self) -> u32 {
        self.state.rules_version()
    }

    fn definition(&self) -> Option<Definition> {
        self.state.definition()
    }

    fn write_database(
        &self,
        out: &mut dyn Write,
        budget: &Budget,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(Explored),
    ) -> Result<Report, Error> {
        database::write(&self.context.game, &self.state, out, budget, interrupt, progress)
    }

    fn look_up(&self, reader: &mut Reader) -> Result<DatabaseEntry, Error> {
        database::look_up(&self.context.game, &self.state, reader)
    }

    fn learner(&self, options: LearnOptions, workers: usize) -> Result<Learner, Error> {
        learning::begin(&self.context.game, &self.state, options, workers)
    }

    fn resume_learner(&self, file: &Path, workers: usize) -> Result<Learner, Error> {
        learning::resume(&self.context.game, &self.state, file, workers)
    }

    fn bench(&self, children: usize, interrupt: &AtomicBool) -> bench::SearchRow {
        bench::search(&self.context.game, self.state.clone(), children, interrupt)
    }

    fn bench_rules(&self, time: Duration) -> bench::RulesRow {
        bench::rules(&self.context.game, &self.state, time)
    }

    fn bench_learning(
        &self,
        kind: NetworkKind,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> Result<bench::LearningRow, Error> {
        bench::learning(&self.context.game, &self.state, kind, time, interrupt)
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}
