//! Where the games of a run are played: in threads on this machine, or by the workers of a cluster.

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

/// Where to play.
pub(super) enum RunOn {
    /// In this many threads on this machine.
    Here(usize),
    /// By the workers of a cluster.
    Cluster(Box<Spread>),
}

/// The identity of a run, for those who play it.
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "only other machines must know it")
)]
pub(super) struct Identity {
    /// A text unique among the runs of all stores.
    pub(super) text: String,
    /// Its display name.
    pub(super) name: String,
}

impl Identity {
    /// The identity of a stored run: its plan, its number and its start time.
    pub(super) fn of(run: &KeptRun) -> Identity {
        let text = format!("{} {} {} {}", run.kind, run.id, run.created, run.plan);
        Identity { text, name: run.title() }
    }

    /// The identity of a run that is not stored.
    pub(super) fn unique(name: &str) -> Identity {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let nanos = now.map_or(0, |now| now.as_nanos());
        let text = format!("{name} {} {nanos}", std::process::id());
        Identity { text, name: name.to_owned() }
    }
}

impl RunOn {
    /// Follows the arguments; connects to a cluster if requested.
    pub(super) fn new(games: &Games, spread: &SpreadArgs, jobs: Option<usize>) -> Result<RunOn> {
        if let Some(address) = &spread.cluster {
            return Ok(RunOn::Cluster(Box::new(Spread::connect(games, address, spread)?)));
        }
        Ok(RunOn::Here(progress::threads(jobs)))
    }

    /// Whether players may be programs: those of this machine do not exist on others.
    pub(super) fn programs(&self) -> Programs {
        match self {
            RunOn::Here(_) => Programs::Allowed,
            RunOn::Cluster(_) => Programs::Elsewhere,
        }
    }

    /// Rejects what cannot be played there: games ended by exact tables, if other machines may lack
    /// this one's.
    pub(super) fn check(&self, plan: &Plan) -> Result<()> {
        if plan.adjudicate && !matches!(self, RunOn::Here(_)) {
            bail!("adjudicate needs the tables of one machine; play this run without --cluster");
        }
        self.check_players(&plan.game, plan.entrants.iter().map(|entrant| entrant.player.as_str()))
    }

    /// Rejects programs where they are not run, and those that fail to run there.
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
        // Interrupts are handled from the first game on.
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

    /// Removes the traces of a run that is not stored.
    pub(super) fn forget(&self, identity: &Identity) {
        match self {
            RunOn::Here(_) => {}
            RunOn::Cluster(spread) => spread.forget(identity),
        }
    }

    /// New messages for the user since the last call.
    pub(super) fn unread(&self) -> Vec<String> {
        match self {
            RunOn::Here(_) => Vec::new(),
            RunOn::Cluster(spread) => spread.unread(),
        }
    }

    /// The addition to the progress line.
    pub(super) fn strength(&self) -> String {
        match self {
            RunOn::Here(_) => String::new(),
            RunOn::Cluster(spread) => spread.strength(),
        }
    }

    /// The options that continue a run in the same way.
    pub(super) fn options(&self) -> String {
        match self {
            RunOn::Here(_) => String::new(),
            RunOn::Cluster(spread) => spread.options().to_owned(),
        }
    }
}
