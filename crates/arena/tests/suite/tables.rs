//! Tables in all formats, as a person reads them, and text that would break them.

use arena::statistics::{Interval, Overall, Pentanomial, Record, Strata};
use arena::table::{Align, Cell, Column, CrossTable, Format, Row, ScoreRow, ScoreTable, Table};

/// Two games, a third without pairs, and a mean with a published interval.
fn scores() -> ScoreTable {
    let mut strata = Strata::default();
    strata.add("Hex 11×11", "book", Pentanomial([10, 20, 40, 60, 70]));
    strata.add("Breakthrough", "book", Pentanomial([90, 60, 30, 20, 0]));
    let interval = Interval { lower: -0.171, upper: 0.021 };
    let overall = Overall { mean: strata.mean().unwrap(), interval };
    let mut table = ScoreTable::new("Safe decision, 1 s & 8 threads", &strata, Some(overall));
    table.rows.push(ScoreRow::new("Arimaa", Pentanomial::default()));
    table
}

#[test]
fn scores_for_a_terminal() {
    let golden = "\
Safe decision, 1 s & 8 threads

Game          Matches  Score (%)    ±   95 % interval
─────────────────────────────────────────────────────
Breakthrough      400      -55.0  7.0  [-62.0, -48.0]
Hex 11×11         400       40.0  8.2    [31.8, 48.2]
Arimaa              0          -    -               -
─────────────────────────────────────────────────────
Mean              800       -7.5  9.6    [-17.1, 2.1]
";
    assert_eq!(scores().table().render(Format::Text), golden);
}

#[test]
fn scores_for_markdown() {
    let golden = r"**Safe decision, 1 s \& 8 threads**

| Game | Matches | Score (%) | ± | 95 % interval |
| :--- | ---: | ---: | ---: | ---: |
| Breakthrough | 400 | -55.0 | 7.0 | [-62.0, -48.0] |
| Hex 11×11 | 400 | 40.0 | 8.2 | [31.8, 48.2] |
| Arimaa | 0 |  |  |  |
| **Mean** | **800** | **-7.5** | **9.6** | **[-17.1, 2.1]** |
";
    assert_eq!(scores().table().render(Format::Markdown), golden);
}

#[test]
fn scores_for_programs() {
    let golden = "\
game,matches,score_percent,radius_percent,lower_percent,upper_percent
Breakthrough,400,-55.0000,6.9544,-61.9544,-48.0456
Hex 11×11,400,40.0000,8.1510,31.8490,48.1510
Arimaa,0,,,,
Mean,800,-7.5000,9.6000,-17.1000,2.1000
";
    assert_eq!(scores().table().render(Format::Csv), golden);
}

#[test]
fn scores_for_a_paper() {
    let golden = r"\begin{table}
  \centering
  \caption{Safe decision, 1 s \& 8 threads}
  \begin{tabular}{lrrrr}
    \toprule
    Game & Matches & Score (\%) & $\pm$ & 95 \% interval \\
    \midrule
    Breakthrough & 400 & $-55.0$ & 7.0 & [$-62.0$, $-48.0$] \\
    Hex 11$\times$11 & 400 & 40.0 & 8.2 & [31.8, 48.2] \\
    Arimaa & 0 & -- & -- & -- \\
    \midrule
    Mean & 800 & $-7.5$ & 9.6 & [$-17.1$, 2.1] \\
    \bottomrule
  \end{tabular}
\end{table}
";
    assert_eq!(scores().table().render(Format::Latex), golden);
}

#[test]
fn scores_next_to_those_of_somebody_else() {
    let mut table = scores();
    table.title.clear();
    table.reference = "Paper".to_owned();
    table.rows[0].reference = Some(-0.5);
    let golden = "\
Game          Matches  Score (%)    ±   95 % interval  Paper (%)
────────────────────────────────────────────────────────────────
Breakthrough      400      -55.0  7.0  [-62.0, -48.0]      -50.0
Hex 11×11         400       40.0  8.2    [31.8, 48.2]          -
Arimaa              0          -    -               -          -
────────────────────────────────────────────────────────────────
Mean              800       -7.5  9.6    [-17.1, 2.1]          -
";
    assert_eq!(table.table().render(Format::Text), golden);
}

/// Three players of whom two never met; one also played itself.
fn cross() -> Table {
    let mut table = CrossTable::new("Round robin", &["ubfm", "uct"]);
    table.add("ubfm", "uct", Record { wins: 70, draws: 10, losses: 20 });
    table.add("random", "uct", Record { wins: 0, draws: 1, losses: 49 });
    table.add("uct", "ubfm", Record { wins: 20, draws: 0, losses: 80 });
    table.add("uct", "uct", Record { wins: 9, draws: 0, losses: 0 });
    table.table()
}

#[test]
fn a_cross_table_for_a_terminal() {
    let golden = "\
Round robin

Player         ubfm         uct     random        Total
───────────────────────────────────────────────────────
ubfm              -  55.0 (200)          -   55.0 (200)
uct     -55.0 (200)           -  98.0 (50)  -24.4 (250)
random            -  -98.0 (50)          -   -98.0 (50)
";
    assert_eq!(cross().render(Format::Text), golden);
}

#[test]
fn a_cross_table_for_markdown() {
    let golden = "\
**Round robin**

| Player | ubfm | uct | random | Total |
| :--- | ---: | ---: | ---: | ---: |
| ubfm |  | 55.0 (200) |  | 55.0 (200) |
| uct | -55.0 (200) |  | 98.0 (50) | -24.4 (250) |
| random |  | -98.0 (50) |  | -98.0 (50) |
";
    assert_eq!(cross().render(Format::Markdown), golden);
}

#[test]
fn a_cross_table_for_programs() {
    let golden = "\
player,ubfm score_percent,ubfm matches,uct score_percent,uct matches,random score_percent,random matches,\
Total score_percent,Total matches
ubfm,,,55.0000,200,,,55.0000,200
uct,-55.0000,200,,,98.0000,50,-24.4000,250
random,,,-98.0000,50,,,-98.0000,50
";
    assert_eq!(cross().render(Format::Csv), golden);
}

#[test]
fn a_cross_table_for_a_paper() {
    let golden = r"\begin{table}
  \centering
  \caption{Round robin}
  \begin{tabular}{lrrrr}
    \toprule
    Player & ubfm & uct & random & Total \\
    \midrule
    ubfm & -- & 55.0 (200) & -- & 55.0 (200) \\
    uct & $-55.0$ (200) & -- & 98.0 (50) & $-24.4$ (250) \\
    random & -- & $-98.0$ (50) & -- & $-98.0$ (50) \\
    \bottomrule
  \end{tabular}
\end{table}
";
    assert_eq!(cross().render(Format::Latex), golden);
}

/// Text that each of the formats would misread, and a row without its last cell.
fn awkward() -> Table {
    let column = |title: &str| Column { title: title.into(), keys: vec![title.into()], align: Align::Left };
    let row = |text: &str, cells: Vec<Cell>| Row {
        cells: [vec![Cell::Text(text.into())], cells].concat(),
        total: false,
    };
    Table {
        title: String::new(),
        columns: vec![column("a|b"), column("c")],
        rows: vec![
            row("[x], \"y\"", vec![]),
            row("1\n\u{1b}[31m", vec![Cell::Percent(-0.0001)]),
            row(r"\_^~<>#$&{}%*`", vec![Cell::Count(1), Cell::Count(2)]),
        ],
    }
}

#[test]
fn awkward_text_breaks_no_format() {
    let text = "\
a|b             c
───────────────────
[x], \"y\"        -
1  [31m         0.0
\\_^~<>#$&{}%*`  1
";
    assert_eq!(awkward().render(Format::Text), text);
    let markdown = r#"| a\|b | c |
| :--- | :--- |
| \[x\], "y" |  |
| 1  \[31m | 0.0 |
| \\\_^\~\<\>\#\$\&\{\}%\*\` | 1 |
"#;
    assert_eq!(awkward().render(Format::Markdown), markdown);
    let csv = "a|b,c\n\"[x], \"\"y\"\"\",\n\"1\n\u{1b}[31m\",-0.0100\n\\_^~<>#$&{}%*`,1\n";
    assert_eq!(awkward().render(Format::Csv), csv);
    let latex = r#"    {}[x], "y" & -- \\
    1  [31m & 0.0 \\
    \textbackslash{}\_\textasciicircum{}\textasciitilde{}\textless{}\textgreater{}\#\$\&\{\}\%*` & 1 \\
"#;
    let found = awkward().render(Format::Latex);
    assert!(found.contains(latex), "{found}");
    assert!(found.contains(r"a\textbar{}b & c \\") && !found.contains("caption"), "{found}");
}

#[test]
fn formats_are_read_by_their_names() {
    for (name, format) in Format::ALL {
        assert_eq!(name.parse(), Ok(format));
    }
    let reason = "`html` is not a table format; there are text, markdown, csv and latex";
    assert_eq!("html".parse::<Format>(), Err(reason.to_owned()));
}
