//! Sets of positions with labels, for whoever learns from them: how positions are drawn, what is said of each.
//!
//! A set is a function of its [`DataPlan`]: row `n` depends on nothing but the plan and `n`, so that any number of threads
//! makes the same file, and one that was interrupted goes on where it stopped.

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
    /// Random games, each position from a game of its own, at a ply drawn evenly from those the game has.
    Random,
    /// The same from games between players.
    Games,
    /// Every position that can be reached, once, in the order of turns; so many of them drawn by the seed where fewer are wanted.
    All,
    /// Men put on the board at random, their hands empty (morris).
    Men,
}

/// What is said of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// The proved value for the player on turn, and how many plies the game lasts where that is known.
    Exact,
    /// What the strong search finds: the part of the point that the player on turn may expect, and the value where that is an estimate.
    Search,
    /// What the player on turn got in the game that the position is from.
    Result,
}

/// What a set is made of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DataPlan {
    /// The game's full specification.
    pub game: String,
    /// How many positions; nothing for all there are, where they are listed. Fewer than that are drawn, none of them twice.
    pub positions: Option<u64>,
    /// What everything random is drawn from.
    pub seed: u64,
    /// Where positions come from.
    pub from: DrawnFrom,
    /// What is said of each.
    pub label: Label,
    /// The evaluator whose counts are told.
    pub features: Option<String>,
    /// Who plays, where positions come from games: one player for all seats, or one a seat.
    pub players: Vec<String>,
    /// The fewest and the most men of a side, where men are put on the board.
    pub men: [u32; 2],
    /// The positions a search looks at.
    pub nodes: u64,
    /// How long a game may be.
    pub plies: u32,
    /// Only positions of this phase, as a row tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// Only positions in which each side has as many men, on the board and in hand (morris); those of
    /// [`Men`](DrawnFrom::Men) have a range of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_men: Option<[u32; 2]>,
}

/// Why a set cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DataError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// There is no such evaluator.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// A player that cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Somebody stopped it before there was anything.
    #[error("it was stopped before the first position")]
    Stopped,
    /// It cannot be had for this game, or not with what is there.
    #[error("{0}")]
    Missing(String),
}

/// What stands in a column.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A text: a position, a phase.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A fraction.
    Fraction(f32),
    /// Nothing is known.
    Nothing,
}

/// A row of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct DataRow {
    /// What stands in each of [`columns`](DataSource::columns).
    pub cells: Vec<Cell>,
    /// The position as numbers, as [`PositionForm`] has it.
    pub numbers: Vec<i16>,
}

/// The rows of a set, whatever game they are of.
pub trait DataSource: Send + Sync {
    /// The names of the columns: `position`, `player`, `phase`, those of the label, those of the features.
    fn columns(&self) -> &[String];

    /// The last of the columns: what the evaluator of the plan counts.
    fn features(&self) -> &[String];

    /// The column that says whether anything is known of a position: nothing stands there where nothing is. It is `value`, of
    /// values by search `share`.
    fn label(&self) -> &str;

    /// Whether anything is known of the position of a row.
    fn is_known(&self, row: &DataRow) -> bool {
        let label = self.columns().iter().position(|name| name == self.label());
        label.is_some_and(|label| row.cells.get(label) != Some(&Cell::Nothing))
    }

    /// The tables that exact values come from, where there are any: what they do not know the solver of the game is asked.
    fn tables(&self) -> Option<String>;

    /// Whether the rows are some of all positions, drawn by the seed.
    fn is_sample(&self) -> bool;

    /// How many numbers a position has.
    fn width(&self) -> usize;

    /// How many rows there are.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Some of the rows.
    fn rows(&self, range: Range<u64>) -> Result<Vec<DataRow>, DataError>;
}

/// Makes ready to produce the rows of a set, with the folder of finished tables.
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

/// How many positions there are when nothing is said.
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

    /// How many rows a set has, of so many listed positions if they are.
    fn rows(&self, listed: Option<u64>) -> u64 {
        let wanted = self.positions.or(listed).unwrap_or(USUAL_POSITIONS);
        listed.map_or(wanted, |all| all.min(wanted))
    }

    /// Refuses what does not go together.
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

/// An evaluator whose counts are told, a column each.
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
