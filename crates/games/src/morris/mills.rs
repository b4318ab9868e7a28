//! An evaluation not taken from a paper: closed and potential mills, mobility and men, weighted by phase.

use ninefold_core::{
    Account, Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Guide,
    Kind, Odds, Parameter, Phrase, Player, Term, Value, Values, zero_sum,
};

use super::sets::{LINES, closers, in_mills, in_reading_order, neighbours, open_steps};
use super::{Morris, Move, Points, State, words};

/// The counts for each side, in the order of the weights.
///
/// ```text
/// men      on the board and in hand
/// steps    from a man to an empty neighbour
/// stuck    men without an empty neighbour
/// mills    lines filled
/// threats  points where the side's next turn would close a mill
/// twos     empty points of lines of two that are no threat yet
/// running  men of a mill that close another one by leaving it
/// hinges   men of a mill that can step out of it
/// turn     1 for the side to move when it has a threat
/// fork     1 for the other side when it has two threats or more
/// ```
const COUNTS: usize = 10;

/// The names of the counts.
const NAMES: [&str; COUNTS] = [
    words::MEN,
    words::STEPS,
    words::STUCK,
    words::MILLS,
    words::THREATS,
    words::FAR_TWOS,
    words::RUNNING,
    words::HINGES,
    words::ON_TURN,
    words::FORK,
];

/// The names of the phases.
const PHASES: [&str; 3] = [words::PLACING, words::MOVING, words::FLYING];

/// A weight for each count.
type Weights = [i32; COUNTS];

const fn weights(name: &'static str, summary: &'static str, default: &'static str) -> Parameter {
    let kind = Kind::Numbers { ranges: &[const { -10_000..=10_000 }; COUNTS], off: false };
    Parameter { name, summary, kind, default, positional: false }
}

/// The registry entry.
pub(super) fn entry() -> EvaluatorEntry<Morris> {
    const MILLS: EvaluatorInfo = EvaluatorInfo {
        id: "mills",
        summary: "our own: men/steps/stuck/mills/threats/twos/running/hinges/turn/fork by phase",
        parameters: &[
            weights("placing", "while men are in hand", "100/24/-12/2/8/1/94/24/131/87"),
            weights("moving", "while men are slid", "78/10/-13/21/93/18/21/27/59/-46"),
            weights("flying", "while a side has three men", "80/-4/-30/76/11/49/150/-51/37/-2"),
        ],
    };
    let build = |_: &Morris, arguments: &Arguments, _| {
        let weights = ["placing", "moving", "flying"].map(|phase| {
            let mut weights = [0; COUNTS];
            if let Value::Numbers(given) = arguments.value(phase) {
                for (weight, &number) in weights.iter_mut().zip(given) {
                    *weight = number as i32;
                }
            }
            weights
        });
        Box::new(Mills { weights }) as Box<dyn Evaluator<Morris>>
    };
    EvaluatorEntry { info: &MILLS, build: Box::new(build) }
}

/// The evaluation with its weights for placing, moving and flying.
struct Mills {
    weights: [Weights; 3],
}

/// Greater than any sum of counts.
const WIN: i32 = 1_000_000;

/// Scale and tempo when a side has three men and none in hand.
const FLYING: (i32, i32) = (400, -10);

/// Scale and tempo by the men in hand and, once all are placed, by those on the board. Fitted to the results of
/// games between levels 3 and 8 (`ninefold measure calibration morris --seed 100 --games 400 --positions 12000
/// --samples FILE`): a lead means little at first, and most when the last men are placed.
const fn by_men(hand: u32, men: u32) -> (i32, i32) {
    match (hand, men) {
        (16.., _) => (3400, 56),
        (13..=15, _) => (690, -14),
        (10..=12, _) => (225, -4),
        (7..=9, _) => (160, -78),
        (4..=6, _) => (110, 46),
        (1..=3, _) => (156, 10),
        (0, 17..) => (200, 2),
        (0, 15..=16) => (285, 0),
        (0, 13..=14) => (298, -32),
        (0, 11..=12) => (420, 32),
        (0, _) => (460, 54),
    }
}

impl Evaluator<Morris> for Mills {
    fn values(&self, game: &Morris, state: &State, context: Context) -> Values {
        if let Some(outcome) = context.outcome {
            return zero_sum(WIN * i32::from(outcome.payoffs.of(Player::FIRST)));
        }
        let weights = &self.weights[phase(state)];
        let worth = |player| -> i32 {
            let counts = counts(game, state, player);
            weights.iter().zip(counts).map(|(weight, count)| weight * count as i32).sum()
        };
        zero_sum(worth(Player::FIRST) - worth(Player::SECOND))
    }

    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &Morris, state: &State, context: Context) -> Explanation {
        if context.outcome.is_some() {
            return Explanation::decided(2, WIN, &self.values(game, state, context));
        }
        let phase = phase(state);
        let account = |player| {
            let counted = NAMES.iter().zip(counts(game, state, player)).zip(self.weights[phase]);
            Account::of(counted.map(|((name, count), weight)| {
                Term::new(name, count as i32, weight).within(Phrase::of(PHASES[phase]))
            }))
        };
        Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
    }

    fn terms(&self, _game: &Morris) -> Explanation {
        let phases = PHASES.into_iter().zip(&self.weights);
        let account = Account::of(phases.flat_map(|(phase, weights)| {
            let named = NAMES.iter().zip(weights);
            named.map(move |(name, &weight)| Term::new(name, 0, weight).within(Phrase::of(phase)))
        }));
        Explanation::of_lead(account.clone(), account)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn odds(&self, _game: &Morris, state: &State) -> Odds {
        let sides = [Player::FIRST, Player::SECOND];
        let hand: u32 = sides.map(|side| state.hand(side)).iter().sum();
        let men = sides.map(|side| state.men_left(side));
        let flying = hand == 0 && men.contains(&3);
        let row = if flying { FLYING } else { by_men(hand, men[0] + men[1]) };
        let (scale, tempo) = row;
        Odds { scale, tempo, ..Odds::default() }
    }

    fn guide<'a>(&'a self, _game: &Morris, _state: &State) -> Box<dyn Guide<Morris> + 'a> {
        Box::new(Afresh(self))
    }
}

fn phase(state: &State) -> usize {
    let [first, second] = [Player::FIRST, Player::SECOND];
    if state.hand(first) + state.hand(second) > 0 {
        0
    } else if state.men_left(first) > 3 && state.men_left(second) > 3 {
        1
    } else {
        2
    }
}

fn counts(game: &Morris, state: &State, player: Player) -> [u32; COUNTS] {
    let (own, empty) = (state.men(player), state.empty());
    let closing = closers(own) & empty;
    let milled = in_mills(own);
    let anywhere = state.hand(player) > 0 || (game.flying && state.men_left(player) == 3);
    let Closing { threats, running } = match anywhere {
        true => Closing { threats: closing, running: 0 },
        false => by_steps(own, closing, milled),
    };
    let to_move = state.to_move() == player;
    [
        state.men_left(player),
        open_steps(own, empty),
        (own & !neighbours(empty)).count_ones(),
        LINES.iter().filter(|&&line| own & line == line).count() as u32,
        threats.count_ones(),
        (closing & !threats).count_ones(),
        running.count_ones(),
        (milled & neighbours(empty)).count_ones(),
        u32::from(to_move && threats != 0),
        u32::from(!to_move && threats.count_ones() > 1),
    ]
}

/// Where mills can be closed.
struct Closing {
    threats: Points,
    running: Points,
}

/// The points where a step closes a mill, and the men in mills that can make such a step.
fn by_steps(own: Points, closing: Points, milled: Points) -> Closing {
    let mut found = Closing { threats: 0, running: 0 };
    for man in in_reading_order(own & neighbours(closing)) {
        let reached = neighbours(man.set()) & closing & closers(own & !man.set());
        found.threats |= reached;
        if reached != 0 {
            found.running |= man.set() & milled;
        }
    }
    found
}

/// Evaluates without incremental state, and orders turns that take a man or stop a mill first.
struct Afresh<'a>(&'a Mills);

impl Guide<Morris> for Afresh<'_> {
    fn values(&self, game: &Morris, state: &State, context: Context) -> Values {
        self.0.values(game, state, context)
    }

    fn promise(&self, _game: &Morris, state: &State, mv: Move) -> i32 {
        promise(state, mv)
    }
}

/// The move-ordering value of a turn: taking a man comes before stopping a mill.
pub(super) fn promise(state: &State, mv: Move) -> i32 {
    let other = state.men(state.to_move().other());
    if let Some(taken) = mv.taken() {
        let breaks_two = closers(other) & !closers(other & !taken.set()) != 0;
        return 4 + i32::from(breaks_two);
    }
    let stops = closers(other) & mv.to().set() != 0;
    2 * i32::from(stops)
}
