//! The evaluations of the two papers about this game.
//!
//! `fav1` and `fav2` are those of "A.I. in Nine Men's Morris" (Barbosa, Carvalho, Sa); the estimator
//! and its printed sets those of "Nine Men's Morris: Evaluation Functions" (Petcu, Holban).

use ninefold_core::{
    Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Game, Kind, Parameter, Player,
    Value, Values, mix, zero_sum,
};

use super::estimator::{Coefficients, Double, Estimator};
use super::sets::{degrees, open_steps};
use super::{Morris, State};

const NOISE: &[Parameter] = &[Parameter {
    name: "noise",
    summary: "adds a number from -N to N that depends on the seed and the position alone",
    kind: Kind::Number(0..=10_000),
    default: "0",
    positional: false,
}];

const DOUBLE: Parameter = Parameter {
    name: "double",
    summary: "a double morris: two mills that share a man, or a man that runs between two lines",
    kind: Kind::Choice(&["shared", "shuttle"]),
    default: "shared",
    positional: false,
};

/// An evaluation of the first paper: its terms that differ.
struct Favourite {
    placement: bool,
    men: i32,
    noise: u64,
    seed: u64,
}

impl Evaluator<Morris> for Favourite {
    fn values(&self, game: &Morris, state: &State, context: Context) -> Values {
        let empty = state.empty();
        let lead = |count: &dyn Fn(Player) -> u32| {
            count(Player::FIRST) as i32 - count(Player::SECOND) as i32
        };
        let steps = lead(&|player| open_steps(state.men(player), empty));
        let placement = if self.placement { lead(&|player| degrees(state.men(player))) } else { 0 };
        let men = lead(&|player| state.men_left(player));
        let end = match context.outcome.map(|outcome| outcome.payoffs.of(Player::FIRST)) {
            None => 0,
            Some(1) => 50_000,
            Some(-1) => -50_000,
            // Half a win, for the first player whoever is better off: so the paper and its program.
            Some(_) => 25_000,
        };
        zero_sum(50 * steps + 50 * placement + self.men * men + end + self.random(game.key(state)))
    }

    fn is_symmetric(&self) -> bool {
        self.noise == 0
    }
}

impl Favourite {
    fn random(&self, key: u64) -> i32 {
        let range = 2 * self.noise + 1;
        (mix(key ^ mix(self.seed)) % range) as i32 - self.noise as i32
    }
}

macro_rules! favourite {
    ($id:literal, $summary:literal, $placement:literal, $men:literal) => {
        EvaluatorEntry {
            info: &EvaluatorInfo { id: $id, summary: $summary, parameters: NOISE },
            build: Box::new(|_: &Morris, arguments: &Arguments, seed| {
                let noise = arguments.number("noise") as u64;
                Box::new(Favourite { placement: $placement, men: $men, noise, seed })
            }),
        }
    };
}

/// The coefficients of a set that has a name.
macro_rules! named_set {
    ($id:literal, $summary:literal, $coefficients:expr) => {
        EvaluatorEntry {
            info: &EvaluatorInfo { id: $id, summary: $summary, parameters: &[DOUBLE] },
            build: Box::new(|_: &Morris, arguments: &Arguments, _| {
                Box::new(Estimator { coefficients: $coefficients, double: double(arguments) })
            }),
        }
    };
}

/// The evaluators of the game, the default first.
pub(super) fn all() -> Vec<EvaluatorEntry<Morris>> {
    vec![
        favourite!("fav1", "steps, placement, men and the end of the game", true, 1000),
        favourite!("fav2", "steps, men counted double and the end of the game", false, 2000),
        EvaluatorEntry {
            info: &EvaluatorInfo {
                id: "est",
                summary: "17 relations weighed, a set of them for each phase",
                parameters: &[
                    Parameter {
                        name: "coefs",
                        summary: "6 coefficients for placing, 7 for moving, 4 for flying",
                        kind: Kind::Numbers {
                            ranges: &[const { -100_000..=100_000 }; 17],
                            off: false,
                        },
                        default: "18/26/1/6/12/7/14/43/10/8/7/42/1086/10/1/16/1190",
                        positional: false,
                    },
                    DOUBLE,
                ],
            },
            build: Box::new(|_: &Morris, arguments: &Arguments, _| {
                let mut coefficients = [0; 17];
                if let Value::Numbers(given) = arguments.value("coefs") {
                    for (coefficient, &number) in coefficients.iter_mut().zip(given) {
                        *coefficient = number as i32;
                    }
                }
                Box::new(Estimator { coefficients, double: double(arguments) })
            }),
        },
        named_set!("E32", "the estimator with the paper's best set", E32),
        named_set!("E34", "the estimator with the paper's second set", E34),
        named_set!("E30", "the estimator with the paper's third set", E30),
        named_set!("E46", "the estimator with the paper's fourth set", E46),
        named_set!("offence", "the estimator set by hand to close and to double mills", OFFENCE),
        named_set!("defence", "the estimator set by hand to keep men and to block", DEFENCE),
        super::mills::entry(),
    ]
}

#[rustfmt::skip]
const E32: Coefficients = [18, 26, 1, 6, 12, 7, 14, 43, 10, 8, 7, 42, 1086, 10, 1, 16, 1190];
#[rustfmt::skip]
const E34: Coefficients = [18, 26, 1, 6, 21, 7, 42, 28, 16, 8, 24, 19, 949, 23, 18, 5, 1096];
#[rustfmt::skip]
const E30: Coefficients = [18, 26, 1, 6, 12, 7, 14, 43, 10, 1, 30, 40, 958, 6, 32, 7, 1041];
#[rustfmt::skip]
const E46: Coefficients = [14, 37, 4, 14, 20, 2, 16, 43, 11, 8, 7, 42, 1086, 10, 1, 16, 1190];
#[rustfmt::skip]
const OFFENCE: Coefficients = [30, 30, 1, 6, 14, 12, 40, 43, 5, 10, 24, 60, 1086, 20, 20, 30, 1190];
#[rustfmt::skip]
const DEFENCE: Coefficients = [18, 26, 8, 24, 8, 5, 14, 30, 30, 32, 7, 20, 1086, 10, 1, 16, 1190];

fn double(arguments: &Arguments) -> Double {
    if arguments.word("double") == "shared" { Double::Shared } else { Double::Shuttle }
}
