//! Two evaluators: one counts open windows, the other also counts cells that complete a line.
//!
//! When all other columns are full, players fill the last one alternately from the bottom: on a board of even
//! height the first player gets its odd rows and the second the even ones. So a cell that completes a line is worth
//! most in a row that falls to its player, provided that no cell below it in the column decides the game first, as
//! V. Allis describes ("A Knowledge-based Approach of Connect-Four", 1988).

use ninefold_core::{
    Account, Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Guide,
    Kind, Odds, Parameter, Phrase, Term, Values, zero_sum,
};

use super::windows::{MOST, Windows};
use super::{Cells, Column, ConnectFour, State, words};

const THREATS: EvaluatorInfo = EvaluatorInfo {
    id: "threats",
    summary: "open windows, and cells that complete a line, above all in rows that fall to their player",
    parameters: &[
        Parameter {
            name: "cell",
            summary: "for an empty cell that completes a line",
            kind: Kind::Number(0..=10_000),
            default: "3",
            positional: false,
        },
        Parameter {
            name: "falls",
            summary: "more for the lowest such cell of a column, in a row that falls to its player",
            kind: Kind::Number(0..=10_000),
            default: "20",
            positional: false,
        },
    ],
};

const LINES: EvaluatorInfo = EvaluatorInfo {
    id: "lines",
    summary: "line-length windows that only one side can fill; each further disc quadruples their weight",
    parameters: &[],
};

/// The evaluators of the game, the default first.
pub(super) fn all() -> Vec<EvaluatorEntry<ConnectFour>> {
    let number = |arguments: &Arguments, name| arguments.number(name) as i32;
    vec![
        EvaluatorEntry {
            info: &THREATS,
            build: Box::new(move |game, arguments, _| {
                let [cell, falls] = ["cell", "falls"].map(|name| number(arguments, name));
                Box::new(Formula::new(game, cell, falls))
            }),
        },
        EvaluatorEntry {
            info: &LINES,
            build: Box::new(|game, _, _| Box::new(Formula::new(game, 0, 0))),
        },
    ]
}

/// Weighted counts of open windows and completing cells.
struct Formula {
    windows: Windows,
    cell: i32,
    falls: i32,
    /// The rows that fall to each player at the end of the game.
    falling: [Cells; 2],
    /// The move-ordering bonus of each column.
    middle: Vec<i32>,
}

impl Formula {
    fn new(game: &ConnectFour, cell: i32, falls: i32) -> Formula {
        let odd = (0..game.rows()).step_by(2).fold(0, |rows, row| rows | game.row(row));
        let even = game.board() & !odd;
        // Which player starts the last column depends on the number of cells in all others.
        let first_begins = (game.rows() * (game.columns() - 1)).is_multiple_of(2);
        let falling = if first_begins { [odd, even] } else { [even, odd] };
        let columns = game.columns() as i32;
        let middle = (0..columns).map(|column| columns - (2 * column + 1 - columns).abs());
        Formula { windows: Windows::new(game), cell, falls, falling, middle: middle.collect() }
    }

    /// The counts and weights for both players: windows by number of discs, completing cells, and those of them
    /// that fall to their player.
    fn counted(&self, game: &ConnectFour, state: &State) -> [[[i32; 2]; MOST + 2]; 2] {
        let both = self.windows.holdings(game, state);
        let decisive = lowest(game, both[0].completing | both[1].completing);
        let mut counted = [[[0; 2]; MOST + 2]; 2];
        for ((terms, one), falling) in counted.iter_mut().zip(&both).zip(self.falling) {
            for discs in 1..game.line() {
                terms[discs as usize] = [one.open[discs as usize] as i32, worth(discs)];
            }
            let falls = one.completing & decisive & falling;
            terms[MOST] = [one.completing.count_ones() as i32, self.cell];
            terms[MOST + 1] = [falls.count_ones() as i32, self.falls];
        }
        counted
    }
}

/// The lowest cell of a set in each column.
fn lowest(game: &ConnectFour, cells: Cells) -> Cells {
    let of_column = |column| {
        let within = cells & game.column(column);
        within & within.wrapping_neg()
    };
    if cells == 0 { 0 } else { (0..game.columns()).fold(0, |all, column| all | of_column(column)) }
}

/// The worth of an open window with this many discs.
fn worth(discs: u32) -> i32 {
    4_i32.pow(discs - 1)
}

impl Evaluator<ConnectFour> for Formula {
    fn values(&self, game: &ConnectFour, state: &State, _context: Context) -> Values {
        let sum = |terms: [[i32; 2]; MOST + 2]| {
            terms.iter().map(|[count, weight]| count * weight).sum::<i32>()
        };
        let [first, second] = self.counted(game, state).map(sum);
        zero_sum(first - second)
    }

    fn explain(&self, game: &ConnectFour, state: &State, _context: Context) -> Explanation {
        let name = |at: usize| match at {
            MOST => Phrase::of(words::COMPLETING),
            0..MOST => Phrase::of(words::WINDOWS).with(at).with(game.line()),
            _ => Phrase::of(words::FALLING),
        };
        let [first, second] = self.counted(game, state).map(|terms| {
            let told = (1..game.line() as usize).chain([MOST, MOST + 1]);
            let term = |at: usize| Term::phrased(name(at), terms[at][0], terms[at][1]);
            Account::of(told.map(term))
        });
        Explanation::of_lead(first, second)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    /// Fitted by `ninefold measure calibration connect4 --seed 100`.
    fn odds(&self, _game: &ConnectFour, _state: &State) -> Odds {
        Odds { scale: 53, tempo: 5, last_move: 29, doubt: 3, ..Odds::default() }
    }

    fn guide<'a>(
        &'a self,
        _game: &ConnectFour,
        _state: &State,
    ) -> Box<dyn Guide<ConnectFour> + 'a> {
        Box::new(Ordered(self))
    }
}

/// Tries first the moves that matter most in the windows of their cell, for either player, then the middle.
struct Ordered<'a>(&'a Formula);

impl Guide<ConnectFour> for Ordered<'_> {
    fn values(&self, game: &ConnectFour, state: &State, context: Context) -> Values {
        self.0.values(game, state, context)
    }

    fn promise(&self, game: &ConnectFour, state: &State, mv: Column) -> i32 {
        let cell = game.landing(state.all(), mv);
        let [own, other] = [state.mover, state.mover.other()].map(|player| state.discs(player));
        let windows = self.0.windows.through(cell).iter().map(|window| {
            match ((window & own).count_ones(), (window & other).count_ones()) {
                (discs, 0) => worth(discs + 1),
                (0, discs) => worth(discs),
                _ => 0,
            }
        });
        windows.sum::<i32>() + self.0.middle[usize::from(mv.0)]
    }
}
