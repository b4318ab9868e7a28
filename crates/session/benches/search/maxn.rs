//! Max^N at the depth of the 9tka paper: the quick search against the plain recursion in one run.

use std::time::{Duration, Instant};

use ninefold_core::{Agent, Arguments, Evaluator, Game, Path, Random, RandomAgent, Rules};
use ninefold_games::ninetka::Ninetka;
use ninefold_search::{Algorithm, Limits, Search, SearchResult, StopFlag};

/// How many full placements are searched for each number of players.
const PLACEMENTS: u64 = 10;
/// How many games are played to the end.
const GAMES: u64 = 10;

pub fn run() {
    println!("9tka, depth n + 3 from a full placement, {PLACEMENTS} placements each, eva");
    println!(
        "players   plain nodes  ms      quick nodes  ms      times faster   same vector and move"
    );
    for players in 2..=4 {
        compare(players);
    }
    println!();
    println!("whole games of maxn against itself, {GAMES} each");
    println!("players   moves searched   ms a move   slowest ms");
    for players in 2..=4 {
        play(players);
    }
}

fn eva(game: &Ninetka) -> Box<dyn Evaluator<Ninetka>> {
    let entry = game.knowledge().evaluators.swap_remove(0);
    let arguments = Arguments::parse(entry.info.parameters, "").expect("the default");
    (entry.build)(game, &arguments, 0)
}

/// A position in which all counters are placed, by the paper's rules.
fn placement(game: &Ninetka, seed: u64) -> Path<Ninetka> {
    let mut path = Path::new(*game, game.start(seed));
    let mut agent =
        RandomAgent::new(Random::new(seed), game.knowledge().move_rules.first().cloned());
    while path.state().placing() {
        let mv = agent.choose(&path).expect("a slot is empty");
        path.play(mv);
    }
    path
}

type Timed<T> = (T, Duration);

fn search(
    path: &Path<Ninetka>,
    evaluator: &dyn Evaluator<Ninetka>,
    algorithm: Algorithm,
) -> Timed<SearchResult<<Ninetka as Rules>::Move>> {
    let depth = Some(path.game().players() as u32 + 3);
    let limits = Limits { depth, ..Limits::default() };
    let start = Instant::now();
    let found = Search::new(path, evaluator, limits, StopFlag::default()).run(algorithm);
    (found, start.elapsed())
}

fn compare(players: usize) {
    let game = Ninetka::new(players);
    let evaluator = eva(&game);
    let [mut plain_time, mut quick_time] = [Duration::ZERO; 2];
    let [mut plain_nodes, mut quick_nodes] = [0; 2];
    let mut same = 0;
    for seed in 0..PLACEMENTS {
        let path = placement(&game, seed);
        let (plain, time) = search(&path, &*evaluator, Algorithm::PlainMaxN);
        (plain_nodes, plain_time) = (plain_nodes + plain.nodes, plain_time + time);
        let (quick, time) = search(&path, &*evaluator, Algorithm::MaxN);
        (quick_nodes, quick_time) = (quick_nodes + quick.nodes, quick_time + time);
        same += usize::from(plain.values == quick.values && plain.line == quick.line);
    }
    let each = |time: Duration| time.as_secs_f64() * 1e3 / PLACEMENTS as f64;
    println!(
        "{players:7} {:13} {:7.1} {:12} {:7.1} {:12.1} {same:14} of {PLACEMENTS}",
        plain_nodes / PLACEMENTS,
        each(plain_time),
        quick_nodes / PLACEMENTS,
        each(quick_time),
        plain_time.as_secs_f64() / quick_time.as_secs_f64(),
    );
}

fn play(players: usize) {
    let game = Ninetka::new(players);
    let evaluator = eva(&game);
    let (mut moves, mut time, mut slowest) = (0, Duration::ZERO, Duration::ZERO);
    for seed in 0..GAMES {
        let mut path = placement(&game, seed);
        while path.to_move().is_some() {
            let (found, spent) = search(&path, &*evaluator, Algorithm::MaxN);
            path.play(found.line[0]);
            (moves, time, slowest) = (moves + 1, time + spent, slowest.max(spent));
        }
    }
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{players:7} {moves:16} {:11.2} {:12.2}", ms(time) / f64::from(moves), ms(slowest));
}
