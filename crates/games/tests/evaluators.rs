//! Laws of every evaluator of every game: its guide says what it says itself, all along and on the way
//! back; ceilings hold; what calls itself symmetric or zero-sum is.

use ninefold_core::{
    Arguments, Context, Evaluator, EvaluatorInfo, Guide, Host, Kind, MAX_PLAYERS, Path, Playable,
    Random, Symmetry,
};

const SPECS: [&str; 10] = [
    "morris",
    "morris:draws=off",
    "mnk:3,3,3",
    "mnk:7,6,4",
    "mnk:15,15,5",
    "369:4",
    "369:9",
    "9tka:2",
    "9tka:3",
    "9tka:4",
];

/// How many games are played with each set of parameters.
const GAMES: u64 = 12;
/// The longest of them.
const LONGEST: usize = 150;
/// How many sets of parameters are drawn besides the default.
const DRAWN: u64 = 12;
/// Every so many turns the ceilings of all moves are looked at.
const BETWEEN_CEILINGS: usize = 7;
/// How many positions are looked at below a ceiling.
const BELOW: usize = 60;

/// What was compared.
#[derive(Default, Debug)]
struct Tally {
    evaluators: usize,
    values: usize,
    images: usize,
    /// Ceilings that say something, and those that are reached.
    ceilings: usize,
    exact: usize,
}

struct Trial;

impl Host for Trial {
    type Output = Tally;

    fn receive<G: Playable>(self, game: G, spec: String) -> Tally {
        let mut tally = Tally::default();
        for entry in game.evaluators() {
            for set in 0..=DRAWN {
                let text = if set == 0 { String::new() } else { drawn(entry.info, set) };
                let arguments = Arguments::parse(entry.info.parameters, &text)
                    .unwrap_or_else(|error| panic!("{spec} {text}: {error}"));
                let evaluator = (entry.build)(&game, &arguments, set);
                let place = format!("{spec} {}({text})", entry.info.id);
                for seed in 0..GAMES {
                    follow(&game, &*evaluator, seed + GAMES * set, &place, &mut tally);
                }
                tally.evaluators += 1;
            }
        }
        tally
    }
}

/// A set of parameters: each number small and of either sign, as far as its range goes.
fn drawn(info: &EvaluatorInfo, set: u64) -> String {
    let mut random = Random::stream(set, 5);
    let mut texts = Vec::new();
    for parameter in info.parameters {
        let value = match &parameter.kind {
            Kind::Number(range) => {
                let number = random.below(200) as i64 - if set.is_multiple_of(2) { 60 } else { 0 };
                number.clamp(*range.start(), *range.end()).to_string()
            }
            Kind::Choice(words) => random.pick(words).to_owned(),
            _ => continue,
        };
        texts.push(format!("{}={value}", parameter.name));
    }
    texts.join(",")
}

/// Follows a random game there and back.
fn follow<G: Playable>(
    game: &G,
    evaluator: &dyn Evaluator<G>,
    seed: u64,
    place: &str,
    tally: &mut Tally,
) {
    let mut random = Random::stream(seed, 3);
    let mut path = Path::new(game.clone(), game.start(seed));
    let mut guide = evaluator.guide(game, path.state());
    let mut moves = Vec::new();
    loop {
        compare(&path, evaluator, &*guide, place, tally);
        moves.clear();
        path.moves(&mut moves);
        if moves.is_empty() || path.played().len() >= LONGEST {
            break;
        }
        if path.played().len() % BETWEEN_CEILINGS == seed as usize % BETWEEN_CEILINGS {
            for &mv in &moves {
                look_below(&path, evaluator, &*guide, mv, &mut random, place, tally);
            }
        }
        let (before, mv) = (*path.state(), random.pick(&moves));
        path.play(mv);
        guide.play(game, &before, mv, path.state());
    }
    while path.undo().is_some() {
        guide.undo();
        compare(&path, evaluator, &*guide, place, tally);
    }
}

fn compare<G: Playable>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    guide: &dyn Guide<G>,
    place: &str,
    tally: &mut Tally,
) {
    let (game, state, context) = (path.game(), path.state(), path.context());
    let values = evaluator.values(game, state, context);
    let place = || format!("{place} at {}", game.position_text(state));
    assert_eq!(guide.values(game, state, context), values, "{}", place());
    assert_eq!(values[game.players()..], [0; MAX_PLAYERS][game.players()..], "{}", place());
    if evaluator.is_zero_sum() && game.players() == 2 {
        assert_eq!(values[0], -values[1], "{}", place());
    }
    if evaluator.is_symmetric() {
        for symmetry in (1..game.symmetries()).map(|index| Symmetry(index as u8)) {
            let image = game.map(state, symmetry);
            assert_eq!(evaluator.values(game, &image, context), values, "{}", place());
            tally.images += 1;
        }
    }
    tally.values += 1;
}

/// Looks at random positions that a move leads to, and requires the ceilings above them.
fn look_below<G: Playable>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    guide: &dyn Guide<G>,
    mv: G::Move,
    random: &mut Random,
    place: &str,
    tally: &mut Tally,
) {
    let (game, state) = (path.game(), path.state());
    let mover = game.to_move(state).index();
    for turns in 0..=5 {
        let ceiling = guide.ceiling(game, state, mv, turns);
        if ceiling == i32::MAX {
            continue;
        }
        let mut highest = i32::MIN;
        for _ in 0..if turns == 0 { 1 } else { BELOW / 5 } {
            let mut below = *state;
            game.play(&mut below, mv);
            let mut moves = Vec::new();
            for _ in 0..turns {
                moves.clear();
                game.moves(&below, &mut moves);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut below, random.pick(&moves));
            }
            let context = Context { outcome: game.outcome(&below), progress: false };
            highest = highest.max(evaluator.values(game, &below, context)[mover]);
        }
        assert!(
            highest <= ceiling,
            "{place}: {highest} above the ceiling {ceiling} of {} after {turns} turns at {}",
            game.move_text(mv),
            game.position_text(state)
        );
        tally.ceilings += 1;
        tally.exact += usize::from(highest == ceiling);
    }
}

#[test]
fn every_evaluator_obeys() {
    for spec in SPECS {
        let tally = ninefold_games::registry().open(spec, Trial).expect("a known game");
        assert!(tally.evaluators > 0 && tally.values > 1000, "{spec}: {tally:?}");
        if spec.starts_with("9tka") {
            assert!(tally.images > 1000, "{spec}: {tally:?}");
            assert!(tally.ceilings > 1000 && tally.exact > 100, "{spec}: {tally:?}");
        }
    }
}
