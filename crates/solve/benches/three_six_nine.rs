//! 3-6-9 by subsets: `cargo bench -p ninefold-solve --bench three_six_nine`.
//!
//! Prints nanoseconds a subset on one core for both compilations of the inner loop, and the ratio to alpha-beta with
//! a transposition table on the same positions.

use std::collections::HashMap;
use std::time::Duration;

use ninefold_core::{Random, Rules};
use ninefold_games::three_six_nine::{Cell, Cells, State, ThreeSixNine};
use ninefold_solve::three_six_nine::{Budget, Cpu, solve, solve_on};

fn main() {
    let wide = Cpu::detect();
    println!("| board | empty | ns a subset, portable | for this processor |");
    println!("|---|---:|---:|---:|");
    for (size, empty) in [(6, 24), (6, 26), (6, 27), (6, 28), (9, 24), (9, 26), (9, 27), (9, 28)] {
        let stones = position(size, empty, 1).stones();
        let time = |cpu| {
            let game = ThreeSixNine::new(size, [1, 2, 3]);
            let budget = Budget { memory: 1 << 30, ..Budget::default() };
            let start = cpu_time();
            let solution =
                solve_on(cpu, &game, stones, &budget, &mut |_| {}).expect("no limit is met");
            (since(start, solution.elapsed) * 1e9 / solution.subsets as f64, solution.value)
        };
        let ((portable, value), (detected, same)) = (time(Cpu::Portable), time(wide));
        assert_eq!(value, same);
        println!("| {size} × {size} | {empty} | {portable:.2} | {detected:.2} |");
    }
    println!();
    println!("| board | empty | alpha-beta nodes | seconds | subsets | seconds | ratio |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (size, empty) in [(6, 20), (6, 22), (6, 24), (9, 20), (9, 22), (9, 24)] {
        let game = ThreeSixNine::new(size, [1, 2, 3]);
        let state = position(size, empty, 1);
        let start = cpu_time();
        let mut search = AlphaBeta { game: &game, table: HashMap::new(), nodes: 0 };
        let value = search.value(state, -99, 99);
        let searched = since(start, Duration::ZERO);
        let start = cpu_time();
        let solution =
            solve(&game, state.stones(), &Budget::default(), &mut |_| {}).expect("no limit is met");
        let filled = since(start, solution.elapsed);
        assert_eq!(value, solution.value);
        let (nodes, subsets, ratio) = (search.nodes, solution.subsets, searched / filled);
        println!(
            "| {size} × {size} | {empty} | {nodes} | {searched:.2} | {subsets} | {filled:.4} | {ratio:.0} |"
        );
    }
}

/// What this process has used of a processor, where the system says.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Seconds of the processor since then, or else those that passed.
fn since(start: Option<Duration>, passed: Duration) -> f64 {
    cpu_time().zip(start).map_or(passed, |(now, start)| now - start).as_secs_f64()
}

/// A position of a random game.
fn position(size: usize, empty: u32, seed: u64) -> State {
    let game = ThreeSixNine::new(size, [1, 2, 3]);
    let (mut random, mut state) = (Random::new(seed), game.start(0));
    while game.most_turns(&state) > empty {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.play(&mut state, random.pick(&moves));
    }
    state
}

/// Fail-soft alpha-beta over points still to be won, with a table of bounds, the best stored move first and then
/// the moves that score most.
struct AlphaBeta<'a> {
    game: &'a ThreeSixNine,
    table: HashMap<Cells, (i8, i8, Cell)>,
    nodes: u64,
}

impl AlphaBeta<'_> {
    fn value(&mut self, state: State, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        if moves.is_empty() {
            return 0;
        }
        let (mut low, mut high, mut first) = (-99, 99, None);
        if let Some(&(from, to, mv)) = self.table.get(&state.stones()) {
            (low, high, first) = (i32::from(from), i32::from(to), Some(mv));
            if low >= beta || high <= alpha || low == high {
                return if low >= beta { low } else { high };
            }
            (alpha, beta) = (alpha.max(low), beta.min(high));
        }
        moves
            .sort_by_key(|&mv| (Some(mv) != first, -i32::from(self.game.gain(state.stones(), mv))));
        let (mut best, mut best_move) = (i32::MIN, moves[0]);
        for mv in moves {
            let gain = i32::from(self.game.gain(state.stones(), mv));
            let mut after = state;
            self.game.play(&mut after, mv);
            let value = gain - self.value(after, gain - beta, gain - alpha.max(best));
            if value > best {
                (best, best_move) = (value, mv);
                if value >= beta {
                    break;
                }
            }
        }
        if best < beta {
            high = high.min(best);
        }
        if best > alpha {
            low = low.max(best);
        }
        self.table.insert(state.stones(), (low as i8, high as i8, best_move));
        best
    }
}
