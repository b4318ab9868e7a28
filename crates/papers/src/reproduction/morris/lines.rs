//! The nine tables of the paper, and the number of games for each line here.

/// An algorithm, an evaluation and a depth.
pub(super) type Player = (&'static str, &'static str, u32);

/// A line of the paper's tables that represents all equal ones: the players, and the results (0 a
/// draw, else the winner), moves and seconds of every game it lists.
pub(super) struct Line {
    pub(super) table: &'static str,
    pub(super) first: Player,
    pub(super) second: Player,
    pub(super) results: &'static [u8],
    pub(super) moves: &'static [u32],
    pub(super) seconds: &'static [f64],
}

pub(super) const AB: &str = "alphabeta";
pub(super) const MM: &str = "minimax";

#[rustfmt::skip]
pub(super) const LINES: &[Line] = &[
    Line { table: "I", first: (AB, "fav1", 3), second: (AB, "fav1", 3), results: &[1, 2, 0, 2, 1], moves: &[107, 138, 47, 52, 71], seconds: &[8.2, 7.8, 7.4, 7.0, 7.6] },
    Line { table: "II", first: (AB, "fav1", 5), second: (AB, "fav1", 5), results: &[1, 1, 1, 1, 1], moves: &[107, 61, 47, 61, 49], seconds: &[361.0, 312.0, 348.0, 304.0, 360.0] },
    Line { table: "III", first: (AB, "fav1", 3), second: (AB, "fav2", 3), results: &[1, 1, 2, 1, 2], moves: &[47, 103, 200, 211, 72], seconds: &[7.8, 7.5, 10.1, 8.3, 6.2] },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 4), results: &[1], moves: &[33], seconds: &[23.6] },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 3), results: &[0], moves: &[49], seconds: &[6.7] },
    Line { table: "IV", first: (AB, "fav1", 3), second: (AB, "fav2", 2), results: &[1], moves: &[71], seconds: &[6.2] },
    Line { table: "IV", first: (AB, "fav1", 4), second: (AB, "fav2", 2), results: &[1], moves: &[33], seconds: &[37.7] },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 2), results: &[1], moves: &[31], seconds: &[1.7] },
    Line { table: "V", first: (MM, "fav1", 3), second: (MM, "fav1", 3), results: &[1, 1, 1, 1, 2], moves: &[31, 133, 73, 43, 42], seconds: &[20.7, 26.1, 20.4, 21.7, 20.9] },
    Line { table: "VI", first: (MM, "fav1", 5), second: (MM, "fav1", 5), results: &[1], moves: &[605], seconds: &[8782.0] },
    Line { table: "VII", first: (MM, "fav1", 3), second: (MM, "fav2", 3), results: &[1, 2, 1, 1, 1], moves: &[117, 64, 39, 113, 205], seconds: &[25.2, 23.2, 19.51, 21.8, 24.7] },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 4), results: &[1], moves: &[43], seconds: &[225.0] },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 3), results: &[2], moves: &[40], seconds: &[12.5] },
    Line { table: "VIII", first: (MM, "fav1", 3), second: (MM, "fav2", 2), results: &[1], moves: &[31], seconds: &[17.6] },
    Line { table: "VIII", first: (MM, "fav1", 4), second: (MM, "fav2", 2), results: &[1], moves: &[29], seconds: &[286.0] },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 2), results: &[1], moves: &[35], seconds: &[3.4] },
    Line { table: "IX", first: (AB, "fav1", 3), second: (MM, "fav1", 3), results: &[2], moves: &[44], seconds: &[14.7] },
    Line { table: "IX", first: (AB, "fav1", 3), second: (MM, "fav2", 3), results: &[1], moves: &[71], seconds: &[14.4] },
    Line { table: "IX", first: (AB, "fav2", 3), second: (MM, "fav1", 3), results: &[2], moves: &[50], seconds: &[12.5] },
    Line { table: "IX", first: (AB, "fav2", 3), second: (MM, "fav2", 3), results: &[2], moves: &[270], seconds: &[20.0] },
    Line { table: "IX", first: (AB, "fav1", 4), second: (MM, "fav1", 4), results: &[1], moves: &[51], seconds: &[277.0] },
    Line { table: "IX", first: (MM, "fav1", 3), second: (AB, "fav1", 3), results: &[1], moves: &[113], seconds: &[17.5] },
    Line { table: "IX", first: (MM, "fav1", 3), second: (AB, "fav2", 3), results: &[1], moves: &[107], seconds: &[16.2] },
    Line { table: "IX", first: (MM, "fav2", 3), second: (AB, "fav1", 3), results: &[1], moves: &[807], seconds: &[52.6] },
    Line { table: "IX", first: (MM, "fav2", 3), second: (AB, "fav2", 3), results: &[1], moves: &[83], seconds: &[15.5] },
    Line { table: "IX", first: (MM, "fav1", 4), second: (AB, "fav1", 4), results: &[1], moves: &[33], seconds: &[397.0] },
];

/// The affordable number of games in a quick and a full run for a player's search.
pub(super) fn affordable((algorithm, _, depth): Player) -> (usize, usize) {
    match (algorithm, depth) {
        (AB, ..=3) | (_, ..=2) => (10, 400),
        (AB, 4) | (_, 3) => (4, 400),
        (AB, 5) => (1, 100),
        (AB, _) => (0, 20),
        (_, 4) => (1, 100),
        _ => (0, 2),
    }
}
