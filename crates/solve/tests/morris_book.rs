//! The book of morris that comes with the program: against published counts, itself, tables built here and damage.

use std::collections::HashMap;
use std::path::Path;

use ninefold_core::{Notation, Random, Rules, StopFlag, Symmetric, Symmetry};
use ninefold_games::morris::{Morris, Move, State};
use ninefold_solve::morris::{
    Book, BookError, Counted, DrawnMorris, MOST_PLACED, Situation, Subspace, USUAL_DRAWS, Value,
    delay, known_value, own_book,
};
use ninefold_solve::{Budget, Caveat, ExactAnswer, InTime, Request, solver};
use tempfile::TempDir;

use crate::morris_tables::{SMALL, small};

const GAME: Morris = Morris { flying: true, protect: true };

fn book() -> &'static Book {
    Book::own().expect("a whole book")
}

fn request(game: &str, state: &State) -> Request {
    Request {
        all: true,
        budget: Budget { memory: 1 << 20, ..Budget::default() },
        ..Request::new(game.to_owned(), GAME.position_text(state))
    }
}

fn solved(game: &str, state: &State) -> ExactAnswer {
    solver(game).unwrap().solve(&request(game, state), &mut |_| {}).unwrap()
}

fn moves(state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    GAME.moves(state, &mut moves);
    moves
}

fn after(state: &State, mv: Move) -> State {
    let mut after = *state;
    GAME.play(&mut after, mv);
    after
}

/// A position after so many placements of a random game in which men are taken more often than not.
fn opening(random: &mut Random, placed: u32) -> State {
    let mut state = GAME.start(0);
    for _ in 0..placed {
        let moves = moves(&state);
        let taking: Vec<Move> = moves.iter().copied().filter(|mv| mv.taken().is_some()).collect();
        let takes = !taking.is_empty() && random.below(4) > 0;
        state = after(&state, random.pick(if takes { &taking } else { &moves }));
    }
    state
}

/// An ending with so many men of the side to move, White, and of the other side.
fn ending(random: &mut Random, own: usize, other: usize) -> State {
    let mut points: Vec<usize> = (0..24).collect();
    let mut board = ['.'; 24];
    for man in 0..own + other {
        board[points.swap_remove(random.below(points.len()))] = if man < own { 'w' } else { 'b' };
    }
    let rows: Vec<String> = [0..3, 3..6, 6..9, 9..15, 15..18, 18..21, 21..24]
        .map(|row| board[row].iter().collect())
        .to_vec();
    GAME.parse_position(&format!("{} w 0,0", rows.join("/"))).unwrap()
}

/// All boards of the first six plies. After one and two stones everything is drawn.
#[test]
fn openings_are_won_as_often_as_published() {
    for (placed, published) in (0..).zip(Counted::PUBLISHED) {
        assert_eq!(own_book::count(book(), placed), Some(published), "{placed} men placed");
    }
    assert_eq!(own_book::count(book(), MOST_PLACED + 1), None);
}

#[test]
fn endings_are_won_as_often_as_published() {
    for known in Subspace::published() {
        let found = own_book::count_endings(book(), known.own, known.other);
        let covered = known.own.max(known.other) <= 5;
        assert_eq!(found, covered.then_some(Subspace { longest: None, ..known }));
    }
}

#[test]
fn values_follow_from_their_successors() {
    let stop = StopFlag::default();
    let (positions, problems) = own_book::check(book(), 1009, &stop, &mut |_| {}).unwrap();
    assert!(positions > 60_000, "{positions}");
    assert_eq!(problems, Vec::<String>::new());
}

/// Whatever a game leads to is covered, men taken or not, and every move up to the rim has a value.
#[test]
fn every_game_stays_in_the_book_until_its_rim() {
    let mut random = Random::new(1);
    let mut taken = 0;
    for round in 0..4000 {
        let placed = round % (MOST_PLACED + 1);
        let state = opening(&mut random, placed);
        taken += u32::from(state.men(state.to_move()).count_ones() < placed / 2);
        assert!(book().covers(&state), "{}", GAME.position_text(&state));
        let value = book().value(&state).expect("a value");
        let known = book().moves(&state);
        if placed == MOST_PLACED {
            assert_eq!(known, []);
            continue;
        }
        let texts: Vec<Move> = known.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(texts, moves(&state));
        assert_eq!(known.iter().map(|&(_, value)| value).max(), Some(value));
    }
    assert!(taken > 200, "{taken}");
    let beyond = opening(&mut random, MOST_PLACED + 1);
    assert_eq!((book().covers(&beyond), book().value(&beyond)), (false, None));
}

#[test]
fn images_have_one_value() {
    let mut random = Random::new(2);
    for round in 0..600 {
        let state = match round % 3 {
            0 => ending(&mut random, 3 + round % 2, 3 + round % 5 / 2),
            _ => opening(&mut random, round as u32 % (MOST_PLACED + 1)),
        };
        for symmetry in 0..16 {
            let image = GAME.map(&state, Symmetry(symmetry));
            assert_eq!(book().value(&image), book().value(&state));
        }
    }
}

#[test]
fn endings_are_those_of_a_table_built_here() {
    let (mut random, tables) = (Random::new(3), small());
    for _ in 0..20_000 {
        let [own, other] = [0; 2].map(|_| 3 + random.below(2));
        let state = ending(&mut random, own, other);
        assert_eq!(book().value(&state), tables.value(&state).unwrap());
    }
    for _ in 0..200 {
        let state = ending(&mut random, 3, 4);
        let by_tables = tables.moves(&state).unwrap().unwrap();
        let by_tables: Vec<_> =
            by_tables.into_iter().map(|(mv, found)| (mv, found.value)).collect();
        assert_eq!(book().moves(&state), by_tables);
    }
}

#[test]
fn damaged_and_foreign_books_are_refused() {
    let file = Book::file();
    for at in [8, 12, 20, 1000, file.len() / 2, file.len() - 1] {
        let mut changed = file.to_vec();
        changed[at] ^= 1;
        assert_eq!(Book::read(changed).err(), Some(BookError::Damaged), "byte {at}");
    }
    for length in [8, 11, 12, 15, 16, 40_000, file.len() - 1] {
        assert_eq!(Book::read(file[..length].to_vec()).err(), Some(BookError::Damaged));
    }
    for other in [Vec::new(), b"9fbook".to_vec(), vec![0; 100], file[1..].to_vec()] {
        assert_eq!(Book::read(other).err(), Some(BookError::Foreign));
    }
}

/// A file whose checksum is right but whose index makes no sense.
#[test]
fn a_forged_index_is_refused() {
    let file = Book::file();
    let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let index = zstd::bulk::decompress(&file[16..16 + length], 1 << 22).unwrap();
    let (mut random, mut refused) = (Random::new(4), 0);
    for _ in 0..40 {
        let mut index = index.clone();
        let at = random.below(index.len());
        index[at] = index[at].wrapping_add(1 + random.below(255) as u8);
        let packed = zstd::bulk::compress(&index, 1).unwrap();
        let mut body = (packed.len() as u32).to_le_bytes().to_vec();
        body.extend(packed);
        body.extend(&file[16 + length..]);
        let mut forged = file[..8].to_vec();
        forged.extend(crc32fast::hash(&body).to_le_bytes());
        forged.extend(body);
        // What is still a book gives wrong values, but an answer to every question.
        match Book::read(forged) {
            Ok(book) => assert!(book.value(&GAME.start(0)).is_some()),
            Err(error) => refused += u32::from(error == BookError::Damaged),
        }
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn the_empty_board_is_a_draw_on_any_machine() {
    let start = GAME.start(0);
    for game in ["morris", "morris:draws=50/10/3", "morris:draws=off"] {
        let exact = solved(game, &start);
        assert_eq!((exact.value, exact.missing.as_ref()), (Some(0), None), "{exact:?}");
        assert_eq!(exact.moves.len(), 24);
        assert!(exact.moves.iter().all(|&(_, value)| value == 0));
        // Draw rules leave a draw as it is.
        assert_eq!((&exact.caveat, &exact.caveat_of_moves), (&None, &None));
        assert!(exact.line.is_empty());
    }
    // An empty data folder is none.
    let data = TempDir::new().unwrap();
    let with_data = Request { data: Some(data.path().to_owned()), ..request("morris", &start) };
    let exact = solver("morris").unwrap().solve(&with_data, &mut |_| {}).unwrap();
    assert_eq!((exact.value, exact.moves.len()), (Some(0), 24));
    assert_eq!(known_value(data.path(), &start).unwrap(), Some(Value::Draw));
}

#[test]
fn the_rim_has_a_value_and_what_lies_beyond_has_none() {
    let mut random = Random::new(5);
    let rim = opening(&mut random, MOST_PLACED);
    let exact = solved("morris:draws=off", &rim);
    assert_eq!(exact.value, book().value(&rim).map(Value::number));
    assert_eq!((exact.moves.len(), exact.missing), (0, None));
    let beyond = after(&rim, moves(&rim)[0]);
    let exact = solved("morris:draws=off", &beyond);
    assert_eq!((exact.value, exact.moves.len()), (None, 0));
    assert!(exact.missing.is_some());
}

/// Where tables are, they answer; they know distances too.
#[test]
fn tables_come_before_the_book() {
    let state = GAME.parse_position("w../b../.../w...../.../.w./.bb w 0,0").unwrap();
    let with_tables =
        Request { data: Some(SMALL.path().to_owned()), ..request("morris:draws=off", &state) };
    let by_tables = solver("morris").unwrap().solve(&with_tables, &mut |_| {}).unwrap();
    let by_book = solved("morris:draws=off", &state);
    assert_eq!((by_tables.value, by_book.value), (Some(1), Some(1)));
    assert_eq!((by_tables.plies, by_book.plies), (Some(1), None));
    assert_eq!(by_tables.moves, by_book.moves);
}

#[test]
fn play_by_the_book_gives_nothing_away() {
    let mut random = Random::new(6);
    for round in 0..200 {
        let state = match round % 4 {
            0 => ending(&mut random, 3 + round % 3, 3 + round % 2),
            _ => opening(&mut random, round as u32 % MOST_PLACED),
        };
        let value = book().value(&state).unwrap();
        if GAME.outcome(&state).is_some() {
            continue;
        }
        let asked = request("morris:draws=off", &state);
        let exact = solver("morris").unwrap().choose(&asked, &mut std::iter::empty()).unwrap();
        assert_eq!((exact.value, exact.missing.as_ref()), (Some(value.number()), None));
        let played = moves(&state).into_iter().find(|&mv| GAME.move_text(mv) == exact.line[0]);
        let next = after(&state, played.expect("a legal move"));
        assert_eq!(book().value(&next), Some(value.reversed()));
        let again = solver("morris").unwrap().choose(&asked, &mut std::iter::empty()).unwrap();
        assert_eq!(again.line, exact.line);
    }
    // On the rim nothing is known of the moves, so that a search must find one.
    let asked = request("morris", &opening(&mut random, MOST_PLACED));
    let exact = solver("morris").unwrap().choose(&asked, &mut std::iter::empty()).unwrap();
    assert_eq!((exact.value, exact.line.len(), exact.missing.is_some()), (None, 0, true));
}

/// What the book chooses at the end of a game under draw rules.
fn by_book(path: &DrawnPath) -> Move {
    let (game, position) = (path.game(), path.state());
    let mut times = HashMap::<u64, u32>::new();
    for earlier in path.earlier().chain([position]) {
        *times.entry(game.key(earlier)).or_default() += 1;
    }
    let [mills, three_each] = position.left.map(|left| Some(u32::from(left)));
    let situation = Situation {
        seen: &|state| times.get(&GAME.key(state)).copied().unwrap_or(0),
        mills,
        three_each,
        repetitions: Some(USUAL_DRAWS.repetitions),
        stop: None,
    };
    book().best_move(&position.inner, &situation).expect("the book covers it").mv
}

type DrawnPath = ninefold_core::Path<DrawnMorris>;

/// Without distances, under the usual draw rules, against whoever delays as long as exact distances allow and draws where
/// the rules let him.
#[test]
fn wins_are_converted_by_the_book() {
    let (mut random, tables) = (Random::new(9), small());
    let rules = DrawnMorris::new(GAME, USUAL_DRAWS);
    let (mut won, mut longest) = (0, 0);
    while won < 60 {
        let [own, other] = [0; 2].map(|_| 3 + random.below(2));
        let state = ending(&mut random, own, other);
        let winner = state.to_move();
        let Some(plies) = tables.probe(&state).unwrap().and_then(|verdict| verdict.plies) else {
            continue;
        };
        // Whatever the other side does, the shortest way ends before the shorter countdown.
        let in_time = (1..=u32::from(USUAL_DRAWS.limits[1])).contains(&plies);
        if !in_time || book().value(&state) != Some(Value::Win) {
            continue;
        }
        let mut path = DrawnPath::new(rules.clone(), rules.fresh(state));
        while path.outcome().is_none() {
            let mv = match rules.to_move(path.state()) == winner {
                true => by_book(&path),
                false => delay(&tables, &path).unwrap(),
            };
            path.play(mv);
        }
        let end = path.outcome().expect("the game is over");
        let at = GAME.position_text(&state);
        assert!(end.payoffs.of(winner) > 0, "{at}, {plies} plies from the end: {}", end.reason);
        won += 1;
        longest = longest.max(plies);
    }
    assert!(longest >= 7, "{longest} plies");
}

/// The value of a position under draw rules for the side to move, as far as so many plies tell: at least and at most.
fn searched(path: &mut DrawnPath, depth: u32) -> (i32, i32) {
    if let Some(outcome) = path.outcome() {
        let payoff = i32::from(outcome.payoffs.of(path.game().to_move(path.state())).signum());
        return (payoff, payoff);
    }
    if depth == 0 {
        return (-1, 1);
    }
    let (mut least, mut most) = (-1, -1);
    for mv in path.legal_moves() {
        path.play(mv);
        let (low, high) = searched(path, depth - 1);
        path.undo();
        (least, most) = (least.max(-high), most.max(-low));
        if least == 1 {
            break;
        }
    }
    (least, most)
}

/// Where a countdown is about to run out, a win that comes too late is told as the draw that it is, and what is told without
/// a note is what a search to the end of the countdown finds, move by move, with distances and without.
#[test]
fn short_countdowns_are_settled() {
    let rules = DrawnMorris::new(GAME, USUAL_DRAWS);
    let mut random = Random::new(23);
    let (mut told, mut drawn, mut open) = (0, 0, 0);
    for round in 0..120 {
        let men = [[3, 3], [4, 3], [3, 4], [4, 4]][round % 4];
        let state = ending(&mut random, men[0], men[1]);
        let pure = book().value(&state);
        if GAME.outcome(&state).is_some() || pure == Some(Value::Draw) {
            continue;
        }
        let mut position = rules.fresh(state);
        let left = 1 + random.below(3) as u16;
        position.left[usize::from(men == [3, 3])] = left;
        let mut path = DrawnPath::new(rules.clone(), position);
        let text = rules.position_text(&position);
        for data in [None, Some(SMALL.path().to_owned())] {
            let asked = Request { position: text.clone(), data, ..request("morris", &state) };
            let exact = solver("morris").unwrap().choose(&asked, &mut std::iter::empty()).unwrap();
            if exact.caveat.is_some() {
                // The pure game's values, which say that they are.
                assert_eq!(exact.value, pure.map(Value::number), "{text}");
                open += 1;
                continue;
            }
            let depth = u32::from(left) + 1;
            let of = |mv: &str| exact.moves.iter().find(|(text, _)| text == mv).map(|of| of.1);
            let (least, most) = searched(&mut path, depth);
            let value = exact.value.expect("a value");
            assert!((least..=most).contains(&value), "{text}: {value}, not {least} to {most}");
            assert_eq!(of(&exact.line[0]), Some(value), "{text}: {:?}", exact.line);
            for mv in path.legal_moves() {
                let Some(value) = of(&GAME.move_text(mv)) else { continue };
                path.play(mv);
                let (least, most) = searched(&mut path, depth - 1);
                path.undo();
                let at = format!("{text}, {}", GAME.move_text(mv));
                assert!((-most..=-least).contains(&value), "{at}: {value}, not {least} to {most}");
            }
            told += 1;
            drawn += usize::from(value == 0);
        }
    }
    assert!(told > 4 * open && drawn > 20, "{told} told, {drawn} of them drawn, {open} open");
}

/// What draw rules leave as it is needs no note: draws, and wins whose known length they allow. Where the length is known and too
/// long the note says so, and where it is not known that the value is the pure game's.
#[test]
fn a_note_says_what_draw_rules_may_change() {
    let told = |position: &str, data: Option<&Path>| {
        let asked = Request {
            position: position.to_owned(),
            data: data.map(ToOwned::to_owned),
            ..request("morris", &GAME.start(0))
        };
        let exact = solver("morris").unwrap().choose(&asked, &mut std::iter::empty()).unwrap();
        (exact.value, exact.plies, exact.caveat, exact.in_time)
    };
    let distances = Some(SMALL.path());
    let in_9_plies = ".../..b/wbw/....../w../..b/..b w 0,0";
    let with = |position: &str, left: &str| format!("{position} {left}");
    let open = Some(Caveat::PureGame);
    let (value, plies, caveat, in_time) = told(&with(in_9_plies, "50,10"), None);
    assert!((value, plies, caveat) == (Some(1), None, open) && in_time < InTime::Certain);
    let certain = (Some(1), Some(9), None, InTime::Certain);
    // Three men against four: the countdown of three men each cannot begin before the next ply but one.
    assert_eq!(told(&with(in_9_plies, "50,10"), distances), certain);
    assert_eq!(told(&with(in_9_plies, "14,9"), distances), certain);
    let unlikely = (Some(1), Some(9), Some(Caveat::PureGame), InTime::Unlikely);
    assert_eq!(told(&with(in_9_plies, "14,7"), distances), unlikely);
    let mut random = Random::new(5);
    let (late, plies) = loop {
        let late = GAME.position_text(&ending(&mut random, 3, 4));
        let (value, plies, ..) = told(&with(&late, "50,10"), distances);
        if let Some(plies) = plies.filter(|&plies| value == Some(1) && plies > 13) {
            break (late, plies);
        }
    };
    let late = told(&with(&late, "13,10"), distances);
    let note = Some(Caveat::TooLate { plies, left: 13 });
    assert_eq!(late, (Some(1), Some(plies), note, InTime::Unlikely));
}

/// A referee would otherwise end every game before its first move.
#[test]
fn referees_let_the_opening_be_played() {
    let settled = |game: &str, state: &State| {
        let asked = request(game, state);
        solver(game).unwrap().settled(&asked, &mut std::iter::empty()).unwrap()
    };
    assert_eq!(settled("morris", &GAME.start(0)), None);
    let mut random = Random::new(7);
    let drawn = loop {
        let state = ending(&mut random, 4, 4);
        if book().value(&state) == Some(Value::Draw) {
            break state;
        }
    };
    assert_eq!(settled("morris", &drawn), Some(0));
}

/// Under draw rules a win is certain only where the table's distance is within both countdowns, the last turn included; the
/// book has none.
#[test]
fn referees_mind_countdowns() {
    let at_once = "w../b../.../w...../.../.w./.bb w 0,0";
    let in_21_plies = ".../w../.../....wb/.w./bb./... w 0,0";
    let settled = |game: &str, position: &str, counters: &str, data: Option<&Path>| {
        let asked = Request {
            position: format!("{position}{counters}"),
            data: data.map(ToOwned::to_owned),
            ..request(game, &GAME.start(0))
        };
        solver(game).unwrap().settled(&asked, &mut std::iter::empty()).unwrap()
    };
    let tables = Some(SMALL.path());
    assert_eq!(settled("morris", at_once, " 50,10", tables), Some(1));
    assert_eq!(settled("morris", at_once, " 50,1", tables), Some(1));
    assert_eq!(settled("morris", in_21_plies, " 50,10", tables), None);
    assert_eq!(settled("morris", at_once, " 50,10", None), None);
    assert_eq!(settled("morris:draws=off", in_21_plies, "", None), Some(1));
}

#[test]
fn only_full_tables_make_a_book() {
    let stop = StopFlag::default();
    let error = own_book::make(&small(), &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("ninefold tables build morris --full"), "{error}");
}
