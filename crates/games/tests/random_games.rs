//! Random games without a history go as those with one: the same moves from the same numbers, ended by the same rules.

use std::collections::BTreeSet;

use ninefold_core::{Evenly, Host, Outcome, Path, Random, RandomGames, View};
use ninefold_games::{families, registry};

const GAMES: u64 = 60;
const LONGEST: u32 = 400;

struct Compare;

impl Host for Compare {
    type Output = BTreeSet<&'static str>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let mut games = RandomGames::new(&game, Evenly::Turns);
        let mut ends = BTreeSet::new();
        for seed in 0..GAMES {
            let begin = Path::new(game.clone(), game.start(seed));
            let (mut path, mut random) = (begin.clone(), Random::new(seed));
            let mut steps = 0;
            // Half of the games are played on from a path that has a history.
            let alone = seed % 4 * 5;
            let mut middle = begin.clone();
            let mut rest = random.clone();
            while path.played().len() < LONGEST as usize {
                if path.played().len() as u64 == alone {
                    (middle, rest, steps) = (path.clone(), random.clone(), 0);
                }
                let moves = path.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = random.pick(&moves);
                steps += game.steps_of(mv);
                path.play(mv);
            }
            let before = middle.played().len() as u32;
            let played = games.play(&middle, LONGEST - before, &mut rest);
            assert_eq!(played.outcome, path.outcome(), "{spec}, seed {seed}");
            assert_eq!(played.plies + before, path.played().len() as u32, "{spec}, seed {seed}");
            assert_eq!(played.steps, steps, "{spec}, seed {seed}");
            if before == 0 {
                let again = games.play_from(*begin.state(), LONGEST, &mut Random::new(seed));
                assert_eq!(again, played, "{spec}, seed {seed}");
            }
            ends.extend(path.outcome().map(|outcome| outcome.reason));
        }
        ends
    }
}

#[test]
fn random_games_need_no_history() {
    let mut ends = BTreeSet::new();
    for trial in families().flat_map(|family| family.trials) {
        ends.extend(registry().open(trial.spec, Compare).expect("a known game"));
    }
    // Positions that come again end games of morris, where countdowns leave time for it.
    ends.extend(registry().open("morris:draws=300/300/2", Compare).expect("a known game"));
    assert!(ends.contains(Outcome::REPETITION) && ends.contains("two_pieces"), "{ends:?}");
}
