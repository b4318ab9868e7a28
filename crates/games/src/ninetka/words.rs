//! The messages about moves and ends of 9tka.

ninefold_core::forms! {
    YELLOW = "Yellow";
    BLUE = "Blue";
    ORANGE = "Orange";
    GREEN = "Green";
    COUNTER = "{0} at {1}";
    SLIDES = "slides to {0} in section {1}";
    TAKES = "takes section {0}, {1} to {2}";
    HOLDS = "holds section {0}, {1} to {2}";
    TIES = "ends {0}'s hold of section {1}, {2} each";
    TRAILS = "{0} still holds section {1}, {2} to {3}";
    NOBODY = "section {0} is held by nobody";
    BLOCKS = "blocks {0}";
    BLOCKS_OWN = "blocks your own counters at {0}";
    OUT = "leaves {0} without a move";
    WINS = "ends the game and wins with {0} sections";
    ENDS = "ends the game: {0} wins with {1} sections";
    READY = "would slide to {0} in section {1} as the board stands";
    FACES = "faces {0} across the board";
    FACES_OWN = "faces your own counter at {0} across the board";
    SLOTS_ONLY = "counters are placed on the slots beside the board";
    STAYS = "counters on the board do not move";
    NO_COUNTER = "there is no counter on {0}";
    NOT_YOURS = "the counter on {0} is not yours";
    BLOCKED = "the counter on {0} is blocked: {1} in front of it is taken";
    STOPS_AT = "the counter from {0} stops at {1}";
    SECTIONS = "sections {0}";
    LATEST = "sections {0}, a tie goes to the latest seat";
    SECTION = "section {0}";
    HELD = "held";
    OTHERS_BLOCKED = "counters of others blocked";
    OWN_BLOCKED = "own counters blocked";
    BASE = "not crowded";
    OWN_COUNTERS = "own counters in it";
    CHANCE = "chance to hold it";
    TURN = "the turn";
    EARLIER_SEATS = "earlier seats, which lose ties";
    BEST_RIVAL = "the best rival's sections";
}
