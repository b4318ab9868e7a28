//! Kinds of games, opened by name.
//!
//! A [`Family`] turns `mnk:3,3,3` into a rules object. Its *type* stays known to the compiler, because the family
//! passes it to a [`Host`]: a session layer that erases the type, a test that checks its laws, a benchmark. One
//! registry serves all of them.

use thiserror::Error;

use crate::{Accent, Arguments, Parameter, ParameterError, View, nearest, quote};

/// An operation on a game of any type.
pub trait Host {
    /// The result of the operation.
    type Output;

    /// Receives the rules object and its full specification, such as `mnk:3,3,3`.
    fn receive<G: View>(self, game: G, spec: String) -> Self::Output;
}

/// The description of a kind of game: everything except its rules that other parts of the program need. It lives in
/// the game's module, so that no other code names the game.
///
/// ```
/// use ninefold_core::FamilyInfo;
///
/// const ROPE: FamilyInfo = FamilyInfo {
///     id: "rope",
///     title: "Rope",
///     summary: "tie knots, never beside your own",
///     ..FamilyInfo::PLAIN
/// };
/// assert_eq!(ROPE.form(), "rope");
/// ```
#[derive(Debug)]
pub struct FamilyInfo {
    /// The identifier before the colon: `mnk`.
    pub id: &'static str,
    /// The name shown to users.
    pub title: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// A short sentence for a card on the home page; the summary is used if it is empty.
    pub blurb: &'static str,
    /// Other names, each with the specification that it stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The parameters after the colon.
    pub parameters: &'static [Parameter],
    /// The names of its variants; the title is used if none matches.
    pub variants: &'static [Variant],
    /// Players described in papers.
    pub presets: &'static [Preset],
    /// The accent colour of its pages.
    pub accent: Accent,
    /// A position from the middle of a game, as an illustration; the start position is used if it is `None`.
    pub sample: Option<Spot>,
    /// Small positions with search trees worth viewing.
    pub examples: &'static [Example],
    /// A plan for a study of people against the computer, if a paper suggests one.
    pub study: &'static [StudyGames],
    /// The rules page, in Markdown.
    pub rules: &'static str,
    /// The same page in other languages: the language code and the page.
    pub translated_rules: &'static [(&'static str, &'static str)],
    /// A step-by-step lesson for beginners, as JSON; `crates/games/tests/lessons.rs` checks its format. Empty if
    /// there is none.
    pub lesson: &'static str,
    /// Known perft counts: lines of `specification ; position or start ; counts`.
    pub perft: &'static str,
    /// The built-in puzzles, one per line; new ones are appended.
    pub puzzles: &'static str,
    /// Balanced match openings: the full specification of a game, and one list of moves per line.
    pub balanced: &'static [(&'static str, &'static str)],
    /// The specifications that tests cover.
    pub trials: &'static [Trial],
    /// Translations of the words here and in the game's forms, one table per language.
    pub words: &'static [Words],
}

/// The name of some variants of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The full specification that it applies to; `None` matches all others.
    pub spec: Option<&'static str>,
    /// The name; `{0}` is the first positional parameter, `{1}` the second.
    pub title: &'static str,
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The game's specification.
    pub game: &'static str,
    /// The position as text.
    pub position: &'static str,
}

/// A position with a search tree worth viewing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The name shown to users.
    pub title: &'static str,
    /// The game's specification.
    pub game: &'static str,
    /// The position as text; empty for the start.
    pub position: &'static str,
    /// The search depth in turns.
    pub depth: u32,
}

/// A set of games of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyGames {
    /// The game's specification.
    pub game: &'static str,
    /// The number of games.
    pub games: u32,
    /// The opponent, as a player specification.
    pub opponent: &'static str,
}

/// A specification that tests cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Its specification.
    pub spec: &'static str,
    /// The number of positions of its tree on which the laws are checked; each costs more on a larger board.
    pub positions: u32,
    /// The maximum number of symmetric images of a position, including itself.
    pub images: usize,
    /// Whether evaluators, searches and judgements are tested on it too. That takes longer than the laws, so it is
    /// set for a few variants of different sizes.
    pub searched: bool,
}

/// The words of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The language code: `de`.
    pub language: &'static str,
    /// A JSON object from each English word or form to its translation.
    pub table: &'static str,
}

/// A player for one kind of game, described in a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name shown to users.
    pub title: &'static str,
    /// Its specification.
    pub player: &'static str,
}

/// A kind of game.
pub trait Family: 'static {
    /// Its description.
    const INFO: FamilyInfo;

    /// Opens the game with these parameters and passes it to the host.
    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output;
}

/// A family, bound to one type of host.
pub struct Entry<H: Host> {
    /// Its description.
    pub info: &'static FamilyInfo,
    open: fn(&Arguments, String, H) -> H::Output,
}

/// All kinds of games, for one type of host.
pub struct Registry<H: Host> {
    entries: Vec<Entry<H>>,
}

impl<H: Host> Clone for Registry<H> {
    fn clone(&self) -> Registry<H> {
        let copy = |entry: &Entry<H>| Entry { info: entry.info, open: entry.open };
        Registry { entries: self.entries.iter().map(copy).collect() }
    }
}

/// Why a specification does not name a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// No family and no alias has this name.
    #[error("unknown game {}, {}", quote(.name), wanted(.nearest, .known))]
    Game {
        /// The name given.
        name: String,
        /// The most similar name.
        nearest: Option<&'static str>,
        /// All valid names.
        known: Vec<&'static str>,
    },
    /// An alias was given parameters.
    #[error("game {}: {alias} takes no parameters, it is {full}", quote(.spec))]
    Alias {
        /// The whole specification.
        spec: String,
        /// The alias.
        alias: &'static str,
        /// What it stands for.
        full: &'static str,
    },
    /// The parameters are invalid.
    #[error("game {}: {problem}", quote(.spec))]
    Parameter {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: ParameterError,
    },
}

fn wanted(nearest: &Option<&'static str>, known: &[&'static str]) -> String {
    match nearest {
        Some(name) => format!("did you mean {name}?"),
        None => format!("wanted one of {}", known.join(", ")),
    }
}

impl<H: Host> Registry<H> {
    /// Creates an empty registry.
    pub fn new() -> Registry<H> {
        Registry { entries: Vec::new() }
    }

    /// Adds a family to the registry.
    pub fn with<F: Family>(mut self) -> Registry<H> {
        self.entries.push(Entry { info: &F::INFO, open: F::open::<H> });
        self
    }

    /// The descriptions of all families.
    pub fn families(&self) -> impl Iterator<Item = &'static FamilyInfo> {
        self.entries.iter().map(|entry| entry.info)
    }

    /// The family named by a specification.
    pub fn family(&self, spec: &str) -> Result<&'static FamilyInfo, SpecError> {
        self.resolve(spec).map(|(entry, _)| entry.info)
    }

    /// Opens the game of a specification and passes it to the host.
    pub fn open(&self, spec: &str, host: H) -> Result<H::Output, SpecError> {
        let (entry, parameters) = self.resolve(spec)?;
        let arguments = Arguments::parse(entry.info.parameters, parameters)
            .map_err(|problem| SpecError::Parameter { spec: spec.to_owned(), problem })?;
        let canonical = match arguments.to_string() {
            none if none.is_empty() => entry.info.id.to_owned(),
            some => format!("{}:{some}", entry.info.id),
        };
        Ok((entry.open)(&arguments, canonical, host))
    }

    fn resolve<'t>(&self, spec: &'t str) -> Result<(&Entry<H>, &'t str), SpecError> {
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        if let Some(entry) = self.entries.iter().find(|entry| entry.info.id == name) {
            return Ok((entry, parameters));
        }
        for entry in &self.entries {
            match entry.info.aliases.iter().find(|(alias, _)| *alias == name) {
                None => {}
                Some(&(alias, full)) if alias != spec => {
                    return Err(SpecError::Alias { spec: spec.to_owned(), alias, full });
                }
                Some((_, full)) => return Ok((entry, full.split_once(':').map_or("", |(_, p)| p))),
            }
        }
        let known: Vec<&'static str> = self.families().flat_map(FamilyInfo::names).collect();
        let nearest = nearest(name, known.iter().copied());
        Err(SpecError::Game { name: name.to_owned(), nearest, known })
    }
}

impl<H: Host> Default for Registry<H> {
    fn default() -> Registry<H> {
        Registry::new()
    }
}

impl FamilyInfo {
    /// An empty description, as a base to fill in.
    pub const PLAIN: FamilyInfo = FamilyInfo {
        id: "",
        title: "",
        summary: "",
        blurb: "",
        aliases: &[],
        parameters: &[],
        variants: &[],
        presets: &[],
        accent: Accent::PLAIN,
        sample: None,
        examples: &[],
        study: &[],
        rules: "",
        translated_rules: &[],
        lesson: "",
        perft: "",
        puzzles: "",
        balanced: &[],
        trials: &[],
        words: &[],
    };

    /// The id and all aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.id).chain(self.aliases.iter().map(|(alias, _)| *alias))
    }

    /// The form of a specification: `mnk:ROWS,COLUMNS,K`.
    pub fn form(&self) -> String {
        let positional = self.parameters.iter().filter(|parameter| parameter.positional);
        let names: Vec<String> =
            positional.map(|parameter| parameter.name.to_uppercase()).collect();
        if names.is_empty() {
            self.id.to_owned()
        } else {
            format!("{}:{}", self.id, names.join(","))
        }
    }
}
