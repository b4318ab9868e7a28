//! m,n,k-games: K or more in a row on a board of any size, tic-tac-toe to gomoku.

mod bits;
mod lines;
mod notation;
mod rules;
mod threats;
mod view;
mod why;
mod words;

use ninefold_core::{Arguments, EvaluatorEntry, Family, FamilyInfo, Host, Kind, Parameter, Preset};

pub use bits::Bits;
pub use rules::{Cell, Mnk, State};

/// m,n,k-games of every size.
pub struct MnkFamily;

/// The evaluators of the game, the default first.
fn evaluators<const W: usize>() -> Vec<EvaluatorEntry<Mnk<W>>> {
    vec![lines::entry(), threats::entry()]
}

/// The longest side of a board.
pub const LONGEST_SIDE: usize = 19;

const fn side(name: &'static str, summary: &'static str) -> Parameter {
    let kind = Kind::Number(1..=LONGEST_SIDE as i64);
    Parameter { name, summary, kind, default: "3", positional: true }
}

impl Family for MnkFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "mnk",
        title: "m,n,k-games",
        summary: "put stones on a grid; K or more in a row win",
        aliases: &[("tictactoe", "mnk:3,3,3"), ("gomoku", "mnk:15,15,5")],
        parameters: &[
            side("rows", "how many rows the board has"),
            side("columns", "how many columns the board has"),
            Parameter {
                name: "k",
                summary: "how many stones in a row win; more than fit is allowed, then nobody can",
                kind: Kind::Number(1..=(LONGEST_SIDE * LONGEST_SIDE) as i64),
                default: "3",
                positional: true,
            },
        ],
        presets: &[
            Preset { title: "The exact solver", player: "best" },
            Preset { title: "Alpha-beta to the end", player: "alphabeta:depth=99,time=10s" },
        ],
        rules: include_str!("README.md"),
        perft: include_str!("perft.txt"),
    };

    /// The board decides how many words a set of cells needs; each width is a type of its own.
    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        let [rows, columns, k] =
            ["rows", "columns", "k"].map(|name| arguments.number(name) as usize);
        match Bits::<1>::words_for(rows, columns) {
            1 => host.receive(Mnk::<1>::new(rows, columns, k), spec),
            2 => host.receive(Mnk::<2>::new(rows, columns, k), spec),
            _ => host.receive(Mnk::<7>::new(rows, columns, k), spec),
        }
    }
}
