//! The forms in which moves and ends of m,n,k-games are spoken of.

ninefold_core::forms! {
    CROSS = "X";
    NOUGHT = "O";
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
}
