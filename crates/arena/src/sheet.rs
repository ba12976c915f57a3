//! Score sheets in the format that rating programs read (PGN tags, and moves as the game writes them).

use crate::record::{End, Record};

/// Longer lines are broken.
const WIDTH: usize = 80;

/// All matches, one sheet after the other.
pub fn write(records: &[Record]) -> String {
    records.iter().map(sheet).collect()
}

/// How a match ended, in the words of PGN.
pub fn termination(record: &Record) -> String {
    match &record.end {
        End::Rules => "normal".to_owned(),
        End::Proven => "adjudication".to_owned(),
        End::TooLong => "unterminated".to_owned(),
        End::Resigned(seat) => format!("{} resigned", record.seats()[*seat]),
        End::Failed(seat, reason) => {
            format!("abandoned: {} could not go on: {reason}", record.seats()[*seat])
        }
    }
}

fn sheet(record: &Record) -> String {
    let [first, second] = record.seats();
    let number = (2 * record.pair + record.seat + 1).to_string();
    let ending = termination(record);
    let event =
        if record.set.is_empty() { record.game.clone() } else { format!("{} {}", record.game, record.set) };
    let tags = [
        ("Event", event.as_str()),
        ("Site", "unbounded"),
        ("Date", "????.??.??"),
        ("Round", number.as_str()),
        ("White", first),
        ("Black", second),
        ("Result", record.result()),
        ("Variant", record.game.as_str()),
        ("Termination", ending.as_str()),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        text += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    let mut width = 0;
    for word in record.moves.iter().map(String::as_str).chain([record.result()]) {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += word.len();
    }
    text + "\n\n"
}
