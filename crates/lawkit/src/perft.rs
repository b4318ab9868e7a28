//! Leaf counts from independent sources.

use std::error::Error;
use std::fmt;

use ninefold_core::{Host, Path, View, perft, perft_played, quote};

use crate::case::Subject;
use crate::{Law, Report, Violation};

/// A line of a family's known perft counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftLine {
    /// The specification of the game.
    pub spec: String,
    /// The text of the position; `None` for the start.
    pub position: Option<String>,
    /// The counts at depth 1, 2 and so on.
    pub counts: Vec<u64>,
}

impl PerftLine {
    /// The host that checks this line; open the game of [`spec`](PerftLine::spec) with it.
    pub fn host(&self) -> Perft {
        Perft { position: self.position.clone(), counts: self.counts.clone() }
    }

    /// Truncates the line before the first depth with more than `leaves` leaves.
    pub fn within(mut self, leaves: u64) -> PerftLine {
        let depth = self.counts.iter().position(|&count| count > leaves);
        self.counts.truncate(depth.unwrap_or(self.counts.len()));
        self
    }
}

/// A line that is not a valid perft line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftError {
    /// The line's number, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, text) = (self.line, quote(&self.text));
        write!(f, "line {line} of the perft counts is {text}, wanted \"game ; start ; 9 72 504\"")
    }
}

impl Error for PerftError {}

/// Parses known perft counts: lines of `specification ; position or start ; counts`. Empty lines and everything
/// after a `#` are ignored.
///
/// ```
/// let lines = ninefold_lawkit::known_perft("mnk:3,3,3 ; start ; 9 72 504 # to depth 3").unwrap();
/// assert_eq!(lines[0].spec, "mnk:3,3,3");
/// assert_eq!(lines[0].position, None);
/// assert_eq!(lines[0].counts, [9, 72, 504]);
/// ```
pub fn known_perft(text: &str) -> Result<Vec<PerftLine>, PerftError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let said = line.split_once('#').map_or(line, |(said, _)| said).trim();
        if said.is_empty() {
            continue;
        }
        let wrong = || PerftError { line: index + 1, text: line.to_owned() };
        lines.push(read_line(said).ok_or_else(wrong)?);
    }
    Ok(lines)
}

fn read_line(line: &str) -> Option<PerftLine> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let &[spec, position, counts] = fields.as_slice() else {
        return None;
    };
    let counts: Option<Vec<u64>> = counts.split_whitespace().map(|n| n.parse().ok()).collect();
    let counts = counts.filter(|counts| !counts.is_empty())?;
    if spec.is_empty() || position.is_empty() {
        return None;
    }
    let position = (position != "start").then(|| position.to_owned());
    Some(PerftLine { spec: spec.to_owned(), position, counts })
}

/// Compares the leaf counts of a game's tree with known ones, both counted and played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The text of the position; `None` for the start with seed 0.
    pub position: Option<String>,
    /// The counts at depth 1, 2 and so on.
    pub counts: Vec<u64>,
}

impl Perft {
    /// Compares the counts of a game; `spec` is its name in messages.
    pub fn check<G: View>(&self, game: &G, spec: &str) -> Result<Report, Violation> {
        let start = game.start(0);
        let subject = Subject::new(game, spec, &start);
        let mut report = Report::default();
        let state = match &self.position {
            None => start,
            Some(text) => game.parse_position(text).map_err(|error| Violation {
                spec: spec.to_owned(),
                law: Law::PositionText,
                position: text.clone(),
                detail: error.to_string(),
            })?,
        };
        let mut path = Path::new(game.clone(), state);
        for (depth, &wanted) in (1..).zip(&self.counts) {
            let counted = perft(&mut path, depth);
            let played = perft_played(&mut path, depth);
            for (found, how) in [(counted, "counted"), (played, "played")] {
                subject.require(&mut report, Law::Perft, &state, found == wanted, || {
                    format!("{found} leaves {how} at depth {depth}, wanted {wanted}")
                })?;
            }
        }
        Ok(report)
    }
}

impl Host for Perft {
    type Output = Result<Report, Violation>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        self.check(&game, &spec)
    }
}
