//! The options of an engine, and the player they describe.

use std::panic::catch_unwind;
use std::time::Duration;

use ninefold_core::{OutOfMemory, nearest, quote};
use ninefold_search::TranspositionTable;

use crate::{LARGEST_TABLE, Limits, MOST_THREADS, PlayerError, PlayerSpec};

/// One option.
struct Choice {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    Spin { usual: i128, least: i128, most: i128 },
    Check { usual: bool },
}

/// All options, in the order they are listed.
const CHOICES: [Choice; 8] = [
    spin("Level", 10, 1, 10),
    spin("Nodes", 0, 0, i64::MAX as i128),
    spin("Threads", 1, 1, MOST_THREADS as i128),
    spin("Hash", 16, 1, LARGEST_TABLE as i128),
    Choice { name: "Exact", kind: Kind::Check { usual: true } },
    Choice { name: "Ponder", kind: Kind::Check { usual: false } },
    spin("Seed", 0, 0, u64::MAX as i128),
    spin("MoveOverhead", 10, 0, 10_000),
];

const fn spin(name: &'static str, usual: i128, least: i128, most: i128) -> Choice {
    Choice { name, kind: Kind::Spin { usual, least, most } }
}

/// The values of the options.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    level: i128,
    nodes: Option<u64>,
    /// Threads, and the size of the search table in MB, once set.
    threads: Option<i128>,
    hash: Option<i128>,
    /// An externally imposed memory limit.
    most_hash: Option<i128>,
    /// Whether to use tables, books and proofs.
    exact: bool,
    pub(super) seed: u64,
    /// The communication overhead.
    pub(super) way: Duration,
    /// Whether the answer includes the expected reply. Pondering itself starts with `go ponder`.
    pub(super) ponders: bool,
    /// The player named when the engine was started, until a level is chosen.
    named: Option<PlayerSpec>,
}

/// The option of a name in any spelling: `Move Overhead` is common for `MoveOverhead`.
fn choice(name: &str) -> Option<&'static Choice> {
    let name = name.replace(' ', "");
    CHOICES.iter().find(|choice| choice.name.eq_ignore_ascii_case(&name))
}

impl Settings {
    pub(super) fn new(named: Option<PlayerSpec>) -> Settings {
        Settings {
            level: 10,
            nodes: None,
            threads: None,
            hash: None,
            most_hash: None,
            exact: true,
            seed: 0,
            way: Duration::from_millis(10),
            ponders: false,
            named,
        }
    }

    /// The options as UCI and UGI list them.
    pub(super) fn lines() -> String {
        let line = |choice: &Choice| match choice.kind {
            Kind::Spin { usual, least, most } => {
                format!(
                    "option name {} type spin default {usual} min {least} max {most}\n",
                    choice.name
                )
            }
            Kind::Check { usual } => {
                format!("option name {} type check default {usual}\n", choice.name)
            }
        };
        CHOICES.iter().map(line).collect()
    }

    /// Whether there is an option of this name.
    pub(super) fn knows(name: &str) -> bool {
        choice(name).is_some()
    }

    /// Sets an option, or says why not.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(choice) = choice(name) else {
            let near = nearest(name, CHOICES.iter().map(|choice| choice.name));
            let names: Vec<&str> = CHOICES.iter().map(|choice| choice.name).collect();
            let wanted = near.map_or_else(
                || format!("wanted one of {}", names.join(", ")),
                |near| format!("did you mean {near}?"),
            );
            return Err(format!("there is no option {}, {wanted}", quote(name)));
        };
        let number = match choice.kind {
            Kind::Spin { least, most, .. } => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| {
                    let wanted = format!("a number from {least} to {most}");
                    format!("option {} is {}, wanted {wanted}", choice.name, quote(value))
                })?
            }
            Kind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => 1,
                "false" | "off" | "0" => 0,
                _ => {
                    return Err(format!(
                        "option {} is {}, wanted true or false",
                        choice.name,
                        quote(value)
                    ));
                }
            },
        };
        match choice.name {
            "Level" => {
                self.level = number;
                self.named = None;
            }
            "Nodes" => self.nodes = u64::try_from(number).ok().filter(|&nodes| nodes > 0),
            "Threads" => self.threads = Some(number),
            "Hash" => self.hash = Some(number),
            "Exact" => self.exact = number == 1,
            "Seed" => self.seed = number as u64,
            "MoveOverhead" => self.way = Duration::from_millis(number as u64),
            "Ponder" => self.ponders = number == 1,
            _ => {}
        }
        Ok(())
    }

    /// Allocates the search table in advance: a large one takes longer than many moves. If there is
    /// not enough memory, the table gets its default size again and an error is returned.
    pub(super) fn prepare(&mut self) -> Result<(), String> {
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let bytes = self.player(limits).map_or(0, |player| player.table());
        if bytes == 0 {
            return Ok(());
        }
        let Err(payload) = catch_unwind(|| TranspositionTable::prepare(bytes)) else {
            return Ok(());
        };
        self.hash = None;
        Err(match OutOfMemory::caught(payload) {
            Some(problem) => format!("{problem}; Hash has its usual size again"),
            None => "the table could not be made; Hash has its usual size again".into(),
        })
    }

    /// The player with the chosen number of threads and table size, within the limits.
    fn equipped(&self, mut player: PlayerSpec) -> PlayerSpec {
        let most = self.most_hash.unwrap_or(i128::MAX);
        let usual = (player.table() >> 20) as i128;
        let table = self.hash.unwrap_or(usual).min(most).clamp(1, LARGEST_TABLE as i128);
        player.equip(self.threads.map(|threads| threads as usize), table as usize);
        player
    }

    /// Limits the table to this many bytes.
    pub(super) fn limit_memory(&mut self, bytes: u64) {
        self.most_hash = Some(i128::from(bytes >> 20).max(1));
    }

    /// The limits set by the options.
    pub(super) fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ..Limits::default() }
    }

    /// The player for a search within these limits. Without a time or node limit there is no way to
    /// decide when to give up a proof, so then only the search is used.
    pub(super) fn player(&self, limits: Limits) -> Result<PlayerSpec, PlayerError> {
        let bounded = limits.time.is_some() || limits.nodes.is_some();
        let player = match &self.named {
            Some(named) => named.clone(),
            None if self.level < 10 => PlayerSpec::parse(&format!("level:{}", self.level))?,
            None => PlayerSpec::parse(if self.exact && bounded { "best" } else { "engine" })?,
        };
        Ok(self.equipped(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_make_a_player() {
        let mut settings = Settings::new(None);
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let name = |settings: &Settings, limits| settings.player(limits).unwrap().to_string();
        assert_eq!(name(&settings, limits), "best");
        assert_eq!(name(&settings, Limits::default()), "engine");
        settings.set("hash", "64").unwrap();
        settings.set("EXACT", "false").unwrap();
        settings.set("Move Overhead", "20").unwrap();
        assert_eq!(settings.way, Duration::from_millis(20));
        assert_eq!(name(&settings, limits), "engine:table=64");
        settings.limit_memory(8 << 20);
        assert_eq!(name(&settings, limits), "engine:table=8");
        settings.set("Level", "3").unwrap();
        assert_eq!(name(&settings, limits), "level:3");
    }

    /// Managers send the allowed resources to every engine: that must not change which player it
    /// is.
    #[test]
    fn whoever_was_named_stays_until_a_level_is_chosen() {
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let told = |player: &str, options: &[(&str, &str)]| {
            let mut settings = Settings::new(Some(PlayerSpec::parse(player).unwrap()));
            for (name, value) in options {
                settings.set(name, value).unwrap();
            }
            settings.player(limits).unwrap().to_string()
        };
        let machine = [("Threads", "2"), ("Hash", "64"), ("Exact", "false")];
        assert_eq!(told("level:3", &machine), "level:3");
        assert_eq!(told("random", &machine), "random");
        assert_eq!(told("engine:nodes=500", &machine), "engine:nodes=500,threads=2,table=64");
        assert_eq!(told("best:table=4", &[("Seed", "3")]), "best:table=4");
        assert_eq!(told("level:3", &[("Threads", "2"), ("Level", "5")]), "level:5");
    }

    #[test]
    fn wrong_options_are_told() {
        let mut settings = Settings::new(None);
        assert!(settings.set("Levl", "3").unwrap_err().contains("did you mean Level?"));
        assert!(settings.set("Level", "11").unwrap_err().contains("wanted a number from 1 to 10"));
        assert!(settings.set("Exact", "maybe").unwrap_err().contains("wanted true or false"));
    }

    /// The listed defaults are the actual defaults.
    #[test]
    fn usual_values_are_those_told() {
        let told = Settings::lines();
        for wanted in [
            "Level type spin default 10",
            "Hash type spin default 16",
            "Exact type check default true",
        ] {
            assert!(told.contains(wanted), "{told}");
        }
    }
}
