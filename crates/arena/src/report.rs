//! A standing as tables and plots, and the files of a report.

use std::path::{Path, PathBuf};

use engine::{Outcome, Player, Registry, file_name};
use protocol::records::{Format as RecordFormat, GameRecord};

use crate::Error;
use crate::plan::Plan;
use crate::plot::{LinePlot, Point, Series};
use crate::record::Record;
use crate::sheet;
use crate::standing::{Row, Standing, pairs};
use crate::statistics::{Pairs, elo};
use crate::table::{Align, Cell, Column, CrossTable, Format, ScoreRow, ScoreTable, Table};

impl Standing {
    /// Every two players over everything.
    fn pairings(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.game.is_empty() && row.set.is_empty())
    }

    /// The mean scores in every game, one table for every two players and set of evaluators.
    pub fn score_tables(&self, plan: &Plan) -> Vec<ScoreTable> {
        let overall = self.rows.iter().filter(|row| row.game.is_empty());
        overall.map(|overall| self.score_table(overall, plan)).collect()
    }

    fn score_table(&self, overall: &Row, plan: &Plan) -> ScoreTable {
        let set = if overall.set.is_empty() { String::new() } else { format!(", {}", overall.set) };
        let belongs = |row: &&Row| (&row.players, &row.set) == (&overall.players, &overall.set);
        let games = self.rows.iter().filter(|row| !row.game.is_empty()).filter(belongs);
        let mut rows: Vec<ScoreRow> = games.map(|row| score_row(&row.game, row)).collect();
        let mut total = Some(score_row("mean", overall));
        if rows.is_empty() {
            // With one game, its row is the total.
            rows.extend(total.take());
            rows[0].name = plan.games[0].clone();
        }
        if let Some(reference) = &plan.reference {
            for row in &mut rows {
                row.reference = reference.games.get(&row.name).map(|percent| percent / 100.0);
            }
            if let Some(row) = &mut total {
                row.reference = reference.overall.map(|percent| percent / 100.0);
            }
        }
        ScoreTable {
            title: format!("{} against {}{set}", overall.players[0], overall.players[1]),
            rows,
            overall: total,
            reference: plan.reference.as_ref().map_or(String::new(), |reference| reference.name.clone()),
        }
    }

    /// For every two players the figures that engine authors compare.
    pub fn duel_table(&self) -> Table {
        let column = |title: &str, align: Align| Column {
            title: title.to_owned(),
            keys: vec![title.to_lowercase().replace(' ', "_")],
            align,
        };
        let mut columns = vec![column("Players", Align::Left)];
        for title in ["Matches", "Wins", "Draws", "Losses", "Elo", "Elo interval", "Superiority (%)", "Pairs"]
        {
            columns.push(column(title, Align::Right));
        }
        let rows = self.pairings().map(|row| crate::table::Row { cells: duel_cells(row), total: false });
        Table { title: "Elo".to_owned(), columns, rows: rows.collect() }
    }

    /// Every player against every other, where there are more than two.
    pub fn cross_table(&self) -> Option<Table> {
        let names: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let mut table = CrossTable::new("All players against each other", &names);
        for row in self.pairings() {
            table.add(&row.players[0], &row.players[1], row.pairs.record());
        }
        (names.len() > 2).then(|| table.table())
    }

    /// All tables.
    pub fn tables(&self, plan: &Plan) -> Vec<Table> {
        let scores = self.score_tables(plan);
        let scores = scores.iter().map(ScoreTable::table);
        scores.chain([self.duel_table()]).chain(self.cross_table()).collect()
    }

    /// Remarks below the tables, line by line.
    pub fn remarks(&self) -> Vec<String> {
        let mut lines = vec![format!("{} of {} matches", self.matches, self.planned)];
        if let Some(test) = &self.sprt {
            lines.push(format!(
                "sequential test: {} (LLR {:.2}, bounds {:.2} and {:.2})",
                match test.verdict {
                    crate::statistics::Verdict::AcceptH0 => "H0 is accepted",
                    crate::statistics::Verdict::AcceptH1 => "H1 is accepted",
                    crate::statistics::Verdict::Continue => "not decided",
                },
                test.llr,
                test.lower,
                test.upper
            ));
        }
        for row in self.pairings() {
            for (player, name) in
                row.players.iter().enumerate().filter(|(player, _)| row.overruns[*player] > 0)
            {
                lines.push(format!(
                    "{name}: {} moves took longer than they may, the slowest {:.0} ms",
                    row.overruns[player],
                    1000.0 * row.slowest[player]
                ));
            }
        }
        for failure in &self.failures {
            lines.push(format!(
                "pair {} ({}): {} {}",
                failure.pair, failure.game, failure.player, failure.reason
            ));
        }
        if let Some(inside) = self.inside {
            lines.push(format!("players were at work in {:.1} % of the workers' time", 100.0 * inside));
        }
        lines
    }

    /// All tables and remarks, for a terminal or a page.
    pub fn render(&self, plan: &Plan, format: Format) -> String {
        let tables: Vec<String> = self.tables(plan).iter().map(|table| table.render(format)).collect();
        let mut text = tables.join("\n");
        for remark in self.remarks() {
            match format {
                Format::Text => text += &format!("\n{remark}"),
                Format::Markdown => text += &format!("\n- {remark}"),
                Format::Latex => text += &format!("\n% {remark}"),
                Format::Csv => {}
            }
        }
        text.trim_end().to_owned() + "\n"
    }
}

fn score_row(name: &str, row: &Row) -> ScoreRow {
    ScoreRow {
        mean: row.mean,
        interval: row.interval.unwrap_or(crate::statistics::Interval { lower: -1.0, upper: 1.0 }),
        ..ScoreRow::new(name, row.pairs.pentanomial())
    }
}

fn duel_cells(row: &Row) -> Vec<Cell> {
    let record = row.pairs.record();
    let elo = |text: &dyn Fn(&crate::statistics::Elo) -> String| {
        row.elo.as_ref().map_or(Cell::Empty, |elo| Cell::Text(text(elo)))
    };
    let [ll, ld, dd, wd, ww] = row.pairs.pentanomial().0;
    vec![
        Cell::Text(format!("{} against {}", row.players[0], row.players[1])),
        Cell::Count(record.matches()),
        Cell::Count(record.wins),
        Cell::Count(record.draws),
        Cell::Count(record.losses),
        elo(&|elo| format!("{:+.1}", elo.elo)),
        elo(&|elo| format!("[{:+.1}, {:+.1}]", elo.interval.lower, elo.interval.upper)),
        row.superiority.map_or(Cell::Empty, |share| Cell::Text(format!("{:.1}", 100.0 * share))),
        Cell::Text(format!("{ll} {ld} {dd} {wd} {ww}")),
    ]
}

/// The difference in Elo of the first two players over the number of matches.
fn elo_over_time(standing: &Standing, records: &[Record]) -> Option<LinePlot> {
    let players = &standing.pairings().next()?.players;
    let mine: Vec<_> = pairs(records).filter(|[first, _]| first.players == *players).collect();
    // A few hundred points are all that a plot can show.
    let step = mine.len().div_ceil(300).max(1);
    let (mut counted, mut points) = (Pairs::default(), Vec::new());
    for (number, [first, second]) in (1..).zip(mine) {
        counted.add(crate::standing::points(first.score), crate::standing::points(second.score));
        let elo = elo::estimate(counted.pentanomial());
        if let Some(elo) = elo.filter(|elo| number % step == 0 && number >= 5 && elo.elo.is_finite()) {
            let is_bounded = elo.interval.lower.is_finite() && elo.interval.upper.is_finite();
            points.push(Point {
                x: 2.0 * number as f64,
                y: elo.elo,
                band: is_bounded.then_some(elo.interval),
            });
        }
    }
    Some(LinePlot {
        title: format!("{} against {}", players[0], players[1]),
        x_title: "matches".to_owned(),
        y_title: "Elo".to_owned(),
        series: vec![Series { name: "Elo, with its 95 % interval".to_owned(), points }],
    })
}

/// How many matches of each game are written in the format of the game: every move is played for that. `matches.jsonl` has all
/// matches.
const MOST_GAMES: usize = 1000;

/// A match in the form that the formats of its game are written from.
fn game_record(plan: &Plan, record: &Record) -> GameRecord {
    let [first, second] = record.seats();
    let event = if plan.title.is_empty() { &record.game } else { &plan.title };
    let tags = [
        ("Event", event.clone()),
        ("Site", "unbounded".to_owned()),
        ("Round", (2 * record.pair + record.seat + 1).to_string()),
        ("First", first.to_owned()),
        ("Second", second.to_owned()),
        ("Termination", sheet::termination(record)),
    ];
    let result = match record.score * [1, -1][record.seat] {
        1.. => Outcome::Win(Player::First),
        0 => Outcome::Draw,
        _ => Outcome::Win(Player::Second),
    };
    GameRecord {
        tags: tags.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        result: Some(result),
        ..GameRecord::new(&record.game, record.moves.iter().cloned())
    }
}

/// Writes every file of the report into a directory. Returns their names.
pub fn write(
    directory: &Path,
    plan: &Plan,
    standing: &Standing,
    records: &[Record],
    registry: &Registry,
) -> Result<Vec<PathBuf>, Error> {
    let wrong = |reason: String| Error::File { file: directory.display().to_string(), reason };
    std::fs::create_dir_all(directory).map_err(|error| wrong(error.to_string()))?;
    let json = |value: serde_json::Result<String>| value.map_err(|error| wrong(error.to_string()));
    let lines = records.iter().map(|record| json(serde_json::to_string(record)).map(|line| line + "\n"));
    let title = if plan.title.is_empty() { "Report" } else { &plan.title };
    let mut files = vec![
        ("report.md".to_owned(), format!("# {title}\n\n{}", standing.render(plan, Format::Markdown))),
        ("report.tex".to_owned(), standing.render(plan, Format::Latex)),
        ("report.json".to_owned(), json(serde_json::to_string_pretty(standing))? + "\n"),
        ("matches.jsonl".to_owned(), lines.collect::<Result<String, _>>()?),
        ("matches.pgn".to_owned(), sheet::write(records)),
    ];
    for game in &plan.games {
        let of_game = records.iter().filter(|record| record.game == *game);
        let games = of_game.take(MOST_GAMES).map(|record| game_record(plan, record));
        let format = RecordFormat::usual(game);
        let text = format.write(&games.collect::<Vec<_>>(), registry).map_err(wrong)?;
        files.push((format!("games-{}.{}", file_name(game), format.extension()), text));
    }
    for (number, table) in (1..).zip(standing.tables(plan)) {
        files.push((format!("table{number}.csv"), table.render(Format::Csv)));
    }
    for (number, table) in (1..).zip(standing.score_tables(plan)) {
        files.push((format!("scores{number}.svg"), crate::plot::score_plot(&table)));
    }
    if let Some(plot) = elo_over_time(standing, records) {
        files.push(("elo.svg".to_owned(), crate::plot::line_plot(&plot)));
    }
    let mut names = Vec::new();
    for (name, text) in files {
        let path = directory.join(name);
        files::write(&path, "report", text.as_bytes())?;
        names.push(path);
    }
    Ok(names)
}
