//! Kinds of games, opened by name.
//!
//! A [`Family`] knows how to turn `mnk:3,3,3` into a rules object. Which *type* that is stays known
//! to the compiler, because the family hands it to a [`Host`]: a session layer that erases it, a test
//! that checks its laws, a benchmark. One registry serves them all.

use thiserror::Error;

use crate::{Arguments, Parameter, ParameterError, View, nearest, quote};

/// Somebody who can do something with any game.
pub trait Host {
    /// What comes of it.
    type Output;

    /// Receives the rules object and its full specification, such as `mnk:3,3,3`.
    fn receive<G: View>(self, game: G, spec: String) -> Self::Output;
}

/// The description of a kind of game.
#[derive(Debug)]
pub struct FamilyInfo {
    /// The word before the colon: `mnk`.
    pub id: &'static str,
    /// What a reader calls it.
    pub title: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// Other names, each with the specification it stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The parameters after the colon.
    pub parameters: &'static [Parameter],
    /// Players that papers describe.
    pub presets: &'static [Preset],
    /// The rules page, in Markdown.
    pub rules: &'static str,
    /// Known perft counts: lines of `specification ; position or start ; counts`.
    pub perft: &'static str,
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
