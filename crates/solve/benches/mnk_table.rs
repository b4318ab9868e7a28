//! Prints the values of m,n,k-games.
use ninefold_core::Player;
use ninefold_solve::mnk::{Budget, Question, solve};
fn main() {
    let limit = std::env::var("LIMIT").ok().and_then(|s| s.parse().ok()).unwrap_or(60u64);
    let mut total = 0.0;
    for arg in std::env::args().skip(1).filter(|a| a.contains(',')) {
        let v: Vec<usize> = arg.split(',').map(|s| s.parse().unwrap()).collect();
        let board = vec![0; v[0] * v[1]];
        let q = Question { rows: v[0], columns: v[1], k: v[2], board: &board, mover: Player::FIRST };
        let b = Budget { time: Some(std::time::Duration::from_secs(limit)), memory: 256 << 20, ..Budget::default() };
        let s = solve(&q, &b, &mut |p| if std::env::var("V").is_ok() {eprintln!("{p:?}")}).unwrap();
        println!("{arg} {:?} {} {:.3}", s.value, s.nodes, s.elapsed.as_secs_f64());
        total += s.elapsed.as_secs_f64();
    }
    println!("total {total:.2}");
}
