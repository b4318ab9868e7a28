//! Who plays the games of a run: threads of this machine, or the workers of a cluster.

use std::sync::Arc;

use anyhow::{Result, bail};
use ninefold_arena::{Job, Plan, ResultSink, RunHandle, SetResult, StageSource};
use ninefold_core::StopFlag;
use ninefold_session::{Arena, Games, PlayerSpec, Programs};

use ninefold_store::KeptRun;

use super::cluster::Spread;
use super::progress;
use crate::args::cluster::SpreadArgs;
use crate::interrupt::stop_flag;

/// Who plays.
pub(super) enum RunOn {
    /// So many threads of this machine.
    Here(usize),
    /// The workers of a cluster.
    Cluster(Box<Spread>),
}

/// A run as whoever plays it must know it.
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "only other machines must know it")
)]
pub(super) struct Identity {
    /// A text that no other run of any store has.
    pub(super) text: String,
    /// What a reader calls it.
    pub(super) name: String,
}

impl Identity {
    /// The identity of a run of a store: its plan, its number and the moment it began.
    pub(super) fn of(run: &KeptRun) -> Identity {
        let text = format!("{} {} {} {}", run.kind, run.id, run.created, run.plan);
        Identity { text, name: run.title() }
    }

    /// The identity of a run that is kept nowhere.
    pub(super) fn unique(name: &str) -> Identity {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let nanos = now.map_or(0, |now| now.as_nanos());
        let text = format!("{name} {} {nanos}", std::process::id());
        Identity { text, name: name.to_owned() }
    }
}

impl RunOn {
    /// What the arguments ask for; a cluster is connected to.
    pub(super) fn new(games: &Games, spread: &SpreadArgs, jobs: Option<usize>) -> Result<RunOn> {
        if let Some(address) = &spread.cluster {
            return Ok(RunOn::Cluster(Box::new(Spread::connect(games, address, spread)?)));
        }
        Ok(RunOn::Here(progress::threads(jobs)))
    }

    /// Whether players may be programs: those of this machine are on no other.
    pub(super) fn programs(&self) -> Programs {
        match self {
            RunOn::Here(_) => Programs::Allowed,
            RunOn::Cluster(_) => Programs::Elsewhere,
        }
    }

    /// Refuses what cannot be played there: games ended by exact tables, if other machines may lack those of
    /// this one.
    pub(super) fn check(&self, plan: &Plan) -> Result<()> {
        if plan.adjudicate && !matches!(self, RunOn::Here(_)) {
            bail!("adjudicate needs the tables of one machine; play this run without --cluster");
        }
        self.check_players(&plan.game, plan.entrants.iter().map(|entrant| entrant.player.as_str()))
    }

    /// Refuses programs where they are not run, and those that do not run there.
    pub(super) fn check_players<'a>(
        &self,
        game: &str,
        players: impl Iterator<Item = &'a str>,
    ) -> Result<()> {
        let is_program = |player: &&str| {
            PlayerSpec::parse_with(player, self.programs()).is_ok_and(|spec| spec.is_program())
        };
        match self {
            RunOn::Here(_) => Ok(()),
            RunOn::Cluster(spread) => {
                spread.check_programs(game, &players.filter(is_program).collect::<Vec<_>>())
            }
        }
    }

    /// Starts or resumes a run.
    pub(super) fn start(
        &self,
        identity: &Identity,
        arena: Arc<dyn Arena>,
        stages: Box<dyn StageSource>,
        sink: Box<dyn ResultSink>,
    ) -> Result<RunHandle> {
        // Whoever interrupts a run is heard from its first game on.
        stop_flag();
        let player = arena.clone();
        let play = Arc::new(move |job: &Job, stop: &StopFlag| -> Option<SetResult> {
            player.play(job, stop)
        });
        match self {
            RunOn::Here(threads) => Ok(RunHandle::start(stages, sink, play, *threads)),
            RunOn::Cluster(spread) => {
                let executor = spread.coordinator(identity, arena, play)?;
                Ok(RunHandle::start_with(stages, sink, executor))
            }
        }
    }

    /// Leaves nothing of a run that is kept nowhere where it was played.
    pub(super) fn forget(&self, identity: &Identity) {
        match self {
            RunOn::Here(_) => {}
            RunOn::Cluster(spread) => spread.forget(identity),
        }
    }

    /// What happened since the last look that a reader should know.
    pub(super) fn unread(&self) -> Vec<String> {
        match self {
            RunOn::Here(_) => Vec::new(),
            RunOn::Cluster(spread) => spread.unread(),
        }
    }

    /// What the line of progress says besides.
    pub(super) fn strength(&self) -> String {
        match self {
            RunOn::Here(_) => String::new(),
            RunOn::Cluster(spread) => spread.strength(),
        }
    }

    /// The options with which a run goes on in the same way.
    pub(super) fn options(&self) -> String {
        match self {
            RunOn::Here(_) => String::new(),
            RunOn::Cluster(spread) => spread.options().to_owned(),
        }
    }
}
