//! The exact tables of Nine Men's Morris.

use std::path::PathBuf;

use directories::ProjectDirs;
use ninefold_core::{Random, StopFlag};
use ninefold_session::random_men;
use ninefold_solve::morris::{BuildPlan, Cpu, TableError, build, info};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::array;
use crate::batch::Batch;
use crate::game::{load_game, wrong};
use crate::parallel;
use crate::typed_batch::Work;
use crate::waiting::wait_for;

/// The value for unknown positions.
const UNKNOWN: i8 = -128;
/// The men of a side.
const MEN: u32 = 9;

/// The folder where the binary stores games and tables: that of the environment variable
/// ``NINEFOLD_DATA``, or the platform's.
#[pyfunction]
pub(crate) fn data_folder() -> PyResult<PathBuf> {
    usual_folder().ok_or_else(|| wrong("no home folder is known; set NINEFOLD_DATA"))
}

/// The same, if there is one.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    let given = std::env::var_os("NINEFOLD_DATA").filter(|data| !data.is_empty());
    let usual = || Some(ProjectDirs::from("", "", "ninefold")?.data_dir().to_owned());
    given.map(PathBuf::from).or_else(usual)
}

/// Builds the tables of all positions with at most this many men per side, unless they exist; with
/// nine, of the whole game. After an interruption it continues from what is saved.
///
/// With distances they also contain how long a game lasts. The whole game takes four minutes of one
/// core, 3.4 GB of memory and 0.9 GB on disk; its distances take eight minutes, 7.7 GB of memory
/// and 3.7 GB on disk more, which ``distances=False`` saves.
#[pyfunction]
#[pyo3(signature = (men, *, distances=true, data=None, threads=None))]
pub(crate) fn build_tables(
    py: Python<'_>,
    men: u32,
    distances: bool,
    data: Option<PathBuf>,
    threads: Option<usize>,
) -> PyResult<()> {
    if !(3..=MEN).contains(&men) {
        return Err(wrong(format!("men is {men}, wanted 3 to {MEN}")));
    }
    let data = data.map_or_else(data_folder, Ok)?;
    let stop = StopFlag::default();
    let threads = parallel::threads(threads);
    let plan = BuildPlan { men, distance: distances, threads, cpu: Cpu::detect() };
    let built = wait_for(py, &stop, || build(&data, plan, &stop, &mut |_| {}))?;
    built.map(|_| ()).map_err(wrong)
}

/// The tables of a folder.
///
/// Values are those of the game without draw rules, for the player to move: 1 a win, 0 a draw, -1 a
/// loss.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Tables(ninefold_solve::morris::Tables);

fn trouble(error: TableError) -> PyErr {
    wrong(error)
}

#[pymethods]
impl Tables {
    /// Opens the largest tables of a folder, or those with at most this many men per side.
    #[new]
    #[pyo3(signature = (data=None, *, men=None))]
    fn new(data: Option<PathBuf>, men: Option<u32>) -> PyResult<Tables> {
        let data = data.map_or_else(data_folder, Ok)?;
        let opened = match men {
            Some(men) => ninefold_solve::morris::Tables::open_men(&data, men),
            None => ninefold_solve::morris::Tables::open(&data),
        };
        opened.map_err(trouble)?.map(Tables).ok_or_else(|| {
            let there = info(&data).iter().map(|set| set.men.to_string()).collect::<Vec<_>>();
            let there = if there.is_empty() { "none".into() } else { there.join(", ") };
            wrong(format!(
                "there is no such table in {} (sizes there: {there}); build one: ninefold.tables.build(6)",
                data.display()
            ))
        })
    }

    /// The maximum number of men per side.
    #[getter]
    fn men(&self) -> u32 {
        self.0.men()
    }

    /// Whether positions with men in hand are included.
    #[getter]
    fn covers_placing(&self) -> bool {
        self.0.covers_placing()
    }

    /// The maximum number of men per side for which distances are included.
    #[getter]
    fn men_with_distances(&self) -> u32 {
        self.0.men_with_distances()
    }

    /// Looks up the positions of a batch: a dict of arrays ``value`` (int8, -128 if unknown) and
    /// ``plies`` (int16, how long the game lasts with best play, -1 if unknown).
    #[pyo3(signature = (batch, *, threads=None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        batch: PyRef<'_, Batch>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (stop, threads) = (StopFlag::default(), parallel::threads(threads));
        let (tables, games) = (&self.0, &batch.games);
        let found = wait_for(py, &stop, || {
            let states = games.morris()?;
            let probed = |index: usize| tables.probe(&states[index]);
            let found = parallel::each(states.len(), threads, &stop, probed);
            Some(found.into_iter().collect::<Result<Vec<_>, _>>())
        })?;
        let Some(found) = found else {
            let game = games.game().kind().spec().to_owned();
            return Err(wrong(format!(
                "no tables are made for {game}, wanted positions of morris"
            )));
        };
        let found = found.map_err(trouble)?;
        let value = found
            .iter()
            .map(|verdict| verdict.map_or(UNKNOWN, |verdict| verdict.value.number() as i8));
        let plies = found.iter().map(|verdict| {
            verdict.and_then(|verdict| verdict.plies).map_or(-1, |plies| plies as i16)
        });
        let (value, plies): (Vec<i8>, Vec<i16>) = (value.collect(), plies.collect());
        let told = PyDict::new(py);
        told.set_item("value", array(py, &value, &[value.len()])?)?;
        told.set_item("plies", array(py, &plies, &[plies.len()])?)?;
        Ok(told)
    }

    /// Random positions with no men in hand: first the number of men of each side, drawn uniformly
    /// from a range, then their points, then the player to move: the same as ``nf.data`` draws from
    /// the source ``men``. The batch is of ``morris:draws=off``, the game that tables cover.
    #[pyo3(signature = (size, *, seed=0, men=(3, 6), threads=None))]
    fn sample(
        &self,
        py: Python<'_>,
        size: usize,
        seed: u64,
        men: (u32, u32),
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        let (few, many) = men;
        if few < 3 || many < few || many > self.men() {
            let most = self.men();
            return Err(wrong(format!(
                "men is ({few}, {many}), wanted a range within 3 and {most}"
            )));
        }
        let game = load_game("morris:draws=off")?.0;
        let how = Work { threads: parallel::threads(threads), stop: StopFlag::default() };
        let made = wait_for(py, &how.stop, || {
            let texts = parallel::each(size, how.threads, &how.stop, |index| {
                random_men(&mut Random::stream(seed, index as u64), [few, many])
            });
            game.at(&texts, &how)
        })?;
        Ok(Batch::new(made.map_err(wrong)?))
    }
}
