//! Changes to a game: each is checked by the rules, kept, and only then told.

use std::sync::Arc;

use ninefold_core::Record;
use ninefold_session::{PlayerSpec, Session};
use ninefold_store::{KeptGame, StoreError};

use crate::app::{App, now};
use crate::live::{GameHandle, GameMeta, GameView, LiveGame};
use crate::problem::Problem;
use crate::refusals::{MOVED_ON, NO_MOVE_TAKEN_BACK, NO_MOVE_TO_TAKE_BACK, OVER};

/// A game about to be changed.
pub(crate) struct Draft {
    /// The moves.
    pub(crate) moves: Vec<String>,
    /// Moves that can be played again.
    pub(crate) undone: Vec<String>,
    /// What the page keeps.
    pub(crate) extra: GameMeta,
    /// The players.
    pub(crate) seats: Vec<String>,
    /// The index of whoever gives up, and the reason in the record.
    pub(crate) gives_up: Option<(usize, &'static str)>,
}

impl Draft {
    /// Takes off the time of the player whose clock runs in this game.
    pub(crate) fn charge(&mut self, game: &LiveGame) {
        if let Some(clock) = &mut self.extra.clock {
            clock.charge(game.timed_seat(), now());
        }
    }
}

impl App {
    /// Changes a game: the action edits a draft, the rules check it, the store keeps it.
    pub(crate) fn change(
        &self,
        live: &GameHandle,
        version: Option<u64>,
        action: impl FnOnce(&LiveGame, &mut Draft) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut game = live.lock();
        game.expect(version)?;
        let mut draft = Draft {
            moves: game.kept.record.moves.clone(),
            undone: game.kept.undone.clone(),
            extra: game.extra.clone(),
            seats: game.kept.record.seats.clone(),
            gives_up: None,
        };
        action(&game, &mut draft)?;
        let players = draft.seats.iter().map(|seat| self.player(seat));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let (mut kept, session) = self.checked(&game.kept, &draft, &players)?;
        match self.store.keep_game(&mut kept) {
            Ok(()) => {}
            Err(StoreError::Changed { .. }) => {
                // Another process has the same game open and was quicker: its word counts.
                self.read_again(live, &mut game)?;
                return Err(Problem::conflict(MOVED_ON));
            }
            Err(error) => return Err(error.into()),
        }
        game.stop_thinking();
        game.replace(kept, session, draft.extra);
        live.tell();
        Ok(())
    }

    /// Takes over what another process, such as a terminal, has made of a game.
    pub(crate) fn refresh(&self, live: &GameHandle) -> Result<(), Problem> {
        match self.store.game_version(&live.id) {
            Ok(version) => {
                let mut game = live.lock();
                match version > game.kept.version {
                    true => self.read_again(live, &mut game),
                    false => Ok(()),
                }
            }
            Err(error) => {
                if let StoreError::Unknown { .. } = error {
                    self.forget(&live.id);
                }
                Err(error.into())
            }
        }
    }

    fn read_again(&self, live: &GameHandle, game: &mut LiveGame) -> Result<(), Problem> {
        let kept = self.store.game(&live.id)?;
        let session = self.open(&kept.record)?;
        game.stop_thinking();
        *game = LiveGame::new(kept, session);
        live.tell();
        Ok(())
    }

    /// What is to be kept of a draft, and the session at its end.
    fn checked(
        &self,
        kept: &KeptGame,
        draft: &Draft,
        players: &[PlayerSpec],
    ) -> Result<(KeptGame, Box<dyn Session>), Problem> {
        let record = Record {
            moves: draft.moves.clone(),
            seats: draft.seats.clone(),
            result: None,
            reason: None,
            ..kept.record.clone()
        };
        let session = self.open(&record)?;
        let mut ended = session.record(players);
        ended.tags = kept.record.tags.clone();
        if let (Some((loser, how)), false) = (draft.gives_up, session.status().over) {
            ended.result = Some((0..2).map(|seat| if seat == loser { -1 } else { 1 }).collect());
            ended.reason = Some(how.to_owned());
        }
        let extra = serde_json::to_value(&draft.extra).unwrap_or_default();
        let kept = KeptGame { record: ended, undone: draft.undone.clone(), extra, ..kept.clone() };
        Ok((kept, session))
    }

    /// The game as the page shows it.
    pub(crate) fn shown(&self, game: &LiveGame) -> GameView {
        game.view(self.title(&game.kept.family))
    }

    /// What a reader calls the games of a family.
    pub(crate) fn title(&self, family: &str) -> &'static str {
        self.catalogue.games.iter().find(|game| game.id == family).map_or("", |game| game.title)
    }

    /// Plays a move of whoever is on turn.
    pub(crate) fn play(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        text: &str,
        version: Option<u64>,
    ) -> Result<(), Problem> {
        self.change(live, version, |game, draft| {
            if game.is_over() {
                return Err(Problem::conflict(OVER));
            }
            draft.charge(game);
            if let (Some(clock), Some(seat)) = (&mut draft.extra.clock, game.timed_seat()) {
                if clock.left[seat] < 0 {
                    draft.gives_up = Some((seat, Record::OUT_OF_TIME));
                    return Ok(());
                }
                clock.reward(seat);
            }
            let text = game.session.legal(text)?;
            if draft.undone.first() == Some(&text) {
                draft.undone.remove(0);
            } else {
                draft.undone.clear();
            }
            draft.moves.push(text);
            Ok(())
        })?;
        self.wake(live);
        Ok(())
    }

    /// Takes back a move between people, a turn of everybody against computers.
    pub(crate) fn undo(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        version: Option<u64>,
    ) -> Result<(), Problem> {
        self.change(live, version, |game, draft| {
            draft.charge(game);
            let mut session = self.open(&game.kept.record)?;
            let is_human = |number: usize| game.seats[number - 1].is_human();
            loop {
                let Some(last) = draft.moves.pop() else {
                    return Err(Problem::conflict(NO_MOVE_TO_TAKE_BACK));
                };
                session.undo();
                draft.undone.insert(0, last);
                if game.is_without_people() || is_human(session.status().to_move) {
                    return Ok(());
                }
            }
        })?;
        self.wake(live);
        Ok(())
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        version: Option<u64>,
    ) -> Result<(), Problem> {
        self.change(live, version, |game, draft| {
            if draft.undone.is_empty() {
                return Err(Problem::conflict(NO_MOVE_TAKEN_BACK));
            }
            draft.charge(game);
            let mut session = self.open(&game.kept.record)?;
            loop {
                let next = draft.undone.remove(0);
                session.play(&next)?;
                draft.moves.push(next);
                let status = session.status();
                let goes_on = !draft.undone.is_empty() && !status.over;
                let waits = game.is_without_people()
                    || status.over
                    || game.seats[status.to_move - 1].is_human();
                if waits || !goes_on {
                    return Ok(());
                }
            }
        })?;
        self.wake(live);
        Ok(())
    }
}
