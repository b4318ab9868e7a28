//! Comments, marks and variations stored with a game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::{Phrase, Record, quote};
use ninefold_store::{LONGEST_COMMENT, MARKS, MOST_NOTES, Note};
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::app::App;
use crate::input::Body;
use crate::problem::Problem;
use crate::refusals::{LONG_COMMENT, MANY_NOTES, NOTE_MARKS};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/games/{id}/notes", get(list).post(change))
}

#[derive(Serialize)]
struct Notes {
    notes: Vec<Note>,
}

async fn list(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Notes>, Problem> {
    blocking(&app, move |app| {
        app.store.edition(&id)?;
        Ok(Json(Notes { notes: app.store.notes(&id)? }))
    })
    .await
}

/// A change of a line's note; omitted parts stay.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    line: Vec<String>,
    comment: Option<String>,
    mark: Option<String>,
    /// Deletes the line and everything after it.
    #[serde(default)]
    remove: bool,
}

async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(change): Body<Change>,
) -> Result<Json<Notes>, Problem> {
    blocking(&app, move |app| {
        let record = app.current(&id)?.lock().kept.record.clone();
        let line = legal_line(app, &record, change.line.clone())?;
        let comment = change.comment.as_deref().map(cleaned).transpose()?;
        let mark = change.mark.map(known_mark).transpose()?;
        let is_played = record.moves.starts_with(&line);
        let mut too_many = false;
        let notes = app.store.change_notes(&id, |notes| {
            if change.remove {
                return notes.retain(|note| !note.line.starts_with(&line));
            }
            let at = notes.iter().position(|note| note.line == line);
            let mut note = at.map_or_else(Note::default, |at| notes[at].clone());
            note.line = line;
            note.comment = comment.unwrap_or(note.comment);
            note.mark = mark.unwrap_or(note.mark);
            // A played move exists without a note; a variation does not.
            let says_nothing = note.comment.is_empty() && note.mark.is_empty() && is_played;
            match at {
                Some(at) if says_nothing => drop(notes.remove(at)),
                Some(at) => notes[at] = note,
                None if says_nothing => {}
                None if notes.len() >= MOST_NOTES => too_many = true,
                None => notes.push(note),
            }
        })?;
        if too_many {
            return Err(Problem::bad(Phrase::of(MANY_NOTES).with(MOST_NOTES)));
        }
        Ok(Json(Notes { notes }))
    })
    .await
}

/// The moves in the game's notation, if they can be played.
pub(super) fn legal_line(
    app: &App,
    record: &Record,
    line: Vec<String>,
) -> Result<Vec<String>, Problem> {
    let opened = Record { moves: line, ..record.clone() };
    Ok(app.open(&opened)?.record(&[]).moves)
}

fn cleaned(comment: &str) -> Result<String, Problem> {
    let comment = comment.trim();
    match comment.chars().count() > LONGEST_COMMENT {
        true => Err(Problem::bad(Phrase::of(LONG_COMMENT).with(LONGEST_COMMENT))),
        false => Ok(comment.to_owned()),
    }
}

fn known_mark(mark: String) -> Result<String, Problem> {
    match mark.is_empty() || MARKS.contains(&mark.as_str()) {
        true => Ok(mark),
        false => Err(Problem::bad(Phrase::of(NOTE_MARKS).with(MARKS.join(" ")).with(quote(&mark)))),
    }
}
