//! Small tables against the rules, an independent brute force and published counts.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use ninefold_core::{Notation, Player, Random, Rules, StopFlag, Symmetric, Symmetry};
use ninefold_games::morris::{Morris, State};
use ninefold_solve::morris::{
    BuildPlan, Cpu, Selection, Situation, Subspace, Tables, Value, Verdict, build,
    build_if_missing, known_value, verify,
};
use tempfile::TempDir;

pub(crate) const MEN: u32 = 4;

pub(crate) fn plan(men: u32, cpu: Cpu) -> BuildPlan {
    BuildPlan { men, distance: true, threads: 2, cpu }
}

fn built(men: u32, cpu: Cpu) -> TempDir {
    let data = TempDir::new().unwrap();
    build(data.path(), plan(men, cpu), &StopFlag::default(), &mut |_| {}).unwrap();
    data
}

/// The tables with at most four men, built once for all tests.
pub(crate) static SMALL: LazyLock<TempDir> = LazyLock::new(|| built(MEN, Cpu::detect()));

pub(crate) fn small() -> Tables {
    Tables::open(SMALL.path()).unwrap().unwrap()
}

pub(crate) fn files(data: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![data.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    // Locks stay, for whoever waits on them.
    files.retain(|file| file.extension().is_none_or(|end| end != "lock"));
    files.sort();
    files
}

#[test]
fn counts_and_longest_games_are_the_published_ones() {
    let known = Subspace::published();
    assert_eq!(known.len(), 49);
    let all: u64 = known.iter().map(|space| space.positions).sum();
    assert_eq!(all, 8_904_593_601);
    let known: Vec<_> =
        known.into_iter().filter(|space| space.own.max(space.other) <= MEN).collect();
    assert_eq!(small().subspaces(), known);
}

/// The bits must not depend on the instructions at hand, nor on the number of threads.
#[test]
fn the_portable_path_writes_the_same_files() {
    let data = TempDir::new().unwrap();
    let plan = BuildPlan { threads: 1, ..plan(MEN, Cpu::Portable) };
    build(data.path(), plan, &StopFlag::default(), &mut |_| {}).unwrap();
    let (portable, detected) = (files(data.path()), files(SMALL.path()));
    assert_eq!(portable.len(), detected.len());
    for (one, other) in portable.iter().zip(&detected) {
        assert_eq!(one.file_name(), other.file_name());
        assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{one:?} differs");
    }
}

/// Three men on each side, solved here from the rules alone: repeated passes over all positions until
/// nothing changes, the number of the pass being the distance.
#[test]
fn three_against_three_is_what_brute_force_finds() {
    let game = Morris::default();
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut states: Vec<State> = Vec::new();
    let sets: Vec<u32> = (0..1_u32 << 24).filter(|set| set.count_ones() == 3).collect();
    let smallest = |set: u32| {
        (0..16).all(|symmetry| ninefold_games::morris::mapped(set, Symmetry(symmetry)) >= set)
    };
    for &own in sets.iter().filter(|&&own| smallest(own)) {
        for &other in sets.iter().filter(|&&other| other & own == 0) {
            let state = game.canonical(&state(own, other));
            numbers.entry(game.key(&state)).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
        }
    }
    assert_eq!(states.len(), 169_626);
    // Both sides are alike, so a position with Black to move is one with White to move.
    let successors: Vec<Vec<Option<usize>>> = states
        .iter()
        .map(|state| {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            moves
                .into_iter()
                .map(|mv| {
                    let mut next = *state;
                    game.play(&mut next, mv);
                    let men = [next.to_move(), next.to_move().other()].map(|side| next.men(side));
                    // A side with two men has lost.
                    (men[0].count_ones() == 3).then(|| {
                        let turned = self::state(men[0], men[1]);
                        numbers[&game.key(&game.canonical(&turned))]
                    })
                })
                .collect()
        })
        .collect();
    let mut found: Vec<Option<(Value, u32)>> = vec![None; states.len()];
    for pass in 1.. {
        let mut new = Vec::new();
        for (number, after) in successors.iter().enumerate() {
            if found[number].is_some() {
                continue;
            }
            let of = |next: &Option<usize>| match next {
                None => Some(Value::Loss),
                Some(next) => found[*next].map(|(value, _)| value),
            };
            if after.iter().any(|next| of(next) == Some(Value::Loss)) {
                new.push((number, Value::Win));
            } else if after.iter().all(|next| of(next) == Some(Value::Win)) {
                new.push((number, Value::Loss));
            }
        }
        if new.is_empty() {
            break;
        }
        for (number, value) in new {
            found[number] = Some((value, pass));
        }
    }
    let tables = small();
    for (state, found) in states.iter().zip(found) {
        let (value, plies) = match found {
            Some((value, plies)) => (value, Some(plies)),
            None => (Value::Draw, None),
        };
        assert_eq!(tables.probe(state).unwrap(), Some(Verdict { value, plies }), "{state:?}");
    }
}

/// A position with these men of the side to move and of the other, hands empty.
pub(crate) fn state(own: u32, other: u32) -> State {
    let game = Morris::default();
    let mut text = String::new();
    for point in ninefold_games::morris::Point::all() {
        if [3, 6, 9, 15, 18, 21].contains(&point.index()) {
            text.push('/');
        }
        let symbol = if own & point.set() != 0 {
            'w'
        } else if other & point.set() != 0 {
            'b'
        } else {
            '.'
        };
        text.push(symbol);
    }
    game.parse_position(&format!("{text} w 0,0")).unwrap()
}

/// Distances that fit everywhere prove themselves: a win or a loss by induction on its plies, a draw
/// because no move of the winner-to-be leads out of the draws.
#[test]
fn every_position_with_three_men_and_a_sample_with_four_fit_their_successors() {
    let go = StopFlag::default();
    let three = built(3, Cpu::detect());
    let tables = Tables::open(three.path()).unwrap().unwrap();
    let all = verify(&tables, Selection::All, 2, &go, &|_, _| {}).unwrap();
    assert_eq!((all.positions, all.problems), (169_626, vec![]));
    let sample = Selection::Sample { positions: 60_000, seed: 1 };
    let sample = verify(&small(), sample, 2, &go, &|_, _| {}).unwrap();
    assert_eq!((sample.positions, sample.problems), (60_000, vec![]));
}

/// Three men around the board with everything closed in: the rules of a blocked side, by hand.
#[test]
fn a_game_that_is_over_has_its_value() {
    let tables = small();
    let two = Morris::default().parse_position("ww./.../.../....../.../.../bbb w 0,0").unwrap();
    let verdict = tables.probe(&two).unwrap();
    assert_eq!(verdict, Some(Verdict { value: Value::Loss, plies: Some(0) }));
    let five = Morris::default().parse_position("www/ww./.../....../.../.../bbb w 0,0").unwrap();
    assert_eq!(tables.probe(&five).unwrap(), None, "five men are not covered");
    let placing = Morris::default().start(0);
    assert_eq!(tables.probe(&placing).unwrap(), None, "nor is the placing phase");
}

/// From every kind of position, perfect play keeps its value and a win comes within the promised plies.
#[test]
fn the_best_move_keeps_the_value_and_the_promise() {
    let (tables, game) = (small(), Morris::default());
    let mut random = Random::new(5);
    let mut wins = 0;
    for _ in 0..60 {
        let mut own = 0_u32;
        let mut other = 0_u32;
        while own.count_ones() < 3 + random.below(2) as u32 {
            own |= 1 << random.below(24);
        }
        while other.count_ones() < 3 {
            other |= (1 << random.below(24)) & !own;
        }
        let start = state(own, other);
        let Some(Verdict { value, plies }) = tables.probe(&start).unwrap() else { continue };
        let (mut state, mut played) = (start, 0);
        let side = state.to_move();
        // A draw need not be followed far.
        let longest = if value == Value::Draw { 4 } else { 60 };
        while game.outcome(&state).is_none() && played < longest {
            let choice = tables.best_move(&state, &Situation::FRESH).unwrap().unwrap();
            let before = tables.probe(&state).unwrap().unwrap().value;
            assert_eq!(choice.verdict.value, before);
            game.play(&mut state, choice.mv);
            played += 1;
        }
        if value == Value::Win {
            // The loser sets problems instead of delaying, so it may be over sooner.
            assert!(played <= plies.unwrap() && (plies.unwrap() - played) % 2 == 0);
            assert!(game.outcome(&state).unwrap().payoffs.of(side) > 0);
            wins += 1;
        }
    }
    assert!(wins > 5, "{wins}");
}

/// A folder with some of the small table's files.
pub(crate) fn with_files(wanted: impl Fn(&str) -> bool) -> TempDir {
    let data = TempDir::new().unwrap();
    for file in files(SMALL.path()) {
        let name = file.strip_prefix(SMALL.path()).unwrap();
        if wanted(&name.to_string_lossy()) {
            let copy = data.path().join(name);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(file, copy).unwrap();
        }
    }
    data
}

/// A random position with 3 or 4 men a side.
pub(crate) fn random_state(random: &mut Random) -> State {
    let [own, other] = [0; 2].map(|_| 3 + random.below(2) as u32);
    let (mut mine, mut yours) = (0_u32, 0_u32);
    while mine.count_ones() < own {
        mine |= 1 << random.below(24);
    }
    while yours.count_ones() < other {
        yours |= (1 << random.below(24)) & !mine;
    }
    state(mine, yours)
}

/// Distances of a smaller set serve a larger one that has none.
#[test]
fn distances_of_smaller_tables_are_used() {
    let data = with_files(|name| name.contains("4-men/values"));
    build(data.path(), plan(3, Cpu::detect()), &StopFlag::default(), &mut |_| {}).unwrap();
    let (mixed, full) = (Tables::open(data.path()).unwrap().unwrap(), small());
    assert_eq!(mixed.men(), MEN);
    let mut random = Random::new(3);
    for _ in 0..200 {
        let state = random_state(&mut random);
        let (known, whole) = (mixed.probe(&state).unwrap(), full.probe(&state).unwrap());
        let three_each =
            [Player::FIRST, Player::SECOND].iter().all(|&side| state.men_left(side) == 3);
        if three_each {
            assert_eq!(known, whole);
        } else {
            assert_eq!(known.map(|known| known.value), whole.map(|whole| whole.value));
        }
    }
}

/// Two at once build one table: the second one waits, and both find it whole.
#[test]
fn the_small_table_is_made_once() {
    let data = TempDir::new().unwrap();
    let stop = StopFlag::default();
    let make = || build_if_missing(data.path(), 3, 1, &stop, &mut |_| {});
    let parts = std::thread::scope(|scope| {
        let other = scope.spawn(make);
        (make(), other.join().unwrap())
    });
    assert!(parts.0.is_ok() && parts.1.is_ok(), "{parts:?}");
    assert_eq!(make(), Ok(false));
    assert_eq!(Tables::open(data.path()).unwrap().unwrap().men(), 3);
    for file in files(data.path()) {
        assert!(file.extension().is_some_and(|end| end == "table"), "{file:?} was left behind");
    }
    assert!(known_value(data.path(), &state(0b111, 0b111 << 8)).unwrap().is_some());
    let nowhere = data.path().join("file");
    fs::write(&nowhere, "no folder").unwrap();
    let said = build_if_missing(&nowhere, 3, 1, &stop, &mut |_| {}).unwrap_err().to_string();
    assert!(said.contains("cannot be used") && said.lines().count() == 1, "{said}");
}
