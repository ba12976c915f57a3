//! The text of a shard's file: a line of JSON for each match, and a last line with the checksum of the others.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::record::{End, Record};

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sum {
    sha256: String,
}

impl Sum {
    fn of(text: &str) -> Sum {
        Sum { sha256: Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect() }
    }
}

/// The text of these matches.
pub fn write(records: &[Record]) -> serde_json::Result<String> {
    let lines = records.iter().map(|record| Ok(serde_json::to_string(record)? + "\n"));
    let text = lines.collect::<serde_json::Result<String>>()?;
    let sum = serde_json::to_string(&Sum::of(&text))?;
    Ok(text + &sum + "\n")
}

/// The matches of a text, or what is wrong with it. Only a run that began before there were checksums may do without.
pub fn read(text: &str, needs_sum: bool) -> Result<Vec<Record>, String> {
    let end = text.strip_suffix('\n').ok_or("this shard is damaged: it ends within a line")?;
    let (body, last) = end.rfind('\n').map_or(("", end), |before| (&text[..=before], &end[before + 1..]));
    let body = match serde_json::from_str::<Sum>(last) {
        Ok(sum) if sum.sha256 == Sum::of(body).sha256 => body,
        Ok(_) => return Err("this shard is damaged: its checksum does not fit".to_owned()),
        Err(_) if needs_sum => return Err("this shard is damaged: it has no checksum".to_owned()),
        Err(_) => text,
    };
    let mut records = Vec::new();
    for (number, line) in (1..).zip(body.lines()) {
        let record: Record = serde_json::from_str(line)
            .map_err(|_| format!("this shard is damaged: line {number} is no match"))?;
        check(&record).map_err(|reason| format!("line {number} of this shard is impossible: {reason}"))?;
        records.push(record);
    }
    Ok(records)
}

/// Refuses what cannot have been played.
fn check(record: &Record) -> Result<(), String> {
    let Record { seat, score, opening, moves, end, .. } = record;
    if *seat > 1 {
        return Err(format!("there is no seat {seat}"));
    }
    if !(-1..=1).contains(score) {
        return Err(format!("the score of a match is -1, 0 or 1, not {score}"));
    }
    if *opening > moves.len() {
        return Err(format!("its opening of {opening} moves is longer than the match"));
    }
    let expected = match end {
        End::Rules | End::Proven => return Ok(()),
        End::TooLong => 0,
        End::Failed(failed, _) | End::Resigned(failed) if *failed > 1 => {
            return Err(format!("there is no seat {failed}"));
        }
        // Player a has lost if its own seat failed.
        End::Failed(failed, _) | End::Resigned(failed) => {
            if failed == seat {
                -1
            } else {
                1
            }
        }
    };
    if *score == expected {
        Ok(())
    } else {
        Err(format!("its score is {score}, and its end says {expected}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            pair: 0,
            seat: 0,
            game: "tictactoe".to_owned(),
            set: String::new(),
            players: ["a".to_owned(), "b".to_owned()],
            evaluators: None,
            opening: 1,
            moves: vec!["a1".to_owned(), "b2".to_owned()],
            score: 1,
            end: End::Rules,
            clocks: None,
        }
    }

    #[test]
    fn any_change_of_a_byte_is_noticed() {
        let records = [record(), Record { seat: 1, score: 0, ..record() }];
        let text = write(&records).unwrap();
        assert_eq!(read(&text, true).unwrap(), records);
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(read(&changed, true).is_err(), "byte {at}");
            assert!(read(&text[..at], true).is_err(), "cut at {at}");
        }
        let (old, _) = text.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(read(&format!("{old}\n"), false).unwrap(), records);
        assert!(read(&format!("{old}\n"), true).unwrap_err().contains("no checksum"));
    }

    #[test]
    fn impossible_matches_are_refused() {
        let failed = |seat| End::Failed(seat, "it crashed".to_owned());
        for (wrong, part) in [
            (Record { score: 7, ..record() }, "not 7"),
            (Record { score: -128, ..record() }, "not -128"),
            (Record { seat: 2, ..record() }, "no seat 2"),
            (Record { opening: 3, ..record() }, "longer than the match"),
            (Record { end: End::TooLong, ..record() }, "its end says 0"),
            (Record { end: failed(0), ..record() }, "its end says -1"),
            (Record { end: failed(2), ..record() }, "no seat 2"),
            (Record { end: End::Resigned(0), ..record() }, "its end says -1"),
        ] {
            let refusal = read(&write(&[record(), wrong]).unwrap(), true).unwrap_err();
            assert!(refusal.contains("line 2") && refusal.contains(part), "{refusal}");
        }
        let fine = [Record { end: failed(1), ..record() }, Record { end: failed(0), score: -1, ..record() }];
        assert!(read(&write(&fine).unwrap(), true).is_ok());
    }
}
