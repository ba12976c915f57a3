//! One process at a time.

use files::{Error, Lock};

use crate::common::{Scratch, given, start, wait_for};

#[test]
#[ignore = "a process of another test"]
fn holds_a_lock() {
    let Some(path) = given() else { return };
    let _lock = Lock::hold(&path, "letter").unwrap();
    println!("held");
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

#[test]
fn a_lock_is_for_one_process_and_ends_with_it() {
    let scratch = Scratch::new("lock");
    let path = scratch.file("a");
    let mut other = start("locks::holds_a_lock", &path);
    wait_for(&mut other, "held");
    let refused = Lock::hold(&path, "letter").unwrap_err();
    assert!(matches!(refused, Error::InUse { .. }));
    assert_eq!(refused.to_string(), format!("the letter `{}` is in use by another process", path.display()));
    assert!(Lock::try_hold(&path, "letter").unwrap().is_none());
    // Another file is another lock.
    Lock::hold(&scratch.file("b"), "letter").unwrap();
    other.kill().unwrap();
    other.wait().unwrap();
    drop(Lock::hold(&path, "letter").unwrap());
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn stale_locks_are_removed_and_what_is_held_or_no_lock_stays() {
    let scratch = Scratch::new("stale-locks");
    for (name, text) in [("dead.lock", ""), ("Cargo.lock", "version = 4"), ("note", "")] {
        std::fs::write(scratch.file(name), text).unwrap();
    }
    let lock = Lock::hold(&scratch.file("living"), "letter").unwrap();
    files::remove_stale_locks(scratch.path());
    assert_eq!(scratch.names(), ["Cargo.lock", "living.lock", "note"]);
    assert!(Lock::try_hold(&scratch.file("living"), "letter").unwrap().is_none(), "it is still held");
    drop(lock);
    assert_eq!(scratch.names(), ["Cargo.lock", "note"]);
}

#[test]
fn a_lock_that_is_given_back_is_free() {
    let scratch = Scratch::new("free");
    for path in [scratch.file("a"), scratch.path().to_owned()] {
        for _ in 0..3 {
            let lock = Lock::hold(&path, "letter").unwrap();
            assert!(Lock::try_hold(&path, "letter").unwrap().is_none());
            drop(lock);
        }
    }
    assert!(Lock::hold(&scratch.file("none/a"), "letter").unwrap_err().to_string().contains("none/a"));
}

#[test]
#[ignore = "a process of another test"]
fn counts_under_a_lock() {
    let Some(path) = given() else { return };
    for _ in 0..50 {
        let _lock = loop {
            if let Some(lock) = Lock::try_hold(&path, "letter").unwrap() {
                break lock;
            }
            std::thread::yield_now();
        };
        let count: u32 = std::fs::read_to_string(&path).map_or(0, |text| text.parse().unwrap());
        // Not whole at once: two at a time would lose a count or read half a number.
        std::fs::write(&path, (count + 1).to_string()).unwrap();
    }
}

#[test]
fn no_two_processes_have_a_lock_at_a_time() {
    let scratch = Scratch::new("count");
    let path = scratch.file("a");
    let children: Vec<_> = (0..6).map(|_| start("locks::counts_under_a_lock", &path)).collect();
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "300");
    assert_eq!(scratch.names(), ["a"]);
}

#[cfg(unix)]
#[test]
fn a_link_and_its_target_have_one_lock_and_a_device_has_none() {
    let scratch = Scratch::new("linked");
    std::os::unix::fs::symlink("a", scratch.file("link")).unwrap();
    let lock = Lock::hold(&scratch.file("link"), "letter").unwrap();
    assert!(Lock::try_hold(&scratch.file("a"), "letter").unwrap().is_none());
    drop(lock);
    let null = std::path::Path::new("/dev/null");
    let (_one, _two) = (Lock::hold(null, "letter").unwrap(), Lock::hold(null, "letter").unwrap());
}
