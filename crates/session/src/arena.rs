//! Tournaments of any game: players by specification, in runs that can be watched and stopped.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use ninefold_arena::{
    Adjudicator, Discard, Ends, Entrant, Evolution, EvolutionPlan, FixedJobs, GameResult, Job,
    MatchPlan, OpeningLine, Plan, ResultSink, RunHandle, Schedule, SetResult, Sprt, StageSource,
    Tested, TimeControl, Tournament, WrongResult, opening_seeds, play_set, verify_set,
};
use ninefold_core::{Agent, Fault, Record, StopFlag, View, quote};
use thiserror::Error;

use crate::best::GameContext;
use crate::bot::{BotPool, BotReport, EngineReport, EngineStep, interview, try_bot};
use crate::referee::Referee;
use crate::{Guests, PlayerError, PlayerSpec, Programs};

/// An arena for one game, independent of its type. Can be shared between threads.
pub trait Arena: Send + Sync {
    /// The game's full specification.
    fn spec(&self) -> &str;

    /// The number of players.
    fn seats(&self) -> usize;

    /// Checks that a specification names a computer that can play here. A program is started and
    /// asked for a move.
    fn check(&self, player: &str) -> Result<(), PlayerError>;

    /// Checks whether a game can begin with this line.
    fn begins(&self, line: &OpeningLine) -> bool;

    /// Tests a program on positions of every phase.
    fn try_bot(&self, player: &str) -> Result<BotReport, PlayerError>;

    /// Tests an engine against the commands of its protocol; only for players such as `ugi(…)`.
    fn test_engine(
        &self,
        player: &str,
        tell: &mut dyn FnMut(&EngineStep),
    ) -> Result<EngineReport, PlayerError>;

    /// Checks whether results can be known here before a game ends; if not, says why.
    fn check_referee(&self) -> Result<(), String>;

    /// The seeds of `sets` openings of `plies` random moves each. No two are images of each other
    /// as long as there are others.
    fn opening_seeds(&self, seed: u64, plies: u32, sets: usize) -> Vec<u64>;

    /// Plays a job whose players were [checked](Arena::check); `None` if stopped.
    fn play(&self, job: &Job, stop: &StopFlag) -> Option<SetResult>;

    /// Checks that a result can belong to a job: its games must replay by the rules.
    fn verify(&self, job: &Job, result: &SetResult) -> Result<(), WrongResult>;
}

/// The arena of one game.
pub(crate) struct GameArena<G: View> {
    pub(crate) game: G,
    pub(crate) spec: String,
    /// The folder of finished tables.
    pub(crate) data: Option<PathBuf>,
    pub(crate) programs: Programs,
    /// Programs waiting between two games.
    pub(crate) bots: Arc<BotPool>,
    /// Custom players and evaluators that specifications cannot name.
    pub(crate) guests: Option<Guests>,
}

impl<G: View> GameArena<G> {
    fn context(&self) -> GameContext<'_> {
        GameContext {
            bots: Some(&self.bots),
            guests: self.guests.as_ref(),
            ..GameContext::new(&self.spec, self.data.as_deref())
        }
    }
}

impl<G: View> GameArena<G> {
    fn guest(&self, name: &str, seed: u64, seat: usize) -> Option<Box<dyn Agent<G>>> {
        self.context().guest_list()?.make_player(name, seed, seat)
    }

    /// Returns a function that makes the player of this name or specification for each game; `None`
    /// if there is no such player.
    fn maker(&self, player: String) -> Option<impl Fn(u64, usize) -> Box<dyn Agent<G>> + Sync> {
        let spec = PlayerSpec::parse_with(&player, self.programs).ok();
        if spec.is_none() && self.guest(&player, 0, 0).is_none() {
            return None;
        }
        Some(move |seed, seat| {
            let guest = self.guest(&player, seed, seat);
            let named =
                || spec.as_ref()?.seat(&self.game, self.context(), seed, seat).ok().flatten();
            guest.or_else(named).unwrap_or_else(|| Box::new(Nobody))
        })
    }
}

impl<G: View> Arena for GameArena<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn seats(&self) -> usize {
        self.game.players()
    }

    fn check(&self, player: &str) -> Result<(), PlayerError> {
        if self.guest(player, 0, 0).is_some() {
            return Ok(());
        }
        let spec = PlayerSpec::parse_with(player, self.programs)?;
        let Some(mut agent) = spec.seat(&self.game, self.context(), 0, 0)? else {
            return Err(PlayerError::Human { spec: spec.to_string() });
        };
        if !spec.is_program() || self.programs == Programs::Elsewhere {
            return Ok(());
        }
        // A program only has to show that it runs: it is asked for a move, but its answer is not
        // checked.
        let start = ninefold_core::Path::new(self.game.clone(), self.game.start(0));
        agent.choose(&start);
        match agent.fault_in_full() {
            Some(fault) if matches!(fault.kind, Fault::CANNOT_START | Fault::CRASH) => {
                Err(PlayerError::DoesNotRun {
                    spec: spec.to_string(),
                    why: fault.why,
                    said: fault.said,
                })
            }
            _ => Ok(()),
        }
    }

    fn begins(&self, line: &OpeningLine) -> bool {
        line.path(&self.game, 0).is_some()
    }

    fn try_bot(&self, player: &str) -> Result<BotReport, PlayerError> {
        let spec = PlayerSpec::parse_with(player, self.programs)?;
        spec.check_protocol(&self.spec)?;
        match spec.is_program() {
            true => Ok(try_bot(&self.game, &spec.bot(&self.spec, 0, 0))),
            false => Err(PlayerError::NoProgram { spec: spec.to_string() }),
        }
    }

    fn test_engine(
        &self,
        player: &str,
        tell: &mut dyn FnMut(&EngineStep),
    ) -> Result<EngineReport, PlayerError> {
        let spec = PlayerSpec::parse_with(player, self.programs)?;
        spec.check_protocol(&self.spec)?;
        match spec.protocol() {
            Some(protocol) => {
                Ok(interview(&self.game, &spec.bot(&self.spec, 0, 0), protocol, tell))
            }
            None => Err(PlayerError::NoEngine { spec: spec.to_string() }),
        }
    }

    fn check_referee(&self) -> Result<(), String> {
        if self.game.players() != 2 {
            return Err(format!("is for games for two, not for {}", self.spec));
        }
        let referee = Referee::new(self.context()).map_err(|problem| problem.to_string());
        let start = ninefold_core::Path::new(self.game.clone(), self.game.start(0));
        referee?.value(&start).map(|_| ()).map_err(|problem| problem.to_string())
    }

    fn opening_seeds(&self, seed: u64, plies: u32, sets: usize) -> Vec<u64> {
        opening_seeds(&self.game, seed, plies, sets)
    }

    fn verify(&self, job: &Job, result: &SetResult) -> Result<(), WrongResult> {
        verify_set(&self.game, job, result)
    }

    fn play(&self, job: &Job, stop: &StopFlag) -> Option<SetResult> {
        let makers = job.players.iter().map(|player| self.maker(player.clone()));
        let makers: Vec<_> = makers.collect::<Option<_>>()?;
        let entrants: Vec<Entrant<'_, G>> =
            makers.iter().map(|maker| maker as Entrant<'_, G>).collect();
        let referee = job.adjudicate.then(|| Referee::new(self.context()).ok()).flatten();
        let adjudicator = referee.as_ref().map(|referee| referee as &dyn Adjudicator<G>);
        let ends = Ends { plies: job.plies, adjudicator, timed: job.times, clock: job.clock };
        play_set(&self.game, job, &entrants, &ends, stop)
    }
}

/// A placeholder for a seat that cannot be taken.
struct Nobody;

impl<G: View> Agent<G> for Nobody {
    fn choose(&mut self, _path: &ninefold_core::Path<G>) -> Option<G::Move> {
        None
    }

    fn fault(&self) -> Option<String> {
        Some("there is no such player".into())
    }
}

/// Why a plan cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// Too few entrants.
    #[error("{found} take part, wanted at least {wanted}")]
    Few {
        /// The number given.
        found: usize,
        /// The minimum.
        wanted: usize,
    },
    /// Two entrants have the same name.
    #[error("the name {} is taken twice", quote(.name))]
    Name {
        /// The second of them.
        entrant: usize,
        /// The name.
        name: String,
    },
    /// A player cannot play.
    #[error("{problem}")]
    Player {
        /// The entrant.
        entrant: usize,
        /// What was wrong.
        problem: PlayerError,
    },
    /// An invalid value.
    #[error("{key} {problem}")]
    Value {
        /// The key.
        key: &'static str,
        /// What was wrong.
        problem: String,
    },
}

/// Checks whether a plan can be played here. Everything is checked before the first game.
pub fn check_plan(arena: &dyn Arena, plan: &Plan) -> Result<(), PlanError> {
    let value = |key, problem: &str| Err(PlanError::Value { key, problem: problem.into() });
    let mut names = BTreeSet::new();
    for (entrant, planned) in plan.entrants.iter().enumerate() {
        if !names.insert(&planned.name) {
            return Err(PlanError::Name { entrant, name: planned.name.clone() });
        }
        let checked = arena.check(&planned.player);
        checked.map_err(|problem| PlanError::Player { entrant, problem })?;
    }
    let found = plan.entrants.len();
    if found < plan.seats {
        return Err(PlanError::Few { found, wanted: plan.seats });
    }
    if plan.sets == 0 {
        return value("sets", "is 0, wanted at least 1");
    }
    match plan.schedule {
        Schedule::Gauntlet { challengers } if challengers == 0 || challengers >= found => {
            return value("challengers", "must leave somebody to meet, and be at least 1");
        }
        Schedule::Swiss { rounds: 0 } => return value("rounds", "is 0, wanted at least 1"),
        _ => {}
    }
    if plan.anchor >= found {
        return value("anchor", "is none of the players");
    }
    if plan.adjudicate
        && let Err(problem) = arena.check_referee()
    {
        return Err(PlanError::Value { key: "adjudicate", problem });
    }
    check_plies(plan.plies, plan.opening, &plan.book)?;
    if !plan.book.iter().all(|line| arena.begins(line)) {
        return value("openings", "have a line with which no game can begin");
    }
    if plan.sprt.is_some() && plan.fixed_seats {
        return value("sprt", "counts pairs of games with changed seats, so seats cannot be fixed");
    }
    if let Some(test) = plan.sprt {
        let errors = [test.alpha, test.beta];
        if found != 2 || plan.seats != 2 {
            return value("sprt", "is for a match between two");
        }
        if !test.has_bounds() {
            return value("sprt", "wants elo0 below elo1, both between -1000 and 1000");
        }
        if errors.iter().any(|error| !(0.000_001..0.5).contains(error)) {
            return value("sprt", "wants alpha and beta above 0 and below 0.5");
        }
    }
    Ok(())
}

/// Checks that a game may be longer than its opening, so that the players get to move.
pub fn check_plies(plies: u32, opening: u32, book: &[OpeningLine]) -> Result<(), PlanError> {
    let longest = book.iter().map(|line| line.moves.len()).max().unwrap_or_default();
    let opening = longest.max(opening as usize);
    if plies as usize > opening {
        return Ok(());
    }
    let problem = format!("is {plies}, wanted more than the {opening} moves of an opening");
    Err(PlanError::Value { key: "plies", problem })
}

/// The stages of a planned tournament, for the run with this number.
pub fn tournament_stages(arena: &dyn Arena, plan: &Plan, run: u64) -> Box<dyn StageSource> {
    let seeds = arena.opening_seeds(plan.seed, plan.opening, plan.openings());
    Box::new(Tournament::new(plan.clone(), run, seeds))
}

/// The stages of an evolution, for the run with this number.
pub fn evolution_stages(arena: &dyn Arena, plan: &EvolutionPlan, run: u64) -> Box<dyn StageSource> {
    let seeds = arena.opening_seeds(plan.seed, plan.opening, plan.stages() * plan.openings());
    Box::new(Evolution::new(plan.clone(), run, seeds))
}

/// Options of a match beyond its plan.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchOptions {
    /// Chosen openings, used in turn instead of random moves.
    pub book: Vec<OpeningLine>,
    /// Whether players keep their seats: one game per set.
    pub fixed_seats: bool,
    /// Whether to record the time of every move.
    pub times: bool,
    /// When to stop a match between two players early.
    pub sprt: Option<Sprt>,
    /// The time that everybody has for a game, and what a move adds.
    pub clock: Option<TimeControl>,
}

/// The stages of a match between these players, seated in this order in the first game.
pub fn match_stages(
    arena: &dyn Arena,
    players: &[String],
    plan: &MatchPlan,
    options: &MatchOptions,
) -> Result<Box<dyn StageSource>, PlayerError> {
    let (found, wanted) = (players.len(), arena.seats());
    if found != wanted {
        return Err(PlayerError::Count { found, game: arena.spec().to_owned(), wanted });
    }
    players.iter().try_for_each(|player| arena.check(player))?;
    let mut jobs = plan.jobs(arena.spec(), players);
    for (number, job) in jobs.iter_mut().enumerate() {
        job.line = options.book.get(number % options.book.len().max(1)).cloned();
        job.times = options.times;
        job.clock = options.clock;
        if options.fixed_seats {
            job.games = 1;
        }
    }
    Ok(match options.sprt {
        Some(test) => Box::new(Tested::new(jobs, test)),
        None => Box::new(FixedJobs(jobs)),
    })
}

/// Plays a match to its end on this many threads and stores nothing.
pub fn play_match(
    arena: Arc<dyn Arena>,
    players: &[String],
    plan: &MatchPlan,
    threads: usize,
) -> Result<Vec<SetResult>, PlayerError> {
    let stages = match_stages(&*arena, players, plan, &MatchOptions::default())?;
    let play = Arc::new(move |job: &Job, stop: &StopFlag| arena.play(job, stop));
    Ok(RunHandle::start(stages, Box::new(Discard), play, threads).wait().1)
}

/// Starts or resumes a planned tournament in the background on this many threads.
pub fn start_tournament(
    arena: Arc<dyn Arena>,
    plan: &Plan,
    run: u64,
    sink: Box<dyn ResultSink>,
    threads: usize,
) -> RunHandle {
    let stages = tournament_stages(&*arena, plan, run);
    let play = Arc::new(move |job: &Job, stop: &StopFlag| arena.play(job, stop));
    RunHandle::start(stages, sink, play, threads)
}

/// Starts or resumes an evolution in the background on this many threads.
pub fn start_evolution(
    arena: Arc<dyn Arena>,
    plan: &EvolutionPlan,
    run: u64,
    sink: Box<dyn ResultSink>,
    threads: usize,
) -> RunHandle {
    let stages = evolution_stages(&*arena, plan, run);
    let play = Arc::new(move |job: &Job, stop: &StopFlag| arena.play(job, stop));
    RunHandle::start(stages, sink, play, threads)
}

/// A game of a run as a record, with `players` by entrant. A record's result follows from its
/// moves, so an end for any other reason is stored in separate tags.
pub fn game_record(game: &str, players: &dyn Fn(usize) -> String, result: &GameResult) -> Record {
    let mut tags = Vec::new();
    if result.result.is_none() {
        let points: Vec<String> = result.points.iter().map(f64::to_string).collect();
        tags.push(("Points".to_owned(), points.join(" ")));
        tags.push(("Termination".to_owned(), result.reason.clone()));
    }
    tags.extend(result.note.clone().map(|note| ("Note".to_owned(), note)));
    tags.push(("Opening".to_owned(), result.opening.to_string()));
    Record {
        game: game.to_owned(),
        seed: result.seed,
        position: result.position.clone(),
        seats: result.seats.iter().map(|&entrant| players(entrant)).collect(),
        tags,
        moves: result.moves.clone(),
        result: result.result.clone(),
        reason: result.result.is_some().then(|| result.reason.clone()),
    }
}
