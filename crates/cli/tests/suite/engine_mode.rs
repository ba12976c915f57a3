//! `unbounded engine`: the protocols themselves are tested in their crate.

use crate::common::{run, run_with_input};

const SESSION: &[u8] = b"ugi\nisready\nposition startpos moves 3:5\ngo\nquery p1turn\nxyzzy\n";

const ENGINE: [&str; 6] = ["engine", "nim", "--evaluations", "500", "--evaluator", "zero"];

/// The answers of the engine without times.
fn answers(out: &str) -> Vec<String> {
    out.lines().map(|line| line.split(" nps ").next().unwrap_or(line).trim_end().to_owned()).collect()
}

#[test]
fn a_search_is_finished_when_the_input_ends() {
    let ran = run_with_input(&ENGINE, SESSION);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("ugiok\nreadyok\n") && ran.out.contains("bestmove 2:1"), "{}", ran.out);
    assert!(ran.out.contains("info string error: unknown command `xyzzy`\n"), "{}", ran.out);
    let endless = run_with_input(&ENGINE, b"go infinite\n");
    assert!(endless.code == Some(0) && endless.out.contains("bestmove "), "{}", endless.out);
}

#[test]
fn a_protocol_without_words_for_the_game_is_refused() {
    let complaint = run(&["engine", "nim", "--protocol", "uci"]);
    assert!(
        complaint
            .complaint()
            .contains("uci has no words for nim:3-4-5; protocols for it: ugi, gtp, analysis"),
        "{}",
        complaint.err
    );
    let complaint = run(&["engine", "nim", "--protocol", "xboard"]);
    assert!(complaint.complaint().contains("there is no protocol `xboard`"));
    assert!(run(&["engine", "nim", "--evaluator", "best"]).complaint().contains("no network"));
}

/// A terminal on the other side of the input and the output: what a referee runs engines on.
#[cfg(target_os = "linux")]
mod terminal {
    use std::ffi::CStr;
    use std::fs::{File, OpenOptions};
    use std::io::{BufRead, BufReader, Write};
    use std::os::fd::AsRawFd;

    use super::*;
    use crate::common::command;

    /// Both ends of a pseudo-terminal.
    fn open() -> (File, File) {
        let master = OpenOptions::new().read(true).write(true).open("/dev/ptmx").unwrap();
        let mut name = [0; 128];
        // SAFETY: the descriptor is open, and the buffer is as long as it is said to be.
        let done = unsafe {
            libc::unlockpt(master.as_raw_fd())
                + libc::ptsname_r(master.as_raw_fd(), name.as_mut_ptr(), name.len())
        };
        assert_eq!(done, 0);
        // SAFETY: `ptsname_r` has written a text with a zero at its end.
        let path = unsafe { CStr::from_ptr(name.as_ptr()) }.to_str().unwrap().to_owned();
        (master, OpenOptions::new().read(true).write(true).open(path).unwrap())
    }

    #[test]
    fn a_terminal_hears_what_a_pipe_hears() {
        let (master, slave) = open();
        let mut child = command(&ENGINE)
            .stdin(slave.try_clone().unwrap())
            .stdout(slave)
            .spawn()
            .expect("the command starts");
        let mut writer = master.try_clone().unwrap();
        writer.write_all(SESSION).unwrap();
        // The end of the input, as a person types it.
        writer.write_all(&[4]).unwrap();
        assert!(child.wait().unwrap().success());
        let echo: Vec<&str> = std::str::from_utf8(SESSION).unwrap().lines().collect();
        let mut heard = Vec::new();
        // Reading fails when the other end is closed.
        for line in BufReader::new(master).lines().map_while(Result::ok) {
            let line = line.trim_end().to_owned();
            if !echo.contains(&line.as_str()) {
                heard.push(line);
            }
        }
        let piped = run_with_input(&ENGINE, SESSION);
        assert_eq!(answers(&heard.join("\n")), answers(&piped.out));
    }
}
