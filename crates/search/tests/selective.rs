//! The search that guesses what matters proves what it claims, looks deeper, and leaves everybody else alone.

use crate::common;

use common::{positions, to_depth, to_nodes};
use ninefold_core::{
    Arguments, Evaluator, Game, Host, Notation, Path, Player, Random, Rules, View,
};
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

/// Full-width search without any guide finds the same winner within the turns that are claimed, by a search that
/// guesses and by one that does not.
#[test]
fn what_is_claimed_is_proved() {
    let game = Mnk::<1>::new(6, 5, 4);
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..300 {
        let path = crowded(&game, 12 + seed as usize % 8, seed);
        let threats = evaluator(&game, "threats");
        let found = think(&path, threats, seed % 2 == 0, to_nodes(2_000));
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
            false => assert!(value < -1_000_000, "seed {seed}: {turns} turns, plain {value}"),
        }
        wins += u32::from(turns > 0);
        losses += u32::from(turns < 0);
    }
    assert!(wins > 30 && losses > 5, "{wins} wins and {losses} losses");
}

/// Sixteen promising moves all lose here, and a seventeenth wins by continuous threats: nobody may call it lost.
#[test]
fn a_loss_after_the_promising_moves_alone_is_not_told() {
    let game = Mnk::<2>::new(8, 8, 4);
    let text = "00000010/10010020/00000000/00000002/00000000/00000000/00000200/00212020 1";
    let path = Path::new(game, game.parse_position(text).expect("a position"));
    for selective in [false, true] {
        for limits in [to_depth(2), to_depth(3), to_nodes(60), to_nodes(300), to_nodes(3_000)] {
            let found = think(&path, evaluator(&game, "threats"), selective, limits);
            let decided = found.lines[0].decided;
            assert!(decided.is_none_or(|turns| turns > 0), "{selective}: {decided:?}");
        }
    }
}

/// In morris nothing is left out, so a loss is a proof as well as a win, and a countdown that is about to end the game
/// is not forgotten: the full search to the turns that are claimed finds the same.
struct Claims;

impl Host for Claims {
    type Output = [u32; 2];

    fn receive<G: View>(self, game: G, spec: String) -> [u32; 2] {
        let mut claimed = [0; 2];
        for path in positions(&game, 500) {
            let found = think(&path, evaluator(&game, "learnt"), true, to_nodes(20_000));
            let Some(turns) = found.lines.first().and_then(|line| line.decided) else { continue };
            if turns.unsigned_abs() > 8 {
                continue;
            }
            let limits = to_depth(turns.unsigned_abs());
            let full = think(&path, evaluator(&game, "mills"), false, limits);
            let truth = full.lines[0].decided;
            let place = game.position_text(path.state());
            let told = format!("{spec} at {place}: {turns} turns, in full {truth:?}");
            assert!(truth.is_some_and(|truth| truth.signum() == turns.signum()), "{told}");
            claimed[usize::from(turns > 0)] += 1;
        }
        claimed
    }
}

#[test]
fn what_is_claimed_in_morris_is_proved() {
    let mut claimed = [0; 2];
    for spec in ["morris", "morris:draws=9/3/2", "morris:draws=4/2/2"] {
        let found = ninefold_games::registry().open(spec, Claims);
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        (0..2).for_each(|index| claimed[index] += found[index]);
    }
    assert!(claimed[0] > 8 && claimed[1] > 20, "{claimed:?} losses and wins");
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
