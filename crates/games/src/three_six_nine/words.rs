//! The messages about moves and ends of 3-6-9.

ninefold_core::forms! {
    ROW = "row {0}";
    COLUMN = "column {0}";
    DIAGONAL = "the diagonal {0} to {1}";
    THIRD = "third stone on {0}";
    SIXTH = "sixth stone on {0}";
    NINTH = "ninth stone on {0}";
    EARNS_ONE = "earns 1 point: {0}";
    EARNS = "earns {0} points: {1}";
    NOTHING = "earns nothing";
    OPENS = "the next stone on {0} will score";
    ANSWER_ONE = "the best answer earns 1 point";
    ANSWER = "the best answer earns {0} points";
    NO_ANSWER = "no answer earns a point";
    WINS = "fills the board and wins, {0} points to {1}";
    LOSES = "fills the board and loses, {0} points to {1}";
    DRAWS = "fills the board: a draw, {0} points each";
    FULL = "the board is full with {0} points to {1}";
    BEST = "points of the best move now";
    SECOND_BEST = "points of the second best move now";
    THIRD_BEST = "points of the third best move now";
}
