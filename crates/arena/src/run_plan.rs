//! The plan of a run of any kind.

use std::fmt;

use serde::de::DeserializeOwned;

use crate::{EvolutionPlan, Plan};

/// The plan of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum RunPlan {
    /// A tournament between computer players.
    Tournament(Plan),
    /// An evolution of evaluators.
    Evolution(EvolutionPlan),
}

/// Why a text is not a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunPlanError {
    /// There is no such kind of run.
    Kind,
    /// The text is not a valid plan of this kind.
    Text,
}

/// The maximum number of names in a title.
const MOST_NAMES: usize = 4;

impl RunPlan {
    /// Parses a plan of a kind.
    pub fn parse(kind: &str, text: &str) -> Result<RunPlan, RunPlanError> {
        fn read<T: DeserializeOwned>(text: &str) -> Result<T, RunPlanError> {
            serde_json::from_str(text).map_err(|_| RunPlanError::Text)
        }
        match kind {
            Plan::KIND => read(text).map(RunPlan::Tournament),
            EvolutionPlan::KIND => read(text).map(RunPlan::Evolution),
            _ => Err(RunPlanError::Kind),
        }
    }

    /// The kind of run: `tournament` or `evolution`.
    pub fn kind(&self) -> &'static str {
        match self {
            RunPlan::Tournament(_) => Plan::KIND,
            RunPlan::Evolution(_) => EvolutionPlan::KIND,
        }
    }

    /// The game's full specification.
    pub fn game(&self) -> &str {
        match self {
            RunPlan::Tournament(plan) => &plan.game,
            RunPlan::Evolution(plan) => &plan.game,
        }
    }

    /// The total number of games, if nothing ends the run sooner.
    pub fn games(&self) -> u64 {
        match self {
            RunPlan::Tournament(plan) => plan.set_count() * plan.games_a_set() as u64,
            RunPlan::Evolution(plan) => plan.games(),
        }
    }

    /// The default title of the run.
    pub fn title(&self) -> String {
        match self {
            RunPlan::Tournament(plan) => plan.title(),
            RunPlan::Evolution(plan) => plan.title(),
        }
    }
}

/// The stored form.
impl fmt::Display for RunPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            RunPlan::Tournament(plan) => serde_json::to_string(plan),
            RunPlan::Evolution(plan) => serde_json::to_string(plan),
        };
        f.write_str(&text.map_err(|_| fmt::Error)?)
    }
}

impl Plan {
    /// The identifier of tournaments.
    pub const KIND: &'static str = "tournament";

    /// The default title: the game and the first few players.
    ///
    /// ```
    /// use ninefold_arena::{EntrantPlan, Plan};
    ///
    /// let players = ["level:1", "level:2", "level:2", "random", "best"].map(str::to_owned);
    /// let plan = Plan::usual("morris", 2, EntrantPlan::numbered(players));
    /// assert_eq!(plan.title(), "morris between level:1, level:2, level:2 #2, random and 1 more");
    /// ```
    pub fn title(&self) -> String {
        let names: Vec<&str> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let names = match names.len() {
            many if many > MOST_NAMES => {
                format!("{} and {} more", names[..MOST_NAMES].join(", "), many - MOST_NAMES)
            }
            _ => names.join(", "),
        };
        format!("{} between {names}", self.game)
    }
}

impl EvolutionPlan {
    /// The identifier of evolutions.
    pub const KIND: &'static str = "evolution";

    /// The default title.
    pub fn title(&self) -> String {
        format!("evolution of {} in {}", self.player.replace("{}", "·"), self.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EntrantPlan;

    #[test]
    fn a_plan_comes_back_from_its_text() {
        let players = ["level:1".to_owned(), "random".to_owned()];
        let plan = RunPlan::Tournament(Plan::usual("mnk:3,3,3", 2, EntrantPlan::numbered(players)));
        let text = plan.to_string();
        assert_eq!(RunPlan::parse(plan.kind(), &text), Ok(plan));
        assert_eq!(RunPlan::parse("evolution", &text), Err(RunPlanError::Text));
        assert_eq!(RunPlan::parse("lottery", &text), Err(RunPlanError::Kind));
    }
}
