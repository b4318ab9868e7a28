//! Caveats that every front end shows with standings.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{Estimate, SetResult, Standings, UNCHANGED_SEATS, VERSION, seats_changed};

/// A caveat for the reader.
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// Some games are copies of others; intervals count distinct games.
    Repeated {
        /// The number of distinct games.
        different: u64,
        /// The total number of games.
        games: u64,
    },
    /// The games were played by several versions of the program, which may play differently.
    Versions {
        /// The known versions, in order.
        versions: Vec<String>,
        /// Whether the version of some games is unknown.
        unknown: bool,
    },
    /// Players did not change seats.
    FixedSeats,
    /// The results alone have no finite ratings.
    Prior,
    /// A sequential test stopped the run, so the intervals contain the true value less often than stated.
    Stopped {
        /// The two players of the test.
        players: [String; 2],
        /// The difference of the first relative to the second in Elo, corrected for stopping; `None` if the time of
        /// the stop is unknown.
        corrected: Option<Estimate>,
    },
    /// Some of the runs that are combined were stopped by their own tests.
    StoppedParts {
        /// The number of such runs.
        runs: usize,
    },
}

impl Note {
    /// Its kind, as an identifier for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Note::Repeated { .. } => "repeated_games",
            Note::Versions { .. } => "several_versions",
            Note::FixedSeats => "fixed_seats",
            Note::Prior => "prior",
            Note::Stopped { .. } => "stopped_test",
            Note::StoppedParts { .. } => "stopped_runs",
        }
    }

    /// Whether it is about ratings and is shown with them.
    pub fn is_about_ratings(&self) -> bool {
        matches!(self, Note::FixedSeats | Note::Prior)
    }

    /// The note as a clause.
    ///
    /// ```
    /// use ninefold_arena::Note;
    ///
    /// let note = Note::Repeated { different: 24, games: 1200 };
    /// assert!(note.text().starts_with("24 of 1200 games differ"));
    /// ```
    pub fn text(&self) -> String {
        match self {
            Note::Repeated { different, games } => format!(
                "{different} of {games} games differ, the others repeat them move by move; intervals and tests count those that differ"
            ),
            Note::Versions { versions, unknown } => {
                let unknown = unknown.then(|| "an earlier one".to_owned());
                let all: Vec<String> = unknown.into_iter().chain(versions.iter().cloned()).collect();
                format!(
                    "the games were played by several versions, {}, whose players need not play alike",
                    all.join(" and ")
                )
            }
            Note::FixedSeats => UNCHANGED_SEATS.to_owned(),
            Note::Prior => "some never lost or never won against the rest, or did not meet them, so the results alone give no finite \
                            ratings: the prior, half a game for everybody, says how far they are apart"
                .to_owned(),
            Note::Stopped { players: [first, second], corrected: Some(found) } => format!(
                "the intervals are not of 95 %, because the test stopped when the results leant to one side; corrected for that \
                 {first} is {} relative to {second}",
                found.as_elo(1)
            ),
            Note::Stopped { corrected: None, .. } => "the intervals are not of 95 % after a test; counting went on when it was over, so \
                                                      nothing is corrected for its stop"
                .to_owned(),
            Note::StoppedParts { runs: 1 } => "the intervals are not of 95 %, because one of these runs was stopped by a test when its \
                                               results leant to one side"
                .to_owned(),
            Note::StoppedParts { runs } => format!(
                "the intervals are not of 95 %, because {runs} of these runs were stopped by tests when their results leant to one side"
            ),
        }
    }

    /// The note in the documented format of `--json`: its kind, its text, and its numbers.
    pub fn summary(&self) -> Value {
        let mut told = json!({ "kind": self.kind(), "text": self.text() });
        match self {
            Note::Repeated { different, games } => {
                told["different"] = json!(different);
                told["games"] = json!(games);
            }
            Note::Stopped { players, corrected } => {
                told["players"] = json!(players);
                told["corrected"] =
                    json!(corrected.map(|found| [found.value, found.low, found.high]));
            }
            Note::StoppedParts { runs } => told["runs"] = json!(runs),
            Note::Versions { versions, unknown } => {
                told["versions"] = json!(versions);
                told["unknown"] = json!(unknown);
            }
            Note::FixedSeats | Note::Prior => {}
        }
        told
    }

    /// The note that these games, and more that this version will play if `plays_on`, are from several versions.
    pub fn on_versions(results: &[SetResult], plays_on: bool) -> Option<Note> {
        let games = || results.iter().flat_map(|result| &result.games);
        let known = games().filter_map(|game| game.version.as_deref());
        let own = (plays_on && !results.is_empty()).then_some(VERSION);
        let versions: BTreeSet<&str> = known.chain(own).collect();
        let unknown = games().any(|game| game.version.is_none());
        let several = versions.len() + usize::from(unknown) > 1;
        let versions = versions.into_iter().map(str::to_owned).collect();
        several.then_some(Note::Versions { versions, unknown })
    }
}

impl Standings {
    /// The notes for these standings.
    pub fn notes(&self) -> Vec<Note> {
        let Standings { games, different, .. } = *self;
        let repeated = (different < games).then_some(Note::Repeated { different, games });
        let fixed = (games > 0 && !seats_changed(&self.rows)).then_some(Note::FixedSeats);
        let prior = self.ratings.as_ref().is_some_and(|ratings| ratings.prior);
        let [versions, stopped] = [&self.versions, &self.stopped].map(Clone::clone);
        let all = [repeated, versions, fixed, prior.then_some(Note::Prior), stopped];
        all.into_iter().flatten().collect()
    }
}
