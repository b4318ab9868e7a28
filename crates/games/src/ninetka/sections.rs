//! The evaluation `sections`: the expected number of sections that each player holds at the end.
//!
//! Every counter that can still move is distributed over the sections along its lane: most of it where it would
//! stop now, the rest over the squares before, where it stops if another counter gets in its way. A counter whose
//! entry square may be taken is less likely to move at all. So a player's counters in a section have a mean and a
//! variance, and the player holds the section with the probability that the mean is ahead of all others by half a
//! counter or more.
//!
//! During placing, the same applies to the counters already beside the board.
//!
//! The weights are those of round 40 of `cargo run --release -p ninefold-session --example tune_9tka -- 90 1`.

use ninefold_core::{
    Account, Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Guide,
    Kind, MAX_PLAYERS, Odds, Outcome, Parameter, Phrase, Player, Rules, Term, Values, zero_sum,
};

use super::geometry::{SECTIONS, SLOT_COUNT, Slot, Square, Squares};
use super::sections_guide::SectionsGuide;
use super::{Ninetka, State, words};

/// The value of a won game, which no other exceeds.
pub(super) const WON: i32 = 100_000;
/// The worth of a section that is certainly held.
const HELD: f32 = 1000.0;
/// A hundredth of a section, as a value.
const HUNDREDTH: i32 = 10;
/// One counter. Counters and their variances are integer multiples of 1/`COUNTER`, so that sums do not depend on
/// the order of addition, and images of a position have the same value.
const COUNTER: i32 = 1 << 12;

const fn weight(
    name: &'static str,
    summary: &'static str,
    most: i64,
    default: &'static str,
) -> Parameter {
    Parameter { name, summary, kind: Kind::Number(0..=most), default, positional: false }
}

const SECTIONS_INFO: EvaluatorInfo = EvaluatorInfo {
    id: "sections",
    summary: "the sections each player can expect to hold, from the free paths of its counters",
    parameters: &[
        weight("stay", "how much of a counter stops where it would stop now, in %", 100, "64"),
        weight(
            "threat",
            "how likely a counter moves that another player can block, in %",
            100,
            "61",
        ),
        weight("self", "how likely a counter moves that only its owner can block, in %", 100, "79"),
        weight("doubt", "how uncertain a counter is that has not moved, in %", 400, "85"),
        weight(
            "hand",
            "how uncertain a section is for four counters not yet placed, in %",
            400,
            "9",
        ),
        weight("tempo", "hundredths of a section for being on turn", 400, "9"),
        weight("tie", "hundredths of a section for each earlier seat, which loses ties", 400, "37"),
        weight(
            "rival",
            "how much of the best rival's sections is taken off if more than two play, in %",
            100,
            "93",
        ),
    ],
};

/// The registry entry.
pub(super) fn entry() -> EvaluatorEntry<Ninetka> {
    let build = |_: &Ninetka, arguments: &Arguments, _| {
        let number = |name| arguments.number(name) as i32;
        Box::new(Sections {
            shares: shares(number("stay")),
            threat: number("threat"),
            own_threat: number("self"),
            doubt: number("doubt"),
            hand: number("hand"),
            tempo: number("tempo"),
            tie: number("tie"),
            rival: number("rival"),
        }) as Box<dyn Evaluator<Ninetka>>
    };
    EvaluatorEntry { info: &SECTIONS_INFO, build: Box::new(build) }
}

/// For each length of a free path, the distribution of a counter over the three sections of its lane.
type Shares = [[i32; 3]; 10];

fn shares(stay: i32) -> Shares {
    std::array::from_fn(|length| {
        let mut shares = [0; 3];
        for square in 0..length {
            shares[square / 3] += COUNTER * (100 - stay) / (100 * length as i32);
        }
        if length > 0 {
            shares[(length - 1) / 3] += COUNTER * stay / 100;
        }
        shares
    })
}

/// The formula with its constants, in hundredths.
pub(super) struct Sections {
    shares: Shares,
    threat: i32,
    own_threat: i32,
    doubt: i32,
    hand: i32,
    tempo: i32,
    tie: i32,
    rival: i32,
}

/// A player's expected counters in a section.
#[derive(Clone, Copy, Default)]
struct Expected {
    mean: i32,
    variance: i32,
}

type AllExpected = [[Expected; MAX_PLAYERS]; SECTIONS.len()];

impl Evaluator<Ninetka> for Sections {
    fn values(&self, game: &Ninetka, state: &State, context: Context) -> Values {
        if let Some(outcome) = context.outcome {
            return finished(game, outcome);
        }
        let expected = self.expected(game, state);
        let mut held = [0; MAX_PLAYERS];
        self.held(game, state, &expected, |_, player, worth| held[player.index()] += worth);
        for player in Player::all(game.players()) {
            let [turn, seats] = self.turn_and_seats(game, state, player);
            held[player.index()] += turn + seats;
        }
        if game.players() == 2 {
            return zero_sum(held[0] - held[1]);
        }
        let mut values = Values::default();
        for player in Player::all(game.players()) {
            let best = best_rival(game, player, &held);
            values[player.index()] = held[player.index()] - self.rival * best / 100;
        }
        values
    }

    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &Ninetka, state: &State, context: Context) -> Explanation {
        if let Some(outcome) = context.outcome {
            return Explanation::decided(game.players(), WON, &finished(game, outcome));
        }
        let expected = self.expected(game, state);
        let mut accounts = vec![Account::default(); game.players()];
        self.held(game, state, &expected, |section, player, worth| {
            let chance = f64::from(worth) / f64::from(HELD);
            let term = share_of(words::CHANCE, chance, f64::from(HELD), worth);
            let group = Phrase::of(words::SECTION).with(section + 1);
            accounts[player.index()].terms.push(term.within(group));
        });
        for player in Player::all(game.players()) {
            let on_turn = i32::from(game.to_move(state) == player);
            accounts[player.index()].terms.extend([
                Term::new(words::TURN, on_turn, HUNDREDTH * self.tempo),
                Term::new(words::EARLIER_SEATS, player.index() as i32, HUNDREDTH * self.tie),
            ]);
        }
        if game.players() == 2 {
            return Explanation { players: accounts, lead: true };
        }
        let held = std::array::from_fn(|player| accounts.get(player).map_or(0, Account::sum));
        for player in Player::all(game.players()) {
            let best = best_rival(game, player, &held);
            let weight = -f64::from(self.rival) / 100.0;
            let product = -(self.rival * best / 100);
            let term = share_of(words::BEST_RIVAL, best.into(), weight, product);
            accounts[player.index()].terms.push(term);
        }
        Explanation::of_sums(accounts)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn odds(&self, game: &Ninetka, state: &State) -> Odds {
        let moved = state.counters(Player::FIRST)
            | (1..game.players()).fold(0, |all, player| all | state.counters(Player::new(player)));
        let (scale, tempo, last_move) = match (game.players(), state.unplaced()) {
            (2, left @ 1..) => placing_for_two(left),
            (2, 0) => moving_for_two(moved.count_ones()),
            (_, left @ 1..) => placing_for_more(left),
            (_, 0) => moving_for_more(moved.count_ones()),
        };
        Odds { scale, tempo, last_move, ..Odds::default() }
    }

    fn guide<'a>(&'a self, _game: &Ninetka, state: &State) -> Box<dyn Guide<Ninetka> + 'a> {
        Box::new(SectionsGuide::new(self, state))
    }
}

// Scale, tempo and last-move term, by the counters still to be placed and then by those that have moved, fitted to
// the results of games between levels 3 and 8. For two players: `ninefold measure calibration 9tka:2 --games 200
// --positions 6000 --nodes N --seed 2001 --samples FILE` with N of 1,000, 3,000 and 10,000, so that every phase is
// evaluated by searches of odd and of even depth. For more players, where searches end on any player's move:
// `ninefold measure calibration 9tka:3 --games 120 --positions 4000 --nodes 10000 --seed 100 --samples FILE`.

const fn placing_for_two(left: u8) -> (i32, i32, i32) {
    match left {
        25.. => (500, 10, 540),
        13..=24 => (445, 30, 550),
        _ => (630, 70, 515),
    }
}

const fn moving_for_two(moved: u32) -> (i32, i32, i32) {
    match moved {
        0..=5 => (475, 130, 220),
        6..=11 => (283, 85, -70),
        _ => (270, 20, -170),
    }
}

const fn placing_for_more(left: u8) -> (i32, i32, i32) {
    match left {
        25.. => (5000, -290, 0),
        13..=24 => (3430, -125, 0),
        _ => (1640, -73, 0),
    }
}

const fn moving_for_more(moved: u32) -> (i32, i32, i32) {
    match moved {
        0..=5 => (410, -190, 0),
        6..=11 => (295, -120, 0),
        _ => (230, -50, 0),
    }
}

/// The full value for the winner.
fn finished(game: &Ninetka, outcome: Outcome) -> Values {
    let mut values = Values::default();
    for player in Player::all(game.players()) {
        values[player.index()] = if outcome.payoffs.of(player) > 0 { WON } else { -WON };
    }
    values
}

impl Sections {
    /// The expected counters of all players in each section.
    fn expected(&self, game: &Ninetka, state: &State) -> AllExpected {
        let mut expected = AllExpected::default();
        let mut stops = [Square::default(); SLOT_COUNT];
        let targets: [Squares; MAX_PLAYERS] = std::array::from_fn(|player| {
            Slot::each(state.movable(Player::new(player))).fold(0, |all, slot| {
                let stop = game.destination(state, slot);
                stops[slot.index()] = stop;
                all | stop.set()
            })
        });
        for player in Player::all(game.players()) {
            let index = player.index();
            for (section, squares) in SECTIONS.iter().enumerate() {
                let counters = (state.squares[index] & squares).count_ones();
                expected[section][index].mean = COUNTER * counters as i32;
            }
            let others = (0..MAX_PLAYERS).filter(|&other| other != index);
            let others = others.fold(0, |all, other| all | targets[other]);
            for slot in Slot::each(state.movable(player)) {
                let (lane, stop) = (slot.lane(), stops[slot.index()]);
                let entry = lane.entry().set();
                let moves = if others & entry != 0 {
                    self.threat
                } else if targets[index] & entry & !stop.set() != 0 {
                    self.own_threat
                } else {
                    100
                };
                let shares = self.shares[lane.length_to(stop)];
                for (section, share) in lane.sections().into_iter().zip(shares) {
                    let chance = share * moves / 100;
                    let expected = &mut expected[section][index];
                    expected.mean += chance;
                    expected.variance += chance * (COUNTER - chance).max(0) / COUNTER;
                }
            }
        }
        expected
    }

    /// The bonus for being on turn, and for later seats, which win ties.
    fn turn_and_seats(&self, game: &Ninetka, state: &State, player: Player) -> [i32; 2] {
        let turn = if game.to_move(state) == player { HUNDREDTH * self.tempo } else { 0 };
        [turn, HUNDREDTH * self.tie * player.index() as i32]
    }

    /// Calls back with the worth of each section to each player: the probability of holding it, as a value.
    fn held(
        &self,
        game: &Ninetka,
        state: &State,
        expected: &AllExpected,
        mut tell: impl FnMut(usize, Player, i32),
    ) {
        let unplaced = self.hand as f32 / 400.0 * f32::from(state.unplaced());
        let doubt = self.doubt as f32 / 100.0;
        let counters = |parts: i32| parts as f32 / COUNTER as f32;
        for (index, section) in expected.iter().enumerate() {
            for player in Player::all(game.players()) {
                let own = section[player.index()];
                let rivals = Player::all(game.players()).filter(|&rival| rival != player);
                let chance = rivals.fold(1.0, |chance, rival| {
                    let rival = section[rival.index()];
                    let variance = doubt * counters(own.variance + rival.variance) + unplaced;
                    chance * ahead(counters(own.mean - rival.mean) - 0.5, variance)
                });
                tell(index, player, (HELD * chance).round() as i32);
            }
        }
    }
}

/// A term with a fractional count.
fn share_of(name: &'static str, count: f64, weight: f64, product: i32) -> Term {
    Term { group: None, name: Phrase::of(name), count, weight, product }
}

/// The largest holding among a player's rivals.
fn best_rival(game: &Ninetka, player: Player, held: &[i32; MAX_PLAYERS]) -> i32 {
    let rivals = Player::all(game.players()).filter(|&rival| rival != player);
    rivals.map(|rival| held[rival.index()]).max().unwrap_or_default()
}

/// The probability that a variable with this mean and variance is positive, by a curve that needs no tables and is
/// exact where the variance is 0.
fn ahead(mean: f32, variance: f32) -> f32 {
    let scale = (variance + mean * mean).sqrt();
    if scale == 0.0 { 0.5 } else { 0.5 + 0.5 * mean / scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_shared_out_whole() {
        for stay in [0, 40, 100] {
            for (length, shares) in shares(stay).into_iter().enumerate().skip(1) {
                let lost = COUNTER - shares.iter().sum::<i32>();
                assert!((0..=10).contains(&lost), "{length}: {shares:?}");
            }
        }
        assert_eq!(shares(100)[4], [0, COUNTER, 0]);
        assert_eq!(shares(0)[9], [COUNTER / 9 * 3; 3]);
    }

    #[test]
    fn certainty_decides_and_doubt_does_not() {
        assert_eq!((ahead(0.5, 0.0), ahead(-0.5, 0.0), ahead(0.0, 3.0)), (1.0, 0.0, 0.5));
        assert!(ahead(0.5, 1.0) > ahead(0.5, 4.0));
    }
}
