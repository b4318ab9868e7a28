//! The move heuristics of "3-6-9: Prolog Game" (Hassan, Samir, Vo).

use ninefold_core::{Arguments, EvaluatorInfo, Heuristic, HeuristicEntry, Kind, Parameter, Value};

use super::{Cell, State, ThreeSixNine};

/// The number of different stone counts of a line.
const LEVELS: usize = 10;

/// The worth of a line by the number of stones already on it. Levels 1 to 6 are printed in the report; 0, 7, 8 and
/// 9 are those of its authors' program.
const LEVEL: Parameter = Parameter {
    name: "levels",
    summary: "what a line with 0 / 1 / … / 9 stones on it is worth",
    kind: Kind::Numbers { ranges: &[const { -10_000..=10_000 }; LEVELS], off: false },
    default: "0/1/5/2/0/7/1/0/10/1",
    positional: false,
};

const TURNS: Parameter = Parameter {
    name: "turns",
    summary: "number of turns played; the number of stones if omitted",
    kind: Kind::Number(0..=1000),
    default: "",
    positional: false,
};

/// The report's three heuristics.
pub(super) fn all() -> Vec<HeuristicEntry<ThreeSixNine>> {
    const H1: EvaluatorInfo = EvaluatorInfo {
        id: "h1",
        summary: "stones on the fullest line through the cell",
        parameters: &[],
    };
    const H2: EvaluatorInfo = EvaluatorInfo {
        id: "h2",
        summary: "the report's level for the stones on the fullest line",
        parameters: &[LEVEL],
    };
    const H3: EvaluatorInfo = EvaluatorInfo {
        id: "h3",
        summary: "the level, small gains raised early in the game and large ones late",
        parameters: &[LEVEL, TURNS],
    };
    vec![
        HeuristicEntry {
            info: &H1,
            fractional: false,
            build: Box::new(|_, _| Box::new(Formula::Fullest)),
        },
        HeuristicEntry {
            info: &H2,
            fractional: false,
            build: Box::new(|_, arguments| Box::new(Formula::Level(levels(arguments)))),
        },
        HeuristicEntry {
            info: &H3,
            fractional: true,
            build: Box::new(|_, arguments| {
                let turns = arguments.optional_number("turns").map(|turns| turns as u32);
                Box::new(Formula::Progress { levels: levels(arguments), turns })
            }),
        },
    ]
}

fn levels(arguments: &Arguments) -> [f64; LEVELS] {
    let Value::Numbers(given) = arguments.value("levels") else {
        unreachable!("levels are described as numbers")
    };
    std::array::from_fn(|stones| given[stones] as f64)
}

/// The worth of the fullest line through a cell.
enum Formula {
    /// The number of its stones.
    Fullest,
    /// The level for its stones.
    Level([f64; LEVELS]),
    /// The level, adjusted for the progress of the game.
    Progress { levels: [f64; LEVELS], turns: Option<u32> },
}

impl Heuristic<ThreeSixNine> for Formula {
    fn weigh(&self, game: &ThreeSixNine, state: &State, cell: Cell) -> f64 {
        let fullest = game.fullest(state, cell);
        match self {
            Formula::Fullest => f64::from(fullest),
            Formula::Level(levels) => levels[fullest as usize],
            Formula::Progress { levels, turns } => {
                let turns = turns.unwrap_or(state.stones().count_ones());
                let progress = f64::from(turns + 1) / (game.size() * game.size()) as f64;
                let level = levels[fullest as usize];
                if fullest <= 3 { level / progress } else { level * progress }
            }
        }
    }

    /// The number of stones on the fullest line through each empty cell.
    fn counts(&self, game: &ThreeSixNine, state: &State) -> Option<Vec<Vec<Option<i32>>>> {
        let count = |row, column| {
            let cell = game.cell(row, column);
            let empty = state.stones() >> cell.0 & 1 == 0;
            empty.then(|| game.fullest(state, cell) as i32)
        };
        let row = |row| (0..game.size()).map(|column| count(row, column)).collect();
        Some((0..game.size()).map(row).collect())
    }
}

impl ThreeSixNine {
    /// The largest number of stones on a line through a cell.
    fn fullest(&self, state: &State, cell: Cell) -> u32 {
        let counts = self.lines(cell).iter().map(|line| (line & state.stones()).count_ones());
        counts.max().unwrap_or_default()
    }
}
