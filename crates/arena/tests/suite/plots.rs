//! Plots are the pictures in `data`, are drawn true to scale, and hold whatever they are given.
//!
//! After a change on purpose, `UPDATE_PLOTS=1 cargo test` writes the pictures anew; look at them.

use std::path::Path;

use arena::plot::{LinePlot, Point, Series, line_plot, score_plot};
use arena::statistics::{Interval, Overall, Pentanomial, Strata, elo};
use arena::table::{ScoreRow, ScoreTable};
use proptest::prelude::*;

fn scores() -> ScoreTable {
    let mut strata = Strata::default();
    strata.add("Breakthrough", "book", Pentanomial([90, 60, 30, 20, 0]));
    strata.add("Hex 11×11", "book", Pentanomial([10, 20, 40, 60, 70]));
    strata.add("Othello & \"<friends>\"", "book", Pentanomial([10, 20, 40, 20, 10]));
    let interval = Interval { lower: -0.11, upper: 0.01 };
    let overall = Overall { mean: strata.mean().unwrap(), interval };
    let mut table = ScoreTable::new("Safe decision against best value", &strata, Some(overall));
    table.reference = "paper".to_owned();
    for (row, reference) in table.rows.iter_mut().zip([-0.5, 0.1, 0.0]) {
        row.reference = Some(reference);
    }
    table.rows.push(ScoreRow::new("Arimaa", Pentanomial::default()));
    table
}

/// Elo while pairs come in: the first pairs leave the ends of the band, and even the value, infinite.
fn lines() -> LinePlot {
    let line = |name: &str, classes: [usize; 10]| {
        let mut pairs = Pentanomial::default();
        let points = (0..40).map(|number| {
            pairs.0[classes[number % 10]] += 1;
            let elo = elo::estimate(pairs).unwrap();
            Point { x: 2.0 * pairs.pairs() as f64, y: elo.elo, band: Some(elo.interval) }
        });
        Series { name: name.to_owned(), points: points.collect() }
    };
    LinePlot {
        title: "Elo over the number of matches".to_owned(),
        x_title: "matches".to_owned(),
        y_title: "Elo".to_owned(),
        series: vec![
            line("safe decision", [4, 4, 2, 3, 1, 4, 2, 0, 3, 4]),
            line("more exploration", [2, 0, 1, 4, 2, 2, 3, 1, 2, 1]),
        ],
    }
}

fn compare(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("UPDATE_PLOTS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == found, "{name} is drawn otherwise");
}

#[test]
fn scores_are_drawn_as_before() {
    compare("scores.svg", &score_plot(&scores()));
}

#[test]
fn lines_are_drawn_as_before() {
    compare("lines.svg", &line_plot(&lines()));
}

/// The values of an attribute of all elements of a kind.
fn attributes(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = svg.lines().filter(|line| line.starts_with(&format!("<{element} ")));
    let value = |line: &str| {
        let rest = line.split_once(&format!(" {attribute}=\"")).unwrap().1;
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    elements.map(value).collect()
}

#[test]
fn dots_lie_where_the_scores_are() {
    let svg = score_plot(&scores());
    // After the two of the legend: -55 %, 40 %, 0 % and, over all games, -5 %.
    let dots = &attributes(&svg, "circle", "cx")[2..];
    assert_eq!(dots.len(), 4);
    let share = |dot: f64| (dot - dots[0]) / (dots[1] - dots[0]);
    assert!((share(dots[2]) - 55.0 / 95.0).abs() < 1e-3, "{dots:?}");
    assert!((share(dots[3]) - 50.0 / 95.0).abs() < 1e-3, "{dots:?}");
    assert!(dots[0] < dots[1]);
    let rows = attributes(&svg, "circle", "cy");
    assert!(rows.is_sorted());
}

#[test]
fn the_axis_is_zoomed_to_the_scores() {
    let mut table = scores();
    assert!(score_plot(&table).contains(">−80<") && !score_plot(&table).contains(">100<"));
    table.rows.retain(|row| row.name.starts_with("Othello"));
    let svg = score_plot(&table);
    assert!(svg.contains(">−10<") && svg.contains(">0<") && !svg.contains(">−20<"), "{svg}");
}

#[test]
fn the_legend_names_only_what_is_there() {
    let mut table = scores();
    assert!(score_plot(&table).contains(">paper<") && score_plot(&table).contains(">mean over games<"));
    table.overall = None;
    table.rows.iter_mut().for_each(|row| row.reference = None);
    assert!(!score_plot(&table).contains(">paper<") && !score_plot(&table).contains(">mean over games<"));
    let nameless = LinePlot { series: vec![Series::default()], ..LinePlot::default() };
    assert!(!line_plot(&nameless).contains("<polyline"));
}

/// Every element that begins ends, and no text breaks out.
fn is_well_formed(svg: &str) -> bool {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else { return false };
        if text.contains('>') || tag.matches('"').count() % 2 != 0 {
            return false;
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next();
        if tag.starts_with('/') {
            if open.pop() != name {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.extend(name);
        }
    }
    open.is_empty() && svg.ends_with("</svg>\n")
}

#[test]
fn text_is_escaped() {
    let svg = score_plot(&scores());
    assert!(svg.contains(">Othello &amp; &quot;&lt;friends&gt;&quot;</text>"));
    assert!(is_well_formed(&svg));
    assert!(!is_well_formed(&svg.replace("&gt;", ">")) && !is_well_formed(&svg.replace("</text>", "")));
}

#[test]
fn twenty_five_games_fit() {
    let mut table = scores();
    let row = table.rows[0].clone();
    table.rows = vec![row; 25];
    let svg = score_plot(&table);
    let height = attributes(&svg, "svg", "height")[0];
    assert!(attributes(&svg, "circle", "cy").into_iter().all(|y| y < height - 50.0));
    assert_eq!(attributes(&svg, "circle", "cy").len(), 2 + 26);
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), -1e3..1e3, Just(f64::NAN), Just(f64::INFINITY), Just(0.0), Just(3.0)]
}

fn any_point() -> impl Strategy<Value = Point> {
    let band = prop::option::of((any_number(), any_number()));
    (any_number(), any_number(), band).prop_map(|(x, y, band)| Point {
        x,
        y,
        band: band.map(|(lower, upper)| Interval { lower, upper }),
    })
}

proptest! {
    #[test]
    fn any_lines_are_drawn_within_the_picture(
        points in prop::collection::vec(any_point(), 0..40), name in any::<String>(), number in 0_usize..10,
    ) {
        let series = Series { name: name.clone(), points };
        let svg = line_plot(&LinePlot { title: name, series: vec![series; number], ..LinePlot::default() });
        prop_assert!(is_well_formed(&svg), "{svg}");
        let shapes = svg.lines().filter(|line| !line.contains("</"));
        prop_assert!(shapes.clone().count() > 10);
        for shape in shapes {
            prop_assert!(!shape.contains("NaN") && !shape.contains("inf"), "{shape}");
        }
        let height = attributes(&svg, "svg", "height")[0];
        for (x, y) in attributes(&svg, "circle", "cx").into_iter().zip(attributes(&svg, "circle", "cy")) {
            prop_assert!((0.0..=760.0).contains(&x) && (0.0..=height).contains(&y), "{x} {y}");
        }
    }
}
