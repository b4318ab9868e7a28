//! A kind of game: everything that does not need a position.

use std::path::PathBuf;
use std::sync::Arc;

use ninefold_core::{
    EvaluatorInfo, Family, FamilyInfo, Host, Record, Registry, Seat, SpecError, View,
};
use thiserror::Error;

use crate::arena::{Arena, GameArena};
use crate::evaluation::EvaluatorError;
use crate::genome::{self, GenomeForm};
use crate::session::{Session, SessionError, Setup, TypedSession};
use crate::{Guests, Programs, Signature, bench};

/// A game with its parameters, before it is played.
pub trait GameKind: Send + Sync {
    /// The full specification.
    fn spec(&self) -> &str;

    /// The number of players.
    fn players(&self) -> usize;

    /// The seats, as a front end shows them.
    fn seats(&self) -> Vec<Seat>;

    /// Every form of a phrase that can be said about this game, for translators.
    fn forms(&self) -> Vec<&'static str>;

    /// The evaluators, the default first.
    fn evaluators(&self) -> Vec<&'static EvaluatorInfo>;

    /// The move heuristics.
    fn heuristics(&self) -> Vec<&'static EvaluatorInfo>;

    /// The numbers of an evaluator, or of the game's default one, as a genome with initial values
    /// from a named range.
    fn genome(
        &self,
        evaluator: Option<&str>,
        ranges: Option<&str>,
    ) -> Result<GenomeForm, EvaluatorError>;

    /// The counts of a fixed amount of work on this game.
    fn signature(&self) -> Signature;

    /// The arena for this game, with the folder of finished tables, and with or without custom
    /// programs.
    fn arena(&self, data: Option<PathBuf>, programs: Programs) -> Arc<dyn Arena>;

    /// The same with custom players and evaluators.
    fn arena_with(
        &self,
        data: Option<PathBuf>,
        programs: Programs,
        guests: Guests,
    ) -> Arc<dyn Arena>;

    /// Begins a game.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Session>, SessionError>;

    /// The same with custom evaluators.
    fn open_with(
        &self,
        setup: &Setup,
        guests: Arc<Guests>,
    ) -> Result<Box<dyn Session>, SessionError>;

    /// Continues from the end of a valid record, with the folder of finished tables.
    fn replay(
        &self,
        record: &Record,
        data: Option<PathBuf>,
    ) -> Result<Box<dyn Session>, SessionError>;
}

/// The kind of game with these rules.
#[derive(Clone)]
pub(crate) struct TypedKind<G: View> {
    pub(crate) game: G,
    pub(crate) spec: String,
}

impl<G: View> TypedKind<G> {
    fn typed_arena(
        &self,
        data: Option<PathBuf>,
        programs: Programs,
        guests: Option<Guests>,
    ) -> GameArena<G> {
        let (game, spec) = (self.game.clone(), self.spec.clone());
        GameArena { game, spec, data, programs, bots: Arc::default(), guests }
    }
}

impl<G: View> GameKind for TypedKind<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    fn forms(&self) -> Vec<&'static str> {
        self.game.forms()
    }

    fn evaluators(&self) -> Vec<&'static EvaluatorInfo> {
        self.game.knowledge().evaluators.iter().map(|entry| entry.info).collect()
    }

    fn heuristics(&self) -> Vec<&'static EvaluatorInfo> {
        self.game.knowledge().heuristics.iter().map(|entry| entry.info).collect()
    }

    fn genome(
        &self,
        evaluator: Option<&str>,
        ranges: Option<&str>,
    ) -> Result<GenomeForm, EvaluatorError> {
        genome::genome(&self.game, evaluator, ranges)
    }

    fn signature(&self) -> Signature {
        bench::signature(&self.game, &self.spec)
    }

    fn arena(&self, data: Option<PathBuf>, programs: Programs) -> Arc<dyn Arena> {
        Arc::new(self.typed_arena(data, programs, None))
    }

    fn arena_with(
        &self,
        data: Option<PathBuf>,
        programs: Programs,
        guests: Guests,
    ) -> Arc<dyn Arena> {
        Arc::new(self.typed_arena(data, programs, Some(guests)))
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Session>, SessionError> {
        Ok(Box::new(TypedSession::open(self.clone(), setup, None)?))
    }

    fn open_with(
        &self,
        setup: &Setup,
        guests: Arc<Guests>,
    ) -> Result<Box<dyn Session>, SessionError> {
        Ok(Box::new(TypedSession::open(self.clone(), setup, Some(guests))?))
    }

    fn replay(
        &self,
        record: &Record,
        data: Option<PathBuf>,
    ) -> Result<Box<dyn Session>, SessionError> {
        Ok(Box::new(TypedSession::replay(self.clone(), record, data)?))
    }
}

/// The host that makes the kind of any game.
struct MakeKind;

impl Host for MakeKind {
    type Output = Arc<dyn GameKind>;

    fn receive<G: View>(self, game: G, spec: String) -> Arc<dyn GameKind> {
        Arc::new(TypedKind { game, spec })
    }
}

/// All kinds of games.
///
/// ```
/// use ninefold_session::{Setup, games};
///
/// let kind = games().kind("tictactoe")?;
/// assert_eq!((kind.spec(), kind.players()), ("mnk:3,3,3", 2));
/// let mut session = kind.open(&Setup::default())?;
/// session.play("2,2")?;
/// assert_eq!(session.status().to_move, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Games(Registry<MakeKind>);

impl Games {
    /// Adds one more family.
    pub fn with<F: Family>(self) -> Games {
        Games(self.0.with::<F>())
    }

    /// The descriptions of all families.
    pub fn families(&self) -> impl Iterator<Item = &'static FamilyInfo> {
        self.0.families()
    }

    /// The family named by a specification.
    pub fn family(&self, spec: &str) -> Result<&'static FamilyInfo, SpecError> {
        self.0.family(spec)
    }

    /// The kind of game named by a specification.
    pub fn kind(&self, spec: &str) -> Result<Arc<dyn GameKind>, SpecError> {
        self.0.open(spec, MakeKind)
    }

    /// Begins a game named by a specification.
    pub fn open(&self, spec: &str, setup: &Setup) -> Result<Box<dyn Session>, OpenError> {
        Ok(self.kind(spec)?.open(setup)?)
    }

    /// Continues from the end of a valid record, with the folder of finished tables.
    pub fn replay(
        &self,
        record: &Record,
        data: Option<PathBuf>,
    ) -> Result<Box<dyn Session>, OpenError> {
        Ok(self.kind(&record.game)?.replay(record, data)?)
    }
}

/// Why a game could not be begun.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// The specification names no game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It cannot begin with this setup.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// The games of the project.
pub fn games() -> Games {
    Games(ninefold_games::registry())
}
