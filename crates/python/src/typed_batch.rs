//! Many games in progress behind one virtual call.

use std::any::Any;
use std::sync::Arc;

use ninefold_core::{Counted, Evenly, Path, Random, RandomGames, StopFlag, View, WithDraws, judge};
use ninefold_games::morris::{self, Morris};
use ninefold_session::{FeatureColumns, evaluator};

use crate::parallel;
use crate::position::{Position, TypedPosition};
use crate::typed_game::{AnyGame, TypedGame};

/// Games in progress of one kind, independent of their type.
pub(crate) trait AnyBatch: Send + Sync {
    /// The game.
    fn game(&self) -> Arc<dyn AnyGame>;

    /// The number of games.
    fn len(&self) -> usize;

    /// A copy.
    fn copy(&self, work: &Work) -> Box<dyn AnyBatch>;

    /// The game with this number.
    fn position(&self, index: usize) -> Box<dyn Position>;

    /// The games with these numbers.
    fn select(&self, indices: &[usize], work: &Work) -> Box<dyn AnyBatch>;

    /// The texts of the positions.
    fn texts(&self, work: &Work) -> Vec<String>;

    /// The positions as rows of numbers.
    fn rows(&self, work: &Work) -> Vec<i16>;

    /// The positions as planes.
    fn planes(&self, work: &Work) -> Vec<f32>;

    /// The index of the player to move, -4 if the game is over.
    fn to_move(&self, work: &Work) -> Vec<i8>;

    /// Each player's payoff; 0 if the game is not over.
    fn returns(&self, work: &Work) -> Vec<f32>;

    /// The numbers of all legal moves one after the other, and where those of each game begin.
    fn legal(&self, work: &Work) -> (Vec<i32>, Vec<i64>);

    /// One byte per action: 1 if it is legal.
    fn legal_mask(&self, work: &Work) -> Vec<i8>;

    /// Plays a move in every game; -1 skips one. Nothing is played if one of them is not legal.
    fn apply(&mut self, actions: &[i64], work: &Work) -> Result<(), String>;

    /// Plays a random move in every game that is not over.
    fn apply_random(&mut self, seed: u64, work: &Work);

    /// An evaluator's values, one number per player.
    fn evaluate(&self, spec: Option<&str>, seed: u64, work: &Work) -> Result<Vec<i32>, String>;

    /// An evaluator's counts: names and, position by position, the lead of player 0 over player 1,
    /// or each player's counts with more players.
    fn features(&self, spec: Option<&str>, work: &Work) -> Result<(Vec<String>, Vec<f32>), String>;

    /// Each player's average payoff over this many random games from each position.
    fn playouts(&self, how: &PlayoutPlan, work: &Work) -> Vec<f32>;

    /// The positions in the pure Nine Men's Morris that tables cover; `None` for another game.
    fn morris(&self) -> Option<Vec<morris::State>>;
}

/// The settings of random games.
pub(crate) struct PlayoutPlan {
    /// The number of games; for a batch, from each position.
    pub(crate) games: usize,
    /// The random seed.
    pub(crate) seed: u64,
    /// Their maximum length in turns.
    pub(crate) plies: u32,
    /// The distribution of moves.
    pub(crate) evenly: Evenly,
}

/// How to process a batch.
pub(crate) struct Work {
    /// The number of threads.
    pub(crate) threads: usize,
    /// Ends it early.
    pub(crate) stop: StopFlag,
}

/// Games in progress of one type.
pub(crate) struct TypedBatch<G: View> {
    game: Arc<TypedGame<G>>,
    paths: Vec<Path<G>>,
}

/// OpenSpiel's value for the player to move once a game is over.
pub(crate) const TERMINAL: i8 = -4;

impl<G: View> TypedBatch<G> {
    pub(crate) fn new(game: Arc<TypedGame<G>>, paths: Vec<Path<G>>) -> TypedBatch<G> {
        TypedBatch { game, paths }
    }

    fn map<T: Send>(&self, work: &Work, one: impl Fn(&Path<G>) -> T + Sync) -> Vec<T> {
        let paths = &self.paths;
        parallel::each(paths.len(), work.threads, &work.stop, |index| one(&paths[index]))
    }

    fn text(&self, path: &Path<G>) -> String {
        self.game.rules.position_text(path.state())
    }
}

impl<G: View> AnyBatch for TypedBatch<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.game) as Arc<dyn AnyGame>
    }

    fn len(&self) -> usize {
        self.paths.len()
    }

    fn copy(&self, work: &Work) -> Box<dyn AnyBatch> {
        Box::new(TypedBatch::new(Arc::clone(&self.game), self.map(work, Path::clone)))
    }

    fn position(&self, index: usize) -> Box<dyn Position> {
        let path = self.paths[index].clone();
        Box::new(TypedPosition::new(Arc::clone(&self.game), path, 0))
    }

    fn select(&self, indices: &[usize], work: &Work) -> Box<dyn AnyBatch> {
        let one = |number: usize| self.paths[indices[number]].clone();
        let paths = parallel::each(indices.len(), work.threads, &work.stop, one);
        Box::new(TypedBatch::new(Arc::clone(&self.game), paths))
    }

    fn texts(&self, work: &Work) -> Vec<String> {
        self.map(work, |path| self.text(path))
    }

    fn rows(&self, work: &Work) -> Vec<i16> {
        let form = &self.game.form;
        self.map(work, |path| form.row(&self.text(path))).concat()
    }

    fn planes(&self, work: &Work) -> Vec<f32> {
        let form = &self.game.form;
        let size: usize = form.shape().iter().product();
        let some = parallel::pieces(self.paths.len(), work.threads, &work.stop, |range| {
            let mut planes = vec![0.0; size * range.len()];
            for (path, planes) in self.paths[range].iter().zip(planes.chunks_exact_mut(size)) {
                form.planes(&form.row(&self.text(path)), path.outcome().is_some(), planes);
            }
            planes
        });
        some.concat()
    }

    fn to_move(&self, work: &Work) -> Vec<i8> {
        self.map(work, |path| path.to_move().map_or(TERMINAL, |player| player.index() as i8))
    }

    fn returns(&self, work: &Work) -> Vec<f32> {
        let players = self.game.rules.players();
        let some = parallel::pieces(self.paths.len(), work.threads, &work.stop, |range| {
            let mut returns = Vec::with_capacity(players * range.len());
            for path in &self.paths[range] {
                let payoffs = path.outcome().map(|outcome| outcome.payoffs).unwrap_or_default();
                returns.extend(payoffs.seats(players).iter().map(|&payoff| f32::from(payoff)));
            }
            returns
        });
        some.concat()
    }

    fn legal(&self, work: &Work) -> (Vec<i32>, Vec<i64>) {
        let game = &self.game.rules;
        let some = self.map(work, |path| {
            path.legal_moves().iter().map(|&mv| game.action(mv).into()).collect::<Vec<i32>>()
        });
        let mut offsets = vec![0];
        for legal in &some {
            offsets.push(offsets[offsets.len() - 1] + legal.len() as i64);
        }
        (some.concat(), offsets)
    }

    fn legal_mask(&self, work: &Work) -> Vec<i8> {
        let game = &self.game.rules;
        let count = game.actions();
        let some = parallel::pieces(self.paths.len(), work.threads, &work.stop, |range| {
            let (mut masks, mut moves) = (vec![0_i8; count * range.len()], Vec::new());
            for (path, mask) in self.paths[range].iter().zip(masks.chunks_exact_mut(count)) {
                moves.clear();
                path.moves(&mut moves);
                moves.iter().for_each(|&mv| mask[usize::from(game.action(mv))] = 1);
            }
            masks
        });
        some.concat()
    }

    fn apply(&mut self, actions: &[i64], work: &Work) -> Result<(), String> {
        let game = &self.game.rules;
        let paths = &self.paths;
        let found = parallel::each(paths.len(), work.threads, &work.stop, |index| {
            let (path, action) = (&paths[index], actions[index]);
            if action == -1 {
                return Ok(None);
            }
            let is_it = |mv: &G::Move| i64::from(game.action(*mv)) == action;
            let found = path.legal_moves().into_iter().find(is_it);
            found.map(Some).ok_or_else(|| {
                format!("action {action} is not legal in position {index} of the batch")
            })
        });
        let moves: Vec<Option<G::Move>> = found.into_iter().collect::<Result<_, _>>()?;
        for (path, mv) in self.paths.iter_mut().zip(moves) {
            mv.into_iter().for_each(|mv| path.play(mv));
        }
        Ok(())
    }

    fn apply_random(&mut self, seed: u64, work: &Work) {
        parallel::each_mut(&mut self.paths, work.threads, &work.stop, |index, path| {
            let mut moves = Vec::new();
            path.moves(&mut moves);
            if !moves.is_empty() {
                path.play(Random::stream(seed, index as u64).pick(&moves));
            }
        });
    }

    fn evaluate(&self, spec: Option<&str>, seed: u64, work: &Work) -> Result<Vec<i32>, String> {
        let game = &self.game.rules;
        let players = game.players();
        let evaluator = evaluator(game, spec, seed).map_err(|problem| problem.to_string())?;
        let some = self.map(work, |path| {
            judge(&*evaluator, game, path.state(), path.context())[..players].to_vec()
        });
        Ok(some.concat())
    }

    fn features(&self, spec: Option<&str>, work: &Work) -> Result<(Vec<String>, Vec<f32>), String> {
        let game = &self.game.rules;
        let evaluator = evaluator(game, spec, 0).map_err(|problem| problem.to_string())?;
        let columns = FeatureColumns::of(&*evaluator, game);
        let some = self.map(work, |path| columns.row(&*evaluator, path));
        Ok((columns.names(), some.concat()))
    }

    fn playouts(&self, how: &PlayoutPlan, work: &Work) -> Vec<f32> {
        let rules = &self.game.rules;
        let players = rules.players();
        let some = parallel::pieces(self.paths.len(), work.threads, &work.stop, |range| {
            let (mut games, mut means) = (RandomGames::new(rules, how.evenly), Vec::new());
            for index in range {
                let mut sums = vec![0_i64; players];
                for number in 0..how.games {
                    let stream = index as u64 * how.games as u64 + number as u64;
                    let mut random = Random::stream(how.seed, stream);
                    let played = games.play(&self.paths[index], how.plies, &mut random);
                    let payoffs = played.outcome.map(|outcome| outcome.payoffs).unwrap_or_default();
                    let seats = sums.iter_mut().zip(payoffs.seats(players));
                    seats.for_each(|(sum, &payoff)| *sum += i64::from(payoff));
                }
                means.extend(sums.iter().map(|&sum| (sum as f64 / how.games as f64) as f32));
            }
            means
        });
        some.concat()
    }

    fn morris(&self) -> Option<Vec<morris::State>> {
        let rules: &dyn Any = &self.game.rules;
        let under_draws = || rules.downcast_ref::<WithDraws<Morris>>().map(WithDraws::pure);
        let pure = rules.downcast_ref::<Morris>().or_else(under_draws)?;
        // Variants have no tables.
        if *pure != Morris::default() {
            return None;
        }
        let state = |path: &Path<G>| {
            let state: &dyn Any = path.state();
            let counted =
                || state.downcast_ref::<Counted<morris::State>>().map(|state| state.inner);
            state.downcast_ref::<morris::State>().copied().or_else(counted)
        };
        self.paths.iter().map(state).collect()
    }
}
