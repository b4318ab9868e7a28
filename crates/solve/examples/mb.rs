use ninefold_solve::mnk::*;
fn main() {
    for arg in std::env::args().skip(1) {
        let v: Vec<usize> = arg.split(',').map(|x| x.parse().unwrap()).collect();
        let budget = Budget { memory: 1 << 30, time: Some(std::time::Duration::from_secs(600)), ..Budget::default() };
        let t = std::time::Instant::now();
        let a = maker_breaker([v[0], v[1], v[2]], 0, 0, true, BreakerCuts::ALL, &budget, &mut |_| {}).unwrap();
        println!("{arg}: {:?} {} {:?} cpu {}", a.maker_wins, a.nodes, t.elapsed(), std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()/1e9);
    }
}
