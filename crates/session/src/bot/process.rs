//! Running programs: their input, output and standard error, and a pool of programs that wait for
//! their next game.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::Partner;
use super::starting::{NOT_FOUND, cannot_start, lost_interpreter};

/// The longest line that is read.
const LONGEST_LINE: u64 = 64 << 10;
/// How many lines may be queued for reading.
const WAITING_LINES: usize = 64;
/// How many of the last lines on standard error to store, and how long each may be.
const LAST_LINES: usize = 20;
const LONGEST_ERROR: usize = 500;

/// How long a program has to exit on its own.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// A line of the program, or what is wrong with it.
pub(super) type Heard = Result<String, String>;

/// Why no line came.
pub(super) enum Silence {
    /// It is too late.
    Late,
    /// The program has closed its output.
    Ended,
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Running {
    program: String,
    child: Child,
    /// The sender of its input; `None` after the farewell.
    say: Option<Sender<String>>,
    heard: Receiver<Heard>,
    errors: Arc<Mutex<Errors>>,
    /// The log of the conversation.
    log: Option<File>,
}

/// The last lines on standard error, and whether the stream is closed.
#[derive(Debug, Default)]
struct Errors {
    lines: VecDeque<String>,
    ended: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Running {
    /// Starts a program, given with its arguments separated by spaces. Separate threads write to it
    /// and read from it, so that it cannot block the caller.
    pub(super) fn start(command: &str, log: Option<&Path>) -> Result<Running, String> {
        let log = log.map(|file| {
            let opened = OpenOptions::new().append(true).create(true).open(file);
            opened.map_err(|problem| format!("cannot be started: its log {file:?}: {problem}"))
        });
        let log = log.transpose()?;
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut started = Command::new(program);
        started.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Its child processes end with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut child = started.spawn().map_err(|problem| cannot_start(program, &problem))?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = streams else {
            return Err("cannot be spoken to".into());
        };
        let (say, lines) = channel::<String>();
        std::thread::spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let errors = Arc::new(Mutex::new(Errors::default()));
        let kept = Arc::clone(&errors);
        std::thread::spawn(move || keep_errors(stderr, &kept));
        let program = program.to_owned();
        Ok(Running { program, child, say: Some(say), heard: listen(stdout), errors, log })
    }

    /// Kills it and its child processes.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends the last lines, closes its input, and gives it a moment to exit on its own.
    pub(super) fn take_leave(&mut self, lines: &str) {
        self.say(lines.to_owned());
        self.say = None;
        let end = Instant::now() + LAST_MOMENT;
        while self.is_alive() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends lines; a program that does not read them is detected by its silence.
    pub(super) fn say(&self, lines: String) {
        if !lines.is_empty() {
            lines.lines().for_each(|line| self.write_down('>', line));
            let _ = self.say.as_ref().map(|say| say.send(lines));
        }
    }

    /// Adds a line to the log in one piece, since others may write there as well. Errors such as a
    /// full disk do not stop a game.
    fn write_down(&self, sign: char, line: &str) {
        if let Some(mut log) = self.log.as_ref() {
            let _ = log.write_all(format!("{sign} {}\n", line.trim_end()).as_bytes());
        }
    }

    /// Discards lines that arrived before the question.
    pub(super) fn forget_lines(&self) {
        while self.heard.try_recv().is_ok() {}
    }

    /// The next line before the deadline.
    pub(super) fn hear(&self, deadline: Instant) -> Result<Heard, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // Endless output does not extend the deadline.
            return Err(Silence::Late);
        }
        let heard = self.heard.recv_timeout(left).map_err(|silence| match silence {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })?;
        if let Ok(line) = &heard {
            self.write_down('<', line);
        }
        Ok(heard)
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// How a program that has closed its output exited.
    pub(super) fn end(&mut self) -> String {
        // Its output is closed, so it is about to exit unless it closed only that.
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let why = (status.code() == Some(NOT_FOUND))
                        .then(|| lost_interpreter(&self.program))
                        .flatten()
                        .map_or(String::new(), |why| format!("; {why}"));
                    return format!("ended without a move ({status}){why}");
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        "closed its output without a move".into()
    }

    /// Ends it and returns its last lines on standard error. After its exit they are complete,
    /// unless another process holds the stream.
    pub(super) fn last_errors(&mut self) -> String {
        self.kill();
        for _ in 0..100 {
            if lock(&self.errors).ended {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Vec::from(lock(&self.errors).lines.clone()).join("\n")
    }
}

fn lock(errors: &Mutex<Errors>) -> MutexGuard<'_, Errors> {
    errors.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// Reads its lines.
fn listen(stdout: ChildStdout) -> Receiver<Heard> {
    let (tell, heard) = sync_channel(WAITING_LINES);
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        while let Some(said) = next_line(&mut reader) {
            if tell.send(said).is_err() {
                break;
            }
        }
    });
    heard
}

/// The next line of a program; `None` at the end of its output.
pub(super) fn next_line(reader: &mut impl BufRead) -> Option<Heard> {
    let mut line = Vec::new();
    match reader.take(LONGEST_LINE).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) if line.len() as u64 == LONGEST_LINE => Some(Err("said too long a line".to_owned())),
        // Names and messages may be in any encoding; a move that is not valid text is not a move.
        Ok(_) => Some(Ok(String::from_utf8_lossy(&line).into_owned())),
    }
}

/// Keeps the last lines of standard error.
fn keep_errors(stderr: ChildStderr, errors: &Mutex<Errors>) {
    let mut reader = BufReader::new(stderr);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line);
        let text: String = text.trim_end().chars().take(LONGEST_ERROR).collect();
        let mut errors = lock(errors);
        errors.lines.push_back(text.replace(char::is_control, " "));
        if errors.lines.len() > LAST_LINES {
            errors.lines.pop_front();
        }
        line.clear();
    }
    lock(errors).ended = true;
}

/// Programs between two games that stay for more: the next game takes one of the same kind instead
/// of starting it. They end with the pool.
#[derive(Debug, Default)]
pub struct BotPool(Mutex<BTreeMap<String, Vec<Partner>>>);

impl BotPool {
    /// Takes a waiting program of this kind.
    pub(super) fn take(&self, command: &str) -> Option<Partner> {
        let mut idle = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        let waiting = idle.get_mut(command)?;
        while let Some(mut partner) = waiting.pop() {
            if partner.running.is_alive() {
                return Some(partner);
            }
        }
        None
    }

    /// Puts a program back to wait for its next game.
    pub(super) fn give(&self, command: &str, partner: Partner) {
        let mut idle = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        idle.entry(command.to_owned()).or_default().push(partner);
    }
}
