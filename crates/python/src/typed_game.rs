//! A game and its parameters, with its type inside.

use std::sync::Arc;

use ninefold_core::{
    Host, MoveError, Path, PositionError, Random, RandomGames, StopFlag, View, find_move,
};
use ninefold_session::{GameKind, Guests, PositionForm};

use crate::guests::{GuestPlayer, guest_list};
use crate::parallel;
use crate::position::{Position, TypedPosition};
use crate::typed_batch::{AnyBatch, PlayoutPlan, TypedBatch, Work};

/// A game with its parameters, independent of its type.
pub(crate) trait AnyGame: Send + Sync {
    /// The same game for sessions, arenas and evaluators.
    fn kind(&self) -> &dyn GameKind;

    /// The number of distinct actions.
    fn actions(&self) -> usize;

    /// An upper bound for the number of turns, if there is one.
    fn longest(&self) -> Option<u32>;

    /// The conversion of positions to numbers.
    fn form(&self) -> &PositionForm;

    /// A game at its start.
    fn start(self: Arc<Self>, seed: u64) -> Box<dyn Position>;

    /// A game that begins at a position and continues with these moves.
    fn begin(
        self: Arc<Self>,
        seed: u64,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<Box<dyn Position>, String>;

    /// This many games at their start; random starts use a separate seed each, the first `seed`.
    fn starts(self: Arc<Self>, count: usize, seed: u64, work: &Work) -> Box<dyn AnyBatch>;

    /// Games that begin at these positions.
    fn at(self: Arc<Self>, positions: &[String], work: &Work) -> Result<Box<dyn AnyBatch>, String>;

    /// Games that begin at positions given as rows of numbers.
    fn of_rows(self: Arc<Self>, rows: &[i16], threads: usize) -> Result<Box<dyn AnyBatch>, String>;

    /// Positions of random games, each from a separate game at a ply drawn uniformly from that
    /// game's plies.
    fn sample(
        self: Arc<Self>,
        count: usize,
        seed: u64,
        plies: u32,
        work: &Work,
    ) -> Box<dyn AnyBatch>;

    /// Random games from the start to their end, by all rules.
    fn playouts(&self, how: &PlayoutPlan, work: &Work) -> Playouts;

    /// Players and evaluators written in Python.
    fn guests(self: Arc<Self>, players: Vec<GuestPlayer>) -> Guests;
}

/// The results of random games.
#[derive(Default)]
pub(crate) struct Playouts {
    /// Each player's payoff, game by game; 0 where a game was cut off.
    pub(crate) returns: Vec<f32>,
    /// The number of moves of each game.
    pub(crate) plies: Vec<i32>,
    /// The number of steps of each game.
    pub(crate) steps: Vec<i32>,
}

/// The game of one type.
pub(crate) struct TypedGame<G: View> {
    pub(crate) rules: G,
    pub(crate) form: PositionForm,
    kind: Arc<dyn GameKind>,
}

impl<G: View> TypedGame<G> {
    /// A path at the start.
    pub(crate) fn path(&self, seed: u64) -> Path<G> {
        Path::new(self.rules.clone(), self.rules.start(seed))
    }
}

/// Plays random moves until the game is over or has this many moves.
fn play_out<G: View>(
    path: &mut Path<G>,
    plies: u32,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) {
    while path.played().len() < plies as usize {
        moves.clear();
        path.moves(moves);
        if moves.is_empty() {
            break;
        }
        path.play(random.pick(moves));
    }
}

impl<G: View> AnyGame for TypedGame<G> {
    fn kind(&self) -> &dyn GameKind {
        &*self.kind
    }

    fn actions(&self) -> usize {
        self.rules.actions()
    }

    fn longest(&self) -> Option<u32> {
        Some(self.rules.most_turns(&self.rules.start(0))).filter(|&turns| turns < u32::MAX)
    }

    fn form(&self) -> &PositionForm {
        &self.form
    }

    fn start(self: Arc<Self>, seed: u64) -> Box<dyn Position> {
        let path = self.path(seed);
        Box::new(TypedPosition::new(self, path, seed))
    }

    fn begin(
        self: Arc<Self>,
        seed: u64,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<Box<dyn Position>, String> {
        let parsed = |text| self.rules.parse_position(text).map_err(|problem| problem.to_string());
        let state = position.map_or_else(|| Ok(self.rules.start(seed)), parsed)?;
        let mut path = Path::new(self.rules.clone(), state);
        for (number, text) in (1..).zip(moves) {
            let told = |problem: MoveError| format!("move {number}: {problem}");
            let mv = find_move(&path, text).map_err(told)?;
            path.play(mv);
        }
        Ok(Box::new(TypedPosition::new(self, path, seed)))
    }

    fn starts(self: Arc<Self>, count: usize, seed: u64, work: &Work) -> Box<dyn AnyBatch> {
        let one = |index: usize| self.path(seed.wrapping_add(index as u64));
        let paths = parallel::each(count, work.threads, &work.stop, one);
        Box::new(TypedBatch::new(self, paths))
    }

    fn at(self: Arc<Self>, positions: &[String], work: &Work) -> Result<Box<dyn AnyBatch>, String> {
        let parsed = |index: usize| {
            let told = |problem: PositionError| format!("position {index}: {problem}");
            let state = self.rules.parse_position(&positions[index]).map_err(told)?;
            Ok(Path::new(self.rules.clone(), state))
        };
        let paths = parallel::each(positions.len(), work.threads, &work.stop, parsed);
        let paths = paths.into_iter().collect::<Result<_, String>>()?;
        Ok(Box::new(TypedBatch::new(self, paths)))
    }

    fn of_rows(self: Arc<Self>, rows: &[i16], threads: usize) -> Result<Box<dyn AnyBatch>, String> {
        let width = self.form.width();
        let count = rows.len() / width;
        let parsed = |index: usize| {
            let row = &rows[index * width..(index + 1) * width];
            let parsed = self.form.text(row).and_then(|text| self.rules.parse_position(&text));
            let state = parsed.map_err(|problem| format!("row {index}: {problem}"))?;
            Ok(Path::new(self.rules.clone(), state))
        };
        let paths = parallel::each(count, threads, &StopFlag::default(), parsed);
        let paths = paths.into_iter().collect::<Result<_, String>>()?;
        Ok(Box::new(TypedBatch::new(self, paths)))
    }

    fn sample(
        self: Arc<Self>,
        count: usize,
        seed: u64,
        plies: u32,
        work: &Work,
    ) -> Box<dyn AnyBatch> {
        let one = |index: usize| {
            let mut random = Random::stream(seed, index as u64);
            let (mut path, mut moves) = (self.path(seed.wrapping_add(index as u64)), Vec::new());
            play_out(&mut path, plies, &mut random, &mut moves);
            // The end of a game is not a position to play in.
            let length = path.played().len() - usize::from(path.outcome().is_some());
            let ply = random.below(length + 1);
            while path.played().len() > ply {
                path.undo();
            }
            path.shrink();
            path
        };
        let paths = parallel::each(count, work.threads, &work.stop, one);
        Box::new(TypedBatch::new(self, paths))
    }

    fn playouts(&self, how: &PlayoutPlan, work: &Work) -> Playouts {
        let players = self.rules.players();
        let some = parallel::pieces(how.games, work.threads, &work.stop, |range| {
            let mut games = RandomGames::new(&self.rules, how.evenly);
            let mut played = Playouts::default();
            for index in range {
                let mut random = Random::stream(how.seed, index as u64);
                let start = self.rules.start(how.seed.wrapping_add(index as u64));
                let game = games.play_from(start, how.plies, &mut random);
                let payoffs = game.outcome.map(|outcome| outcome.payoffs).unwrap_or_default();
                let seats = payoffs.seats(players).iter();
                played.returns.extend(seats.map(|&payoff| f32::from(payoff)));
                played.plies.push(game.plies as i32);
                played.steps.push(game.steps as i32);
            }
            played
        });
        let mut all = Playouts::default();
        for played in some {
            all.returns.extend(played.returns);
            all.plies.extend(played.plies);
            all.steps.extend(played.steps);
        }
        all
    }

    fn guests(self: Arc<Self>, players: Vec<GuestPlayer>) -> Guests {
        guest_list(&self, players).into()
    }
}

/// Opens a game for Python.
pub(crate) struct Open(pub(crate) Arc<dyn GameKind>);

impl Host for Open {
    type Output = Arc<dyn AnyGame>;

    fn receive<G: View>(self, game: G, _spec: String) -> Arc<dyn AnyGame> {
        Arc::new(TypedGame { form: PositionForm::of(&game), rules: game, kind: self.0 })
    }
}
