//! Plays `best` with tables against every other player of Nine Men's Morris and compares every ply with the tables:
//! `cargo run --release -p ninefold-session --example perfect_morris -- DATA GAMES THREADS`.
//!
//! GAMES are played under each set of rules, spread over the opponents, from random openings of 2 to 30 plies with the
//! seats taken in turn. It fails when `best` makes one move that gives value away, and in the pure game also when a
//! won position does not end as a win. A game of the pure game ends after 200 plies unless `best` is winning.
//!
//! `… -- convert DATA POSITIONS SEED [OPPONENT]` plays random won positions of every phase under the default draw rules,
//! with the values of DATA alone and then with its distances, against OPPONENT, a player such as `engine:nodes=100000`,
//! or else against whoever delays as long as the distances allow.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ninefold_core::{Notation, Path, Random, StopFlag};
use ninefold_games::morris::{Morris, Move};
use ninefold_session::{Origin, PlayerSpec, Session, Setup, games, wilson};
use ninefold_solve::morris::{
    ConversionPlan, ConversionReport, DrawnMorris, Phase, PhaseReport, TableError, Tables,
    USUAL_DRAWS, Value, delay, keep_in_memory, known_value, measure_conversion,
};

const OPPONENTS: [&str; 14] = [
    "random",
    "level:1",
    "level:3",
    "level:5",
    "level:5",
    "level:6",
    "level:8",
    "level:8",
    "minimax:depth=2",
    "alphabeta:depth=3",
    "alphabeta:depth=4",
    "mws:depth=4,eval=E32",
    "mcts:nodes=300",
    "engine:nodes=20000",
];
const RULES: [&str; 2] = ["morris:draws=off", "morris"];
/// Plies after which a game that `best` is not winning is left as it is.
const PLIES: usize = 200;
/// The longest win in plies, and some.
const LONGEST: usize = 500;
/// Memory for unpacked tables.
const MEMORY: u64 = 3 << 30;

/// How one game went, seen by `best`.
struct Game {
    opponent: usize,
    start: Value,
    /// The best value it had on its turn.
    highest: Value,
    result: Value,
    /// Moves that gave value away.
    slips: usize,
    plies: usize,
    times: Vec<Duration>,
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if_eq("convert").is_some() {
        return conversions(arguments);
    }
    let usage = "arguments: DATA GAMES THREADS";
    let data = PathBuf::from(arguments.next().expect(usage));
    let wanted: usize = arguments.next().and_then(|text| text.parse().ok()).expect(usage);
    let threads: usize = arguments.next().and_then(|text| text.parse().ok()).expect(usage);
    let taken = keep_in_memory(&data, MEMORY, threads).expect("whole tables");
    println!("{:.0} MB of tables in memory", taken as f64 / 1e6);
    let mut failures = 0;
    for rules in RULES {
        let (next, played) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= wanted {
                            break;
                        }
                        let game = play(rules, number, &data);
                        played.lock().expect("no thread died").push(game);
                    }
                });
            }
        });
        let played = played.into_inner().expect("no thread died");
        failures += report(rules, &played);
    }
    assert_eq!(failures, 0, "games in which value was given away");
}

/// Measures how many won positions are won.
fn conversions(mut arguments: impl Iterator<Item = String>) {
    let usage = "arguments: convert DATA POSITIONS SEED [OPPONENT]";
    let data = PathBuf::from(arguments.next().expect(usage));
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect(usage);
    let (positions, seed): (u64, u64) = (number(), number());
    let opponent = arguments.next();
    let open = || Tables::open(&data).expect("whole tables").expect("tables");
    let (full, plain) = (open(), open().without_distances());
    let plan = ConversionPlan {
        positions: positions as usize,
        seed,
        phases: Phase::ALL.to_vec(),
        draws: USUAL_DRAWS,
    };
    let name = opponent.as_deref().unwrap_or("whoever delays");
    for (tables, kind) in [(&plain, "values alone"), (&full, "with distances")] {
        let mut answer = |path: &Path<DrawnMorris>| match &opponent {
            None => delay(&full, path),
            Some(player) => answered(path, player),
        };
        let text = |game: &ninefold_solve::morris::Conversion| {
            let rules = DrawnMorris::new(Morris::default(), USUAL_DRAWS);
            rules.position_text(&game.start)
        };
        let mut watch = |game: &ninefold_solve::morris::Conversion| {
            if !game.won {
                let kind = if game.is_possible() { "missed" } else { "left out" };
                println!("{kind}: {}, {}", text(game), game.reason);
            }
        };
        let go = StopFlag::default();
        let report = measure_conversion(tables, &full, &plan, &mut answer, &go, &mut watch)
            .expect("whole tables");
        println!("{kind}, against {name}:");
        converted(&report);
    }
}

/// The reply of a player at the end of a path.
fn answered(path: &Path<DrawnMorris>, player: &str) -> Result<Move, TableError> {
    let rules = path.game();
    let setup = Setup {
        seed: 1,
        origin: Origin::Position(rules.position_text(path.origin())),
        moves: path.played().iter().map(|&mv| rules.move_text(mv)).collect(),
        data: None,
    };
    let mut session = games().open("morris", &setup).expect("a game");
    let player = PlayerSpec::parse(player).expect("a player");
    session.seat(&[player.clone(), player]).expect("two players");
    let text = session.think().expect("a move");
    let mut moves = Vec::new();
    path.moves(&mut moves);
    Ok(moves.into_iter().find(|&mv| rules.move_text(mv) == text).expect("a legal move"))
}

fn converted(report: &ConversionReport) {
    println!(
        "phase    positions    won missed  left out: 3 men each, unknown  slips   won of possible"
    );
    let named = Phase::ALL.into_iter().map(|phase| format!("{phase:?}").to_lowercase());
    let phases = named.zip(report.phases).chain([("all".into(), report.total())]);
    for (name, phase) in phases {
        let PhaseReport { positions, won, missed, too_long, unknown, slips, .. } = phase;
        let share = 100.0 * won as f64 / (won + missed).max(1) as f64;
        println!(
            "{name:<8} {positions:>9} {won:>6} {missed:>6} {too_long:>22} {unknown:>8} {slips:>6} {share:>15.1} %"
        );
    }
    let [half, most, all] = [0.5, 0.99, 1.0].map(|share| report.time(share).as_secs_f64() * 1e3);
    let moves = report.times.len();
    println!("{moves} moves: median {half:.1} ms, 99 % {most:.1} ms, worst {all:.1} ms\n");
}

/// The value of the table's position for a seat.
fn value(session: &dyn Session, seat: usize, data: &std::path::Path) -> Value {
    let status = session.status();
    let state = Morris::default().parse_position(&status.position).expect("a position");
    let value =
        known_value(data, &state).expect("whole tables").expect("all positions are covered");
    if status.to_move == seat + 1 { value } else { value.reversed() }
}

/// One game; the same for the same number.
fn play(rules: &str, number: usize, data: &std::path::Path) -> Game {
    let mut random = Random::stream(1, (number / 2) as u64);
    let (opponent, seat) = (number / 2 % OPPONENTS.len(), number % 2);
    let mut session = loop {
        let setup = Setup { seed: number as u64, data: Some(data.into()), ..Setup::default() };
        let mut session = games().open(rules, &setup).expect("a game");
        for _ in 0..2 + random.below(29) {
            let moves = session.moves();
            if !moves.is_empty() {
                session.play(&moves[random.below(moves.len())]).expect("a legal move");
            }
        }
        if !session.status().over {
            break session;
        }
    };
    let spec = |text| PlayerSpec::parse(text).expect("a player");
    let mut seats = [spec(OPPONENTS[opponent]), spec(OPPONENTS[opponent])];
    seats[seat] = spec("best");
    session.seat(&seats).expect("two players");
    let start = value(&*session, seat, data);
    let mut game = Game {
        opponent,
        start,
        highest: start,
        result: Value::Draw,
        slips: 0,
        plies: 0,
        times: Vec::new(),
    };
    let mut now = start;
    while !session.status().over
        && game.plies < LONGEST
        && (game.plies < PLIES || now == Value::Win)
    {
        let own = session.status().to_move == seat + 1;
        let begun = Instant::now();
        let mv = session.think().expect("a move");
        if own {
            game.times.push(begun.elapsed());
        }
        session.play(&mv).expect("a legal move");
        game.plies += 1;
        if own && !session.status().over {
            let after = value(&*session, seat, data);
            game.slips += usize::from(after < now);
            now = after;
        } else if !session.status().over {
            now = value(&*session, seat, data);
        }
        game.highest = game.highest.max(now);
    }
    let payoffs = session.status().payoffs.unwrap_or_else(|| vec![0, 0]);
    game.result = match payoffs[seat].signum() {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    };
    game
}

/// Prints the games by opponent; returns how many failed.
fn report(rules: &str, played: &[Game]) -> usize {
    println!("\n{rules}: {} games", played.len());
    println!(
        "opponent                games   won drawn lost   drawn starts: won drawn lost, share of wins [95 %]"
    );
    let mut names: Vec<&str> = OPPONENTS.to_vec();
    names.dedup();
    for name in names {
        let games: Vec<&Game> =
            played.iter().filter(|game| OPPONENTS[game.opponent] == name).collect();
        let drawn: Vec<&Game> =
            games.iter().copied().filter(|game| game.start == Value::Draw).collect();
        let count =
            |games: &[&Game], result| games.iter().filter(|game| game.result == result).count();
        let [all, starts] = [&games, &drawn]
            .map(|games| [Value::Win, Value::Draw, Value::Loss].map(|result| count(games, result)));
        let trials = drawn.len().max(1) as f64;
        let won = wilson(starts[0] as f64 / trials, trials);
        println!(
            "{name:<22} {:>6}  {:>4} {:>5} {:>4}   {:>17} {:>5} {:>4}  {:>5.1} % [{:.1}, {:.1}]",
            games.len(),
            all[0],
            all[1],
            all[2],
            starts[0],
            starts[1],
            starts[2],
            100.0 * won.value,
            100.0 * won.low,
            100.0 * won.high,
        );
    }
    let slips = played.iter().filter(|game| game.slips > 0).count();
    let lost =
        played.iter().filter(|game| game.start > Value::Loss && game.result == Value::Loss).count();
    let held: Vec<&Game> = played.iter().filter(|game| game.highest == Value::Win).collect();
    let unconverted = held.iter().filter(|game| game.result != Value::Win).count();
    let pure = rules.ends_with("draws=off");
    println!("games with a move that gave value away: {slips}");
    println!("lost from drawn or won starts: {lost}");
    println!("games with a won position: {}, not won: {unconverted}", held.len());
    let mut times: Vec<Duration> = played.iter().flat_map(|game| game.times.clone()).collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    if !times.is_empty() {
        println!(
            "{} moves: median {:.1} ms, 99 % {:.1} ms, worst {:.1} ms",
            times.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
    slips + lost + if pure { unconverted } else { 0 }
}
