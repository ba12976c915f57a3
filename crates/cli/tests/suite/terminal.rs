//! Games in a terminal: what a person sees and types, Ctrl-C, and clocks.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A command in a terminal of its own.
struct Terminal {
    child: Child,
    /// What is typed and shown.
    screen: File,
    shown: String,
    /// How much of it was waited for.
    seen: usize,
}

impl Terminal {
    fn open(arguments: &[&str]) -> Terminal {
        let (mut ours, mut theirs) = (0, 0);
        let size = libc::winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        // SAFETY: the two numbers are written, and the size is read; there is no name and no other setting.
        let opened =
            unsafe { libc::openpty(&mut ours, &mut theirs, std::ptr::null_mut(), std::ptr::null(), &size) };
        assert_eq!(opened, 0, "there are pseudo-terminals");
        // SAFETY: both were opened just now, and nothing else owns them.
        let (ours, theirs) = unsafe { (OwnedFd::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)) };
        let mut command = Command::new(env!("CARGO_BIN_EXE_unbounded"));
        command.args(arguments).env("NO_COLOR", "1").env("TERM", "xterm");
        let stdio = || Stdio::from(theirs.try_clone().expect("a terminal can be shared"));
        command.stdin(stdio()).stdout(stdio()).stderr(stdio());
        let own_the_terminal = || {
            // SAFETY: between fork and exec only these three system calls are made, which are allowed there.
            unsafe {
                libc::signal(libc::SIGINT, libc::SIG_DFL);
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
            }
            Ok(())
        };
        // SAFETY: see above.
        unsafe { command.pre_exec(own_the_terminal) };
        let child = command.spawn().expect("the command starts");
        // From here on only the child has the other end: when it is gone, the terminal says so.
        drop((command, theirs));
        Terminal { child, screen: File::from(ours), shown: String::new(), seen: 0 }
    }

    /// Reads until this is shown behind what was waited for before.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        loop {
            if let Some(at) = self.shown[self.seen..].find(text) {
                self.seen += at + text.len();
                return;
            }
            assert!(self.read(), "`{text}` is not shown: {}", self.shown);
        }
    }

    /// Reads what there is; false at the end.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        match self.screen.read(&mut bytes) {
            Ok(0) | Err(_) => false,
            Ok(count) => {
                self.shown += &String::from_utf8_lossy(&bytes[..count]);
                true
            }
        }
    }

    fn type_in(&mut self, text: &str) {
        self.screen.write_all(text.as_bytes()).expect("the terminal takes it");
    }

    /// Everything that was shown, and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        while self.read() {}
        let code = self.child.wait().expect("the command ends").code();
        (self.shown.replace("\r\n", "\n"), code)
    }
}

#[test]
fn ctrl_c_at_the_prompt_leaves_the_record() {
    let arguments = ["play", "tictactoe", "--moves", "b2", "--second", "human", "--iterations", "100"];
    let mut terminal = Terminal::open(&arguments);
    terminal.wait_for("your move");
    terminal.type_in("a1\n");
    terminal.wait_for("your move");
    terminal.type_in("\x03");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(130), "{shown}");
    let record = shown.lines().find_map(|line| line.strip_prefix("moves     ")).expect(&shown);
    assert!(record.starts_with("b2 a1 "), "the record is complete: {record}");
    assert!(shown.lines().any(|line| line.starts_with("position  ")), "{shown}");
}

#[test]
fn a_person_whose_time_is_over_loses() {
    let mut terminal = Terminal::open(&["play", "chess", "--clock", "1", "--level", "1"]);
    terminal.wait_for("White, your move (");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("the time of White is over: Black wins (0-1)"), "{shown}");
    assert!(shown.contains("result    0-1\n"), "{shown}");
}

#[test]
fn the_engine_ponders_until_a_line_is_typed() {
    let mut terminal =
        Terminal::open(&["play", "connect4", "--ponder", "--evaluations", "500", "--memory", "64MiB"]);
    terminal.wait_for("your move");
    terminal.type_in("4\n");
    terminal.wait_for("Yellow plays");
    terminal.wait_for("your move");
    terminal.type_in("quit\n");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("moves     4 "), "{shown}");
}

#[test]
fn the_last_line_of_a_review_is_not_overwritten() {
    let arguments = ["review", "tictactoe", "--moves", "b2 a1 c3", "--algorithm", "ubfm"];
    let (shown, code) = Terminal::open(&arguments).end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.trim_end().lines().last().unwrap().starts_with("reviewed"), "{shown}");
}
