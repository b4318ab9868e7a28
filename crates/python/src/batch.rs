//! `Batch`: many games in progress.

use ninefold_core::StopFlag;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arrays::{array, flags, numbers};
use crate::game::{Game, USUAL_PLIES, evenly, wrong};
use crate::parallel;
use crate::state::State;
use crate::typed_batch::{AnyBatch, PlayoutPlan, TERMINAL, Work};
use crate::waiting::wait_for;

/// Many games in progress of one kind, handled together: arrays in, arrays out, on all cores, while
/// other Python threads run.
///
/// >>> import ninefold as nf
/// >>> batch = nf.load_game("tictactoe").new_batch(3)
/// >>> batch.apply_actions([0, 4, 8])
/// >>> batch.current_players().tolist()
/// [1, 1, 1]
/// >>> batch.positions()
/// ['100/000/000 2', '000/010/000 2', '000/000/001 2']
#[pyclass(module = "ninefold")]
pub(crate) struct Batch {
    pub(crate) games: Box<dyn AnyBatch>,
}

impl Batch {
    pub(crate) fn new(games: Box<dyn AnyBatch>) -> Batch {
        Batch { games }
    }

    /// Runs some work on all cores while other Python threads run.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        work: impl FnOnce(&dyn AnyBatch, &Work) -> T + Send,
    ) -> PyResult<T> {
        let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
        wait_for(py, &how.stop, || work(&*self.games, &how))
    }

    /// The same for short work: Ctrl-C waits for it.
    fn quick<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        work: impl FnOnce(&dyn AnyBatch, &Work) -> T + Send,
    ) -> T {
        let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
        py.detach(|| work(&*self.games, &how))
    }

    fn players(&self) -> usize {
        self.games.game().kind().players()
    }
}

#[pymethods]
impl Batch {
    /// The game.
    fn get_game(&self) -> Game {
        Game(self.games.game())
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// The game with this number as a separate state; or a smaller batch, for a slice or an array
    /// of numbers or flags.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = self.games.len();
        if let Ok(number) = index.extract::<i64>() {
            let at = if number < 0 { number + size as i64 } else { number };
            if !(0..size as i64).contains(&at) {
                let told = format!("there is no position {number} in a batch of {size}");
                return Err(PyIndexError::new_err(told));
            }
            let state = State::new(self.games.position(at as usize));
            return Ok(Bound::new(py, state)?.into_any());
        }
        let all = py.import("numpy")?.call_method1("arange", (size,))?;
        let (indices, _) = numbers::<i64>(&all.get_item(index)?)?;
        let indices: Vec<usize> = indices.into_iter().map(|index| index as usize).collect();
        let chosen = self.quick(py, None, |games, how| games.select(&indices, how));
        Ok(Bound::new(py, Batch::new(chosen))?.into_any())
    }

    /// A copy of the batch.
    #[pyo3(signature = (*, threads=None))]
    fn clone(&self, py: Python<'_>, threads: Option<usize>) -> Batch {
        Batch::new(self.quick(py, threads, |games, how| games.copy(how)))
    }

    /// The positions as text.
    #[pyo3(signature = (*, threads=None))]
    fn positions(&self, py: Python<'_>, threads: Option<usize>) -> Vec<String> {
        self.quick(py, threads, |games, how| games.texts(how))
    }

    /// The positions as an array (positions, numbers) of int16, which ``Game.batch`` accepts.
    #[pyo3(signature = (*, threads=None))]
    fn to_array<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.work(py, threads, |games, how| games.rows(how))?;
        array(py, &rows, &[self.games.len(), self.games.game().form().width()])
    }

    /// The positions as an array (positions, planes, rows, columns) of float32.
    #[pyo3(signature = (*, threads=None))]
    fn observation_tensors<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let planes = self.work(py, threads, |games, how| games.planes(how))?;
        let [depth, height, width] = self.games.game().form().shape();
        array(py, &planes, &[self.games.len(), depth, height, width])
    }

    /// The player to move in each game, from 0; -4 if it is over.
    fn current_players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let movers = self.quick(py, None, |games, how| games.to_move(how));
        array(py, &movers, &[movers.len()])
    }

    /// Which games are over.
    fn is_terminal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let movers = self.quick(py, None, |games, how| games.to_move(how));
        let over: Vec<bool> = movers.into_iter().map(|player| player == TERMINAL).collect();
        flags(py, &over)
    }

    /// Each player's payoff, an array (games, players); 0 if the game is not over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let returns = self.quick(py, None, |games, how| games.returns(how));
        array(py, &returns, &[self.games.len(), self.players()])
    }

    /// The legal actions of all games one after the other, and where those of each begin: those of
    /// game ``i`` are ``actions[offsets[i]:offsets[i + 1]]``.
    #[pyo3(signature = (*, threads=None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (actions, offsets) = self.work(py, threads, |games, how| games.legal(how))?;
        let actions = array(py, &actions, &[actions.len()])?;
        Ok((actions, array(py, &offsets, &[offsets.len()])?))
    }

    /// An array (games, actions) of int8 with a 1 for every legal action.
    #[pyo3(signature = (*, threads=None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let masks = self.work(py, threads, |games, how| games.legal_mask(how))?;
        array(py, &masks, &[self.games.len(), self.games.game().actions()])
    }

    /// Plays an action in every game; -1 skips a game. If one of them is not legal, none is played.
    #[pyo3(signature = (actions, *, threads=None))]
    fn apply_actions(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<()> {
        let (actions, shape) = numbers::<i64>(actions)?;
        let size = self.games.len();
        if shape != [size] {
            return Err(wrong(format!("the actions have the shape {shape:?}, wanted [{size}]")));
        }
        let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
        let games = &mut self.games;
        wait_for(py, &StopFlag::default(), || games.apply(&actions, &how))?.map_err(wrong)
    }

    /// Plays a random move in every game that is not over.
    #[pyo3(signature = (*, seed, threads=None))]
    fn apply_random_actions(&mut self, py: Python<'_>, seed: u64, threads: Option<usize>) {
        let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
        let games = &mut self.games;
        // It is done in all games or in none: Ctrl-C waits.
        py.detach(|| games.apply_random(seed, &how));
    }

    /// Evaluates the positions: an array (positions, players) of int32.
    #[pyo3(signature = (evaluator=None, *, seed=0, threads=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        evaluator: Option<String>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spec = evaluator.as_deref();
        let values = self.work(py, threads, |games, how| games.evaluate(spec, seed, how))?;
        array(py, &values.map_err(wrong)?, &[self.games.len(), self.players()])
    }

    /// The counts of an evaluator: names, and an array (positions, names) of float32. With two
    /// players a number is the lead of player 0; with more, each player has separate columns.
    ///
    /// >>> import ninefold as nf
    /// >>> names, counts = nf.load_game("morris").sample(100, seed=1).features("mills")
    /// >>> counts.shape == (100, len(names))
    /// True
    #[pyo3(signature = (evaluator=None, *, threads=None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        evaluator: Option<String>,
        threads: Option<usize>,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyAny>)> {
        let spec = evaluator.as_deref();
        let counted = self.work(py, threads, |games, how| games.features(spec, how))?;
        let (names, table) = counted.map_err(wrong)?;
        let shape = [self.games.len(), names.len()];
        Ok((PyList::new(py, names)?, array(py, &table, &shape)?))
    }

    /// Each player's average payoff in random games continued from each position: an array
    /// (positions, players). ``by`` is as in ``Game.playouts``.
    #[pyo3(signature = (games=1, *, seed=0, max_plies=USUAL_PLIES, threads=None, by="turns"))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: u32,
        seed: u64,
        max_plies: u32,
        threads: Option<usize>,
        by: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let games = games.max(1) as usize;
        let plan = PlayoutPlan { games, seed, plies: max_plies, evenly: evenly(by)? };
        let played = self.work(py, threads, |batch, how| batch.playouts(&plan, how))?;
        array(py, &played, &[self.games.len(), self.players()])
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} positions of {}>", self.games.len(), self.games.game().kind().spec())
    }
}
