//! Comments, marks and other moves that are kept with a game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use ninefold_core::{Phrase, Record, quote};
use ninefold_store::Note;
use serde::{Deserialize, Serialize};

use super::blocking;
use crate::app::App;
use crate::input::Body;
use crate::problem::Problem;
use crate::refusals::{LONG_COMMENT, MANY_NOTES, NOTE_MARKS};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/games/{id}/notes", get(list).post(change))
}

/// How many notes a game has at most, and how many letters a comment.
const MOST_NOTES: usize = 500;
const LONGEST_COMMENT: usize = 4000;

/// The signs that say how good a move is.
const MARKS: [&str; 6] = ["!!", "!", "!?", "?!", "?", "??"];

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

/// What is noted about a line from now on; what is left out stays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    line: Vec<String>,
    comment: Option<String>,
    mark: Option<String>,
    /// Forgets the line and all that follows it.
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
        let line = legal_line(app, &record, &change.line)?;
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
            // A move that was played needs no note to be there; another one does.
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

/// The moves as the game writes them, if they can be played.
fn legal_line(app: &App, record: &Record, line: &[String]) -> Result<Vec<String>, Problem> {
    let opened = Record { moves: line.to_vec(), ..record.clone() };
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

/// The tag of a note in a record.
const TAG: &str = "Note";

/// A record with notes, each a tag such as `[Note1 "d6 f4 | ! | The best square."]`.
pub(super) fn with_notes(mut record: Record, notes: &[Note]) -> Record {
    // A tag that is no note may have such a name as well.
    let free = |record: &Record, name: &String| record.tag(name).is_none();
    let mut names = (1..).map(|number: u32| format!("{TAG}{number}"));
    for Note { line, comment, mark } in notes {
        let text = format!("{} | {mark} | {comment}", line.join(" "));
        let name = names.find(|name| free(&record, name)).unwrap_or_default();
        record.tags.push((name, text));
    }
    record
}

/// The notes of a record, which then has none; what is not written as one stays a tag.
pub(super) fn taken_from(app: &App, record: &mut Record) -> Vec<Note> {
    let mut notes = Vec::new();
    let opened = record.clone();
    record.tags.retain(|(name, text)| {
        let number = name.strip_prefix(TAG).is_some_and(|rest| rest.parse::<u32>().is_ok());
        let note = number.then(|| read(app, &opened, text)).flatten();
        let is_note = note.is_some() && notes.len() < MOST_NOTES;
        notes.extend(note.filter(|_| is_note));
        !is_note
    });
    notes
}

fn read(app: &App, record: &Record, text: &str) -> Option<Note> {
    let mut parts = text.splitn(3, '|').map(str::trim);
    let (line, mark, comment) = (parts.next()?, parts.next()?, parts.next()?);
    let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let line = legal_line(app, record, &line).ok()?;
    Some(Note { line, mark: known_mark(mark.to_owned()).ok()?, comment: cleaned(comment).ok()? })
}
