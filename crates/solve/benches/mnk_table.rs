//! Prints a table of the m,n,k-games that are solved in seconds: `cargo bench --bench mnk_table`.
//!
//! Sizes may be named instead, larger ones too: `cargo bench --bench mnk_table -- 8,7,5 8,8,5`. `threads=2` solves
//! on so many threads, the CPU time is then that of all of them; `memory=1024` gives each game a table of so many MiB.

use std::time::Duration;

use ninefold_core::Player;
use ninefold_solve::mnk::{Budget, Question, Solution, solve};

/// Rows, columns, K and the published value, `-` where none is known.
const GAMES: [([usize; 3], char); 25] = [
    ([3, 3, 3], 'D'),
    ([4, 3, 3], 'W'),
    ([4, 4, 4], 'D'),
    ([5, 4, 4], 'D'),
    ([6, 4, 4], 'D'),
    ([7, 4, 4], 'D'),
    ([8, 4, 4], 'D'),
    ([9, 4, 4], 'W'),
    ([5, 5, 4], 'D'),
    ([6, 5, 4], 'W'),
    ([6, 6, 4], 'W'),
    ([7, 7, 4], 'W'),
    ([5, 5, 5], 'D'),
    ([6, 6, 5], 'D'),
    ([7, 5, 5], 'D'),
    ([8, 5, 5], 'D'),
    ([9, 5, 5], 'D'),
    ([7, 6, 5], 'D'),
    ([8, 6, 5], 'D'),
    ([7, 7, 5], 'D'),
    ([7, 7, 6], 'D'),
    ([9, 6, 6], 'D'),
    ([9, 6, 5], '-'),
    ([10, 5, 5], '-'),
    ([8, 7, 5], '-'),
];

fn main() {
    println!("| game | value | published | positions | CPU time |");
    println!("|---|---|---|---:|---:|");
    let named = std::env::args().filter_map(|argument| size(&argument));
    let named: Vec<_> = named.map(|size| (size, '?')).collect();
    let games = if named.is_empty() { &GAMES[..] } else { &named[..] };
    let mut total = Duration::ZERO;
    let (threads, memory) = (option("threads=").unwrap_or(1), option("memory=").unwrap_or(256));
    for &(game, published) in games {
        let (solution, time) = timed(game, threads, memory << 20);
        let value = match solution.value {
            Some(1) => 'W',
            Some(0) => 'D',
            Some(_) => 'L',
            None => '-',
        };
        let ([rows, columns, k], nodes) = (game, solution.nodes);
        let seconds = time.as_secs_f64();
        println!("| {rows},{columns},{k} | {value} | {published} | {nodes} | {seconds:.3} s |");
        if threads > 1 {
            let wall = solution.elapsed.as_secs_f64();
            eprintln!("{rows},{columns},{k}: {wall:.3} s on {threads} threads");
        }
        total += time;
    }
    println!("| all | | | | {:.3} s |", total.as_secs_f64());
}

/// The number that follows a name among the arguments.
fn option(name: &str) -> Option<usize> {
    std::env::args().find_map(|text| text.strip_prefix(name).and_then(|text| text.parse().ok()))
}

fn size(text: &str) -> Option<[usize; 3]> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

fn timed([rows, columns, k]: [usize; 3], threads: usize, memory: usize) -> (Solution, Duration) {
    let board = vec![0; rows * columns];
    let question = Question { rows, columns, k, board: &board, mover: Player::FIRST };
    let time = Some(Duration::from_secs(7200));
    let budget = Budget { time, memory, threads, ..Budget::default() };
    let before = cpu_time(threads);
    let solution = solve(&question, &budget, &mut |_| {}).expect("the sizes above fit");
    let time = cpu_time(threads).zip(before).map(|(after, before)| after - before);
    let elapsed = solution.elapsed;
    (solution, time.unwrap_or(elapsed))
}

/// What this process has used of the processors, where the system says. One thread is told exactly, several in
/// hundredths of a second.
fn cpu_time(threads: usize) -> Option<Duration> {
    if threads == 1 {
        let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        return stat.split(' ').next()?.parse().ok().map(Duration::from_nanos);
    }
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit(')').next()?.split_ascii_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}
