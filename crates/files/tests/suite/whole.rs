//! One process: what is there before, meanwhile and after.

use std::fs;
use std::io::Write;
use std::path::Path;

use files::NewFile;

use crate::common::Scratch;

#[test]
fn a_file_has_its_name_when_it_is_complete() {
    let scratch = Scratch::new("complete");
    let path = scratch.file("a");
    files::write(&path, "letter", b"old").unwrap();
    let mut file = NewFile::create(&path, "letter").unwrap();
    file.write_all(&[7; 100_000]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), [7; 100_000]);
    assert_eq!(scratch.names(), ["a"]);
}

#[test]
fn nothing_is_left_of_a_file_that_is_dropped_or_of_a_panic() {
    let scratch = Scratch::new("dropped");
    let path = scratch.file("a");
    drop(NewFile::create(&path, "letter").unwrap());
    assert_eq!(scratch.names(), [""; 0]);
    fs::write(&path, "old").unwrap();
    let written = std::panic::catch_unwind(|| {
        let mut file = NewFile::create(&path, "letter").unwrap();
        file.write_all(&[7; 100_000]).unwrap();
        panic!("in the middle of it");
    });
    assert!(written.is_err());
    assert_eq!((scratch.names(), fs::read(&path).unwrap()), (vec!["a".to_owned()], b"old".to_vec()));
}

#[test]
fn only_the_first_of_several_is_kept_if_that_is_wanted() {
    let scratch = Scratch::new("absent");
    let path = scratch.file("a");
    assert!(files::write_if_absent(&path, "letter", b"first").unwrap());
    assert!(!files::write_if_absent(&path, "letter", b"second").unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(scratch.names(), ["a"]);
}

#[test]
fn lines_are_appended() {
    let scratch = Scratch::new("append");
    files::append(&scratch.file("a"), "log", b"one\n").unwrap();
    files::append(&scratch.file("a"), "log", b"two\n").unwrap();
    assert_eq!(fs::read(scratch.file("a")).unwrap(), b"one\ntwo\n");
}

/// Errors say what could not be written, and why; they are chains, not texts.
#[track_caller]
fn refused(path: &Path, part: &str) {
    let error = files::write(path, "letter", &[7; 100_000]).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write the letter `{}`", path.display()));
    let cause = std::error::Error::source(&error).expect("there is a cause").to_string();
    assert!(cause.contains(part), "{cause}");
}

#[test]
fn errors_name_the_file_and_have_a_cause() {
    let scratch = Scratch::new("errors");
    fs::write(scratch.file("a"), "").unwrap();
    refused(scratch.path(), "is a directory");
    refused(&scratch.file("none/a"), "");
    refused(&scratch.file("a/b"), "");
    refused(Path::new(""), "not the name of a file");
    let mut file = NewFile::create(&scratch.file("b"), "letter").unwrap();
    file.write_all(b"x").unwrap();
    fs::remove_dir_all(scratch.path()).unwrap();
    assert!(file.finish().unwrap_err().to_string().contains("the letter `"));
}

#[test]
fn names_may_be_as_long_as_the_file_system_allows() {
    let scratch = Scratch::new("long");
    for name in ["é".repeat(120), "x".repeat(255)] {
        files::write(&scratch.file(&name), "letter", b"text").unwrap();
        assert_eq!(scratch.names(), [&*name]);
        fs::remove_file(scratch.file(&name)).unwrap();
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File};
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;

    use super::refused;
    use crate::common::Scratch;

    #[test]
    fn links_stay_and_their_targets_are_replaced() {
        let scratch = Scratch::new("links");
        fs::create_dir(scratch.file("there")).unwrap();
        // A link to a link to a file, one to a file that is not there yet, and one to itself.
        symlink("second", scratch.file("first")).unwrap();
        symlink(scratch.file("there/target"), scratch.file("second")).unwrap();
        symlink("there/new", scratch.file("hopeful")).unwrap();
        symlink("ring", scratch.file("ring")).unwrap();
        fs::write(scratch.file("there/target"), "old").unwrap();
        for (link, target) in [("first", "there/target"), ("hopeful", "there/new")] {
            files::write(&scratch.file(link), "letter", b"new").unwrap();
            assert!(scratch.file(link).is_symlink(), "{link}");
            assert_eq!(fs::read(scratch.file(target)).unwrap(), b"new");
        }
        assert_eq!(fs::read_dir(scratch.file("there")).unwrap().count(), 2);
        refused(&scratch.file("ring"), "");
    }

    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        let scratch = Scratch::new("permissions");
        let mode = |name: &str| fs::metadata(scratch.file(name)).unwrap().permissions().mode();
        File::create(scratch.file("plain")).unwrap();
        files::write(&scratch.file("new"), "letter", b"").unwrap();
        assert_eq!(mode("new"), mode("plain"));
        fs::set_permissions(scratch.file("plain"), fs::Permissions::from_mode(0o640)).unwrap();
        files::write(&scratch.file("plain"), "letter", b"new").unwrap();
        assert_eq!(mode("plain") & 0o777, 0o640);
    }

    #[test]
    fn pipes_and_devices_are_written_to_as_they_are() {
        let scratch = Scratch::new("pipes");
        let pipe = scratch.file("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut text = String::new();
        std::thread::scope(|scope| {
            scope.spawn(|| files::write(&pipe, "letter", b"through the pipe").unwrap());
            File::open(&pipe).unwrap().read_to_string(&mut text).unwrap();
        });
        assert_eq!(text, "through the pipe");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        files::write(Path::new("/dev/null"), "letter", b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert_eq!(scratch.names(), ["pipe"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        refused(Path::new("/dev/full"), "No space left");
    }

    /// The file that another program has open as its output is not replaced behind its back.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_file_of_a_process_is_written_to_as_it_is() {
        use std::os::fd::AsRawFd;
        let scratch = Scratch::new("open");
        let mut file = File::options().read(true).append(true).create(true).open(scratch.file("a")).unwrap();
        let name = format!("/dev/fd/{}", file.as_raw_fd());
        files::write(Path::new(&name), "letter", b"text").unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
    }
}
