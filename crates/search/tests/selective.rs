//! The search that guesses what matters proves what it claims, looks deeper, and leaves everybody else alone.

use crate::common;

use common::{positions, to_depth, to_nodes};
use ninefold_core::{Arguments, Evaluator, Game, Host, Path, Player, Random, Rules, View};
use ninefold_games::mnk::Mnk;
use ninefold_search::{Algorithm, Engine, EngineOptions, Limits, Report, Search, StopFlag};

/// An evaluator of a game by its name.
fn evaluator<G: Game>(game: &G, id: &str) -> Box<dyn Evaluator<G>> {
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == id).expect("an evaluator");
    let arguments = Arguments::parse(entry.info.parameters, "").expect("defaults are in range");
    (entry.build)(game, &arguments, 0)
}

fn think<G: Game>(
    path: &Path<G>,
    evaluator: Box<dyn Evaluator<G>>,
    selective: bool,
    limits: Limits,
) -> Report<G::Move> {
    let options = EngineOptions { selective, table: 1 << 20, ..EngineOptions::default() };
    Engine::new(evaluator, options).think(path, limits, 1, StopFlag::default(), &mut |_| {})
}

/// A position after so many random moves next to each other, in which nobody has a line yet.
fn crowded<const W: usize>(game: &Mnk<W>, stones: usize, seed: u64) -> Path<Mnk<W>> {
    let mut random = Random::stream(5, seed);
    let mut path = Path::new(*game, game.start(seed));
    let threats = evaluator(game, "threats");
    let mut moves = Vec::new();
    for _ in 0..stones {
        moves.clear();
        path.moves(&mut moves);
        threats.guide(game, path.state()).narrow(game, path.state(), &mut moves, 0);
        path.play(random.pick(&moves));
        if path.outcome().is_some() {
            path.undo();
            break;
        }
    }
    path
}

/// Full-width search without any guide finds the same winner within the turns that are claimed.
#[test]
fn what_is_claimed_is_proved() {
    let game = Mnk::<1>::new(6, 5, 4);
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..300 {
        let path = crowded(&game, 12 + seed as usize % 8, seed);
        let threats = evaluator(&game, "threats");
        let found = think(&path, threats, true, to_nodes(2_000));
        let Some(turns) = found.lines[0].decided else { continue };
        if turns.unsigned_abs() > 7 {
            continue;
        }
        let limits = to_depth(turns.unsigned_abs());
        let lines = evaluator(&game, "lines");
        let plain = Search::new(&path, &*lines, limits, StopFlag::default());
        let value = plain.run(Algorithm::AlphaBeta).values[game.to_move(path.state()).index()];
        match turns > 0 {
            true => assert!(value > 1_000_000, "seed {seed}: {turns} turns, plain {value}"),
            false => {
                // Of the moves that were looked at none is better, and the line itself loses.
                let mut next = path.clone();
                next.play(found.lines[0].moves[0]);
                let plain = Search::new(&next, &*lines, limits, StopFlag::default());
                let values = plain.run(Algorithm::AlphaBeta).values;
                let value = values[game.to_move(path.state()).index()];
                assert!(value < -1_000_000, "seed {seed}: {turns} turns, plain {value}");
            }
        }
        wins += u32::from(turns > 0);
        losses += u32::from(turns < 0);
    }
    assert!(wins > 30 && losses > 5, "{wins} wins and {losses} losses");
}

/// With as many positions it looks further ahead.
#[test]
fn a_selective_search_is_deeper() {
    let game = Mnk::<7>::new(15, 15, 5);
    let depths = [false, true].map(|selective| {
        (0..4)
            .map(|seed| {
                let path = crowded(&game, 6, seed);
                think(&path, evaluator(&game, "threats"), selective, to_nodes(10_000)).depth
            })
            .sum::<u32>()
    });
    assert!(depths[1] > depths[0] + 4, "{depths:?} turns in four positions together");
}

/// Values told after odd and even depths differ as those of the full search do: the one who moved last is judged too well.
#[test]
fn values_are_told_on_the_same_footing() {
    let game = Mnk::<7>::new(15, 15, 5);
    let swing = |selective: bool| {
        (0..8)
            .map(|seed| {
                let path = crowded(&game, 4, seed);
                let value = |depth| {
                    let threats = evaluator(&game, "threats");
                    let found = think(&path, threats, selective, to_depth(depth));
                    found.lines[0].values[game.to_move(path.state()).index()]
                };
                value(3) - value(4)
            })
            .filter(|difference| difference.abs() < 10_000)
            .collect::<Vec<_>>()
    };
    let mean = |all: Vec<i32>| all.iter().sum::<i32>() / all.len() as i32;
    let (full, selective) = (mean(swing(false)), mean(swing(true)));
    assert!(full > 300 && selective > 300, "{full} and {selective}");
}

/// Where the guide knows no tension, nothing changes by a single position.
struct Unchanged;

impl Host for Unchanged {
    type Output = ();

    fn receive<G: View>(self, game: G, spec: String) {
        let id = game.knowledge().evaluators[0].info.id;
        for path in positions(&game, 5) {
            let [full, selective] = [false, true].map(|selective| {
                let found = think(&path, evaluator(&game, id), selective, to_nodes(3_000));
                (found.lines, found.nodes, found.depth)
            });
            assert_eq!(full, selective, "{spec}");
        }
    }
}

#[test]
fn who_knows_no_tension_is_searched_in_full() {
    for spec in ["morris", "mnk:3,3,3", "mnk:5,5,4", "gomoku", "369:4", "connect4"] {
        let opened = ninefold_games::registry().open(spec, Unchanged);
        opened.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The first player has an open three and a four to come: his win is seen and told in turns.
#[test]
fn a_win_by_threats_is_told_as_proved() {
    let game = Mnk::<7>::new(15, 15, 5);
    let mut path = Path::new(game, game.start(0));
    for (row, column) in [(7, 7), (0, 0), (7, 8), (0, 14), (8, 7), (14, 0), (9, 8), (14, 14)] {
        path.play(game.cell(row, column));
    }
    let found = think(&path, evaluator(&game, "threats"), true, to_nodes(50_000));
    assert_eq!(game.to_move(path.state()), Player::FIRST);
    assert!(found.lines[0].decided.is_some_and(|turns| turns > 0), "{:?}", found.lines[0]);
}
