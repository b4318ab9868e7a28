//! The estimator of Petcu and Holban: relations between men, counted and weighted by phase.

use ninefold_core::{
    Account, Context, Evaluator, Explanation, Phrase, Player, Term, Values, zero_sum,
};

use super::sets::{LINES, neighbours};
use super::{Morris, Points, State, words};

/// One coefficient per relation: six for placing, seven for moving, four for flying.
///
/// ```text
/// placing  closed, morrises, blocked, men, twos, threes
/// moving   closed, morrises, blocked, men, opened, doubles, winning
/// flying   twos, threes, closed, winning
/// ```
pub(super) type Coefficients = [i32; 17];

/// The definition of a double morris.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Double {
    /// Two complete mills that share a man.
    Shared,
    /// A complete mill with a man that can step out of it to complete another line.
    Shuttle,
}

/// The estimator with its coefficients.
pub(super) struct Estimator {
    pub(super) coefficients: Coefficients,
    pub(super) double: Double,
}

impl Evaluator<Morris> for Estimator {
    fn values(&self, _game: &Morris, state: &State, context: Context) -> Values {
        let estimate = |player| self.estimate(state, player, context);
        zero_sum(estimate(Player::FIRST) - estimate(Player::SECOND))
    }

    /// Winning is one of the relations.
    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, _game: &Morris, state: &State, context: Context) -> Explanation {
        let account = |player| {
            let phase = Phase::of(state, player);
            let relations = Relations::of(state, player, context, self.double);
            Account::of(self.weighed(&relations, phase))
        };
        Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
    }

    fn terms(&self, _game: &Morris) -> Explanation {
        let phases = [Phase::Placing, Phase::Moving, Phase::Flying];
        let relations = Relations::default();
        let account = Account::of(phases.iter().flat_map(|&phase| self.weighed(&relations, phase)));
        Explanation::of_lead(account.clone(), account)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Estimator {
    /// The terms of a phase.
    fn weighed(&self, relations: &Relations, phase: Phase) -> impl Iterator<Item = Term> {
        let counted = relations.of_phase(phase).into_iter().zip(phase.weights(&self.coefficients));
        counted.map(move |((name, count), &weight)| {
            Term::new(name, count as i32, weight).within(Phrase::of(phase.name()))
        })
    }

    /// The weighted relations of one player, by that player's own phase.
    fn estimate(&self, state: &State, player: Player, context: Context) -> i32 {
        let phase = Phase::of(state, player);
        let counts = Relations::of(state, player, context, self.double).of_phase(phase);
        let weights = phase.weights(&self.coefficients);
        counts.iter().zip(weights).map(|((_, count), weight)| weight * *count as i32).sum()
    }
}

/// The phase of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Placing,
    Moving,
    Flying,
}

impl Phase {
    fn of(state: &State, player: Player) -> Phase {
        match (state.hand(player), state.men_left(player)) {
            (1.., _) => Phase::Placing,
            (0, 0..=3) => Phase::Flying,
            _ => Phase::Moving,
        }
    }

    /// The coefficients of this phase.
    fn weights(self, coefficients: &Coefficients) -> &[i32] {
        match self {
            Phase::Placing => &coefficients[..6],
            Phase::Moving => &coefficients[6..13],
            Phase::Flying => &coefficients[13..],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Phase::Placing => words::PLACING,
            Phase::Moving => words::MOVING,
            Phase::Flying => words::FLYING,
        }
    }
}

/// The name of a relation, and its count.
type Counted = (&'static str, u32);

/// The maximum number of relations of a phase.
const MOST: usize = 7;

/// The counts of relations for one player.
#[derive(Default)]
struct Relations {
    /// 1 if the player's last turn closed a mill.
    closed: u32,
    /// Complete mills.
    morrises: u32,
    /// Opposing men without an empty neighbour.
    blocked: u32,
    /// Men on the board and in hand.
    men: u32,
    /// Lines with two own men and an empty point.
    twos: u32,
    /// Pairs of such lines that share a man.
    threes: u32,
    /// Such lines whose empty point a man outside the line can step to.
    opened: u32,
    /// Double morrises.
    doubles: u32,
    /// 1 if the player has won.
    winning: u32,
}

impl Relations {
    /// The relations that count in a phase, in the order of its coefficients; unused entries are zero.
    fn of_phase(&self, phase: Phase) -> [Counted; MOST] {
        let closed = (words::CLOSED, self.closed);
        let mills = (words::MILLS, self.morrises);
        let blocked = (words::BLOCKED, self.blocked);
        let men = (words::MEN, self.men);
        let twos = (words::TWOS, self.twos);
        let threes = (words::THREES, self.threes);
        let opened = (words::OPENED, self.opened);
        let doubles = (words::DOUBLES, self.doubles);
        let winning = (Explanation::WON, self.winning);
        let none = ("", 0);
        match phase {
            Phase::Placing => [closed, mills, blocked, men, twos, threes, none],
            Phase::Moving => [closed, mills, blocked, men, opened, doubles, winning],
            Phase::Flying => [twos, threes, closed, winning, none, none, none],
        }
    }

    fn of(state: &State, player: Player, context: Context, double: Double) -> Relations {
        let (own, other) = (state.men(player), state.men(player.other()));
        let empty = state.empty();
        let full = Lines::that(|line| own & line == line);
        let twos =
            Lines::that(|line| (own & line).count_ones() == 2 && (empty & line).count_ones() == 1);
        let (full, twos) = (full.all(), twos.all());
        let opens = |line: &&Points| neighbours(*line & empty) & own & !**line != 0;
        let last_turn = context.progress && player != state.to_move() && !full.is_empty();
        let won = context.outcome.is_some_and(|outcome| outcome.payoffs.of(player) > 0);
        Relations {
            closed: last_turn.into(),
            morrises: full.len() as u32,
            // A man has an empty neighbour exactly if it is a neighbour of an empty point.
            blocked: (other & !neighbours(empty)).count_ones(),
            men: state.men_left(player),
            twos: twos.len() as u32,
            threes: sharing(twos, own),
            opened: twos.iter().filter(opens).count() as u32,
            doubles: match double {
                Double::Shared => sharing(full, own),
                Double::Shuttle => shuttles(full, twos, empty),
            },
            winning: won.into(),
        }
    }
}

/// Some lines of the board, without allocation.
struct Lines {
    lines: [Points; LINES.len()],
    count: usize,
}

impl Lines {
    fn that(wanted: impl Fn(Points) -> bool) -> Lines {
        let mut found = Lines { lines: [0; LINES.len()], count: 0 };
        for line in LINES.into_iter().filter(|line| wanted(*line)) {
            found.lines[found.count] = line;
            found.count += 1;
        }
        found
    }

    fn all(&self) -> &[Points] {
        &self.lines[..self.count]
    }
}

/// Unordered pairs of lines that share a man.
fn sharing(lines: &[Points], men: Points) -> u32 {
    let later = |index: usize| &lines[index + 1..];
    let pairs = lines
        .iter()
        .enumerate()
        .flat_map(|(index, line)| later(index).iter().map(move |other| line & other));
    pairs.filter(|shared| shared & men != 0).count() as u32
}

/// Pairs of a complete mill and a line of two between which one man of the mill can step.
fn shuttles(full: &[Points], twos: &[Points], empty: Points) -> u32 {
    let runs = |mill: &Points| {
        let steps = |line: &&Points| neighbours(**line & empty) & mill & !**line != 0;
        twos.iter().filter(steps).count() as u32
    };
    full.iter().map(runs).sum()
}
