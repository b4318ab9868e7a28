//! Changes to a game: each is checked by the rules, stored, and only then announced.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ninefold_core::{Phrase, Record};
use ninefold_session::{MOST_MOVES, PlayerSpec, Session, SessionError};
use ninefold_store::{KeptGame, StoreError};

use crate::app::App;
use crate::clock::{clock_behind, clock_now};
use crate::identity::Caller;
use crate::listed::Listed;
use crate::live::{GameHandle, GameMeta, GameView, LiveGame};
use crate::log::{LogLevel, log};
use crate::problem::Problem;
use crate::refusals::{
    LONG_GAME, LOST_ON_TIME, MOVED_ON, NO_MOVE_TAKEN_BACK, NO_MOVE_TO_TAKE_BACK, OVER,
};
use crate::sharing::{SeatOwner, SharingView};

/// A pending change of a game.
pub(crate) struct Draft {
    /// The moves.
    pub(crate) moves: Vec<String>,
    /// Moves that can be played again.
    pub(crate) undone: Vec<String>,
    /// The page's data.
    pub(crate) extra: GameMeta,
    /// The players.
    pub(crate) seats: Vec<String>,
    /// The index of the player who resigns, and the reason in the record.
    pub(crate) gives_up: Option<(usize, &'static str)>,
    /// Whether both players agree on a draw.
    pub(crate) is_agreed_draw: bool,
}

impl Draft {
    /// Charges the player whose clock runs in this game.
    pub(crate) fn charge(&mut self, game: &LiveGame) {
        if let Some(clock) = &mut self.extra.clock {
            clock.charge(game.timed_seat(), clock_now());
        }
    }

    /// Goes back to before the last move of a seat.
    pub(crate) fn take_back(&mut self, game: &mut LiveGame, seat: usize) -> Result<(), Problem> {
        while let Some(last) = self.moves.pop() {
            game.session.undo();
            self.undone.insert(0, last);
            if game.session.status().to_move == seat + 1 {
                self.extra.sharing.drop_offers();
                return Ok(());
            }
        }
        Err(Problem::conflict(NO_MOVE_TO_TAKE_BACK))
    }

    /// A player leaves the game. The other of two players wins; with more, a computer plays on with
    /// what was left, so that the other players' game does not change.
    pub(crate) fn leave(&mut self, game: &LiveGame, seat: usize, how: &'static str) {
        match game.seats.len() {
            2 => self.gives_up = Some((seat, how)),
            _ => self.stand_in(game, seat, how),
        }
    }

    /// A computer plays on for a player who left.
    pub(crate) fn stand_in(&mut self, game: &LiveGame, seat: usize, how: &'static str) {
        if let Some(player) = self.seats.get_mut(seat) {
            *player = STAND_IN.to_owned();
        }
        let sharing = &mut self.extra.sharing;
        sharing.give(seat, game.seats.len(), SeatOwner::Local);
        sharing.drop_offers();
        if !sharing.left.contains(&seat) {
            sharing.left.push(seat);
            sharing.left_by.push((seat, how.to_owned()));
        }
    }

    /// Opens the seat of a player who left for another.
    pub(crate) fn open(&mut self, game: &LiveGame, seat: usize) {
        let sharing = &mut self.extra.sharing;
        sharing.give(seat, game.seats.len(), SeatOwner::Open);
        sharing.drop_offers();
        if let Some(name) = self.extra.names.get_mut(seat) {
            *name = None;
        }
    }

    /// Whether the player whose clock ran has lost on time, which then replaces the change.
    fn is_out_of_time(&mut self, game: &LiveGame) -> bool {
        let (Some(clock), Some(seat)) = (&self.extra.clock, game.timed_seat()) else {
            return false;
        };
        let is_out = clock.left[seat] < 0;
        if is_out {
            self.leave(game, seat, Record::OUT_OF_TIME);
        }
        is_out
    }
}

/// The computer that plays on for a player who left.
const STAND_IN: &str = "level:3";

/// Moves a session from the end of one sequence of moves to the end of another: back to where they
/// diverge and on from there.
fn walk(session: &mut dyn Session, have: &[String], want: &[String]) -> Result<(), Problem> {
    let common = have.iter().zip(want).take_while(|(have, want)| have == want).count();
    while session.ply() > common {
        session.undo();
    }
    for (index, text) in want.iter().enumerate().skip(session.ply()) {
        let numbered = |problem| SessionError::Move { number: index + 1, problem };
        session.play(text).map_err(numbered)?;
    }
    Ok(())
}

impl App {
    /// Changes a game: the action edits a draft, the rules check it, the store saves it; the caller
    /// announces it. An action that also moves the session leaves it at the end of the draft.
    pub(crate) fn change(
        &self,
        live: &GameHandle,
        version: Option<u64>,
        action: impl FnOnce(&mut LiveGame, &mut Draft) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut game = live.lock();
        game.expect(version)?;
        if game.kept.league.is_some() {
            self.expect_leader()?;
        }
        let mut draft = Draft {
            moves: game.kept.record.moves.clone(),
            undone: game.kept.undone.clone(),
            extra: game.extra.clone(),
            seats: game.kept.record.seats.clone(),
            gives_up: None,
            is_agreed_draw: false,
        };
        let kept = self.draft(&mut game, &mut draft, action).and_then(|mut kept| {
            let begun = Instant::now();
            let written = self.store.keep_game(&mut kept);
            self.metrics.store.add(begun.elapsed());
            self.watch_store(&written);
            match written {
                Ok(()) => Ok(kept),
                Err(StoreError::Changed { .. }) => {
                    // Another process has changed the same game first: its state counts.
                    self.read_again(live, &mut game)?;
                    Err(Problem::conflict(MOVED_ON))
                }
                Err(error) => Err(error.into()),
            }
        });
        match kept {
            Ok(kept) => {
                game.stop_thinking();
                game.replace(kept, draft.extra);
                Ok(())
            }
            Err(problem) => {
                // The change failed: the session goes back to the stored state.
                let (have, want) =
                    (std::mem::take(&mut draft.moves), game.kept.record.moves.clone());
                if game.session.ply() != want.len() {
                    walk(&mut *game.session, &have, &want)?;
                }
                Err(problem)
            }
        }
    }

    /// Tracks whether changes can be stored, for monitoring, and logs when that changes.
    pub(crate) fn watch_store(&self, written: &Result<(), StoreError>) {
        if matches!(written, Err(StoreError::Changed { .. } | StoreError::Unknown { .. })) {
            return;
        }
        let was_wrong = self.keeps_nothing.swap(written.is_err(), Ordering::Relaxed);
        match written {
            Err(problem) if !was_wrong => {
                log(LogLevel::Error, "not_kept", &[("problem", problem)]);
            }
            Ok(()) if was_wrong => log(LogLevel::Info, "kept_again", &[]),
            _ => {}
        }
    }

    /// Changes the notes of a game without changing its version and times.
    pub(crate) fn note(
        &self,
        live: &GameHandle,
        change: impl FnOnce(&LiveGame, &mut GameMeta) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut game = live.lock();
        if game.kept.league.is_some() {
            self.expect_leader()?;
        }
        let mut extra = game.extra.clone();
        change(&game, &mut extra)?;
        let kept = serde_json::to_value(&extra).unwrap_or_default();
        if !self.store.note_game(&game.kept, &kept)? {
            self.read_again(live, &mut game)?;
            return Err(Problem::conflict(MOVED_ON));
        }
        game.extra = extra;
        game.kept.extra = kept;
        drop(game);
        live.tell();
        Ok(())
    }

    /// Loads what another process, such as a terminal, has changed in a game.
    pub(crate) fn refresh(&self, live: &GameHandle) -> Result<(), Problem> {
        match self.store.edition(&live.id) {
            Ok(edition) => {
                let mut game = live.lock();
                let known = game.kept.edition();
                // A change written here in the meantime is newer than the query's result.
                match edition.birth != known.birth || edition.version > known.version {
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
        let kept = match self.store.game(&live.id) {
            Ok(kept) => kept,
            Err(error) => {
                if let StoreError::Unknown { .. } = error {
                    self.let_go(live, game);
                }
                return Err(error.into());
            }
        };
        let session = self.open(&kept.record)?;
        game.stop_thinking();
        *game = LiveGame::new(kept, session);
        live.tell();
        Ok(())
    }

    /// The new stored form of a draft, and the session at its end.
    fn draft(
        &self,
        game: &mut LiveGame,
        draft: &mut Draft,
        action: impl FnOnce(&mut LiveGame, &mut Draft) -> Result<(), Problem>,
    ) -> Result<KeptGame, Problem> {
        action(game, draft)?;
        if draft.moves.len() > MOST_MOVES && draft.moves.len() > game.kept.record.moves.len() {
            return Err(Problem::conflict(Phrase::of(LONG_GAME).with(MOST_MOVES)));
        }
        let players = draft.seats.iter().map(|seat| self.player(seat));
        let players = players.collect::<Result<Vec<PlayerSpec>, _>>()?;
        if game.session.ply() != draft.moves.len() {
            walk(&mut *game.session, &game.kept.record.moves, &draft.moves)?;
        }
        let mut record = game.session.record(&players);
        record.tags = game.kept.record.tags.clone();
        if record.result.is_none() && draft.moves == game.kept.record.moves {
            // A game that ended otherwise than by its moves stays ended while none is taken back.
            record.result.clone_from(&game.kept.record.result);
            record.reason.clone_from(&game.kept.record.reason);
        }
        if let (Some((loser, how)), false) = (draft.gives_up, game.session.status().over) {
            record.result = Some((0..2).map(|seat| if seat == loser { -1 } else { 1 }).collect());
            record.reason = Some(how.to_owned());
        }
        if draft.is_agreed_draw && !game.session.status().over {
            record.result = Some(vec![0, 0]);
            record.reason = Some(Record::AGREED.to_owned());
        }
        draft.extra.listed = Some(Listed::new(game.kept.version + 1, &*game.session));
        if let Some(clock) = &mut draft.extra.clock {
            clock.behind = clock_behind();
        }
        let extra = serde_json::to_value(&draft.extra).unwrap_or_default();
        Ok(KeptGame { record, undone: draft.undone.clone(), extra, ..game.kept.clone() })
    }

    /// A game without remote participants, as shown on the page.
    pub(crate) fn shown(&self, game: &LiveGame) -> GameView {
        game.view(self.title(&game.kept.family), None)
    }

    /// A game as seen by this caller.
    pub(crate) fn shown_to(&self, caller: &Caller, live: &GameHandle) -> GameView {
        let game = live.lock();
        let sharing = SharingView::of(&game, &live.presence, caller);
        game.view(self.title(&game.kept.family), sharing)
    }

    /// The display name of a family's games.
    pub(crate) fn title(&self, family: &str) -> &'static str {
        self.catalogue.games.iter().find(|game| game.id == family).map_or("", |game| game.title)
    }

    /// Plays a move of the player to move, if `may` permits it. It is called while the game is
    /// locked: a caller who sends two moves at once must not play the second for another player.
    pub(crate) fn play(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        text: &str,
        version: Option<u64>,
        may: impl FnOnce(&LiveGame) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.change(live, version, |game, draft| {
            may(game)?;
            if game.is_over() {
                return Err(Problem::conflict(OVER));
            }
            // A player who moves is back; a computer was never away.
            if game.is_held && game.computer_on_turn().is_none() {
                game.release();
                draft.extra.clock = game.extra.clock.clone();
            }
            draft.charge(game);
            if draft.is_out_of_time(game) {
                return Ok(());
            }
            if let (Some(clock), Some(seat)) = (&mut draft.extra.clock, game.timed_seat()) {
                clock.reward(seat);
            }
            let text = game.session.legal(text)?;
            if draft.undone.first() == Some(&text) {
                draft.undone.remove(0);
            } else {
                draft.undone.clear();
            }
            // Playing on declines all offers.
            draft.extra.sharing.drop_offers();
            draft.moves.push(text);
            if game.kept.study.is_some() || game.kept.league.is_some() {
                // Moves from before times were recorded have none.
                let player = game.session.status().to_move as u8;
                draft.extra.times.resize(draft.moves.len() - 1, (0, 0));
                draft.extra.times.push((player, game.since_change()));
            }
            Ok(())
        })?;
        self.go_on(live);
        Ok(())
    }

    /// Takes back one move between people, and a full turn against computers.
    pub(crate) fn undo(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        version: Option<u64>,
        caller: &Caller,
    ) -> Result<(), Problem> {
        self.change(live, version, |game, draft| {
            game.expect_alone(caller)?;
            game.refuse_if_strict()?;
            draft.extra.aids.undone += u32::from(game.kept.study.is_some());
            if game.kept.record.reason.as_deref() == Some(Record::OUT_OF_TIME) {
                return Err(Problem::conflict(LOST_ON_TIME));
            }
            draft.charge(game);
            if draft.is_out_of_time(game) {
                return Ok(());
            }
            let is_without_people = game.is_without_people();
            loop {
                let Some(last) = draft.moves.pop() else {
                    return Err(Problem::conflict(NO_MOVE_TO_TAKE_BACK));
                };
                game.session.undo();
                draft.undone.insert(0, last);
                let on_turn = game.session.status().to_move;
                if is_without_people || game.seats[on_turn - 1].is_human() {
                    return Ok(());
                }
            }
        })?;
        self.go_on(live);
        Ok(())
    }

    /// Replays moves that were taken back.
    pub(crate) fn redo(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        version: Option<u64>,
        caller: &Caller,
    ) -> Result<(), Problem> {
        self.change(live, version, |game, draft| {
            game.expect_alone(caller)?;
            game.refuse_if_strict()?;
            if draft.undone.is_empty() {
                return Err(Problem::conflict(NO_MOVE_TAKEN_BACK));
            }
            draft.charge(game);
            loop {
                let next = draft.undone.remove(0);
                game.session.play(&next)?;
                draft.moves.push(next);
                let status = game.session.status();
                let goes_on = !draft.undone.is_empty() && !status.over;
                let waits = game.is_without_people()
                    || status.over
                    || game.seats[status.to_move - 1].is_human();
                if waits || !goes_on {
                    return Ok(());
                }
            }
        })?;
        self.go_on(live);
        Ok(())
    }
}
