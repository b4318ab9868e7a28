//! The papers.

use std::fmt;
use std::str::FromStr;

use ninefold_core::quote;

/// The papers whose experiments are repeated.
///
/// ```
/// use ninefold_papers::reproduction::Paper;
///
/// assert_eq!(Paper::MnkSolver.to_string(), "mnk-solver");
/// assert_eq!("mnk-solver".parse(), Ok(Paper::MnkSolver));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// Modelling and implementation of 9tka game with Max^N algorithm.
    NinetkaMaxn,
    /// A.I. in Nine Men's Morris.
    MorrisAlphabeta,
    /// 3-6-9: Prolog Game.
    Heuristics369,
    /// M,n,k-games solver.
    MnkSolver,
    /// Nine Men's Morris: Evaluation Functions.
    MorrisEstimators,
    /// The comparison the papers could not make.
    Comparison,
    /// What the papers' evaluators know, by exact values: a separate report, which needs the tables
    /// of morris.
    Truth,
    /// All but the last.
    All,
}

impl Paper {
    /// All of them, in the order of the report.
    pub const EVERY: [Paper; 8] = [
        Paper::NinetkaMaxn,
        Paper::MorrisAlphabeta,
        Paper::Heuristics369,
        Paper::MnkSolver,
        Paper::MorrisEstimators,
        Paper::Comparison,
        Paper::Truth,
        Paper::All,
    ];

    /// Its word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Paper::NinetkaMaxn => "9tka-maxn",
            Paper::MorrisAlphabeta => "morris-alphabeta",
            Paper::Heuristics369 => "369-heuristics",
            Paper::MnkSolver => "mnk-solver",
            Paper::MorrisEstimators => "morris-estimators",
            Paper::Comparison => "comparison",
            Paper::Truth => "truth",
            Paper::All => "all",
        }
    }

    /// Its title, or a description.
    pub fn title(self) -> &'static str {
        match self {
            Paper::NinetkaMaxn => "Modelling and implementation of 9tka game with Max^N algorithm",
            Paper::MorrisAlphabeta => "A.I. in Nine Men's Morris",
            Paper::Heuristics369 => "3-6-9: Prolog Game",
            Paper::MnkSolver => "M,n,k-games solver",
            Paper::MorrisEstimators => "Nine Men's Morris: Evaluation Functions",
            Paper::Comparison => {
                "The comparison the papers could not make: all evaluators of Nine Men's Morris, both searches"
            }
            Paper::Truth => {
                "What the papers' evaluators know, by exact values; needs the tables of morris"
            }
            Paper::All => "All but truth",
        }
    }

    /// Whether a report about it has a chapter about another.
    pub(super) fn has(self, chapter: Paper) -> bool {
        self == chapter || self == Paper::All && chapter != Paper::Truth
    }

    /// The file of its report.
    pub(super) fn file(self) -> &'static str {
        if self == Paper::Truth { "truth.md" } else { "reproduction.md" }
    }
}

impl FromStr for Paper {
    type Err = String;

    /// The paper with this name, or a sentence with all names.
    fn from_str(text: &str) -> Result<Paper, String> {
        let found = Paper::EVERY.into_iter().find(|paper| paper.name() == text);
        found.ok_or_else(|| {
            let names = Paper::EVERY.map(Paper::name).join(", ");
            format!("no paper is called {}, wanted one of {names}", quote(text))
        })
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
