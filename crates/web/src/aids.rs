//! Help in games that count: rejected by default, counted where the teacher allows it.

use ninefold_session::Session;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::input::Params;
use crate::live::LiveGame;
use crate::position_query::PositionQuery;
use crate::problem::Problem;
use crate::refusals::{AFTER_THE_GAME, COUNTED, COUNTED_GOES_ON, COUNTED_POSITION};

/// A kind of help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aid {
    /// A move to play.
    Hint,
    /// The values of moves.
    Values,
    /// Lines, trees, reviews.
    Analysis,
}

/// How often help was used in a game that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct AidsUsed {
    /// Positions with a hint.
    pub(crate) hints: u32,
    /// Positions with move values.
    pub(crate) values: u32,
    /// Analysed positions.
    pub(crate) analyses: u32,
    /// Moves taken back or played again.
    pub(crate) undone: u32,
    /// The game's version when each kind was last used: asking twice about one position counts
    /// once.
    seen: [u64; 3],
}

impl AidsUsed {
    /// Whether no help was used.
    pub(crate) fn is_none(&self) -> bool {
        *self == AidsUsed::default()
    }

    /// Counts help at a version of the game; false if it was counted before.
    fn count(&mut self, aid: Aid, version: u64) -> bool {
        let seen = &mut self.seen[aid as usize];
        if *seen == version {
            return false;
        }
        *seen = version;
        *match aid {
            Aid::Hint => &mut self.hints,
            Aid::Values => &mut self.values,
            Aid::Analysis => &mut self.analyses,
        } += 1;
        true
    }
}

impl LiveGame {
    /// Whether it belongs to a league, or to a study without help.
    pub(crate) fn is_strict(&self) -> bool {
        self.kept.league.is_some() || self.kept.study.is_some() && !self.extra.aids_allowed
    }

    /// Whether it is unfinished and counts, so that help is not allowed.
    pub(crate) fn is_counted(&self) -> bool {
        self.is_strict() && !self.is_over()
    }

    /// Whether it is a game of a study with help, played by this guest.
    pub(crate) fn is_helped(&self, guest: &str) -> bool {
        let is_own = self.extra.sharing.seat_of(guest).is_some();
        is_own && self.kept.study.is_some() && self.extra.aids_allowed
    }

    /// Rejects taking back, hurrying the computer or changing players where that would affect the
    /// result.
    pub(crate) fn refuse_if_strict(&self) -> Result<(), Problem> {
        match self.is_strict() {
            true => Err(Problem::conflict(COUNTED)),
            false => Ok(()),
        }
    }

    /// Rejects help and deletion while the game counts.
    pub(crate) fn refuse_if_counted(&self) -> Result<(), Problem> {
        match self.is_counted() {
            true => Err(Problem::conflict(COUNTED)),
            false => Ok(()),
        }
    }
}

impl App {
    /// Rejects anything that would be help while a guest, or a bot it owns, plays a game that
    /// counts: a finished game may have begun the same way.
    pub(crate) fn refuse_while_counted(&self, guest: &str) -> Result<(), Problem> {
        if self.leagues.is_playing(guest) {
            return Err(Problem::conflict(COUNTED_GOES_ON));
        }
        for game in self.store.going_of(guest)? {
            if self.current(&game)?.lock().is_counted() {
                return Err(Problem::conflict(COUNTED_GOES_ON));
            }
        }
        Ok(())
    }

    /// Rejects help in an unfinished game that counts, or that people play on several devices;
    /// counts it where it is allowed.
    pub(crate) fn allow_aid(
        &self,
        aid: Aid,
        params: &Params,
        spot: &PositionQuery,
        session: &dyn Session,
    ) -> Result<(), Problem> {
        let Some(id) = params.text("id") else {
            return self.refuse_counted_position(spot, session);
        };
        let live = self.current(id)?;
        let mut game = live.lock();
        game.refuse_if_counted()?;
        if game.is_over() {
            return Ok(());
        }
        if game.kept.study.is_none() {
            // Between people on several devices help is not allowed, not even for the host.
            return match game.extra.sharing.is_shared() {
                true => Err(Problem::conflict(AFTER_THE_GAME)),
                false => Ok(()),
            };
        }
        let version = game.kept.version;
        if game.extra.aids.count(aid, version) {
            let extra = serde_json::to_value(&game.extra).unwrap_or_default();
            if self.store.note_game(&game.kept, &extra)? {
                game.kept.extra = extra;
            }
        }
        Ok(())
    }

    /// Rejects the same position reached another way: from written-out moves, or set up.
    fn refuse_counted_position(
        &self,
        spot: &PositionQuery,
        session: &dyn Session,
    ) -> Result<(), Problem> {
        let asked = session.status().position;
        let is_the_one = |game: &LiveGame| {
            let begun = !game.kept.record.moves.is_empty();
            // Guests cannot use this at all, and bots' games are not secret.
            begun
                && game.kept.study.is_some()
                && !game.extra.sharing.is_shared()
                && game.is_counted()
                && game.kept.record.game == session.view().game
                && game.session.status().position == asked
        };
        // The start of a game is always allowed, and so are positions that occurred earlier.
        let is_start = spot.record.moves.is_empty() && spot.record.position.is_none();
        match !is_start && self.any_game(is_the_one) {
            true => Err(Problem::conflict(COUNTED_POSITION)),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_counted_once_a_position() {
        let mut used = AidsUsed::default();
        assert!(used.count(Aid::Hint, 3));
        assert!(!used.count(Aid::Hint, 3), "asked again");
        assert!(used.count(Aid::Values, 3), "another kind of help");
        assert!(used.count(Aid::Hint, 4), "after a move");
        assert_eq!((used.hints, used.values, used.analyses, used.undone), (2, 1, 0, 0));
    }
}
