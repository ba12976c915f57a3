//! Amounts as people write them.

use std::time::Duration;

use engine::quantity::{bytes, count, depth, duration, hours, interval, threads};

#[test]
fn quantities_are_read_with_their_units() {
    assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
    assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
    assert_eq!(bytes("4GiB"), Ok(4 << 30));
    assert_eq!(bytes("2GB"), Ok(2_000_000_000));
    assert_eq!(count("1e7"), Ok(10_000_000));
    assert_eq!(count("10k"), Ok(10_000));
    assert_eq!(count("1_000"), Ok(1000));
    for wrong in ["", "fast", "3 parsecs", "-1", "1e", "é"] {
        assert!(duration(wrong).is_err() && count(wrong).is_err(), "{wrong}");
    }
    for wrong in ["much", "-1", "-1GiB", "nan", "1e30"] {
        assert!(bytes(wrong).is_err(), "{wrong}");
    }
    assert_eq!(interval("1s"), Ok(Duration::from_secs(1)));
    assert!(interval("0s").is_err() && interval("99ms").is_err() && interval("soon").is_err());
    assert_eq!(threads("2"), Ok(2));
    for wrong in ["0", "-1", "1025", "99999999999999999999", "two", ""] {
        assert!(threads(wrong).is_err(), "{wrong}");
    }
    assert_eq!(hours("0.5"), Ok(0.5));
    for wrong in ["0", "-1", "nan", "inf", "1e7", "1h", ""] {
        assert!(hours(wrong).is_err(), "{wrong}");
    }
    assert!(duration("876600h").is_ok() && duration("876601h").is_err() && duration("1e19").is_err());
    assert_eq!(depth("5"), Ok(5));
    for wrong in ["", "-1", "2.5", "99999999999"] {
        assert!(depth(wrong).is_err(), "{wrong}");
    }
}
