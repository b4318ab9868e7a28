//! Imports record files of earlier versions.
//!
//! Terminal games used to be files `games/*.record` in the data folder. Each becomes a game of the
//! store, once: the game and the note that its file was imported are one transaction, so an
//! interrupted import resumes without duplicates. The files stay unchanged.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use ninefold_core::Record;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::games::{free_id, insert, new_birth, read, update};
use crate::{KeptGame, Store, StoreError, now};

/// The folder of record files, in the data folder, and their extension.
const FOLDER: &str = "games";
const EXTENSION: &str = "record";

/// The largest record that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// A record file.
struct Found {
    path: PathBuf,
    /// When it was written, in milliseconds since 1970.
    written: i64,
}

impl Store {
    /// Imports the record files of the data folder that are new and returns their number.
    ///
    /// `playable` returns the family of a playable record, and the record in its stored form; other
    /// files are skipped. A file that was changed after its import updates its game, or becomes
    /// another one if the game was continued in the meantime.
    pub fn take_over(
        &self,
        playable: impl Fn(Record) -> Option<(&'static str, Record)>,
    ) -> Result<usize, StoreError> {
        let mut taken = 0;
        for found in files(&self.file().with_file_name(FOLDER)) {
            let Some(name) = found.path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let Ok(text) = text(&found.path) else { continue };
            if self.with(|connection| taken_text(connection, name))?.is_some_and(|old| old == text)
            {
                continue;
            }
            let read = |text: &str| Record::parse(text).ok().and_then(&playable);
            let Some((family, record)) = read(&text) else { continue };
            let mut game = KeptGame { birth: new_birth(), ..KeptGame::new(family, record) };
            let stem = found.path.file_stem().and_then(|stem| stem.to_str());
            game.id = stem.unwrap_or_default().to_owned();
            let file = Taken { name, text: &text, written: found.written };
            let is_new = self.with(|connection| file.keep(connection, game, &read))?;
            taken += usize::from(is_new);
        }
        Ok(taken)
    }
}

/// The record files of a folder, oldest first.
fn files(folder: &Path) -> Vec<Found> {
    let found = |entry: fs::DirEntry| {
        let path = entry.path();
        let is_record = path.extension().is_some_and(|extension| extension == EXTENSION);
        let written = entry.metadata().ok()?.modified().ok()?;
        let since = written.duration_since(UNIX_EPOCH).unwrap_or_default();
        is_record.then_some(Found { path, written: since.as_millis() as i64 })
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<Found> = entries.filter_map(found).collect();
    files.sort_by(|a, b| (a.written, &a.path).cmp(&(b.written, &b.path)));
    files
}

fn text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// The text of a file when it was imported.
fn taken_text(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    let mut query = connection.prepare_cached("SELECT text FROM taken_over WHERE file = ?1")?;
    query.query_row([name], |row| row.get(0)).optional()
}

/// A file to import.
struct Taken<'a> {
    name: &'a str,
    text: &'a str,
    /// When it was written.
    written: i64,
}

impl Taken<'_> {
    /// Stores the game of the file and notes that the file is imported, both or neither; false if
    /// another process was faster. `read` makes a record of the file's previous text.
    fn keep(
        &self,
        connection: &mut Connection,
        mut game: KeptGame,
        read: &dyn Fn(&str) -> Option<(&'static str, Record)>,
    ) -> rusqlite::Result<bool> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let before = transaction
            .query_row("SELECT text, game FROM taken_over WHERE file = ?1", [self.name], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })
            .optional()?;
        let is_first = before.is_none();
        let same = match before {
            Some((old, _)) if old == self.text => return Ok(false),
            Some((old, id)) => {
                let kept = game_of(&transaction, &id)?;
                kept.filter(|kept| read(&old).is_some_and(|(_, record)| record == kept.record))
            }
            None => None,
        };
        if let Some(mut kept) = same {
            // The game was not continued here.
            kept.go_on(game.record);
            update(&transaction, &kept, self.written)?;
            game = kept;
        } else {
            let named = is_first && is_plain(&game.id);
            if !named || !insert(&transaction, &game, self.written)? {
                game.id = free_id(&transaction, &game.record)?;
                insert(&transaction, &game, self.written)?;
            }
        }
        transaction.execute(
            "INSERT INTO taken_over (file, text, game, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (file)
             DO UPDATE SET text = excluded.text, game = excluded.game, at = excluded.at",
            params![self.name, self.text, game.id, now()],
        )?;
        transaction.commit()?;
        Ok(true)
    }
}

fn game_of(connection: &Connection, id: &str) -> rusqlite::Result<Option<KeptGame>> {
    connection.query_row("SELECT * FROM game WHERE id = ?1", [id], read).optional()
}

/// Whether a file's name can serve as the name of a game, in addresses and on a command line.
fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    (1..=100).contains(&name.len()) && name.chars().all(plain) && !name.starts_with('-')
}
