//! A player that is a program of its own, spoken to by lines of text (docs/bots.md).
//!
//! Whatever the program does, the game goes on without it: an answer that is late, malformed or illegal, or
//! none because the program has ended, is a fault, and the fault is the reason its game is lost.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use ninefold_core::{Path, View, find_move, quote};
use ninefold_search::{Limits, StopFlag};

use crate::thinker::{Thinker, Thought, values_here};

/// How long a program may think about a move when nothing is said.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(5);
/// The longest line that is read.
const LONGEST_LINE: u64 = 64 << 10;
/// How many lines may wait to be read.
const WAITING_LINES: usize = 64;

/// What a program is told of itself.
#[derive(Clone, Debug)]
pub(crate) struct Bot {
    /// The program and its arguments, separated by spaces.
    pub(crate) command: String,
    /// The game's specification.
    pub(crate) game: String,
    /// The seat, from 0.
    pub(crate) seat: usize,
    /// The seed of the game.
    pub(crate) seed: u64,
    /// How long it may think about a move.
    pub(crate) time: Duration,
    /// Limits that it is asked to keep.
    pub(crate) depth: Option<i64>,
    pub(crate) nodes: Option<i64>,
}

/// A program at a table. It is started for its first move and ends with its game.
pub(crate) struct BotPlayer {
    bot: Bot,
    running: Option<Running>,
    fault: Option<String>,
}

/// A line of the program, or why there is none.
type Heard = Result<String, String>;

struct Running {
    child: Child,
    say: Sender<String>,
    heard: Receiver<Heard>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl BotPlayer {
    pub(crate) fn new(bot: Bot) -> BotPlayer {
        BotPlayer { bot, running: None, fault: None }
    }

    /// The program's move, or what went wrong.
    fn ask<G: View>(&mut self, path: &Path<G>) -> Result<G::Move, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if self.running.is_none() {
            self.running = Some(start(&self.bot, path.game().players())?);
        }
        let Some(running) = &mut self.running else { return Err("is not running".into()) };
        // What was said before it was asked is no answer.
        while let Ok(Ok(_)) = running.heard.try_recv() {}
        let deadline = Instant::now() + self.bot.time;
        // A program that does not listen is found out by its silence.
        let _ = running.say.send(question(&self.bot, path));
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match running.heard.recv_timeout(left) {
                Ok(line) => line?,
                Err(RecvTimeoutError::Timeout) => {
                    let time = self.bot.time.as_millis();
                    return Err(format!("gave no move within {time} ms"));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended(&mut running.child)),
            };
            let line = line.trim();
            if line.is_empty() || line.starts_with("info") {
                continue;
            }
            let Some(text) = line.strip_prefix("move ") else {
                return Err(format!("answered {}, wanted a line such as: move d6", quote(line)));
            };
            return find_move(path, text).map_err(|problem| problem.to_string());
        }
    }
}

impl<G: View> Thinker<G> for BotPlayer {
    fn consider(&mut self, path: &Path<G>, _limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        Thought::without_search(self.choose(path, stop), values_here(path))
    }

    fn choose(&mut self, path: &Path<G>, _stop: &StopFlag) -> Option<G::Move> {
        path.outcome().is_none().then(|| self.ask(path))?.map_err(|why| self.fault = Some(why)).ok()
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }
}

/// Starts the program, with a thread that writes to it and one that reads, so that neither can hold us up.
fn start(bot: &Bot, players: usize) -> Result<Running, String> {
    let mut words = bot.command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|problem| format!("cannot be started: {}", problem.kind()))?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
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
    let (tell, heard) = sync_channel(WAITING_LINES);
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let read = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line);
            let said = match read {
                Ok(0) | Err(_) => break,
                Ok(_) if line.len() as u64 == LONGEST_LINE => {
                    Err("said too long a line".to_owned())
                }
                Ok(_) => {
                    String::from_utf8(line).map_err(|_| "said something that is no text".to_owned())
                }
            };
            if tell.send(said).is_err() {
                break;
            }
        }
    });
    let (game, seat, seed) = (&bot.game, bot.seat + 1, bot.seed);
    let greeting = format!("ninefold 1\ngame {game}\nseat {seat} of {players}\nseed {seed}\n");
    let _ = say.send(greeting);
    Ok(Running { child, say, heard })
}

/// The position, the moves since the start, the legal moves, and the limits.
fn question<G: View>(bot: &Bot, path: &Path<G>) -> String {
    let game = path.game();
    let texts = |moves: &[G::Move]| {
        moves.iter().fold(String::new(), |text, &mv| text + " " + &game.move_text(mv))
    };
    let mut legal = Vec::new();
    path.moves(&mut legal);
    let start = game.position_text(path.origin());
    let here = game.position_text(path.state());
    let mut limits = format!(" time {}", bot.time.as_millis());
    for (name, limit) in [("depth", bot.depth), ("nodes", bot.nodes)] {
        limits += &limit.map_or(String::new(), |limit| format!(" {name} {limit}"));
    }
    format!(
        "start {start}\nmoves{}\nposition {here}\nlegal{}\ngo{limits}\n",
        texts(path.played()),
        texts(&legal),
    )
}

/// How a program that says no more has ended.
fn ended(child: &mut Child) -> String {
    // Its output is closed, so unless it has only closed that, it is about to end.
    for _ in 0..50 {
        match child.try_wait() {
            Ok(Some(status)) => return format!("ended without a move ({status})"),
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(_) => break,
        }
    }
    "closed its output without a move".into()
}
