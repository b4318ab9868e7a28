//! Two players, many openings, each of them twice.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Result;
use ninefold_core::{Game, Path, Player as Seat, Random};

use crate::Settings;
use crate::player::{Cost, Player, evaluator};

/// What the first of two players scored: a win is 1, a draw a half.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// For every opening the points of its two games.
    pairs: Vec<f64>,
    wins: usize,
    draws: usize,
    losses: usize,
    /// By player: turns looked ahead, positions and moves.
    costs: [Cost; 2],
    moves: [u64; 2],
    time: [Duration; 2],
}

impl Score {
    /// The share of all points.
    pub fn share(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / (2 * self.pairs.len()) as f64
    }

    /// Half the width of the 95 % interval of the share, openings taken as independent.
    pub fn margin(&self) -> f64 {
        let count = self.pairs.len() as f64;
        let mean = self.share();
        let spread = self.pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>();
        1.96 * (spread / (count - 1.0).max(1.0) / count).sqrt()
    }

    fn add(&mut self, other: Score) {
        self.pairs.extend(other.pairs);
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for player in 0..2 {
            self.costs[player].depth += other.costs[player].depth;
            self.costs[player].nodes += other.costs[player].nodes;
            self.moves[player] += other.moves[player];
            self.time[player] += other.time[player];
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (share, margin) = (100.0 * self.share(), 100.0 * self.margin());
        let Score { wins, draws, losses, .. } = self;
        write!(f, "{share:.1} % ± {margin:.1} (+{wins} ={draws} -{losses})")?;
        for player in 0..2 {
            let depth = self.costs[player].depth as f64 / self.moves[player].max(1) as f64;
            let seconds = self.time[player].as_secs_f64();
            let rate = self.costs[player].nodes as f64 / seconds.max(1e-9) / 1000.0;
            write!(f, "; depth {depth:.1}, {rate:.0} k positions/s")?;
        }
        Ok(())
    }
}

/// What `first` scores against `second`.
pub fn contest<G: Game>(game: &G, first: &str, second: &str, settings: &Settings) -> Result<Score> {
    let play = |index| pair(game, [first, second], settings, index);
    let mut total = Score::default();
    for score in shared_out(settings.games.div_ceil(2), play)? {
        total.add(score);
    }
    Ok(total)
}

/// Does something for every index below a number, on all cores.
pub fn shared_out<T: Send>(count: usize, work: impl Fn(u64) -> Result<T> + Sync) -> Result<Vec<T>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = Mutex::new(0..count as u64);
    let take = || -> Result<Vec<T>> {
        let mut done = Vec::new();
        loop {
            let index = next.lock().expect("nobody panics with it").next();
            let Some(index) = index else { return Ok(done) };
            done.push(work(index)?);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(take)).collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().expect("a worker does not panic")?);
        }
        Ok(all)
    })
}

/// Both games of one opening.
fn pair<G: Game>(game: &G, specs: [&str; 2], settings: &Settings, index: u64) -> Result<Score> {
    let opening = opening(game, specs[0], settings, index)?;
    let mut score = Score::default();
    let mut points = 0.0;
    for begins in 0..2 {
        let mut players = [Player::new(game, specs[0])?, Player::new(game, specs[1])?];
        let mut path = opening.clone();
        while let Some(seat) = path.to_move() {
            let player = (seat.index() + begins) % 2;
            let start = Instant::now();
            let (mv, cost) = players[player].choose(&path, settings.limits)?;
            score.time[player] += start.elapsed();
            score.costs[player].depth += cost.depth;
            score.costs[player].nodes += cost.nodes;
            score.moves[player] += 1;
            path.play(mv);
        }
        let payoffs = path.outcome().map(|outcome| outcome.payoffs).unwrap_or_default();
        let seats: Vec<Seat> = Seat::all(2).collect();
        let lead = payoffs.of(seats[begins]) - payoffs.of(seats[1 - begins]);
        match lead.signum() {
            1 => (score.wins, points) = (score.wins + 1, points + 1.0),
            0 => (score.draws, points) = (score.draws + 1, points + 0.5),
            _ => score.losses += 1,
        }
    }
    score.pairs.push(points);
    Ok(score)
}

/// A game after a few random moves, each one that the first player's evaluator finds worth a look,
/// and still going on.
pub fn opening<G: Game>(game: &G, spec: &str, settings: &Settings, index: u64) -> Result<Path<G>> {
    let eval = spec.split_once(':').map_or(spec, |(_, eval)| eval);
    let evaluator = evaluator(game, eval)?;
    let mut random = Random::stream(settings.seed, index);
    loop {
        let mut path = Path::new(game.clone(), game.start(index));
        let mut moves = Vec::new();
        for _ in 0..settings.opening {
            moves.clear();
            path.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let guide = evaluator.guide(game, path.state());
            guide.narrow(game, path.state(), &mut moves, 0);
            path.play(random.pick(&moves));
        }
        if path.outcome().is_none() {
            return Ok(path);
        }
    }
}
