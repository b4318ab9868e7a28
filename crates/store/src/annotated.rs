//! What a record tells of a game besides its moves: what the players are called, and what somebody noted about it.

use ninefold_core::{Record, readable_name};
use serde_json::Value;

use crate::{KeptGame, Note, Store, StoreError};

/// How many notes a game has at most, and how many letters a comment and a player's name.
pub const MOST_NOTES: usize = 500;
/// How many letters a comment has at most.
pub const LONGEST_COMMENT: usize = 4000;
/// How many letters a player's name has at most.
pub const LONGEST_NAME: usize = 60;

/// The signs that say how good a move is.
pub const MARKS: [&str; 6] = ["!!", "!", "!?", "?!", "?", "??"];

/// The tag of a note in a record.
const NOTE: &str = "Note";

/// The tag of a record that says what whoever sits on this seat is called.
fn name_tag(seat: usize) -> String {
    format!("Name{seat}")
}

/// A record with names and notes as tags, such as `[Name1 "Ada"]` and `[Note1 "d6 f4 | ! | The best square."]`.
///
/// ```
/// use ninefold_core::Record;
/// use ninefold_store::{Note, annotated, take_names, take_notes};
///
/// let note = Note { line: vec!["2,2".into()], comment: "The middle.".into(), mark: "!".into() };
/// let seats = vec!["human".to_owned(), "level:3".to_owned()];
/// let record = Record { game: "tictactoe".into(), seats, ..Record::default() };
/// let mut told = annotated(record.clone(), &[Some("Ada".into()), None], &[note.clone()]);
/// assert_eq!(told.tag("Note1"), Some("2,2 | ! | The middle."));
/// assert_eq!(take_names(&mut told), [Some("Ada".to_owned()), None]);
/// assert_eq!(take_notes(&mut told, |_, line| Some(line)), [note]);
/// assert_eq!(told, record);
/// ```
pub fn annotated(mut record: Record, names: &[Option<String>], notes: &[Note]) -> Record {
    for (seat, name) in (1..).zip(names) {
        record.tags.extend(name.clone().map(|name| (name_tag(seat), name)));
    }
    // A tag that is no note may have such a name as well.
    let free = |record: &Record, name: &String| record.tag(name).is_none();
    let mut tags = (1..).map(|number: u32| format!("{NOTE}{number}"));
    for Note { line, comment, mark } in notes {
        let text = format!("{} | {mark} | {comment}", line.join(" "));
        let tag = tags.find(|tag| free(&record, tag)).unwrap_or_default();
        record.tags.push((tag, text));
    }
    record
}

/// The names that stand in a record's tags, one for each of its seats; it then has none. Too long ones are cut.
pub fn take_names(record: &mut Record) -> Vec<Option<String>> {
    let Record { seats, tags, .. } = record;
    let take = |seat: usize| {
        let at = tags.iter().position(|(name, _)| *name == name_tag(seat))?;
        let name = readable_name(&tags.remove(at).1);
        Some(name.chars().take(LONGEST_NAME).collect())
    };
    (1..=seats.len()).map(take).collect()
}

/// The notes of a record, which then has none; what is not written as one stays a tag. `legal` gives the moves of a line as
/// the game writes them, if they can be played from the beginning of the record.
pub fn take_notes(
    record: &mut Record,
    legal: impl Fn(&Record, Vec<String>) -> Option<Vec<String>>,
) -> Vec<Note> {
    let mut notes = Vec::new();
    let opened = record.clone();
    record.tags.retain(|(name, text)| {
        let number = name.strip_prefix(NOTE).is_some_and(|rest| rest.parse::<u32>().is_ok());
        let note = number.then(|| read(text, |line| legal(&opened, line))).flatten();
        let is_note = note.is_some() && notes.len() < MOST_NOTES;
        notes.extend(note.filter(|_| is_note));
        !is_note
    });
    notes
}

fn read(text: &str, legal: impl Fn(Vec<String>) -> Option<Vec<String>>) -> Option<Note> {
    let mut parts = text.splitn(3, '|').map(str::trim);
    let (line, mark, comment) = (parts.next()?, parts.next()?, parts.next()?);
    let is_known = mark.is_empty() || MARKS.contains(&mark);
    if !is_known || comment.chars().count() > LONGEST_COMMENT {
        return None;
    }
    let line = legal(line.split_whitespace().map(str::to_owned).collect())?;
    Some(Note { line, mark: mark.to_owned(), comment: comment.to_owned() })
}

impl KeptGame {
    /// What the players are called, where they have names.
    pub fn names(&self) -> Vec<Option<String>> {
        let names = self.extra.get("names").and_then(Value::as_array);
        names.into_iter().flatten().map(|name| name.as_str().map(str::to_owned)).collect()
    }

    /// Whether it came as a record, maybe of somebody else, whose programs nobody has agreed to run.
    pub fn is_imported(&self) -> bool {
        self.extra.get("imported") == Some(&Value::Bool(true))
    }

    /// Gives the players names.
    pub fn set_names(&mut self, names: &[Option<String>]) {
        self.extra["names"] = names.into();
    }
}

impl Store {
    /// A game as a record that holds its players' names and the notes on it.
    pub fn annotated_record(&self, game: &KeptGame) -> Result<Record, StoreError> {
        Ok(annotated(game.record.clone(), &game.names(), &self.notes(&game.id)?))
    }
}
