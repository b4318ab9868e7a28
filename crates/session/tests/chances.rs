//! What chances of winning may not depend on.

use ninefold_session::{Advice, PlayerSpec, Session, Setup, games};

/// Games for two in which a search of a few turns decides little, and whose odds were fitted with the last move in mind
/// or need nothing for it.
const GAMES: [&str; 5] = ["morris", "gomoku", "369:9", "9tka:2", "connect4"];

/// Whoever makes the last move that a search looks at is judged too well, since the answer is not seen. Chances are told
/// of what a search finds at any depth, so on the whole one that ends on a player's own move must not tell that player
/// more than one that ends on the answer.
#[test]
fn chances_do_not_depend_on_who_moves_last_in_a_search() {
    let [own, answer] = [3, 4].map(|depth| player(&format!("engine:depth={depth}")));
    for spec in GAMES {
        let (mut sum, mut count) = (0.0, 0);
        for seed in 1..=4 {
            let mut session = games().open(spec, &Setup { seed, ..Setup::default() }).unwrap();
            session.seat(&[player("level:4"), player("level:4")]).unwrap();
            for ply in 0..40 {
                if session.status().over {
                    break;
                }
                if ply % 3 == 2
                    && let Some(one) = chance(&*session, &own)
                    && let Some(other) = chance(&*session, &answer)
                {
                    sum += f64::from(one - other);
                    count += 1;
                }
                let mv = session.think().unwrap();
                session.play(&mv).unwrap();
            }
        }
        assert!(count >= 10, "{spec}: only {count} positions are open");
        let mean = sum / f64::from(count);
        assert!(mean.abs() <= 0.06, "{spec}: {mean:+.3} over {count} positions");
    }
}

fn player(spec: &str) -> PlayerSpec {
    PlayerSpec::parse(spec).unwrap()
}

/// What a search tells the player on turn, where it does not see the end.
fn chance(session: &dyn Session, player: &PlayerSpec) -> Option<f32> {
    let Advice { share, decided, .. } = session.advise(player).unwrap();
    let share = share.filter(|_| decided.is_none())?;
    share.get(session.status().to_move - 1).copied()
}
