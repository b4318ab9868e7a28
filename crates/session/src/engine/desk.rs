//! The game on an engine's desk, and the thread that thinks about it.

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

/// What came of a thought, or why nothing did.
pub(super) type Found = Result<Box<Advice>, String>;

/// Longer than anybody waits.
const ENDLESS: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How many positions each of a few moves is looked at first, and at most.
const FIRST_LOOK: u64 = 2_000;
const LONGEST_LOOK: u64 = 1 << 40;

/// The MB of a table for which there should always be memory.
const SMALL_TABLE: usize = 1;

/// How long a thought may go on when the input has ended.
const LAST_THOUGHT: Duration = Duration::from_secs(2);

/// Everything that a conversation works with.
pub(super) struct Desk<'a> {
    games: &'a Games,
    kind: Arc<dyn GameKind>,
    data: Option<PathBuf>,
    pub(super) settings: Settings,
    /// The game, unless the last one that was told could not be understood.
    pub(super) session: Option<Box<dyn Session>>,
    tell: SyncSender<Event>,
    out: &'a mut dyn Write,
    thinking: Option<Thinking>,
    /// How many thoughts there were.
    count: u64,
    /// When the last of them was asked for, and the seat on turn then, from 0.
    start: Instant,
    mover: usize,
}

/// A thought that goes on.
struct Thinking {
    number: u64,
    stop: StopFlag,
    /// When it must end.
    deadline: Option<Instant>,
    /// Whether its answer waits until somebody asks for it.
    held: bool,
    found: Option<Found>,
    /// What it may take once the opponent has moved as expected.
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

    /// Says lines.
    pub(super) fn say(&mut self, lines: &str) -> io::Result<()> {
        writeln!(self.out, "{}", lines.trim_end())
    }

    /// Makes what a search needs before its time begins, and says what could not be made.
    pub(super) fn prepare(&mut self) -> io::Result<()> {
        match self.settings.prepare() {
            Ok(()) => Ok(()),
            Err(why) => self.say(&format!("info string {why}")),
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// The full specification of what is played.
    pub(super) fn spec(&self) -> &str {
        self.kind.spec()
    }

    /// Plays another game from now on.
    pub(super) fn change_game(&mut self, spec: &str) -> Result<(), String> {
        self.kind = self.games.kind(spec).map_err(|problem| problem.to_string())?;
        self.set_up(Origin::Start, Vec::new()).map_err(|problem| problem.to_string())
    }

    /// Puts a position on the desk. If it cannot be, none is there.
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

    /// Begins to think about the position: about all moves, or only about those that are named.
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

    /// When something must end.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.thinking.as_ref()?.deadline
    }

    /// How long ago the last thought was asked for.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The seat that the last thought was for, from 0.
    pub(super) fn mover(&self) -> usize {
        self.mover
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a thought was told to end and its answer is on its way.
    pub(super) fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.held && thinking.stop.is_raised())
    }

    /// Whether the thought of this number is the one that is waited for.
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.number == number)
    }

    /// The time for the thought is over.
    pub(super) fn time_is_up(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.raise();
            thinking.deadline = None;
        }
    }

    /// Lets the thought come to its end at once.
    pub(super) fn stop(&mut self) {
        self.time_is_up();
        if let Some(thinking) = &mut self.thinking {
            thinking.held = false;
        }
    }

    /// Clears the desk, since a position was told that is none, and says why.
    pub(super) fn clear(&mut self, why: &str) -> io::Result<()> {
        self.session = None;
        self.say(&format!("info string {why}"))
    }

    /// Lets the thought come to its end soon, since nobody will ask for more.
    pub(super) fn wind_up(&mut self) {
        let last = Instant::now() + LAST_THOUGHT;
        match &mut self.thinking {
            Some(thinking) if !thinking.held => {
                thinking.deadline = Some(thinking.deadline.map_or(last, |time| time.min(last)));
            }
            _ => self.stop(),
        }
    }

    /// Forgets the thought: nobody wants its answer.
    pub(super) fn abandon(&mut self) {
        self.stop();
        self.thinking = None;
    }

    /// The opponent has moved as was expected: the time begins now.
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

    /// Takes the end of a thought; gives it back when it is to be told now.
    pub(super) fn finished(&mut self, number: u64, found: Found) -> Option<Found> {
        let thinking = self.thinking.as_mut().filter(|thinking| thinking.number == number)?;
        thinking.deadline = None;
        thinking.found = Some(found);
        self.release()
    }

    /// An answer that need not wait any longer.
    pub(super) fn release(&mut self) -> Option<Found> {
        let thinking = self.thinking.as_mut().filter(|thinking| !thinking.held)?;
        thinking.found.is_some().then(|| self.thinking.take())??.found
    }
}

/// What a thread thinks about.
struct Thought {
    session: Box<dyn Session>,
    player: PlayerSpec,
    limits: Limits,
    among: Option<Vec<String>>,
    endless: bool,
    stop: StopFlag,
}

impl Thought {
    /// What is found, whatever happens on the way: where there is not enough memory for the table, a small one has to do.
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
        // Where there is but one move, it needs no thought.
        let glance = Limits { depth: Some(1), nodes: Some(1), time: None };
        let limits = if moves.len() == 1 && !self.endless { glance } else { self.limits };
        let mut advice = match &self.among {
            None => self.session.consider_aloud(&self.player, limits, &self.stop, watch),
            Some(_) => self.best_among(&moves, limits),
        }
        .map_err(|problem| problem.to_string())?;
        // Whoever is stopped before it has found anything plays something all the same.
        if advice.best.is_none() {
            advice.best = moves.first().cloned();
            advice.pv = moves.into_iter().take(1).collect();
        }
        Ok(Box::new(advice))
    }

    /// The best of these moves: the one after which the others stand worst. Where only time bounds it, all of them are looked
    /// at again and again, each time longer, and the last look that was at all of them counts.
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

    /// The best of these moves when each is looked at within these limits, and whether all of them are proved.
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
            // Games that are over lie outside of all chances.
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
