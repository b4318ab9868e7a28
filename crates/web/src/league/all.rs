//! The leagues in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use ninefold_store::Leader;

use super::{Entrant, LeagueHandle, LeagueState};

/// The leagues in memory.
#[derive(Default)]
pub(crate) struct Leagues {
    open: Mutex<HashMap<String, Arc<LeagueHandle>>>,
    /// The number of finished rated games of closed leagues, for lists, so that those need not be
    /// opened.
    closed: Mutex<HashMap<String, usize>>,
    /// The proof that this server leads them.
    pub(super) leader: Mutex<Option<Leader>>,
}

impl Leagues {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<LeagueHandle>>> {
        self.open.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    pub(super) fn closed(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.closed.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The league of a name, if it is in memory.
    pub(super) fn in_memory(&self, id: &str) -> Option<Arc<LeagueHandle>> {
        self.lock().get(id).cloned()
    }

    /// Drops a closed league that only its own task holds; true if it did.
    pub(super) fn let_go(&self, league: &Arc<LeagueHandle>) -> bool {
        let mut leagues = self.lock();
        // This map and the task: while the map is locked, no other thread can get at it.
        let is_alone = Arc::strong_count(league) == 2;
        is_alone && leagues.remove(&league.id).is_some()
    }

    /// Whether a participant, or a bot it owns, plays a game that counts.
    pub(crate) fn is_playing(&self, participant: &str) -> bool {
        let all: Vec<_> = self.lock().values().cloned().collect();
        all.iter().any(|league| {
            let live = league.lock();
            let counted = live.playing.iter().filter(|game| !game.meta.challenge);
            let mut seated = counted.flat_map(|game| &game.meta.entrants);
            seated
                .any(|&number| live.entrants.get(number).is_some_and(|one| one.is_of(participant)))
        })
    }

    /// Whether a participant, or a bot it owns, plays in an active league.
    pub(crate) fn takes_part(&self, participant: &str) -> bool {
        let all: Vec<_> = self.lock().values().cloned().collect();
        all.iter().any(|league| {
            let live = league.lock();
            let is_own = |one: &Entrant| one.is_in() && one.is_of(participant);
            live.state() == LeagueState::Running && live.entrants.iter().any(is_own)
        })
    }

    /// The leagues in memory that a bot plays in, with its number in each.
    pub(super) fn of_bot(&self, bot: &str) -> Vec<(Arc<LeagueHandle>, usize)> {
        let all: Vec<_> = self.lock().values().cloned().collect();
        let number = |league: &Arc<LeagueHandle>| {
            let live = league.lock();
            let is_it = |one: &&Entrant| one.kept.participant.as_deref() == Some(bot);
            live.entrants.iter().find(is_it).map(|entrant| entrant.kept.number)
        };
        all.into_iter()
            .filter_map(|league| number(&league).map(|number| (league, number)))
            .collect()
    }
}
