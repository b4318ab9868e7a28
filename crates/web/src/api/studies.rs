//! Studies: a named person plays a plan of games against computers.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ninefold_core::{Phrase, Record};
use ninefold_session::wilson;
use ninefold_store::{GameFilter, KeptGame, Study, StudyLine};
use serde::{Deserialize, Serialize};

use super::blocking;
use super::games::{NewGame, begin};
use super::study_sheet::{GAMES_HEADER, game_row, sheet_answer};
use crate::app::{App, fresh_name};
use crate::input::{Body, Params};
use crate::own_result::{OwnResult, person};
use crate::problem::Problem;
use crate::refusals;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/studies", get(list).post(create))
        .route("/api/studies/csv", get(all_csv))
        .route("/api/studies/{id}", get(show).delete(delete))
        .route("/api/studies/{id}/next", post(next))
        .route("/api/studies/{id}/csv", get(csv))
}

/// How many studies there may be, lines a study, games a line, letters a name.
const MOST_STUDIES: usize = 500;
const MOST_LINES: usize = 20;
const MOST_GAMES: u32 = 100;
const LONGEST_NAME: usize = 60;
const ID_LENGTH: usize = 8;

/// What came of some games.
#[derive(Clone, Copy, Default, Serialize)]
struct Tally {
    /// Games of the plan.
    games: u32,
    /// Games that are over.
    played: u32,
    /// Games the person won alone.
    won: u32,
    /// Games the person shared.
    drawn: u32,
    /// Won games as a part of those played.
    probability: Option<f64>,
    /// Its 95 % interval.
    interval: Option<[f64; 2]>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.played += other.played;
        self.won += other.won;
        self.drawn += other.drawn;
    }

    /// The tally with its probability.
    fn with_odds(mut self) -> Tally {
        if self.played > 0 {
            let trials = f64::from(self.played);
            let odds = wilson(f64::from(self.won) / trials, trials);
            self.probability = Some(odds.value);
            self.interval = Some([odds.low, odds.high]);
        }
        self
    }
}

/// A line of a plan and what came of it.
#[derive(Clone, Serialize)]
struct LineView {
    game: String,
    opponent: String,
    /// Whether help is allowed in its games, and counted.
    aids: bool,
    #[serde(flatten)]
    tally: Tally,
}

/// A study and what came of it.
#[derive(Clone, Serialize)]
struct StudyView {
    id: String,
    name: String,
    created: i64,
    lines: Vec<LineView>,
    total: Tally,
    /// The game in progress.
    going: Option<String>,
}

/// The tag that tells to which line of the plan a game belongs.
const LINE: &str = "StudyLine";

pub(super) fn line_of(kept: &KeptGame) -> Option<usize> {
    let (_, line) = kept.record.tags.iter().find(|(name, _)| name == LINE)?;
    line.parse().ok()
}

fn games_of(app: &App, study: &Study) -> Result<Vec<KeptGame>, Problem> {
    let limit = MOST_LINES as u32 * MOST_GAMES;
    let filter = GameFilter { study: Some(study.id.clone()), limit, ..GameFilter::default() };
    Ok(app.store.games(&filter)?)
}

fn view(app: &App, study: Study) -> Result<StudyView, Problem> {
    let kept = games_of(app, &study)?;
    let lines = study.plan.iter().enumerate().map(|(index, line)| {
        let mut tally = Tally { games: line.games, ..Tally::default() };
        for game in kept.iter().filter(|game| line_of(game) == Some(index)) {
            let seat = person(&game.record);
            let Some(own) = seat.and_then(|seat| OwnResult::of(&game.record, seat)) else {
                continue;
            };
            tally.played += 1;
            tally.won += u32::from(own == OwnResult::Won);
            tally.drawn += u32::from(own == OwnResult::Drawn);
        }
        let (game, opponent) = (line.game.clone(), line.opponent.clone());
        LineView { game, opponent, aids: line.aids, tally: tally.with_odds() }
    });
    let lines: Vec<LineView> = lines.collect();
    let mut total = Tally::default();
    lines.iter().for_each(|line| total.add(line.tally));
    let going = kept.iter().find(|game| game.record.result.is_none()).map(|game| game.id.clone());
    let Study { id, name, created, .. } = study;
    Ok(StudyView { id, name, created, lines, total: total.with_odds(), going })
}

/// All studies, and what came of them together.
#[derive(Serialize)]
struct StudyList {
    studies: Vec<StudyView>,
    /// By kind of game and opponent.
    all: Vec<LineView>,
    total: Tally,
}

async fn list(State(app): State<Arc<App>>) -> Result<Json<StudyList>, Problem> {
    blocking(&app, |app| {
        let studies = app.store.studies()?.into_iter().map(|study| view(app, study));
        let studies = studies.collect::<Result<Vec<_>, _>>()?;
        let mut by_kind: BTreeMap<(String, String, bool), Tally> = BTreeMap::new();
        let mut total = Tally::default();
        for line in studies.iter().flat_map(|study| &study.lines) {
            let kind = (line.game.clone(), line.opponent.clone(), line.aids);
            by_kind.entry(kind).or_default().add(line.tally);
            total.add(line.tally);
        }
        let all: Vec<LineView> = by_kind
            .into_iter()
            .map(|((game, opponent, aids), tally)| LineView {
                game,
                opponent,
                aids,
                tally: tally.with_odds(),
            })
            .collect();
        Ok(Json(StudyList { studies, all, total: total.with_odds() }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewStudy {
    name: String,
    plan: Vec<StudyLine>,
}

async fn create(
    State(app): State<Arc<App>>,
    Body(new): Body<NewStudy>,
) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let name = new.name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(Problem::bad(Phrase::of(refusals::STUDY_NAME).with(LONGEST_NAME)));
        }
        if new.plan.is_empty() || new.plan.len() > MOST_LINES {
            return Err(Problem::bad(Phrase::of(refusals::PLAN_LINES).with(MOST_LINES)));
        }
        if app.store.studies()?.len() >= MOST_STUDIES {
            return Err(Problem::busy(Phrase::of(refusals::MANY_STUDIES).with(MOST_STUDIES)));
        }
        for line in &new.plan {
            check(app, line)?;
        }
        let id = fresh_name(ID_LENGTH)?;
        let mut study = Study { id, name: name.to_owned(), created: 0, plan: new.plan };
        app.store.keep_study(&mut study)?;
        Ok((StatusCode::CREATED, Json(view(app, study)?)).into_response())
    })
    .await
}

/// Lets everybody of a line sit down once.
fn check(app: &Arc<App>, line: &StudyLine) -> Result<(), Problem> {
    if !(1..=MOST_GAMES).contains(&line.games) {
        return Err(Problem::bad(
            Phrase::of(refusals::GAMES_OF_LINE).with(line.games).with(MOST_GAMES),
        ));
    }
    let opponent = app.player(&line.opponent)?;
    if opponent.is_human() {
        return Err(Problem::bad(refusals::OPPONENT_IS_COMPUTER));
    }
    let mut session = app.open(&Record { game: line.game.clone(), ..Record::default() })?;
    session.seat(&vec![opponent; session.players()])?;
    Ok(())
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    blocking(&app, move |app| Ok(Json(view(app, app.store.study(&id)?)?).into_response())).await
}

async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(&app, move |app| Ok(app.store.delete_study(&id)?))
        .await
        .map(|()| StatusCode::NO_CONTENT)
}

/// The game in progress, or the next of the plan, in which the person sits one seat further.
async fn next(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    blocking(&app, move |app| {
        let study = app.store.study(&id)?;
        let kept = games_of(app, &study)?;
        if let Some(going) = kept.iter().find(|game| game.record.result.is_none()) {
            let live = app.current(&going.id)?;
            let game = live.lock();
            return Ok(Json(app.shown(&game)).into_response());
        }
        let begun = |line: usize| kept.iter().filter(|game| line_of(game) == Some(line)).count();
        let open = study.plan.iter().enumerate();
        let mut open = open.filter(|(index, line)| begun(*index) < line.games as usize);
        let Some((index, line)) = open.next() else {
            return Err(Problem::conflict(refusals::PLAN_IS_PLAYED));
        };
        let number = begun(index);
        let players = app.games.kind(&line.game)?.players();
        let mut seats = vec![line.opponent.clone(); players];
        let mut names = vec![None; players];
        seats[number % players] = "human".to_owned();
        names[number % players] = Some(study.name.clone());
        let record = Record {
            game: line.game.clone(),
            seed: kept.len() as u64 + 1,
            seats,
            tags: vec![(LINE.to_owned(), index.to_string())],
            ..Record::default()
        };
        let new = NewGame::of_study(study.id, names, line.aids);
        let game = begin(app, record, &new, None)?;
        Ok((StatusCode::CREATED, Json(game)).into_response())
    })
    .await
}

async fn csv(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    params: Params,
) -> Result<Response, Problem> {
    blocking(&app, move |app| sheet_of(app, vec![app.store.study(&id)?], &params)).await
}

async fn all_csv(State(app): State<Arc<App>>, params: Params) -> Result<Response, Problem> {
    blocking(&app, move |app| sheet_of(app, app.store.studies()?, &params)).await
}

/// One line a line of the plans; with `each=game` one line a game.
fn sheet_of(app: &App, studies: Vec<Study>, params: &Params) -> Result<Response, Problem> {
    if params.text("each") == Some("game") {
        let mut text = GAMES_HEADER.to_owned();
        for study in &studies {
            let mut games = games_of(app, study)?;
            games.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
            games.iter().for_each(|game| text += &game_row(study, game));
        }
        return Ok(sheet_answer("games.csv", text));
    }
    let studies = studies.into_iter().map(|study| view(app, study));
    Ok(sheet(&studies.collect::<Result<Vec<_>, _>>()?))
}

/// Studies as lines of comma-separated values.
fn sheet(studies: &[StudyView]) -> Response {
    let mut text = "name,game,opponent,games,played,won,drawn,probability,low,high\n".to_owned();
    for study in studies {
        for line in &study.lines {
            let Tally { games, played, won, drawn, probability, interval } = line.tally;
            let number =
                |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
            let [low, high] = interval.map_or([None, None], |ends| ends.map(Some));
            let (name, game, opponent) =
                (cell(&study.name), cell(&line.game), cell(&line.opponent));
            text += &format!(
                "{name},{game},{opponent},{games},{played},{won},{drawn},{},{},{}\n",
                number(probability),
                number(low),
                number(high)
            );
        }
    }
    sheet_answer("study.csv", text)
}

/// A text as a cell: quoted, and never a formula.
pub(super) fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, text.replace('"', "\"\""))
}
