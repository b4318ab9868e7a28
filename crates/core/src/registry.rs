//! Kinds of games, opened by name.
//!
//! A [`Family`] knows how to turn `mnk:3,3,3` into a rules object. Which *type* that is stays known
//! to the compiler, because the family hands it to a [`Host`]: a session layer that erases it, a test
//! that checks its laws, a benchmark. One registry serves them all.

use thiserror::Error;

use crate::{Accent, Arguments, Parameter, ParameterError, View, nearest, quote};

/// Something that can be done with a game of any type.
pub trait Host {
    /// What it gives.
    type Output;

    /// Receives the rules object and its full specification, such as `mnk:3,3,3`.
    fn receive<G: View>(self, game: G, spec: String) -> Self::Output;
}

/// The description of a kind of game: everything but its rules that other parts of the program want to know. It lies
/// in the game's folder, so that nothing else names the game.
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
    /// The word before the colon: `mnk`.
    pub id: &'static str,
    /// What a reader calls it.
    pub title: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// A short sentence for a card on the first page; the summary where it is empty.
    pub blurb: &'static str,
    /// Other names, each with the specification it stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The parameters after the colon.
    pub parameters: &'static [Parameter],
    /// What its forms are called; the title where none fits.
    pub variants: &'static [Variant],
    /// Players that papers describe.
    pub presets: &'static [Preset],
    /// The colour of its pages.
    pub accent: Accent,
    /// A position in full swing, which says more than an empty board; its start where there is none.
    pub sample: Option<Spot>,
    /// Small positions whose search trees are good to look at.
    pub examples: &'static [Example],
    /// A plan for a study of people against a computer, if a paper suggests one.
    pub study: &'static [StudyGames],
    /// The rules page, in Markdown.
    pub rules: &'static str,
    /// The same page in other languages: the language's code, and the page.
    pub translated_rules: &'static [(&'static str, &'static str)],
    /// A lesson for beginners, step by step, as JSON; `crates/games/tests/lessons.rs` tells its form. Nothing where there is none.
    pub lesson: &'static str,
    /// Known perft counts: lines of `specification ; position or start ; counts`.
    pub perft: &'static str,
    /// Puzzles that come with the program, one a line; new ones come at the end.
    pub puzzles: &'static str,
    /// Openings for matches that give nobody an advantage: the full specification of a game, and a list of moves a line.
    pub balanced: &'static [(&'static str, &'static str)],
    /// The forms that tests try.
    pub trials: &'static [Trial],
    /// What readers see in place of the words here and in the game's forms, one table a language.
    pub words: &'static [Words],
}

/// What some forms of a game are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The full specification it is about, or none for every other one.
    pub spec: Option<&'static str>,
    /// The name; `{0}` is the first parameter that is written by its place, `{1}` the second.
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

/// A position whose search tree is good to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyGames {
    /// The game's specification.
    pub game: &'static str,
    /// How many games are played.
    pub games: u32,
    /// Whom they are played against, as a player's specification.
    pub opponent: &'static str,
}

/// A form of a game that tests try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Its specification.
    pub spec: &'static str,
    /// How many positions of its tree the laws look at; each costs more on a larger board.
    pub positions: u32,
    /// How many images a position has at most, itself among them.
    pub images: usize,
    /// Whether evaluators, searches and judgements are tried on it too, which takes longer than the laws: for a few
    /// forms of different sizes.
    pub searched: bool,
}

/// The words of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// Its code: `de`.
    pub language: &'static str,
    /// A JSON object from each English word or form to what a reader of the language sees instead.
    pub table: &'static str,
}

/// A player of one kind of game that a paper describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// What a reader calls it.
    pub title: &'static str,
    /// Its specification.
    pub player: &'static str,
}

/// A kind of game.
pub trait Family: 'static {
    /// Its description.
    const INFO: FamilyInfo;

    /// Hands the game with these parameters to the host.
    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output;
}

/// A family as one host sees it.
pub struct Entry<H: Host> {
    /// Its description.
    pub info: &'static FamilyInfo,
    open: fn(&Arguments, String, H) -> H::Output,
}

/// Every kind of game there is, for one kind of host.
pub struct Registry<H: Host> {
    entries: Vec<Entry<H>>,
}

impl<H: Host> Clone for Registry<H> {
    fn clone(&self) -> Registry<H> {
        let copy = |entry: &Entry<H>| Entry { info: entry.info, open: entry.open };
        Registry { entries: self.entries.iter().map(copy).collect() }
    }
}

/// Why a specification names no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// No family and no alias has this name.
    #[error("unknown game {}, {}", quote(.name), wanted(.nearest, .known))]
    Game {
        /// The name given.
        name: String,
        /// The name that looks most like it.
        nearest: Option<&'static str>,
        /// All names.
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
    /// The parameters do not fit.
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
    /// A registry without games.
    pub fn new() -> Registry<H> {
        Registry { entries: Vec::new() }
    }

    /// The registry with one more family.
    pub fn with<F: Family>(mut self) -> Registry<H> {
        self.entries.push(Entry { info: &F::INFO, open: F::open::<H> });
        self
    }

    /// The descriptions of all families.
    pub fn families(&self) -> impl Iterator<Item = &'static FamilyInfo> {
        self.entries.iter().map(|entry| entry.info)
    }

    /// The family that a specification names.
    pub fn family(&self, spec: &str) -> Result<&'static FamilyInfo, SpecError> {
        self.resolve(spec).map(|(entry, _)| entry.info)
    }

    /// Opens the game of a specification for the host.
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
    /// A description that says nothing yet, to fill in what there is.
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

    /// How to write a specification: `mnk:ROWS,COLUMNS,K`.
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
