//! Matches between players.

use std::sync::Arc;

use ninefold_arena::{
    Discard, Ends, Entrant, FixedJobs, MatchPlan, Play, Row, RunHandle, SetResult, play_set, rows,
};
use ninefold_core::{Agent, Notation, View};
use ninefold_session::{OpenError, PlayerError, PlayerSpec, Programs, games};
use thiserror::Error;

/// Creates a player for each of its games, from the game's seed and the seat.
type Maker<G> = Box<dyn Fn(u64, usize) -> Box<dyn Agent<G>> + Send + Sync>;

/// A match between players built in code, in any game. It plays every opening in every rotation of the seats. The
/// result does not depend on the number of threads.
///
/// ```
/// use ninefold::prelude::*;
/// use ninefold::games::mnk::Mnk;
///
/// let plan = MatchPlan { seed: 1, sets: 20, opening: 0, plies: 100 };
/// let rows = Match::new(Mnk::<1>::new(3, 3, 3), plan)
///     .player(|_seed, _seat| SearchAgent {
///         algorithm: Algorithm::AlphaBeta,
///         limits: Limits { depth: Some(9), ..Limits::default() },
///         evaluator: Box::new(OutcomeEvaluator),
///     })
///     .player(|seed, seat| RandomAgent::new(Random::stream(seed, seat as u64), None))
///     .play(2);
/// // A player that sees to the end of tic-tac-toe never loses.
/// assert_eq!(rows[0].total.losses, 0);
/// assert!(rows[0].share.low > 0.5);
/// ```
pub struct Match<G: Notation> {
    game: G,
    plan: MatchPlan,
    players: Vec<Maker<G>>,
}

impl<G: Notation> Match<G> {
    /// Creates a match from a plan, still without players.
    pub fn new(game: G, plan: MatchPlan) -> Match<G> {
        Match { game, plan, players: Vec::new() }
    }

    /// Adds a player. `make` is called for a fresh one in every game, with the game's seed and the seat, counted
    /// from 0.
    pub fn player<A: Agent<G> + 'static>(
        mut self,
        make: impl Fn(u64, usize) -> A + Send + Sync + 'static,
    ) -> Match<G> {
        self.players.push(Box::new(move |seed, seat| Box::new(make(seed, seat))));
        self
    }

    /// Plays all games on `threads` threads and returns one row per player, in order.
    ///
    /// # Panics
    /// If the number of players differs from the number of seats.
    pub fn play(self, threads: usize) -> Vec<Row> {
        let players = self.players.len();
        rows(&self.results(threads), players, players)
    }

    /// Plays all games on `threads` threads and returns them with their moves.
    ///
    /// # Panics
    /// If the number of players differs from the number of seats.
    pub fn results(self, threads: usize) -> Vec<SetResult> {
        let Match { game, plan, players } = self;
        let (found, wanted) = (players.len(), game.players());
        assert_eq!(found, wanted, "a match for {wanted} players has {found}");
        let names: Vec<String> = (1..=found).map(|number| number.to_string()).collect();
        let jobs = plan.jobs("", &names);
        let play: Play = Arc::new(move |job, halt| {
            let entrants: Vec<Entrant<'_, G>> =
                job.entrants.iter().map(|&player| &*players[player] as Entrant<'_, G>).collect();
            let ends = Ends { plies: job.plies, adjudicator: None, timed: false, clock: None };
            play_set(&game, job, &entrants, &ends, halt)
        });
        RunHandle::start(Box::new(FixedJobs(jobs)), Box::new(Discard), play, threads).wait().1
    }
}

impl<G: View> Match<G> {
    /// Adds a player by its specification: `level:5`, `engine:nodes=20000`. `game` is the specification of the
    /// match's game.
    ///
    /// ```
    /// use ninefold::prelude::*;
    /// use ninefold::games::mnk::Mnk;
    ///
    /// let plan = MatchPlan { seed: 1, sets: 5, opening: 0, plies: 100 };
    /// let rows = Match::new(Mnk::<1>::new(3, 3, 3), plan)
    ///     .named("best", "mnk:3,3,3")?
    ///     .named("level:1", "mnk:3,3,3")?
    ///     .play(1);
    /// assert_eq!(rows[0].total.losses, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named(mut self, player: &str, game: &str) -> Result<Match<G>, PlayerError> {
        let (spec, game) = (player.parse::<PlayerSpec>()?, game.to_owned());
        let rules = self.game.clone();
        spec.agent(&rules, &game, 0, 0)?;
        self.players.push(Box::new(move |seed, seat| {
            spec.agent(&rules, &game, seed, seat).expect("it could be made a moment ago")
        }));
        Ok(self)
    }
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatchError {
    /// The game cannot be opened.
    #[error(transparent)]
    Game(#[from] OpenError),
    /// A player specification is invalid, or the player cannot play this game.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The wrong number of players.
    #[error("{found} players take part, but {game} is for {wanted}")]
    Count {
        /// The number of players given.
        found: usize,
        /// The number of players of the game.
        wanted: usize,
        /// The game.
        game: String,
    },
}

/// Plays a match between players given by their specifications and returns one row per player, in order.
///
/// ```
/// use ninefold::prelude::*;
///
/// let plan = MatchPlan { seed: 1, sets: 5, opening: 2, plies: 100 };
/// let rows = ninefold::play_match("369:3", &["best", "random"], &plan, 1)?;
/// assert_eq!(rows[0].total.games(), 10);
/// assert!(rows[0].points > rows[1].points);
/// # Ok::<(), ninefold::MatchError>(())
/// ```
pub fn play_match(
    game: &str,
    players: &[&str],
    plan: &MatchPlan,
    threads: usize,
) -> Result<Vec<Row>, MatchError> {
    let arena = games().kind(game).map_err(OpenError::from)?.arena(None, Programs::Refused);
    let (found, wanted) = (players.len(), arena.seats());
    if found != wanted {
        return Err(MatchError::Count { found, wanted, game: arena.spec().to_owned() });
    }
    let players: Vec<String> = players.iter().map(|&player| player.to_owned()).collect();
    let results = ninefold_session::play_match(arena, &players, plan, threads)?;
    Ok(rows(&results, found, wanted))
}
