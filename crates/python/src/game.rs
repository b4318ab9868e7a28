//! `Game`, `load_game` and `games`.

use std::sync::Arc;

use ninefold_core::{Evenly, StopFlag};
use ninefold_games::{families, registry};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{array, numbers};
use crate::batch::Batch;
use crate::parallel;
use crate::state::State;
use crate::typed_batch::{PlayoutPlan, Work};
use crate::typed_game::{AnyGame, Open};
use crate::waiting::wait_for;

/// The default maximum length of a random game.
pub(crate) const USUAL_PLIES: u32 = 1000;

/// A game with its parameters, as returned by ``load_game``.
///
/// The API follows OpenSpiel: a game makes states, and actions are applied to a state.
///
/// >>> import ninefold as nf
/// >>> game = nf.load_game("tictactoe")
/// >>> game.spec, game.num_players(), game.num_distinct_actions()
/// ('mnk:3,3,3', 2, 9)
/// >>> game.new_initial_state().legal_actions()
/// [0, 1, 2, 3, 4, 5, 6, 7, 8]
#[pyclass(frozen, module = "ninefold")]
#[derive(Clone)]
pub(crate) struct Game(pub(crate) Arc<dyn AnyGame>);

/// An error about an argument, as a sentence that says what is expected.
pub(crate) fn wrong(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// Opens a game by its specification: ``morris``, ``mnk:3,3,3``, ``369:6``, ``9tka:3``, ``connect4``.
///
/// >>> import ninefold as nf
/// >>> nf.load_game("9tka:3").num_players()
/// 3
/// >>> nf.load_game("moris")
/// Traceback (most recent call last):
///     ...
/// ValueError: unknown game "moris", did you mean morris?
#[pyfunction]
pub(crate) fn load_game(spec: &str) -> PyResult<Game> {
    let kind = ninefold_session::games().kind(spec).map_err(wrong)?;
    let game = registry::<Open>().open(spec, Open(kind)).map_err(wrong)?;
    Ok(Game(game))
}

/// The families of games, each with its title and the form of its specification.
///
/// >>> import ninefold as nf
/// >>> [family["id"] for family in nf.games()]
/// ['morris', 'mnk', '369', '9tka', 'connect4']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let told = families().map(|family| {
        let told = PyDict::new(py);
        told.set_item("id", family.id)?;
        told.set_item("title", family.title)?;
        told.set_item("summary", family.summary)?;
        told.set_item("form", family.form())?;
        told.set_item("aliases", family.names().skip(1).collect::<Vec<_>>())?;
        Ok(told)
    });
    told.collect()
}

/// The distribution of random moves with this name.
pub(crate) fn evenly(by: &str) -> PyResult<Evenly> {
    match by {
        "turns" => Ok(Evenly::Turns),
        "steps" => Ok(Evenly::Steps),
        _ => Err(wrong(format!("by is {by:?}, wanted turns or steps"))),
    }
}

/// Runs some work on this many threads while other Python threads run.
fn work<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Work) -> T + Send,
) -> PyResult<T> {
    let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
    wait_for(py, &how.stop, || work(&how))
}

#[pymethods]
impl Game {
    /// The full specification.
    #[getter]
    fn spec(&self) -> String {
        self.0.kind().spec().to_owned()
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.0.kind().players()
    }

    /// The number of distinct actions; every action is below it.
    fn num_distinct_actions(&self) -> usize {
        self.0.actions()
    }

    /// An upper bound for the number of moves in a game, if the rules give one; otherwise 100,000.
    fn max_game_length(&self) -> u32 {
        self.0.longest().unwrap_or(100_000)
    }

    /// The lowest possible payoff of a player.
    fn min_utility(&self) -> f32 {
        if self.num_players() == 2 { -1.0 } else { 0.0 }
    }

    /// The highest possible payoff of a player.
    fn max_utility(&self) -> f32 {
        1.0
    }

    /// Planes, rows and columns of an observation.
    ///
    /// >>> import ninefold as nf
    /// >>> nf.load_game("tictactoe").observation_tensor_shape()
    /// [4, 3, 3]
    fn observation_tensor_shape(&self) -> Vec<usize> {
        self.0.form().shape().to_vec()
    }

    /// The size of an observation.
    fn observation_tensor_size(&self) -> usize {
        self.0.form().shape().iter().product()
    }

    /// The number of values in a row of ``Batch.to_array``.
    #[getter]
    fn row_width(&self) -> usize {
        self.0.form().width()
    }

    /// The evaluators available to players and ``State.evaluate``, the game's default first.
    ///
    /// >>> import ninefold as nf
    /// >>> nf.load_game("369:6").evaluators()
    /// ['score', 'parity']
    fn evaluators(&self) -> Vec<&'static str> {
        self.0.kind().evaluators().iter().map(|info| info.id).collect()
    }

    /// A game at its start, or at a position given as text. Games with a random setup draw it from
    /// the seed.
    ///
    /// >>> import ninefold as nf
    /// >>> str(nf.load_game("tictactoe").new_initial_state("120/000/000 1"))
    /// '120/000/000 1'
    #[pyo3(signature = (position=None, *, moves=None, seed=0))]
    fn new_initial_state(
        &self,
        position: Option<&str>,
        moves: Option<Vec<String>>,
        seed: u64,
    ) -> PyResult<State> {
        if position.is_none() && moves.is_none() {
            return Ok(State::new(Arc::clone(&self.0).start(seed)));
        }
        let moves = moves.unwrap_or_default();
        let begun = Arc::clone(&self.0).begin(seed, position, &moves).map_err(wrong)?;
        Ok(State::new(begun))
    }

    /// Restores a state from the output of ``State.serialize``.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        let state = crate::state::restore_state(text)?;
        let spec = state.spec();
        match spec == self.spec() {
            true => Ok(state),
            false => {
                Err(wrong(format!("this is a state of {spec}, wanted one of {}", self.spec())))
            }
        }
    }

    /// This many games at their start, for joint play. Games with a random setup use a separate
    /// seed for each.
    #[pyo3(signature = (size, *, seed=0, threads=None))]
    fn new_batch(&self, py: Python<'_>, size: usize, seed: u64, threads: Option<usize>) -> Batch {
        let game = Arc::clone(&self.0);
        let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
        Batch::new(py.detach(|| game.starts(size, seed, &how)))
    }

    /// Games that begin at these positions: texts, or rows of numbers as returned by
    /// ``Batch.to_array``.
    #[pyo3(signature = (positions, *, threads=None))]
    fn batch(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        let game = Arc::clone(&self.0);
        if let Ok(texts) = positions.extract::<Vec<String>>() {
            let made = work(py, threads, |how| game.at(&texts, how))?;
            return Ok(Batch::new(made.map_err(wrong)?));
        }
        let (rows, shape) = numbers::<i16>(positions)?;
        let width = game.form().width();
        if shape.len() != 2 || shape[1] != width {
            return Err(wrong(format!(
                "the array has the shape {shape:?}, wanted [positions, {width}]"
            )));
        }
        let threads = parallel::threads(threads);
        let made = wait_for(py, &StopFlag::default(), move || game.of_rows(&rows, threads))?;
        Ok(Batch::new(made.map_err(wrong)?))
    }

    /// Positions of random games: each from a separate game, at a ply drawn uniformly from those of
    /// that game.
    ///
    /// >>> import ninefold as nf
    /// >>> len(nf.load_game("tictactoe").sample(10, seed=1))
    /// 10
    #[pyo3(signature = (size, *, seed=0, max_plies=USUAL_PLIES, threads=None))]
    fn sample(
        &self,
        py: Python<'_>,
        size: usize,
        seed: u64,
        max_plies: u32,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        let game = Arc::clone(&self.0);
        Ok(Batch::new(work(py, threads, |how| game.sample(size, seed, max_plies, how))?))
    }

    /// Random games from the start to their end: a dict of arrays ``returns`` (games, players),
    /// ``plies`` and ``steps`` (games). A game longer than ``max_plies`` is cut off, with payoffs
    /// of 0.
    ///
    /// ``by`` says what is drawn uniformly: ``"turns"``, one of all actions, or ``"steps"``, first
    /// where a man goes, then, if that closes a mill, which man to take. In OpenSpiel a capture is
    /// a separate step, and ``steps`` follows that. The two differ in Nine Men's Morris only.
    ///
    /// >>> import ninefold as nf
    /// >>> games = nf.load_game("tictactoe").playouts(1000, seed=1)
    /// >>> games["returns"].shape, int(games["plies"].min())
    /// ((1000, 2), 5)
    #[pyo3(signature = (games, *, seed=0, max_plies=USUAL_PLIES, threads=None, by="turns"))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: usize,
        seed: u64,
        max_plies: u32,
        threads: Option<usize>,
        by: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let plan = PlayoutPlan { games, seed, plies: max_plies, evenly: evenly(by)? };
        let played = work(py, threads, |how| self.0.playouts(&plan, how))?;
        let told = PyDict::new(py);
        told.set_item("returns", array(py, &played.returns, &[games, self.num_players()])?)?;
        told.set_item("plies", array(py, &played.plies, &[games])?)?;
        told.set_item("steps", array(py, &played.steps, &[games])?)?;
        Ok(told)
    }

    fn __repr__(&self) -> String {
        format!("load_game({:?})", self.spec())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().spec() == self.spec())
    }

    fn __hash__(&self) -> u64 {
        ninefold_core::digest(0, self.spec().into_bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("ninefold")?.getattr("load_game")?, (self.spec(),)))
    }
}
