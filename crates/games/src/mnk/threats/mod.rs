//! An evaluation of m,n,k positions by what the next stones would threaten, and its running tables.
//!
//! ```text
//!  class      what a stone makes of one line: five, open four, four, open three, …
//!  shape      what it makes of all four, and what that is worth
//!  tracks     the lines of the board as words
//!  standing   the shapes of all empty cells, kept stone by stone
//!  glance     wins that can be read from them, and the judgement
//!  narrow     the moves that have to be looked at
//!  fours      victory by continuous fours
//!  guide      all of it as the companion of a search
//! ```

mod class;
mod fours;
mod glance;
mod guide;
mod narrow;
mod shape;
mod standing;
mod tracks;

use ninefold_core::{
    Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Game, Guide, Kind, Parameter,
    Player, Value, Values, zero_sum,
};

use super::{Bits, Mnk, State};
use guide::ThreatGuide;
use shape::Weights;
use standing::{Plan, Standing};

const THREATS: EvaluatorInfo = EvaluatorInfo {
    id: "threats",
    summary: "what a stone on each empty cell would make of its four lines, and whose turn it is",
    parameters: &[
        Parameter {
            name: "lines",
            summary: "a line with four or more missing / two / open two / three / open three / four / open four",
            kind: Kind::Numbers { ranges: &[const { 0..=2_000 }; 7], off: false },
            default: "1/4/8/10/24/26/60",
            positional: false,
        },
        Parameter {
            name: "crossings",
            summary: "what a double three / a four-three / a double four adds",
            kind: Kind::Numbers { ranges: &[const { 0..=2_000 }; 3], off: false },
            default: "20/40/60",
            positional: false,
        },
        Parameter {
            name: "tempo",
            summary: "percent by which the lines of the side with the initiative are worth more",
            kind: Kind::Number(0..=400),
            default: "30",
            positional: false,
        },
    ],
};

/// The entry of `threats`.
pub(super) fn entry<const W: usize>() -> EvaluatorEntry<Mnk<W>> {
    EvaluatorEntry {
        info: &THREATS,
        build: Box::new(|game, arguments, _| Box::new(Threats::new(game, &weights(arguments)))),
    }
}

fn weights(arguments: &Arguments) -> Weights {
    Weights {
        classes: numbers(arguments, "lines"),
        crossings: numbers(arguments, "crossings"),
        tempo: arguments.number("tempo") as i32,
    }
}

fn numbers<const N: usize>(arguments: &Arguments, name: &str) -> [i32; N] {
    let Value::Numbers(given) = arguments.value(name) else {
        unreachable!("{name} is described as numbers")
    };
    std::array::from_fn(|index| given[index] as i32)
}

/// The value of a game that is won; more than any judgement.
const WON: i32 = 1_000_000_000;
/// How far a move that is worth a look is from the next stone.
const NEAR: usize = 2;

/// An evaluation for one board.
struct Threats<const W: usize> {
    plan: Plan,
    tempo: i32,
    /// By cell: the cells near it.
    near: Vec<Bits<W>>,
    /// The cell in the middle, or the first of those in the middle.
    middle: Bits<W>,
}

impl<const W: usize> Threats<W> {
    fn new(game: &Mnk<W>, weights: &Weights) -> Threats<W> {
        let plan = Plan::new(game, weights);
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
        Threats { plan, tempo: weights.tempo, near, middle }
    }
}

/// The values of a position, from the lead of the player on turn while the game goes on.
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
            Standing::new(&self.plan, game, state).lead(game.to_move(state).index(), self.tempo)
        })
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn guide<'a>(&'a self, game: &Mnk<W>, state: &State<W>) -> Box<dyn Guide<Mnk<W>> + 'a> {
        Box::new(ThreatGuide::new(self, game, state))
    }
}
