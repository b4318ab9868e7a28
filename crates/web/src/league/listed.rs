//! A league in a list.

use std::sync::Arc;

use ninefold_store::{KeptEntrant, League};
use serde::Serialize;
use serde_json::Value;

use super::{Entrant, EntrantState, LeagueHandle, LeagueState};
use crate::app::App;
use crate::problem::Problem;

/// A league in a list.
#[derive(Serialize)]
pub(crate) struct ListedLeague {
    id: String,
    name: String,
    game: String,
    family: String,
    title: &'static str,
    state: &'static str,
    created: i64,
    /// The number of entrants, and of those available.
    entrants: usize,
    connected: usize,
    /// The number of finished rated games.
    done: usize,
}

impl ListedLeague {
    /// A stored league in a list. A closed one is not opened for it.
    pub(crate) fn of(app: &Arc<App>, kept: &League) -> Result<ListedLeague, Problem> {
        if let Some(league) = app.leagues.in_memory(&kept.id) {
            return Ok(ListedLeague::new(app, &league));
        }
        if LeagueState::named(&kept.state) != Some(LeagueState::Over) {
            return Ok(ListedLeague::new(app, &*app.league(&kept.id)?));
        }
        let known = app.leagues.closed().get(&kept.id).copied();
        let done = match known {
            Some(done) => done,
            None => {
                let done = app.store.count_league_games(&kept.id)? as usize;
                app.leagues.closed().insert(kept.id.clone(), done);
                done
            }
        };
        let game = kept.plan.get("game").and_then(Value::as_str).unwrap_or_default();
        let family = app.games.family(game).map_or("", |family| family.id);
        let entrants = app.store.entrants(&kept.id)?;
        let is_in = |entrant: &&KeptEntrant| {
            let state = EntrantState::named(&entrant.state);
            !matches!(state, None | Some(EntrantState::Removed | EntrantState::Banned))
        };
        let taking_part: Vec<&KeptEntrant> = entrants.iter().filter(is_in).collect();
        // If anybody were watching it, it would be in memory.
        let is_there = |entrant: &&&KeptEntrant| {
            let who = entrant.participant.as_deref();
            entrant.player.is_some() || who.is_some_and(|bot| app.bots.is_connected(bot))
        };
        Ok(ListedLeague {
            id: kept.id.clone(),
            name: kept.name.clone(),
            game: game.to_owned(),
            family: family.to_owned(),
            title: app.title(family),
            state: LeagueState::Over.name(),
            created: kept.created,
            connected: taking_part.iter().filter(is_there).count(),
            entrants: taking_part.len(),
            done,
        })
    }

    /// A league in a list.
    pub(crate) fn new(app: &App, league: &LeagueHandle) -> ListedLeague {
        let inner = league.lock();
        let family = app.games.family(&inner.plan.game).map_or("", |family| family.id);
        let taking_part: Vec<&Entrant> =
            inner.entrants.iter().filter(|entrant| entrant.is_in()).collect();
        ListedLeague {
            id: inner.kept.id.clone(),
            name: inner.kept.name.clone(),
            game: inner.plan.game.clone(),
            family: family.to_owned(),
            title: app.title(family),
            state: inner.state().name(),
            created: inner.kept.created,
            connected: taking_part.iter().filter(|entrant| app.is_there(league, entrant)).count(),
            entrants: taking_part.len(),
            done: inner.finished.iter().filter(|game| game.is_rated()).count(),
        }
    }
}
