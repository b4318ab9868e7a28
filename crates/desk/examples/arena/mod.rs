//! Matches of 9tka between players by specification: seeded, with rotated seats.

use ninefold_desk::{Opener, PlayerSpec, Setup, games};

/// Wins of the first of two players, who sits at each seat in turn among copies of the second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Games played.
    pub games: u32,
    /// Those that the first player won, draws counting half.
    pub wins: f64,
}

impl Score {
    /// The share of games won.
    pub fn share(&self) -> f64 {
        self.wins / f64::from(self.games)
    }
}

/// Plays `games` games of 9tka for a number of players, game `index` from the setup of seed
/// `seed + index / players` and with the first player at seat `index % players`. Threads share them out;
/// the score does not depend on how many there are.
pub fn play(players: usize, first: &str, second: &str, games: u32, seed: u64) -> Score {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let of_thread = |thread: usize| {
        let indices = (thread..games as usize).step_by(threads);
        indices.map(|index| play_one(players, first, second, index, seed)).sum::<f64>()
    };
    let wins = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || of_thread(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("games end")).sum()
    });
    Score { games, wins }
}

/// The part of a win that the first player gets.
fn play_one(players: usize, first: &str, second: &str, index: usize, seed: u64) -> f64 {
    let setup = Setup { seed: seed + (index / players) as u64, ..Setup::default() };
    let table = games().open(&format!("9tka:{players}"), Opener::Setup(setup));
    let mut table = table.expect("a known game").expect("its start");
    let own = index % players;
    let spec = |text: &str| PlayerSpec::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let seats: Vec<PlayerSpec> =
        (0..players).map(|seat| spec(if seat == own { first } else { second })).collect();
    table.seat(&seats).unwrap_or_else(|error| panic!("{error}"));
    while let Some(mv) = table.think() {
        table.play(&mv).expect("players play legal moves");
    }
    let payoffs = table.status().payoffs.expect("the game is over");
    let best = payoffs.iter().copied().max().unwrap_or_default();
    let equal = payoffs.iter().filter(|&&payoff| payoff == best).count() as f64;
    if payoffs[own] == best { 1.0 / equal } else { 0.0 }
}
