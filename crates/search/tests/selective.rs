//! The search that guesses what matters proves what it claims, looks deeper, and leaves everybody else alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common;

use common::{positions, to_depth, to_nodes};
use ninefold_core::{
    Arguments, Context, Evaluator, Forcing, Game, Guide, Habits, Host, Notation, Path, Player,
    Random, Rules, Tension, Values, View,
};
use ninefold_games::mnk::{Cell, Mnk, State};
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
    let game = Mnk::<5>::new(15, 15, 5);
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

/// A guide of five in a row that counts the positions in which forced wins were looked for, and may have plain habits.
struct Counting<'a> {
    guide: Box<dyn Guide<Gomoku> + 'a>,
    habits: Habits,
    looked_at: &'a AtomicU64,
}

type Gomoku = Mnk<5>;

impl Guide<Gomoku> for Counting<'_> {
    fn play(&mut self, game: &Gomoku, before: &State<5>, mv: Cell, after: &State<5>) {
        self.guide.play(game, before, mv, after);
    }

    fn undo(&mut self) {
        self.guide.undo();
    }

    fn values(&self, game: &Gomoku, state: &State<5>, context: Context) -> Values {
        self.guide.values(game, state, context)
    }

    fn promise(&self, game: &Gomoku, state: &State<5>, mv: Cell) -> i32 {
        self.guide.promise(game, state, mv)
    }

    fn narrow(&self, game: &Gomoku, state: &State<5>, moves: &mut Vec<Cell>, first: usize) {
        self.guide.narrow(game, state, moves, first);
    }

    fn tension(&self, game: &Gomoku, state: &State<5>) -> Tension {
        self.guide.tension(game, state)
    }

    fn habits(&self) -> Habits {
        self.habits
    }

    fn tempo(&self) -> i32 {
        self.guide.tempo()
    }

    fn forced_win(&mut self, game: &Gomoku, state: &State<5>, effort: u64) -> Forcing<Cell> {
        let forcing = self.guide.forced_win(game, state, effort);
        self.looked_at.fetch_add(forcing.positions, Ordering::Relaxed);
        forcing
    }
}

struct Counted {
    threats: Box<dyn Evaluator<Gomoku>>,
    habits: Habits,
    looked_at: Arc<AtomicU64>,
}

impl Evaluator<Gomoku> for Counted {
    fn values(&self, game: &Gomoku, state: &State<5>, context: Context) -> Values {
        self.threats.values(game, state, context)
    }

    fn guide<'a>(&'a self, game: &Gomoku, state: &State<5>) -> Box<dyn Guide<Gomoku> + 'a> {
        let guide = self.threats.guide(game, state);
        Box::new(Counting { guide, habits: self.habits, looked_at: &self.looked_at })
    }
}

/// How much of a search goes into forced wins is for the habits of a guide to say.
#[test]
fn habits_decide_how_much_goes_into_forced_wins() {
    let game = Gomoku::new(15, 15, 5);
    let looked_at = |habits: Habits, selective: bool| {
        let looked_at = Arc::new(AtomicU64::new(0));
        for seed in 0..4 {
            let path = crowded(&game, 20, seed);
            let threats = evaluator(&game, "threats");
            let counted = Counted { threats, habits, looked_at: looked_at.clone() };
            think(&path, Box::new(counted), selective, to_nodes(10_000));
        }
        looked_at.load(Ordering::Relaxed)
    };
    let plain = looked_at(Habits::PLAIN, true);
    let glancing = looked_at(Habits { glance_first: true, ..Habits::PLAIN }, true);
    let lazy = looked_at(Habits { efforts: [0; 6], ..Habits::PLAIN }, true);
    assert!(glancing < plain, "{glancing} and {plain} positions");
    assert_eq!(lazy, 0);
    // A search in full has no habits.
    let full = [Habits::PLAIN, Habits { efforts: [0; 6], glance_first: true, ..Habits::PLAIN }];
    let [one, other] = full.map(|habits| looked_at(habits, false));
    assert!(one > 0 && one == other, "{one} and {other} positions");
}

/// Values told after odd and even depths differ as those of the full search do: the one who moved last is judged too well.
#[test]
fn values_are_told_on_the_same_footing() {
    let game = Mnk::<5>::new(15, 15, 5);
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
    let game = Mnk::<5>::new(15, 15, 5);
    let mut path = Path::new(game, game.start(0));
    for (row, column) in [(7, 7), (0, 0), (7, 8), (0, 14), (8, 7), (14, 0), (9, 8), (14, 14)] {
        path.play(game.cell(row, column));
    }
    let found = think(&path, evaluator(&game, "threats"), true, to_nodes(50_000));
    assert_eq!(game.to_move(path.state()), Player::FIRST);
    assert!(found.lines[0].decided.is_some_and(|turns| turns > 0), "{:?}", found.lines[0]);
}
