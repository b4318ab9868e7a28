//! The engine's current game, and the thread that thinks about it.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use ninefold_core::OutOfMemory;

use super::effort::{Effort, without_way};
use super::settings::Settings;
use super::{EngineSetup, Event};
use crate::best::USUAL_TIME;
use crate::view::Advice;
use crate::{GameKind, Games, Limits, Origin, PlayerSpec, Session, SessionError, Setup, StopFlag};

/// The result of a search, or why it failed.
pub(super) type Found = Result<Box<Advice>, String>;

/// A time limit that is never reached.
const ENDLESS: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The nodes for each of several moves in the first round, and at most.
const FIRST_LOOK: u64 = 2_000;
const LONGEST_LOOK: u64 = 1 << 40;

/// The size in MB of a table that should always fit into memory.
const SMALL_TABLE: usize = 1;

/// How long a search may continue after the end of the input.
const LAST_THOUGHT: Duration = Duration::from_secs(2);

/// The state that a conversation works with.
pub(super) struct Desk<'a> {
    games: &'a Games,
    kind: Arc<dyn GameKind>,
    data: Option<PathBuf>,
    pub(super) settings: Settings,
    /// The game; `None` if the last position could not be understood.
    pub(super) session: Option<Box<dyn Session>>,
    tell: SyncSender<Event>,
    out: &'a mut dyn Write,
    thinking: Option<Thinking>,
    /// The number of searches so far.
    count: u64,
    /// When the last search was requested, and the seat to move then, from 0.
    start: Instant,
    mover: usize,
}

/// A running search.
struct Thinking {
    number: u64,
    stop: StopFlag,
    /// Its deadline.
    deadline: Option<Instant>,
    /// Whether its answer is held back until requested.
    held: bool,
    found: Option<Found>,
    /// The time it gets once the opponent has played the expected move.
    after_hit: Option<Duration>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        games: &'a Games,
        setup: EngineSetup,
        tell: SyncSender<Event>,
        out: &'a mut dyn Write,
    ) -> Desk<'a> {
        let EngineSetup { kind, player, data, .. } = setup;
        let settings = Settings::new(player);
        let session = kind.open(&Setup { data: data.clone(), ..Setup::default() }).ok();
        let (thinking, start) = (None, Instant::now());
        Desk {
            games,
            kind,
            data,
            settings,
            session,
            tell,
            out,
            thinking,
            count: 0,
            start,
            mover: 0,
        }
    }

    /// Prints lines.
    pub(super) fn say(&mut self, lines: &str) -> io::Result<()> {
        writeln!(self.out, "{}", lines.trim_end())
    }

    /// Allocates what a search needs before its time begins, and reports failures.
    pub(super) fn prepare(&mut self) -> io::Result<()> {
        match self.settings.prepare() {
            Ok(()) => Ok(()),
            Err(why) => self.say(&format!("info string {why}")),
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// The full specification of the game.
    pub(super) fn spec(&self) -> &str {
        self.kind.spec()
    }

    /// Switches to another game.
    pub(super) fn change_game(&mut self, spec: &str) -> Result<(), String> {
        self.kind = self.games.kind(spec).map_err(|problem| problem.to_string())?;
        self.set_up(Origin::Start, Vec::new()).map_err(|problem| problem.to_string())
    }

    /// Sets up a position. On failure there is none.
    pub(super) fn set_up(
        &mut self,
        origin: Origin,
        moves: Vec<String>,
    ) -> Result<(), SessionError> {
        self.session = None;
        let setup = Setup { seed: self.settings.seed, origin, moves, data: self.data.clone() };
        self.session = Some(self.kind.open(&setup)?);
        Ok(())
    }

    /// Starts a search of the position: of all moves, or only of the given ones.
    pub(super) fn think(
        &mut self,
        effort: Effort,
        among: Option<Vec<String>>,
    ) -> Result<(), String> {
        let Some(session) = &self.session else {
            return Err("there is no position to think about".into());
        };
        let session = session.fork();
        let start = Instant::now();
        self.start = start;
        self.mover = session.status().to_move.saturating_sub(1);
        let mut limits = effort.limits.within(self.settings.limits());
        let time = limits.time.map(|time| without_way(time, self.settings.way));
        let endless = effort.endless || effort.ponders;
        limits.time = if endless { None } else { time };
        if limits == Limits::default() && !endless {
            limits.time = Some(USUAL_TIME);
        }
        let player = self.settings.player(limits).map_err(|problem| problem.to_string())?;
        let deadline = limits.time.map(|time| start + time);
        if endless {
            limits.time = Some(ENDLESS);
        }
        self.count += 1;
        let (number, stop, tell) = (self.count, StopFlag::default(), self.tell.clone());
        let thought = Thought { session, player, limits, among, endless, stop: stop.clone() };
        std::thread::spawn(move || {
            let tell_way = tell.clone();
            let mut watch = |advice: &Advice| {
                let _ = tell_way.send(Event::OnTheWay(number, Box::new(advice.clone())));
            };
            let found = thought.find_in_any_case(&mut watch);
            let _ = tell.send(Event::Thought(number, found));
        });
        let after_hit = effort.ponders.then_some(time).flatten();
        let thinking = Thinking { number, stop, deadline, held: endless, found: None, after_hit };
        self.thinking = Some(thinking);
        Ok(())
    }

    /// The next deadline.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.thinking.as_ref()?.deadline
    }

    /// The time since the last search was requested.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The seat of the last search, from 0.
    pub(super) fn mover(&self) -> usize {
        self.mover
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a search has been told to stop and its answer is pending.
    pub(super) fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.held && thinking.stop.is_raised())
    }

    /// Whether this is the number of the current search.
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.number == number)
    }

    /// Handles the end of the search's time.
    pub(super) fn time_is_up(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.raise();
            thinking.deadline = None;
        }
    }

    /// Stops the search at once.
    pub(super) fn stop(&mut self) {
        self.time_is_up();
        if let Some(thinking) = &mut self.thinking {
            thinking.held = false;
        }
    }

    /// Clears the position after an invalid one was sent, and says why.
    pub(super) fn clear(&mut self, why: &str) -> io::Result<()> {
        self.session = None;
        self.say(&format!("info string {why}"))
    }

    /// Lets the search end soon, since the input has ended.
    pub(super) fn wind_up(&mut self) {
        let last = Instant::now() + LAST_THOUGHT;
        match &mut self.thinking {
            Some(thinking) if !thinking.held => {
                thinking.deadline = Some(thinking.deadline.map_or(last, |time| time.min(last)));
            }
            _ => self.stop(),
        }
    }

    /// Discards the search and its answer.
    pub(super) fn abandon(&mut self) {
        self.stop();
        self.thinking = None;
    }

    /// The opponent has played the expected move: the time starts now.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(thinking) = &mut self.thinking
            && thinking.held
        {
            thinking.held = false;
            match thinking.after_hit {
                Some(time) => thinking.deadline = Some(Instant::now() + time),
                None => thinking.stop.raise(),
            }
        }
    }

    /// Takes the result of a search; returns it if it is to be sent now.
    pub(super) fn finished(&mut self, number: u64, found: Found) -> Option<Found> {
        let thinking = self.thinking.as_mut().filter(|thinking| thinking.number == number)?;
        thinking.deadline = None;
        thinking.found = Some(found);
        self.release()
    }

    /// An answer that need not be held back any longer.
    pub(super) fn release(&mut self) -> Option<Found> {
        let thinking = self.thinking.as_mut().filter(|thinking| !thinking.held)?;
        thinking.found.is_some().then(|| self.thinking.take())??.found
    }
}

/// The input of a search thread.
struct Thought {
    session: Box<dyn Session>,
    player: PlayerSpec,
    limits: Limits,
    among: Option<Vec<String>>,
    endless: bool,
    stop: StopFlag,
}

impl Thought {
    /// Searches and always returns a result: if there is not enough memory for the table, a small
    /// one is used.
    fn find_in_any_case(mut self, watch: &mut dyn FnMut(&Advice)) -> Found {
        let failed = || Err("the search failed".to_owned());
        let payload = match catch_unwind(AssertUnwindSafe(|| self.find(watch))) {
            Ok(found) => return found,
            Err(payload) => payload,
        };
        if OutOfMemory::caught(payload).is_none() {
            return failed();
        }
        self.player.equip(None, SMALL_TABLE);
        catch_unwind(AssertUnwindSafe(|| self.find(watch))).unwrap_or_else(|_| failed())
    }

    fn find(&self, watch: &mut dyn FnMut(&Advice)) -> Found {
        let moves = match &self.among {
            Some(moves) => moves.clone(),
            None => self.session.moves(),
        };
        // A single legal move needs no search.
        let glance = Limits { depth: Some(1), nodes: Some(1), time: None };
        let limits = if moves.len() == 1 && !self.endless { glance } else { self.limits };
        let mut advice = match &self.among {
            None => self.session.consider_aloud(&self.player, limits, &self.stop, watch),
            Some(_) => self.best_among(&moves, limits),
        }
        .map_err(|problem| problem.to_string())?;
        // A search that is stopped before it has found anything still plays a move.
        if advice.best.is_none() {
            advice.best = moves.first().cloned();
            advice.pv = moves.into_iter().take(1).collect();
        }
        Ok(Box::new(advice))
    }

    /// The best of these moves: the one that leaves the others worst off. If only time limits the
    /// search, all of them are searched repeatedly, longer each time, and the last complete round
    /// counts.
    fn best_among(&self, moves: &[String], limits: Limits) -> Result<Advice, crate::PlayerError> {
        let count = moves.len().max(1) as u64;
        let each = |nodes: Option<u64>| Limits { depth: limits.depth, nodes, time: limits.time };
        if limits.depth.is_some() || limits.nodes.is_some() {
            let nodes = limits.nodes.map(|nodes| (nodes / count).max(1));
            return Ok(self.look_at(moves, each(nodes))?.0);
        }
        let begun = Instant::now();
        let is_over =
            || self.stop.is_raised() || limits.time.is_some_and(|time| begun.elapsed() >= time);
        let mut nodes = FIRST_LOOK;
        let (mut found, mut is_known) = self.look_at(moves, each(Some(nodes)))?;
        while !is_over() && !is_known && nodes < LONGEST_LOOK {
            nodes *= 2;
            let longer = self.look_at(moves, each(Some(nodes)))?;
            if is_over() {
                break;
            }
            (found, is_known) = longer;
        }
        Ok(found)
    }

    /// The best of these moves when each is searched within these limits, and whether all of them
    /// are proved.
    fn look_at(
        &self,
        moves: &[String],
        each: Limits,
    ) -> Result<(Advice, bool), crate::PlayerError> {
        let mover = self.session.status().to_move.saturating_sub(1);
        let mut is_known = true;
        let mut best: Option<(f32, Advice)> = None;
        for text in moves {
            let mut after = self.session.fork();
            if after.play(text).is_err() {
                continue;
            }
            let ended = after.status().payoffs.and_then(|payoffs| payoffs.get(mover).copied());
            let mut advice = after.consider(&self.player, each, &self.stop)?;
            // Finished games rank beyond all estimates.
            let share = advice.share.as_ref().and_then(|share| share.get(mover)).copied();
            let worth = match ended {
                Some(payoff) => f32::from(payoff) + 0.5,
                None => share.unwrap_or(0.5),
            };
            is_known &= advice.exact || ended.is_some();
            advice.pv.insert(0, text.clone());
            advice.best = Some(text.clone());
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, advice));
            }
        }
        match best {
            Some((_, advice)) => Ok((advice, is_known)),
            None => Ok((self.session.consider(&self.player, each, &self.stop)?, true)),
        }
    }
}
