//! The forms in which moves and ends of morris are spoken of.

ninefold_core::forms! {
    WHITE = "White";
    BLACK = "Black";
    LINE = "{0}-{1}-{2}";
    WINS_BY_MEN = "wins: {0} has two men left";
    WINS_BY_BLOCKING = "wins: {0} cannot move";
    CLOSES = "closes the mill {0} and takes {1}";
    CLOSES_TWO = "closes two mills at once, {0}, and takes {1}";
    STOPS = "keeps {0} from closing a mill at {1}";
    LEAVES = "leaves {0} a mill to close at {1}";
    THREATENS = "threatens to close a mill at {0}";
    THREATENS_MORE = "threatens several mills at once, at {0}";
    OPENS = "opens the mill {0}";
    SWINGS = "opens the mill {0}, which can close again at {1}";
    FREES = "frees {0}";
    HEMS_IN = "leaves the man on {0} no way out";
    HEMS_IN_MORE = "leaves the men on {0} no way out";
    WAYS = "stands on a point with {0} neighbours";
    PLACE_FIRST = "place your men in hand first";
    NO_MAN = "there is no man on {0}";
    NOT_YOURS = "the man on {0} is not yours";
    SHUT_IN = "the man on {0} has no empty point beside it";
    NOT_BESIDE = "{0} is not next to {1}";
    OWN_MAN = "the man on {0} is your own";
    IN_MILL = "the man on {0} is protected by a mill";
    CANNOT_MOVE = "{0} cannot move";
    TOO_FEW = "{0} has fewer than three men";
    QUIET = "{0} plies without a mill";
    THREE_EACH = "{0} plies with three men each";
}
