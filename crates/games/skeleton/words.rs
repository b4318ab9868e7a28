//! The forms in which moves and ends are spoken of.

ninefold_core::forms! {
    LAST_CELL = "the last cell is filled";
    TEMPO = "an odd number of empty cells and the turn";
}
