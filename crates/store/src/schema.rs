//! The tables of the file, as a series of layout steps.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::files;

/// The steps from an empty file to the latest layout. A released step never changes; new ones are
/// added after it.
const STEPS: &[&str] = &[
    "
    CREATE TABLE game (
        id       TEXT PRIMARY KEY,
        version  INTEGER NOT NULL,
        created  INTEGER NOT NULL,
        updated  INTEGER NOT NULL,
        family   TEXT NOT NULL,
        over     INTEGER NOT NULL,
        plies    INTEGER NOT NULL,
        record   TEXT NOT NULL,
        undone   TEXT NOT NULL,
        extra    TEXT NOT NULL,
        parent   TEXT,
        parent_ply INTEGER,
        study    TEXT
    ) STRICT;
    CREATE INDEX game_by_update ON game (updated DESC);
    CREATE INDEX game_by_study ON game (study) WHERE study IS NOT NULL;
    CREATE TABLE study (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL,
        created  INTEGER NOT NULL,
        plan     TEXT NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE run (
        id       INTEGER PRIMARY KEY AUTOINCREMENT,
        kind     TEXT NOT NULL,
        name     TEXT NOT NULL,
        plan     TEXT NOT NULL,
        created  INTEGER NOT NULL,
        updated  INTEGER NOT NULL,
        chunks   INTEGER,
        reason   TEXT,
        UNIQUE (kind, plan)
    ) STRICT;
    CREATE TABLE bout (
        run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        chunk    INTEGER NOT NULL,
        rotation INTEGER NOT NULL,
        body     TEXT NOT NULL,
        PRIMARY KEY (run, chunk, rotation)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE bout RENAME TO run_game;
    ALTER TABLE run_game RENAME COLUMN chunk TO set_number;
    ALTER TABLE run RENAME COLUMN chunks TO sets;
",
    // Record files of earlier versions that became games, with their text at that time.
    "
    CREATE TABLE taken_over (
        file     TEXT PRIMARY KEY,
        text     TEXT NOT NULL,
        game     TEXT NOT NULL,
        at       INTEGER NOT NULL
    ) STRICT;
",
    // Earlier versions derived names from plans; now a run has a name only if a user chose one.
    "
    UPDATE run SET name = '' WHERE CASE
        WHEN kind = 'evolution' THEN instr(name, 'evolution of ') = 1
        WHEN kind = 'tournament' AND json_valid(plan)
            THEN instr(name, json_extract(plan, '$.game') || ' between ') = 1
        ELSE 0
    END;
",
    // Index of positions by number; recomputed from the games whenever they change.
    "
    CREATE TABLE placed_game (
        number   INTEGER PRIMARY KEY,
        game     TEXT NOT NULL UNIQUE REFERENCES game (id) ON DELETE CASCADE,
        version  INTEGER NOT NULL,
        form     INTEGER NOT NULL,
        result   TEXT
    ) STRICT;
    CREATE TABLE place (
        position INTEGER NOT NULL,
        played   TEXT NOT NULL,
        number   INTEGER NOT NULL REFERENCES placed_game (number) ON DELETE CASCADE,
        PRIMARY KEY (position, played, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX place_by_number ON place (number);
",
    // Notes on games.
    "
    CREATE TABLE note (
        game     TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
        body     TEXT NOT NULL
    ) STRICT;
",
    // Remote participants, identified by the hash of a secret, and what is shared with them.
    "
    CREATE TABLE participant (
        id       TEXT PRIMARY KEY,
        kind     TEXT NOT NULL,
        name     TEXT NOT NULL,
        secret   TEXT NOT NULL UNIQUE,
        created  INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE invitation (
        code     TEXT PRIMARY KEY,
        game     TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        watch    INTEGER NOT NULL,
        created  INTEGER NOT NULL,
        UNIQUE (game, watch)
    ) STRICT;
    CREATE TABLE shown_to (
        game        TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        participant TEXT NOT NULL REFERENCES participant (id) ON DELETE CASCADE,
        PRIMARY KEY (participant, game)
    ) STRICT;
",
    // Leagues: entrants, members and settings. Their games are ordinary games.
    "
    ALTER TABLE participant ADD COLUMN owner TEXT REFERENCES participant (id) ON DELETE SET NULL;
    ALTER TABLE game ADD COLUMN league TEXT;
    CREATE INDEX game_by_league ON game (league, over) WHERE league IS NOT NULL;
    CREATE TABLE league (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL,
        code     TEXT NOT NULL UNIQUE,
        state    TEXT NOT NULL,
        plan     TEXT NOT NULL,
        created  INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE league_entrant (
        league      TEXT NOT NULL REFERENCES league (id) ON DELETE CASCADE,
        number      INTEGER NOT NULL,
        participant TEXT REFERENCES participant (id) ON DELETE SET NULL,
        player      TEXT,
        name        TEXT NOT NULL,
        state       TEXT NOT NULL,
        joined      INTEGER NOT NULL,
        versions    TEXT NOT NULL,
        PRIMARY KEY (league, number)
    ) STRICT;
    CREATE TABLE league_member (
        league      TEXT NOT NULL REFERENCES league (id) ON DELETE CASCADE,
        participant TEXT NOT NULL REFERENCES participant (id) ON DELETE CASCADE,
        barred      INTEGER NOT NULL,
        PRIMARY KEY (participant, league)
    ) STRICT;
    CREATE TABLE league_cup (
        league   TEXT NOT NULL REFERENCES league (id) ON DELETE CASCADE,
        number   INTEGER NOT NULL,
        plan     TEXT NOT NULL,
        ended    INTEGER,
        PRIMARY KEY (league, number)
    ) STRICT;
",
    // Classes: a plan of games for many students, each on a separate device; the games of one
    // student form a study.
    "
    CREATE TABLE class (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL,
        code     TEXT UNIQUE,
        created  INTEGER NOT NULL,
        plan     TEXT NOT NULL
    ) STRICT;
    ALTER TABLE study ADD COLUMN class TEXT REFERENCES class (id) ON DELETE CASCADE;
    ALTER TABLE study ADD COLUMN participant TEXT REFERENCES participant (id) ON DELETE SET NULL;
    CREATE INDEX study_by_class ON study (class) WHERE class IS NOT NULL;
    CREATE UNIQUE INDEX study_by_participant ON study (participant, class) WHERE participant IS NOT NULL;
",
    // What distinguishes a game from others that have or had its name, and the last number used for
    // each kind of game.
    "
    ALTER TABLE game ADD COLUMN birth INTEGER;
    CREATE TABLE game_name (
        kind     TEXT PRIMARY KEY,
        last     INTEGER NOT NULL
    ) STRICT;
",
];

/// The latest layout.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// Copies a file of an earlier layout before it is changed, if there is no copy yet.
pub(crate) fn keep_copy(connection: &Connection, file: &Path) -> rusqlite::Result<()> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let copy = file.with_extension(format!("sqlite.layout-{found}"));
    if !(1..VERSION).contains(&found) || copy.exists() {
        return Ok(());
    }
    // If killed in between, this leaves a name that cannot be mistaken for the copy.
    let unfinished = file.with_extension(format!("sqlite.layout-{found}-{}", std::process::id()));
    let _ = fs::remove_file(&unfinished);
    files::make_private(&unfinished);
    connection.execute("VACUUM INTO ?1", [unfinished.to_string_lossy()])?;
    // Another process may have been faster, with the same content.
    let _ = fs::rename(&unfinished, &copy);
    Ok(())
}

/// Applies the missing steps, all or none, and returns the layout.
pub(crate) fn bring_up_to_date(connection: &mut Connection) -> rusqlite::Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = layout(&transaction)?;
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or_default()) {
        transaction.execute_batch(step)?;
    }
    if found < VERSION {
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(found.max(VERSION))
}

fn layout(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    transaction.pragma_query_value(None, "user_version", |row| row.get(0))
}
