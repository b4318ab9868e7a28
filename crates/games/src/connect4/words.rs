//! The messages about moves and ends of Connect Four.

ninefold_core::forms! {
    RED = "Red";
    YELLOW = "Yellow";
    WINS = "completes {0} in a row and wins";
    FILLS = "fills the board: a draw";
    STOPS = "keeps {0} from {1} in a row";
    LEAVES = "leaves {0} a win in column {1}";
    LEAVES_MORE = "leaves {0} a win in several columns, {1}";
    ENABLES = "lets {0} win on top of it";
    THREATENS = "threatens to win in column {0}";
    THREATENS_MORE = "threatens to win in several columns, {0}";
    LATER = "would complete a line in column {0}, row {1}, once the column is that high";
    BUILDS = "has {0} in a line that can still become {1}";
    HINDERS = "closes a line in which {0} has {1}";
    MIDDLE = "takes the middle column";
    IN_A_ROW = "{0} in a row";
    FULL = "the board is full";
    COLUMN_FULL = "column {0} is full";
    WINDOWS = "windows with {0} of {1} discs";
    COMPLETING = "empty cells that complete a line";
    FALLING = "lowest such cells of a column, in rows that fall to this side";
}
