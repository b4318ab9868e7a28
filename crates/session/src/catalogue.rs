//! Everything there is to choose from, as plain data: the menus of a front end are made of it.

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
    /// The levels, the weakest first.
    pub levels: Vec<LevelChoice>,
}

/// A kind of game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameChoice {
    /// The word before the colon.
    pub id: &'static str,
    /// How a specification is written: `mnk:ROWS,COLUMNS,K`.
    pub form: String,
    /// What a reader calls it.
    pub title: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// Its full specification when nothing is said.
    pub usual: String,
    /// How many play its usual form.
    pub players: usize,
    /// Other names.
    pub aliases: Vec<Alias>,
    /// The parameters after the colon.
    pub parameters: Vec<ParameterChoice>,
    /// What judges its positions, the default first.
    pub evaluators: Vec<EvaluatorChoice>,
    /// What weighs its moves.
    pub heuristics: Vec<EvaluatorChoice>,
    /// Players that papers describe.
    pub presets: Vec<PresetChoice>,
    /// A short sentence for a card; empty where the summary has to do.
    pub blurb: &'static str,
    /// The colour of its pages.
    pub accent: Accent,
    /// What its forms are called: the first that fits, or else the title.
    pub variants: Vec<VariantChoice>,
    /// A position in full swing.
    pub sample: Option<SpotChoice>,
    /// Small positions whose search trees are good to look at.
    pub examples: Vec<ExampleChoice>,
    /// A plan for a study.
    pub study: Vec<StudyChoice>,
    /// How many steps its lesson has; none where there is none.
    pub lesson: usize,
}

/// What some forms of a game are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct VariantChoice {
    /// The full specification it is about, or none for every other one.
    pub spec: Option<&'static str>,
    /// The name; `{0}` is the first parameter that is written by its place.
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

/// A position whose search tree is good to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleChoice {
    /// What a reader calls it.
    pub title: &'static str,
    /// The game's specification.
    pub game: &'static str,
    /// The position as text; the start where it is empty.
    pub position: &'static str,
    /// How many turns to look ahead.
    pub depth: u32,
}

/// Some games of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StudyChoice {
    /// The game's specification.
    pub game: &'static str,
    /// How many games are played.
    pub games: u32,
    /// Whom they are played against.
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
    /// One line for a reader.
    pub summary: &'static str,
    /// The parameters in brackets.
    pub parameters: Vec<ParameterChoice>,
}

/// A player that a paper describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PresetChoice {
    /// What a reader calls it.
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
    /// What a reader calls it.
    pub name: &'static str,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParameterChoice {
    /// Its name.
    pub name: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// What it may be.
    #[serde(flatten)]
    pub range: Range,
    /// The same in words.
    pub wanted: String,
    /// What it is when not given.
    pub default: Option<&'static str>,
    /// Whether it is written by its place, without its name.
    pub positional: bool,
}

/// What a parameter may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Range {
    /// A whole number.
    Number {
        /// At least.
        low: i64,
        /// At most.
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
    /// What there is to choose from with these games.
    pub fn new(games: &Games) -> Catalogue {
        Catalogue {
            version: env!("CARGO_PKG_VERSION"),
            games: games.families().map(|family| GameChoice::new(games, family)).collect(),
            // What a page offers to anybody must not run programs.
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

/// What readers of a language see in place of the words and forms of these games; nothing where no game has any.
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
    // Every table is read by a test; one that cannot be read says nothing.
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
