//! Custom players and evaluators that users of the library provide under names of their choice.

use std::any::Any;
use std::collections::BTreeMap;

use ninefold_core::{Agent, Evaluator, View};

/// Makes an evaluator for a player.
type MakeEvaluator<G> = Box<dyn Fn() -> Box<dyn Evaluator<G>> + Send + Sync>;
/// Makes a player for a game, from its seed and the seat.
type MakePlayer<G> = Box<dyn Fn(u64, usize) -> Box<dyn Agent<G>> + Send + Sync>;

/// Custom players and evaluators of one game. In an arena or a session that has them, `eval=NAME`
/// means the evaluator of that name, and a player's name alone means that player.
///
/// ```
/// use ninefold_core::{Host, OutcomeEvaluator, Random, RandomAgent, View};
/// use ninefold_session::{Arena, GuestList, Guests, MatchPlan, Programs, games, play_match};
///
/// struct Invite;
///
/// impl Host for Invite {
///     type Output = Guests;
///     fn receive<G: View>(self, _game: G, _spec: String) -> Guests {
///         GuestList::<G>::default()
///             .evaluator("blind", || Box::new(OutcomeEvaluator))
///             .player("dice", |seed, seat| Box::new(RandomAgent::new(Random::stream(seed, seat as u64), None)))
///             .into()
///     }
/// }
///
/// let guests = ninefold_games::registry().open("tictactoe", Invite)?;
/// let arena = games().kind("tictactoe")?.arena_with(None, Programs::Refused, guests);
/// let plan = MatchPlan { seed: 1, sets: 5, opening: 0, plies: 9 };
/// let players = ["alphabeta:depth=9,eval=blind", "dice"].map(String::from);
/// assert_eq!(play_match(arena, &players, &plan, 1)?.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GuestList<G: View> {
    evaluators: BTreeMap<String, MakeEvaluator<G>>,
    players: BTreeMap<String, MakePlayer<G>>,
}

impl<G: View> Default for GuestList<G> {
    fn default() -> GuestList<G> {
        GuestList { evaluators: BTreeMap::new(), players: BTreeMap::new() }
    }
}

impl<G: View> GuestList<G> {
    /// Adds an evaluator, made anew for every player that names it.
    pub fn evaluator(
        mut self,
        name: &str,
        make: impl Fn() -> Box<dyn Evaluator<G>> + Send + Sync + 'static,
    ) -> GuestList<G> {
        self.evaluators.insert(name.to_owned(), Box::new(make));
        self
    }

    /// Adds a player, made anew for every game from its seed and seat.
    pub fn player(
        mut self,
        name: &str,
        make: impl Fn(u64, usize) -> Box<dyn Agent<G>> + Send + Sync + 'static,
    ) -> GuestList<G> {
        self.players.insert(name.to_owned(), Box::new(make));
        self
    }

    pub(crate) fn make_evaluator(&self, name: &str) -> Option<Box<dyn Evaluator<G>>> {
        self.evaluators.get(name).map(|make| make())
    }

    pub(crate) fn make_player(
        &self,
        name: &str,
        seed: u64,
        seat: usize,
    ) -> Option<Box<dyn Agent<G>>> {
        self.players.get(name).map(|make| make(seed, seat))
    }
}

/// A [`GuestList`] without the type of its game, for a [`GameKind`](crate::GameKind). For any other
/// game it is empty.
#[derive(Debug)]
pub struct Guests(Box<dyn Any + Send + Sync>);

impl<G: View> From<GuestList<G>> for Guests {
    fn from(list: GuestList<G>) -> Guests {
        Guests(Box::new(list))
    }
}

impl Guests {
    /// The guests of a game of this type.
    pub(crate) fn of<G: View>(&self) -> Option<&GuestList<G>> {
        self.0.downcast_ref()
    }
}
