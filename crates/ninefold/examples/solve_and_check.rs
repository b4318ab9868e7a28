//! Solves a position, writes the proof down and checks it by the rules alone:
//! `cargo run --release -p ninefold --example solve_and_check -- mnk:6,5,4`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = std::env::args().nth(1).unwrap_or_else(|| "mnk:5,5,4".into());
    let game = ninefold::open(&spec)?;
    let exact = ninefold::solve(&*game)?;
    println!("{spec}: value {:?} after {} positions", exact.value, exact.nodes);
    println!("best play begins {}", exact.line.join(" "));
    let Some(proof) = ninefold::prove(&*game)? else {
        println!("nothing was proved");
        return Ok(());
    };
    let checked = ninefold::check_proof(&proof)?;
    let claims: Vec<String> = checked.claims.iter().map(ToString::to_string).collect();
    println!("a proof of {} lines holds: {}", proof.lines().count(), claims.join(" and "));
    assert_eq!(checked.value.map(i32::from), exact.value);
    Ok(())
}
