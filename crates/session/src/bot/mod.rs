//! A player that is a program of its own, spoken to by lines of text (docs/bots.md).
//!
//! Whatever the program does, the game goes on without it: an answer that is late, malformed or illegal, or
//! none because the program has ended, is a fault, and the fault is the reason its game is lost. A program that says
//! that it is `ready` stays for further games; starting has a limit of its own.

mod process;
mod trial;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_core::{Fault, Path, View, find_move, quote};
use ninefold_search::{Limits, StopFlag};

pub(crate) use self::process::BotPool;
use self::process::{Running, Silence};
pub(crate) use self::trial::try_bot;
pub use self::trial::{BotReport, TrialStep};
use crate::thinker::{Thinker, Thought, values_here};

/// How long a program may think about a move when nothing is said.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(5);
/// How long it may take to start when nothing is said.
pub(crate) const USUAL_START: Duration = Duration::from_secs(10);

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
    /// How long it may take to start, or to be ready for another game.
    pub(crate) start: Duration,
    /// Limits that it is asked to keep.
    pub(crate) depth: Option<i64>,
    pub(crate) nodes: Option<i64>,
}

/// A program at a table. It is started for its first move, unless one waits for a game.
pub(crate) struct BotPlayer {
    bot: Bot,
    pool: Option<Arc<BotPool>>,
    running: Option<Running>,
    fault: Option<Fault>,
}

impl Drop for BotPlayer {
    fn drop(&mut self) {
        let stays = self.fault.is_none() && self.running.as_ref().is_some_and(|r| r.stays);
        if let (true, Some(pool), Some(running)) = (stays, &self.pool, self.running.take()) {
            pool.give(&self.bot.command, running);
        }
    }
}

fn fault(kind: &'static str, why: impl Into<String>) -> Fault {
    Fault { kind, why: why.into(), said: String::new() }
}

impl BotPlayer {
    pub(crate) fn new(bot: Bot, pool: Option<Arc<BotPool>>) -> BotPlayer {
        BotPlayer { bot, pool, running: None, fault: None }
    }

    /// The program's move, or what went wrong.
    fn ask<G: View>(&mut self, path: &Path<G>) -> Result<G::Move, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let begins = self.running.is_none();
        if begins {
            let players = path.game().players();
            self.running = Some(begin(&self.bot, players, self.pool.as_deref())?);
        }
        let Some(running) = &mut self.running else {
            return Err(fault(Fault::CRASH, "is not running"));
        };
        if !begins {
            running.forget_lines();
        }
        running.say(question(&self.bot, path));
        let answer = listen(&self.bot, running, begins);
        let chosen = answer.and_then(|text| {
            find_move(path, &text)
                .map_err(|problem| fault(Fault::ILLEGAL_MOVE, problem.to_string()))
        });
        chosen.map_err(|fault| Fault { said: running.last_errors(), ..fault })
    }
}

/// A program that knows of its game: one that waits, or a new one.
fn begin(bot: &Bot, players: usize, pool: Option<&BotPool>) -> Result<Running, Fault> {
    let (game, seat, seed) = (&bot.game, bot.seat + 1, bot.seed);
    let about = format!("game {game}\nseat {seat} of {players}\nseed {seed}\n");
    if let Some(running) = pool.and_then(|pool| pool.take(&bot.command)) {
        running.forget_lines();
        running.say(format!("newgame\n{about}"));
        return Ok(running);
    }
    let running = Running::start(&bot.command).map_err(|why| fault(Fault::CANNOT_START, why))?;
    // The first version knows no second line and passes over it.
    running.say(format!("ninefold 1\nspeaks 2\n{about}"));
    Ok(running)
}

/// Waits for the move, as its text. Whoever begins has the time to start, too, until it says that it is ready.
fn listen(bot: &Bot, running: &mut Running, mut begins: bool) -> Result<String, Fault> {
    let (start, time) = (bot.start.as_millis(), bot.time.as_millis());
    let mut deadline = Instant::now() + bot.time;
    if begins {
        deadline += bot.start;
    }
    loop {
        let line = match running.hear(deadline) {
            Ok(line) => line.map_err(|why| fault(Fault::GARBAGE, why))?,
            Err(Silence::Late) if begins => {
                let all = start + time;
                let why = format!(
                    "gave no move within {all} ms ({start} ms for its start, {time} ms for the move)"
                );
                return Err(fault(Fault::START_TIME, why));
            }
            Err(Silence::Late) => {
                return Err(fault(Fault::MOVE_TIME, format!("gave no move within {time} ms")));
            }
            Err(Silence::Ended) => return Err(fault(Fault::CRASH, running.end())),
        };
        let line = line.trim();
        if line == "ready" || line.starts_with("ready ") {
            running.stays = true;
            if begins {
                begins = false;
                deadline = Instant::now() + bot.time;
            }
            continue;
        }
        if line.is_empty() || line.starts_with("info") {
            continue;
        }
        let Some(text) = line.strip_prefix("move ") else {
            let why = format!("answered {}, wanted a line such as: move d6", quote(line));
            return Err(fault(Fault::GARBAGE, why));
        };
        return Ok(text.to_owned());
    }
}

impl<G: View> Thinker<G> for BotPlayer {
    fn consider(&mut self, path: &Path<G>, _limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        Thought::without_search(self.choose(path, stop), values_here(path))
    }

    fn choose(&mut self, path: &Path<G>, _stop: &StopFlag) -> Option<G::Move> {
        path.outcome().is_none().then(|| self.ask(path))?.map_err(|why| self.fault = Some(why)).ok()
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }
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
