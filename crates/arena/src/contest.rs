//! All games of a match, on any number of threads.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ninefold_core::{Agent, Game, mix};

use crate::{ChunkResult, Ends, GameResult, Job, bout, opening};

/// Whoever takes part: makes a player for each of its games, from the game's seed and the seat.
pub type Entrant<'a, G> = &'a (dyn Fn(u64, usize) -> Box<dyn Agent<G>> + Sync);

/// A flag with which another thread ends a match or a run; the moves in progress are waited for.
pub type Halt = AtomicBool;

/// A match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// The seed of openings and players.
    pub seed: u64,
    /// How many sets: openings, each played in every rotation of the seats.
    pub sets: usize,
    /// How many random moves an opening has.
    pub opening: u32,
    /// How many moves a game may have after its opening before it counts as a draw.
    pub plies: u32,
    /// How many games are played at the same time.
    pub jobs: usize,
}

/// The result of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its set.
    pub set: usize,
    /// How far the seats are rotated: entrant `e` sits at `(e + rotation) % players`.
    pub rotation: usize,
    /// What each entrant gets of the one point of the game.
    pub points: Vec<f64>,
    /// How many moves it had, the opening included.
    pub plies: usize,
    /// The rule that ended it.
    pub reason: Cow<'static, str>,
}

impl Played {
    fn new(set: usize, rotation: usize, game: &GameResult) -> Played {
        let players = game.points.len();
        let points = (0..players).map(|entrant| game.points[(entrant + rotation) % players]);
        Played {
            set,
            rotation,
            points: points.collect(),
            plies: game.moves.len(),
            reason: game.reason.clone().into(),
        }
    }
}

impl Contest {
    /// How many games a match between this many has.
    pub fn games(&self, players: usize) -> usize {
        self.sets * players
    }

    fn set_seed(&self, set: usize) -> u64 {
        mix(self.seed ^ mix(set as u64))
    }

    /// The sets of the match as jobs that any machine can play. `opening_plies` says how many moves the
    /// opening of a seed has.
    pub fn jobs(
        &self,
        game: &str,
        players: &[String],
        opening_plies: &dyn Fn(u64) -> u32,
    ) -> Vec<Job> {
        let job = |set: usize| {
            let seed = self.set_seed(set);
            Job {
                run: 0,
                chunk: set as u64,
                seed,
                games: players.len() as u32,
                game: game.to_owned(),
                opening: self.opening,
                plies: opening_plies(seed).saturating_add(self.plies),
                table: (0..players.len()).collect(),
                players: players.to_vec(),
                adjudicate: false,
                times: false,
            }
        };
        (0..self.sets).map(job).collect()
    }

    /// The games of such jobs as the match itself would have returned them.
    pub fn played(results: &[ChunkResult]) -> Vec<Played> {
        let games = results.iter().flat_map(|result| {
            let number = |(rotation, game)| (result.chunk as usize, rotation, game);
            result.games.iter().enumerate().map(number)
        });
        games.map(|(set, rotation, game)| Played::new(set, rotation, game)).collect()
    }

    /// Plays the match and returns its games in order. `watch` hears after each how many are done; a
    /// halted match returns the sets that are whole.
    pub fn run<G: Game>(
        &self,
        game: &G,
        entrants: &[Entrant<'_, G>],
        halt: &Halt,
        watch: &(dyn Fn(usize) + Sync),
    ) -> Vec<Played> {
        let players = game.players();
        debug_assert_eq!(entrants.len(), players);
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    while !halt.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.games(players) {
                            break;
                        }
                        let (set, rotation) = (index / players, index % players);
                        let Some(played) = self.play(game, entrants, set, rotation, halt) else {
                            break;
                        };
                        let mut done = done.lock().unwrap_or_else(|broken| broken.into_inner());
                        done.push(played);
                        watch(done.len());
                    }
                });
            }
        });
        let mut games = done.into_inner().unwrap_or_else(|broken| broken.into_inner());
        games.sort_by_key(|game| (game.set, game.rotation));
        let whole = |set: usize| games.iter().filter(|game| game.set == set).count() == players;
        let kept: Vec<bool> = games.iter().map(|game| whole(game.set)).collect();
        games.into_iter().zip(kept).filter_map(|(game, kept)| kept.then_some(game)).collect()
    }

    fn play<G: Game>(
        &self,
        game: &G,
        entrants: &[Entrant<'_, G>],
        set: usize,
        rotation: usize,
        halt: &Halt,
    ) -> Option<Played> {
        let players = entrants.len();
        let set_seed = self.set_seed(set);
        let seed = mix(set_seed ^ rotation as u64);
        let seated = |seat: usize| (seat + players - rotation) % players;
        let mut agents: Vec<_> =
            (0..players).map(|seat| entrants[seated(seat)](seed, seat)).collect();
        let path = opening(game, set_seed, self.opening);
        let plies = path.played().len() as u32 + self.plies;
        let ends = Ends { plies, adjudicator: None, timed: false };
        let bout = bout(path, &mut agents, &ends, halt)?;
        let points = (0..players).map(|entrant| bout.points[(entrant + rotation) % players]);
        Some(Played {
            set,
            rotation,
            points: points.collect(),
            plies: bout.path.played().len(),
            reason: bout.reason,
        })
    }
}
