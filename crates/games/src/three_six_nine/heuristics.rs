//! The move heuristics of "3-6-9: Prolog Game" (Hassan, Samir, Vo).

use ninefold_core::{EvaluatorInfo, HeuristicEntry};

use super::{Cell, State, ThreeSixNine};

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
        parameters: &[],
    };
    const H3: EvaluatorInfo = EvaluatorInfo {
        id: "h3",
        summary: "the level, small gains raised early in the game and large ones late",
        parameters: &[],
    };
    vec![
        HeuristicEntry {
            info: &H1,
            fractional: false,
            weigh: |game, state, cell| f64::from(game.fullest(state, cell)),
        },
        HeuristicEntry {
            info: &H2,
            fractional: false,
            weigh: |game, state, cell| level(game.fullest(state, cell)),
        },
        HeuristicEntry {
            info: &H3,
            fractional: true,
            weigh: |game, state, cell| {
                let (stones, cells) = (state.stones().count_ones(), game.size() * game.size());
                let progress = f64::from(stones + 1) / cells as f64;
                let fullest = game.fullest(state, cell);
                let level = level(fullest);
                if fullest <= 3 { level / progress } else { level * progress }
            },
        },
    ]
}

/// What a line is worth by the stones already on it. 1 to 6 are printed in the report; 0, 7, 8 and 9
/// are those of its authors' program.
fn level(stones: u32) -> f64 {
    const LEVELS: [f64; 10] = [0.0, 1.0, 5.0, 2.0, 0.0, 7.0, 1.0, 0.0, 10.0, 1.0];
    LEVELS[stones as usize]
}

impl ThreeSixNine {
    /// The largest number of stones on a line through a cell.
    fn fullest(&self, state: &State, cell: Cell) -> u32 {
        let counts = self.lines(cell).iter().map(|line| (line & state.stones()).count_ones());
        counts.max().unwrap_or_default()
    }
}
