//! Studies as shown on the page: the games of a plan, and their results.

use std::collections::BTreeMap;

use ninefold_session::wilson;
use ninefold_store::{GameFilter, KeptGame, Study};
use serde::Serialize;

use crate::app::App;
use crate::identity::Caller;
use crate::own_result::{OwnResult, person};
use crate::problem::Problem;

/// The maximum number of lines of a plan, and of games per line.
pub(super) const MOST_LINES: usize = 20;
pub(super) const MOST_GAMES: u32 = 100;

/// The results of some games.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Tally {
    /// Games in the plan.
    pub(super) games: u32,
    /// Finished games.
    pub(super) played: u32,
    /// Games won alone.
    pub(super) won: u32,
    /// Games with a shared best result.
    pub(super) drawn: u32,
    /// Wins as a fraction of finished games.
    pub(super) probability: Option<f64>,
    /// Its 95 % interval.
    pub(super) interval: Option<[f64; 2]>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.played += other.played;
        self.won += other.won;
        self.drawn += other.drawn;
    }

    /// The tally with its probability.
    pub(super) fn with_odds(mut self) -> Tally {
        if self.played > 0 {
            let trials = f64::from(self.played);
            let odds = wilson(f64::from(self.won) / trials, trials);
            self.probability = Some(odds.value);
            self.interval = Some([odds.low, odds.high]);
        }
        self
    }
}

/// A line of a plan and its results.
#[derive(Clone, Serialize)]
pub(super) struct LineView {
    pub(super) game: String,
    pub(super) opponent: String,
    /// Whether help is allowed in its games, and counted.
    aids: bool,
    #[serde(flatten)]
    pub(super) tally: Tally,
}

/// A study and its results.
#[derive(Clone, Serialize)]
pub(super) struct StudyView {
    pub(super) id: String,
    pub(super) name: String,
    created: i64,
    pub(super) lines: Vec<LineView>,
    pub(super) total: Tally,
    /// The unfinished game.
    pub(super) going: Option<String>,
    /// The class that the plan comes from.
    class: Option<String>,
    /// Whether the caller plays it.
    yours: bool,
}

/// The tag for a game's line of the plan.
pub(super) const LINE: &str = "StudyLine";

pub(super) fn line_of(kept: &KeptGame) -> Option<usize> {
    let (_, line) = kept.record.tags.iter().find(|(name, _)| name == LINE)?;
    line.parse().ok()
}

pub(super) fn games_of(app: &App, study: &Study) -> Result<Vec<KeptGame>, Problem> {
    let limit = MOST_LINES as u32 * MOST_GAMES;
    let filter = GameFilter { study: Some(study.id.clone()), limit, ..GameFilter::default() };
    Ok(app.store.games(&filter)?)
}

/// Whether a caller plays a study: the host at the host's page, or the study's guest.
pub(super) fn is_player(study: &Study, caller: &Caller) -> bool {
    match (&study.participant, &study.class) {
        (Some(guest), _) => caller.id() == Some(guest),
        (None, None) => caller.is_host,
        // The guest was deleted.
        (None, Some(_)) => false,
    }
}

impl StudyView {
    /// A study as seen by a caller.
    pub(super) fn of(app: &App, study: Study, caller: &Caller) -> Result<StudyView, Problem> {
        let kept = games_of(app, &study)?;
        Ok(StudyView::with_games(study, &kept, caller))
    }

    /// A study with its games given.
    pub(super) fn with_games(study: Study, kept: &[KeptGame], caller: &Caller) -> StudyView {
        let lines = study.plan.iter().enumerate().map(|(index, line)| {
            let mut tally = Tally { games: line.games, ..Tally::default() };
            for game in kept.iter().filter(|game| line_of(game) == Some(index)) {
                let seat = person(&game.record);
                let Some(own) = seat.and_then(|seat| OwnResult::of(&game.record, seat)) else {
                    continue;
                };
                tally.played += 1;
                tally.won += u32::from(own == OwnResult::Won);
                tally.drawn += u32::from(own == OwnResult::Drawn);
            }
            let (game, opponent) = (line.game.clone(), line.opponent.clone());
            LineView { game, opponent, aids: line.aids, tally: tally.with_odds() }
        });
        let lines: Vec<LineView> = lines.collect();
        let mut total = Tally::default();
        lines.iter().for_each(|line| total.add(line.tally));
        let going = kept.iter().find(|game| game.record.result.is_none());
        let going = going.map(|game| game.id.clone());
        let yours = is_player(&study, caller);
        let Study { id, name, created, class, .. } = study;
        StudyView { id, name, created, lines, total: total.with_odds(), going, class, yours }
    }
}

/// The combined results of several studies, by kind of game and opponent, and in total.
pub(super) fn together(studies: &[StudyView]) -> (Vec<LineView>, Tally) {
    let mut by_kind: BTreeMap<(String, String, bool), Tally> = BTreeMap::new();
    let mut total = Tally::default();
    for line in studies.iter().flat_map(|study| &study.lines) {
        let kind = (line.game.clone(), line.opponent.clone(), line.aids);
        by_kind.entry(kind).or_default().add(line.tally);
        total.add(line.tally);
    }
    let lines = by_kind.into_iter().map(|((game, opponent, aids), tally)| LineView {
        game,
        opponent,
        aids,
        tally: tally.with_odds(),
    });
    (lines.collect(), total.with_odds())
}
