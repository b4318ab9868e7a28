//! Players and evaluators written in Python.

use std::sync::{Arc, Mutex, PoisonError};

use ninefold_core::{
    Agent, Context, Evaluator, Fault, MAX_PLAYERS, Path, StopFlag, Values, View, find_move,
    zero_sum,
};
use ninefold_session::GuestList;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::position::{TypedPosition, shown};
use crate::state::State;
use crate::typed_game::TypedGame;

/// The role of a Python function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// It evaluates positions for a search.
    Evaluator {
        /// The factor for its numbers.
        scale: f64,
    },
    /// It chooses moves.
    Player,
}

/// A Python function as a player or evaluator.
pub(crate) struct GuestPlayer {
    /// Its unique name in specifications.
    pub(crate) name: String,
    /// Its name given by the user.
    pub(crate) called: String,
    /// Its role.
    pub(crate) role: Role,
    /// The function.
    pub(crate) call: Py<PyAny>,
    /// Where its first error is stored.
    pub(crate) trouble: Arc<Trouble>,
}

/// The first error of a Python function: it ends what the function takes part in, and is raised
/// there.
#[derive(Default)]
pub(crate) struct Trouble {
    first: Mutex<Option<PyErr>>,
    /// Whether an error only loses the current game.
    forfeits: bool,
    /// Ends everything.
    pub(crate) stop: StopFlag,
}

impl Trouble {
    /// No trouble yet; `forfeits` says whether an error only loses the current game.
    pub(crate) fn new(forfeits: bool) -> Trouble {
        Trouble { forfeits, ..Trouble::default() }
    }

    fn tell(&self, error: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
        self.stop.raise();
    }

    /// The error, if any.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The custom players and evaluators of a game.
pub(crate) fn guest_list<G: View>(
    game: &Arc<TypedGame<G>>,
    guests: Vec<GuestPlayer>,
) -> GuestList<G> {
    let mut list = GuestList::default();
    for guest in guests {
        let (name, role) = (guest.name.clone(), guest.role);
        let guest = Arc::new(Guest { game: Arc::clone(game), guest });
        list = match role {
            Role::Evaluator { scale } => list.evaluator(&name, move || {
                Box::new(PythonEvaluator { guest: Arc::clone(&guest), scale })
            }),
            Role::Player => list.player(&name, move |seed, _seat| {
                Box::new(PythonPlayer { guest: Arc::clone(&guest), seed, fault: None })
            }),
        };
    }
    list
}

/// A function and the game it is called for.
struct Guest<G: View> {
    game: Arc<TypedGame<G>>,
    guest: GuestPlayer,
}

impl<G: View> Guest<G> {
    /// Calls the function for the end of a path.
    fn ask<'py>(&self, py: Python<'py>, path: Path<G>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let position = TypedPosition::new(Arc::clone(&self.game), path, seed);
        let state = State::new(Box::new(position));
        self.guest.call.bind(py).call1((state,))
    }
}

/// Calls a Python function to evaluate positions.
struct PythonEvaluator<G: View> {
    guest: Arc<Guest<G>>,
    scale: f64,
}

impl<G: View> PythonEvaluator<G> {
    fn number(&self, value: &Bound<'_, PyAny>) -> PyResult<i32> {
        let found: f64 = value.extract()?;
        let scaled = found * self.scale;
        let whole = scaled.round();
        if !whole.is_finite() || whole.abs() > f64::from(MOST) {
            let told =
                format!("the evaluator gave {found}, wanted a number from -{MOST} to {MOST}");
            return Err(PyValueError::new_err(told));
        }
        if self.scale == 1.0 && scaled != whole {
            return Err(PyValueError::new_err(format!(
                "the evaluator gave {found}, but searches count in whole numbers: name a scale, such as scale=1000"
            )));
        }
        Ok(whole as i32)
    }

    fn values(&self, state: &G::State) -> PyResult<Values> {
        let game = &self.guest.game.rules;
        Python::attach(|py| {
            let path = Path::new(game.clone(), *state);
            let told = self.guest.ask(py, path, 0)?;
            if game.players() == 2 {
                let wanted = |_| {
                    let given =
                        told.repr().map_or_else(|_| "nothing".into(), |text| text.to_string());
                    PyTypeError::new_err(format!(
                        "the evaluator gave {given}, wanted a number: what the position is worth to player 0"
                    ))
                };
                told.extract::<f64>().map_err(wanted)?;
                return Ok(zero_sum(self.number(&told)?));
            }
            let mut values = [0; MAX_PLAYERS];
            let given: Vec<Bound<'_, PyAny>> = told.try_iter()?.collect::<PyResult<_>>()?;
            if given.len() != game.players() {
                let (found, wanted) = (given.len(), game.players());
                return Err(PyValueError::new_err(format!(
                    "the evaluator gave {found} numbers, wanted {wanted}, one a player"
                )));
            }
            for (value, given) in values.iter_mut().zip(&given) {
                *value = self.number(given)?;
            }
            Ok(values)
        })
    }
}

/// The largest value of an evaluator: below that of a won game.
const MOST: i32 = 900_000_000;

impl<G: View> Evaluator<G> for PythonEvaluator<G> {
    fn values(&self, _game: &G, state: &G::State, _context: Context) -> Values {
        let trouble = &self.guest.guest.trouble;
        if trouble.stop.is_raised() {
            return Values::default();
        }
        PythonEvaluator::values(self, state).unwrap_or_else(|error| {
            trouble.tell(error);
            Values::default()
        })
    }
}

/// Calls a Python function for moves.
struct PythonPlayer<G: View> {
    guest: Arc<Guest<G>>,
    seed: u64,
    fault: Option<Fault>,
}

impl<G: View> PythonPlayer<G> {
    fn find(&self, path: &Path<G>) -> PyResult<G::Move> {
        Python::attach(|py| {
            let told = self.guest.ask(py, path.clone(), self.seed)?;
            if let Ok(text) = told.cast::<PyString>() {
                let found = find_move(path, &text.to_cow()?);
                return found.map_err(|problem| PyValueError::new_err(problem.to_string()));
            }
            let action: Option<i64> = told.extract().ok();
            let legal = path.legal_moves();
            let game = path.game();
            let is_it = |mv: &G::Move| Some(i64::from(game.action(*mv))) == action;
            legal.iter().copied().find(is_it).ok_or_else(|| {
                let given = shown(&told.repr().map_or_else(|_| String::new(), |text| text.to_string()));
                let name = &self.guest.guest.called;
                PyValueError::new_err(format!(
                    "player {name} gave {given}, wanted one of {} legal actions or moves, for example {} or {:?}",
                    legal.len(),
                    game.action(legal[0]),
                    game.move_text(legal[0])
                ))
            })
        })
    }
}

impl<G: View> Agent<G> for PythonPlayer<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        let trouble = &self.guest.guest.trouble;
        if trouble.stop.is_raised() || path.outcome().is_some() {
            return None;
        }
        match self.find(path) {
            Ok(mv) => Some(mv),
            Err(error) if trouble.forfeits => {
                let why = error.to_string();
                self.fault = Some(Fault { kind: Fault::CRASH, why, said: String::new() });
                None
            }
            Err(error) => {
                trouble.tell(error);
                None
            }
        }
    }

    fn fault(&self) -> Option<String> {
        self.fault.as_ref().map(|fault| fault.why.clone())
    }

    fn fault_in_full(&self) -> Option<Fault> {
        self.fault.clone()
    }
}
