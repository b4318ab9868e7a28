//! Random playouts.

use crate::{Game, Outcome, Path, Random};

/// The unit over which random moves are uniformly distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evenly {
    /// All legal moves, which are whole turns: a step that can take any of seven men counts seven times.
    #[default]
    Turns,
    /// First the steps, then the captures available after the chosen step.
    Steps,
}

/// A game played at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<S> {
    /// The last position.
    pub state: S,
    /// The number of moves played.
    pub plies: u32,
}

/// Plays uniformly random moves until the game is over or `limit` moves have been played.
///
/// Repetition is ignored: countdowns or the limit end a game that cycles. `moves` is scratch space, so that many
/// playouts share one allocation.
pub fn playout<G: Game>(
    game: &G,
    mut state: G::State,
    limit: u32,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> Playout<G::State> {
    let mut plies = 0;
    while plies < limit {
        moves.clear();
        game.moves(&state, moves);
        if moves.is_empty() {
            break;
        }
        game.play(&mut state, random.pick(moves));
        plies += 1;
    }
    Playout { state, plies }
}

/// Plays random games to the end under all rules including repetition, storing no more of a game than that requires.
///
/// ```
/// use ninefold_core::{Evenly, Game, Path, Random, RandomGames};
///
/// /// The length of a random game from the start.
/// fn length<G: Game>(game: G, seed: u64) -> u32 {
///     let path = Path::from_start(game);
///     RandomGames::new(path.game(), Evenly::Steps).play(&path, 1000, &mut Random::new(seed)).plies
/// }
/// ```
pub struct RandomGames<'a, G: Game> {
    game: &'a G,
    evenly: Evenly,
    repetitions_to_draw: Option<usize>,
    /// The keys of the positions that can recur, the current one last; unused in a game without a repetition rule.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
}

/// The result of a random game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomGame {
    /// How it ended; `None` if it was cut off.
    pub outcome: Option<Outcome>,
    /// The number of moves played.
    pub plies: u32,
    /// The number of steps in these moves: a capture is a step of its own.
    pub steps: u32,
}

impl<'a, G: Game> RandomGames<'a, G> {
    /// Creates a player of random games.
    pub fn new(game: &'a G, evenly: Evenly) -> RandomGames<'a, G> {
        let repetitions_to_draw = game.repetitions_to_draw().map(|count| count as usize);
        RandomGames { game, evenly, repetitions_to_draw, keys: Vec::new(), moves: Vec::new() }
    }

    /// Continues from the end of a path for at most `limit` moves.
    pub fn play(&mut self, path: &Path<G>, limit: u32, random: &mut Random) -> RandomGame {
        self.keys.clear();
        self.keys.extend(path.keys());
        self.go_on(*path.state(), path.occurrences() as usize, limit, random)
    }

    /// Plays a game that starts at `state`.
    pub fn play_from(&mut self, state: G::State, limit: u32, random: &mut Random) -> RandomGame {
        self.keys.clear();
        self.keys.push(self.game.key(&state));
        self.go_on(state, 1, limit, random)
    }

    fn go_on(
        &mut self,
        mut state: G::State,
        mut occurrences: usize,
        limit: u32,
        random: &mut Random,
    ) -> RandomGame {
        let game = self.game;
        let (mut plies, mut steps) = (0, 0);
        let is_drawn =
            |occurrences: usize| self.repetitions_to_draw.is_some_and(|limit| occurrences >= limit);
        while plies < limit && !is_drawn(occurrences) {
            let Some(mv) = game.draw(&state, self.evenly, random, &mut self.moves) else { break };
            plies += 1;
            steps += game.steps_of(mv);
            if self.repetitions_to_draw.is_none() {
                game.play(&mut state, mv);
                continue;
            }
            if game.irreversible(&state, mv) {
                self.keys.clear();
            }
            game.play(&mut state, mv);
            let key = game.key(&state);
            occurrences = 1 + self.keys.iter().filter(|&&earlier| earlier == key).count();
            self.keys.push(key);
        }
        let repeated = || is_drawn(occurrences).then_some(Outcome::draw(Outcome::REPETITION));
        RandomGame { outcome: game.outcome(&state).or_else(repeated), plies, steps }
    }
}
