//! An evaluation learnt from the exact tables: the odds of the side to move, predicted from the patterns of the
//! board.
//!
//! The weights come from `cargo run --release -p ninefold-session --example learn_morris` and are stored in
//! `weights.bin`.

mod network;
mod patterns;

use ninefold_core::{
    Account, Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Guide,
    Odds, Player, Tension, Term, Values, zero_sum,
};

pub use self::network::{EMPTY_HANDS, HEAD, HEADS, MOST, Network, ONE, UNIT, WIDTH, bytes, head};
use self::network::{LEARNT, head_of};
use self::patterns::KINDS;
pub use self::patterns::{PATTERNS, SEEN, patterns};
use super::mills::promise;
use super::{Morris, Move, State, words};

/// Greater than any estimate.
const WIN: i32 = 1_000_000;

/// The registry entry.
pub(super) fn entry() -> EvaluatorEntry<Morris> {
    const LEARNT: EvaluatorInfo = EvaluatorInfo {
        id: "learnt",
        summary: "our own, learnt from the exact tables: estimates the odds from rings, corners and spokes",
        parameters: &[],
    };
    let build = |_: &Morris, _: &Arguments, _| Box::new(Learnt) as Box<dyn Evaluator<Morris>>;
    EvaluatorEntry { info: &LEARNT, build: Box::new(build) }
}

/// The learnt evaluation.
struct Learnt;

/// The odds learnt are those of perfect play. Those of people and levels are closer to even, most of all while few
/// men are on the board and once men fly. Fitted to the results of 600 games between levels 3 and 8 (`ninefold
/// measure calibration morris --games 300 --positions 12500 --seed 100 --samples FILE`, and seed 101).
fn odds(placed: u32, men: u32, flying: bool) -> Odds {
    let (scale, tempo) = match (placed, men) {
        _ if flying => (1300, 80),
        (0..=5, _) => (1600, 60),
        (6..=17, _) => (620, 100),
        (_, 0..=11) => (900, 30),
        _ => (700, 40),
    };
    Odds { scale, tempo, ..Odds::default() }
}

/// The names of the parts of the value.
const PARTS: [&str; 4] =
    [words::NUMBERS, words::RING_PATTERNS, words::CORNER_PATTERNS, words::SPOKE_PATTERNS];

impl Evaluator<Morris> for Learnt {
    fn values(&self, _game: &Morris, state: &State, context: Context) -> Values {
        if let Some(outcome) = context.outcome {
            return zero_sum(WIN * i32::from(outcome.payoffs.of(Player::FIRST)));
        }
        let (mover, other) = (state.to_move(), state.to_move().other());
        let seen = patterns(state.men(mover), state.men(other));
        of_first(mover, LEARNT.value(head_of(state), &seen))
    }

    fn judges_ends(&self) -> bool {
        true
    }

    /// The board is filled part by part. The contribution of a part is what it adds to the value, starting from an
    /// empty board with the same numbers of men.
    fn explain(&self, game: &Morris, state: &State, context: Context) -> Explanation {
        if context.outcome.is_some() {
            return Explanation::decided(2, WIN, &self.values(game, state, context));
        }
        let (mover, other) = (state.to_move(), state.to_move().other());
        let head = head_of(state);
        let (mut seen, whole) = (patterns(0, 0), patterns(state.men(mover), state.men(other)));
        let mut values = vec![LEARNT.value(head, &seen)];
        for kind in KINDS {
            seen[kind.clone()].copy_from_slice(&whole[kind]);
            values.push(LEARNT.value(head, &seen));
        }
        let added = |index: usize| values[index] - if index > 0 { values[index - 1] } else { 0 };
        // Each part is listed under the side that it favours.
        let account = |player: Player| {
            let sign = if player == mover { 1 } else { -1 };
            Account::of(PARTS.iter().enumerate().map(|(index, name)| {
                let worth = sign * added(index);
                Term::new(name, i32::from(worth > 0), worth.abs())
            }))
        };
        Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn odds(&self, _game: &Morris, state: &State) -> Odds {
        let sides = [Player::FIRST, Player::SECOND];
        let hand: u32 = sides.iter().map(|&side| state.hand(side)).sum();
        let men = sides.map(|side| state.men_left(side));
        odds(18 - hand.min(18), men[0] + men[1], hand == 0 && men.contains(&3))
    }

    fn guide<'a>(&'a self, _game: &Morris, _state: &State) -> Box<dyn Guide<Morris> + 'a> {
        Box::new(Afresh)
    }
}

/// The values of a position with this value for a player.
fn of_first(player: Player, value: i32) -> Values {
    zero_sum(if player == Player::FIRST { value } else { -value })
}

/// Evaluates without incremental state, and orders turns that take a man or stop a mill first.
struct Afresh;

impl Guide<Morris> for Afresh {
    fn values(&self, game: &Morris, state: &State, context: Context) -> Values {
        Learnt.values(game, state, context)
    }

    fn promise(&self, _game: &Morris, state: &State, mv: Move) -> i32 {
        promise(state, mv)
    }

    /// Turns that take a man or stop a mill are ordered first, so late moves can be reduced everywhere. One turn
    /// can change a value by any amount, so no position is cut off by its static evaluation.
    fn tension(&self, _game: &Morris, _state: &State) -> Tension {
        Tension::Calm { swing: ANY_SWING }
    }
}

/// Greater than the difference of any two values.
const ANY_SWING: i32 = 100_000;
