//! A player that is an external program, driven by lines of text (docs/bots.md, docs/engines.md).
//!
//! A game never depends on the program: an answer that is late, malformed or illegal, or missing
//! because the program has exited, is a fault, and the program loses the game for it. A program
//! that reports `ready` stays for further games; starting has a separate time limit.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | a program as a player: questions, waiting, faults |
//! | `process.rs` | running programs, and those waiting between two games |
//! | `dialect.rs` | questions, and the interface of every protocol |
//! | `own.rs`, `ugi.rs`, `gomocup.rs`, `sanmill.rs` | the protocols |
//! | `info.rs` | the `info` lines of an engine |
//! | `trial.rs` | `bot check`: positions of every phase |
//! | `interview.rs` | `engine test`: every command of a protocol |
//! | `network.rs` | messages from a server to a bot that plays there |

mod dialect;
mod gomocup;
mod info;
mod interview;
mod network;
mod own;
mod process;
mod sanmill;
mod starting;
mod trial;
mod ugi;

use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_core::{Fault, Path, TimeLeft, View, find_move};
use ninefold_search::{Limits, StopFlag};

use self::dialect::{Dialect, Question, Said, dialect};
use self::info::Info;
pub(crate) use self::interview::interview;
pub use self::interview::{EngineReport, EngineStep};
pub use self::network::{BotClock, BotGame, BotTold};
pub use self::process::BotPool;
use self::process::{Running, Silence, next_line};
pub(crate) use self::trial::try_bot;
pub use self::trial::{BotReport, TrialStep};
use crate::Protocol;
use crate::engine::share;
use crate::thinker::{Thinker, Thought, values_here};

/// The default thinking time for a move.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(5);
/// The default time limit for starting.
pub(crate) const USUAL_START: Duration = Duration::from_secs(10);
/// The default grace period after the move time for an engine that speaks a third-party protocol:
/// it is given its time and may use all of it, and the transfer takes some more.
pub(crate) const USUAL_GRACE: Duration = Duration::from_millis(500);

/// The settings of a program.
#[derive(Clone, Debug)]
pub(crate) struct Bot {
    /// Its protocol; `None` for that of docs/bots.md.
    pub(crate) protocol: Option<Protocol>,
    /// The program and its arguments, separated by spaces.
    pub(crate) command: String,
    /// The game's specification.
    pub(crate) game: String,
    /// The seat, from 0.
    pub(crate) seat: usize,
    /// The seed of the game.
    pub(crate) seed: u64,
    /// The thinking time for a move.
    pub(crate) time: Duration,
    /// Whether the time was set explicitly.
    pub(crate) is_timed: bool,
    /// The grace period after which an answer is too late.
    pub(crate) grace: Duration,
    /// The time limit for starting, or for getting ready for another game.
    pub(crate) start: Duration,
    /// Limits passed on to the program.
    pub(crate) depth: Option<i64>,
    pub(crate) nodes: Option<i64>,
    /// What everybody has left for the game, where there are clocks.
    pub(crate) clock: Option<TimeLeft>,
    /// Options for the engine, and their values.
    pub(crate) options: Vec<(String, String)>,
    /// The file that logs the conversation.
    pub(crate) log: Option<PathBuf>,
}

impl Bot {
    /// The key shared by interchangeable programs: everything a program is told at its start and
    /// might remember.
    fn place(&self) -> String {
        let Bot { protocol, log, options, depth, nodes, command, .. } = self;
        match protocol {
            None => command.clone(),
            Some(protocol) => {
                format!("{protocol} {log:?} {options:?} {depth:?} {nodes:?} {command}")
            }
        }
    }

    /// The same within the caller's limits. They override the default time; explicitly given limits
    /// remain where they are stricter.
    fn within(&self, limits: Limits) -> Bot {
        let own = Limits {
            depth: self.depth.and_then(|depth| u32::try_from(depth).ok()),
            nodes: self.nodes.and_then(|nodes| u64::try_from(nodes).ok()),
            time: self.is_timed.then_some(self.time),
        };
        let Limits { depth, nodes, time } = own.within(limits);
        // A move always gets some time.
        let time = time.map(|time| time.max(Duration::from_millis(1)));
        Bot {
            time: time.unwrap_or(self.time),
            is_timed: time.is_some(),
            depth: depth.map(i64::from),
            nodes: nodes.and_then(|nodes| i64::try_from(nodes).ok()),
            ..self.clone()
        }
    }

    /// What is left of the time for its game, where there is a clock.
    fn left(&self) -> Option<Duration> {
        self.clock.as_ref()?.seats.get(self.seat).copied()
    }

    /// The time it is told to have for its move: its own limit, and with a clock a share of what is left. The usual limit gives
    /// way to a clock.
    fn move_time(&self) -> Duration {
        let share = self.clock.as_ref().and_then(|left| share(left, self.seat));
        let own = (self.is_timed || share.is_none()).then_some(self.time);
        own.into_iter().chain(share).min().unwrap_or(self.time)
    }

    /// How long its answer is waited for, and the fault that it is to need longer.
    fn patience(&self) -> (Duration, Fault) {
        let late = |time: Duration| format!("gave no move within {} ms", time.as_millis());
        let own = self.time + self.grace;
        match self.left().filter(|left| !self.is_timed || *left <= own) {
            Some(left) => {
                let why = format!("{}, which was all that its clock had left", late(left));
                (left, fault(Fault::GAME_TIME, why))
            }
            None => (own, fault(Fault::MOVE_TIME, late(own))),
        }
    }
}

/// A seated program. It is started for its first move unless one is waiting for a game.
pub(crate) struct BotPlayer {
    bot: Bot,
    pool: Option<Arc<BotPool>>,
    running: Option<Partner>,
    fault: Option<Fault>,
    /// What everybody has left, where that was told.
    clock: Option<TimeLeft>,
    /// How long it thought about its last move, its start not counted where it said that it is ready.
    thought: Option<Duration>,
}

/// A running program and the dialect it speaks.
#[derive(Debug)]
pub(crate) struct Partner {
    running: Running,
    dialect: Box<dyn Dialect>,
    /// Whether it has reported that it stays for further games.
    stays: bool,
}

impl Drop for Partner {
    fn drop(&mut self) {
        if let Some(lines) = self.dialect.farewell() {
            self.running.take_leave(lines);
        }
    }
}

impl Drop for BotPlayer {
    fn drop(&mut self) {
        let stays = self.fault.is_none() && self.running.as_ref().is_some_and(|r| r.stays);
        if let (true, Some(pool), Some(running)) = (stays, &self.pool, self.running.take()) {
            pool.give(&self.bot.place(), running);
        }
    }
}

fn fault(kind: &'static str, why: impl Into<String>) -> Fault {
    Fault { kind, why: why.into(), said: String::new() }
}

impl BotPlayer {
    pub(crate) fn new(bot: Bot, pool: Option<Arc<BotPool>>) -> BotPlayer {
        BotPlayer { bot, pool, running: None, fault: None, clock: None, thought: None }
    }

    /// The program's move within these limits and the information it gave; `None` once the game is
    /// over or after a fault.
    fn play<G: View>(&mut self, path: &Path<G>, limits: Limits) -> Option<(G::Move, Info)> {
        let answer = path.outcome().is_none().then(|| self.ask(path, limits))?;
        answer.map_err(|fault| self.fault = Some(fault)).ok()
    }

    fn ask<G: View>(&mut self, path: &Path<G>, limits: Limits) -> Result<(G::Move, Info), Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let bot = Bot { clock: self.clock.clone(), ..self.bot.within(limits) };
        self.thought = None;
        let begins = self.running.is_none();
        if begins {
            let players = path.game().players();
            self.running = Some(begin(&self.bot, players, self.pool.as_deref())?);
        }
        let Some(partner) = &mut self.running else {
            return Err(fault(Fault::CRASH, "is not running"));
        };
        if !begins {
            partner.running.forget_lines();
        }
        let lines = partner.dialect.ask(&bot, Question::of(path, bot.seed));
        partner.running.say(lines);
        let mut since = Instant::now();
        let answer = listen(&bot, partner, begins, &mut since);
        self.thought = Some(since.elapsed());
        let chosen = answer.and_then(|(text, info)| match find_move(path, &text) {
            Ok(chosen) => Ok((chosen, info)),
            Err(problem) => Err(fault(Fault::ILLEGAL_MOVE, problem.to_string())),
        });
        chosen.map_err(|fault| Fault { said: partner.running.last_errors(), ..fault })
    }
}

/// Gets a program ready for the game: a waiting one, or a new one.
fn begin(bot: &Bot, players: usize, pool: Option<&BotPool>) -> Result<Partner, Fault> {
    if let Some(mut partner) = pool.and_then(|pool| pool.take(&bot.place())) {
        partner.running.forget_lines();
        partner.running.say(partner.dialect.begin(bot, players, true));
        return Ok(partner);
    }
    let running = Running::start(&bot.command, bot.log.as_deref());
    let running = running.map_err(|why| fault(Fault::CANNOT_START, why))?;
    let mut partner = Partner { running, dialect: dialect(bot.protocol), stays: false };
    partner.running.say(partner.dialect.begin(bot, players, false));
    Ok(partner)
}

/// Waits for the move as text and records the information about it. A program that is starting also
/// gets its starting time, until it reports that it is ready; `since` is when the time for its move began.
fn listen(
    bot: &Bot,
    partner: &mut Partner,
    mut begins: bool,
    since: &mut Instant,
) -> Result<(String, Info), Fault> {
    let mut info = Info::default();
    let (longest, late) = bot.patience();
    let (start, time) = (bot.start.as_millis(), longest.as_millis());
    let mut deadline = *since + longest;
    if begins {
        deadline += bot.start;
    }
    loop {
        let line = match partner.running.hear(deadline) {
            Ok(line) => line.map_err(|why| fault(Fault::GARBAGE, why))?,
            Err(Silence::Late) if begins => {
                let all = start + time;
                let why = format!(
                    "gave no move within {all} ms ({start} ms for its start, {time} ms for the move)"
                );
                return Err(fault(Fault::START_TIME, why));
            }
            Err(Silence::Late) => return Err(late),
            Err(Silence::Ended) => return Err(fault(Fault::CRASH, partner.running.end())),
        };
        info.hear(&line);
        match partner.dialect.hear(bot, &line)? {
            Said::Ready(lines) => {
                partner.stays = true;
                if begins {
                    begins = false;
                    *since = Instant::now();
                    deadline = *since + longest;
                }
                partner.running.say(lines);
            }
            Said::Nothing => {}
            Said::Hears(lines) => partner.running.say(lines),
            Said::Asked(lines) => {
                // It has the rest of its time, or at least a tenth of it; a clock adds nothing.
                if bot.clock.is_none() {
                    deadline = deadline.max(Instant::now() + bot.time / 10 + bot.grace);
                }
                partner.running.say(lines);
            }
            Said::Move(text) => return Ok((text, info)),
        }
    }
}

/// Finds the move in a program's output, or says why there is none. Everything up to the move is
/// read as in a game.
///
/// ```
/// use ninefold_session::bot_move;
///
/// assert_eq!(bot_move(&b"ready\ninfo thinking\nmove d6\n"[..]), Ok("d6".into()));
/// assert!(bot_move(&b"d6\n"[..]).unwrap_err().contains("wanted a line such as: move d6"));
/// ```
pub fn bot_move(output: impl Read) -> Result<String, String> {
    let mut output = BufReader::new(output);
    loop {
        let line = next_line(&mut output).ok_or("ended without a move")??;
        if let Said::Move(text) = own::hear(&line).map_err(|fault| fault.why)? {
            return Ok(text);
        }
    }
}

impl<G: View> Thinker<G> for BotPlayer {
    fn consider(&mut self, path: &Path<G>, limits: Limits, _stop: &StopFlag) -> Thought<G::Move> {
        let played = self.play(path, limits);
        let whose = self.running.as_ref().and_then(|partner| partner.dialect.scores());
        match (played, whose) {
            (Some((chosen, info)), Some(whose)) => info.thought(path, chosen, whose),
            (played, _) => {
                Thought::without_search(played.map(|(chosen, _)| chosen), values_here(path))
            }
        }
    }

    fn choose(&mut self, path: &Path<G>, limits: Limits, _stop: &StopFlag) -> Option<G::Move> {
        self.play(path, limits).map(|(chosen, _)| chosen)
    }

    fn hear_clock(&mut self, left: &TimeLeft) {
        self.clock = Some(left.clone());
    }

    fn thought_for(&self) -> Option<Duration> {
        self.thought
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }
}
