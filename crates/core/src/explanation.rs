//! The breakdown of a value: what is counted, and the worth of each item.

use crate::{MAX_PLAYERS, Phrase, Player, Values};

/// The parts of an evaluator's values; they add up to the values.
///
/// ```
/// use ninefold_core::{Account, Explanation, Term};
///
/// let [white, black] = [3, 1].map(|mills| Account::of([Term::new("mills", mills, 40)]));
/// let explanation = Explanation::of_lead(white, black);
/// assert_eq!(explanation.values()[..2], [80, -80]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// One account per player, in seat order.
    pub players: Vec<Account>,
    /// Whether a player's value is the difference between the two players' sums. If not, it is the player's own sum.
    pub lead: bool,
}

/// The terms counted for one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Account {
    /// In the order of the formula.
    pub terms: Vec<Term>,
}

/// A weighted count.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The part of the formula that it belongs to, such as a phase or a section of the board.
    pub group: Option<Phrase>,
    /// What is counted.
    pub name: Phrase,
    /// The count.
    pub count: f64,
    /// The worth of each.
    pub weight: f64,
    /// The contribution to the sum: count times weight as an integer, with the evaluator's own rounding.
    pub product: i32,
}

impl Term {
    /// Creates a term with a fixed name: `count` items, each worth `weight`.
    pub fn new(name: &'static str, count: i32, weight: i32) -> Term {
        Term::phrased(Phrase::of(name), count, weight)
    }

    /// Like [`new`](Term::new), with the name as a phrase.
    pub fn phrased(name: Phrase, count: i32, weight: i32) -> Term {
        let product = count * weight;
        Term { group: None, name, count: count.into(), weight: weight.into(), product }
    }

    /// Puts the term into a group.
    pub fn within(self, group: Phrase) -> Term {
        Term { group: Some(group), ..self }
    }
}

impl Account {
    /// Creates an account from terms.
    pub fn of(terms: impl IntoIterator<Item = Term>) -> Account {
        Account { terms: terms.into_iter().collect() }
    }

    /// The sum of all products.
    pub fn sum(&self) -> i32 {
        self.terms.iter().map(|term| term.product).sum()
    }
}

/// The messages of explanations that every game can have.
pub(crate) const EXPLANATION_FORMS: [&str; 4] =
    [Explanation::VALUE, Explanation::POINTS, Explanation::WON, Explanation::LOST];

impl Explanation {
    /// The name of the only term of an evaluator that explains nothing more.
    pub const VALUE: &'static str = "value";
    /// The name of points won.
    pub const POINTS: &'static str = "points";
    /// The name of the term for a won game.
    pub const WON: &'static str = "the game is won";
    /// The name of the term for a lost game.
    pub const LOST: &'static str = "the game is lost";

    /// Two players whose values are the difference between their sums.
    pub fn of_lead(first: Account, second: Account) -> Explanation {
        Explanation { players: vec![first, second], lead: true }
    }

    /// Players whose values are their own sums.
    pub fn of_sums(players: impl IntoIterator<Item = Account>) -> Explanation {
        Explanation { players: players.into_iter().collect(), lead: false }
    }

    /// The values of `players` players without further explanation.
    pub fn bare(players: usize, values: &Values) -> Explanation {
        let value = |player: Player| Term::new(Explanation::VALUE, values[player.index()], 1);
        Explanation::of_sums(Player::all(players).map(|player| Account::of([value(player)])))
    }

    /// A finished game in which a win is worth `win`.
    pub fn decided(players: usize, win: i32, values: &Values) -> Explanation {
        let account = |player: Player| match values[player.index()] {
            0 => Account::default(),
            1.. => Account::of([Term::new(Explanation::WON, 1, win)]),
            _ => Account::of([Term::new(Explanation::LOST, 1, -win)]),
        };
        Explanation::of_sums(Player::all(players).map(account))
    }

    /// The values that the terms add up to.
    pub fn values(&self) -> Values {
        let mut sums = [0; MAX_PLAYERS];
        for (sum, account) in sums.iter_mut().zip(&self.players) {
            *sum = account.sum();
        }
        if self.lead { crate::zero_sum(sums[0] - sums[1]) } else { sums }
    }
}
