//! The messages about moves and ends of m,n,k-games.

ninefold_core::forms! {
    CROSS = "X";
    NOUGHT = "O";
    BLACK = "Black";
    WHITE = "White";
    WINS = "completes {0} in a row and wins";
    FILLS = "fills the board: a draw";
    STOPS = "keeps {0} from {1} in a row";
    LEAVES = "leaves {0} a win at {1}";
    THREATENS = "threatens to win at {0}";
    THREATENS_MORE = "threatens to win in several places, {0}";
    SPOILS = "takes the cell from which {0} would threaten to win twice";
    OPEN = "makes an open line of {0}";
    OPEN_MORE = "makes {0} open lines of {1}";
    BUILDS = "has {0} in a line that can still become {1}";
    HINDERS = "closes a line in which {0} has {1}";
    CENTRE = "takes the centre";
    CORNER = "takes a corner";
    IN_A_ROW = "{0} in a row";
    FULL = "the board is full";
    WINDOWS = "windows with {0} of {1} stones";
    ON_TURN = "on turn";
    WAITING = "waiting";
    CELL_FAR = "lines that a stone can begin";
    CELL_TWO = "lines in which a stone makes a two";
    CELL_OPEN_TWO = "lines in which a stone makes an open two";
    CELL_THREE = "lines in which a stone makes a three";
    CELL_OPEN_THREE = "lines in which a stone makes an open three";
    CELL_FOUR = "lines in which a stone makes a four";
    CELL_OPEN_FOUR = "lines in which a stone makes an open four";
    CELL_FIVE = "lines that a stone completes";
    CELL_TWOS = "where open twos cross";
    CELL_THREE_TWO = "where an open three and an open two cross";
    CELL_THREES = "where open threes cross";
    CELL_FOUR_THREE = "where a four and an open three cross";
    CELL_FOURS = "two cells to win at with one stone";
    THREATS = "threats on the board";
    SEEN_WIN = "wins in {0} turns";
    SEEN_LOSS = "two lines to stop with one stone";
}
