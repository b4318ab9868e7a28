//! A game in progress.

use std::path::PathBuf;
use std::sync::Arc;

use ninefold_core::{
    Fault, MoveError, Path, PositionError, Record, ReplayError, Symmetry, View, find_move,
};
use ninefold_search::{Limits, StopFlag};
use ninefold_solve::Caveat;
use thiserror::Error;

use crate::ask::Ask;
use crate::best::GameContext;
use crate::bot::BotPool;
use crate::insight;
use crate::kind::{GameKind, TypedKind};
use crate::thinker::{Thinker, Thought};
use crate::view::{Advice, SessionView, Status};
use crate::{Guests, PlayerError, PlayerSpec, view};

/// The starting point of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// At the start of the game.
    #[default]
    Start,
    /// At a position in our own notation.
    Position(String),
    /// At a position in another program's notation.
    Fen(String),
}

/// The setup of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The seed of the start and of random players.
    pub seed: u64,
    /// The starting point.
    pub origin: Origin,
    /// The moves to play from there.
    pub moves: Vec<String>,
    /// The folder of finished tables for the strongest players, if known.
    pub data: Option<PathBuf>,
}

/// Why a session could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SessionError {
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error("move {number}: {problem}")]
    Move {
        /// The move's number, from 1.
        number: usize,
        /// What was wrong.
        problem: MoveError,
    },
    /// The record does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A game in progress, independent of its type.
///
/// The position, the moves played and the players; [`Ask`] has the queries about the position.
pub trait Session: Ask + Send {
    /// The kind of game.
    fn kind(&self) -> &dyn GameKind;

    /// The legal moves as text, in the promised order.
    fn moves(&self) -> Vec<String>;

    /// The canonical text of the legal move that this text names.
    fn legal(&self, text: &str) -> Result<String, MoveError>;

    /// Plays the legal move with this text.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// A copy at the same point of the game, without its players.
    fn fork(&self) -> Box<dyn Session>;

    /// The number of moves played since the session was opened.
    fn ply(&self) -> usize;

    /// The position as text, normalised by symmetry so that all its images have the same.
    fn canonical_position(&self) -> String;

    /// A short summary for scripts.
    fn status(&self) -> Status;

    /// Everything a front end needs to draw.
    fn view(&self) -> SessionView;

    /// The record of the game so far, with these seat names.
    fn record(&self, seats: &[PlayerSpec]) -> Record;

    /// Assigns a player to every seat.
    fn seat(&mut self, players: &[PlayerSpec]) -> Result<(), PlayerError>;

    /// The same, with a pool where programs that stay wait between two games.
    fn seat_with(&mut self, players: &[PlayerSpec], bots: &Arc<BotPool>)
    -> Result<(), PlayerError>;

    /// The move of the computer to move; `None` for a person or once the game is over.
    fn think(&mut self) -> Option<String>;

    /// The same within its own limits and these.
    fn think_within(&mut self, limits: Limits) -> Option<String>;

    /// The fault of the computer to move, if it is a program that failed.
    fn fault(&self) -> Option<Fault>;
}

impl dyn Session + '_ {
    /// The game's full specification.
    pub fn spec(&self) -> &str {
        self.kind().spec()
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.kind().players()
    }
}

fn begin<G: View>(game: G, setup: &Setup) -> Result<Path<G>, SessionError> {
    let state = match &setup.origin {
        Origin::Start => game.start(setup.seed),
        Origin::Position(text) => game.parse_position(text)?,
        Origin::Fen(text) => game.parse_fen(text)?.0,
    };
    let mut path = Path::new(game, state);
    for (index, text) in setup.moves.iter().enumerate() {
        let number = index + 1;
        let mv =
            find_move(&path, text).map_err(|problem| SessionError::Move { number, problem })?;
        path.play(mv);
    }
    Ok(path)
}

/// The computer of each seat, `None` for a person.
type Computers<G> = Vec<Option<Box<dyn Thinker<G>>>>;

/// A session of one game.
pub(crate) struct TypedSession<G: View> {
    kind: TypedKind<G>,
    pub(crate) seed: u64,
    data: Option<PathBuf>,
    /// Custom evaluators.
    guests: Option<Arc<Guests>>,
    pub(crate) path: Path<G>,
    /// The computer of each seat, `None` for a person; empty until players are seated.
    computers: Computers<G>,
}

impl<G: View> TypedSession<G> {
    /// Begins at a setup.
    pub(crate) fn open(
        kind: TypedKind<G>,
        setup: &Setup,
        guests: Option<Arc<Guests>>,
    ) -> Result<Self, SessionError> {
        let path = begin(kind.game.clone(), setup)?;
        let (seed, data) = (setup.seed, setup.data.clone());
        Ok(TypedSession { kind, seed, data, guests, path, computers: Vec::new() })
    }

    /// Continues from the end of a record.
    pub(crate) fn replay(
        kind: TypedKind<G>,
        record: &Record,
        data: Option<PathBuf>,
    ) -> Result<Self, SessionError> {
        let path = record.replay(kind.game.clone())?.path;
        let (seed, guests) = (record.seed, None);
        Ok(TypedSession { kind, seed, data, guests, path, computers: Vec::new() })
    }

    /// A thought as text.
    pub(crate) fn advice(&self, thought: Thought<G::Move>) -> Advice {
        let Thought { found, share, decided, exact, caveat } = thought;
        let pv = self.texts(&found.line);
        Advice {
            best: pv.first().cloned(),
            values: found.values[..self.path.game().players()].to_vec(),
            share: share.filter(|_| !pv.is_empty()),
            depth: found.depth,
            nodes: found.nodes,
            cuts: found.cuts,
            decided,
            exact,
            note: caveat.as_ref().map(Caveat::to_string),
            caveat: caveat.as_ref().map(Caveat::phrase),
            shown: view::line_shown(self.path.game(), self.path.state(), &found.line),
            pv,
            why: found.line.first().map(|&best| insight::why(&self.path, best)),
        }
    }

    /// The computer of a specification, on the seat to move.
    pub(crate) fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker<G>>, PlayerError> {
        let game = self.path.game();
        let seat = game.to_move(self.path.state()).index();
        let thinker = player.thinker(game, self.context(), self.seed, seat)?;
        thinker.ok_or_else(|| PlayerError::Human { spec: player.to_string() })
    }

    /// The context for a player seated here.
    pub(crate) fn context(&self) -> GameContext<'_> {
        GameContext {
            guests: self.guests.as_deref(),
            ..GameContext::new(&self.kind.spec, self.data.as_deref())
        }
    }

    /// The computer of each seat, `None` for a person.
    fn sit_down(
        &self,
        players: &[PlayerSpec],
        context: GameContext<'_>,
    ) -> Result<Computers<G>, PlayerError> {
        let (found, wanted) = (players.len(), self.path.game().players());
        if found != wanted {
            return Err(PlayerError::Count { found, game: self.kind.spec.clone(), wanted });
        }
        let computer = |(seat, spec): (usize, &PlayerSpec)| {
            spec.thinker(self.path.game(), context, self.seed, seat)
        };
        players.iter().enumerate().map(computer).collect()
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.path.game().move_text(mv)).collect()
    }
}

impl<G: View> Session for TypedSession<G> {
    fn kind(&self) -> &dyn GameKind {
        &self.kind
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.path.moves(&mut moves);
        self.texts(&moves)
    }

    fn legal(&self, text: &str) -> Result<String, MoveError> {
        Ok(self.path.game().move_text(find_move(&self.path, text)?))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = find_move(&self.path, text)?;
        self.path.play(mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.path.undo().is_some()
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(TypedSession {
            kind: self.kind.clone(),
            seed: self.seed,
            data: self.data.clone(),
            guests: self.guests.clone(),
            path: self.path.clone(),
            computers: Vec::new(),
        })
    }

    fn ply(&self) -> usize {
        self.path.played().len()
    }

    fn canonical_position(&self) -> String {
        let (game, state) = (self.path.game(), self.path.state());
        let images = (0..game.symmetries()).map(|index| game.map(state, Symmetry(index as u8)));
        game.position_text(&images.min().unwrap_or(*state))
    }

    fn status(&self) -> Status {
        view::status(&self.path)
    }

    fn view(&self) -> SessionView {
        view::view(&self.path, &self.kind.spec)
    }

    fn record(&self, seats: &[PlayerSpec]) -> Record {
        let (game, origin) = (self.path.game(), self.path.origin());
        let outcome = self.path.outcome();
        Record {
            game: self.kind.spec.clone(),
            seed: self.seed,
            position: (*origin != game.start(self.seed)).then(|| game.position_text(origin)),
            seats: seats.iter().map(PlayerSpec::to_string).collect(),
            tags: Vec::new(),
            moves: self.texts(self.path.played()),
            result: outcome.map(|outcome| outcome.payoffs.seats(game.players()).to_vec()),
            reason: outcome.map(|outcome| outcome.reason.to_owned()),
        }
    }

    fn seat(&mut self, players: &[PlayerSpec]) -> Result<(), PlayerError> {
        self.computers = self.sit_down(players, self.context())?;
        Ok(())
    }

    fn seat_with(
        &mut self,
        players: &[PlayerSpec],
        bots: &Arc<BotPool>,
    ) -> Result<(), PlayerError> {
        let context = GameContext { bots: Some(bots), ..self.context() };
        self.computers = self.sit_down(players, context)?;
        Ok(())
    }

    fn think(&mut self) -> Option<String> {
        self.think_within(Limits::default())
    }

    fn think_within(&mut self, limits: Limits) -> Option<String> {
        let seat = self.path.to_move()?.index();
        let computer = self.computers.get_mut(seat)?.as_mut()?;
        let stop = StopFlag::default();
        let mv = computer.choose(&self.path, limits, &stop)?;
        Some(self.path.game().move_text(mv))
    }

    fn fault(&self) -> Option<Fault> {
        let seat = self.path.to_move()?.index();
        self.computers.get(seat)?.as_ref()?.fault()
    }
}
