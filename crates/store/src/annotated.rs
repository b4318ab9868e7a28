//! The information in a record besides the moves: the players' names, and notes on the game.

use ninefold_core::{Record, readable_name};
use serde_json::Value;

use crate::{KeptGame, Note, Store, StoreError};

/// The maximum number of notes per game.
pub const MOST_NOTES: usize = 500;
/// The maximum length of a comment in characters.
pub const LONGEST_COMMENT: usize = 4000;
/// The maximum length of a player's name in characters.
pub const LONGEST_NAME: usize = 60;

/// The signs that rate a move.
pub const MARKS: [&str; 6] = ["!!", "!", "!?", "?!", "?", "??"];

/// The tag of a note in a record.
const NOTE: &str = "Note";

/// The record tag for the name of the player on this seat.
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
    // Another tag, which is not a note, may have such a name as well.
    let free = |record: &Record, name: &String| record.tag(name).is_none();
    let mut tags = (1..).map(|number: u32| format!("{NOTE}{number}"));
    for Note { line, comment, mark } in notes {
        let text = format!("{} | {mark} | {comment}", line.join(" "));
        let tag = tags.find(|tag| free(&record, tag)).unwrap_or_default();
        record.tags.push((tag, text));
    }
    record
}

/// Removes the names from a record's tags and returns one for each of its seats. Names that are too
/// long are cut.
pub fn take_names(record: &mut Record) -> Vec<Option<String>> {
    let Record { seats, tags, .. } = record;
    let take = |seat: usize| {
        let at = tags.iter().position(|(name, _)| *name == name_tag(seat))?;
        let name = readable_name(&tags.remove(at).1);
        Some(name.chars().take(LONGEST_NAME).collect())
    };
    (1..=seats.len()).map(take).collect()
}

/// Removes the notes from a record and returns them; what is not written as a note stays a tag.
/// `legal` gives the moves of a line in the game's notation, if they can be played from the
/// beginning of the record.
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
    /// The names of the players, where given.
    pub fn names(&self) -> Vec<Option<String>> {
        let names = self.extra.get("names").and_then(Value::as_array);
        names.into_iter().flatten().map(|name| name.as_str().map(str::to_owned)).collect()
    }

    /// Whether the game was imported as a record, perhaps by somebody else, so that nobody has
    /// agreed to run its programs.
    pub fn is_imported(&self) -> bool {
        self.extra.get("imported") == Some(&Value::Bool(true))
    }

    /// Names the players.
    pub fn set_names(&mut self, names: &[Option<String>]) {
        self.extra["names"] = names.into();
    }
}

impl Store {
    /// A game as a record that includes the players' names and the notes.
    pub fn annotated_record(&self, game: &KeptGame) -> Result<Record, StoreError> {
        Ok(annotated(game.record.clone(), &game.names(), &self.notes(&game.id)?))
    }
}
