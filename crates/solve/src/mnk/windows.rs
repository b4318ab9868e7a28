//! The two theorems about windows that a proof may use, checked cell by cell.

/// Every window of K cells of a board.
pub(super) struct Windows {
    windows: Vec<Vec<usize>>,
}

impl Windows {
    /// The windows of a board with these rows, columns and K.
    pub fn new([rows, columns, k]: [usize; 3]) -> Windows {
        let mut windows = Vec::new();
        if k > rows.max(columns) {
            return Windows { windows };
        }
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cell = |step: usize| {
                        let column = column.checked_add_signed(right * step as isize)?;
                        let row = row + down * step;
                        (row < rows && column < columns).then(|| row * columns + column)
                    };
                    windows.extend((0..k).map(cell).collect::<Option<Vec<usize>>>());
                }
            }
        }
        Windows { windows }
    }

    /// The empty cells of each window without a defender's stone.
    pub fn open<'a>(
        &'a self,
        contents: &'a [Option<bool>],
    ) -> impl Iterator<Item = Vec<usize>> + 'a {
        let open = self
            .windows
            .iter()
            .filter(|window| window.iter().all(|&cell| contents[cell] != Some(false)));
        open.map(|window| window.iter().copied().filter(|&cell| contents[cell].is_none()).collect())
    }

    /// Whether disjoint pairs of empty cells serve every window that the attacker could still fill.
    ///
    /// Whichever side is to move, the defender answers each stone in a pair with its other cell, and a stone that
    /// must be played elsewhere does no harm. So the attacker never has both cells of a pair.
    pub fn paired(&self, contents: &[Option<bool>], pairs: &[[usize; 2]]) -> Result<(), String> {
        let mut used = vec![false; contents.len()];
        for &cell in pairs.iter().flatten() {
            if contents[cell].is_some() || used[cell] {
                return Err("a cell of a pair is not empty or in two pairs".to_owned());
            }
            used[cell] = true;
        }
        let served = |window: Vec<usize>| {
            pairs.iter().any(|pair| pair.iter().all(|cell| window.contains(cell)))
        };
        let all = self.open(contents).all(served);
        all.then_some(()).ok_or("a window contains no pair".to_owned())
    }

    /// Whether the windows that the attacker could still fill weigh too little, see [`Proof`](super::Proof).
    pub fn light(&self, contents: &[Option<bool>], attacker_moves: bool) -> Result<(), String> {
        // Weights too small to represent are rounded up.
        let weight = |window: Vec<usize>| 1_u128 << 64_usize.saturating_sub(window.len());
        let sum: u128 = self.open(contents).map(weight).sum();
        let bound = 1_u128 << if attacker_moves { 63 } else { 64 };
        (sum < bound).then_some(()).ok_or("the windows weigh too much".to_owned())
    }
}
