//! The process of a foreign engine. It is never waited for without a deadline, and it ends with its owner.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Setup, Trouble, short};
use crate::conversation::read_message;

/// How many lines of an engine wait to be read before it has to.
const INBOX: usize = 256;

/// How often a wait looks whether it was interrupted.
const TICK: Duration = Duration::from_millis(20);

/// How long an engine that was asked to quit may take to do so.
const FAREWELL: Duration = Duration::from_millis(500);

/// The processes that live, for [`end_all`].
static LIVING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that is spoken to line by line.
pub struct Process {
    child: Child,
    /// To the thread that writes, so that an engine that does not read keeps no caller waiting.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    /// The last line of standard error, and the thread that reads it.
    complaint: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
    bye: &'static str,
}

impl Process {
    /// Starts the process of an engine that ends at this word.
    pub fn start(setup: &Setup, bye: &'static str) -> Result<Process, String> {
        let (program, arguments) = setup.command.split_first().ok_or("a command is missing")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &setup.directory {
            command.current_dir(directory);
        }
        // A group of its own: a Ctrl-C in the terminal is for this program, and what the engine has started ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("cannot start `{program}`: {error}"))?;
        lock(&LIVING).push(child.id());
        let (input, lines) = channel();
        let (sender, output) = sync_channel(INBOX);
        let complaint: Arc<Mutex<String>> = Arc::default();
        // The threads end with the pipes, which end with the process.
        if let Some(stdin) = child.stdin.take() {
            std::thread::spawn(move || write(stdin, &lines));
        }
        if let Some(stdout) = child.stdout.take() {
            let mut tell = move |line| sender.send(line).is_ok();
            std::thread::spawn(move || read(stdout, &mut tell));
        }
        let listener = child.stderr.take().map(|stderr| {
            let complaint = complaint.clone();
            let mut keep = move |line: String| {
                if !line.trim().is_empty() {
                    *lock(&complaint) = short(line.trim());
                }
                true
            };
            std::thread::spawn(move || read(stderr, &mut keep))
        });
        Ok(Process { child, input: Some(input), output, complaint, listener, bye })
    }

    /// Says a line. If the process has ended, the next wait will tell.
    pub fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line that it says, until the deadline; `None` if there is none.
    pub fn hear(&mut self, deadline: Instant, interrupt: &AtomicBool) -> Result<Option<String>, Trouble> {
        loop {
            if interrupt.load(Ordering::Relaxed) {
                return Err(Trouble::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Why the process has ended, as far as it can be told.
    fn ended(&mut self) -> Trouble {
        let status = match self.wait(Process::has_ended) {
            true => self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string()),
            false => "it has closed its output".to_owned(),
        };
        // Its last words may still be on their way.
        self.wait(|process| process.listener.as_ref().is_none_or(JoinHandle::is_finished));
        let complaint = lock(&self.complaint).clone();
        let complaint =
            if complaint.is_empty() { complaint } else { format!("; its last error message: {complaint}") };
        Trouble::Ended(format!("its process ended ({status}){complaint}"))
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for something, but not for long. Says whether it has happened.
    fn wait(&mut self, mut has_happened: impl FnMut(&mut Process) -> bool) -> bool {
        let deadline = Instant::now() + FAREWELL;
        while !has_happened(self) {
            if Instant::now() > deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        true
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say(self.bye);
        // The end of its input, as soon as everything is written.
        self.input = None;
        // What it says on its way out must not keep it from going.
        let (_, none) = sync_channel(0);
        drop(std::mem::replace(&mut self.output, none));
        self.wait(Process::has_ended);
        end(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        lock(&LIVING).retain(|id| *id != self.child.id());
    }
}

/// Ends all engines at once: for a program that is about to exit without unwinding.
pub fn end_all() {
    lock(&LIVING).drain(..).for_each(end);
}

/// Ends a process and what it has started.
#[cfg(unix)]
fn end(id: u32) {
    let Ok(group) = i32::try_from(id) else { return };
    // SAFETY: `kill` touches no memory of this process. The group was made for the child, whose number is not used again before
    // the child was waited for.
    unsafe {
        libc::kill(-group, libc::SIGKILL);
    }
}

/// Elsewhere there are no groups: the child alone is ended by its owner.
#[cfg(not(unix))]
fn end(_: u32) {}

/// Writes what it is given until the pipe or the sender ends.
fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the pipe ends or they are not wanted any more.
fn read(pipe: impl Read, take: &mut dyn FnMut(String) -> bool) {
    let mut pipe = BufReader::new(pipe);
    while let Ok(Some(line)) = read_message(&mut pipe, b'\n') {
        if !take(line) {
            return;
        }
    }
}
