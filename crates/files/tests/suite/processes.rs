//! Several processes that write the same file, and what dead ones leave behind.

use std::fs;
use std::time::{Duration, SystemTime};

use files::NewFile;

use crate::common::{Scratch, given, start, wait_for};

/// Enough bytes, all the same, that a mixture of two writers would show.
const LENGTH: usize = 300_000;

#[test]
#[ignore = "a process of another test"]
fn writes_again_and_again() {
    let Some(path) = given() else { return };
    for number in 0..40_u8 {
        files::write(&path, "letter", &[number; LENGTH]).unwrap();
    }
}

#[test]
fn a_file_that_many_processes_write_is_always_whole() {
    let scratch = Scratch::new("many");
    let path = scratch.file("a");
    let mut children: Vec<_> = (0..8).map(|_| start("processes::writes_again_and_again", &path)).collect();
    let mut seen = 0;
    while children.iter_mut().any(|child| child.try_wait().unwrap().is_none()) {
        let Ok(bytes) = fs::read(&path) else { continue };
        assert!(bytes.len() == LENGTH && bytes.iter().all(|&byte| byte == bytes[0]));
        seen += 1;
    }
    assert!(seen > 0);
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
    assert_eq!(scratch.names(), ["a"]);
}

#[test]
#[ignore = "a process of another test"]
fn writes_if_it_is_the_first() {
    let Some(path) = given() else { return };
    let process = std::process::id().to_string();
    if files::write_if_absent(&path, "letter", process.as_bytes()).unwrap() {
        files::append(&path.with_extension("winners"), "log", format!("{process}\n").as_bytes()).unwrap();
    }
}

#[test]
fn one_of_many_processes_is_the_first() {
    let scratch = Scratch::new("first");
    let path = scratch.file("a");
    let children: Vec<_> = (0..12).map(|_| start("processes::writes_if_it_is_the_first", &path)).collect();
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
    let winner = fs::read_to_string(&path).unwrap() + "\n";
    assert_eq!(fs::read_to_string(scratch.file("a.winners")).unwrap(), winner);
    assert_eq!(scratch.names(), ["a", "a.winners"]);
}

#[test]
#[ignore = "a process of another test"]
fn begins_and_waits() {
    let Some(path) = given() else { return };
    let file = NewFile::create(&path, "letter").unwrap();
    println!("begun");
    std::io::stdin().read_line(&mut String::new()).unwrap();
    file.finish().unwrap();
}

#[test]
fn what_a_dead_process_left_is_removed_and_what_a_living_one_writes_stays() {
    let scratch = Scratch::new("stale");
    let path = scratch.file("a");
    let mut dead = start("processes::begins_and_waits", &path);
    wait_for(&mut dead, "begun");
    dead.kill().unwrap();
    dead.wait().unwrap();
    assert_eq!(scratch.names().len(), 1, "what was killed could not clean up");
    let mut living = start("processes::begins_and_waits", &path);
    wait_for(&mut living, "begun");
    let left = scratch.names();
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].contains(&format!("-{}-", living.id())), "{left:?}");
    files::write(&path, "letter", b"mine").unwrap();
    assert_eq!(scratch.names(), ["a".to_owned(), left[0].clone()]);
    drop(living.stdin.take());
    assert!(living.wait().unwrap().success());
    assert_eq!((scratch.names(), fs::read(&path).unwrap()), (vec!["a".to_owned()], Vec::new()));
}

#[test]
fn files_of_other_hosts_stay_for_a_week_and_other_names_for_ever() {
    let scratch = Scratch::new("hosts");
    let old = SystemTime::now() - Duration::from_secs(8 * 24 * 3600);
    for name in
        ["a.elsewhere-1-abcdefgh.partial", "a.forgotten-1-abcdefgh.partial", "b.elsewhere-1-abcdefgh.partial"]
            .into_iter()
            .chain([
                "a.partial",
                "a.notes-2024.partial",
                "a.x-1-abcdefgh.txt",
                "ab.elsewhere-1-abcdefgh.partial",
            ])
    {
        let file = fs::File::create(scratch.file(name)).unwrap();
        if !name.contains("a.elsewhere") {
            file.set_modified(old).unwrap();
        }
    }
    files::write(&scratch.file("a"), "letter", b"").unwrap();
    let kept = |names: &[&str]| assert_eq!(scratch.names(), names);
    kept(&[
        "a",
        "a.elsewhere-1-abcdefgh.partial",
        "a.notes-2024.partial",
        "a.partial",
        "a.x-1-abcdefgh.txt",
        "ab.elsewhere-1-abcdefgh.partial",
        "b.elsewhere-1-abcdefgh.partial",
    ]);
    files::remove_stale(scratch.path(), None);
    kept(&["a", "a.elsewhere-1-abcdefgh.partial", "a.notes-2024.partial", "a.partial", "a.x-1-abcdefgh.txt"]);
}
