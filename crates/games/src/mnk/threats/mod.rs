//! An evaluation of m,n,k positions by the threats that the next stones would make, with incremental tables.
//!
//! ```text
//!  class      what a stone makes of one line: five, open four, four, open three, …
//!  shape      what it makes of all four, and what that is worth
//!  tracks     the lines of the board as words
//!  board_threats   the shapes of all empty cells, updated stone by stone
//!  instant_wins    wins that follow from them, and the evaluation
//!  narrow     the moves worth searching
//!  fours      victory by continuous fours
//!  tried      a memory of past searches for them
//!  learnt     learnt weights of shapes and of threats on the board
//!  guide      all of it as the guide of a search
//!  account    the breakdown of the evaluation
//! ```

mod account;
mod board_threats;
mod class;
mod fours;
mod guide;
mod instant_wins;
pub mod learnt;
mod narrow;
mod shape;
mod tracks;
mod tried;

use ninefold_core::{
    Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Guide, Habits, Kind,
    Odds, Parameter, Player, Rules, Value, Values, zero_sum,
};

use super::{Bits, Mnk, State};
use board_threats::{BoardThreats, Plan};
use guide::ThreatGuide;
use shape::{Shapes, WEIGHTS, Weights};

const fn weights_of(name: &'static str, summary: &'static str, default: &'static str) -> Parameter {
    let kind = Kind::Numbers { ranges: &[const { -2_000..=2_000 }; WEIGHTS], off: false };
    Parameter { name, summary, kind, default, positional: false }
}

const THREATS: EvaluatorInfo = EvaluatorInfo {
    id: "threats",
    summary: "what a stone on each empty cell would make of its four lines, and whose turn it is",
    parameters: &[
        weights_of(
            "turn",
            "to the player on turn: far / two / open two / three / open three / four / open four / five, \
             then crossing open twos / three and two / threes / four and three / fours",
            "-8/1/0/28/82/186/200/0/30/165/509/354/394",
        ),
        weights_of(
            "wait",
            "the same to the player who waits",
            "-8/0/-3/23/62/158/358/1000/34/144/413/771/413",
        ),
    ],
};

/// The registry entry of `threats`.
pub(super) fn entry<const W: usize>() -> EvaluatorEntry<Mnk<W>> {
    EvaluatorEntry {
        info: &THREATS,
        build: Box::new(|game, arguments, _| {
            let weights = weights(arguments);
            let plan = Plan::new(game, Shapes::weighed(&weights), Vec::new());
            Box::new(Threats::new(game, Manner::weighed(weights), plan))
        }),
    }
}

/// The registry entry of `learnt`, for games to which it [applies](learnt::holds).
pub(super) fn learnt_entry<const W: usize>() -> EvaluatorEntry<Mnk<W>> {
    const LEARNT: EvaluatorInfo = EvaluatorInfo {
        id: "learnt",
        summary: "the same with more kinds of lines and all crossing lines, learnt from games of the search",
        parameters: &[],
    };
    EvaluatorEntry {
        info: &LEARNT,
        build: Box::new(|game, _, _| {
            let plan = Plan::new(game, learnt::shapes(), learnt::marks());
            Box::new(Threats::new(game, Manner::LEARNT, plan))
        }),
    }
}

fn weights(arguments: &Arguments) -> Weights {
    Weights(["turn", "wait"].map(|name| {
        let Value::Numbers(given) = arguments.value(name) else {
            unreachable!("{name} is described as numbers")
        };
        std::array::from_fn(|index| given[index] as i32)
    }))
}

/// The value of a won game; greater than any evaluation.
const WON: i32 = 1_000_000_000;
/// The maximum distance from a stone of a move worth searching.
const NEAR: usize = 2;

/// The parameters of an evaluation and of searches with it.
struct Manner {
    /// The weights; `None` if all values are learnt.
    weights: Option<Weights>,
    /// The usual change of the value in one turn.
    swing: i32,
    /// The tempo that makes the values of searches to odd and even depths comparable.
    tempo: i32,
    habits: Habits,
}

impl Manner {
    /// Most positions have no forced win, and for many the static value is good enough.
    const HABITS: Habits =
        Habits { efforts: [1, 8, 16, 32, 64, 64], glance_first: true, ..Habits::PLAIN };

    /// An evaluation with weights.
    fn weighed(weights: Weights) -> Manner {
        Manner { weights: Some(weights), swing: 250, tempo: 500, habits: Manner::HABITS }
    }

    /// The learnt evaluation. It has no tempo, since it was learnt from searches to any depth.
    const LEARNT: Manner = Manner {
        weights: None,
        swing: 180,
        tempo: 0,
        habits: Habits { killer: 500, history_share: 50, ..Manner::HABITS },
    };
}

/// An evaluation for one board.
struct Threats<const W: usize> {
    manner: Manner,
    plan: Plan,
    /// By cell: the cells near it.
    near: Vec<Bits<W>>,
    /// The middle cell, or the first of the middle cells.
    middle: Bits<W>,
}

impl<const W: usize> Threats<W> {
    fn new(game: &Mnk<W>, manner: Manner, plan: Plan) -> Threats<W> {
        let mut near = vec![Bits::EMPTY; plan.tracks.cells()];
        for (row, column) in game.places() {
            let rows = row.saturating_sub(NEAR)..game.rows().min(row + NEAR + 1);
            for other in rows {
                let columns = column.saturating_sub(NEAR)..game.columns().min(column + NEAR + 1);
                for place in columns {
                    near[game.cell(row, column).index()].insert(game.cell(other, place).index());
                }
            }
        }
        let mut middle = Bits::EMPTY;
        middle.insert(game.cell((game.rows() - 1) / 2, (game.columns() - 1) / 2).index());
        Threats { manner, plan, near, middle }
    }
}

/// The values of a position; `lead` gives that of the player to move if the game is not over.
fn values<const W: usize>(game: &Mnk<W>, state: &State<W>, lead: impl FnOnce() -> i32) -> Values {
    let of_mover = match game.outcome(state) {
        None => lead(),
        Some(_) if state.winner().is_none() => 0,
        Some(_) => WON,
    };
    let first = state.winner().unwrap_or(game.to_move(state)) == Player::FIRST;
    zero_sum(if first { of_mover } else { -of_mover })
}

impl<const W: usize> Evaluator<Mnk<W>> for Threats<W> {
    fn values(&self, game: &Mnk<W>, state: &State<W>, _context: Context) -> Values {
        values(game, state, || {
            BoardThreats::new(&self.plan, game, state).lead(game.to_move(state).index())
        })
    }

    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &Mnk<W>, state: &State<W>, context: Context) -> Explanation {
        match game.outcome(state) {
            Some(_) => Explanation::decided(2, WON, &self.values(game, state, context)),
            None => {
                let board = BoardThreats::new(&self.plan, game, state);
                account::explain(&board, self.manner.weights.as_ref(), game.to_move(state))
            }
        }
    }

    fn terms(&self, _game: &Mnk<W>) -> Explanation {
        account::terms(self.manner.weights.as_ref())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    // Fitted to the results of 520 games between levels 3 and 8 of gomoku and to searches of two to seven turns
    // from their positions: `ninefold measure calibration gomoku --games 120 --positions 5000 --nodes N --seed 2001
    // --samples FILE` with N from 10,000 to 400,000, and `--games 400 --positions 18000 --nodes 1000 --seed 2002`.
    fn odds(&self, game: &Mnk<W>, state: &State<W>) -> Odds {
        if self.manner.weights.is_none() {
            return learnt::ODDS;
        }
        let stones = (game.rows() * game.columns()) as u32 - game.most_turns(state);
        let (scale, tempo, last_move) = match stones {
            0..=5 => (1600, 180, 870),
            6..=9 => (1700, 240, 1140),
            10..=19 => (1850, 310, 1230),
            20..=29 => (2400, 220, 1110),
            _ => (2700, 250, 1080),
        };
        Odds { scale, tempo, last_move, ..Odds::default() }
    }

    fn guide<'a>(&'a self, game: &Mnk<W>, state: &State<W>) -> Box<dyn Guide<Mnk<W>> + 'a> {
        Box::new(ThreatGuide::new(self, game, state))
    }
}
