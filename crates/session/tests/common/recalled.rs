//! Positions with a history, which tables cannot be opened at.

use ninefold_core::{Arguments, Context, Evaluator, Game, Host, Path, Values, View, zero_sum};
use ninefold_search::{Algorithm, Limits, Search, StopFlag};

/// A position and the earlier ones that count for repetition, with a question about it.
pub struct Recalled<'a> {
    /// The position.
    pub position: &'a str,
    /// What came before it.
    pub earlier: &'a [String],
    /// An evaluator and its parameters, or none to look at the end of the game alone.
    pub evaluator: Option<(&'a str, &'a str)>,
    /// A search to a depth, or none to judge the position itself.
    pub search: Option<(Algorithm, u32)>,
}

/// What is said about a position.
#[derive(PartialEq, Eq, Debug)]
pub struct Answer {
    /// The values in seat order.
    pub values: Vec<i64>,
    /// The moves both sides would play.
    pub line: Vec<String>,
    /// Why the game is over, if it is.
    pub reason: Option<&'static str>,
}

impl Recalled<'_> {
    /// The answer for a game that must be known.
    pub fn ask(self, spec: &str) -> Answer {
        let answer = ninefold_games::registry().open(spec, self);
        answer.unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Host for Recalled<'_> {
    type Output = Answer;

    fn receive<G: View>(self, game: G, _spec: String) -> Answer {
        let state = |text: &str| {
            let state = game.parse_position(text);
            state.unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let earlier: Vec<G::State> = self.earlier.iter().map(|text| state(text)).collect();
        let path = Path::recalling(game.clone(), earlier, state(self.position));
        let evaluator = match self.evaluator {
            None => Box::new(Payoff) as Box<dyn Evaluator<G>>,
            Some((name, arguments)) => {
                let mut entries = game.knowledge().evaluators.into_iter();
                let entry = entries.find(|entry| entry.info.id == name);
                let entry = entry.unwrap_or_else(|| panic!("no evaluator is called {name}"));
                let arguments = Arguments::parse(entry.info.parameters, arguments);
                (entry.build)(&game, &arguments.expect("known parameters"), 0)
            }
        };
        let (values, line) = match self.search {
            None => (evaluator.values(&game, path.state(), path.context()), Vec::new()),
            Some((algorithm, depth)) => {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let search = Search::new(&path, &*evaluator, limits, StopFlag::default());
                let found = search.run(algorithm);
                (found.values, found.line)
            }
        };
        Answer {
            values: values[..game.players()].iter().copied().map(i64::from).collect(),
            line: line.into_iter().map(|mv| game.move_text(mv)).collect(),
            reason: path.outcome().map(|outcome| outcome.reason),
        }
    }
}

/// What the first player of two gets more than the second.
struct Payoff;

impl<G: Game> Evaluator<G> for Payoff {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, _game: &G, _state: &G::State, context: Context) -> Values {
        let payoffs = context.outcome.map(|outcome| outcome.payoffs);
        let seats = payoffs.as_ref().map_or(&[0, 0][..], |payoffs| payoffs.seats(2));
        zero_sum(i32::from(seats[0] - seats[1]))
    }
}
