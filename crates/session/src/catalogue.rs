//! Everything a user can choose from, as plain data for the menus of front ends.

use std::collections::BTreeMap;

use ninefold_core::{
    Accent, EvaluatorInfo, Example, FamilyInfo, Kind, Parameter, Preset, Spot, StudyGames, Variant,
};
use serde::Serialize;

use crate::level::LEVEL_NAMES;
use crate::{Games, player_kinds};

/// All games, players and levels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Catalogue {
    /// The program's version.
    pub version: &'static str,
    /// Every kind of game.
    pub games: Vec<GameChoice>,
    /// Every kind of player.
    pub players: Vec<PlayerChoice>,
    /// The levels, weakest first.
    pub levels: Vec<LevelChoice>,
}

/// A kind of game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameChoice {
    /// The word before the colon.
    pub id: &'static str,
    /// The form of a specification: `mnk:ROWS,COLUMNS,K`.
    pub form: String,
    /// The display name.
    pub title: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The full specification of its default form.
    pub usual: String,
    /// The number of players in its default form.
    pub players: usize,
    /// Other names.
    pub aliases: Vec<Alias>,
    /// The parameters after the colon.
    pub parameters: Vec<ParameterChoice>,
    /// The position evaluators, the default first.
    pub evaluators: Vec<EvaluatorChoice>,
    /// The move heuristics.
    pub heuristics: Vec<EvaluatorChoice>,
    /// Players described in papers.
    pub presets: Vec<PresetChoice>,
    /// A short sentence for a card; empty if the summary serves.
    pub blurb: &'static str,
    /// The colour of its pages.
    pub accent: Accent,
    /// The names of its forms: the first match applies, otherwise the title.
    pub variants: Vec<VariantChoice>,
    /// A sample position in mid-game.
    pub sample: Option<SpotChoice>,
    /// Small positions with instructive search trees.
    pub examples: Vec<ExampleChoice>,
    /// A plan for a study.
    pub study: Vec<StudyChoice>,
    /// The number of steps in its lesson; 0 if there is none.
    pub lesson: usize,
}

/// The name of some forms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct VariantChoice {
    /// The full specification it applies to, or `None` for all others.
    pub spec: Option<&'static str>,
    /// The name; `{0}` is the first positional parameter.
    pub title: &'static str,
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SpotChoice {
    /// The game's specification.
    pub game: &'static str,
    /// The position as text.
    pub position: &'static str,
}

/// A position with an instructive search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleChoice {
    /// The display name.
    pub title: &'static str,
    /// The game's specification.
    pub game: &'static str,
    /// The position as text; the start if empty.
    pub position: &'static str,
    /// How many turns to look ahead.
    pub depth: u32,
}

/// One part of a study plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StudyChoice {
    /// The game's specification.
    pub game: &'static str,
    /// The number of games.
    pub games: u32,
    /// The opponent.
    pub opponent: &'static str,
}

/// Another name of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The specification it stands for.
    pub spec: &'static str,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerChoice {
    /// The word before the colon.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// The parameters after the colon.
    pub parameters: Vec<ParameterChoice>,
}

/// An evaluator or a heuristic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EvaluatorChoice {
    /// The word in a specification.
    pub id: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The parameters in brackets.
    pub parameters: Vec<ParameterChoice>,
}

/// A player described in a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PresetChoice {
    /// The display name.
    pub title: &'static str,
    /// Its specification.
    pub player: &'static str,
}

/// A level of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LevelChoice {
    /// From 1, the weakest.
    pub number: usize,
    /// The player's specification.
    pub player: String,
    /// The display name.
    pub name: &'static str,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParameterChoice {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Its permitted values.
    #[serde(flatten)]
    pub range: Range,
    /// The permitted values in words.
    pub wanted: String,
    /// The default.
    pub default: Option<&'static str>,
    /// Whether it is positional, written without its name.
    pub positional: bool,
}

/// The permitted values of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Range {
    /// A whole number.
    Number {
        /// The minimum.
        low: i64,
        /// The maximum.
        high: i64,
    },
    /// One of these words.
    Choice {
        /// The words.
        choices: &'static [&'static str],
    },
    /// Any word.
    Word,
    /// A time such as `200ms`.
    Time,
    /// Several numbers joined by `/`, each within its bounds, or `off` where that is allowed.
    Numbers {
        /// The lowest and the highest of each.
        bounds: Vec<[i64; 2]>,
        /// Whether the word `off` is allowed instead.
        off: bool,
    },
}

impl Catalogue {
    /// The catalogue of these games.
    pub fn new(games: &Games) -> Catalogue {
        Catalogue {
            version: env!("CARGO_PKG_VERSION"),
            games: games.families().map(|family| GameChoice::new(games, family)).collect(),
            // A page that anybody can use must not run programs.
            players: player_kinds()
                .iter()
                .filter(|kind| !kind.runs_programs())
                .map(|kind| PlayerChoice {
                    id: kind.id,
                    summary: kind.summary,
                    parameters: choices(kind.parameters),
                })
                .collect(),
            levels: (1..)
                .zip(LEVEL_NAMES)
                .map(|(number, name)| LevelChoice {
                    number,
                    player: format!("level:{number}"),
                    name,
                })
                .collect(),
        }
    }
}

/// The translations of the words and forms of these games into a language; `None` if no game has
/// any.
///
/// ```
/// let games = ninefold_session::games();
/// let german = ninefold_session::words(&games, "de").expect("the games speak German");
/// assert_eq!(german["Nine Men's Morris"], "Mühle");
/// assert_eq!(ninefold_session::words(&games, "xx"), None);
/// ```
pub fn words(games: &Games, language: &str) -> Option<BTreeMap<String, String>> {
    let tables: Vec<&str> = games
        .families()
        .flat_map(|family| family.words)
        .filter(|words| words.language == language)
        .map(|words| words.table)
        .collect();
    // A test reads every table; one that cannot be read is treated as empty.
    let read = |table: &str| serde_json::from_str(table).unwrap_or_default();
    let merged: BTreeMap<String, String> =
        tables.iter().flat_map(|&table| -> BTreeMap<String, String> { read(table) }).collect();
    (!tables.is_empty()).then_some(merged)
}

/// The languages in which some game has words.
pub fn languages(games: &Games) -> Vec<&'static str> {
    let mut all: Vec<&str> =
        games.families().flat_map(|family| family.words).map(|words| words.language).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl GameChoice {
    fn new(games: &Games, family: &'static FamilyInfo) -> GameChoice {
        let kind = games.kind(family.id).expect("every game has a usual form");
        GameChoice {
            id: family.id,
            form: family.form(),
            title: family.title,
            summary: family.summary,
            usual: kind.spec().to_owned(),
            players: kind.players(),
            aliases: family.aliases.iter().map(|&(name, spec)| Alias { name, spec }).collect(),
            parameters: choices(family.parameters),
            evaluators: kind.evaluators().into_iter().map(EvaluatorChoice::new).collect(),
            heuristics: kind.heuristics().into_iter().map(EvaluatorChoice::new).collect(),
            presets: family
                .presets
                .iter()
                .map(|&Preset { title, player }| PresetChoice { title, player })
                .collect(),
            blurb: family.blurb,
            accent: family.accent,
            variants: family
                .variants
                .iter()
                .map(|&Variant { spec, title }| VariantChoice { spec, title })
                .collect(),
            sample: family.sample.map(|Spot { game, position }| SpotChoice { game, position }),
            examples: family
                .examples
                .iter()
                .map(|&Example { title, game, position, depth }| ExampleChoice {
                    title,
                    game,
                    position,
                    depth,
                })
                .collect(),
            study: family
                .study
                .iter()
                .map(|&StudyGames { game, games, opponent }| StudyChoice { game, games, opponent })
                .collect(),
            lesson: serde_json::from_str::<Vec<serde_json::Value>>(family.lesson)
                .map_or(0, |steps| steps.len()),
        }
    }
}

impl EvaluatorChoice {
    fn new(info: &'static EvaluatorInfo) -> EvaluatorChoice {
        EvaluatorChoice { id: info.id, summary: info.summary, parameters: choices(info.parameters) }
    }
}

fn choices(parameters: &[Parameter]) -> Vec<ParameterChoice> {
    parameters
        .iter()
        .map(|parameter| ParameterChoice {
            name: parameter.name,
            summary: parameter.summary,
            range: range(&parameter.kind),
            wanted: parameter.kind.to_string(),
            default: (!parameter.default.is_empty()).then_some(parameter.default),
            positional: parameter.positional,
        })
        .collect()
}

fn range(kind: &Kind) -> Range {
    match kind {
        Kind::Number(range) => Range::Number { low: *range.start(), high: *range.end() },
        Kind::Choice(choices) => Range::Choice { choices },
        Kind::Word => Range::Word,
        Kind::Time => Range::Time,
        Kind::Numbers { ranges, off } => Range::Numbers {
            bounds: ranges.iter().map(|range| [*range.start(), *range.end()]).collect(),
            off: *off,
        },
    }
}
