//! Leagues: creating, viewing and managing them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_arena::elo;
use ninefold_core::{Phrase, quote};
use ninefold_session::PlayerSpec;
use ninefold_store::League;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::blocking;
use super::events::{Events, event, stream};
use super::invitations::clean_name;
use super::join_code::{JoinCode, fresh_code, join_code};
use super::study_sheet::sheet_answer;
use crate::app::{App, fresh_name, now};
use crate::identity::Caller;
use crate::input::{Body, Params};
use crate::league::plan::{LeaguePlan, LeagueTime, MOST_BY_THEMSELVES};
use crate::league::sheet::Each;
use crate::league::standing::{cross, shares};
use crate::league::views::{LeagueGame, league_game, league_view, tell_changes, tell_outcomes};
use crate::league::{EntrantKind, LeagueHandle, LeagueState, ListedLeague, MOST_LEAGUES};
use crate::problem::Problem;
use crate::refusals;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/leagues", get(list).post(create))
        .route("/api/leagues/{id}", get(show).delete(delete))
        .route("/api/leagues/{id}/events", get(watch))
        .route("/api/leagues/{id}/state", post(set_state))
        .route("/api/leagues/{id}/code", get(code).post(new_code))
        .route("/api/leagues/{id}/games", get(games))
        .route("/api/leagues/{id}/cross", get(cross_table))
        .route("/api/leagues/{id}/csv", get(csv))
        .route("/api/leagues/{id}/baselines", post(add_baseline))
}

/// The length of a league's name in addresses, and of its title.
const ID_LENGTH: usize = 10;
const LONGEST_NAME: usize = 60;
/// The maximum number of computers of the server.
const MOST_BASELINES: usize = 12;
/// The maximum length of a list.
const LONGEST_LIST: usize = 500;
/// The interval of events for listeners, and the number of boards they see.
const BETWEEN_EVENTS: Duration = Duration::from_secs(1);
const MOST_BOARDS: usize = 12;

async fn list(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let joined_by = caller.id().filter(|_| !caller.is_host);
        let kept = app.store.leagues(joined_by)?;
        let leagues = kept.iter().filter_map(|kept| ListedLeague::of(app, kept).ok());
        let leagues: Vec<ListedLeague> = leagues.collect();
        Ok(Json(json!({ "leagues": leagues, "host": caller.is_host })))
    })
    .await
}

/// A computer of the server: its specification, and its name if different.
#[derive(Deserialize)]
#[serde(untagged)]
enum NewBaseline {
    Player(String),
    Named { player: String, name: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewLeague {
    name: String,
    game: String,
    time: Option<LeagueTime>,
    baselines: Option<Vec<NewBaseline>>,
    opening: Option<u32>,
    at_once: Option<usize>,
    games: Option<u32>,
    seed: Option<u64>,
}

/// The default time control.
const USUAL_TIME: LeagueTime = LeagueTime::Move(1000);
const USUAL_OPENING: u32 = 2;
const USUAL_AT_ONCE: usize = 4;
const USUAL_BASELINES: [&str; 3] = ["random", "level:2", "level:4"];

async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewLeague>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let name = new.name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(Problem::bad(Phrase::of(refusals::LEAGUE_NAME).with(LONGEST_NAME)));
        }
        if app.store.leagues(None)?.len() >= MOST_LEAGUES {
            return Err(Problem::busy(Phrase::of(refusals::MANY_LEAGUES).with(MOST_LEAGUES)));
        }
        let kind = app.games.kind(&new.game)?;
        let usual = || USUAL_BASELINES.map(|player| NewBaseline::Player(player.to_owned())).into();
        let baselines = new.baselines.unwrap_or_else(usual);
        if baselines.is_empty() || baselines.len() > MOST_BASELINES {
            return Err(Problem::bad(Phrase::of(refusals::BASELINES).with(MOST_BASELINES)));
        }
        let plan = LeaguePlan {
            game: kind.spec().to_owned(),
            seats: kind.players(),
            time: new.time.unwrap_or(USUAL_TIME),
            opening: new.opening.unwrap_or(USUAL_OPENING),
            at_once: new.at_once.unwrap_or(USUAL_AT_ONCE),
            games: new.games,
            seed: new.seed.unwrap_or(now() as u64),
            // The middle one is close to most players.
            anchor: baselines.len() / 2,
        };
        plan.check()?;
        let baselines: Vec<(String, String)> = baselines
            .iter()
            .map(|baseline| checked_baseline(app, &plan, baseline))
            .collect::<Result<_, _>>()?;
        let mut kept = League {
            id: fresh_name(ID_LENGTH)?,
            name: name.to_owned(),
            code: fresh_code(app)?,
            state: LeagueState::Running.name().to_owned(),
            plan: serde_json::to_value(&plan).unwrap_or_default(),
            created: 0,
        };
        app.store.keep_league(&mut kept)?;
        let league = app.league(&kept.id)?;
        for (player, name) in &baselines {
            if let Err(problem) = league.add_baseline(&app.store, player, name) {
                app.delete_league(&kept.id)?;
                return Err(problem);
            }
        }
        let view = league_view(app, &league, &caller, 0);
        Ok((StatusCode::CREATED, Json(view)).into_response())
    })
    .await
}

/// The player and name of a computer that can play there.
fn checked_baseline(
    app: &App,
    plan: &LeaguePlan,
    baseline: &NewBaseline,
) -> Result<(String, String), Problem> {
    let (player, name) = match baseline {
        NewBaseline::Player(player) => (player, player),
        NewBaseline::Named { player, name } => (player, name),
    };
    let spec: PlayerSpec = app.player(player)?;
    if spec.is_human() {
        return Err(Problem::bad(refusals::BASELINE_IS_COMPUTER));
    }
    let kind = app.games.kind(&plan.game)?;
    app.arena(&*kind).check(&spec.to_string())?;
    Ok((spec.to_string(), clean_name(name)?))
}

async fn add_baseline(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(baseline): Body<NewBaseline>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let (plan, count) = {
            let inner = league.lock();
            let is_baseline = |kind: EntrantKind| kind == EntrantKind::Baseline;
            let baselines =
                inner.entrants.iter().filter(|one| is_baseline(one.kind) && one.is_in());
            (inner.plan.clone(), baselines.count())
        };
        if count >= MOST_BASELINES {
            return Err(Problem::bad(Phrase::of(refusals::BASELINES).with(MOST_BASELINES)));
        }
        let (player, name) = checked_baseline(app, &plan, &baseline)?;
        league.add_baseline(&app.store, &player, &name)?;
        Ok((StatusCode::CREATED, Json(league_view(app, &league, &caller, 0))).into_response())
    })
    .await
}

fn boards(params: &Params) -> Result<usize, Problem> {
    Ok(params.number::<usize>("boards")?.unwrap_or(0).min(MOST_BOARDS))
}

async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    params: Params,
) -> Result<Response, Problem> {
    let boards = boards(&params)?;
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        Ok(Json(league_view(app, &league, &caller, boards)).into_response())
    })
    .await
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| app.delete_league(&id)).await.map(|()| StatusCode::NO_CONTENT)
}

/// Marks a caller as looking at a league while this lives.
struct Looks {
    league: Arc<LeagueHandle>,
    who: Option<String>,
}

impl Looks {
    fn new(league: &Arc<LeagueHandle>, caller: &Caller) -> Looks {
        let who = caller.id().map(str::to_owned);
        if league.presence.enter(who.clone()) {
            league.tell();
        }
        Looks { league: Arc::clone(league), who }
    }
}

impl Drop for Looks {
    fn drop(&mut self) {
        if self.league.presence.leave(&self.who) {
            self.league.tell();
        }
    }
}

/// A league, now and about every second while something changes, until it is deleted.
async fn watch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    params: Params,
) -> Result<Events, Problem> {
    let boards = boards(&params)?;
    let league = blocking(&app, move |app| app.league(&id)).await?;
    let looks = Looks::new(&league, &caller);
    let mut changes = league.listen();
    changes.mark_changed();
    let shared = Arc::clone(&app);
    stream(&app, visitor, &caller.clone(), move |sink| async move {
        let _looks = looks;
        loop {
            // With boards, every move is news, which the league itself does not register.
            let changed = match boards {
                0 => changes.changed().await,
                _ => {
                    let hears = tokio::time::timeout(BETWEEN_EVENTS, changes.changed());
                    hears.await.unwrap_or(Ok(()))
                }
            };
            if changed.is_err() {
                break;
            }
            let (seen, caller) = (Arc::clone(&league), caller.clone());
            let told = blocking(&shared, move |app| {
                let is_gone = seen.lock().is_gone;
                let may = caller.is_host
                    || match caller.id() {
                        Some(who) => app.store.membership(&seen.id, who)? == Some(true),
                        None => false,
                    };
                match is_gone || !may {
                    true => Ok((event("gone", &json!({ "id": seen.id })), true)),
                    false => {
                        Ok((event("league", &league_view(app, &seen, &caller, boards)), false))
                    }
                }
            });
            let Ok((told, is_gone)) = told.await else { break };
            if sink.send(told).await.is_err() || is_gone {
                break;
            }
            tokio::time::sleep(BETWEEN_EVENTS).await;
        }
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewState {
    state: String,
    /// A new end, or none.
    #[serde(default, deserialize_with = "given")]
    games: Option<Option<u32>>,
}

/// A member that may be `null`, as opposed to missing.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<u32>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Resumes, pauses, freezes or ends a league.
async fn set_state(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(new): Body<NewState>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let wrong = || Problem::bad(Phrase::of(refusals::LEAGUE_STATE).with(quote(&new.state)));
        let state = LeagueState::named(&new.state).ok_or_else(wrong)?;
        let league = app.league(&id)?;
        {
            let mut inner = league.lock();
            if state == LeagueState::Running {
                inner.expect_room(MOST_BY_THEMSELVES)?;
            }
            let mut plan = inner.plan.clone();
            plan.games = new.games.unwrap_or(plan.games);
            plan.check()?;
            let mut kept = inner.kept.clone();
            state.name().clone_into(&mut kept.state);
            kept.plan = serde_json::to_value(&plan).unwrap_or_default();
            app.store.keep_league(&mut kept)?;
            (inner.kept, inner.plan) = (kept, plan);
        }
        league.tell();
        Ok(Json(league_view(app, &league, &caller, 0)).into_response())
    })
    .await
}

async fn code(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<JoinCode>, Problem> {
    blocking(&app, move |app| {
        let code = app.league(&id)?.lock().kept.code.clone();
        Ok(Json(join_code(app, &headers, &code)))
    })
    .await
}

/// Sets a new code: the previous one becomes invalid.
async fn new_code(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<JoinCode>, Problem> {
    blocking(&app, move |app| {
        let code = fresh_code(app)?;
        app.league(&id)?.change(&app.store, |kept| {
            kept.code.clone_from(&code);
            Ok(())
        })?;
        Ok(Json(join_code(app, &headers, &code)))
    })
    .await
}

#[derive(Serialize)]
struct LeagueGames {
    games: Vec<LeagueGame>,
    /// The total number.
    all: usize,
}

/// Games of a league, latest first; with `entrant=` those of one entrant.
async fn games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    params: Params,
) -> Result<Json<LeagueGames>, Problem> {
    let entrant = params.number::<usize>("entrant")?;
    let offset = params.number::<usize>("offset")?.unwrap_or_default();
    let limit = params.number::<usize>("limit")?.unwrap_or(50).clamp(1, LONGEST_LIST);
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let inner = league.lock();
        let fits = |game: &&crate::league::game::FinishedGame| {
            entrant.is_none_or(|number| game.seat_of(number).is_some())
        };
        let all = inner.finished.iter().filter(fits).count();
        let page = inner.finished.iter().rev().filter(fits).skip(offset).take(limit);
        let mut games: Vec<LeagueGame> =
            page.map(|game| league_game(&inner, game, &caller)).collect();
        if let Some(number) = entrant {
            tell_changes(&inner, number, &mut games);
        }
        drop(inner);
        tell_outcomes(app, &mut games);
        Ok(Json(LeagueGames { games, all }))
    })
    .await
}

/// The points of all players against each other.
async fn cross_table(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let inner = league.lock();
        let taking_part = inner.taking_part();
        let table = cross(&inner.finished, inner.entrants.len());
        let shares = shares(&inner.finished);
        let rows: Vec<Value> = taking_part
            .iter()
            .map(|&one| {
                let cells = taking_part.iter().map(|&other| match table[one][other] {
                    (_, 0) => Value::Null,
                    (points, games) => {
                        let mut cell = json!({ "points": points, "games": games });
                        if let Some(share) = shares.get(&(one, other)) {
                            let rating = [share.value, share.low, share.high].map(elo);
                            cell["share"] = json!([share.value, share.low, share.high]);
                            cell["rating"] = json!(rating);
                        }
                        cell
                    }
                });
                let name = &inner.entrants[one].kept.name;
                json!({ "number": one, "name": name, "against": cells.collect::<Vec<_>>() })
            })
            .collect();
        Ok(Json(json!({ "rows": rows })))
    })
    .await
}

/// The standings; with `each=` one line a game, a pair, a point of a curve or a meeting of a cup.
async fn csv(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    params: Params,
) -> Result<Response, Problem> {
    let given = params.text("each");
    let wrong = || Phrase::of(refusals::EACH_WHAT).with(quote(given.unwrap_or_default()));
    let each = Each::named(given).ok_or_else(|| Problem::bad(wrong()))?;
    blocking(&app, move |app| {
        let league = app.league(&id)?;
        let (name, text) = each.sheet(&league.lock(), &caller);
        Ok(sheet_answer(name, text))
    })
    .await
}
