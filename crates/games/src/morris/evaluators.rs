//! The evaluations from the two papers about this game.
//!
//! `fav1` and `fav2` are from "A.I. in Nine Men's Morris" (Barbosa, Carvalho, Sa); the estimator and its printed
//! sets are from "Nine Men's Morris: Evaluation Functions" (Petcu, Holban).

use ninefold_core::{
    Account, Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Kind,
    Parameter, Player, Rules, Term, Value, Values, mix, zero_sum,
};

use super::estimator::{Coefficients, Double, Estimator};
use super::sets::{degrees, open_steps};
use super::{Morris, State, words};

const fn weight(name: &'static str, summary: &'static str, default: &'static str) -> Parameter {
    let kind = Kind::Number(-1_000_000..=1_000_000);
    Parameter { name, summary, kind, default, positional: false }
}

/// The parameters of an evaluation from the first paper, with its weights for neighbours and men.
const fn favourite(neighbour: &'static str, man: &'static str) -> [Parameter; 6] {
    [
        Parameter {
            name: "noise",
            summary: "adds a number from -N to N that depends on the seed and the position alone",
            kind: Kind::Number(0..=10_000),
            default: "0",
            positional: false,
        },
        weight("step", "for a possible step", "50"),
        weight("neighbour", "for a neighbour of an own man's point", neighbour),
        weight("man", "for a man on the board or in hand", man),
        weight("win", "for a win", "50000"),
        weight("draw", "for a draw, to the first player whoever is better off", "25000"),
    ]
}

const FAV1: [Parameter; 6] = favourite("50", "1000");
const FAV2: [Parameter; 6] = favourite("0", "2000");

const DOUBLE: Parameter = Parameter {
    name: "double",
    summary: "a double morris: two mills that share a man, or a man that runs between two lines",
    kind: Kind::Choice(&["shared", "shuttle"]),
    default: "shared",
    positional: false,
};

/// An evaluation from the first paper with its weights.
struct Favourite {
    step: i32,
    neighbour: i32,
    man: i32,
    win: i32,
    draw: i32,
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
        let neighbours = match self.neighbour {
            0 => 0,
            _ => lead(&|player| degrees(state.men(player))),
        };
        let men = lead(&|player| state.men_left(player));
        let end = match context.outcome.map(|outcome| outcome.payoffs.of(Player::FIRST)) {
            None => 0,
            Some(1) => self.win,
            Some(-1) => -self.win,
            // Added for the first player whichever side is ahead, as in the paper and its program.
            Some(_) => self.draw,
        };
        zero_sum(
            self.step * steps
                + self.neighbour * neighbours
                + self.man * men
                + end
                + self.random(game.key(state)),
        )
    }

    /// The paper assigns its own values to finished games.
    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &Morris, state: &State, context: Context) -> Explanation {
        let payoff = |player| context.outcome.map(|outcome| outcome.payoffs.of(player));
        let account = |player| {
            let men = state.men(player);
            let steps = open_steps(men, state.empty()) as i32;
            let won = i32::from(payoff(player) == Some(1));
            let mut terms = vec![
                Term::new(words::STEPS, steps, self.step),
                Term::new(words::NEIGHBOURS, degrees(men) as i32, self.neighbour),
                Term::new(words::MEN, state.men_left(player) as i32, self.man),
                Term::new(Explanation::WON, won, self.win),
            ];
            if player == Player::FIRST {
                let drawn = i32::from(payoff(player) == Some(0));
                terms.push(Term::new(words::DRAWN, drawn, self.draw));
                if self.noise > 0 {
                    terms.push(Term::new(words::NOISE, self.random(game.key(state)), 1));
                }
            }
            Account { terms }
        };
        Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
    }

    fn is_symmetric(&self) -> bool {
        self.noise == 0
    }
}

impl Favourite {
    fn new(arguments: &Arguments, seed: u64) -> Favourite {
        let weight = |name| arguments.number(name) as i32;
        Favourite {
            step: weight("step"),
            neighbour: weight("neighbour"),
            man: weight("man"),
            win: weight("win"),
            draw: weight("draw"),
            noise: arguments.number("noise") as u64,
            seed,
        }
    }

    fn random(&self, key: u64) -> i32 {
        let range = 2 * self.noise + 1;
        (mix(key ^ mix(self.seed)) % range) as i32 - self.noise as i32
    }
}

macro_rules! favourite {
    ($id:literal, $summary:literal, $parameters:expr) => {
        EvaluatorEntry {
            info: &EvaluatorInfo { id: $id, summary: $summary, parameters: &$parameters },
            build: Box::new(|_: &Morris, arguments: &Arguments, seed| {
                Box::new(Favourite::new(arguments, seed))
            }),
        }
    };
}

/// The coefficients of a named set.
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
        favourite!("fav1", "steps, placement, men and the end of the game", FAV1),
        favourite!("fav2", "steps, men counted double and the end of the game", FAV2),
        EvaluatorEntry {
            info: &EvaluatorInfo {
                id: "est",
                summary: "17 weighted relations, a set of weights for each phase",
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
        super::learnt::entry(),
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
