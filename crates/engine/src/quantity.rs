//! Numbers with units, as people write them: both ways.

use std::time::Duration;

use search::range::{Real, Whole};

/// Workers of a search, and matches or games side by side. More are a slip of the finger.
pub const THREADS: Whole = Whole::new(1, 1024);

/// Matches of every two players in a game.
pub const MATCHES: Whole = Whole::new(1, 1_000_000);

/// Pairs of matches against each opponent when the strength of a network is measured.
pub const PAIRS: Whole = Whole::new(0, 100_000);

/// Networks of one learning run that are kept.
pub const SNAPSHOTS: Whole = Whole::new(1, 99);

/// What is at least 1 and as large as a number can be.
pub const POSITIVE: Whole = Whole::new(1, u64::MAX);

/// Hours of learning: as many as a century has.
const HOURS: Real = Real::new(0.0, 876_600.0);

/// The longest time that can be asked for: limits are added to times, and must not overflow.
const LONGEST: Duration = Duration::from_secs(876_600 * 3600);

/// Reads `10s`, `500ms`, `2m`, `1h`, or a plain number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a time is written like 10s, 500ms, 2m or 1h".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "a time is written like 10s, 500ms, 2m or 1h".to_owned())?;
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(time) if time <= LONGEST => Ok(time),
        _ => Err("the time is negative or longer than a century (876600h)".to_owned()),
    }
}

/// Reads a number of hours above 0.
pub fn hours(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(hours) if HOURS.has(hours) && hours > 0.0 => Ok(hours),
        _ => Err(format!("should be {HOURS}, and not 0")),
    }
}

/// Reads how often something is to be done: not more often than a search could do anything between.
pub fn interval(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        short if short < Duration::from_millis(100) => Err("at least 100ms are needed".to_owned()),
        interval => Ok(interval),
    }
}

/// Reads `4GiB`, `512MiB`, `2GB` or a plain number of bytes.
pub fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    let factor: f64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err("memory is written like 4GiB, 512MiB or 2GB".to_owned()),
    };
    match number.parse::<f64>() {
        Ok(number) if (0.0..1e18).contains(&(number * factor)) => Ok((number * factor) as usize),
        _ => Err("memory is written like 4GiB, 512MiB or 2GB".to_owned()),
    }
}

/// The least memory that a search can do anything with.
const LEAST_MEMORY: usize = 64 << 10;

/// Reads the memory limit of a search: neither too small for any search nor more than the process may use.
pub fn memory_limit(text: &str) -> Result<usize, String> {
    let limit = bytes(text)?;
    if limit < LEAST_MEMORY {
        return Err(format!(
            "the memory limit is too small: a search needs at least {}",
            memory(LEAST_MEMORY)
        ));
    }
    crate::available::fits_addresses(limit)?;
    Ok(limit)
}

/// Reads a count: digits, with `_` or `,` between them, or `1e7`, `10k`, `2M`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || "a count is written like 1000, 10k, 2M or 1e7".to_owned();
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    if let Ok(count) = plain.parse() {
        return Ok(count);
    }
    let (number, unit) = split(&plain);
    let factor = match unit {
        "" => 1.0,
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return Err(wrong()),
    };
    match number.parse::<f64>() {
        Ok(number) if (0.0..1e18).contains(&(number * factor)) => Ok((number * factor) as u64),
        _ => Err(wrong()),
    }
}

/// Reads a count of at least 1.
pub fn positive_count(text: &str) -> Result<u64, String> {
    POSITIVE.check(count(text)?)
}

/// Reads counts in a range.
pub fn count_in(range: Whole) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| range.check(count(text)?)
}

/// Reads a depth.
pub fn depth(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a depth is a whole number, such as 5".to_owned())
}

/// Lines that are counted have at most so many plies: counting is recursive.
const LONGEST_LINES: Whole = Whole::new(0, 1000);

/// Reads a depth to which lines are counted.
pub fn depth_of_lines(text: &str) -> Result<u32, String> {
    let depth = depth(text)?;
    LONGEST_LINES.check(depth.into()).map(|_| depth)
}

/// Reads a number of workers.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads) if THREADS.has(threads) => Ok(threads as usize),
        _ => Err(format!("a number of threads should be {THREADS}")),
    }
}

/// Splits the unit off, which begins at the last letter that is not part of an exponent.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let is_unit = |c: char| c.is_alphabetic();
    let end = text.len() - text.chars().rev().take_while(|&c| is_unit(c)).map(char::len_utf8).sum::<usize>();
    (text[..end].trim_end(), &text[end..])
}

/// Writes a count with a unit: `1.23 M`.
pub fn short(count: f64) -> String {
    match count {
        c if c >= 1e9 => format!("{:.2} G", c / 1e9),
        c if c >= 1e6 => format!("{:.2} M", c / 1e6),
        c if c >= 1e4 => format!("{:.1} k", c / 1e3),
        c => format!("{c:.0}"),
    }
}

/// Writes a time in its largest units: `2 h 05 min`, `3 min 20 s`, `12 s`.
pub fn long(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Writes an amount of memory: `12.3 MiB`.
pub fn memory(bytes: usize) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let (mut amount, mut unit) = (bytes as f64, 0);
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{amount:.1} {}", UNITS[unit]) }
}
