//! What every evaluator promises: images of a position have one value where it says so, and a guide
//! says on its way what its evaluator says afresh.

use ninefold_core::{Agent, Arguments, Game, Host, Path, Playable, Random, RandomAgent, Symmetry};
use ninefold_games::registry;

const GAMES: [&str; 14] = [
    "morris",
    "morris:draws=off,flying=off,protect=off",
    "mnk:1,1,1",
    "mnk:3,3,3",
    "mnk:2,7,9",
    "mnk:4,7,4",
    "mnk:9,9,5",
    "mnk:15,15,5",
    "mnk:19,19,6",
    "369:3",
    "369:9,points=2/0/5",
    "9tka:2",
    "9tka:3",
    "9tka:4",
];

/// Random games for every evaluator of a game.
struct Walk;

impl Host for Walk {
    type Output = usize;

    fn receive<G: Playable>(self, game: G, spec: String) -> usize {
        let mut seen = 0;
        for entry in game.evaluators() {
            let arguments = Arguments::parse(entry.info.parameters, "").expect("defaults fit");
            let evaluator = (entry.build)(&game, &arguments, 0);
            let id = entry.info.id;
            for seed in 0..4 {
                let mut path = Path::new(game.clone(), game.start(seed));
                let mut agent = RandomAgent::new(Random::new(seed), None);
                let mut guide = evaluator.guide(&game, path.state());
                let mut values = Vec::new();
                loop {
                    let afresh = evaluator.values(&game, path.state(), path.context());
                    let on_the_way = guide.values(&game, path.state(), path.context());
                    assert_eq!(on_the_way, afresh, "{spec} {id} after {:?}", path.played());
                    if evaluator.is_symmetric() {
                        assert_symmetric(&path, &*evaluator, &format!("{spec} {id}"));
                    }
                    values.push(afresh);
                    if path.played().len() == 80 {
                        break;
                    }
                    let Some(mv) = agent.choose(&path) else { break };
                    let before = *path.state();
                    path.play(mv);
                    guide.play(&game, &before, mv, path.state());
                }
                seen += values.len();
                while let Some(before) = values.pop() {
                    let back = guide.values(&game, path.state(), path.context());
                    assert_eq!(back, before, "{spec} {id} taken back to {:?}", path.played());
                    path.undo();
                    if !values.is_empty() {
                        guide.undo();
                    }
                }
            }
        }
        seen
    }
}

fn assert_symmetric<G: Game>(
    path: &Path<G>,
    evaluator: &dyn ninefold_core::Evaluator<G>,
    name: &str,
) {
    let game = path.game();
    let value = |state: &G::State| evaluator.values(game, state, path.context());
    for index in 1..game.symmetries() {
        let image = game.map(path.state(), Symmetry(index as u8));
        assert_eq!(value(&image), value(path.state()), "{name} under symmetry {index}");
    }
}

#[test]
fn guides_and_images_agree_with_their_evaluators() {
    for spec in GAMES {
        let seen = registry().open(spec, Walk).unwrap_or_else(|error| panic!("{error}"));
        assert!(seen > 0, "{spec} has no evaluator");
    }
}
