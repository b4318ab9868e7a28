//! Labelled sets of positions for machine learning: how positions are generated, and how they are
//! labelled.
//!
//! A set is a function of its [`DataPlan`]: row `n` depends on nothing but the plan and `n`, so any
//! number of threads makes the same file, and an interrupted one can be continued.

mod card;
mod draw;
mod examples;
mod fit;
mod label;
mod listed;
mod lot;

use std::ops::Range;
use std::path::PathBuf;

use ninefold_core::{Evaluator, Host, SpecError, StopFlag, View};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::card::data_card;
use self::draw::Drawn;
pub use self::draw::random_men;
pub use self::examples::{Example, ExampleSource, FittedNumber, example_source};
pub use self::fit::{FittedEvaluator, fit_evaluator, held_out_losses};
use self::label::Labels;
use crate::{EvaluatorError, FeatureColumns, PlayerError, PositionForm, evaluator};

/// Where positions come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawnFrom {
    /// Random games, each position from a separate game, at a ply drawn uniformly from the game's
    /// plies.
    Random,
    /// The same from games between players.
    Games,
    /// Every reachable position, once, in the order of turns; a sample drawn by the seed if fewer are requested.
    All,
    /// Men placed on the board at random, with empty hands (morris).
    Men,
}

/// The label of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// The proved value for the player to move, and the plies to the end if known.
    Exact,
    /// The result of the strong search: the expected share of the point for the player to move, and
    /// the value if it is an estimate.
    Search,
    /// What the player to move got in the game the position is from.
    Result,
}

/// The plan of a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DataPlan {
    /// The game's full specification.
    pub game: String,
    /// The number of positions; `None` for all, if they are listed. A smaller number is drawn without
    /// repetition.
    pub positions: Option<u64>,
    /// The random seed.
    pub seed: u64,
    /// Where positions come from.
    pub from: DrawnFrom,
    /// The label of each position.
    pub label: Label,
    /// The evaluator whose counts become columns.
    pub features: Option<String>,
    /// The players, if positions come from games: one for all seats, or one per seat.
    pub players: Vec<String>,
    /// The minimum and maximum number of men of a side, if men are placed at random.
    pub men: [u32; 2],
    /// The node limit of a search.
    pub nodes: u64,
    /// The maximum length of a game.
    pub plies: u32,
    /// Restricts the set to positions of this phase, named as in the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// Restricts the set to positions in which each side has this many men, on the board and in
    /// hand (morris); those of [`Men`](DrawnFrom::Men) have a separate range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_men: Option<[u32; 2]>,
}

/// Why a set cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DataError {
    /// Unknown game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Unknown evaluator.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// A player cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// It was stopped before the first position.
    #[error("it was stopped before the first position")]
    Stopped,
    /// Not possible for this game, or not with the available files.
    #[error("{0}")]
    Missing(String),
}

/// The content of a column.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A text: a position, a phase.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A fraction.
    Fraction(f32),
    /// Unknown.
    Nothing,
}

/// A row of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct DataRow {
    /// The content of each of the [`columns`](DataSource::columns).
    pub cells: Vec<Cell>,
    /// The position as numbers, in its [`PositionForm`].
    pub numbers: Vec<i16>,
}

/// The rows of a set, independent of the game's type.
/// The rows of a set, whatever game they are of.
pub trait DataSource: Send + Sync {
    /// The names of the columns: `position`, `player`, `phase`, then those of the label and of the
    /// features.
    fn columns(&self) -> &[String];

    /// The last of the columns: the counts of the plan's evaluator.
    fn features(&self) -> &[String];

    /// The column that says whether anything is known of a position: nothing stands there where nothing is. It is `value`, of
    /// values by search `share`.
    fn label(&self) -> &str;

    /// Whether anything is known of the position of a row.
    fn is_known(&self, row: &DataRow) -> bool {
        let label = self.columns().iter().position(|name| name == self.label());
        label.is_some_and(|label| row.cells.get(label) != Some(&Cell::Nothing))
    }

    /// The tables that exact values come from, if any; the game's solver handles positions they
    /// lack.
    fn tables(&self) -> Option<String>;

    /// Whether the rows are some of all positions, drawn by the seed.
    fn is_sample(&self) -> bool;

    /// The number of numbers that encode a position.
    fn width(&self) -> usize;

    /// The number of rows.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A range of rows.
    fn rows(&self, range: Range<u64>) -> Result<Vec<DataRow>, DataError>;
}

/// Prepares the rows of a set, with the folder of finished tables.
///
/// ```
/// use ninefold_session::{Cell, DataPlan, DrawnFrom, Label, data_source};
///
/// let plan = DataPlan { from: DrawnFrom::All, positions: None, ..DataPlan::usual("tictactoe") };
/// let all = data_source(&plan, None, Default::default())?;
/// // Of 5,478 positions that can be reached 958 are the end of a game.
/// assert_eq!(all.len(), 4520);
/// assert_eq!(all.columns()[..4], ["position", "player", "phase", "value"]);
/// assert_eq!(all.rows(0..1)?[0].cells[3], Cell::Number(0));
/// # Ok::<(), ninefold_session::DataError>(())
/// ```
pub fn data_source(
    plan: &DataPlan,
    data: Option<PathBuf>,
    stop: StopFlag,
) -> Result<Box<dyn DataSource>, DataError> {
    ninefold_games::registry().open(&plan.game, Open { plan: plan.clone(), data, stop })?
}

/// The default number of positions.
const USUAL_POSITIONS: u64 = 1000;

impl DataPlan {
    /// A thousand positions of random games with their exact values.
    pub fn usual(game: &str) -> DataPlan {
        DataPlan {
            game: game.to_owned(),
            positions: Some(USUAL_POSITIONS),
            seed: 0,
            from: DrawnFrom::Random,
            label: Label::Exact,
            features: None,
            players: Vec::new(),
            men: [3, 6],
            nodes: 20_000,
            plies: 1000,
            phase: None,
            only_men: None,
        }
    }

    /// The number of rows, given the number of listed positions, if they are listed.
    fn rows(&self, listed: Option<u64>) -> u64 {
        let wanted = self.positions.or(listed).unwrap_or(USUAL_POSITIONS);
        listed.map_or(wanted, |all| all.min(wanted))
    }

    /// Rejects incompatible settings.
    fn check(&self) -> Result<(), DataError> {
        let is_of_games = matches!(self.from, DrawnFrom::Random | DrawnFrom::Games);
        if self.label == Label::Result && !is_of_games {
            let told = "a result is that of a game: it goes with positions from random games or from games";
            return Err(DataError::Missing(told.into()));
        }
        Ok(())
    }
}

struct Open {
    plan: DataPlan,
    data: Option<PathBuf>,
    stop: StopFlag,
}

impl Host for Open {
    type Output = Result<Box<dyn DataSource>, DataError>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let Open { mut plan, data, stop } = self;
        plan.game = spec;
        plan.check()?;
        let counting = plan.features.as_deref().map(|features| Counting::new(&game, features));
        let counting = counting.transpose()?;
        let labels = Labels::new(&game, &plan, data, stop.clone())?;
        let drawn = Drawn::new(&game, &plan, &stop)?;
        let named = FIRST.iter().chain(labels.columns()).map(|&name| name.to_owned());
        let counted = counting.iter().flat_map(|counting| counting.columns.names());
        let columns = named.chain(counted).collect();
        let form = PositionForm::of(&game);
        Ok(Box::new(TypedSource { game, form, plan, labels, drawn, counting, columns }))
    }
}

/// The rows of a set of one game.
struct TypedSource<G: View> {
    game: G,
    form: PositionForm,
    plan: DataPlan,
    labels: Labels<G>,
    drawn: Drawn<G>,
    counting: Option<Counting<G>>,
    columns: Vec<String>,
}

/// The columns in front of the label.
const FIRST: [&str; 3] = ["position", "player", "phase"];
/// Where the label begins.
const LABEL: usize = FIRST.len();

/// An evaluator whose counts become columns.
struct Counting<G: View> {
    evaluator: Box<dyn Evaluator<G>>,
    columns: FeatureColumns,
}

impl<G: View> Counting<G> {
    fn new(game: &G, spec: &str) -> Result<Counting<G>, EvaluatorError> {
        let evaluator = evaluator(game, Some(spec), 0)?;
        let columns = FeatureColumns::of(&*evaluator, game);
        Ok(Counting { evaluator, columns })
    }
}

impl<G: View> DataSource for TypedSource<G> {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn features(&self) -> &[String] {
        &self.columns[LABEL + self.labels.columns().len()..]
    }

    fn label(&self) -> &str {
        self.labels.told_by()
    }

    fn tables(&self) -> Option<String> {
        self.labels.tables()
    }

    fn is_sample(&self) -> bool {
        self.drawn.is_sample()
    }

    fn width(&self) -> usize {
        self.form.width()
    }

    fn len(&self) -> u64 {
        self.plan.rows(self.drawn.len())
    }

    fn rows(&self, range: Range<u64>) -> Result<Vec<DataRow>, DataError> {
        let mut rows = Vec::new();
        for index in range {
            let Some(drawn) = self.drawn.path(index) else { break };
            let (game, state) = (&self.game, drawn.path.state());
            let text = game.position_text(state);
            let numbers = self.form.row(&text);
            let mut cells = vec![
                Cell::Text(text),
                Cell::Number(game.to_move(state).number() as i64),
                Cell::Text(game.scene(state).phase),
            ];
            cells.extend(self.labels.of(&drawn)?);
            if let Some(Counting { evaluator, columns }) = &self.counting {
                let counts = columns.row(&**evaluator, &drawn.path);
                cells.extend(counts.into_iter().map(Cell::Fraction));
            }
            rows.push(DataRow { cells, numbers });
        }
        Ok(rows)
    }
}
