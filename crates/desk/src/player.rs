//! Players by specification: `human`, `random`, `random:place=own`.

use std::fmt;

use ninefold_core::{
    Agent, Arguments, Game, Kind, Parameter, ParameterError, Random, RandomAgent, mix, nearest,
    quote,
};
use thiserror::Error;

/// The description of a kind of player.
#[derive(Debug)]
pub struct PlayerKind {
    /// The word before the colon.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// The parameters after the colon.
    pub parameters: &'static [Parameter],
}

/// The habit of a random player that has none.
const ANY: &str = "any";

/// Every kind of player.
pub const PLAYERS: &[PlayerKind] = &[
    PlayerKind { id: "human", summary: "a person who types or clicks moves", parameters: &[] },
    PlayerKind {
        id: "random",
        summary: "chooses evenly among the legal moves",
        parameters: &[
            Parameter {
                name: "place",
                summary: "a rule of the game by which it places: 9tka has literal, own, own-clear",
                kind: Kind::Word,
                default: ANY,
                positional: false,
            },
            Parameter {
                name: "seed",
                summary: "another seed, other choices at the same table",
                kind: Kind::Number(0..=i64::MAX),
                default: "0",
                positional: false,
            },
        ],
    },
];

/// A player as specified, not yet at any table.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    kind: &'static PlayerKind,
    arguments: Arguments,
}

/// Why a specification names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// No kind of player has this name.
    #[error("unknown player {}, {}", quote(.name), wanted(.nearest))]
    Kind {
        /// The name given.
        name: String,
        /// The name that looks most like it.
        nearest: Option<&'static str>,
    },
    /// The parameters do not fit.
    #[error("player {}: {problem}", quote(.spec))]
    Parameter {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: ParameterError,
    },
    /// The game has no such habit.
    #[error("player {}: place is {}, {wanted}", quote(.spec), quote(.place))]
    Place {
        /// The whole specification.
        spec: String,
        /// The habit given.
        place: String,
        /// What the game has.
        wanted: String,
    },
    /// The wrong number of players.
    #[error("{found} players are given, {game} is for {wanted}")]
    Count {
        /// How many are given.
        found: usize,
        /// The game.
        game: String,
        /// How many it is for.
        wanted: usize,
    },
}

fn wanted(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(name) => format!("did you mean {name}?"),
        None => {
            let ids: Vec<&str> = PLAYERS.iter().map(|kind| kind.id).collect();
            format!("wanted one of {}", ids.join(", "))
        }
    }
}

impl PlayerSpec {
    /// Reads a specification.
    pub fn parse(spec: &str) -> Result<PlayerSpec, PlayerError> {
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let kind = PLAYERS.iter().find(|kind| kind.id == name).ok_or_else(|| {
            let nearest = nearest(name, PLAYERS.iter().map(|kind| kind.id));
            PlayerError::Kind { name: name.to_owned(), nearest }
        })?;
        let arguments = Arguments::parse(kind.parameters, parameters)
            .map_err(|problem| PlayerError::Parameter { spec: spec.to_owned(), problem })?;
        Ok(PlayerSpec { kind, arguments })
    }

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        self.kind.id == "human"
    }

    /// The player at a table: nobody for a person.
    pub(crate) fn seat<G: Game>(
        &self,
        game: &G,
        table_seed: u64,
        seat: usize,
    ) -> Result<Option<Box<dyn Agent<G>>>, PlayerError> {
        if self.is_human() {
            return Ok(None);
        }
        let habit = self.habit(game)?;
        let seed = mix(table_seed) ^ self.arguments.number("seed") as u64;
        let random = Random::stream(seed, seat as u64);
        Ok(Some(Box::new(RandomAgent::<G>::new(random, habit))))
    }

    fn habit<G: Game>(&self, game: &G) -> Result<Option<usize>, PlayerError> {
        let place = self.arguments.word("place");
        if place == ANY {
            return Ok(None);
        }
        let habits = game.habits();
        let found = habits.iter().position(|habit| habit.id == place);
        found.map(Some).ok_or_else(|| PlayerError::Place {
            spec: self.to_string(),
            place: place.to_owned(),
            wanted: match habits {
                [] => "but this game has no placing rules".into(),
                _ => {
                    let ids: Vec<&str> = habits.iter().map(|habit| habit.id).collect();
                    format!("wanted {ANY} or {}", ids.join(" or "))
                }
            },
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.arguments.to_string() {
            none if none.is_empty() => f.write_str(self.kind.id),
            some => write!(f, "{}:{some}", self.kind.id),
        }
    }
}
