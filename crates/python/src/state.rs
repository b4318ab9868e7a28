//! `State`: a game in progress.

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString};
use serde_json::{Value, json};

use crate::arrays::array;
use crate::game::{Game, load_game, wrong};
use crate::position::Position;
use crate::questions::{self, Effort};
use crate::typed_batch::TERMINAL;

/// Python integers for the first actions, created once: a list of them then costs no further
/// memory.
static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
/// The number cached: enough for any game.
const KEPT: u16 = 16_384;

fn whole(py: Python<'_>, number: u16) -> Py<PyInt> {
    let Ok(number) = number.into_pyobject(py);
    number.unbind()
}

/// A game in progress.
///
/// >>> import ninefold as nf
/// >>> state = nf.load_game("morris").new_initial_state()
/// >>> state.apply_action("d6")
/// >>> state.apply_action(state.string_to_action("f4"))
/// >>> state.current_player(), state.move_history()
/// (0, ['d6', 'f4'])
/// >>> state.undo()
/// >>> state.current_player()
/// 1
#[pyclass(module = "ninefold")]
pub(crate) struct State {
    pub(crate) position: Box<dyn Position>,
}

/// Restores a state from text.
#[pyfunction]
pub(crate) fn restore_state(text: &str) -> PyResult<State> {
    let told: Value = serde_json::from_str(text)
        .map_err(|problem| wrong(format!("this is no state that was written down: {problem}")))?;
    let field = |name: &str| told[name].as_str();
    let game = load_game(field("game").unwrap_or_default())?;
    let moves = told["moves"].as_array().cloned().unwrap_or_default();
    let moves: Vec<String> =
        moves.iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect();
    let seed = told["seed"].as_u64().unwrap_or_default();
    Ok(State::new(game.0.begin(seed, field("position"), &moves).map_err(wrong)?))
}

impl State {
    pub(crate) fn new(position: Box<dyn Position>) -> State {
        State { position }
    }

    pub(crate) fn spec(&self) -> String {
        self.position.game().kind().spec().to_owned()
    }

    /// Rejects a player number that does not exist.
    fn check_player(&self, player: Option<usize>) -> PyResult<()> {
        match player {
            Some(player) if player >= self.num_players() => Err(self.no_player(player)),
            _ => Ok(()),
        }
    }

    fn no_player(&self, player: usize) -> PyErr {
        wrong(format!("there is no player {player}, wanted 0 to {}", self.num_players() - 1))
    }

    /// A legal action, given by its number or by the move's text.
    fn action(&mut self, given: &Bound<'_, PyAny>) -> PyResult<i64> {
        if let Ok(action) = given.extract::<i64>() {
            return Ok(action);
        }
        let Ok(text) = given.cast::<PyString>() else {
            let kind = given.get_type().name()?;
            let told = format!("a move is {kind}, wanted an action's number or a move's text");
            return Err(PyTypeError::new_err(told));
        };
        Ok(self.position.find(&text.to_cow()?).map_err(wrong)?.into())
    }
}

/// The current position of a state. Long queries use this copy, so that other threads may change
/// the state meanwhile.
pub(crate) fn copied(state: &Bound<'_, State>) -> Box<dyn Position> {
    state.borrow().position.copy()
}

#[pymethods]
impl State {
    /// The game.
    fn get_game(&self) -> Game {
        Game(self.position.game())
    }

    /// The numbers of the legal moves; empty once the game is over, and for a player who is not to
    /// move.
    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        self.check_player(player)?;
        if player.is_some() && self.position.to_move() != player {
            return Ok(PyList::empty(py));
        }
        let kept = NUMBERS.get_or_init(py, || (0..KEPT).map(|number| whole(py, number)).collect());
        let number = |&action: &u16| match kept.get(usize::from(action)) {
            Some(number) => number.clone_ref(py),
            None => whole(py, action),
        };
        PyList::new(py, self.position.legal().iter().map(number))
    }

    /// An array with a 1 for every legal action and a 0 for every other.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check_player(player)?;
        let mut mask = vec![0_i8; self.position.game().actions()];
        if player.is_none() || self.position.to_move() == player {
            self.position.legal().iter().for_each(|&action| mask[usize::from(action)] = 1);
        }
        array(py, &mask, &[mask.len()])
    }

    /// Plays a legal move: an action's number, or a move's text.
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.action(action)?;
        self.position.apply(action).map_err(wrong)
    }

    /// Takes the last move back.
    fn undo(&mut self) -> PyResult<()> {
        match self.position.undo() {
            Some(_) => Ok(()),
            None => Err(PyIndexError::new_err("there is no move to take back")),
        }
    }

    /// Takes the last move back, which must be this one, as in OpenSpiel.
    fn undo_action(&mut self, player: usize, action: i64) -> PyResult<()> {
        let last = self.position.history().last().copied();
        if last.map(i64::from) != Some(action) {
            let last = last.map_or("none".into(), |last| last.to_string());
            return Err(wrong(format!("the last action is {last}, not {action}")));
        }
        let mut before = self.position.copy();
        before.undo();
        if before.to_move() != Some(player) {
            return Err(wrong(format!("action {action} was not played by player {player}")));
        }
        self.position = before;
        Ok(())
    }

    /// An independent copy of the state.
    fn clone(&self) -> State {
        State::new(self.position.copy())
    }

    /// A copy with this action applied.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut child = State::new(self.position.copy());
        child.apply_action(action)?;
        Ok(child)
    }

    /// The player to move, from 0; -4 once the game is over.
    fn current_player(&mut self) -> i8 {
        self.position.to_move().map_or(TERMINAL, |player| player as i8)
    }

    /// Whether the game is over.
    fn is_terminal(&mut self) -> bool {
        self.position.is_over()
    }

    /// Whether a player is to move: true until the game is over.
    fn is_player_node(&mut self) -> bool {
        !self.position.is_over()
    }

    /// Always false: these games have no chance nodes.
    fn is_chance_node(&self) -> bool {
        false
    }

    /// Each player's payoff, 0 while the game is in progress.
    ///
    /// >>> import ninefold as nf
    /// >>> game = nf.load_game("tictactoe")
    /// >>> game.new_initial_state(moves=["1,1", "2,1", "1,2", "2,2", "1,3"]).returns()
    /// [1.0, -1.0]
    fn returns(&self) -> Vec<f32> {
        let players = self.num_players();
        let payoffs = self.position.outcome().map(|(payoffs, _)| payoffs).unwrap_or_default();
        payoffs.seats(players).iter().map(|&payoff| f32::from(payoff)).collect()
    }

    /// Each player's payoff from the last move; in these games, all comes at the end.
    fn rewards(&self) -> Vec<f32> {
        self.returns()
    }

    /// This player's payoff.
    fn player_return(&self, player: usize) -> PyResult<f32> {
        self.returns().get(player).copied().ok_or_else(|| self.no_player(player))
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.position.game().kind().players()
    }

    /// The number of distinct actions.
    fn num_distinct_actions(&self) -> usize {
        self.position.game().actions()
    }

    /// The text of a legal move: ``action_to_string(action)``, or OpenSpiel's ``action_to_string(player, action)``.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(&mut self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        self.position.text_of(action.unwrap_or(player_or_action)).map_err(wrong)
    }

    /// The number of the legal move with this text.
    fn string_to_action(&mut self, text: &str) -> PyResult<u16> {
        self.position.find(text).map_err(wrong)
    }

    /// The numbers of the moves so far.
    fn history(&self) -> Vec<u16> {
        self.position.history()
    }

    /// All actions so far and their players, as pairs with the fields ``player`` and ``action``.
    ///
    /// >>> import ninefold as nf
    /// >>> nf.load_game("tictactoe").new_initial_state(moves=["2,2"]).full_history()
    /// [PlayerAction(player=0, action=4)]
    fn full_history<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let pair = py.import("ninefold.players")?.getattr("PlayerAction")?;
        let played = self.position.movers().into_iter().zip(self.position.history());
        played.map(|played| pair.call1(played)).collect()
    }

    /// The texts of the moves so far.
    fn move_history(&self) -> Vec<String> {
        self.position.played()
    }

    /// The number of moves played.
    fn move_number(&self) -> usize {
        self.position.history().len()
    }

    /// The rule that ended the game, as one word; ``None`` while it is in progress.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.position.outcome().map(|(_, reason)| reason)
    }

    /// The position as text, as accepted by ``Game.new_initial_state``.
    #[getter]
    fn position(&self) -> String {
        self.position.text()
    }

    /// The position as planes of numbers, in the shape of ``Game.observation_tensor_shape``. It is
    /// the same for every player: these games have no hidden information.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.check_player(player)?;
        array(py, &self.position.planes(), &self.position.game().form().shape())
    }

    /// The position as text.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<usize>) -> PyResult<String> {
        self.check_player(player)?;
        Ok(self.position.text())
    }

    /// The position as a row of numbers: every place of the board, then the numbers after it, as in
    /// the text.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let row = self.position.row();
        array(py, &row, &[row.len()])
    }

    /// The state as text, from which ``Game.deserialize_state`` restores it, with its history.
    fn serialize(&self) -> String {
        json!({
            "game": self.spec(),
            "seed": self.position.seed(),
            "position": self.position.origin(),
            "moves": self.position.played(),
        })
        .to_string()
    }

    /// The best move and its value, as in the page's hint and ``ninefold best``: exact where
    /// possible.
    #[pyo3(signature = (*, nodes=None, time=None, data=None))]
    fn hint<'py>(
        slf: &Bound<'py, State>,
        nodes: Option<u64>,
        time: Option<f64>,
        data: Option<std::path::PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        questions::hint(slf.py(), &*copied(slf), &Effort { nodes, time, data })
    }

    /// The values of all legal moves, by the same judgement.
    #[pyo3(signature = (*, nodes=None, time=None, data=None))]
    fn values<'py>(
        slf: &Bound<'py, State>,
        nodes: Option<u64>,
        time: Option<f64>,
        data: Option<std::path::PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        questions::values(slf.py(), &*copied(slf), &Effort { nodes, time, data })
    }

    /// The best lines found by the strong search; without a limit it runs for a second.
    #[pyo3(signature = (*, lines=1, depth=None, nodes=None, time=None, evaluator=None, threads=1, data=None))]
    #[allow(clippy::too_many_arguments)]
    fn analyse<'py>(
        slf: &Bound<'py, State>,
        lines: usize,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        evaluator: Option<String>,
        threads: usize,
        data: Option<std::path::PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let effort = Effort { nodes, time, data };
        questions::analyse(slf.py(), &*copied(slf), lines, depth, evaluator, threads, &effort)
    }

    /// The loss of each move so far, and how serious it was.
    #[pyo3(signature = (*, nodes=None, data=None))]
    fn review<'py>(
        slf: &Bound<'py, State>,
        nodes: Option<u64>,
        data: Option<std::path::PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        questions::review(slf.py(), &*copied(slf), &Effort { nodes, time: None, data })
    }

    /// The exact value of the position for the player to move, as proved by ``ninefold solve``.
    ///
    /// >>> import ninefold as nf
    /// >>> nf.load_game("tictactoe").new_initial_state("120/000/000 1").solve()["value"]
    /// 1
    #[pyo3(signature = (*, all_moves=false, margin=false, time=None, data=None))]
    fn solve<'py>(
        slf: &Bound<'py, State>,
        all_moves: bool,
        margin: bool,
        time: Option<f64>,
        data: Option<std::path::PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let effort = Effort { nodes: None, time, data };
        questions::solve(slf.py(), &*copied(slf), all_moves, margin, &effort)
    }

    /// The result of an evaluator: ``values``, one per player; for a move heuristic ``weights`` and
    /// ``choice``.
    ///
    /// >>> import ninefold as nf
    /// >>> nf.load_game("369:3").new_initial_state(moves=["1,1", "1,2", "1,3"]).evaluate("score")["values"]
    /// [1, -1]
    #[pyo3(signature = (evaluator, *, explain=false))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        evaluator: &str,
        explain: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        questions::evaluate(py, &*self.position, evaluator, explain)
    }

    /// Everything for drawing a page: seats, board, pieces, marks, legal moves.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        questions::view(py, &*self.position)
    }

    /// The game so far as a record, readable by ``ninefold record`` and the page.
    fn record(&self) -> PyResult<String> {
        questions::record(&*self.position)
    }

    fn __str__(&self) -> String {
        self.position.text()
    }

    fn __repr__(&self) -> String {
        format!("<State of {} at {:?}>", self.spec(), self.position.text())
    }

    fn _repr_svg_<'py>(slf: Bound<'py, State>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("ninefold.svg")?.call_method1("draw", (slf,))
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyDict>) -> State {
        let _ = memo;
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("ninefold._ninefold")?.getattr("restore_state")?, (self.serialize(),)))
    }
}
