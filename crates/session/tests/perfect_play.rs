//! What `best` has proved it gets: a proved win is won, a proved draw is held.

use ninefold_core::Random;
use ninefold_session::{PlayerSpec, Session, Setup, games};

/// Games small or late enough for proofs, and after how many random moves they are looked at.
const GAMES: [(&str, &[usize]); 6] = [
    ("mnk:3,3,3", &[0, 1, 2, 3, 4]),
    ("mnk:4,4,3", &[0, 2, 4, 6, 8]),
    ("mnk:5,5,4", &[7, 10, 13, 16]),
    ("369:4", &[0, 2, 5, 8]),
    ("369:6", &[22, 23, 24, 25, 26]),
    ("9tka:2", &[41, 42, 43, 44, 45]),
];
/// Who plays against it: somebody who blunders, and somebody who looks ahead.
const OPPONENTS: [&str; 2] = ["random", "engine:nodes=400"];
const BEST: &str = "best:nodes=60000";

fn player(spec: &str) -> PlayerSpec {
    PlayerSpec::parse(spec).unwrap()
}

/// A game after some random moves; nothing if it is over by then.
fn after(spec: &str, plies: usize, seed: u64) -> Option<Box<dyn Session>> {
    let setup = Setup { seed, ..Setup::default() };
    let mut session = games().open(spec, &setup).unwrap();
    let mut random = Random::stream(seed, plies as u64);
    for _ in 0..plies {
        if session.status().over {
            break;
        }
        let moves = session.moves();
        session.play(&moves[random.below(moves.len())]).unwrap();
    }
    (!session.status().over).then_some(session)
}

/// What was proved for the player on turn, 1 for a win and ½ for a draw, and what came of it.
fn played_out(mut session: Box<dyn Session>, opponent: &str) -> Option<(f32, i16)> {
    let mover = session.status().to_move;
    let first = session.advise(&player(BEST)).unwrap();
    let proved = first.share.filter(|_| first.exact)?[mover - 1];
    while !session.status().over {
        let on_turn = if session.status().to_move == mover { BEST } else { opponent };
        let mv = session.advise(&player(on_turn)).unwrap().best.unwrap();
        session.play(&mv).unwrap();
    }
    Some((proved, session.status().payoffs.unwrap()[mover - 1]))
}

#[test]
fn a_proved_win_is_won_and_a_proved_draw_is_held() {
    for (spec, plies) in GAMES {
        let (mut won, mut held) = (0, 0);
        for (&plies, seed) in plies.iter().flat_map(|plies| (1..=3).map(move |seed| (plies, seed)))
        {
            for opponent in OPPONENTS {
                let Some(table) = after(spec, plies, seed) else { continue };
                let Some((proved, got)) = played_out(table, opponent) else { continue };
                let at = format!("{spec} after {plies} moves with seed {seed} against {opponent}");
                if proved == 1.0 {
                    assert!(got > 0, "{at}: a proved win came to {got}");
                    won += 1;
                } else if proved == 0.5 {
                    assert!(got >= 0, "{at}: a proved draw was lost");
                    held += 1;
                }
            }
        }
        assert!(won > 1 && won + held > 5, "{spec}: only {won} wins and {held} draws were proved");
    }
}
