//! A game in progress.

use std::path::PathBuf;
use std::sync::Arc;

use ninefold_core::{
    EvaluatorInfo, Host, MoveError, Path, PositionError, Record, ReplayError, Step, View,
    find_move, perft,
};
use ninefold_search::{Limits, SearchResult, StopFlag};
use thiserror::Error;

use crate::analysis::{self, Analysis, AnalysisRequest};
use crate::arena::{Arena, GameArena};
use crate::best::GameContext;
use crate::evaluation::{self, Evaluation, EvaluatorError};
use crate::genome::{self, GenomeForm};
use crate::insight::{self, Preview, Why};
use crate::judgement::{Effort, Judge, Known};
use crate::review::{self, Review, ReviewRequest};
use crate::thinker::{Thinker, Thought};
use crate::tree::{self, TreeError, TreeRequest, TreeView};
use crate::values::MoveValues;
use crate::view::{Advice, SessionView, Status};
use crate::{PlayerError, PlayerSpec, Programs, Signature, bench, view};

/// Where a session begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// At the start of the game.
    #[default]
    Start,
    /// At a position in the project's own text.
    Position(String),
    /// At a position in the form another program uses.
    Fen(String),
}

/// How to open a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The seed of the start and of random players.
    pub seed: u64,
    /// Where to begin.
    pub origin: Origin,
    /// The moves to play from there.
    pub moves: Vec<String>,
    /// The folder of finished tables that the strongest players look into, if one is known.
    pub data: Option<PathBuf>,
}

/// Why a session could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SessionError {
    /// The position is none.
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

/// A game in progress, whatever game it is.
pub trait Session: Send {
    /// The game's full specification.
    fn spec(&self) -> &str;

    /// How many players there are.
    fn players(&self) -> usize;

    /// The legal moves as text, in the promised order.
    fn moves(&self) -> Vec<String>;

    /// The promised text of the legal move that this text names.
    fn legal(&self, text: &str) -> Result<String, MoveError>;

    /// Plays the legal move with this text.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;

    /// How many moves were played since the session was opened.
    fn ply(&self) -> usize;

    /// What scripts ask first.
    fn status(&self) -> Status;

    /// Everything a front end draws.
    fn view(&self) -> SessionView;

    /// What the legal move with this text does.
    fn why(&self, text: &str) -> Result<Why, MoveError>;

    /// What every legal move will look like, in the promised order.
    fn previews(&self) -> Vec<Preview>;

    /// Why a click on a site does nothing after these steps of a turn; nothing when it is a next step.
    fn refuse(&self, steps: &[Step], site: u16) -> Option<Why>;

    /// Every form of a phrase that can be said about this game, for translators.
    fn forms(&self) -> Vec<&'static str>;

    /// The tree that an algorithm searches here.
    fn tree(&self, request: &TreeRequest) -> Result<TreeView, TreeError>;

    /// The number of move sequences of exactly `depth` turns from here.
    fn perft(&mut self, depth: u32) -> u64;

    /// What an evaluator or a heuristic says about the position.
    fn evaluate(&self, spec: &str) -> Result<Evaluation, EvaluatorError>;

    /// The same, with what it comes from.
    fn explain(&self, spec: &str) -> Result<Evaluation, EvaluatorError>;

    /// The evaluators of the game, the default first.
    fn evaluators(&self) -> Vec<&'static EvaluatorInfo>;

    /// The move heuristics of the game.
    fn heuristics(&self) -> Vec<&'static EvaluatorInfo>;

    /// What a computer finds here.
    fn advise(&self, player: &PlayerSpec) -> Result<Advice, PlayerError> {
        self.consider(player, Limits::default(), &StopFlag::default())
    }

    /// What a computer finds here within its own limits and these, until the flag is raised; then a search of
    /// fixed depth may have found nothing worth playing. It is what the same computer plays in a match.
    fn consider(
        &self,
        player: &PlayerSpec,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<Advice, PlayerError>;

    /// What is known of the position and what to play in it: the judgement that everybody reads who names no player.
    fn hint(&self, effort: &Effort) -> Advice;

    /// What every legal move is worth, by the same judgement.
    fn values(&self, effort: &Effort) -> MoveValues;

    /// What a player's own search makes of every legal move; nothing for a player without one that looks further
    /// than a turn here.
    fn values_by(
        &self,
        player: &PlayerSpec,
        stop: &StopFlag,
    ) -> Result<Option<MoveValues>, PlayerError>;

    /// What the strong search sees, told after every depth.
    fn analyse(
        &self,
        request: &AnalysisRequest,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EvaluatorError>;

    /// Looks at the whole game again, telling after every move how many are done.
    fn review(&self, request: &ReviewRequest, watch: &mut dyn FnMut(usize)) -> Review;

    /// Where tournaments of this game are played, with or without programs of somebody's own.
    fn arena(&self, programs: Programs) -> Arc<dyn Arena>;

    /// The numbers of an evaluator, or of the game's usual one, as a genome drawn from named ranges.
    fn genome(
        &self,
        evaluator: Option<&str>,
        ranges: Option<&str>,
    ) -> Result<GenomeForm, EvaluatorError>;

    /// The counts of a fixed amount of work on this game.
    fn signature(&self) -> Signature;

    /// The game so far, the seats named as given.
    fn record(&self, seats: &[PlayerSpec]) -> Record;

    /// Gives every seat its player.
    fn seat(&mut self, players: &[PlayerSpec]) -> Result<(), PlayerError>;

    /// The move the computer on turn chooses; none for a person or once the game is over.
    fn think(&mut self) -> Option<String>;
}

/// Opens sessions.
#[derive(Clone, Debug)]
pub enum OpenSession {
    /// At a setup.
    Setup(Setup),
    /// At the end of a record, which must be true, with the folder of finished tables.
    Record(Box<Record>, Option<PathBuf>),
}

impl Host for OpenSession {
    type Output = Result<Box<dyn Session>, SessionError>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let (seed, path, data) = match self {
            OpenSession::Record(record, data) => (record.seed, record.replay(game)?.path, data),
            OpenSession::Setup(setup) => (setup.seed, begin(game, &setup)?, setup.data),
        };
        Ok(Box::new(TypedSession { spec, seed, data, path, computers: Vec::new() }))
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

/// A session of one game.
struct TypedSession<G: View> {
    spec: String,
    seed: u64,
    data: Option<PathBuf>,
    path: Path<G>,
    /// The computer of each seat, none for a person; empty until players are seated.
    computers: Vec<Option<Box<dyn Thinker<G>>>>,
}

impl<G: View> TypedSession<G> {
    fn advice(&self, thought: Thought<G::Move>) -> Advice {
        let Thought { found, share, decided, exact, note } = thought;
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
            note,
            shown: view::line_shown(self.path.game(), self.path.state(), &found.line),
            pv,
            why: found.line.first().map(|&best| insight::why(&self.path, best)),
        }
    }

    /// The computer of a specification, on the seat whose turn it is.
    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker<G>>, PlayerError> {
        let game = self.path.game();
        let seat = game.to_move(self.path.state()).index();
        let thinker = player.thinker(game, self.context(), self.seed, seat)?;
        thinker.ok_or_else(|| PlayerError::Human { spec: player.to_string() })
    }

    /// What a player who sits down here must know.
    fn context(&self) -> GameContext<'_> {
        GameContext { spec: &self.spec, data: self.data.as_deref() }
    }

    fn check_count(&self, players: &[PlayerSpec]) -> Result<(), PlayerError> {
        let (found, wanted) = (players.len(), self.path.game().players());
        match found == wanted {
            true => Ok(()),
            false => Err(PlayerError::Count { found, game: self.spec.clone(), wanted }),
        }
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.path.game().move_text(mv)).collect()
    }
}

impl<G: View> Session for TypedSession<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn players(&self) -> usize {
        self.path.game().players()
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

    fn ply(&self) -> usize {
        self.path.played().len()
    }

    fn status(&self) -> Status {
        view::status(&self.path)
    }

    fn view(&self) -> SessionView {
        view::view(&self.path, &self.spec)
    }

    fn why(&self, text: &str) -> Result<Why, MoveError> {
        insight::why_text(&self.path, text)
    }

    fn previews(&self) -> Vec<Preview> {
        insight::previews(&self.path)
    }

    fn refuse(&self, steps: &[Step], site: u16) -> Option<Why> {
        insight::refuse(&self.path, steps, site)
    }

    fn forms(&self) -> Vec<&'static str> {
        self.path.game().forms()
    }

    fn tree(&self, request: &TreeRequest) -> Result<TreeView, TreeError> {
        tree::tree(&self.path, request, self.seed)
    }

    fn perft(&mut self, depth: u32) -> u64 {
        perft(&mut self.path, depth)
    }

    fn evaluate(&self, spec: &str) -> Result<Evaluation, EvaluatorError> {
        evaluation::evaluate(&self.path, spec, self.seed, false)
    }

    fn explain(&self, spec: &str) -> Result<Evaluation, EvaluatorError> {
        evaluation::evaluate(&self.path, spec, self.seed, true)
    }

    fn evaluators(&self) -> Vec<&'static EvaluatorInfo> {
        self.path.game().knowledge().evaluators.iter().map(|entry| entry.info).collect()
    }

    fn heuristics(&self) -> Vec<&'static EvaluatorInfo> {
        self.path.game().knowledge().heuristics.iter().map(|entry| entry.info).collect()
    }

    fn values(&self, effort: &Effort) -> MoveValues {
        let mut judge = Judge::new(self.path.game(), self.context(), effort);
        judge.every_move(&self.path).move_values(&self.path)
    }

    fn values_by(
        &self,
        player: &PlayerSpec,
        stop: &StopFlag,
    ) -> Result<Option<MoveValues>, PlayerError> {
        let mut thinker = self.thinker(player)?;
        let found = thinker.value_moves(&self.path, Limits::default(), stop);
        Ok(found.map(|values| MoveValues { player: Some(player.to_string()), ..values }))
    }

    fn consider(
        &self,
        player: &PlayerSpec,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<Advice, PlayerError> {
        Ok(self.advice(self.thinker(player)?.consider(&self.path, limits, stop)))
    }

    fn hint(&self, effort: &Effort) -> Advice {
        let known = Judge::new(self.path.game(), self.context(), effort).best(&self.path);
        let Known { line, values, share, decided, exact, note, depth, nodes, .. } = known;
        let found = SearchResult { values, line, depth, nodes, cuts: 0 };
        self.advice(Thought { found, share: Some(share), decided, exact, note })
    }

    fn analyse(
        &self,
        request: &AnalysisRequest,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EvaluatorError> {
        analysis::analyse(&self.path, self.context(), request, self.seed, watch)
    }

    fn review(&self, request: &ReviewRequest, watch: &mut dyn FnMut(usize)) -> Review {
        review::review(&self.path, self.context(), request, watch)
    }

    fn arena(&self, programs: Programs) -> Arc<dyn Arena> {
        let (game, spec, data) = (self.path.game().clone(), self.spec.clone(), self.data.clone());
        Arc::new(GameArena { game, spec, data, programs })
    }

    fn genome(
        &self,
        evaluator: Option<&str>,
        ranges: Option<&str>,
    ) -> Result<GenomeForm, EvaluatorError> {
        genome::genome(self.path.game(), evaluator, ranges)
    }

    fn signature(&self) -> Signature {
        bench::signature(self.path.game(), &self.spec)
    }

    fn record(&self, seats: &[PlayerSpec]) -> Record {
        let (game, origin) = (self.path.game(), self.path.origin());
        let outcome = self.path.outcome();
        Record {
            game: self.spec.clone(),
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
        self.check_count(players)?;
        let computers = players.iter().enumerate();
        let computers = computers
            .map(|(seat, spec)| spec.thinker(self.path.game(), self.context(), self.seed, seat))
            .collect::<Result<_, _>>()?;
        self.computers = computers;
        Ok(())
    }

    fn think(&mut self) -> Option<String> {
        let seat = self.path.to_move()?.index();
        let computer = self.computers.get_mut(seat)?.as_mut()?;
        let mv = computer.choose(&self.path, &StopFlag::default())?;
        Some(self.path.game().move_text(mv))
    }
}
