//! Files that commands write: complete or not there, also when other processes write them.

use crate::common::{Scratch, TemporaryFile, command, run};

#[test]
fn many_processes_may_write_one_certificate() {
    let file = TemporaryFile::new("cert");
    let solve = ["solve", "tictactoe", "--certificate", file.name()];
    let children: Vec<_> = (0..8).map(|_| command(&solve).spawn().unwrap()).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    run(&["verify", file.name()]).text();
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("linked-files");
    let (link, target) = (scratch.name("link"), scratch.write("target", "old"));
    std::os::unix::fs::symlink("target", &link).unwrap();
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o604)).unwrap();
    run(&["solve", "hexapawn:3x3", "--certificate", &link]).text();
    run(&["verify", &target]).text();
    assert!(std::path::Path::new(&link).is_symlink());
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o604);
    let plain = scratch.write("plain", "");
    let mode = |name: &str| std::fs::metadata(name).unwrap().permissions().mode();
    run(&["solve", "hexapawn:3x3", "--certificate", &scratch.name("new")]).text();
    assert_eq!(mode(&scratch.name("new")), mode(&plain));
}

/// A reader that goes away ends the program before it is done, and the files that it has begun go with it.
#[cfg(unix)]
#[test]
fn what_was_begun_when_the_reader_went_away_is_removed() {
    let file = TemporaryFile::new("cert");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let solve = ["solve", "tictactoe", "--certificate", file.name()];
    let ran = command(&solve).stdout(writer).output().unwrap();
    assert_eq!((ran.status.code(), ran.stderr.len()), (Some(0), 0));
    assert!(file.left_behind().is_empty(), "{:?}", file.left_behind());
}
