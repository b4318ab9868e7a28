//! Labelled positions, as made by ``ninefold data``.

use std::path::PathBuf;

use ninefold_core::StopFlag;
use ninefold_session::{
    Cell, DataError, DataPlan, DataRow, DataSource as Source, DrawnFrom, Label, data_card,
    data_source,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::array;
use crate::game::{Game, wrong};
use crate::parallel;
use crate::questions::told;
use crate::tables::usual_folder;
use crate::waiting::wait_for;

/// The default player for games that positions come from.
const USUAL_PLAYER: &str = "level:3";

/// The rows of a set, computed on demand.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct DataSource {
    source: Box<dyn Source>,
    plan: DataPlan,
    stop: StopFlag,
}

/// Prepares the set of a plan.
#[pyfunction]
#[pyo3(signature = (game, *, positions, seed, source, label, features, players, men, nodes, max_plies, phase, data))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn open_data(
    py: Python<'_>,
    game: Bound<'_, Game>,
    positions: Option<u64>,
    seed: u64,
    source: &str,
    label: &str,
    features: Option<String>,
    players: Option<Vec<String>>,
    men: Option<[u32; 2]>,
    nodes: Option<u64>,
    max_plies: u32,
    phase: Option<String>,
    data: Option<PathBuf>,
) -> PyResult<DataSource> {
    let from = drawn_from(source)?;
    let usual = DataPlan::usual(game.get().0.kind().spec());
    let label = label_of(label)?;
    if players.is_some() && from != DrawnFrom::Games {
        return Err(wrong("players is for source=\"games\", whose games they play"));
    }
    if nodes.is_some() && label != Label::Search {
        return Err(wrong("nodes is for label=\"search\", not for exact values or results"));
    }
    let usual_positions = usual.positions.filter(|_| from != DrawnFrom::All);
    let players = players.unwrap_or_else(|| vec![USUAL_PLAYER.into()]);
    let plan = DataPlan {
        positions: positions.or(usual_positions),
        seed,
        from,
        label,
        features,
        players: if from == DrawnFrom::Games { players } else { Vec::new() },
        men: men.filter(|_| from == DrawnFrom::Men).unwrap_or(usual.men),
        only_men: men.filter(|_| from != DrawnFrom::Men),
        nodes: nodes.unwrap_or(usual.nodes),
        plies: max_plies,
        phase,
        ..usual
    };
    let (stop, data) = (StopFlag::default(), data.or_else(usual_folder));
    let opened = wait_for(py, &stop, || data_source(&plan, data, stop.clone()))?;
    Ok(DataSource { source: opened.map_err(wrong)?, plan, stop })
}

#[pymethods]
impl DataSource {
    fn __len__(&self) -> usize {
        self.source.len() as usize
    }

    /// The description of the set, as in the card beside a file.
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, &data_card(&self.plan, &*self.source))
    }

    /// The names of the evaluator's counts.
    #[getter]
    fn feature_names(&self) -> Vec<String> {
        self.source.features().to_vec()
    }

    /// A range of rows: their columns as lists of texts and as arrays.
    #[pyo3(signature = (begin, end, *, threads=None))]
    fn rows<'py>(
        &self,
        py: Python<'py>,
        begin: usize,
        end: usize,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let source = &*self.source;
        let threads = parallel::threads(threads);
        let range = begin..end.min(source.len() as usize).max(begin);
        let rows = wait_for(py, &self.stop, || rows(source, range, threads, &self.stop))?;
        let rows = rows.map_err(wrong)?;
        let columns = Columns(&rows);
        let made = PyDict::new(py);
        let known = rows.iter().filter(|row| source.is_known(row)).count();
        made.set_item("known", known)?;
        made.set_item("position", columns.texts(0))?;
        made.set_item("phase", columns.texts(2))?;
        let numbers: Vec<i16> = rows.iter().flat_map(|row| row.numbers.iter().copied()).collect();
        made.set_item("numbers", array(py, &numbers, &[rows.len(), source.width()])?)?;
        let labels = PyDict::new(py);
        let features = source.columns().len() - source.features().len();
        for (column, name) in source.columns()[..features].iter().enumerate().skip(1) {
            if name != "phase" {
                let numbers = columns.numbers(column..column + 1);
                labels.set_item(name, array(py, &numbers, &[rows.len()])?)?;
            }
        }
        made.set_item("labels", labels)?;
        let counted = columns.numbers(features..source.columns().len());
        made.set_item("features", array(py, &counted, &[rows.len(), source.features().len()])?)?;
        Ok(made)
    }
}

/// A range of rows, on this many threads.
fn rows(
    source: &dyn Source,
    range: std::ops::Range<usize>,
    threads: usize,
    stop: &StopFlag,
) -> Result<Vec<DataRow>, DataError> {
    let first = range.start as u64;
    let pieces = parallel::pieces(range.len(), threads, stop, |piece| {
        source.rows(first + piece.start as u64..first + piece.end as u64)
    });
    let pieces = pieces.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(pieces.into_iter().flatten().collect())
}

/// The rows of a set by columns.
struct Columns<'a>(&'a [DataRow]);

impl<'a> Columns<'a> {
    fn texts(&self, column: usize) -> Vec<&'a str> {
        let text = |row: &'a DataRow| match &row.cells[column] {
            Cell::Text(text) => text.as_str(),
            _ => "",
        };
        self.0.iter().map(text).collect()
    }

    /// Some columns row by row; unknown values are NaN.
    fn numbers(&self, columns: std::ops::Range<usize>) -> Vec<f32> {
        let number = |cell: &Cell| match cell {
            Cell::Number(number) => *number as f32,
            Cell::Fraction(number) => *number,
            Cell::Text(_) | Cell::Nothing => f32::NAN,
        };
        self.0.iter().flat_map(|row| row.cells[columns.clone()].iter().map(number)).collect()
    }
}

fn drawn_from(name: &str) -> PyResult<DrawnFrom> {
    match name {
        "random" => Ok(DrawnFrom::Random),
        "games" => Ok(DrawnFrom::Games),
        "all" => Ok(DrawnFrom::All),
        "men" => Ok(DrawnFrom::Men),
        _ => Err(wrong(format!("source is {name:?}, wanted random, games, all or men"))),
    }
}

fn label_of(name: &str) -> PyResult<Label> {
    match name {
        "exact" => Ok(Label::Exact),
        "search" => Ok(Label::Search),
        "result" | "results" => Ok(Label::Result),
        _ => Err(wrong(format!("label is {name:?}, wanted exact, search or result"))),
    }
}
