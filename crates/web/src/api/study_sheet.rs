//! Studies and their games as CSV.

use std::time::SystemTime;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use ninefold_store::{KeptGame, Study};

use super::study_view::{StudyView, Tally, games_of, line_of};
use crate::app::App;
use crate::calendar::log_time;
use crate::identity::Caller;
use crate::input::Params;
use crate::live::GameMeta;
use crate::own_result::{OwnResult, person};
use crate::problem::Problem;

/// The names of the columns. Times are in seconds: `seconds` is the person's total, `times` has one
/// value per move, 0 if it was not recorded.
const GAMES_HEADER: &str = "name,game,opponent,seat,begun,ended,result,reason,plies,seconds,moves,times,aids,\
                                       hints,values,analyses,undone\n";

/// A game as a line.
fn game_row(study: &Study, kept: &KeptGame) -> String {
    let extra: GameMeta = serde_json::from_value(kept.extra.clone()).unwrap_or_default();
    let line = line_of(kept).and_then(|line| study.plan.get(line));
    let seat = person(&kept.record);
    let result = seat.and_then(|seat| OwnResult::of(&kept.record, seat));
    let seconds = |time: f64| format!("{:.1}", time / 1000.0);
    let times: Vec<String> = extra.times.iter().map(|&(_, time)| seconds(time.into())).collect();
    let is_own = |player: u8| seat.is_some_and(|seat| usize::from(player) == seat + 1);
    let own = extra.times.iter().filter(|(player, _)| is_own(*player));
    let own = seconds(own.map(|&(_, time)| f64::from(time)).sum());
    let ended = match result {
        Some(_) => time_of(kept.updated),
        None => String::new(),
    };
    let used = extra.aids;
    let cells = [
        cell(&study.name),
        cell(line.map_or(kept.record.game.as_str(), |line| line.game.as_str())),
        cell(line.map_or("", |line| line.opponent.as_str())),
        seat.map_or(String::new(), |seat| (seat + 1).to_string()),
        time_of(kept.created),
        ended,
        result.map_or("", OwnResult::name).to_owned(),
        cell(kept.record.reason.as_deref().unwrap_or_default()),
        kept.record.moves.len().to_string(),
        own,
        cell(&kept.record.moves.join(" ")),
        cell(&times.join(" ")),
        if extra.aids_allowed { "allowed" } else { "off" }.to_owned(),
        used.hints.to_string(),
        used.values.to_string(),
        used.analyses.to_string(),
        used.undone.to_string(),
    ];
    cells.join(",") + "\n"
}

/// A time in milliseconds since 1970 as text, such as `2026-11-17T12:34:56.789Z`.
pub(crate) fn time_of(milliseconds: i64) -> String {
    let since = std::time::Duration::from_millis(u64::try_from(milliseconds).unwrap_or_default());
    log_time(SystemTime::UNIX_EPOCH + since)
}

/// A CSV file for download.
pub(super) fn sheet_answer(name: &str, text: String) -> Response {
    let saved = format!("attachment; filename=\"{name}\"");
    let about = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, saved),
    ];
    (about, text).into_response()
}

/// One line per line of the plans; with `each=game` one line per game.
pub(super) fn sheet_of(
    app: &App,
    studies: Vec<Study>,
    params: &Params,
    caller: &Caller,
) -> Result<Response, Problem> {
    if params.text("each") == Some("game") {
        let mut text = GAMES_HEADER.to_owned();
        for study in &studies {
            let mut games = games_of(app, study)?;
            games.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
            games.iter().for_each(|game| text += &game_row(study, game));
        }
        return Ok(sheet_answer("games.csv", text));
    }
    let studies = studies.into_iter().map(|study| StudyView::of(app, study, caller));
    Ok(sheet(&studies.collect::<Result<Vec<_>, _>>()?))
}

/// Studies as CSV.
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
pub(crate) fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, text.replace('"', "\"\""))
}
