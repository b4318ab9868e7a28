//! Boards as in the Gomocup protocol: columns and rows from 0, column first.

/// An m,n,k-board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The line length that wins.
    pub(crate) line: usize,
}

impl Board {
    /// The board of a game's full specification; `None` for another game.
    pub(crate) fn of(spec: &str) -> Option<Board> {
        let mut numbers = spec.strip_prefix("mnk:")?.split(',').map(|number| number.parse().ok());
        let (rows, columns, line) = (numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some(Board { rows, columns, line })
    }

    /// The specification of its game.
    pub(crate) fn spec(self) -> String {
        format!("mnk:{},{},{}", self.rows, self.columns, self.line)
    }

    /// Parses a place such as `7,8`, if it is on the board.
    pub(crate) fn place(self, text: &str) -> Option<Place> {
        let (column, row) = text.trim().split_once(',')?;
        let place = Place { column: column.trim().parse().ok()?, row: row.trim().parse().ok()? };
        (place.row < self.rows && place.column < self.columns).then_some(place)
    }
}

/// A place on a board, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) column: usize,
    pub(crate) row: usize,
}

impl Place {
    /// The place of a move in our notation such as `8,9`.
    pub(crate) fn of_move(text: &str) -> Option<Place> {
        let (row, column) = text.split_once(',')?;
        let from_0 = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        Some(Place { column: from_0(column)?, row: from_0(row)? })
    }

    /// The same as a move in our notation.
    pub(crate) fn as_move(self) -> String {
        format!("{},{}", self.row + 1, self.column + 1)
    }

    /// In Gomocup notation.
    pub(crate) fn text(self) -> String {
        format!("{},{}", self.column, self.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_the_upper_left_corner() {
        let board = Board::of("mnk:3,5,3").unwrap();
        assert_eq!((board.rows, board.columns, board.line), (3, 5, 3));
        let place = board.place("4,0").unwrap();
        assert_eq!((place.as_move().as_str(), place.text().as_str()), ("1,5", "4,0"));
        assert_eq!(Place::of_move("1,5"), Some(place));
        assert_eq!(board.place("0,4"), None, "there is no fifth row");
        assert_eq!(Board::of("morris"), None);
        assert_eq!(board.spec(), "mnk:3,5,3");
    }
}
