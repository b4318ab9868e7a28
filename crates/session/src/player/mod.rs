//! Players by specification: `human`, `random`, `alphabeta:depth=5,eval=fav2(noise=10)`.

mod error;
mod kinds;
mod seating;

use std::fmt;
use std::str::FromStr;

use ninefold_core::{Arguments, Value, nearest};
use ninefold_search::{EngineOptions, MctsOptions};
use ninefold_solve::solver;

pub use self::error::PlayerError;
use self::kinds::{Decides, PROGRAMS};
pub use self::kinds::{LARGEST_TABLE, MOST_THREADS, PlayerKind, player_kinds};
use crate::Protocol;
use crate::level::STRONGEST;

/// A player by specification, not yet seated.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    kind: PlayerKind,
    arguments: Arguments,
    /// The command to run, for a player that is a program.
    program: String,
}

/// Whether a specification may name a program to run: only where its author may run programs
/// anyway, never for text from a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Programs {
    /// It may not.
    Refused,
    /// It may.
    Allowed,
    /// It may be named, but runs only on other machines whose owners allow it.
    Elsewhere,
}

/// The requirement for a player that runs a program.
const PROGRAM_WANTED: &str = "wanted a program in brackets, such as cmd(./my-bot)";

impl PlayerSpec {
    /// Parses a specification, rejecting programs.
    pub fn parse(spec: &str) -> Result<PlayerSpec, PlayerError> {
        PlayerSpec::parse_with(spec, Programs::Refused)
    }

    /// Parses a specification that may name a program: `cmd(./my-bot):time=1s`, `ugi(./engine)`.
    pub fn parse_with(spec: &str, programs: Programs) -> Result<PlayerSpec, PlayerError> {
        let wrong = |problem| Err(PlayerError::Program { spec: spec.to_owned(), problem });
        let program =
            PROGRAMS.into_iter().find_map(|kind| Some((kind, spec.strip_prefix(kind.id)?)));
        if program.is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(':')) {
            return wrong(PROGRAM_WANTED);
        }
        if let Some((kind, rest)) = program
            && let Some(rest) = rest.strip_prefix('(')
        {
            if programs == Programs::Refused {
                return Err(PlayerError::NoPrograms { spec: spec.to_owned() });
            }
            let split = rest.strip_suffix(')').map(|program| (program, ""));
            let Some((program, parameters)) = rest.rsplit_once("):").or(split) else {
                return wrong("the bracket is not closed");
            };
            if program.trim().is_empty() || program.contains(char::is_control) {
                return wrong(PROGRAM_WANTED);
            }
            let arguments = Arguments::parse(kind.parameters, parameters)
                .map_err(|problem| PlayerError::Parameter { spec: spec.to_owned(), problem })?;
            let player = PlayerSpec { kind, arguments, program: program.to_owned() };
            return match player.own_options() {
                Some(_) => Ok(player),
                None => {
                    wrong("set is not understood, wanted options such as set=(Hash=64,Threads=1)")
                }
            };
        }
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let kinds = player_kinds();
        let Some(&kind) = kinds.iter().find(|kind| kind.id == name) else {
            let nearest = nearest(name, kinds.iter().map(|kind| kind.id));
            return Err(PlayerError::Kind { name: name.to_owned(), nearest });
        };
        let arguments = Arguments::parse(kind.parameters, parameters)
            .map_err(|problem| PlayerError::Parameter { spec: spec.to_owned(), problem })?;
        Ok(PlayerSpec { kind, arguments, program: String::new() })
    }

    /// Whether the player is an external program.
    pub fn is_program(&self) -> bool {
        self.kind.runs_programs()
    }

    /// The third-party protocol of its program; `None` for that of docs/bots.md, or if there is no
    /// program.
    pub fn protocol(&self) -> Option<Protocol> {
        match self.kind.decides {
            Decides::ByProgram(protocol) => protocol,
            _ => None,
        }
    }

    /// The engine options for its program; `None` if they cannot be parsed.
    fn own_options(&self) -> Option<Vec<(String, String)>> {
        let text = if self.has("set") { self.arguments.optional_word("set") } else { None };
        let Some(text) = text else { return Some(Vec::new()) };
        let items = text.strip_prefix('(')?.strip_suffix(')')?.split(',');
        let pair = |item: &str| {
            let (name, value) = item.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            let is_sound = !name.is_empty() && !text.contains(char::is_control);
            is_sound.then(|| (name.to_owned(), value.to_owned()))
        };
        items.map(pair).collect()
    }

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        matches!(self.kind.decides, Decides::Itself)
    }

    /// Whether it uses finished tables, where there are any.
    pub fn looks_into_tables(&self) -> bool {
        match self.kind.decides {
            Decides::ByProof => true,
            Decides::ByLevel => self.arguments.number("level") == STRONGEST,
            _ => false,
        }
    }

    /// The number of its threads.
    pub fn threads(&self) -> usize {
        if self.has("threads") { self.arguments.number("threads") as usize } else { 1 }
    }

    /// The size in bytes of its search table, if specified.
    pub fn table(&self) -> usize {
        if self.has("table") { (self.arguments.number("table") as usize) << 20 } else { 0 }
    }

    /// Sets the number of threads and the table size in MB, if it has such parameters.
    pub(crate) fn equip(&mut self, threads: Option<usize>, table: usize) {
        if let Some(threads) = threads.filter(|_| self.has("threads")) {
            self.arguments.set("threads", Value::Number(threads as i64));
        }
        if self.has("table") {
            self.arguments.set("table", Value::Number(table as i64));
        }
    }

    /// An upper estimate of its memory in bytes while it thinks about a game: the table of its
    /// search, the tree of its simulations, the needs of a proof.
    ///
    /// ```
    /// use ninefold_session::PlayerSpec;
    ///
    /// let memory = |player| PlayerSpec::parse(player).unwrap().memory("morris");
    /// assert!(memory("random") < memory("level:5") && memory("level:5") < memory("level:10"));
    /// assert_eq!(memory("engine:table=64") - memory("engine:table=32"), 32 << 20);
    /// ```
    pub fn memory(&self, game: &str) -> usize {
        let search = match self.kind.decides {
            Decides::BySimulation => MctsOptions::default().memory(),
            Decides::ByLevel => EngineOptions::default().table,
            _ => self.table(),
        };
        let solver = solver(game).ok().filter(|_| self.looks_into_tables());
        search + solver.map_or(0, |solver| solver.usual_memory())
    }

    /// Whether it thinks until its time is up rather than for a fixed amount of work.
    ///
    /// ```
    /// use ninefold_session::PlayerSpec;
    ///
    /// let takes_its_time = |player| PlayerSpec::parse(player).unwrap().takes_its_time();
    /// assert!(takes_its_time("best") && takes_its_time("level:10"));
    /// assert!(takes_its_time("mcts:time=5s") && takes_its_time("engine"));
    /// assert!(!takes_its_time("level:8") && !takes_its_time("engine:nodes=3000"));
    /// ```
    pub fn takes_its_time(&self) -> bool {
        let says = |name| self.has(name) && self.arguments.optional_number(name).is_some();
        match self.kind.decides {
            Decides::ByProof | Decides::ByEngine => {
                says("time") || !(says("nodes") || says("depth"))
            }
            Decides::ByLevel => self.arguments.number("level") == STRONGEST,
            Decides::BySearch(_) | Decides::BySimulation => says("time"),
            Decides::Itself | Decides::AtRandom | Decides::ByHeuristic | Decides::ByProgram(_) => {
                false
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        self.kind.parameters.iter().any(|parameter| parameter.name == name)
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    /// The same as [`parse`](PlayerSpec::parse): parsing a text never allows it to run a program.
    ///
    /// ```
    /// use ninefold_session::PlayerSpec;
    ///
    /// let player: PlayerSpec = "alphabeta:depth=4".parse()?;
    /// assert!(player.to_string().starts_with("alphabeta:depth=4"));
    /// assert!("cmd(./my-bot)".parse::<PlayerSpec>().is_err());
    /// assert!("ugi(./engine)".parse::<PlayerSpec>().is_err());
    /// # Ok::<(), ninefold_session::PlayerError>(())
    /// ```
    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        PlayerSpec::parse(text)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.id)?;
        if self.kind.runs_programs() {
            write!(f, "({})", self.program)?;
        }
        match self.arguments.to_string() {
            none if none.is_empty() => Ok(()),
            some => write!(f, ":{some}"),
        }
    }
}
