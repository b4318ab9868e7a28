//! The games of the data folder, which the page shows too.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ninefold_core::Record;
use ninefold_session::{Games, playable};
use ninefold_store::{GameFilter, KeptGame, Store, StoreError, take_names, take_notes};

use crate::saves::{data_folder, shown};

/// The store of a data folder, not opened yet.
#[derive(Clone)]
pub(crate) struct KeptGames {
    data: PathBuf,
}

/// A stored game being played.
pub(crate) struct StoredGame {
    store: Store,
    pub(crate) kept: KeptGame,
}

/// The number of games read from the store at once.
const PAGE: u32 = 50;

impl KeptGames {
    /// The games in a data folder: the one given, that of the environment or the platform's.
    pub(crate) fn new(data: Option<&Path>) -> Result<KeptGames> {
        Ok(KeptGames { data: data_folder(data)? })
    }

    /// The data folder, which also contains tables.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Opens the store, importing the record files of earlier versions.
    pub(crate) fn open(&self, games: &Games) -> Result<Store> {
        let store = Store::open(&self.data)?;
        store.take_over(|record| playable(games, record).ok())?;
        Ok(store)
    }

    /// Opens the store if anything was ever stored in the folder.
    fn open_old(&self, games: &Games) -> Result<Option<Store>> {
        let is_there = Store::is_in(&self.data) || self.data.join("games").is_dir();
        is_there.then(|| self.open(games)).transpose()
    }

    /// The game of this name.
    pub(crate) fn game(&self, games: &Games, name: &str) -> Result<Option<StoredGame>> {
        let Some(store) = self.open_old(games)? else { return Ok(None) };
        match store.game(name) {
            Ok(kept) => Ok(Some(StoredGame { store, kept })),
            Err(StoreError::Unknown { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The most recently played unfinished game that `open` can continue.
    pub(crate) fn last_unfinished<T>(
        &self,
        games: &Games,
        open: impl Fn(&KeptGame) -> Option<T>,
    ) -> Result<(StoredGame, T)> {
        let nothing = || anyhow!("no unfinished game is kept in {}", shown(&self.data));
        let store = self.open_old(games)?.ok_or_else(nothing)?;
        let mut filter = GameFilter { over: Some(false), limit: PAGE, ..GameFilter::default() };
        loop {
            let page = store.games(&filter)?;
            let last = page.last().ok_or_else(nothing)?;
            (filter.before, filter.after) = (Some(last.updated), Some(last.id.clone()));
            let goes_on = page.into_iter().filter(|kept| !kept.record.moves.is_empty());
            let found = goes_on.filter_map(|kept| Some((open(&kept)?, kept))).next();
            if let Some((opened, kept)) = found {
                return Ok((StoredGame { store, kept }, opened));
            }
        }
    }

    /// Stores the game of a record that may be from somebody else.
    pub(crate) fn import(&self, games: &Games, record: Record) -> Result<StoredGame> {
        self.keep(games, record, true)
    }

    /// Stores a new game, with the names and notes in its record.
    pub(crate) fn keep_new(&self, games: &Games, record: Record) -> Result<StoredGame> {
        self.keep(games, record, false)
    }

    fn keep(&self, games: &Games, record: Record, imported: bool) -> Result<StoredGame> {
        let (family, mut record) = playable(games, record)?;
        let names = take_names(&mut record);
        let notes = take_notes(&mut record, |record, moves| {
            let line = Record { moves, result: None, reason: None, ..record.clone() };
            Some(games.replay(&line, None).ok()?.record(&[]).moves)
        });
        let store = self.open(games)?;
        let mut kept = KeptGame::new(family, record);
        if names.iter().any(Option::is_some) {
            kept.set_names(&names);
        }
        if imported {
            kept.extra["imported"] = true.into();
        }
        store.keep_new_game(&mut kept)?;
        if !notes.is_empty() {
            store.change_notes(&kept.id, |kept| *kept = notes)?;
        }
        Ok(StoredGame { store, kept })
    }
}

impl StoredGame {
    /// The game as a record, with its players' names and notes.
    pub(crate) fn annotated_record(&self) -> Result<Record, StoreError> {
        self.store.annotated_record(&self.kept)
    }

    /// Stores the current state of the game, unless another process has changed it in the meantime.
    pub(crate) fn keep(&mut self, record: Record) -> Result<(), StoreError> {
        let mut next = self.kept.clone();
        next.go_on(record);
        self.store.keep_game(&mut next)?;
        self.kept = next;
        Ok(())
    }

    /// Reads the game after a change by another process.
    pub(crate) fn read_again(&mut self) -> Result<(), StoreError> {
        self.kept = self.store.game(&self.kept.id)?;
        Ok(())
    }
}
