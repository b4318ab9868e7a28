//! What a reader must know of standings besides their numbers, for every front end.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{Estimate, SetResult, Standings, UNCHANGED_SEATS, VERSION, seats_changed};

/// Something that a reader must know.
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// Some games are copies of others, and intervals count those that differ.
    Repeated {
        /// How many differ.
        different: u64,
        /// Of how many.
        games: u64,
    },
    /// The games were played by several versions of the program, which may play differently.
    Versions {
        /// Those that are known, in order.
        versions: Vec<String>,
        /// Whether some games do not tell theirs.
        unknown: bool,
    },
    /// Nobody changed seats.
    FixedSeats,
    /// The results alone give no finite ratings.
    Prior,
    /// A sequential test has stopped the run, so the intervals hold less than they say.
    Stopped {
        /// The two it was about.
        players: [String; 2],
        /// The difference of the first relative to the second in Elo, corrected for that; nothing if it cannot be told when the test
        /// stopped.
        corrected: Option<Estimate>,
    },
    /// Runs that are read together were stopped by tests of their own.
    StoppedParts {
        /// How many.
        runs: usize,
    },
}

impl Note {
    /// Its kind, in a word for programs.
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

    /// Whether it is about ratings and stands beside them.
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

    /// The note in the promised form of `--json`: its kind, its text, and the numbers in it.
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

    /// That these games, and more that this version will play, are of several versions.
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
    /// What a reader must know of them.
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
