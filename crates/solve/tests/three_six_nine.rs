//! 3-6-9 by subsets against plain minimax, its compilations against each other, its book against itself and
//! against published counts.

use ninefold_core::{Random, Rules, StopFlag};
use ninefold_games::three_six_nine::{Cell, Cells, State, ThreeSixNine};
use ninefold_solve::three_six_nine::{
    Book, Budget, Cpu, MOST_STONES, Solution, Unsolved, assured, solve, solve_on,
};

const POINTS: [u16; 3] = [1, 2, 3];

fn board(size: usize) -> ThreeSixNine {
    ThreeSixNine::new(size, POINTS)
}

fn solved(game: &ThreeSixNine, stones: Cells) -> Solution {
    solve(game, stones, &Budget::default(), &mut |_| {}).expect("small enough")
}

/// A position of a random game with so many empty cells.
fn ending(game: &ThreeSixNine, empty: u32, random: &mut Random) -> State {
    let mut state = game.start(0);
    while game.most_turns(&state) > empty {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.play(&mut state, random.pick(&moves));
    }
    state
}

/// What the mover of a position gets more than the other from there on, by trying everything.
fn minimax(game: &ThreeSixNine, state: &State) -> i32 {
    after_each(game, state).into_iter().map(|(_, value)| value).max().unwrap_or(0)
}

fn after_each(game: &ThreeSixNine, state: &State) -> Vec<(Cell, i32)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let value = |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        let mover = game.to_move(state).index();
        let gained = game.points(&after)[mover] - game.points(state)[mover];
        (mv, gained - minimax(game, &after))
    };
    moves.into_iter().map(value).collect()
}

#[test]
fn endings_have_the_values_of_plain_minimax() {
    let mut random = Random::new(1);
    let mut endings = 0;
    for size in 3..=9 {
        // Large points need two bytes a value.
        for points in [POINTS, [0, 1, 0], [99, 7, 98]] {
            let game = ThreeSixNine::new(size, points);
            for round in 0..120 {
                let state = ending(&game, round % 7, &mut random);
                let found = solved(&game, state.stones());
                assert_eq!(found.value, minimax(&game, &state), "{size} {state:?}");
                assert_eq!(found.moves, after_each(&game, &state), "{size} {state:?}");
                assert_eq!(found.line.len() as u32, game.most_turns(&state));
                endings += 1;
            }
        }
    }
    assert_eq!(endings, 2520);
}

/// The line is worth what it promises.
#[test]
fn best_play_gains_the_value() {
    let mut random = Random::new(2);
    for size in [4, 6, 7, 9] {
        let game = board(size);
        for empty in [9, 13, 16] {
            let start = ending(&game, empty, &mut random);
            let found = solved(&game, start.stones());
            let mut state = start;
            found.line.iter().for_each(|&cell| game.play(&mut state, cell));
            let gained = |player: usize| game.points(&state)[player] - game.points(&start)[player];
            let mover = game.to_move(&start).index();
            assert_eq!(gained(mover) - gained(1 - mover), found.value, "{size} {empty}");
        }
    }
}

#[test]
fn whole_boards_have_their_known_values() {
    for (size, value) in [(3, 4), (4, 0), (5, 4)] {
        let game = board(size);
        let found = solved(&game, 0);
        assert_eq!(found.value, value, "{size}");
        if size % 2 == 1 {
            let best = found.moves.iter().filter(|&&(_, of_move)| of_move == value);
            let best: Vec<Cell> = best.map(|&(cell, _)| cell).collect();
            assert_eq!(best, [game.cell(size / 2, size / 2)], "only the centre");
        }
    }
}

#[test]
fn every_compilation_and_any_number_of_threads_finds_the_same() {
    let mut random = Random::new(3);
    for (size, points) in [(6, POINTS), (8, POINTS), (9, POINTS), (9, [50, 60, 70])] {
        let game = ThreeSixNine::new(size, points);
        let stones = ending(&game, 20, &mut random).stones();
        let with = |cpu, threads| {
            let budget = Budget { threads, ..Budget::default() };
            let found = solve_on(cpu, &game, stones, &budget, &mut |_| {}).unwrap();
            (found.value, found.moves, found.line)
        };
        let portable = with(Cpu::Portable, 1);
        assert_eq!(with(Cpu::detect(), 1), portable);
        assert_eq!(with(Cpu::detect(), 3), portable);
    }
}

#[test]
fn limits_are_kept() {
    let game = board(9);
    let stones = ending(&game, 24, &mut Random::new(4)).stones();
    let with = |budget: Budget| solve(&game, stones, &budget, &mut |_| {}).err();
    let memory = Budget { memory: (1 << 24) - 1, ..Budget::default() };
    assert_eq!(with(memory), Some(Unsolved::Memory(1 << 24)));
    let nodes = Budget { nodes: Some((1 << 18) - 1), ..Budget::default() };
    assert_eq!(with(nodes), Some(Unsolved::Spent));
    let stopped = Budget { stop: raised(), ..Budget::default() };
    assert_eq!(with(stopped), Some(Unsolved::Spent));
}

/// A subset of the empty cells takes two bytes where points are many, else one. A table that no machine could
/// address is refused by its size like any other.
#[test]
fn no_table_is_too_large_to_be_refused() {
    for (points, each) in [([10, 20, 30], 2_u128), ([0, 1, 0], 1)] {
        let game = ThreeSixNine::new(9, points);
        for empty in [61, 62, 63, 64, 81] {
            let stones = ending(&game, empty, &mut Random::new(4)).stones();
            let refused = Err(Unsolved::Memory(each << empty));
            let found = solve(&game, stones, &Budget::default(), &mut |_| {});
            assert_eq!(found, refused, "{points:?} {empty}");
        }
    }
}

/// Whoever answers by images gets what was promised against anybody, here against players without sense.
#[test]
fn answers_by_images_bring_at_least_what_they_assure() {
    let mut random = Random::new(5);
    let mut wins = 0;
    for (size, first, promised) in [(9, 0, 8), (8, 1, 8), (6, 1, 6), (5, 0, 4), (3, 0, 4)] {
        let game = board(size);
        for _ in 0..40 {
            let mut state = game.start(0);
            let mut sure = 0;
            while game.outcome(&state).is_none() {
                let mover = game.to_move(&state).index();
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let mut mv = random.pick(&moves);
                if mover == first {
                    let answer = assured(&game, state.stones()).expect("the board is symmetric");
                    let points = game.points(&state);
                    let so_far = points[mover] - points[1 - mover];
                    assert!(so_far + answer.at_least >= sure, "nothing assured is lost");
                    sure = so_far + answer.at_least;
                    mv = answer.cell;
                }
                game.play(&mut state, mv);
            }
            let points = game.points(&state);
            assert!(points[first] - points[1 - first] >= sure, "{size}");
            assert!(sure >= promised, "{size}: {sure}");
            wins += 1;
        }
    }
    assert_eq!(wins, 200);
}

/// The bound is never above the value.
#[test]
fn nothing_is_assured_beyond_the_value() {
    let (mut random, mut assurances) = (Random::new(6), 0);
    for _ in 0..4000 {
        let game = board(3 + random.below(2));
        let state = ending(&game, 1 + random.below(15) as u32, &mut random);
        if let Some(sure) = assured(&game, state.stones()) {
            assert!(sure.at_least <= solved(&game, state.stones()).value, "{state:?}");
            assurances += 1;
        }
    }
    assert!(assurances > 300, "{assurances}");
}

/// Of the 630 sets of two stones 36 are worth -6, 458 -4 and 136 -2 to the side to move, and the empty board -6.
#[test]
fn the_book_has_the_published_counts() {
    let book = Book::own().expect("a whole book");
    assert_eq!(book.value(0), Some(-6));
    let mut counts = [0; 3];
    for first in 0..36 {
        assert_eq!(book.moves(1 << first).unwrap().iter().filter(|mv| mv.1 == 6).count(), 2);
        for second in 0..first {
            let value = book.value(1 << first | 1 << second).unwrap();
            counts[[-6, -4, -2].iter().position(|&known| known == value).expect("one of three")] +=
                1;
        }
    }
    assert_eq!(counts, [36, 458, 136]);
    // Classes of sets under eight symmetries, by the orbit-counting lemma.
    let classes: Vec<usize> = (0..=MOST_STONES).map(|stones| book.sets(stones)).collect();
    assert_eq!(classes, [1, 6, 93, 920, 7509, 47_358, 244_344, 1_044_690, 3_786_144]);
    assert_eq!(book.value((1 << 9) - 1), None, "nine stones are beyond it");
}

/// A value is the best of what its moves bring, page by page.
#[test]
fn the_book_agrees_with_itself_and_with_a_table() {
    let (book, game, mut random) = (Book::own().expect("a whole book"), board(6), Random::new(7));
    for _ in 0..300 {
        let empty = 36 - random.below(MOST_STONES) as u32;
        let stones = ending(&game, empty, &mut random).stones();
        let best = book.moves(stones).unwrap().into_iter().map(|(_, value)| value).max();
        assert_eq!(book.value(stones), best, "{stones:09x}");
    }
    let stones = ending(&game, 28, &mut random).stones();
    assert_eq!(book.value(stones), Some(solved(&game, stones).value));
}

#[test]
fn a_damaged_book_is_none() {
    let file = Book::file();
    assert_eq!(Book::read(file).as_ref(), Book::own());
    assert_eq!(Book::read(&file[..file.len() - 1]), None);
    assert_eq!(Book::read(b"no book"), None);
}

/// The checksum that `docs/369.md` tells.
#[test]
fn the_book_is_the_one_described() {
    let docs = include_str!("../../../docs/369.md");
    let checksum = format!("CRC-32 `{:08x}`", Book::checksum());
    assert!(docs.contains(&checksum), "{checksum} is not in docs/369.md");
}

fn raised() -> StopFlag {
    let stop = StopFlag::default();
    stop.raise();
    stop
}
